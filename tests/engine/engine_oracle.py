"""A second referee: the ruleset `hyper`, worked out plainly from the rules, to be compared with the engine.

It shares no code with the engine and reads the script of the JSON contract; every die that may be asked for must be
entered. Written to be read beside the rules: one pass over a night, one over a day.
"""

from __future__ import annotations

from typing import Any

Phase = dict[str, Any]
Order = dict[str, Any]
Blow = tuple[str, str, bool]
"""Victim, side, whether it is bloody."""

MAFIA = {"boss", "rank2", "rank3", "lawyer", "journalist", "goon"}
LINE = ("boss", "rank2", "rank3", "lawyer", "goon")
FOR_THE_BOSS = {"kill", "intimidate", "kill_and_intimidate", "ask"}
OWN = {
    "goon": ("N6", {"block"}),
    "girl": ("N7", {"visit"}),
    "maniac": ("N9", {"bloody_kill", "quick_kill", "torture"}),
    "commissioner": ("N10", {"check", "kill"}),
    "doctor": ("N11", {"serum", "heal", "heal_from", "poison"}),
}
WEIGHTS = {("doctor", "blue"): 3, ("prosecutor", "red"): 2}


def referee(script: Phase) -> list[Phase]:
    """The answer to a script of `hyper`, without the reasons."""
    table = Table(script)
    return [table.night(phase) if "night" in phase else table.day(phase) for phase in script["phases"]]


class Table:
    """A game at the table: who lives, who has missed, who may not vote, what last night's orders did."""

    def __init__(self, script: Phase) -> None:
        self.roles: dict[str, str] = {player["name"]: player["role"] for player in script["players"]}
        self.alive = list(self.roles)
        self.misses = dict.fromkeys(self.roles, 0)
        self.voteless_until = dict.fromkeys(self.roles, 0)
        self.mute_on = dict.fromkeys(self.roles, 0)
        self.last_night: dict[str, Phase] = {}
        """By sender: the order that took effect, with whom a heal from a role saved."""

    def boss(self) -> str | None:
        """N2."""
        return next((name for role in LINE for name in self.alive if self.roles[name] == role), None)

    def common(self) -> Phase:
        """V11, R3."""
        mafia = sum(self.roles[name] in MAFIA for name in self.alive)
        maniacs = sum(self.roles[name] == "maniac" for name in self.alive)
        rest = len(self.alive) - mafia - maniacs
        won = None
        if not self.alive:
            won = "nobody"
        elif not mafia and not maniacs:
            won = "city"
        elif not maniacs and mafia >= rest:
            won = "mafia"
        elif not mafia and rest <= 1:
            won = "maniac"
        due = [name for name in self.alive if self.misses[name] >= 2]
        return {"modkill_due": due, "alive": list(self.alive), "victory": won}

    def forbidden(self, order: Order) -> str | None:
        """The number of the rule that refuses an order."""
        by, do, targets = order["by"], order["do"], order.get("targets", [])
        role, living = self.roles[by], len(self.alive)
        rule, deeds = OWN.get(role, ("N1", set()))
        known = deeds | {"other"} | (FOR_THE_BOSS if role in LINE else set())
        if by not in self.alive or do not in known:
            return "N"
        if do == "other":
            return None
        if any(target not in self.alive for target in targets):
            return "N"
        if role in MAFIA and do in FOR_THE_BOSS:
            rule = "N1"
        most = {"kill": 2 if rule == "N1" else 1, "intimidate": 3, "kill_and_intimidate": 2}.get(do, 1)
        if len(targets) > most or len(set(targets)) < len(targets):
            return rule
        killing = {"kill": targets, "kill_and_intimidate": targets[:1], "bloody_kill": targets, "quick_kill": targets}
        if by in killing.get(do, []):
            return "N18"
        if do == "kill" and len(targets) == 2 and living <= 3:
            return "N1"
        if do == "intimidate" and len(targets) > 2 and living < 10:
            return "N1"
        if do == "heal_from" and (living <= 10 or not self.two_killing_sides()):
            return "N11"
        return self.repeated(order)

    def two_killing_sides(self) -> bool:
        """N11: mafia that can shoot, and the maniac."""
        return self.boss() is not None and any(self.roles[name] == "maniac" for name in self.alive)

    def repeated(self, order: Order) -> str | None:
        """N6, N7, N11, N12: two nights running."""
        before = self.last_night.get(order["by"], {})
        if before.get("do") != order["do"]:
            return None
        if order["do"] == "serum":
            return "N11" if len(self.alive) < 15 else None
        if len(self.alive) <= 3:
            return None
        if order["do"] == "heal_from":
            return "N11" if before["role"] == order["role"] else None
        rules = {"block": "N6", "visit": "N7", "heal": "N12"}
        return rules.get(order["do"]) if before["targets"] == order.get("targets", []) else None

    def sorted_out(self, phase: Phase) -> tuple[dict[str, Order], dict[str, Order], list[Phase]]:
        """N0, N3: (by sender what stands, by actor what is carried out, what is refused)."""
        allowed = {item["allow"] for item in phase.get("decisions", []) if "allow" in item}
        standing: dict[str, Order] = {}
        refused = []
        for order in phase["orders"]:
            rule = self.forbidden(order)
            if rule and order["by"] not in allowed:
                refused.append({"by": order["by"], "rule": rule})
            else:
                standing[order["by"]] = order
        boss = self.boss()
        acts: dict[str, Order] = {}
        for role in LINE:
            for name in self.alive:
                order = standing.get(name)
                if boss in acts or not order or self.roles[name] != role:
                    continue
                if name == boss or order["do"] in FOR_THE_BOSS:
                    acts[str(boss)] = order
        others = [name for name, order in standing.items() if self.roles[name] in MAFIA and order["do"] in FOR_THE_BOSS]
        if others and boss not in acts:
            acts[boss or others[0]] = standing[others[0]]
        for name, order in standing.items():
            given_way = self.roles[name] in MAFIA and order["do"] in FOR_THE_BOSS
            if not given_way and name not in acts:
                acts[name] = order
        return standing, acts, refused

    def stopped(self, acts: dict[str, Order]) -> set[str]:
        """N6-N8: whose act does not happen. With one goon and one girl there are three ways of meeting."""
        at = {
            order["do"]: (name, order["targets"][0])
            for name, order in acts.items()
            if order["do"] in ("block", "visit")
        }
        comings = {do: way for do, way in at.items() if way[0] != way[1]}
        goon, girl = comings.get("block"), comings.get("visit")
        if goon and girl and goon[1] == girl[0]:
            return {goon[1]}
        if goon and girl and girl[1] == goon[0]:
            return {girl[1]}
        return {way[1] for way in comings.values()}

    def night(self, phase: Phase) -> Phase:
        """One night, whole."""
        start, boss, dice = list(self.alive), self.boss(), phase["dice"]
        standing, acts, refused = self.sorted_out(phase)
        stopped = self.stopped(acts)
        doing = {name: order for name, order in acts.items() if name not in stopped}
        doors = [
            (order["targets"][0], name)
            for name, order in doing.items()
            if order["do"] in ("block", "visit") and order["targets"][0] != name
        ]
        blows = self.blows(doing, doors)
        allowed = {item["allow"] for item in phase.get("decisions", []) if "allow" in item}
        banned = {name for name, order in doing.items() if order["by"] not in allowed and len(start) > 3}
        healed, void, saved_from_role = self.healed(doing, blows, banned)
        fatal = [blow for blow in blows if blow not in healed]
        dead = {victim for victim, _side, _bloody in fatal}
        removed = {item["modkill"] for item in phase.get("decisions", []) if "modkill" in item}
        self.alive = [name for name in start if name not in dead and name not in removed]
        found: Phase = {
            "night": phase["night"],
            "boss": boss,
            "refused": refused,
            "blocked": [{"player": target, "by": by} for target, by in doors],
            "deaths": [self.death(victim, fatal, opened=len(start) > 10) for victim in dead],
            "saved": sorted({victim for victim, _side, _bloody in healed} - dead),
            "notes": [
                {"by": order["by"], "text": order["text"]} for order in acts.values() if order["do"] in ("ask", "other")
            ],
            "missed": self.missed(start, boss, standing, acts),
        }
        found |= self.told(doing, dice)
        found["silenced"] = self.silenced(phase["night"], doing, dice, len(start))
        self.last_night = {
            order["by"]: {"do": order["do"], "targets": order.get("targets", []), "role": order.get("role")}
            | {"saved": saved_from_role if order["do"] == "heal_from" else set()}
            for name, order in doing.items()
            if name not in void
        }
        return found | self.common()

    def blows(self, doing: dict[str, Order], doors: list[tuple[str, str]]) -> list[Blow]:
        """N1, N9, N10, N14, N19: (victim, side, bloody) of every attempt."""
        found = []
        for name, order in doing.items():
            role = self.roles[name]
            side = "mafia" if role in MAFIA else role
            do, targets = order["do"], order.get("targets", [])
            if do in ("kill", "quick_kill", "bloody_kill", "kill_and_intimidate"):
                victims = targets[:1] if do == "kill_and_intimidate" else targets
                found += [(victim, side, do == "bloody_kill") for victim in victims]
            if do == "bloody_kill":
                found += [(by, side, True) for target, by in doors if target == targets[0]]
        return found

    def healed(
        self, doing: dict[str, Order], blows: list[Blow], banned: set[str]
    ) -> tuple[list[Blow], set[str], set[str]]:
        """N11-N13: (blows undone, actors whose heal was void, whom a heal from a role saved)."""
        undone: list[Blow] = []
        void, saved = set(), set()
        for name, order in doing.items():
            before = self.last_night.get(name, {}) if name in banned else {}
            saved_then = before.get("saved", set())
            if order["do"] == "heal":
                if order["targets"][0] in saved_then:
                    void.add(name)
                else:
                    undone += [blow for blow in blows if blow[0] == order["targets"][0]]
            elif order["do"] == "heal_from":
                barred = saved_then | (set(before["targets"]) if before.get("do") == "heal" else set())
                mine = [blow for blow in blows if blow[1] == order["role"] and blow[0] not in barred]
                undone += mine
                still_struck = {blow[0] for blow in blows if blow not in mine}
                saved |= {blow[0] for blow in mine} - still_struck
        return undone, void, saved

    def death(self, victim: str, fatal: list[Blow], *, opened: bool) -> Phase:
        """N15, N19, R1."""
        mine = [blow for blow in fatal if blow[0] == victim]
        bloody = any(blow[2] for blow in mine)
        role = self.roles[victim] if bloody or opened else None
        return {"player": victim, "by": sorted({blow[1] for blow in mine}), "bloody": bloody, "revealed": role}

    def missed(
        self, start: list[str], boss: str | None, standing: dict[str, Order], acts: dict[str, Order]
    ) -> list[str]:
        """N16, V11; whoever is left alone has nothing to do, but for the doctor, who may heal himself, and the boss."""
        found = []
        for name in start:
            role = self.roles[name]
            idle = boss not in acts if name == boss else role in OWN and name not in standing
            if idle and (len(start) > 1 or name == boss or role == "doctor"):
                found.append(name)
                self.misses[name] += 1
        return found

    def told(self, doing: dict[str, Order], dice: dict[str, bool]) -> Phase:
        """N1, N9, N10, N11: what somebody learns."""
        found: Phase = {"checks": [], "revealed": [], "exposed": [], "evidence": []}
        for name, order in doing.items():
            do, target = order["do"], (order.get("targets") or [None])[0]
            if do == "check":
                found["checks"].append({"by": name, "target": target, "mafia": self.roles[target] in MAFIA})
            elif do == "serum":
                found["revealed"].append({"player": target, "role": self.roles[target], "why": "serum"})
                if dice[f"doctor_exposure:{name}"]:
                    found["exposed"].append({"player": name, "as": "doctor"})
            elif do == "torture" and dice[f"evidence:{name}"]:
                found["evidence"].append({"player": target, "by": "maniac"})
            elif costly(order) and dice[f"exposure:{name}"]:
                found["exposed"].append({"player": name, "as": "boss"})
        return found

    def silenced(self, night: int, doing: dict[str, Order], dice: dict[str, bool], living: int) -> list[Phase]:
        """N1, N5, N6, N7, N9, N11: the night's new losses of the vote."""
        days: dict[str, int] = {}
        silent = set()
        for name, order in doing.items():
            do, targets = order["do"], order.get("targets", [])
            losing = targets if do in ("intimidate", "torture", "poison") else []
            if do == "kill_and_intimidate":
                losing = targets[1:]
            if do in ("block", "visit") and targets[0] != name and dice[f"vote_loss:{name}"]:
                losing = targets
            for target in losing:
                days[target] = max(days.get(target, 0), 2 if do in ("torture", "poison") else 1)
            if costly(order) or (do == "intimidate" and 2 * len(targets) >= living):
                silent.add(name)
        found = []
        for name in self.alive:
            if name in days:
                self.voteless_until[name] = max(self.voteless_until[name], night + days[name] - 1)
                found.append({"player": name, "days": days[name], "public": True})
            if name in silent:
                self.mute_on[name] = night
                if name not in days:
                    found.append({"player": name, "days": 1, "public": False})
        return found

    def day(self, phase: Phase) -> Phase:
        """One day, whole."""
        day, start = phase["day"], list(self.alive)
        voteless = {name for name in start if self.voteless_until[name] >= day}
        mute = {name for name in start if self.mute_on[name] == day} - voteless
        held: dict[str, Phase] = {}
        locked, aside = set(), []
        for vote in phase["votes"]:
            by, target = vote["by"], vote["for"]
            tests = (
                ("V18", by not in self.roles),
                ("V17", by not in start),
                ("V13", by in voteless),
                ("V7", by in locked),
                ("V5", by == target),
                ("V4", target not in start or vote["colour"] is None),
            )
            if rule := next((number for number, fails in tests if fails), None):
                aside.append({"by": by, "for": target, "rule": rule})
                continue
            held[by] = vote
            if vote.get("final") or (day >= 3 and vote.get("early")):
                locked.add(by)
        owing = [name for name in start if name not in voteless]
        missed = [name for name in owing if name not in held]
        ballots, scores = [], {}
        for by, vote in held.items():
            if by in mute:
                aside.append({"by": by, "for": vote["for"], "rule": "V13"})
                continue
            weight = WEIGHTS.get((self.roles[by], vote["colour"]), 1)
            ballots.append({"by": by, "for": vote["for"], "colour": vote["colour"], "weight": weight})
            scores[vote["for"]] = scores.get(vote["for"], 0) + (weight if vote["colour"] == "red" else -weight)
        for name in missed:
            self.misses[name] += 1
            scores[name] = scores.get(name, 0) + 2
        top = max(scores.values(), default=0)
        leading = [name for name, score in scores.items() if score == top > 0]
        executed = leading[0] if len(leading) == 1 else None
        removed = set()
        for item in phase.get("decisions", []):
            if "execute" in item:
                executed = item["execute"]
            elif "pardon" in item and item["pardon"] == executed:
                executed = None
            elif "modkill" in item:
                removed.add(item["modkill"])
        self.alive = [name for name in start if name not in {*removed, executed}]
        early = "not_applicable"
        if day >= 3:
            consenting = sum(bool(held.get(name, {}).get("early")) for name in owing)
            early = "ready" if consenting == len(owing) else "discretion" if 2 * consenting > len(owing) else "not_yet"
        return {
            "day": day,
            "scores": scores,
            "ballots": ballots,
            "set_aside": aside,
            "missed": missed,
            "early": early,
            "executed": executed,
            "tie": leading if len(leading) > 1 else [],
            "revealed": self.roles[executed] if executed and len(start) > 10 else None,
        } | self.common()


def costly(order: Order) -> bool:
    """N1, N5: a double kill, or kill and intimidation."""
    return order["do"] == "kill_and_intimidate" or (order["do"] == "kill" and len(order["targets"]) == 2)
