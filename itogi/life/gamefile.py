"""Small changes of `game.toml` that keep the GM's own lines and remarks; whatever comes out is checked before."""

from __future__ import annotations

from pathlib import Path

import tomlkit
from tomlkit.items import AoT, Table

from engine.i18n import _, reason
from itogi.config import FILE, TopicKind, parse
from itogi.errors import ConfigError, NoGameError
from scraper.private import keep_private


def text_of(folder: Path) -> str:
    """The text of `game.toml`. Raises NoGameError, ConfigError."""
    path = folder / FILE
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise NoGameError(_("There is no game in {folder}.").format(folder=folder.resolve())) from None
    except (OSError, UnicodeDecodeError) as fault:
        raise ConfigError(_("{path}: cannot be read: {why}.").format(path=path, why=fault)) from None


def with_topic(text: str, kind: TopicKind, url: str, title: str | None = None) -> str:
    """The text with the address of the topic of `kind`, in place of an earlier one."""
    document = tomlkit.parse(text)
    topics = document.get("topics")
    if not isinstance(topics, AoT):
        # An empty list, or none: the tables of the topics go to the end of the file.
        document.pop("topics", None)
        topics = tomlkit.aot()
    found = next((table for table in topics if table.get("kind") == kind.value), None)
    table = found if isinstance(found, Table) else tomlkit.table()
    table["url"] = url
    table["kind"] = kind.value
    if title:
        table["title"] = title
    elif found is not None and table.get("title"):
        table.remove("title")
    if found is None:
        topics.append(table)
    document["topics"] = topics
    return tomlkit.dumps(document)


def with_reserve(text: str, account: str) -> str:
    """The text with one account more on the reserve list."""
    return _listed(text, "reserves", account)


def with_moderator(text: str, account: str) -> str:
    """The text with one account more among the game masters."""
    return _listed(text, "moderators", account)


def _listed(text: str, key: str, account: str) -> str:
    """The text with an account in a list of accounts, once."""
    document = tomlkit.parse(text)
    held = document.get(key)
    accounts = held if held is not None else tomlkit.array()
    if account not in [entry if isinstance(entry, str) else entry.get("name") for entry in accounts]:
        accounts.append(account)
    document[key] = accounts
    return tomlkit.dumps(document)


def write(folder: Path, text: str, *, seen: str) -> None:
    """Put `text` in place of `game.toml`, whole or not at all, unless it has changed since it was `seen`.

    Raises ConfigError when the text is no game, or somebody else changed the file meanwhile.
    """
    parse(text)
    path = folder / FILE
    if text_of(folder) != seen:
        raise ConfigError(_("{path} was changed by somebody else meanwhile; look at it and repeat.").format(path=path))
    beside = path.with_suffix(".toml.new")
    try:
        keep_private(beside)
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as fault:
        raise ConfigError(_("{path}: cannot be written: {why}.").format(path=path, why=reason(fault))) from None
