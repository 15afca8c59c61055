"""Bytes of a page into text: by the bytes first, then by what is declared, since declarations lie."""

from __future__ import annotations

import codecs
import logging
import re
from collections import Counter
from collections.abc import Mapping

from bs4.dammit import UnicodeDammit

# It warns on stderr of every letter it gives up; the reader sees U+FFFD.
logging.getLogger("bs4.dammit").setLevel(logging.ERROR)
BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
DECLARED = re.compile(rb"""<(?:meta|\?xml)\b[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{2,30})""", re.IGNORECASE)
IN_HEADER = re.compile(r"""charset\s*=\s*["']?\s*([\w.:-]{2,30})""", re.IGNORECASE)
ASCII = bytes(range(128))
RUNS = re.compile(rb"[\x80-\xff]{3,}")
SAMPLE = 1000
START = 20_000
# Encodings of forums only: Python knows codecs (utf-7, unicode_escape) that no honest page declares.
KNOWN = re.compile(
    r"utf-?8|utf-?16(-?[lb]e)?|(windows-|cp)-?125\d|koi8-?[rut]|iso-?8859-?\d+|(ibm|cp)866|mac-?cyrillic", re.IGNORECASE
)
# What browsers take these names for.
ALIASES = {
    "iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "us-ascii": "cp1252", "ascii": "cp1252",
    "x-mac-cyrillic": "mac-cyrillic", "win-1251": "cp1251", "x-cp1251": "cp1251", "cp-1251": "cp1251",
}  # fmt: skip
CYRILLIC = ("cp1251", "koi8-u", "iso8859-5", "cp866")
COMMON = frozenset("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъ")
VERY_COMMON = frozenset("оеаинтсрвл")


def decode(content: bytes, headers: Mapping[str, str] | None = None) -> str:
    """The text of a page. Never fails: bytes that fit no encoding become U+FFFD.

    A byte order mark wins; then valid UTF-8, whatever is declared; then the declared encoding (HTTP header before
    meta), unless the letters make sense in another Cyrillic one only.
    """
    for mark, encoding in BOMS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_other(content, _declared(content, headers))


def _declared(content: bytes, headers: Mapping[str, str] | None) -> list[str]:
    """Python's names of the encodings that the header and the page declare, those it knows."""
    names = []
    for key, value in (headers or {}).items():
        if key.lower() == "content-type" and (found := IN_HEADER.search(value)):
            names.append(found[1])
    names += [found.decode("ascii", "replace") for found in DECLARED.findall(content[:4096])]
    encodings = []
    for name in names:
        plain = ALIASES.get(name.lower(), name.lower())
        if KNOWN.fullmatch(plain):
            try:
                encodings.append(codecs.lookup(plain).name)
            except LookupError:
                continue
    return encodings


def _decode_other(content: bytes, declared: list[str]) -> str:
    """Text of bytes that are not clean UTF-8."""
    if "utf-8" in declared or not declared:
        text = content.decode("utf-8", "replace")
        damaged = text.count("�")
        # Cut in the middle of a letter, or a broken emoji: most of the rest is still good UTF-8.
        if (len(_high(content)) - damaged) > 12 * damaged:
            return text
    utf16 = next((name for name in declared if name.startswith("utf-16")), None)
    if utf16 and content.count(b"\0") * 4 > len(content):
        return content.decode(utf16, "replace")
    sample = _high(content[:START])
    sample = (sample if len(sample) >= SAMPLE else _high(content))[:SAMPLE]
    single = next((name for name in declared if not name.startswith("utf-")), None)
    if single is not None and _russian(sample, single) > 1.2:
        return content.decode(single, "replace")
    if single is not None and single not in CYRILLIC and not _in_words(content):
        return content.decode(single, "replace")
    scores = {name: _russian(sample, name) for name in CYRILLIC}
    best = max(scores, key=lambda name: scores[name])
    if scores[best] > 0.5:
        if single is not None and _russian(sample, single) >= 0.8 * scores[best]:
            best = single
        return content.decode(best, "replace")
    if single is not None:
        return content.decode(single, "replace")
    return UnicodeDammit(content, declared).unicode_markup or content.decode("cp1251", "replace")


def _high(content: bytes) -> bytes:
    """The bytes over 127."""
    return content.translate(None, delete=ASCII)


def _in_words(content: bytes) -> bool:
    """Whether most bytes over 127 stand together, as Russian letters do; umlauts and accents stand alone."""
    start = content[:START]
    return sum(len(run) for run in RUNS.findall(start)) * 2 > len(_high(start))


def _russian(high: bytes, encoding: str) -> float:
    """How much the bytes over 127 look like Russian letters in an encoding of one byte a letter: about 1.5 for prose,
    below 0 for noise.
    """
    times = Counter(high)
    letters = bytes(times).decode(encoding, "replace")
    return sum(count * _weight(letter) for letter, count in zip(letters, times.values(), strict=True)) / max(
        len(high), 1
    )


def _weight(letter: str) -> float:
    if letter in COMMON:
        return 2.0 if letter in VERY_COMMON else 1.0
    if letter.lower() in COMMON:
        return 0.2
    return 0.0 if letter in "ё«»—–…№“”„ \xa0Ёіїєґ" else -1.0
