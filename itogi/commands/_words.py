"""What GMs type for the words that commands take: in Russian, on the wrong layout; days as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

import click

from engine.i18n import _
from itogi.commands._common import now
from itogi.errors import NotYetError
from itogi.haste import meant
from itogi.moments import date_of

PHASES = {"day": ("суд", "день"), "night": ("ночь",)}
PLACE_WORDS = {
    "player": ("играет", "игрок"),
    "reserve": ("резерв", "запасной", "запас"),
    "refused": ("отказ", "отказано", "отказать"),
    "left": ("передумал", "передумала", "ушёл", "вышел"),
}
TOPICS = {"game": ("игра", "игровая"), "vote": ("голосование", "голоса"), "signup": ("набор", "запись")}
VERDICT_WORDS = {
    "confirm": ("подтвердить", "подтверждаю"),
    "dismiss": ("отклонить", "отклоняю"),
    "warn": ("предупредить", "предупреждение"),
    "replace": ("заменить", "замена"),
    "modkill": ("модкилл", "модкил", "снять"),
}
RULINGS = {
    "modkill": ("модкилл", "модкил", "снять"),
    "replace": ("замена", "заменить"),
    "execute": ("казнь", "казнить"),
    "pardon": ("помилование", "помиловать"),
    "object": ("возражение", "возражает"),
}
TEXTS = {
    "results": ("итоги",),
    "count": ("подсчёт", "голоса"),
    "call": ("призыв",),
    "opening": ("открытие",),
    "roster": ("список",),
    "warning": ("предупреждение",),
    "modkill": ("модкилл", "модкил"),
    "replacement": ("замена",),
    "private": ("личное",),
}
INBOX = {"done": ("отвечено", "готово"), "ignore": ("не-нужно", "пропустить"), "open": ("ждёт", "открыть")}
CHARTS = {"timeline": ("лидеры",), "wagons": ("голоса",), "activity": ("активность",)}
TABLES = {**CHARTS, "votes": ("голоса",), "wagons": ("за-кого",), "roster": ("игроки",), "scores": ("счёт",)}


class OneOf(click.Choice[str]):
    """A choice of words that takes the Russian ones too."""

    def __init__(self, choices: Iterable[str], words: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__([str(choice) for choice in choices])
        self.words = {choice: words.get(choice, ()) for choice in self.choices}

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word meant. Fails with those that are taken."""
        found = meant(self.words, value)
        if found is None:
            self.fail(
                _("`{word}` is none of these words: {words}.").format(word=value, words=self.accepted()), param, ctx
            )
        return found

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """What can be written."""
        return _("Choose: {words}.").format(words=self.accepted())

    def accepted(self) -> str:
        """`day (суд), night (ночь)`."""
        return ", ".join(f"{word} ({others[0]})" if others else word for word, others in self.words.items())


class Day(click.ParamType[date]):
    """A day as a GM writes it: 24.11, 24.11.2026, 2026-11-24, завтра."""

    name = "date"

    def convert(self, value: str | date, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day meant. Fails with how it is written."""
        if isinstance(value, date):
            return value
        try:
            return date_of(value, now().astimezone().date())
        except NotYetError as fault:
            self.fail(str(fault), param, ctx)
