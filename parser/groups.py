"""Words that the signals need (X6, X7), by what they may be part of; `parser.gate` finds them in a line."""

from __future__ import annotations

from parser.records import SignalKind

# Beginnings of words («$»: whole words) without which no phrase of a kind can be there. A kind is looked for when all
# groups of one of its alternatives occur.
GROUPS = {
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
# What must meet in a line for a signal to be there, the rarest first.
ALTERNATIVES: tuple[tuple[SignalKind, str], ...] = (
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
