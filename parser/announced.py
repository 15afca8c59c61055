"""Votes that a GM passes on for players (V14): «Вася голосует Петю красным», «По смс: Анноушка - Олег»."""

from __future__ import annotations

from parser.candidate import VOTE_TONES, Candidate
from parser.intent import negated
from parser.lexicon import Cue
from parser.place import Place
from parser.records import ReviewReason
from parser.tokens import Mention, Sentence

_LINKS = "-—–:→>(,"


def announce(place: Place, previous: Sentence | None) -> bool:
    """Set the voter of a GM's candidate; False when the GM only speaks of a vote (tally, example, refusal)."""
    candidate = place.candidate
    if candidate.tone not in VOTE_TONES:
        return False
    sentence = candidate.sentence
    tokens = sentence.tokens
    if _counted(place) or any(token.has(Cue.TALLY | Cue.EXAMPLE) for token in tokens) or _refused(sentence):
        return False
    if (
        previous is not None
        and any(token.has(Cue.EXAMPLE) for token in previous.tokens)
        and previous.line == sentence.line
    ):
        return False
    if any(token.has(Cue.VOTE_YOU) for token in place.before):
        # The GM talks to the player about a vote that stands elsewhere.
        return False
    if sentence.ends_in_question:
        return False
    voter = _voter(place) or _heading(place, previous)
    if voter is None:
        # A vote is passed on, but for whom? Somebody must say.
        passed_on = any(token.has(Cue.PASS_ON) for token in [*tokens, *(previous.tokens if previous else ())])
        unknown = _is_given_by_somebody(place)
        candidate.reason = ReviewReason.NO_NAME if passed_on else ReviewReason.UNKNOWN_NAME if unknown else None
        return passed_on or unknown
    passed_on = any(token.has(Cue.PASS_ON | Cue.VOTE_OTHERS) for token in tokens)
    if len(voter.players) != 1:
        candidate.reason = ReviewReason.AMBIGUOUS_NAME
    elif _is_joined(voter, sentence):
        candidate.reason = ReviewReason.SEVERAL_NAMES
    elif negated(place) is not None:
        candidate.reason = ReviewReason.NEGATED
    elif not passed_on and any(token.has(Cue.VOTE_PAST) for token in place.before):
        # «Вася проголосовал …»: passed on now, or only told?
        candidate.reason, candidate.voter = ReviewReason.REPORTED, voter.players[0]
    else:
        candidate.voter = voter.players[0]
    return True


def _is_given_by_somebody(place: Place) -> bool:
    """Whether a voter is named whom nobody knows: «Голос Пиноккио: Веру красным», «Пиноккио голосует Веру красным»."""
    words = [token for token in place.before if token.key]
    for at, token in enumerate(words):
        other = words[at + 1 : at + 2] if token.key in ("голос", "голоса") else words[at - 1 : at] if at else []
        votes = token.key in ("голос", "голоса", "голосует", "ставит")
        if votes and other and other[0].text[:1].isupper() and not other[0].word.cues and not other[0].word.tone:
            return True
    return False


def _counted(place: Place) -> bool:
    after = [token for token in place.after[:3] if token.text != " "]
    return any(token.key.isdigit() for token in after) and any(token.text in "-—–:=" for token in after)


def _refused(sentence: Sentence) -> bool:
    """«… пришёл в 22:30, не засчитан»."""
    for at, token in enumerate(sentence.tokens):
        if not token.has(Cue.REJECTED):
            continue
        if not token.has(Cue.NOT):
            return True
        following = next((other for other in sentence.tokens[at + 1 :] if other.key), None)
        if following is not None and following.key.startswith(
            ("засчит", "принят", "приним", "учт", "учит", "счита", "действ", "успе")
        ):
            return True
    return False


def _voter(place: Place) -> Mention | None:
    """The player named before the target, with a verb of voting or a link between."""
    candidate = place.candidate
    sentence = candidate.sentence
    used = {id(mention) for other in place.others for mention in other.mentions}
    voter = None
    for mention in sentence.mentions:
        if (
            mention.self_word
            or mention in candidate.mentions
            or id(mention) in used
            or mention.start >= candidate.mentions[0].start
        ):
            continue
        between = sentence.tokens[mention.last + 1 : candidate.mentions[0].first]
        verb = any(
            token.has(Cue.VOTE_OTHERS | Cue.VOTE_PAST | Cue.PASS_ON | Cue.VOTE | Cue.ATTACK | Cue.DEFEND)
            for token in between
        )
        link = any(not token.key and token.text in _LINKS for token in between)
        passing = Cue.PASS_ON | Cue.VOTE_OTHERS | Cue.VOTE | Cue.VOTE_PAST
        if [token.text for token in between] == [","] and not any(token.has(passing) for token in sentence.tokens):
            link = False  # «Ромашка, Мак …» calls her.
        aimed = all(token.has(Cue.PREPOSITION_TARGET) for token in between)
        if verb or link or aimed:
            voter = mention
    return voter


def _heading(place: Place, previous: Sentence | None) -> Mention | None:
    """«Голос Кротости по смс:» on the line above."""
    if previous is None or previous.line < place.sentence.line - 1:
        return None
    names = [mention for mention in previous.mentions if not mention.self_word]
    ends = next((token.text for token in reversed(previous.tokens) if token.text != " "), "")
    passed_on = any(token.has(Cue.PASS_ON | Cue.VOTE | Cue.VOTE_OTHERS) for token in previous.tokens)
    if (
        len({mention.players for mention in names}) == 1
        and (ends in ":-—–" or passed_on)
        and not any(t.has(Cue.TALLY | Cue.EXAMPLE) for t in previous.tokens)
    ):
        return names[0]
    return None


def _is_joined(voter: Mention, sentence: Sentence) -> bool:
    """«Юнга и Чайка голосуют …»: two votes in one sentence."""
    before = sentence.tokens[max(0, voter.first - 2) : voter.first]
    return len(before) == 2 and before[1].key == "и" and any(one.last == voter.first - 2 for one in sentence.mentions)


def unpainted(sentence: Sentence) -> tuple[Mention, Mention] | None:
    """Voter and target of «Вася голосует Петю» without a colour; None when the sentence is no such thing."""
    names = [mention for mention in sentence.mentions if not mention.self_word]
    if (
        len(names) != 2
        or any(token.has(Cue.TALLY | Cue.EXAMPLE | Cue.BEFORE) for token in sentence.tokens)
        or _refused(sentence)
    ):
        return None
    between = sentence.tokens[names[0].last + 1 : names[1].first]
    if any(token.has(Cue.VOTE_OTHERS) for token in between) and not sentence.ends_in_question:
        return names[0], names[1]
    return None


def candidates_of(candidate: Candidate) -> tuple[str, ...]:
    """Slot names that a candidate may mean, best first."""
    return tuple(
        dict.fromkeys(player for mention in candidate.mentions for player in (*mention.players, *mention.found.similar))
    )


def tallied(sentences: list[Sentence]) -> set[int]:
    """The ids of the sentences of a GM's list under a heading of a tally: «Проголосовали: Кот - Вера красным; …»."""
    found: set[int] = set()
    line = None
    for sentence in sentences:
        passed_on = any(token.has(Cue.PASS_ON) for token in sentence.tokens)
        headed = any(token.has(Cue.TALLY) for token in sentence.tokens) and any(
            token.text == ":" for token in sentence.tokens
        )
        goes_on = line is not None and (
            sentence.line == line or (sentence.line == line + 1 and bool(sentence.mentions))
        )
        if (headed or goes_on) and not passed_on:
            line = sentence.line
            found.add(id(sentence))
        else:
            line = None
    return found
