"""A ruleset told rule by rule, from its data: what a GM reads before a game and shows to players who ask."""

from __future__ import annotations

from collections.abc import Iterator

from engine.i18n import _, ngettext, pgettext
from engine.lines import Line, line
from engine.records import Colour, Deed, Role
from engine.ruleset import Loss, Ruleset
from engine.wording import deed_word, heal_role_word, listed, role_word


def describe(rules: Ruleset) -> tuple[Line, ...]:
    """Every point of the ruleset, in the order of the spec's numbers."""
    return (*_roster(rules), *_votes(rules), *_misses(rules), *_execution(rules), *_nights(rules), *_end(rules))


def _roster(rules: Ruleset) -> Iterator[Line]:
    roles = listed([role_word(role) for role in rules.roles])
    yield line("N20", _("Roles: {roles}.").format(roles=roles))
    if rules.min_players:
        text = ngettext("For {count} player or more.", "For {count} players or more.", rules.min_players)
        yield line("N20", text.format(count=rules.min_players))
    if rules.deal:
        dealt = listed([role_word(role) for role in rules.deal])
        yield line("N20", _("Usually dealt: {roles}; everybody else is a citizen.").format(roles=dealt))


def _votes(rules: Ruleset) -> Iterator[Line]:
    against, defence = (
        listed([colour_word(name) for name in names]) for names in (rules.colours.against, rules.colours.defence)
    )
    if rules.defence == "against":
        yield line("V1", _("A vote is a living player's name; colour means nothing, every vote is against."))
    elif rules.defence == "none":
        yield line(
            "V1",
            _("A vote is a living player's name in this colour or with its word: {colour}.").format(colour=against),
        )
    else:
        text = _(
            "A vote is a living player's name in colour or with its word; against: {against}; in defence: {defence}."
        )
        yield line("V1", text.format(against=against, defence=defence))
    uncoloured = {
        "no_vote": _("A name without colour is no vote; a valid vote before it stands."),
        "against": _("A name without colour is a vote against."),
        "miss": _("A name without colour counts as not voting, whatever was before it."),
    }
    if rules.defence != "against":
        yield line("V1", uncoloured[rules.uncoloured])
    yield line("V2", _places(rules))
    yield line("V3", _deadline(rules))
    yield line(
        "V4", _("Of each voter the last valid vote counts; an invalid one is set aside and the one before it stands.")
    )
    if rules.votes_per_post == "single":
        yield line(
            "V4", _("One vote a post: a post with several votes is set aside, a change is a message of its own.")
        )
    else:
        yield line("V4", _("Of several votes in one post the last counts."))
    if rules.changes != "unlimited":
        text = ngettext(
            "A vote may be changed {count} time a day", "A vote may be changed {count} times a day", rules.changes
        )
        same = (
            _("voting the same again is a change too")
            if rules.repeat_is_change
            else _("voting the same again is no change")
        )
        yield line("V7", f"{text.format(count=rules.changes)}; {same}.")
    own = {
        "invalid": _("A vote for oneself, in any colour, does not count."),
        "allowed": _("One may vote for oneself."),
        "miss": _("A vote for oneself counts as not voting."),
    }
    yield line("V5", own[rules.self_vote])
    yield line("V6", _("A vote cannot be taken back, only changed."))
    yield line("V7", _("A final vote cannot be changed; nor can an early one, once there are any."))
    yield from _early(rules)
    yield from _weights(rules)
    yield line("V13", _voteless(rules))
    yield line("V14", _("The GM may announce a vote for a player in the vote topic; it is that player's vote."))
    edited = {
        "text_at_deadline": _("Of an edited post the text at the deadline counts."),
        "void": _("A vote post that was edited is set aside."),
        "miss": _("A vote post that was edited is set aside and counts as not voting."),
    }
    yield line("V15", edited[rules.edited_votes])
    vanished = {
        "count": _("Of a vote post that disappears the last text seen counts."),
        "void": _("A vote post that disappears is set aside."),
    }
    yield line("V15", vanished[rules.vanished_votes])
    yield line("V16", _replacement(rules))
    yield line("V17", _("The dead do not vote."))
    yield line("V18", _("A voter is an account; nobody else writes a player's vote."))
    yield line(
        "V19", _("A reply that the board appends to the author's previous post is a message of its own, and no edit.")
    )
    mid_day = {
        "set_aside": _(
            "Votes for a player removed during the day are set aside; the voter's valid vote before it stands."
        ),
        "stand": _("Votes for a player removed during the day stand."),
    }
    yield line("V20", mid_day[rules.removed_mid_day])


def _places(rules: Ruleset) -> str:
    return {
        "votes": _("Votes are cast in the vote topic."),
        "game": _("Votes are cast in the game topic."),
        "both": _("Votes are cast in the vote topic or the game topic."),
    }[rules.votes_in]


def _deadline(rules: Ruleset) -> str:
    if rules.deadline_second == "inclusive":
        return _("Votes count from the opening of the day up to the deadline, the deadline's own minute included.")
    return _("Votes count from the opening of the day up to the deadline; the deadline's own minute is late.")


def _early(rules: Ruleset) -> Iterator[Line]:
    if not rules.early_from_day:
        yield line("V8", _("There is no early voting."))
        return
    text = _(
        "From day {day} on a vote may be early: the day may close when all who owe a vote have voted early, and at the "
        "GM's discretion when more than {share} % of them have."
    )
    yield line("V8", text.format(day=rules.early_from_day, share=round(rules.early_discretion_above * 100)))


def _weights(rules: Ruleset) -> Iterator[Line]:
    yield line("V9", _("Every vote counts 1."))
    for role, row in rules.weights.items():
        for colour, number in row.items():
            text = (
                _("A vote against by this role counts {number}: {role}.")
                if colour is Colour.RED
                else _("A vote in defence by this role counts {number}: {role}.")
            )
            yield line("V9", text.format(number=number, role=role_word(role)))
    if rules.defence == "subtracts":
        yield line("V9", _("A vote in defence takes off what it counts."))


def _voteless(rules: Ruleset) -> str:
    told = {
        "not_entitled": _("Who has lost the vote owes none; a vote is set aside."),
        "must_vote": _("Who has lost the vote owes one all the same; it has no weight."),
    }[rules.silenced]
    if rules.silent_boss_owes:
        owes = _("The boss who lost his silently owes one all the same; it has no weight.")
        return " ".join((told, owes, _("If a loss of his is announced too, he owes none.")))
    return told


def _replacement(rules: Ruleset) -> str:
    kept = [_("the role")]
    if rules.replacement_takes_misses:
        kept.append(_("the misses"))
    if rules.replacement_takes_ballots:
        kept.append(_("the votes already cast"))
    return _("A newcomer takes over from the player replaced: {kept}.").format(kept=listed(kept))


def _misses(rules: Ruleset) -> Iterator[Line]:
    text = ngettext(
        "Not voting brings {count} vote against.", "Not voting brings {count} votes against.", rules.miss_penalty
    )
    yield line("V10", text.format(count=rules.miss_penalty))
    yield line("V10", _("Who has no valid vote when the day closes, early or at its deadline, has not voted."))
    if rules.miss_penalty_growth:
        text = ngettext(
            "Every further miss brings {count} more.",
            "Every further miss brings {count} more.",
            rules.miss_penalty_growth,
        )
        yield line("V10", text.format(count=rules.miss_penalty_growth))
    if rules.miss_penalty_first:
        yield line("V10", _("They count as the earliest votes."))
    text = _("Miss number {count} puts a modkill or a replacement before the GM.")
    if rules.misses_in_a_row:
        text = _("Miss number {count} in a row puts a modkill or a replacement before the GM.")
    yield line("V11", text.format(count=rules.misses_to_modkill))
    if rules.night_misses_count:
        yield line("V11", _("Missing a night action counts as a miss."))
    votes = rules.night_miss_votes
    text = ngettext(
        "Missing a night action brings {count} vote against the next day.",
        "Missing a night action brings {count} votes against the next day.",
        votes,
    )
    yield line("V11", text.format(count=votes) if votes else _("Missing a night action brings no votes against."))


def _execution(rules: Ruleset) -> Iterator[Line]:
    if rules.positive_only:
        yield line("V12", _("The highest positive score is executed."))
    else:
        yield line("V12", _("The highest score is executed, positive or not."))
    ties = {
        "nobody": _("Of equal highest scores nobody is executed."),
        "all": _("Of equal highest scores all are executed."),
        "pair": _("Of two equal highest scores both are executed, of more nobody."),
        "first": _("Of equal highest scores the one who reached it first is executed."),
    }
    yield line("V12", ties[rules.tie])
    if rules.nobody_vote:
        yield line("V12", _("One may vote for nobody: {words}.").format(words=listed(rules.nobody_vote)))
    yield line("R1", _reveals(rules))


def _reveals(rules: Ruleset) -> str:
    if rules.reveal_above == "always":
        return _("Roles of those who leave are always made public.")
    if rules.reveal_above == "never":
        return _("Roles of those who leave stay closed.")
    moment = {"phase_start": _("at the start of the phase"), "phase_end": _("at the end of the phase")}[
        rules.reveal_counts
    ]
    return _("Roles of those who leave are made public while more than {count} are alive {moment}.").format(
        count=rules.reveal_above, moment=moment
    )


def _nights(rules: Ruleset) -> Iterator[Line]:
    for role, deeds in rules.deeds.items():
        told = listed([deed_word(deed) for deed in deeds])
        yield line("N1" if role is Role.BOSS else "N20", f"{role_word(role).capitalize()}: {told}.")
    yield line("N0", _("All actions of a night happen at once: who dies tonight still acts, unless blocked."))
    yield line(
        "N0", _("Of each sender the last order that the rules allow counts; nobody is named twice in one order.")
    )
    yield from _boss(rules)
    has = {deed for deeds in rules.deeds.values() for deed in deeds}
    if Deed.BLOCK in has:
        yield line("N6", _blocker(rules, Role.GOON, rules.chances.goon_vote_loss, rules.silences.goon))
    if Deed.VISIT in has:
        yield line("N7", _blocker(rules, Role.GIRL, rules.chances.girl_vote_loss, rules.silences.girl))
    if has & {Deed.BLOCK, Deed.VISIT}:
        yield from _blocks(rules, has)
    if Deed.TORTURE in has:
        yield from _torture(rules)
    if Deed.CHECK in has:
        yield line("N10", _("A check answers mafia or not mafia; every role of the mafia's side is mafia."))
    yield from _doctor(rules, has)
    yield line("N15", _("Whoever is killed by several is reported once."))
    missing = _(
        "A night is missed by the boss when no order for him stands, and by everyone else whose role has an action and "
        "who has no order that stands; who has nothing left to do misses nothing."
    )
    yield line("N16", missing)
    yield line("N18", _("An order to kill oneself is refused unless the GM lets it through."))
    if any(loss.announced for loss in _losses(rules)):
        yield line("R2", _("A lost vote is announced in the same words on each of its days, whatever the cause."))
    yield line(
        "D1", _("Every chance is a die with a name: drawn once from the game's secret seed, or entered by the GM.")
    )
    yield line(
        "D3", _("The seed's hash can be published at the start and the seed at the end: everybody can draw again.")
    )


def _boss(rules: Ruleset) -> Iterator[Line]:
    boss, has = rules.boss, rules.deeds.get(Role.BOSS, ())
    if Deed.KILL in has:
        text = ngettext(
            "The boss kills at most {count} player a night.",
            "The boss kills at most {count} players a night.",
            boss.kills,
        )
        yield line("N1", text.format(count=boss.kills))
    if boss.kills > 1:
        yield line("N1", _("No double kill with {count} alive or fewer.").format(count=boss.no_double_kill_at))
    if Deed.INTIMIDATE in has:
        text = _("The boss intimidates at most {count}; with fewer than {alive} alive at most {few}. The loss: {loss}.")
        yield line(
            "N1",
            text.format(
                count=boss.intimidates,
                alive=boss.few_alive,
                few=boss.few_intimidates,
                loss=_loss(rules.silences.intimidation),
            ),
        )
    costly = Deed.KILL_AND_INTIMIDATE in has or boss.kills > 1
    if costly:
        text = _("A double kill, or kill and intimidation, exposes the boss with a chance of {chance} %.")
        yield line("N1", text.format(chance=_percent(rules.chances.exposure)))
    if Deed.KILL_AND_INTIMIDATE in has and boss.no_kill_and_intimidate_at:
        yield line(
            "N1",
            _("No kill and intimidation with {count} alive or fewer.").format(count=boss.no_kill_and_intimidate_at),
        )
    line_of_roles = listed([role_word(role) for role in rules.succession])
    yield line("N2", _("The boss is the first living one of: {roles}.").format(roles=line_of_roles))
    senders = listed([role_word(role) for role in rules.senders])
    yield line(
        "N3", _("If the boss sends nothing, the order of the next in line counts: {roles}.").format(roles=senders)
    )
    if any(rules.deeds.get(role) for role in {*rules.senders, *rules.succession} - {Role.BOSS}):
        text = _("One action a night: who is the boss or sends for him gives up an action of his own.")
        yield line("N2", text)
    if Deed.ASK in has:
        text = _("A question to the council is the boss's action; it may not ask for a named player's role or action.")
        yield line("N4", text)
    if rules.act_of == "boss":
        yield line("N3", _("Whoever sent it, it is the boss's act: a block on the boss stops it."))
    else:
        yield line("N3", _("The act is its sender's: a block on the sender stops it."))
    if costly or Deed.INTIMIDATE in has:
        text = _(
            "The boss loses his vote after a double kill, after kill and intimidation, and after intimidating at least "
            "{share} % of the living: {loss}."
        )
        yield line("N5", text.format(share=_percent(boss.silent_loss_share), loss=_loss(rules.silences.boss)))
        yield line(
            "N17", _("A boss who was blocked did nothing; a kill that a heal undoes counts as done all the same.")
        )


def _blocker(rules: Ruleset, role: Role, chance: float, loss: Loss) -> str:
    text = _(
        "{role}: the action of the one visited does not happen; with a chance of {chance} % the vote is lost: {loss}. "
        "Not the same player two nights running, unless {alive} or fewer are alive."
    )
    return text.format(
        role=role_word(role).capitalize(), chance=_percent(chance), loss=_loss(loss), alive=rules.repeats.lifted_at
    )


def _blocks(rules: Ruleset, has: set[Deed]) -> Iterator[Line]:
    if {Deed.BLOCK, Deed.VISIT} <= has:
        yield line("N8", _("Goon and girl at each other's door: the goon's block holds. Who is blocked blocks nobody."))
    if Deed.BLOODY_KILL not in has:
        return
    if rules.maniac.blocker_dies:
        yield line(
            "N19", _("A blocker who came to the target of a bloody kill dies too, and both roles are made public.")
        )
    if rules.maniac.blocked_blocker_dies:
        yield line("N14", _("A blocked blocker dies at the door of a bloody kill too."))
    else:
        yield line("N14", _("A blocked blocker was not at the door and does not die there."))


def _torture(rules: Ruleset) -> Iterator[Line]:
    text = _("Torture: {loss}; with a chance of {chance} % the city learns that it was the maniac.")
    yield line("N9", text.format(loss=_loss(rules.silences.torture), chance=_percent(rules.chances.evidence)))
    yield line(
        "N9",
        _("Torture stops the victim's action.")
        if rules.maniac.torture_blocks
        else _("Torture does not stop the victim's action."),
    )


def _doctor(rules: Ruleset, has: set[Deed]) -> Iterator[Line]:
    doctor = rules.doctor
    if Deed.SERUM in has:
        told = _("the city learns the role") if doctor.serum_public else _("the city is not told the role")
        text = _(
            "Serum: {told}; the doctor is exposed with a chance of {chance} %. Not two nights running with fewer than "
            "{count} alive."
        )
        yield line(
            "N11",
            text.format(told=told, chance=_percent(rules.chances.doctor_exposure), count=doctor.serum_repeats_from),
        )
    if Deed.HEAL_FROM in has:
        roles = listed([heal_role_word(role) for role in doctor.heal_from])
        yield line(
            "N11",
            _("Healing from a role ({roles}) saves all its victims; not from the same role two nights running.").format(
                roles=roles
            ),
        )
        if doctor.heal_from_sides:
            text = ngettext(
                "It needs {count} killing side alive.", "It needs {count} killing sides alive.", doctor.heal_from_sides
            )
            yield line("N11", text.format(count=doctor.heal_from_sides))
        if doctor.heal_from_needs_open_roles:
            yield line("N11", _("It ends when roles stay closed."))
        yield line(
            "N13",
            _("Healing from the maniac saves the blocker at the door too.")
            if doctor.maniac_heal_saves_blocker
            else _("Healing from the maniac does not save the blocker at the door."),
        )
    if Deed.POISON in has:
        yield line("N11", _("Poison: {loss}.").format(loss=_loss(rules.silences.poison)))
        yield line(
            "N11",
            _("Poison stops the victim's action.")
            if doctor.poison_blocks
            else _("Poison does not stop the victim's action."),
        )
    if Deed.HEAL in has:
        yield line(
            "N12",
            _(
                "A healed player survives any number of killers. Not the same player two nights running, unless "
                "{alive} or fewer are alive."
            ).format(alive=rules.repeats.lifted_at),
        )
        if doctor.role_save_counts and Deed.HEAL_FROM in has:
            yield line(
                "N12", _("A save by healing from a role counts as a heal of the one saved; the doctor is not told.")
            )
        if doctor.cures:
            yield line(
                "N11",
                _("Healing also cures: {what}.").format(what=listed([deed_word(Deed(cure)) for cure in doctor.cures])),
            )
    if has & {Deed.BLOCK, Deed.VISIT, Deed.HEAL, Deed.HEAL_FROM, Deed.SERUM}:
        counts = {
            "took_effect": _(
                "For “two nights running” an order counts that took effect; one that was blocked or refused does not."
            ),
            "sent": _("For “two nights running” every order counts that stood, blocked or not."),
        }
        yield line("N12", counts[rules.repeats.counts])


def _end(rules: Ruleset) -> Iterator[Line]:
    if rules.victory.mafia_at_parity:
        yield line("R3", _("The mafia wins when no maniac lives and it is at least as many as the others."))
    else:
        yield line("R3", _("The mafia wins when only mafia lives."))
    if Role.MANIAC in rules.roles:
        text = _("The maniac wins when no mafia lives and at most this many others do: {count}.")
        yield line("R3", text.format(count=rules.victory.maniac_with_at_most))
    yield line("R3", _("The city wins when neither mafia nor maniac lives; nobody wins when nobody lives."))


def _loss(loss: Loss) -> str:
    days = ngettext("no vote for {count} day", "no vote for {count} days", loss.days).format(count=loss.days)
    return _("{days}, announced").format(days=days) if loss.announced else _("{days}, not announced").format(days=days)


def _losses(rules: Ruleset) -> tuple[Loss, ...]:
    told = rules.silences
    return told.intimidation, told.goon, told.girl, told.torture, told.poison, told.boss


def _percent(chance: float) -> int:
    return round(chance * 100)


def colour_word(name: str) -> str:
    """A colour of the ruleset in words; one that has no word here stays as it is written."""
    words = {
        "red": pgettext("colour", "red"),
        "blue": pgettext("colour", "blue"),
        "green": pgettext("colour", "green"),
    }
    return words.get(name, name)
