"""phpBBex, the Russian fork of phpBB 3.0: its manners, and a merge of one's own posts within 18 hours."""

from __future__ import annotations

from scraper.session.manners.phpbb import Phpbb


class Phpbbex(Phpbb):
    """phpBBex: an answer that leads to an older post says that the text was appended to it."""

    name = "phpbbex"
