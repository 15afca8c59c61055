"""Votes that are somebody else's, or earlier ones: «Азарт вчера ставил Гнева красным», «Вася - Олега красным»."""

from __future__ import annotations

from itertools import pairwise

from parser.candidate import in_nominative, is_plain_word, leads_on
from parser.declension import known_parses
from parser.fold import fold
from parser.lexicon import Cue
from parser.place import Place, is_dash
from parser.records import ReviewReason
from parser.tellers import acts_after, acts_between, counts_people, says_that, somebody_acts
from parser.tokens import Mention, Token

_ONCE = ("помнится", "помню")
_SPANS = ("год", "день", "час", "неделю", "месяц", "сутки")
_ROUNDS = ("день", "дне", "суд", "суде", "круг", "круге", "раз", "раунд", "раунде", "ночь")
_ORDINALS = ("перв", "втор", "трет", "прошл")
_SOURCES = (("по", "словам"), ("со", "слов"), ("по", "мнению"), ("по", "версии"), ("по", "рассказам"))
_OLD = (("до", "этого"), ("до", "того"))
_LONGEST_HEADING = 5


def retold(place: Place) -> ReviewReason | None:
    """Somebody else's vote, or an earlier one: «Азарт вчера ставил Гнева красным», «Вася - Олега красным»."""
    subject = _subject(place)
    if subject is not None and place.author in subject.players:
        subject = None if not _past(place) else subject
        if subject is None:
            return None
    passed_on = any(token.has(Cue.PASS_ON) for token in place.before) or (
        place.earlier is not None and any(token.has(Cue.PASS_ON) for token in place.earlier.tokens)
    )
    others = any(token.has(Cue.VOTE_OTHERS) for token in place.scope)
    if _is_theirs(place.before):
        return ReviewReason.NOT_MODERATOR
    named = [one for one in place.sentence.mentions if one.end <= place.candidate.start and not one.self_word]
    if passed_on and (others or subject is not None or _past(place) or named):
        return ReviewReason.NOT_MODERATOR
    yours = any(token.has(Cue.VOTE_YOU) for token in place.scope) or any(
        token.key in ("ты", "вы") for token in place.clause
    )
    if _past(place) or yours or says_that(place.before) or _by_their_word(place):
        return ReviewReason.REPORTED
    others_act = (subject is None and somebody_acts(place.clause)) or acts_after(
        place.sentence, place.after, place.author
    )
    words = [token.key for token in place.clause if token.key][:2]
    everybody = words[:1] == ["все"] and words[1:] in (["за"], ["против"])
    if _counted(place) or others_act or everybody:
        return ReviewReason.REPORTED
    if subject is not None or others:
        return ReviewReason.NOT_MODERATOR if _announces(place, subject) else ReviewReason.REPORTED
    return None


def _by_their_word(place: Place) -> bool:
    """«По словам Юнги, Краба красным», «Цитирую Юнгу: …», «у Юнги Краб красным»."""
    tokens = place.sentence.tokens
    start = len(place.before) - len(place.clause)
    for one in place.sentence.mentions:
        if one.self_word or not 0 < one.first <= one.last < len(place.before):
            continue
        near = one.first >= start or one.last + 2 == start
        word, first = tokens[one.first - 1].key, tokens[one.first - 2].key if one.first > 1 else ""
        if near and (word == "цитирую" or (first, word) in _SOURCES or (word == "у" and one.first >= start)):
            return True
    return False


def _is_theirs(before: list[Token]) -> bool:
    """«Афина не успевает, её голос: Мойру красным»."""
    return any(
        token.key in ("его", "ее", "их") and before[at + 1 : at + 2] and before[at + 1].key in ("голос", "голоса")
        for at, token in enumerate(before)
    )


def _past(place: Place) -> bool:
    scope = place.scope
    if any(token.has(Cue.VOTE_PAST) for token in scope):
        return True
    if any(token.has(Cue.BEFORE) for token in place.clause if token in scope) or _headed_before(scope):
        return True
    words = [token for token in place.clause if token.key]
    keys = [token.key for token in scope if token.key]
    once = not words and (any(key in _ONCE for key in keys) or keys[-2:] == ["было", "дело"])
    return once or _long_ago([token.key for token in words]) or _was_cast(words)


def _was_cast(words: list[Token]) -> bool:
    """«Первый голос был Соне красным»."""
    voiced = next((at for at, token in enumerate(words) if token.key in ("голос", "бюллетень")), len(words))
    if any(
        token.key in ("был", "была") and words[at + 1 : at + 2] and words[at + 1].key in ("за", "против")
        for at, token in enumerate(words)
    ):
        return True
    told = words[voiced:]
    return any(token.has(Cue.PAST) and not token.key.startswith("оста") for token in told) and not any(
        token.has(Cue.NOT) for token in told
    )


def _long_ago(keys: list[str]) -> bool:
    """«До этого Краба красным», «год назад», «в первый день», «было дело»."""
    for first, second in pairwise(["", *keys]):
        if second in _ONCE or (second == "назад" and first in _SPANS):
            return True
        if (first, second) in _OLD or (first.startswith(_ORDINALS) and second in _ROUNDS):
            return True
    return False


def _headed_before(scope: list[Token]) -> bool:
    """«Вчерашний мой голос: Женя красным», «Вчера - Женя красным», «День 1: …»: a heading that tells of the past."""
    end = next((at for at in range(len(scope) - 1, -1, -1) if scope[at].text == ":" or is_dash(scope[at])), 0)
    heading = [token for token in scope[:end] if token.key]
    if len(heading) == 2 and heading[0].key in _ROUNDS and heading[1].key.isdigit():
        return True
    if len(heading) < _LONGEST_HEADING and _was_cast(heading):
        return True
    plain = all(token.has(Cue.FILLER | Cue.BEFORE | Cue.COLOUR_NOUN | Cue.TIME) for token in heading)
    return plain and any(token.has(Cue.BEFORE) for token in heading)


def _subject(place: Place) -> Mention | None:
    """Whoever the sentence says casts the vote, by a verb, a dash or their bare name before the target."""
    sentence = place.sentence
    target = place.candidate.mentions[0]
    used = {id(mention) for other in place.others for mention in other.mentions}
    scope = place.scope
    start = scope[0].start if scope else place.candidate.start
    for mention in sentence.mentions:
        if mention is target or mention.start >= target.start or mention.self_word or id(mention) in used:
            continue
        if mention.bare_function and (is_plain_word(mention, sentence) or leads_on(mention, sentence)):
            continue
        if mention.players == target.players:
            continue
        if mention in place.candidate.mentions or mention.start < start:
            continue
        between = sentence.tokens[mention.last + 1 : target.first]
        if any(token.has(Cue.VOTE_OTHERS | Cue.VOTE_PAST) for token in between) or acts_between(mention, between):
            return mention
        before = sentence.tokens[mention.first - 1] if mention.first else None
        if before is not None and before.has(Cue.CHANGE | Cue.REPAINT):
            continue  # «Меняю Веру на Гнева»
        if _is_saying(mention, before, next(iter(between), None)):
            continue
        if (
            before is not None
            and before.has(Cue.COLOUR_NOUN | Cue.VOTE)
            and before.key.startswith("голос")
            and any(t.text in ":—–-" for t in between)
        ):
            return mention
        if (
            before is not None
            and before.has(Cue.PREPOSITION_OTHER)
            and not (before.key == "от" and any(t.text in ":—–-" for t in between))
        ):
            continue
        plain = all(not token.key or token.has(Cue.FILLER) or token.word.tone for token in between)
        signs = [token.text for token in between if not token.key]
        direct = plain and ("," not in signs)
        if direct and (signs == [] or any(sign in "-—–:→>(" for sign in signs)) and _can_act(mention, before):
            return mention
        if not signs and _only(mention, "nomn") and target.named and not in_nominative(target):
            return mention  # «Юнга первым Краба красным»
    return None


def _is_saying(mention: Mention, before: Token | None, after: Token | None) -> bool:
    """Whether a nick that is also a word stands as the word: «на всякий случай: …», «первый голос: …»."""
    if not mention.lower:
        return False
    ordinal = mention.first == mention.last and any("ADJF" in parse.tag for parse in known_parses(fold(mention.text)))
    governed = before is not None and any("ADJF" in parse.tag for parse in known_parses(before.key)[:1])
    return governed or (ordinal and after is not None and after.has(Cue.COLOUR_NOUN | Cue.VOTE))


def _only(mention: Mention, case: str) -> bool:
    return bool(mention.named) and all(one.cases == {case} for one in mention.named)


def _can_act(mention: Mention, before: Token | None) -> bool:
    """Whether the name can be the voter's: «Юнга: …», but not «отвечаю на вопрос Юнги: …»."""
    owner = before is None or not before.key or before.key.startswith("голос")
    return any(not one.cases or "nomn" in one.cases or (owner and "gent" in one.cases) for one in mention.named)


def _counted(place: Place) -> bool:
    """«Гнев - 3 (Вера, Азарт)», «Гнев красным 3», «Гнева красным уже трое»: a tally, not a vote."""
    signs = ""
    near = place.after[:5]
    for at, token in enumerate(near):
        if token.key.isdigit() and len(token.key) < 3:
            ends = at + 1 == len(place.after) or (near[at + 1 : at + 2] and near[at + 1].text in ",;(.")
            return any(sign in signs for sign in "-—–:=") or bool(ends and not signs)
        if token.key:
            if signs or token.key not in ("уже", "пока", "только", "целых", "еще"):
                ends = at + 1 == len(place.after) or not near[at + 1 : at + 2] or not near[at + 1].key
                return bool(ends and not signs and counts_people(token))
        else:
            signs += token.text
    return False


def _announces(place: Place, subject: Mention | None) -> bool:
    """Whether the whole sentence is the form of the rules, «Вася голосует Петю красным»."""
    first = subject.first if subject is not None else 0
    if any(token.key and not token.has(Cue.FILLER | Cue.VOTE) for token in place.sentence.tokens[:first]):
        return False
    present = any(token.key in ("голосует", "отдает") or token.key.startswith("голос") for token in place.before)
    return (
        present
        and subject is not None
        and not place.sentence.ends_in_question
        and not any(token.key in ("почему", "зачем", "когда", "как", "кто") for token in place.before)
    )
