"""One module per forum engine; importing the package fills the registry of `scraper.adapter`."""

from scraper.boards import fluxbb, mybb, mybbru, phpbb, phpbbex, punbb, smf

__all__ = ["fluxbb", "mybb", "mybbru", "phpbb", "phpbbex", "punbb", "smf"]
