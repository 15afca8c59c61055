"""Insults and obscenities, aware of Russian forms. The word lists are ours and free to use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from parser.fold import respelt

if TYPE_CHECKING:
    from parser.signals import Spoken


def _words(listed: str) -> re.Pattern[str]:
    """A pattern of whole keys; «~» at the end of a stem stands for any ending."""
    return re.compile("|".join(stem.replace("~", "[а-я]*") for stem in listed.split()))


def _phrases(listed: str) -> re.Pattern[str]:
    """A pattern of phrases, one a line, over the keys of a sentence parted by spaces."""
    lines = [line.strip().replace("~", "[а-я]*") for line in listed.strip().split("\n")]
    return re.compile("(?<![^ ])(?:" + "|".join(lines) + ")(?![^ ])")


# Ordinary words that begin alike («мудрость», «страхую», «себе», «бляха») must not match.
_OBSCENE = _words(
    """
    (?:на|по|о|до|за|ни|не|вы|от|рас|про|под|при|ис|у)?ху(?:й|и|е|я|ю)~
    (?:за|на|от|пере|рас|раз|с|у|вы|под|про|при|о|ис)?п[ие]зд~
    (?:вы|за|на|до|отъ|от|объ|об|по|подъ|под|пере|разъ|раз|рас|у|съ|сь|въ|изъ|не|ни|долбо|козло|мозго)?еб(?:а|л|у|е|и|н|т|ыв|ош|к|ос)~
    (?:вы|за|на|объ|по|съ|у|долбо)?еб хули (?:на|по|о)?хер(?:а|у|ом|ня|ню|ни|ово|ел|ела|еть)?
    (?:вы|про|за|раз|с)?бля(?:д~|т|ть)?
    муд(?:а[кчхц]~|ил~|о[зх]~|акь~)
    г[ао]ндон~ залуп~ манд(?:а|у|ой|е|ы|авош~) п[еи]д[оаи]р~ пидр~
    (?:об|на|за|вы|про|у|по)?(?:о)?сра(?:л|ла|ли|ть|н|ный|ная|ные|ного|ться|лся|лась)
    говн~ дерьм~ жоп~ сук(?:а|и|у|ой|ами|ам) суч(?:ка|ки|ку|кой|ара|ий|ья|ье|ьи) шлюх~
    (?:за|на|по|об|вы)?дроч~ пзд[ец]ц?
    """
)
_INNOCENT = _words("подебат~ педерастия хуан~ мандарин~ ебонит~")
# Letters replaced by signs: «х*й», «бл@ть», «п***ц».
_MASKED = re.compile(
    r"(?<!\w)(?:х[*@#$%]{1,2}[йёеяю]?|п[*@#$%и]{2,5}ц|пи[*@#$%]{1,3}\w*|бл[*@#$%]{1,3}(?:ь|дь|ть|т|д)?"
    r"|[её][*@#$%]{1,3}\w{0,4}|с[*@#$%]{1,3}[кч]?[аиу]|п[*@#$%]{1,2}зд\w*|[нп][ао][*@#$%]у[йи]\w*|[её]б[*@#$%]+\w*|ху[*@#$%]+|муд[*@#$%]+\w*)(?!\w)",
    re.IGNORECASE,
)
MASKING = frozenset("*@#$%")
"""Signs that stand for letters."""
_INSULTING = _words(
    """
    дурак~ дур(?:а|у|ой|е|ы) дурень дурн(?:я|и|ей) дурында идиот~ кретин~ дебил~ тупиц~
    придур(?:ок|ка|ки|ку|ков|кам|ошн~) урод(?:а|у|ы|ом|ина|ка|ов)? скотин~ сволоч~ мраз~ твар(?:ь|и|ью|ям|юга) гадин~
    подон(?:ок|ка|ки|ков|ку) дегенерат~ недоум(?:ок|ка|ки|ков|ку) ублюд~ чмо чмош~
    чучел~ убожеств~ уродин~ балбес~ остолоп~ стерв(?:а|ы|у|ой|оза) дрян(?:ь|и|ью)
    лох(?:а|и|у|ом|ов|ушка)? лошар~ ничтожеств~ падл~ гнид~ мерзав~ подлец~
    негодя~ болван~ бестолоч~ тупорыл~ безмозгл~ имбецил~ олигофрен~ психопат~ козлин~ овц(?:а|у|ой) ослин~ быдл~ шавк~
    отмороз(?:ок|ки|ка) неадекват(?:ы|ный|ная)? тупоголов~ клоун(?:ы|ом|а)? хамло трепло
    """
)
_ADDRESSED = _phrases(
    """
    (?:ты|вы|@|сам|сама|он|она|такой|такая|полный|полная|редкий|редкая|просто|тот еще)(?: [-—–,]| же| просто| такой| такая| полный| полная| редкий| редкая| настоящий| настоящая| совсем| вообще| как| все){0,2} (?:козел|осел|баран|свинья|крыса|змея|собака|гад|хам|тупой|тупая|тупые|больной|больная|дно|пустое место|животное|псих|ненормальный|ненормальная|бревно|пень|дуб|мусор)
    (?:козел|осел|баран|свинья|крыса|змея|собака|гад|хам|псих|бревно|пень|дуб)(?: же| просто| и есть)? (?:ты|вы)
    """  # noqa: E501 - one phrase a line
)
_ORDERED = _phrases(
    """
    заткни(?:сь|тесь)
    заткни (?:рот|пасть|фонтан)
    закрой (?:рот|пасть|варежку)
    рот закрой
    пош(?:ел|ла) (?:ты|вон|к черту|лесом)
    иди (?:ты )?(?:к черту|лесом|в баню|на фиг|нафиг)
    катись (?:отсюда|к черту)
    (?:вали|валите|проваливай|проваливайте|убирайся|убирайтесь|пшел) (?:отсюда|вон|прочь|к черту)
    без мозгов
    мозгов нет
    с головой не дружи~
    больн(?:ой|ая) на (?:всю )?голову
    руки (?:бы )?(?:тебе )?оторвать
    чтоб ты (?:сдох|сдохла|провалил~)
    """
)
# The author's own failings, and figures of speech.
_FIGURES = _phrases(
    """
    вал~ дурака
    дурака (?:не )?вал~
    (?:не |нельзя )(?:[^ ]+ )?(?:назыв~|обзыв~|оскорбл~)(?: [^ ]+){0,2}
    дурака валя~
    дураку (?:понятно|ясно)
    не дур(?:ак|а)
    прикин~ (?:дур~|идиот~)
    играю дурака
    (?:я|сам|сама)(?: [-—]| же| такая| такой| просто| и правда){0,2} (?:дура|дурак|дурень|идиот~|болван)
    (?:я|сам|сама)(?: [-—]| же| такая| такой| просто| и правда){0,2} (?:лох|клоун|тупица|дебил~)
    (?:дура|дурак|идиот~|лох|тупица|клоун) я
    без дураков
    дуракам везет
    для дураков
    кто тут дурак
    """
)


@lru_cache(maxsize=50_000)
def is_obscene(key: str) -> bool:
    """Whether a word (a key) is obscene, however its letters are stretched."""
    return any(_OBSCENE.fullmatch(spelling) and not _INNOCENT.fullmatch(spelling) for spelling in (key, *respelt(key)))


@lru_cache(maxsize=50_000)
def is_insulting(key: str) -> bool:
    """Whether a word (a key) is an insult to a person by itself."""
    return any(_INSULTING.fullmatch(spelling) for spelling in (key, *respelt(key)))


def obscenities(said: Spoken) -> Iterator[tuple[int, int]]:
    """Г13.1, ГМ5: obscene words, signs for letters included."""
    for token in said.words_of_no_name:
        if is_obscene(token.key):
            yield token.start, token.end
            return
    masked = _MASKED.search(said.raw)
    if masked:
        yield said.sentence.start + masked.start(), said.sentence.start + masked.end()


def insults(said: Spoken) -> Iterator[tuple[int, int]]:
    """Г13.1: words that insult a player."""
    if _FIGURES.search(said.line):
        return
    for token in said.words_of_no_name:
        if is_insulting(token.key):
            yield token.start, token.end
            return
    for pattern in (_ADDRESSED, _ORDERED):
        found = pattern.search(said.line)
        if found:
            yield said.span(found.start(), found.end())
            return
