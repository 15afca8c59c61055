"""`itogi read`: the votes in a post, without a game folder."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, TextIO

import click
import msgspec

from engine.errors import InputError
from engine.i18n import N_, _, reason
from itogi.inputs import json_value
from parser.read import read
from parser.records import Reading
from parser.roster import Roster, RosterPlayer


class PlayerLine(msgspec.Struct, frozen=True):
    """One entry of `--players`, and of a case's `players`."""

    name: str
    aliases: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()


class Case(msgspec.Struct, frozen=True):
    """One line of `--jsonl`; further keys are ignored."""

    players: tuple[PlayerLine, ...]
    author: str
    body: str
    id: Any = None
    moderators: tuple[str, ...] = ()


@click.command(
    help=N_(
        "The votes in a post: HTML on standard input, JSON on standard output.\n\n"
        "Example: itogi read --players players.json --author Вера < body.html"
    )
)
@click.option(
    "--players",
    "players_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help=N_('The roster: a JSON list of {"name": ..., "aliases": [...], "accounts": [...]}.'),
)
@click.option("--author", help=N_("Who wrote the post: the name of a player, or any other name."))
@click.option("--moderator", "moderators", multiple=True, help=N_("Who may pass votes on; may be given several times."))
@click.option("--jsonl", is_flag=True, help=N_("Read one case a line, answer one line each."))
@click.option("--bbcode", is_flag=True, help=N_("The body is BBCode source, not HTML."))
def command(
    players_file: Path | None, author: str | None, moderators: tuple[str, ...], *, jsonl: bool, bbcode: bool
) -> None:
    """Read one body, or one case a line."""
    if jsonl:
        if players_file or author or moderators:
            raise InputError(
                _("With --jsonl each line has its own players, author and moderators; leave the options out.")
            )
        _read_cases(sys.stdin.buffer, bbcode=bbcode)
        return
    if players_file is None or author is None:
        raise InputError(_("Give --players FILE and --author NAME, or --jsonl."))
    roster = _roster(_players(players_file))
    body = _decoded(sys.stdin.buffer.read(), _("standard input"))
    reading = read(body, roster, author=author, moderators=moderators, bbcode=bbcode)
    _print({"id": None, **as_json(reading)}, sys.stdout)


def _read_cases(lines: Any, *, bbcode: bool) -> None:
    rosters: dict[tuple[PlayerLine, ...], Roster] = {}
    for number, raw in enumerate(lines, start=1):
        line = _decoded(raw, _("line {number}").format(number=number))
        if not line.strip():
            continue
        case = _case(line, number)
        roster = rosters.get(case.players)
        if roster is None:
            roster = rosters[case.players] = _roster(case.players)
        reading = read(case.body, roster, author=case.author, moderators=case.moderators, bbcode=bbcode)
        _print({"id": case.id, **as_json(reading)}, sys.stdout)


def _case(line: str, number: int) -> Case:
    try:
        return msgspec.convert(json_value(line), Case)
    except (ValueError, RecursionError, msgspec.ValidationError) as fault:
        raise InputError(_("Line {number} is no case: {fault}").format(number=number, fault=_told(fault))) from fault


def _players(file: Path) -> tuple[PlayerLine, ...]:
    try:
        text = _decoded(file.read_bytes(), str(file))
        return msgspec.convert(json_value(text), tuple[PlayerLine, ...])
    except OSError as fault:
        raise InputError(_("{file} cannot be read: {fault}").format(file=file, fault=reason(fault))) from fault
    except (ValueError, RecursionError, msgspec.ValidationError) as fault:
        raise InputError(_("{file} is no list of players: {fault}").format(file=file, fault=_told(fault))) from fault


def _told(fault: Exception) -> str:
    return _("nested too deep") if isinstance(fault, RecursionError) else str(fault)


def _decoded(raw: bytes, where: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InputError(
            _("{where} is not UTF-8 (byte {at}); save it as UTF-8").format(where=where, at=fault.start)
        ) from fault


def _roster(players: tuple[PlayerLine, ...]) -> Roster:
    names = [player.name for player in players]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(_("The player {name!r} stands in the list twice.").format(name=twice))
    if any(not name.strip() for name in names):
        raise InputError(_("A player without a name stands in the list."))
    return Roster([RosterPlayer(player.name, player.aliases, player.accounts) for player in players])


def as_json(reading: Reading) -> dict[str, Any]:
    """The answer of the contract, without the `id`."""
    return {
        "votes": [
            {
                "voter": vote.voter,
                "target": vote.target,
                "colour": vote.colour.value,
                "early": vote.early,
                "final": vote.final,
                "self": vote.self_vote,
                "how": vote.how.value,
                "match": vote.match.value,
                "text": vote.text,
                "start": vote.start,
                "end": vote.end,
            }
            for vote in reading.votes
        ],
        "review": [
            {
                "reason": review.reason.value,
                "text": review.text,
                "start": review.start,
                "end": review.end,
                "candidates": list(review.candidates),
            }
            for review in reading.reviews
        ],
        "signals": [
            {"kind": signal.kind.value, "text": signal.text, "start": signal.start, "end": signal.end}
            for signal in reading.signals
        ],
    }


def _print(answer: dict[str, Any], out: TextIO) -> None:
    # A lone surrogate in an id or a name has no UTF-8; it goes out as JSON writes it.
    line = json.dumps(answer, ensure_ascii=False)
    out.write((line if _encodes(line) else json.dumps(answer)) + "\n")


def _encodes(line: str) -> bool:
    try:
        line.encode()
    except UnicodeEncodeError:
        return False
    return True
