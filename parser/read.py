"""One post's body → votes, questions and signals."""

from __future__ import annotations

from collections.abc import Collection

from lxml import html

from engine.records import Colour
from parser.palette import DEFAULT_PALETTE, Palette
from parser.records import How, Match, Reading, Vote
from parser.roster import Roster


def read(
    body: str | html.HtmlElement,
    roster: Roster,
    *,
    author: str,
    moderators: Collection[str] = (),
    palette: Palette = DEFAULT_PALETTE,
    bbcode: bool = False,
) -> Reading:
    """What `body` (inner HTML, an element already parsed, or BBCode source) says.

    `author` is the slot name of the voter, or any other name for those who are no players. Never raises on odd bodies.
    """
    root = body if not isinstance(body, str) else html.fragment_fromstring(f"<div>{body}</div>")
    text = "".join(root.itertext())
    votes = []
    at = 0
    for element in root.iter("span"):
        written = element.text or ""
        target = roster.named(written.strip())
        style = (element.get("style") or "").replace(" ", "").casefold()
        colour = next((c for c in Colour if f"color:{c}" in style), None)
        if target and colour:
            at = text.find(written, at)
            votes.append(
                Vote(
                    voter=author,
                    target=target,
                    colour=colour,
                    early=False,
                    final=False,
                    self_vote=target == author,
                    how=How.PAINT,
                    match=Match.EXACT,
                    text=written,
                    start=at,
                    end=at + len(written),
                )
            )
    return Reading(votes=tuple(votes), reviews=(), signals=(), text=text)
