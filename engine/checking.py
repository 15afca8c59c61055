"""Typed reading of foreign data: every fault as (path of the field, what is wrong), in the language in force."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

from engine.errors import FieldError
from engine.i18n import N_, _

T = TypeVar("T")
_PLACE = re.compile(r"^(?P<what>.*?)(?: - at (?:`key` in )?`(?P<place>[^`]*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<field>.*)`", re.DOTALL)
_EXPECTED = re.compile(r"Expected `(?P<expected>[^`]*)`(?P<bound>[^,]*)(?:, got `(?P<got>[^`]*)`)?", re.DOTALL)
_ENUM = re.compile(r"Invalid enum value (?P<value>.*)", re.DOTALL)
_WORDS = {
    "str": N_("text in quotes"),
    "int": N_("a whole number"),
    "float": N_("a number"),
    "bool": N_("true or false"),
    "array": N_("a list in [ ]"),
    "object": N_("a table of fields"),
    "date": N_("a date without quotes, like 2026-11-30"),
    "time": N_("a time without quotes"),
    "datetime": N_("a date with a time"),
    "null": N_("nothing"),
}
"""What msgspec calls types, for people."""


def fit(value: object, kind: type[T], path: str = "") -> T:
    """`value` as a `kind`, nothing converted silently; raises `FieldError` with the path of what does not fit."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as refused:
        raise explain(str(refused), path) from None


def explain(message: str, path: str = "") -> FieldError:
    """The `FieldError` that a message of msgspec means, below `path`."""
    found = _PLACE.match(message)
    what, place = (found["what"], found["place"] or "") if found else (message, "")
    where = join(path, place.removeprefix("$"))
    if named := _UNKNOWN.fullmatch(what):
        return FieldError(join(where, "." + named["field"]), _("there is no such field"))
    if named := _MISSING.fullmatch(what):
        return FieldError(join(where, "." + named["field"]), _("the field is missing"))
    if named := _ENUM.fullmatch(what):
        return FieldError(where, _("{value} is not one of the values known here").format(value=named["value"]))
    if named := _EXPECTED.match(what):
        expected = (_kinds(named["expected"]) + named["bound"]).strip()
        if named["got"]:
            got = _kinds(named["got"])
            return FieldError(where, _("expected {expected}, got {got}").format(expected=expected, got=got))
        return FieldError(where, _("expected {expected}").format(expected=expected))
    if what.startswith("Invalid RFC3339 encoded date"):
        return FieldError(where, _("expected {expected}").format(expected=_(_WORDS["date"])))
    return FieldError(where, what)


def _kinds(types: str) -> str:
    """`str | null` in people's words."""
    return re.sub(r"[a-z]+", lambda name: _(_WORDS.get(name[0], name[0])), types.replace(" | ", " / "))


def join(path: str, place: str) -> str:
    """`place` below `path`: `join("a", ".b")` is `a.b`, `join("", ".b")` is `b`."""
    return (path + place).removeprefix(".")
