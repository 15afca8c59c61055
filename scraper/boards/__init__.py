"""One module per forum engine; importing the package fills the registry of `scraper.adapter`."""

from scraper.boards import (
    fluxbb,
    invision,
    ipboard,
    mybb,
    mybbru,
    phpbb,
    phpbbex,
    punbb,
    smf,
    ucoz,
    vbulletin,
    vbulletin3,
    vbulletin5,
    xenforo,
    xenforo1,
)

__all__ = [
    "fluxbb",
    "invision",
    "ipboard",
    "mybb",
    "mybbru",
    "phpbb",
    "phpbbex",
    "punbb",
    "smf",
    "ucoz",
    "vbulletin",
    "vbulletin3",
    "vbulletin5",
    "xenforo",
    "xenforo1",
]
