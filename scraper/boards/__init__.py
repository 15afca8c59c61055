"""One module per forum engine; importing the package fills the registry of `scraper.adapter`."""

from scraper.boards import mybbru, phpbb

__all__ = ["mybbru", "phpbb"]
