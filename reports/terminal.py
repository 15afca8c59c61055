"""Worksheets and drafts in the terminal, in colour."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table as RichTable
from rich.text import Text

from reports.sheet import Cell, Sheet, Table, Tone

_STYLES = {
    Tone.NORMAL: Style(),
    Tone.RED: Style(color="red"),
    Tone.BLUE: Style(color="blue"),
    Tone.GOOD: Style(color="green"),
    Tone.WARN: Style(color="yellow"),
    Tone.FAINT: Style(dim=True),
}


def sheet_in_colour(sheet: Sheet) -> RenderableType:
    """The worksheet for a rich console; nothing in it is read as rich's own markup."""
    parts: list[RenderableType] = [Text(sheet.title, style="bold underline")]
    for block in sheet.blocks:
        parts.append(Text(""))
        if isinstance(block, Table):
            table = RichTable(title=Text(block.title, style="bold"), title_justify="left", header_style="bold")
            for column in block.columns:
                table.add_column(Text(column), overflow="fold")
            for row in block.rows:
                table.add_row(*(_text(item) for item in row))
            parts.append(table)
        else:
            parts.append(Text(block.title, style="bold"))
            parts += [Text("  ") + _text(item) for item in block.items]
    return Group(*parts)


def _text(item: Cell) -> Text:
    text = Text(item.text, style=_STYLES[item.tone])
    if item.mark is not None:
        text.stylize("bold reverse", *item.mark)
    if item.url is not None:
        text.stylize(Style(link=item.url))
        if not item.text:
            text = Text(item.url, style=Style(link=item.url))
    return text
