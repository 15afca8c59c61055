"""Roles claimed and night moves told (Г13.9, ГМ10)."""

from __future__ import annotations

from collections.abc import Iterator

from parser.fold import words
from parser.forms import lemmas, tags
from parser.wording import Phrases, Spoken

_ROLE = (
    r"(?:ком{1,2}ис{1,2}ар(?:ша)?|ком|комис|комик|шериф|коп|доктор(?:ша)?|док|дока|врач(?:иха)?|знахар(?:ь|ка)|лекар(?:ь"
    r"|ка)|проповедник|девочка|дева"
    r"|путана|прокурор(?:ша)?|прок|маньяк|маньячка|маньячина|ман|сатанист(?:ка)?|мафия|маф|мафик|мафиози"
    r"|мафиозник|мафка|босс|громила"
    r"|адвокат(?:ша)?|адв|журналист(?:ка)?|журик|дон|мж|мирн(?:ый|ая) (?:житель|жительница|мж)|(?:простой|обычный"
    r"|рядовой) (?:мирный|житель)"
    r"|детектив|блокер|пропавшая душа|согрешивший|ранг ?\d|ран ?\d|\d(?: - (?:й|ий|ый))? ранг|(?:первый|второй"
    r"|третий) ранг)"
)
_ROLE_BY = (
    r"(?:комиссаром|комом|шерифом|доктором|доком|врачом|знахарем|лекарем|проповедником|девочкой|прокурором"
    r"|маньяком|маном|сатанистом|мафией|мафом"
    r"|боссом|громилой|адвокатом|журналистом|доном|мж|мирным|мирной)"
)
_BETWEEN = (
    r"(?:[-—–:] |и есть |тут |здесь |же? |и |реально |действительно |правда |вообще - то |точно |кстати |если что"
    r" , |, кстати , |на самом деле |просто"
    r" |всего лишь |обычн~ |честн~ |ваш~? |последн~ |настоящ~ |единствен~ |местн~ |этот |эта |тот самый |та самая"
    r" |и правда |таки |ведь |да , "
    r"|— это |- это |это )*"
)
_SHARED = {"ROLE_BY": _ROLE_BY, "ROLE": _ROLE, "BETWEEN": _BETWEEN}

_CLAIMS = Phrases(
    r"""
    я BETWEENROLE(?! (?:[^.,!?]* )?(?:не|бы|б)(?= |$))(?! (?:наук|по (?:паспорту|профессии|образованию|жизни|специальности)|в (?:жизни|реале|прошл|той|другой)))
    (?<!не )(?<!если )(?<!что )(?:[^ ]+ )?(?<!не )ROLE (?:тут |здесь |у вас |- |— |– |, )?(?:это )?(?:я|перед вами я)(?= [,.!)(:;]|$| и )
    (?<!не )ROLE я(?= ,| -| —|$| [.!)])
    (?<!не )ROLE (?:тут|здесь|на связи|на месте|в студии|в эфире|в здании|на проводе|вскрывается|открывается|раскрывается)(?= [,.!)(:]|$)
    (?:я )?(?:само)?(?:<вскрываться вскрыться раскрываться раскрыться:1per+sing>)|самовскрытие|вскрытие :|я (?:[^ ,]+ )?вскрыл(?:ся|ась)
    (?:<открывать открыть раскрывать раскрыть вскрывать:1per+sing> (?:[^ ,]+ )?(?:карты|роль|себя|личность))
    (?:моя|мою|своя|свою) роль (?:- |— |– |: |это )?[^ ]+
    роль (?:у меня )?(?:- |— )?(?:моя|мне (?:досталась|выпала|пришла)) (?:- |— |: )?(?:[^ ]+ )?ROLE
    (?:мне )?(?:досталась|выпала|пришла) (?:мне )?(?:роль )?(?:- |— |: )?(?:комиссар~|доктор~|девочк~|прокурор~|маньяк~|громил~|адвокат~|мафи~|босс~|мирн~ жител~|мж)
    по роли (?:я )?(?:- |— |: )?(?:[^ ]+ )?ROLE
    у меня (?:[^ ]+ )?(?:роль|чек|чеки|проверк~|голос (?:прокурор|доктор)~) [^ ]+
    (?:прокурорский|докторский|двойной|тройной) (?:голос |красный |синий )?(?:у меня|мой)|мой (?:[^ ]+ )?(?:голос|красный|синий) (?:[^ ]+ )?(?:за|как|-|—) (?:два|две|двоих|три|троих|двойной|тройной)
    (?:моя|мои|мой|моих|моей|моему|своей) (?:[^ ,]+ )?(?:проверк~|чек~|сыворотк~|блок|выстрел|лечени[ея]|яд)(?: [^ ]+)?
    (?:сыр|сыворотка|блок|яд|лечение|выстрел|кровавое|кровавый|отрава|пытка|запугивание|глушение|проверка) (?:[^ ,]+ ){0,2}(?:мой|моя|мое|моих рук)(?= |$)
    (?:проверка|чек|блок|лечение|выстрел|сыр|сыворотка|ход|яд)(?: был| была| было| ушел| ушла| ушло| пошла| пошел| отправил~| мой| моя)? (?:ночью |этой ночью )?(?:на|в|к|по) @ , (?:[^ ]+ )?(?:это )?я
    (?:проверка|проверил|чек|результат проверки|итог проверки|ответ по проверке) (?:[^ ]+ ){0,2}[:—–-] @
    (?:проверка|проверки|чек) (?:[^ ,]+ ){0,3}(?:показал[аи]?|дала?|выявила?)
    (?:убийство|смерть|труп|кровь|выстрел|лечение|блок|спасение|ход|отравление|сыр|сыворотка) (?:в |на )?(?:@ )?(?:[—–-] )?(?:мое|моя|мой|на мне|на моей совести|от меня|моих рук)(?= |$)
    голос у меня (?:[^ ,]+ )?(?:двойной|тройной|за два|за двоих|за три|прокурор~|доктор~)
    роль у меня (?:[—–:-] )?(?:[^ ]+ )?ROLE
    ROLE перед вами
    (?:проверка|чек) (?:на|по) @(?: [^ ]+)?
    (?:результат|итог|ответ) (?:ночной |моей )?(?:проверки|чека) (?:[^ ]+ )?[:—–-]
    по (?:моей |моему |моим |своей |ночной )(?:[^ ]+ )?(?:проверке|чеку|проверкам|чекам)
    как (?:ваш |ваша )?ROLE (?:скажу|говорю|заявляю|могу|знаю)
    (?:мой|моя) (?:ночной |ночная |последний )?(?:ход|нд|цель) (?:ночью |этой ночью |вчера |прошлой ночью |был |была |- |— )*(?:в|к|на|по|у|:)? ?@
    мой ночной ход
    (?:я )?(?:тут |здесь )?(?:комиссарю|докторю|маньячу|прокурорю|мафлю|шериф[юу])
    я (?:[^ ,]+ )?за (?:мафию|маньяка|мафов) играю
    (?:я )?играю (?:за )?(?:ROLE|ROLE_BY|комиссара|доктора|девочку|прокурора|маньяка|мафию|громилу|адвоката|босса|журналиста|маф)
    это (?:был |была |было )?(?:мой|моя|мое) (?:сыр|сыворотка|блок|выстрел|яд|лечение|проверка|кровавое|кровавый|труп|убийство)
    по (?:[^ ,]+ )?(?:проверке|чеку|проверкам) моей
    чек @ [—–:-]
    это (?:был |была )?я (?:[^ ,]+ )?(?:ночью )?(?:(?:за|вы|от|по|при|у)?(?:лечил|блокировал|блочил|травил|убил|убивал|стрелял|стрелил|мучил|пытал|пугал|проверил|проверял|кинул|кидал|бросил|бросал|заблочил|глушил|спас)[а]?)
    (?:признаюсь|каюсь|сознаюсь|сдаюсь) [,:—–-] (?:[^ ]+ )?(?:я )?(?:ROLE|убила?|стреляла?|блокировала?|травила?|пытала?)
    """,  # noqa: E501 - one phrase a line
    r"""
    (?:если(?! что)|будь|кабы|якобы|будто|допустим|предположим|представ~)
    (?:если|коли|когда|раз) (?:бы )?я
    (?:я|был|была) бы|бы я
    (?:дума|счита|реши|говор|говоря|увер|подозрева|утвержда|пиш|обвин|каж|дока|докаж|дока|намека|уверя|сказал|назвал|верит|поверил)[а-я]*(?: [^ ]+){0,4} ,? ?(?:что )?я (?:ROLE|BETWEENROLE)
    я (?:ROLE|BETWEENROLE) , (?:по - (?:вашему|твоему)|думаете|думаешь|считаете|считаешь|да \?|ага|конечно)
    по - (?:вашему|твоему)
    (?:прошлой|той|другой|предыдущей) игр~
    \? $|^[^,:]* \?$
    """,  # noqa: E501 - one phrase a line
    shared=_SHARED,
)
# Night moves by what they need beside them: a name; a name and the way or the night.
MOVES = words(
    """
    проверить проверять перепроверить чекать чекнуть прочекать лечить вылечить полечить подлечить залечить
    блокировать заблокировать блочить заблочить блокнуть блокать заблокать травить отравить потравить мучить
    помучить замучить пытать запытать пугать запугать запугивать заглушить глушить убить убивать застрелить пристрелить
    подстрелить грохнуть замочить завалить стрельнуть навещать навестить посетить посещать
    """
)
WALKS = words(
    """
    ходить приходить прийти пойти заходить зайти наведаться заглянуть стрелять выстрелить пулять быть сходить
    захаживать
    """
)
THROWS = words(
    """
    кинуть кидать бросить бросать подложить подсунуть подкинуть закинуть подбросить подлить сыпануть
    """
)
RESCUES = words(
    """
    спасти спасать охранять защитить прикрыть вытащить
    """
)
_THROWN = words(
    """
    сыр сыворотка сырок яд зелье правда
    """
)
_NIGHT = ("ноч", "кровав")
_HOSTS = ("маньяк", "мафи", "босс", "доктор", "комиссар", "девочк", "громил")
_FROM = words(
    """
    мафия маньяк комиссар
    """
)
_SMALL = words(
    """
    я ночью этой прошлой позапрошлой вчера сегодня первой второй третьей ночь в во первую вторую третью лично именно
    как раз уже и к на у сама сам тоже опять снова дважды эту прошлую кровавым быстрым обычным кроваво там тут же
    нашу нашего от еще а
    """
)
_DOUBT = words(
    """
    бы б если кабы кто будто якобы чтобы чтоб пусть зачем почему
    """
)


def claims(said: Spoken) -> Iterator[tuple[int, int]]:
    """Г13.9: «я доктор», «моя проверка», «лечила Веру ночью»."""
    yield from _moves(said)
    yield from _CLAIMS.found(said)


def _moves(said: Spoken) -> Iterator[tuple[int, int]]:
    for at, token in enumerate(said.tokens):
        if not token.key or at in said.names:
            continue
        meant = lemmas(token.key) & (MOVES | WALKS | THROWS | RESCUES)
        if not meant or not any(
            tag.POS == "VERB" and tag.tense == "past" and tag.number == "sing" for tag in tags(token.key)
        ):
            continue
        around = said.clause(at)
        keys = [said.tokens[place].key for place in around]
        if (
            _DOUBT & set(keys)
            or "не я" in " ".join(keys)
            or said.tokens[at - 1 if at else 0].key == "не"
            or _is_doubted(said, around.start)
        ):
            continue
        if (said.asks and "я" not in keys) or not said.is_own(at):
            continue
        told = _object(said, at, meant, around)
        if told is not None:
            places = [place for place in around if said.tokens[place].key == "я"] + [at, told]
            yield said.tokens[min(places)].start, said.tokens[max(places)].end


def _is_doubted(said: Spoken, first: int) -> bool:
    """Whether the clause before it makes it a fancy: «если бы я был комиссаром, проверил Гнева»."""
    if not first:
        return False
    before = [said.tokens[place].key for place in range(max(0, first - 12), first)]
    return "если" in before or "бы" in before or "будь" in before


def _object(said: Spoken, at: int, meant: frozenset[str], around: range) -> int | None:
    """The place of the word that makes a move of a verb: whom, or when and how."""
    tokens = said.tokens
    night = next((place for place in around if tokens[place].key.startswith(_NIGHT)), None)
    name = _near_name(said, at, around)
    if meant & THROWS:
        thrown = next((place for place in around if lemmas(tokens[place].key) & _THROWN), None)
        aimed = next((place for place in around if place in said.names), night)
        if aimed is None and "я" in {tokens[place].key for place in around}:
            aimed = thrown
        return None if thrown is None or aimed is None else max(thrown, aimed)
    if meant & MOVES and name is not None:
        return name
    if meant & WALKS and name is not None:
        keys = {tokens[place].key for place in around}
        aimed = name > at and tokens[name - 1].key in ("к", "ко", "в", "во", "на", "у")
        if "быть" in meant and "ходить" not in meant:
            return name if aimed and tokens[name - 1].key == "у" and (night is not None or "я" in keys) else None
        return name if aimed else None
    if meant & RESCUES:
        return name if name is not None and night is not None else None
    if meant & MOVES:
        self_word = next((place for place in around if tokens[place].key in ("себя", "тебя", "вас", "его", "ее")), None)
        if self_word is not None and (
            night is not None
            or "я" in {tokens[place].key for place in around}
            or (meant & {"лечить", "вылечить"} and tokens[self_word].key == "себя")
        ):
            return self_word
        for place in around:
            if tokens[place].key == "от" and place + 1 in around and lemmas(tokens[place + 1].key) & _FROM:
                return place + 1
        return night
    if night is not None and "я" in {tokens[place].key for place in around}:
        at_role = any(
            tokens[place - 1].key in ("у", "к") and tokens[place].key.startswith(_HOSTS) for place in around if place
        )
        return night if at_role or not meant & {"быть", "прийти", "пойти", "зайти"} else None
    return None


def _near_name(said: Spoken, at: int, around: range) -> int | None:
    """A player's name in an oblique case next to the verb, small meant between them aside."""
    for step, limit in ((1, around.stop), (-1, around.start - 1)):
        place = at + step
        while place != limit and place not in said.names and said.tokens[place].key in _SMALL:
            place += step
        named = said.names[place].named if place != limit and place in said.names else ()
        if any(set(one.cases) - {"nomn"} for one in named):
            return place
    return None
