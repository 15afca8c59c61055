"""Gives each token the look of the run that it stands in."""

from __future__ import annotations

from parser.palette import Tone
from parser.runs import Document, Look
from parser.tokens import Token


class Dresser:
    """Walks along a document's runs, line by line."""

    def __init__(self, document: Document) -> None:
        self._runs = document.runs
        self._at = 0

    def dressed(self, tokens: list[Token], start: int, end: int) -> list[tuple[Token, Look]]:
        """The tokens of the line from `start` to `end`, each with the look of its first letter; sets their paint."""
        if not tokens:
            return []
        runs = self._runs
        while runs[self._at].end <= start and self._at + 1 < len(runs):
            self._at += 1
        run = runs[self._at]
        if run.end >= end and _is_plain(run.look):
            look = run.look
            for token in tokens:
                token.zone = look.zone
                token.bold = look.bold
            return [(token, look) for token in tokens]
        return [(token, self._dress(token)) for token in tokens]

    def _dress(self, token: Token) -> Look:
        runs = self._runs
        while runs[self._at].end <= token.start:
            self._at += 1
        at = self._at
        first = runs[at].look
        tones: dict[Tone, int] = {}
        while True:
            run = runs[at]
            look = run.look
            begin, end = max(run.start, token.start), min(run.end, token.end)
            if look.tone is not None:
                if look.engine:
                    token.engine = look.tone
                elif look.tone is not Tone.NONE or not tones:
                    tones[look.tone] = tones.get(look.tone, 0) + end - begin
                    if look.tone is not Tone.NONE:
                        token.painted = (token.painted[0] if token.painted else begin, end)
            if look.background is not None:
                token.background = look.background
            token.bold = token.bold or look.bold
            token.doubtful = token.doubtful or look.doubtful
            token.mention = token.mention or look.mention
            if run.end >= token.end:
                break
            at += 1
        if tones:
            token.tone = max(tones, key=lambda tone: tones[tone])
            painted = [letters for tone, letters in tones.items() if tone is not Tone.NONE]
            if len(painted) > 1 and min(painted) > 1:
                # Two paints that share one word say nothing certain.
                token.tone = Tone.UNCLEAR
        token.zone = first.zone
        return first


def _is_plain(look: Look) -> bool:
    return look.tone is None and look.background is None and not look.mention
