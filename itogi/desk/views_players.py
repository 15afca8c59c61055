"""The players: slots, accounts, aliases, fates, misses, replacement; and the start of a game."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from engine.events import AliasAdded, RolesDealt, Said
from engine.i18n import _
from engine.records import Role
from itogi.desk.app import Desk
from itogi.errors import NotYetError
from itogi.moments import shown
from itogi.names import role_named, same, slot_named
from itogi.timetable import PhaseKind
from reports.phrases import role_name


@dataclass(frozen=True, slots=True)
class Slot:
    """A line of the roster."""

    number: int
    name: str
    alive: bool
    fate: str
    accounts: str
    aliases: str
    misses: int
    role: str


def players(desk: Desk, request: Request) -> Response:
    """The roster, with roles only where they are shown."""
    with desk.table() as table:
        evening = table.evening
        state, zone = evening.state, table.game.zone
        misses = dict(state.misses)
        fates = {fate.player: fate for fate in state.fates}
        accounts: dict[str, list[str]] = {}
        for voice in evening.speakers.voices:
            since = _(" from {at}").format(at=shown(voice.since, zone)) if voice.since else ""
            until = _(" until {at}").format(at=shown(voice.until, zone)) if voice.until else ""
            accounts.setdefault(voice.slot, []).append(voice.account.name + since + until)
        slots = [
            Slot(
                number=number,
                name=player.name,
                alive=player.name in state.alive,
                fate=_fate(fates[player.name].phase, fates[player.name].number) if player.name in fates else "",
                accounts=", ".join(accounts.get(player.name, [])),
                aliases=", ".join(player.aliases),
                misses=misses.get(player.name, 0),
                role=role_name(player.role) if player.role else "",
            )
            for number, player in enumerate(evening.setup.players, 1)
        ]
        return desk.show(
            request,
            "players.html",
            table,
            slots=slots,
            roles=[(role.value, role_name(role)) for role in Role if role in evening.rules.roles],
            reserves=table.game.file.reserves,
            chosen=next((slot for slot in slots if slot.name == request.query_params.get("player")), None),
            court=evening.days[-1].number if evening.days else None,
            running=evening.phase.kind is PhaseKind.DAY,
        )


def _fate(phase: str, number: int) -> str:
    text = _("out in night {number}") if phase == "night" else _("out on day {number}")
    return text.format(number=number)


def change_player(desk: Desk, request: Request) -> Response:
    """A further name or the role of one player; removals have a page of their own."""
    form: FormData = request.state.form
    with desk.table() as table:
        evening = table.evening
        name = slot_named([player.name for player in evening.setup.players], str(form.get("player", "")))
        what, value = str(form.get("what", "")), str(form.get("value", "")).strip()
        said: Said
        if what == "alias":
            _check_alias(value, [(player.name, player.aliases) for player in evening.setup.players])
            said = AliasAdded(player=name, alias=value)
            message = _("{player} is also called «{alias}».").format(player=name, alias=value)
        elif what == "role":
            said = RolesDealt(roles=((name, role_named(value)),))
            message = _("The role of {player} is kept.").format(player=name)
        else:
            raise NotYetError(_("There is no such change."))
        event = desk.enter(request, table.store, said)
        undo = _("Entry {number} of the journal; it can be taken back there.").format(number=event.number)
        return desk.back(request, f"{message} {undo}")


def _check_alias(alias: str, known: list[tuple[str, tuple[str, ...]]]) -> None:
    if not alias:
        raise NotYetError(_("Write the further name."))
    for name, aliases in known:
        if any(same(alias, other) for other in (name, *aliases)):
            raise NotYetError(_("`{alias}` is already a name of {player}.").format(alias=alias, player=name))
