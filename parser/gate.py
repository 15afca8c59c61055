"""What a text could hold at all, from its words alone, so that plain talk is not taken apart word by word.

Each word has bits: it can be part of a vote, it can be a name, it belongs to a group of words that a signal needs.
A text whose bits allow nothing is done with; the promise (a test holds it) is that nothing is missed so.
"""

from __future__ import annotations

import html
import re
from codecs import charmap_encode
from collections.abc import Callable
from encodings.cp1251 import encoding_table
from functools import reduce
from operator import or_

from parser.insults import MASKING, is_insulting, is_obscene
from parser.lexicon import Cue, Word
from parser.records import SignalKind

VOTE = 1
"""Part of a vote, of a question about one, or of its marks."""
NAME = 2
"""A player's name, or the beginning of one."""
_FIRST_GROUP = 4
_BESIDE_A_BARE_NAME = Cue.FILLER | Cue.EARLY | Cue.FINAL
_VOTING = (
    Cue.EARLY | Cue.FINAL | Cue.WITHDRAW | Cue.WITHDRAW_STRONG | Cue.VOTE | Cue.ATTACK | Cue.VOTE_OTHERS | Cue.REPAINT
)
# Tags that a board may leave as text.
_TAGS = frozenset(("соlоr", "соlоur", "fоnт", "sраn", "цвет"))

# Beginnings of words («$»: whole words) without which no phrase of a kind can be there. A kind is looked for when all
# groups of one of its alternatives occur.
_GROUPS = {
    "oath": """клян поклян присяг божусь побожусь слово$ честное$ зуб$ крест$ провал сдох отсечение$ ручаюсь$
        отвечаю$ сойти$ лопн поклясться$ гром$ разорв богу$ свидетел видит$ плаху$ воли$""",
    "bet": """спор(?:им|ю|ить|нем) поспор мажем замажем бутылк ужин морожен конфет шампан шляпу$ голову$ зуб$
        бороду$ усы$ ставлю$ ставим$ пари$ заклад забьемся забились заложимся проспор спор$ рубл
        бакс долл евро$ гривен тенге$ штук коньяк пив шоколад торт деньги$ денег$ тысяч""",
    "mask": "маск почерк стил манер слог смайл запят скобоч реале$ ником$ личин",
    "guessed": "знаю$ догад понял вычислил раскусил раскрыл узна опознал угадал",
    "who": "кто$ тебя$ вас$",
    "reason": """хорон пробк очеред утренник выпускн соревнован начальни шеф препод провайдер электрич маршрут метро$
        интернет инет связи$ сети$ света$ юбиле экзамен зачет сесси работ рабоч учеб смен пар[уыеа]
        лекци собрани совещ дач тренир собесед школ садик универ инстит больниц поликл аптек свадьб
        похорон командир поезд дорог магазин гост кино концерт отпуск рожден др$ врач прием стомат
        зубн родит бабуш авари боле забол прибол температ отключ сломал ремонт переезд самолет
        сдавать пересдач диплом курсов попал юбилей дежурств вырубил сел$ рожает$ капризнича приехал
        упал мам аврал операц гости$ гостей$ смены$ роутер накрыл полетел дедлайн запар ребен сын$
        сына$ дочк жен[аыу] муж стоматолог""",
    "channel": """лс$ личк личн приват скайп аськ асе$ телег вк$ вайбер ватсап мессендж дискорд скрин лог$ логи$
        логов$ лога$ перепис выдержка$ копирую$ цитирую$ процитирую$""",
    "gm": "ведущ гм мастер гейммастер админ модератор",
    "me": "мне$",
    "role": """комис ком$ шериф док врач$ знахар проповед девочк прокурор ман маф босс громил адвокат журнал дон$
        мж$ мирн простой$ сатан лекар детектив""",
    "i": "я$ моя$ мою$ мой$ мои$ меня$ играю$ мне$ скажу$ заявляю$",
    "reveal": "вскр раскрываюсь самовскр роль$ роли$",
    "check": "проверк чек сыворотк блок выстрел лечение$ ночной$",
    "checked": "проверка$ чек$",
    "moved": """провери проверял чекал чекнул лечил вылечил блокировал заблочил блочил травил отравил пугал мучил
        помучил пытал""",
    "came": "ходил приходил стрелял кидал бросал кинул убил лечил был$ была$",
    "night": "ночью$ сыворотку$ сыр$",
    "scram": "вали$ валите$ проваливай убирай пшел$",
    "beast": """козел осел баран свинья крыса змея собака гад хам туп больн дно пустое животное псих ненорм бревно
        пень дуб мусор""",
    "thou": "ты$ вы$ сам$ сама$ он$ она$ такой$ такая$ полн редк просто$ тот$",
    "rude": "заткн закрой рот$ пош иди$ кати мозгов$ головой$ голову$ руки$ чтоб",
}
_BITS = {name: _FIRST_GROUP << at for at, name in enumerate(_GROUPS)}
OBSCENE = _FIRST_GROUP << len(_GROUPS)
INSULTING = OBSCENE << 1
ASKING = INSULTING << 1
"""The text holds a question mark."""
BEGINS = ASKING << 1
"""A name of several words may begin with it."""
BESIDE = BEGINS << 1
"""A word that may stand beside a name that is all a line says."""
_PATTERNS = tuple((_BITS[name], re.compile("|".join(listed.split()))) for name, listed in _GROUPS.items())


_BITS.update({"obscene": OBSCENE, "insulting": INSULTING, "asking": ASKING, "name": NAME})
# What must meet in a line for a signal to be there, the rarest first.
_ALTERNATIVES: tuple[tuple[SignalKind, str], ...] = (
    (SignalKind.OATH, "oath"),
    (SignalKind.BET, "bet"),
    (SignalKind.MASK_GUESS, "mask"),
    (SignalKind.MASK_GUESS, "guessed who"),
    (SignalKind.MASK_GUESS, "guessed name"),
    (SignalKind.ABSENCE_REASON, "reason"),
    (SignalKind.PRIVATE_MESSAGE, "channel"),
    (SignalKind.PRIVATE_MESSAGE, "gm me"),
    (SignalKind.ROLE_CLAIM_TOLD, "role i"),
    (SignalKind.ROLE_CLAIM_TOLD, "reveal"),
    (SignalKind.ROLE_CLAIM_TOLD, "check i"),
    (SignalKind.ROLE_CLAIM_TOLD, "checked name"),
    (SignalKind.ROLE_CLAIM_TOLD, "moved name"),
    (SignalKind.ROLE_CLAIM_TOLD, "came name"),
    (SignalKind.ROLE_CLAIM_TOLD, "came night i"),
    (SignalKind.QUESTION_TO_GM, "gm asking"),
    (SignalKind.INSULT, "insulting"),
    (SignalKind.INSULT, "beast thou"),
    (SignalKind.INSULT, "beast name"),
    (SignalKind.INSULT, "rude"),
    (SignalKind.INSULT, "scram"),
    (SignalKind.OBSCENITY, "obscene"),
)
_NEEDED = tuple((kind, sum(_BITS[name] for name in needed.split())) for kind, needed in _ALTERNATIVES)
# Without a word of these a line says nothing, unless it is nothing but a name.
_HOT = reduce(or_, (_BITS[needed.split()[0]] for _, needed in _ALTERNATIVES), VOTE)


def word_bits(key: str, word: Word, *, names: bool, begins: bool) -> int:
    """The bits of one word, 0 for most. `names`: it may be a player's name; `begins`: it may begin one of several
    words.
    """
    bits = NAME | BEGINS if begins else NAME if names else 0
    if word.cues & _BESIDE_A_BARE_NAME or key.isdigit():
        bits |= BESIDE
    if word.tone is not None or word.cues & _VOTING or key in _TAGS:
        bits |= VOTE
    for bit, pattern in _PATTERNS:
        if pattern.match(key):
            bits |= bit
    return bits | (OBSCENE if is_obscene(key) else 0) | (INSULTING if is_insulting(key) else 0)


def kinds(bits: int) -> frozenset[SignalKind]:
    """The signals that words with these bits could make."""
    found = _kinds.get(bits)
    if found is None:
        if len(_kinds) > 50_000:
            _kinds.clear()
        found = _kinds[bits] = frozenset(kind for kind, needed in _NEEDED if bits & needed == needed)
    return found


_kinds: dict[int, frozenset[SignalKind]] = {}
# Bytes of windows-1251 that are part of words; what that code page lacks is written as &#...; and stays in them.
_KEPT = set("&#;\xad") | MASKING
_TABLE = bytes(
    byte if byte == 10 or (letter := bytes([byte]).decode("cp1251", "replace")).isalnum() or letter in _KEPT else 32
    for byte in range(256)
)
SHORT_LINE = 60
"""Characters of a line that may be nothing but a name."""
_REMEMBERED = 200_000


class Gate:
    """What the words of texts could be part of. `look_up` gives the bits of one written word."""

    def __init__(self, look_up: Callable[[str], int], piece: re.Pattern[str]) -> None:
        self._known = _WordBits(look_up, piece)

    def worth(self, text: str) -> bool:
        """Whether a text without paint can hold a vote, a question about one or a signal."""
        known, cold = self._known, self._known.cold
        for line, blank in zip(text.split("\n"), _words(text).split(b"\n"), strict=True):
            words = blank.split()
            if not cold.issuperset(words):
                bits = reduce(or_, map(known.__getitem__, words))
                # A signal is within one line.
                if bits & VOTE or kinds(bits | ASKING if "?" in line else bits):
                    return True
            if len(line) < SHORT_LINE and words and _may_be_bare([known[word] for word in words]):
                return True
        return False

    def hot_lines(self, text: str) -> list[int]:
        """The bits of each line; 0 for one that can at most be a bare name."""
        known, cold = self._known, self._known.cold
        lines = []
        for line in _words(text).split(b"\n"):
            words = line.split()
            lines.append(0 if cold.issuperset(words) else reduce(or_, map(known.__getitem__, words)))
        if "?" in text:
            lines = [bits | ASKING if "?" in line else bits for bits, line in zip(lines, text.split("\n"), strict=True)]
        return lines

    def named_lines(self, text: str) -> list[int]:
        """The numbers of the lines that may name somebody."""
        lines = _words(text).split(b"\n")
        return [at for at, line in enumerate(lines) if any(self._known[word] & NAME for word in line.split())]

    def bare_lines(self, lines: list[str]) -> list[int]:
        """The numbers of those lines that may be nothing but a name."""
        return [
            number
            for number, line in enumerate(lines)
            if 0 < len(line) < SHORT_LINE and _may_be_bare([self._known[word] for word in _words(line).split()])
        ]


class _WordBits(dict[bytes, int]):
    """Bits of written words, each worked out when it is first met."""

    def __init__(self, look_up: Callable[[str], int], piece: re.Pattern[str]) -> None:
        super().__init__()
        self._look_up = look_up
        self._piece = piece
        self.cold: set[bytes] = set()
        """Words without which anything that can be said can still be said: a line of such words alone is talk."""

    def __missing__(self, word: bytes) -> int:
        if len(self) > _REMEMBERED:
            self.clear()
            self.cold.clear()
        bits = 0
        written = html.unescape(word.decode("cp1251"))
        for piece in self._piece.finditer(written):
            bits |= self._look_up(piece.group())
        if any(sign in written for sign in MASKING):
            bits |= OBSCENE
        if not any(map(str.isalnum, written)):
            bits |= BESIDE
        self[word] = bits
        if not bits & _HOT:
            self.cold.add(word)
        return bits


def _words(text: str) -> bytes:
    """The text with all but words and line ends made blank; by C functions, faster than any pattern."""
    return charmap_encode(text, "xmlcharrefreplace", encoding_table)[0].translate(_TABLE)


def _may_be_bare(words: list[int]) -> bool:
    """Whether words with these bits may be a name and no more."""
    bits = reduce(or_, words, 0)
    return bool(bits & NAME and (bits & BEGINS or all(words)))
