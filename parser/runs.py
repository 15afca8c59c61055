"""Layer one: a body as runs of visible text, each with its effective paint and the zone it stands in.

`parser.html` makes them from the HTML of any engine, `parser.bbcode` from BBCode source.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from parser.palette import Tone


class Zone(StrEnum):
    """Whose words they are, and whether they can be a vote."""

    OWN = "own"
    QUOTE = "quote"
    CODE = "code"
    SIGNATURE = "signature"
    SPOILER = "spoiler"
    """Own words behind a button: they count."""
    ENGINE = "engine"
    """Made by the board: edit notes, attributions, buttons."""
    HIDDEN = "hidden"
    """Own words that the page does not show, and that no button opens: a GM sees no vote there."""
    ME = "me"
    """A `/me` line: own words that the board dresses up."""


class Look(NamedTuple):
    """How a run stands on the page."""

    zone: Zone = Zone.OWN
    tone: Tone | None = None
    """Effective colour of the letters; None when nothing paints them."""
    engine: bool = False
    """Whether the board, not the author, gave `tone`."""
    background: Tone | None = None
    """Tone of a painted background that is no plain paper."""
    struck: bool = False
    bold: bool = False
    mention: bool = False
    """Inside a profile or mention link."""
    doubtful: bool = False
    """The board gave `tone`, but in a way that the author could have too."""


PLAIN = Look()
_COLOURLESS = (None, Tone.NONE)


class Run(NamedTuple):
    """A stretch of visible text with one look."""

    start: int
    end: int
    look: Look


@dataclass(frozen=True, slots=True)
class Document:
    """The visible text of a body; `runs` cover it without gaps, in order."""

    text: str
    runs: tuple[Run, ...]

    @property
    def is_vivid(self) -> bool:
        """Whether anything in it has a colour that could mean a vote, or is a `/me` line."""
        return any(_is_vivid(look) for _, _, look in self.runs)

    def vivid_lines(self, lines: list[str]) -> set[int]:
        """Numbers of the lines on which something is; `lines` are the text's."""
        found: set[int] = set()
        number, ends = 0, len(lines[0])
        for start, end, look in self.runs:
            if not _is_vivid(look):
                continue
            while ends < start:
                number += 1
                ends += len(lines[number]) + 1
            found.add(number)
            while ends < end - 1:
                number += 1
                ends += len(lines[number]) + 1
                found.add(number)
        return found


def _is_vivid(look: Look) -> bool:
    return look.tone not in _COLOURLESS or look.background is not None or look.zone is Zone.ME


def folded(text: str) -> str:
    """The text with its runs of ASCII white space made one space, as a browser does."""
    for blank in "\n\t\r\f":
        if blank in text:
            text = text.replace(blank, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text


class Writer:
    """Collects text with its look, folding white space as a browser does."""

    __slots__ = ("_at", "_look", "_open", "_pieces", "_runs", "_start")

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._runs: list[Run] = []
        self._at = 0
        self._start = 0
        self._look = PLAIN
        # Whether the text so far ends in a space or line break, so that a further space is none.
        self._open = True

    def write(self, text: str, look: Look) -> None:
        """Add `text`; runs of ASCII white space become one space."""
        if not text:
            return
        if not text.isprintable() or "  " in text:
            text = folded(text)
        if self._open and text[0] == " ":
            text = text[1:]
        if text:
            if look is not self._look:
                self._turn(look)
            self._pieces.append(text)
            self._at += len(text)
            self._open = text[-1] == " "

    def write_exactly(self, text: str, look: Look) -> None:
        """Add `text` with its white space as it is (preformatted text)."""
        if text:
            self._add(text, look)
            self._open = text.endswith(("\n", " "))

    def line_break(self, look: Look) -> None:
        """End the line (`<br>`)."""
        self._add("\n", look)
        self._open = True

    def block(self, look: Look) -> None:
        """A block begins or ends here: end the line, unless one just ended."""
        if self._pieces and not self._pieces[-1].endswith("\n"):
            self.line_break(look)

    def part(self, look: Look, *, whole_line: bool) -> None:
        """Part what follows from what stands before, by a line or at least by a space."""
        if whole_line:
            self.block(look)
        elif not self._open:
            self._add(" ", look)
            self._open = True

    def _add(self, text: str, look: Look) -> None:
        if look is not self._look:
            self._turn(look)
        self._pieces.append(text)
        self._at += len(text)

    def _turn(self, look: Look) -> None:
        """End the run, if the look is another one."""
        if look != self._look:
            if self._at > self._start:
                self._runs.append(Run(self._start, self._at, self._look))
            self._start = self._at
        self._look = look

    def document(self) -> Document:
        """All that was written."""
        if self._at > self._start:
            self._runs.append(Run(self._start, self._at, self._look))
            self._start = self._at
        return Document("".join(self._pieces), tuple(self._runs))
