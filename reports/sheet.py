"""A worksheet as typed blocks, and its plain text and HTML; `reports.terminal` shows it in colour."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rich.cells import cell_len

from reports.spans import clean


class Tone(StrEnum):
    """What a cell means to the eye; a CSS class and a terminal style each."""

    NORMAL = "normal"
    RED = "red"
    BLUE = "blue"
    GOOD = "good"
    WARN = "warn"
    FAINT = "faint"


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of text, cleaned of control characters; `mark` (start, end) is to stand out within it."""

    text: str
    tone: Tone = Tone.NORMAL
    url: str | None = None
    mark: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under named columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """A titled list of lines."""

    title: str
    items: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A whole worksheet; blocks without content are left out by whoever makes it."""

    title: str
    blocks: tuple[Table | Lines, ...]


def table(*, title: str, columns: Sequence[str], rows: Sequence[tuple[Cell, ...]]) -> Table:
    """A table without the columns in which no row has anything."""
    kept = [number for number in range(len(columns)) if any(row[number].text or row[number].url for row in rows)]
    return Table(
        title=title,
        columns=tuple(columns[number] for number in kept),
        rows=tuple(tuple(row[number] for number in kept) for row in rows),
    )


def cell(text: object, tone: Tone = Tone.NORMAL, url: str | None = None) -> Cell:
    """A cell of foreign text."""
    return Cell(clean(str(text)), tone, safe_url(url))


def marked(excerpt: str, start: int, end: int, url: str | None = None) -> Cell:
    """A cell of an excerpt with one place marked; the marks follow the text through cleaning."""
    before, place = clean(excerpt[:start] + "|")[:-1], clean(excerpt[start:end])
    if not place:
        return cell(excerpt, url=url)
    after = clean("|" + excerpt[end:])[1:]
    return Cell(before + place + after, Tone.NORMAL, safe_url(url), (len(before), len(before) + len(place)))


def safe_url(url: str | None) -> str | None:
    """`url` when it is a web address; a link to anything else is never shown as a link."""
    if url is None or not url.lower().startswith(("http://", "https://")):
        return None
    return "".join(character for character in url if character.isprintable() and not character.isspace())


def plain(sheet: Sheet) -> str:
    """The worksheet as text with columns in line."""
    parts = [sheet.title]
    for block in sheet.blocks:
        parts.append("")
        parts.append(block.title + ":")
        if isinstance(block, Table):
            parts += _plain_rows([block.columns, *[[_plain_cell(item) for item in row] for row in block.rows]])
        else:
            parts += [f"  {_plain_cell(item)}" for item in block.items]
    return "\n".join(parts)


def _plain_cell(item: Cell) -> str:
    text = item.text
    if item.mark is not None:
        start, end = item.mark
        text = f"{text[:start]}»{text[start:end]}«{text[end:]}"
    if item.url is None:
        return text
    return item.url if text in ("", item.url) else f"{text} {item.url}"


def _plain_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(cell_len(text) for text in column) for column in zip(*rows, strict=True)]
    return [
        "  "
        + "  ".join(text + " " * (width - cell_len(text)) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def as_html(sheet: Sheet) -> str:
    """The worksheet as an HTML fragment: a heading, tables with captions, lists. All text is escaped."""
    parts = [f"<h2>{_escaped(sheet.title)}</h2>"]
    for block in sheet.blocks:
        if isinstance(block, Table):
            head = "".join(f'<th scope="col">{_escaped(column)}</th>' for column in block.columns)
            body = "\n".join(
                "<tr>" + "".join(f'<td class="{item.tone}">{_html_cell(item)}</td>' for item in row) + "</tr>"
                for row in block.rows
            )
            parts.append(
                f"<table><caption>{_escaped(block.title)}</caption>\n<thead><tr>{head}</tr></thead>\n"
                f"<tbody>\n{body}\n</tbody></table>"
            )
        else:
            items = "\n".join(f'<li class="{item.tone}">{_html_cell(item)}</li>' for item in block.items)
            parts.append(f"<h3>{_escaped(block.title)}</h3>\n<ul>\n{items}\n</ul>")
    return "\n".join(parts)


def _html_cell(item: Cell) -> str:
    text = _escaped(item.text)
    if item.mark is not None:
        start, end = item.mark
        text = f"{_escaped(item.text[:start])}<mark>{_escaped(item.text[start:end])}</mark>{_escaped(item.text[end:])}"
    if item.url is None:
        return text
    return f'<a href="{_escaped(item.url)}" rel="noreferrer noopener">{text or _escaped(item.url)}</a>'


def _escaped(text: str) -> str:
    return html.escape(text, quote=True)
