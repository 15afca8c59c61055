"""What the words of a board's refusal mean, Russian and English alike. Pure.

Engines differ in where they say it, hardly in what they say: each module of `manners` finds the words, this one
reads them. The order matters: the first line that fits wins.
"""

from __future__ import annotations

import re

from scraper.session.records import Refusal, SignIn


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_STALE_FORM = _any(
    r"отправки формы",
    r"form (was|is) invalid|invalid form",
    r"csrf",
    r"кода? авторизации",
    r"authori[sz]ation code",
    r"сесси\w+ (истекла|устарела)",
    r"проверить сессию",
    r"session (verification|timed out|has expired|expired)",
    r"security (token|error)",
    r"token has expired",
    r"confirm (this|your) action",
    r"подтвердит\w+ (это )?действи",
)

_BANNED = _any(
    r"вам (\w+ )?закрыт доступ",
    r"вы (\w+ ){0,2}(забанены|заблокированы)",
    r"you (are|have been) (\w+ ){0,2}banned",
)
"""Before all else: the reason of a ban may say anything, «флуд» for one."""

_REFUSALS: tuple[tuple[re.Pattern[str], Refusal], ...] = (
    (_BANNED, Refusal.NO_PERMISSION),
    (_any(r"http_?referer"), Refusal.REFERER),
    (
        _any(
            r"уже отправ",
            r"duplicate of a post",
            r"already (been )?(submitted|posted|sent)",
            r"double.?post",
            r"повторн\w+ отправ",
        ),
        Refusal.DUPLICATE,
    ),
    (
        _any(
            r"слишком (быстро|часто)",
            r"сразу после предыдущего",
            r"должно пройти",
            r"отправлено \d+ сек",
            r"so soon after",
            r"too (quickly|fast|often|soon)",
            r"at least \d+ (more )?sec",
            r"\d+ seconds? (have|has) to pass",
            r"less than \d+ seconds? ago",
            r"(wait|try again in) \d+ sec",
            r"flood|флуд",
        ),
        Refusal.FLOOD,
    ),
    (_STALE_FORM, Refusal.TOKEN),
    (
        _any(
            r"captcha|капч",
            r"код\w* подтверждения",
            r"confirmation code",
            r"verification code",
            r"anti-?spam|(против|от) спам",
        ),
        Refusal.CAPTCHA,
    ),
    (
        _any(
            r"\[/?[a-z*]+[^\]]*\].*\b(без|не|without|was|is|in|inside|within)\b",
            r"bb-?code",
            r"(тег|tag)\w* .*(закры|clos)",
        ),
        Refusal.BBCODE,
    ),
    (
        _any(
            r"слишком коротк|слишком мало (символов|знаков)",
            r"минимальн\w+ количество символов|minimum number of characters",
            r"too (short|few char)",
            r"(меньше|менее) \d+ (симв|знак)",
            r"at least \d+ char",
            r"не менее \d+ (симв|знак)",
        ),
        Refusal.TOO_SHORT,
    ),
    (
        _any(
            r"слишком длинн|слишком много (символов|знаков)",
            r"превышает",
            r"too (long|many char|large)",
            r"no more than \d+ char",
            r"(longer|more) than \d+ (char|byte)",
            r"maximum (allowed|length|number of (allowed )?characters)",
            r"максимальн\w+ (разреш\w+ )?количество символов",
        ),
        Refusal.TOO_LONG,
    ),
    (
        _any(
            r"не заполнен",
            r"оставлено пустым",
            r"пуст(ое|ым) сообщ",
            r"сообщение пуст",
            r"(введите|ввести) (текст )?сообщ",
            r"enter a (valid )?message",
            r"message is missing",
            r"(message|post) (was left|is|body was left|body is) (empty|blank)",
            r"no message",
            r"missing a message",
            r"обязательн\w+ пол",
        ),
        Refusal.EMPTY,
    ),
    (
        _any(
            r"(тема|форум|раздел)\w* (была )?(закрыт|заблокирован)",
            r"(topic|thread|forum) (is|has been|was)? ?(locked|closed)",
            r"(locked|closed) (topic|thread)",
        ),
        Refusal.CLOSED,
    ),
    (
        _any(
            r"тем\w+ не (существует|найден)",
            r"не существует",
            r"(topic|thread)\b.* (does not|doesn't) exist",
            r"no such (topic|thread)",
            r"тема или раздел\b.* (отсутств|недоступ)",
            r"missing or off.?limits",
            r"ссылк\w+ .*(невер|устар)",
            r"bad request|the link you followed",
        ),
        Refusal.NO_SUCH_TOPIC,
    ),
    (
        _any(
            r"авторизоваться|авторизуйтесь|не вошли",
            r"необходимо войти",
            r"войдите",
            r"(log|sign) ?in",
            r"must be (a )?(logged|registered)",
            r"not logged",
        ),
        Refusal.SIGN_IN_NEEDED,
    ),
    (
        _any(
            r"нет (прав|доступа|разрешен)",
            r"не имеете (прав|разрешен|доступа)",
            r"недостаточно прав",
            r"не можете (отвечать|писать|размещать|создавать)",
            r"запрещ",
            r"забанен|заблокирован",
            r"insufficient privileges",
            r"permission|not allowed|not authori[sz]ed|banned|cannot (reply|post)",
        ),
        Refusal.NO_PERMISSION,
    ),
)

_SIGN_INS: tuple[tuple[re.Pattern[str], SignIn], ...] = (
    (_BANNED, SignIn.LOCKED),
    (
        _any(
            r"captcha|капч",
            r"код\w* подтверждения",
            r"(confirmation|verification) code",
            r"anti-?spam",
            r"контрольн\w+ вопрос",
            r"(против|от) спам",
        ),
        SignIn.CAPTCHA,
    ),
    (
        _any(
            r"попыт\w+ (входа )?(превы|исчерп|закончи)",
            r"(превы|исчерп)\w* .*попыт",
            r"(maximum|allowed|too many) .*(attempts|tries|times)",
            r"(failed|exceeded) .*(attempts|tries)",
            r"used up your failed login quota",
            r"(аккаунт|уч[её]тная запись) .*(деактивирован|неактив)",
            r"account .*(inactive|disabled|not activated)",
            r"имя пользователя .*неактивн",
            r"username is (currently )?inactive",
            r"закрыт доступ|доступ .*закрыт",
            r"заблокирован|забанен|banned|locked",
            r"попытк\w+ .*через \d+",
        ),
        SignIn.LOCKED,
    ),
    (
        _any(
            r"подождать|подождите",
            r"please wait|wait (about|for|at least)",
            r"too (quickly|fast)|слишком (быстро|часто)",
        ),
        SignIn.TOO_FAST,
    ),
    (_STALE_FORM, SignIn.TOKEN_MISMATCH),
    (
        _any(
            r"парол|password",
            r"(имя|имени|логин)",
            r"user ?name|no such user|requested user|not exist",
            r"пользовател\w+ не (существует|найден)",
        ),
        SignIn.WRONG_PASSWORD,
    ),
)

_SECONDS = re.compile(r"(\d+)\s*(?:сек|sec)", re.IGNORECASE)


def refusal(words: str) -> Refusal:
    """Kind of a refused reply by the board's words; OTHER when they are not known."""
    return next((kind for pattern, kind in _REFUSALS if pattern.search(words)), Refusal.OTHER)


def sign_in(words: str) -> SignIn:
    """Kind of a refused sign-in by the board's words; UNKNOWN when they are not known."""
    return next((kind for pattern, kind in _SIGN_INS if pattern.search(words)), SignIn.UNKNOWN)


def seconds_to_wait(words: str) -> int | None:
    """The last number of seconds that a flood notice names: FluxBB gives first the rule, then what is left."""
    found = _SECONDS.findall(words)
    return int(found[-1]) if found else None
