"""Words whose letters stand apart: «Г Н Е В», «к-р-а-с-н-ы-м»."""

from __future__ import annotations

from parser.tokens import Token

_GAPS = frozenset((" ", "-", ".", "\xa0", "\u2009", "_", "*"))
_MOST_LETTERS = 60
_LONGEST_RUN = 3


def letters_apart(tokens: list[Token], at: int, text: str, *, start: int = 0, most: int = _MOST_LETTERS) -> list[int]:
    """The places of at most so many single letters from `at` on, apart by one sign or blank each; `text` begins at
    `start`.
    """
    letters: list[int] = []
    for place in range(at, min(len(tokens), at + _MOST_LETTERS)):
        token = tokens[place]
        if not token.key:
            continue
        gap = text[tokens[letters[-1]].end - start : token.start - start] if letters else " "
        if len(token.text) != 1 or gap not in _GAPS:
            break
        letters.append(place)
        if len(letters) == most:
            break
    return letters


def name_lengths(keys: list[str], most: int) -> list[int]:
    """How many of the first letters can be a name of at most `most`, however stretched («Г н е е е в»); of a long run
    of one letter, only the whole can be.
    """
    lengths = []
    different, run = 0, 0
    for count, key in enumerate(keys, 1):
        run = run + 1 if count > 1 and key == keys[count - 2] else 1
        different += run == 1
        if different > most:
            break
        if count > 2 and (run <= _LONGEST_RUN or count == len(keys) or keys[count] != key):
            lengths.append(count)
    return lengths
