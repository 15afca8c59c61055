"""The words by which refusals are known, Russian and English; patterns, matched without regard to case."""

from __future__ import annotations

import re

from scraper.errors import NotATopic

# Looked for in the raw page: such checks have hardly any text of their own.
ANTI_BOT = (
    r"<title>\s*(?:just a moment|один момент|attention required! \| cloudflare|ddos-guard|проверка браузера)",
    r"cf-browser-verification|cf_chl_opt|cf-chl-|/cdn-cgi/challenge-platform/h/",
    r"checking your browser|проверка (?:вашего )?браузера|проверяем (?:ваш )?браузер",
    r"ddos-guard|__ddg\d|slowaes\.decrypt|tonumbers\(|stormwall|qrator|servicepipe|variti|killbot",
    r"вы не робот|you are (?:not )?a (?:robot|human)|enable javascript and cookies to continue",
)
# A ban, before all else: it names the closed board too, and its reason may say anything.
BANNED = (
    r"вам (?:\w+\s+){0,2}?закрыт доступ|доступ (?:\w+\s+){0,3}?закрыт для ваш",
    r"вы (?:\w+\s+){0,2}?(?:забанены|заблокированы)",
    r"you (?:are|have been|were) (?:\w+\s+){0,2}?banned|a ban has been issued",
    r"banned your ip|ip address has been banned",
)
# Looked for in the board's own words, in this order: the first kind that fits is meant.
WORDS: dict[NotATopic, tuple[str, ...]] = {
    NotATopic.DATABASE_ERROR: (
        r"sql error|mysqli?_|mysql server has gone away|sqlstate\[|database error|query error|general error",
        r"could not connect to (?:the )?database|unable to connect to (?:the )?(?:mysql|database)",
        r"error establishing a database connection|connection problems|too many connections",
        r"internal sql error|an error (?:was|has been) (?:encountered|reported) (?:by|with) the (?:database|sql)",
        r"ошибк\w+ (?:базы данных|подключения к базе|sql|при обращении к базе)",
        r"проблем\w+ с (?:сервером )?баз\w+ данных|не удалось (?:подключиться|соединиться) (?:к|с) баз",
        r"fatal error: uncaught|parse error\s*:\s+syntax error|не\w* может подключиться к базе",
    ),
    NotATopic.MAINTENANCE: (
        r"(?:форум|конференци|сайт|доска)\w*\s+(?:\w+\s+){0,4}?(?:закрыт|отключ[её]н|недоступ|обслуж|выключен)",
        r"(?:board|forum|site)s?\s+(?:\w+\s+){0,4}?(?:closed|disabled|unavailable|down|offline)\b",
        r"техническ\w+ (?:работ|обслуж|перерыв|причин)|профилактическ|режим\w* обслуживани|идут работы",
        r"under maintenance|maintenance mode|(?:for|down for) maintenance|temporarily (?:unavailable|closed|disabled)",
        r"временно (?:недоступ|закрыт|отключ|не работа)|currently (?:unavailable|being upgraded)|check back later",
    ),
    NotATopic.FLOOD: (
        r"слишком (?:часто|много запрос|быстр)|превышен\w* (?:лимит|число|количество)|так часто",
        r"подожд(?:ите|ать) (?:\w+\s+){0,3}\d+ сек|wait (?:\w+\s+){0,2}\d+ sec",
        r"(?:хотя бы|не менее) \d+ сек|сервер (?:слишком )?(?:занят|перегружен)",
        r"последнее сообщение с вашего ip|the last post from your ip",
        r"too many requests|too (?:fast|quickly|often)|rate limit|flood|server (?:is )?(?:too )?(?:busy|overloaded)",
    ),
    NotATopic.NO_SUCH_TOPIC: (
        r"(?:тем|сообщени|страниц|раздел)\w*,?\s+(?:[\w,]+\s+){0,4}?(?:не существу|не найден|отсутству|удал[её]н)",
        r"не (?:существует|найдена?|найдено) (?:\w+\s+){0,3}?(?:тем|сообщени|страниц)|нет (?:так\w+ )?(?:тем|сообщени)",
        r"(?:ссылка|запрос)\w* (?:\w+\s+){0,3}?(?:ошибочн|устарел|неверн|неправильн)",
        r"(?:неверн|неправильн)\w+ (?:запрос|ссылк|адрес|номер|тем)",
        r"(?:topic|thread|post|page) (?:[\w,]+ ){0,6}?(?:not exist|doesn.?t exist|not found|missing|deleted|removed)",
        r"(?:topic|thread|post|page) could not be found|использовали правильную ссылку",
        r"no such (?:topic|thread)|invalid (?:thread|topic)|no posts (?:for|exist|were found)|bad request|not found",
        r"link (?:you followed )?is incorrect or outdated|missing or off.?limits",
        r"(?:could not|can ?not|can.t) (?:locate|find) |не (?:можем|может|смогли|удалось) найти",
    ),
    NotATopic.REGISTRATION_WALL: (
        r"(?:только|лишь) (?:для )?зарегистрированн|зарегистрированн\w+ (?:пользовател|участник)\w* имеют доступ",
        r"(?:необходимо|нужно) (?:быть )?зарегистр|требуется регистрация|только для (?:участников|пользователей)",
        r"only registered|registered (?:users|members) (?:only|may|can)|must (?:be registered|register)|members only",
        r"must be a logged.?in, registered member",
    ),
    NotATopic.NO_PERMISSION: (
        r"нет (?:\w+\s+){0,3}?(?:прав|доступа|разрешени|полномочи)|недостаточно прав|не имеете (?:\w+\s+){0,2}?прав",
        r"доступ (?:\w+\s+){0,3}?(?:запрещ|закрыт|ограничен)|вы не можете (?:просматривать|читать|видеть)",
        r"забанен|заблокирован|закрыт\w* для вас|не авторизованы для (?:чтения|просмотра)",
        r"(?:do not|don.t|not) have (?:\w+\s+){0,2}?(?:permission|access|right)",
        r"not (?:authori[sz]ed|allowed|permitted)",
        r"permission denied|access denied|forbidden|you (?:are|have been) banned",
    ),
    NotATopic.LOGIN_FORM: (
        r"(?:необходимо|нужно|требуется|должны|следует|нужна) (?:\w+\s+){0,3}?(?:авториз|войти|вход)",
        r"пожалуйста, (?:войдите|авторизуйтесь)|вы не (?:авторизован|вошли)|войдите на форум",
        r"(?:must|need to|please|have to) (?:be )?log(?:ged)?.?in|login required|sign in to",
    ),
}


def compiled(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """One expression of several."""
    return re.compile("|".join(patterns), re.IGNORECASE)
