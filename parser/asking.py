"""Questions to the GM in the topic, without the GM's name highlighted (Г12.1)."""

from __future__ import annotations

import re
from collections.abc import Collection

from parser.declension import decline
from parser.fold import fold, words
from parser.palette import Tone
from parser.tokens import Mention, Sentence, Speech, Token

_MASTER = re.compile("(?:ведущ(?:ий|ая)|гм|мастер|гейммастер|админ|модератор|ведущи[йи]|вед|гмыч|гмчик)")
_MASTER_TO = re.compile("(?:ведущ(?:ему|ей)|гму|гм|мастеру|гейммастеру|админу|модератору)")
_MASTER_OF = re.compile("(?:ведущ(?:его|ую|ей)|гма|гм|мастера|гейммастера|админа|модератора)")
_POLITE = words(
    """
    уважаемый уважаемая уважаемые господин госпожа товарищ дорогой дорогая милый милая многоуважаемый эй а и ну так
    да нет слушай слушайте скажите скажи подскажите подскажи ответьте ответь объясните объясни поясните поясни
    уточните уточни напомните напомни интересно пожалуйста плиз плз кстати простите извините прости извини алло ау
    привет
    здравствуйте наш наша мой сэр пан привет доброе утро добрый вечер день вопрос вопросик еще один разъясните
    разъясни просветите просвети
    """
)
_REQUESTS = re.compile(
    "(?:под)?скаж(?:и|ите)|об[ъь]?ясни(?:те)?|поясни(?:те)?|раз[ъь]?ясни(?:те)?|уточни(?:те)?|напомни(?:те)?"
    "|ответь(?:те)?|растолкуй(?:те)?|просвети(?:те)?|подтверди(?:те)?|расскажи(?:те)?"
)
_ASKED = re.compile("узнать|спросить|уточнить|поинтересоваться|спрошу|спрашиваю|уточню|поинтересуюсь|узнаю|интересуюсь")
_WISHED = re.compile(
    "(?:у|раз|по)точнить|(?:по|об|раз)[ъь]?яснить|ответить|подсказать|сказать|напомнить|подтвердить|проверить|посчитать|пересчитать"
)
_QUERY = words(
    """
    когда где сколько почему отчего зачем можно нельзя как какой какая какое какие кто кого кому кем чей чья чье что
    чего до скольки во будет будут ли есть а мой моя мое мои у разве осталось вы ты мне который куда откуда насчет это
    считается засчитан засчитали итоги если скажет ответит учтет вообще онлайн там
    подскажет объяснит разъяснит пояснит засчитает
    посчитает
    """
)
_STRONG_QUERY = words(
    """
    когда где сколько почему зачем можно до ли чей чья какой какая какие скольки если
    """
)
_VOTE_TONES = (Tone.RED, Tone.BLUE, Tone.UNCLEAR)
_ORDINARY = words(
    """
    наш мой сэр пан
    """
)


class Masters:
    """What a game's GMs may be called. `names`: the names by which they may be asked."""

    def __init__(self, names: Collection[str]) -> None:
        self.called: set[str] = set()
        self.to: set[str] = set()
        self.of: set[str] = set()
        for name in names:
            for word in name.split():
                cases = decline(word).cases
                self.called.add(fold(word))
                self.to |= cases.get("datv", set())
                self.of |= cases.get("gent", set()) | cases.get("accs", set())
        self.words = frozenset(self.called | self.to | self.of)

    def calls(self, key: str) -> bool:
        """Whether the word may call the GM."""
        return key in self.called or bool(_MASTER.fullmatch(key))

    def gives(self, key: str) -> bool:
        """Whether it may say that something is for the GM."""
        return key in self.to or bool(_MASTER_TO.fullmatch(key))

    def takes(self, key: str) -> bool:
        """Whether it may say that something is wanted of the GM."""
        return key in self.of or bool(_MASTER_OF.fullmatch(key))


def asked(sentence: Sentence, speech: Speech, masters: Masters) -> list[tuple[int, int]]:
    """Г12.1: a question to the GM whose name is not highlighted in it."""
    tokens = sentence.tokens
    for at, token in enumerate(tokens):
        key = token.key
        if not key or not (masters.calls(key) or masters.gives(key) or masters.takes(key)):
            continue
        if at + 1 < len(tokens) and tokens[at + 1].text == "-" and tokens[at + 1].start == token.end:
            continue  # «мастер-класс»
        if token.bold or token.mention or token.tone in _VOTE_TONES:
            continue
        called = masters.calls(key) and _is_called(sentence, at, masters)
        if not called and not _is_aimed(tokens, at, masters):
            continue
        if sentence.ends_in_question or _is_request(sentence, at, called=called):
            return [(sentence.start, sentence.end)]
        # The question may stand in the sentence after the call: «ГМ! Сколько нас?»
        following = next((one for one in speech.sentences if one.start > sentence.start), None)
        goes_on = following is not None and following.line == sentence.line and following.ends_in_question
        if following is not None and goes_on and _is_call(tokens) and tokens[-1].text != ".":
            return [(sentence.start, following.end)]
    return []


def _is_musing(sentence: Sentence, at: int) -> bool:
    """Whether «гм» is but a sound: «Гм... странно», «Гм, Вера, ты правда так думаешь?»."""
    token = sentence.tokens[at]
    if token.key != "гм" or token.text.isupper():
        return False
    after = sentence.tokens[at + 1 :]
    words = [one.key for one in after if one.key]
    if after and after[0].text in (".", "…"):
        return True
    if words and words[0] in ("странно", "интересно", "любопытно", "ну", "да", "нет", "забавно", "хм", "логично", "и"):
        return True
    if words and words[0].startswith("интересн"):
        return True
    named = any(not one.self_word and _is_apart(sentence.tokens, one) for one in sentence.mentions)
    return named or "находите" in words or "думаешь" in words


def _is_apart(tokens: list[Token], one: Mention) -> bool:
    """Whether signs part a name from the rest, as they do when its owner is spoken to."""
    before, after = tokens[one.first - 1] if one.first else None, tokens[one.last + 1 : one.last + 2]
    return (before is None or not before.key) and all(not token.key for token in after)


def _is_called(sentence: Sentence, at: int, masters: Masters) -> bool:
    """«Ведущий, когда итоги?», «…, гм?», «Ведущий почему мой голос не засчитан»."""
    tokens = sentence.tokens
    if _is_musing(sentence, at):
        return False
    # A title or a second name may stand around: «господин ведущий», «ГМ Чеширский».
    first = at
    while first > 0 and (tokens[first - 1].key in _POLITE or masters.calls(tokens[first - 1].key)):
        first -= 1
    last = at
    while last + 1 < len(tokens) and tokens[last + 1].key and masters.calls(tokens[last + 1].key):
        last += 1
    while first > 0 and tokens[first - 1].text == "@":
        first -= 1
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    before = [token for token in tokens[:first] if token.key]
    opens = all(token.key in _POLITE for token in before)
    if opens and (after is None or not after.key):
        return True
    if opens and after is not None and after.key in _QUERY:
        return not (after.key in ("это", "вы", "ты", "у", "как", "кто", "что") and not sentence.ends_in_question)
    parted = first == 0 or not tokens[first - 1].key
    signs = (",", "—", "-", "–", "(", "!", ")", ":")
    closes = parted and first > 0 and tokens[first - 1].text in signs and not any(t.key for t in tokens[last + 1 :])
    aside = (
        parted
        and first > 0
        and tokens[first - 1].text in signs
        and after is not None
        and after.text in (",", "!", "—", ")", "-", ":")
    )
    if closes or aside:
        return not (before and _is_musing(sentence, at))
    # «Скажите ведущий когда итоги», «где итоги гм?»
    return bool(
        sentence.ends_in_question
        and not any(token.key for token in tokens[last + 1 :])
        and before
        and before[0].key in _STRONG_QUERY
        and tokens[first - 1].key not in ("наш", "этот", "тот", "где", "кто", "такой")
        and len(before) > 1
    )


def _is_aimed(tokens: list[Token], at: int, masters: Masters) -> bool:
    """«Вопрос к ведущему», «можно узнать у ГМ», «прошу ведущего уточнить»."""
    key = tokens[at].key
    before = [token.key for token in tokens[:at] if token.key and token.key not in _ORDINARY]
    before = [
        one
        for one in before
        if one
        not in ("уважаемому", "уважаемой", "дорогому", "господину", "уважаемого", "нашему", "нашего", "многоуважаемому")
    ]
    after = [token.key for token in tokens[at + 1 :] if token.key]
    near = before[-4:]
    if masters.gives(key):
        question = any(one.startswith("вопрос") for one in near) and not any(
            one in ("мой", "его", "ее", "на", "нет", "вопросов", "вопросами") for one in near
        )
        follows = bool(after) and after[0].startswith("вопрос") and after[0] not in ("вопросов", "вопросы")
        alone = not [one for one in before if one not in ("к", "ко", "а", "и")]
        headed = alone and at + 1 < len(tokens) and tokens[at + 1].text in (":", "-", "—", "–")
        if question or follows or headed:
            return True
    if masters.takes(key) or masters.gives(key):
        asks = [one for one in near if _ASKED.fullmatch(one)]
        if near[-1:] == ["у"] and any(_ASKED.fullmatch(one) for one in after[:3]):
            return True
        wants = any(one.startswith(("можно", "хоч", "хотел")) for one in before) or any(
            one.endswith(("ю", "у")) and one in asks for one in near
        )
        if asks and wants and (not near or near[-1] in ("у", *asks)):
            return "надо" not in before and "нужно" not in before
        if before and near[-1] in ("прошу", "попрошу", "просьба") and after:
            return any(_WISHED.fullmatch(one) for one in after[:3])
    return False


def _is_request(sentence: Sentence, at: int, *, called: bool) -> bool:
    """Whether it asks without a question mark: «ГМ, поясните момент с ничьей»."""
    keys = [token.key for token in sentence.tokens if token.key]
    if any(_REQUESTS.fullmatch(key) for key in keys[:6]) and called:
        return True
    if not called:
        later = any(key in ("лс", "личке", "личку") for key in keys)
        return not later and any(_WISHED.fullmatch(key) or key in ("вопрос", "вопросик") for key in keys)
    after = [token.key for token in sentence.tokens[at + 1 :] if token.key]
    before = [token.key for token in sentence.tokens[:at] if token.key]
    if after[:1] == ["а"] and len(after) > 1:
        after = after[1:]
    asks = bool(after) and (after[0] in _STRONG_QUERY or " или нет" in " ".join(after) or "ли" in after[:4])
    return asks or (bool(before) and before[0] in _STRONG_QUERY and not after)


def _is_call(tokens: list[Token]) -> bool:
    return sum(bool(token.key) for token in tokens) <= 5
