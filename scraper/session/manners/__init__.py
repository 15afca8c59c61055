"""How each engine signs a member in and takes a reply: one small module per engine, all pure.

A new engine is a module with a subclass of `Manners`; it is found by being in this package.
"""

from __future__ import annotations

import importlib
import pkgutil

from engine.i18n import _
from scraper.adapter import brand_of
from scraper.errors import UnknownBoardError
from scraper.session.manners._base import Manners

__all__ = ["Manners", "known", "manners_of"]


def known() -> dict[str, Manners]:
    """All engines that can be signed in to, by the name of their adapter."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return {kind.name: kind() for kind in _all(Manners)}


def manners_of(engine: str) -> Manners:
    """The manners of an engine. Raises UnknownBoardError for one that can only be read."""
    found = known().get(engine)
    if found is None:
        raise UnknownBoardError(
            _("Signing in to boards of the engine {engine} is not known to this program: publish with --copy.").format(
                engine=brand_of(engine)
            )
        )
    return found


def _all(kind: type[Manners]) -> list[type[Manners]]:
    return [found for child in kind.__subclasses__() for found in (child, *_all(child))]
