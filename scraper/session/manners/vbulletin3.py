"""vBulletin 3: as the fourth generation, with other marks on the page."""

from __future__ import annotations

from scraper.session.manners.vbulletin import VBulletin


class VBulletin3(VBulletin):
    """vBulletin 3."""

    name = "vbulletin3"
    errors = (
        "//td[@class='alt1']/ol/li",
        "//td[@class='panelsurround']//div[contains(@style,'margin: 10px')]",
        "//td[@class='panelsurround']//blockquote[not(ancestor::form[@name='postvarform'])]",
    )
    own_name = ("//td[@class='alt2']//strong/a[contains(@href,'member.php')]",)
