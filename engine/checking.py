"""Typed reading of foreign data: every fault as (path of the field, what is wrong), in the language in force."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

import msgspec
from msgspec import inspect

from engine.errors import FieldError
from engine.i18n import N_, _

T = TypeVar("T")
_PLACE = re.compile(r"^(?P<what>.*?)(?: - at (?:`key` in )?`(?P<place>[^`]*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<field>.*)`", re.DOTALL)
_EXPECTED = re.compile(r"Expected `(?P<expected>[^`]*)`(?P<bound>[^,]*)(?:, got `(?P<got>[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(?P<field>[^.\[]+)|\[(?:\d+|\.\.\.)\]")
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
    " with a timezone component": N_("with its time zone, like 2013-10-14T20:00:00+04:00"),
    " of length >= 1": N_("that is not empty"),
    "null": N_("nothing"),
}
"""What msgspec calls types and their bounds, for people."""


def fit(value: object, kind: type[T], path: str = "") -> T:
    """`value` as a `kind`, nothing converted silently; raises `FieldError` with the path of what does not fit."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as refused:
        raise explain(str(refused), path, kind) from None


def explain(message: str, path: str = "", kind: object = None) -> FieldError:
    """The `FieldError` that a message of msgspec means, below `path`; `kind` is the type that was asked for."""
    found = _PLACE.match(message)
    what, place = (found["what"], found["place"] or "") if found else (message, "")
    where = join(path, place.removeprefix("$"))
    if named := _UNKNOWN.fullmatch(what):
        return FieldError(join(where, "." + named["field"]), _("there is no such field"))
    if named := _MISSING.fullmatch(what):
        return FieldError(join(where, "." + named["field"]), _("the field is missing"))
    if named := _ENUM.fullmatch(what):
        known = ", ".join(_values(kind, place))
        if not known:
            return FieldError(where, _("{value} is not one of the values known here").format(value=named["value"]))
        return FieldError(where, _("{value} is not one of these: {known}").format(value=named["value"], known=known))
    if named := _EXPECTED.match(what):
        expected = f"{_kinds(named['expected'])} {_bound(named['bound'])}".strip()
        if named["got"]:
            got = _kinds(named["got"])
            return FieldError(where, _("expected {expected}, got {got}").format(expected=expected, got=got))
        return FieldError(where, _("expected {expected}").format(expected=expected))
    if what == "Invalid RFC3339 encoded datetime":
        expected = f"{_(_WORDS['datetime'])} {_(_WORDS[' with a timezone component'])}"
        return FieldError(where, _("expected {expected}").format(expected=expected))
    if what == "Invalid RFC3339 encoded date":
        return FieldError(where, _("expected {expected}").format(expected=_(_WORDS["date"])))
    return FieldError(where, what)


def _bound(told: str) -> str:
    """` of length >= 1` in people's words; signs and numbers stay as they are."""
    if found := re.fullmatch(r" matching regex '(.*)'", told, re.DOTALL):
        return _("that fits the pattern {pattern}").format(pattern=found[1])
    return _(_WORDS[told]) if told in _WORDS else told.strip()


def _kinds(types: str) -> str:
    """`str | null` in people's words."""
    return re.sub(r"[a-z]+", lambda name: _(_WORDS.get(name[0], name[0])), types.replace(" | ", " / "))


def _values(kind: object, place: str) -> list[str]:
    """The values that stand open at `place` of a `kind`: of its enums and literals; empty where there are none."""
    if kind is None:
        return []
    reached = [inspect.type_info(kind)]
    for step in _STEP.finditer(place):
        reached = [found for info in _each(reached) for found in _below(info, step["field"])]
    found: dict[str, None] = {}
    for info in _each(reached):
        keys = info.key_type if isinstance(info, inspect.DictType) else info
        if isinstance(keys, inspect.EnumType):
            found |= dict.fromkeys(str(item.value) for item in keys.cls)
        elif isinstance(keys, inspect.LiteralType):
            found |= dict.fromkeys(str(item) for item in keys.values)
        elif isinstance(keys, inspect.IntType):
            found[_(_WORDS["int"])] = None
    return list(found)


def _each(infos: list[inspect.Type]) -> Iterator[inspect.Type]:
    for info in infos:
        if isinstance(info, inspect.UnionType):
            yield from info.types
        else:
            yield info


def _below(info: inspect.Type, field: str | None) -> list[inspect.Type]:
    """What stands in the field of a struct, or in a list or table, of this type."""
    if field is not None:
        fields = info.fields if isinstance(info, inspect.StructType) else ()
        return [item.type for item in fields if item.encode_name == field]
    if isinstance(info, inspect.DictType):
        return [info.value_type]
    return [info.item_type] if isinstance(info, inspect.VarTupleType | inspect.ListType) else []


def join(path: str, place: str) -> str:
    """`place` below `path`: `join("a", ".b")` is `a.b`, `join("", ".b")` is `b`."""
    return (path + place).removeprefix(".")
