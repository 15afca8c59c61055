"""What one element of a forum's HTML does to the text inside it: its zone, its paint, whether it is the author's.

The tables gather the class names of the engines that the project knows; a name that several engines share is listed
once. Effects are worked out once per distinct element (tag, class, style) and remembered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import tinycss2

from parser.fold import words
from parser.palette import Palette, Tone
from parser.runs import Zone


@dataclass(frozen=True, slots=True)
class Effect:
    """What an element does to its content; None leaves things as they are around it."""

    zone: Zone | None = None
    tone: Tone | None = None
    engine: bool = False
    background: Tone | None = None
    struck: bool = False
    bold: bool = False
    block: bool = False
    mention: bool = False
    skip: bool = False
    """The element shows no text."""
    exact: bool = False
    """White space counts."""
    changes_nothing: bool = False
    """The look inside is the look around."""


_SKIPPED = words(
    """
    script style button input select option textarea template head title meta link noscript iframe object audio
    video  svg canvas map progress
    """
)
BLOCKS = words(
    """
    address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul
    """
)
# Inline elements whose colour the author typed; on others the board put it.
_PAINTABLE = words(
    """
    span font b strong i em u s strike del ins mark small big sub sup abbr acronym tt code q cite
    """
)
_STRIKES = frozenset(("s", "strike", "del"))
_CODES = frozenset(("pre", "code", "kbd", "samp", "listing", "xmp", "plaintext"))

_QUOTE = words(
    """
    quote-box quotebox quote quoted quotation bbquoteblock bbquotename quotemessage bbcode_quote quote_container
    bbcodequote  bbcodeblock--quote ipsquote ipsblockquote quoteheader topslice_quote quotefooter botslice_quote
    quotetop  quotemain citation quotetitle quotecontent mycode_quote bbc_standard_quote bbc_alternate_quote uncited
    bbcode_postedby attribution quotecontainer quote-container blockquote postquote quotation-block
    """
)
_CODE = words(
    """
    codebox code-box codeblock codeheader bbcodecode bbcodeblock--code bbcodeblock--screenlimited codemessage
    ipscode prettyprint bbcode_code codetop codemain bbc_code bbcodename blockcode code mycode_code
    """
)
_SIGNATURE = words(
    """
    post-sig signature signatureview signaturehr postsignature sig-content signaturecontainer post-signature
    message-signature sig user-signature signature-content ipssignature
    """
)
_ENGINE = words(
    """
    lastedit edited editedby editedtime postedit post-edit post_edit edited_post editdate modified notice  message-
    lastedit ipsedited lastedited b-post__edit quoteexpand bbcodeblock-expandlink uspoilerbutbl  bbcodespoilerbutton
    bbcodespoiler-button spoiler-btn spoilerbtn messagetextendmarker eattach attachbox attachments  attachments_list
    ignore acchide skiplink editednote edit-note after-edit post-edited
    """
)
_SPOILER = words(
    """
    spoiler-box spoilerbox spoiler uspoilerclosed uspoileropened uspoilertext bbcodespoilercontainer
    bbcodespoilertext  bbcodespoiler bbcodespoiler-content bbcodeblock--spoiler ipsspoiler ipsstyle_spoiler
    ipsspoiler_contents  bbc_spoiler_wrapper spoiler-content hide-box uhideblockl uhideblock media-box sp-wrap sp-
    body spoilermain
    """
)
ME_CLASSES = words(
    """
    mycode_me meaction me_type me-action mecommand
    """
)
# Blockquotes that hold the whole post.
_BODIES = words("postcontent messagetext")
_STRUCK = words(
    """
    bbs mycode_s bbc_s strike line-through linethrough strikethrough
    """
)
TELLING_CLASSES = _QUOTE | _CODE | _SIGNATURE | _ENGINE | _SPOILER | ME_CLASSES | _STRUCK
"""Class names that open a zone or strike out, on one engine or another."""
_BOLD = words(
    """
    mycode_b bbb text-strong bbc_b
    """
)
_MENTION = words(
    """
    username username-coloured mention post-mention bbc_mention usermention contact-username quick_profile
    """
)
# Links that an author typed, wherever they lead.
_TYPED_LINK = words(
    """
    postlink postlink-local mycode_url bbc_link link externallink link--external ipslink
    """
)
_PROFILE = re.compile(
    r"mode=viewprofile|/user-|[?&;]action=profile|profile\.php\?|/members?/|/profile/|/profiles/|/index/8-|/users?/"
    r"|showuser=|member\.php[?/]|/u/|javascript:to\(|pl_info\.php",
    re.IGNORECASE,
)
# No editor writes more; a longer one is cut rather than read for seconds.
_LONGEST_STYLE = 4_000
_HIDING = re.compile(r"none|hidden|collapse|transparent|:\s*0|:\s*1px|,\s*0", re.IGNORECASE)
_HIDES = {
    "display": re.compile("none"),
    "visibility": re.compile("hidden|collapse"),
    "font-size": re.compile("0(?:[a-z]+|%)?|1px"),
    "opacity": re.compile(r"0(?:\.0*)?%?"),
    "color": re.compile(r"transparent|rgba\([^)]*,\s*0(?:\.0*)?\s*\)"),
}
_LINE_THROUGH = re.compile("line-through", re.IGNORECASE)


class Styles:
    """Effects of elements under one palette; remembers what it worked out."""

    _REMEMBERED = 4096

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._known: dict[tuple[str, tuple[tuple[str, str], ...]], Effect] = {}
        self.known_plain: dict[str, Effect] = {}
        """Effects of elements without attributes, as far as they were met."""

    def plain(self, tag: str) -> Effect:
        """The effect of an element without attributes."""
        effect = self.known_plain.get(tag)
        if effect is None:
            effect = self._work_out(tag, {})
            if len(self.known_plain) < self._REMEMBERED:
                self.known_plain[tag] = effect
        return effect

    def effect(self, tag: str, attributes: Sequence[tuple[str, str]]) -> Effect:
        """The effect of an element with `attributes`."""
        key = (tag, tuple(attributes))
        effect = self._known.get(key)
        if effect is None:
            effect = self._work_out(tag, dict(attributes))
            if len(self._known) >= self._REMEMBERED:
                self._known.clear()
            if sum(len(value) for _, value in attributes) < _LONGEST_STYLE:
                self._known[key] = effect
        return effect

    def _work_out(self, tag: str, attributes: dict[str, str]) -> Effect:
        classes = frozenset(attributes.get("class", "").casefold().split())
        zone = _zone(tag, classes, attributes)
        if tag in _SKIPPED and not (tag == "script" and attributes.get("type", "").casefold() == "text/html"):
            return Effect(skip=True, block=tag in BLOCKS)
        tone, background, struck, bold = self._css(tag, attributes)
        if zone is None and ("hidden" in attributes or _is_hidden(attributes.get("style", ""))):
            zone = Zone.HIDDEN
        mention = tag == "a" and not classes & _TYPED_LINK and _leads_to_profile(classes, attributes)
        if tag == "span" and classes & _MENTION:
            mention = True
        typed = tag in _PAINTABLE and not classes & (_MENTION | ME_CLASSES)
        return Effect(
            zone=zone,
            tone=tone,
            engine=tone is not None and not typed,
            background=background if typed else None,
            struck=struck or tag in _STRIKES or bool(classes & _STRUCK),
            bold=bold or tag in ("b", "strong") or bool(classes & _BOLD),
            block=tag in BLOCKS,
            mention=mention,
            exact=tag in ("pre", "textarea", "listing", "xmp", "plaintext"),
            changes_nothing=not attributes and zone is None and tag not in (*_STRIKES, "b", "strong"),
        )

    def _css(self, tag: str, attributes: dict[str, str]) -> tuple[Tone | None, Tone | None, bool, bool]:
        tone = background = None
        struck = bold = False
        if tag == "font" and "color" in attributes:
            tone = self.palette.legacy_tone(attributes["color"])
        if "bgcolor" in attributes:
            background = self.palette.legacy_tone(attributes["bgcolor"])
        style = attributes.get("style", "")[:_LONGEST_STYLE]
        if style:
            for name, value in _declarations(style):
                if name == "color":
                    tone = self.palette.tone(value) or tone
                elif name in ("background-color", "background"):
                    background = self.palette.tone(value) or background
                elif name in ("text-decoration", "text-decoration-line"):
                    struck = struck or bool(_LINE_THROUGH.search(value))
                elif name == "font-weight":
                    bold = value.casefold() in ("bold", "bolder", "600", "700", "800", "900")
        return tone, background if background is not Tone.NONE else None, struck, bold


def _is_hidden(style: str) -> bool:
    """Whether a style shows nothing of the text under it."""
    return _HIDING.search(style) is not None and any(
        _HIDES[name].fullmatch(value.casefold().removesuffix("!important").strip())
        for name, value in _declarations(style[:_LONGEST_STYLE])
        if name in _HIDES
    )


def _declarations(style: str) -> list[tuple[str, str]]:
    try:
        found = tinycss2.parse_blocks_contents(style, skip_comments=True, skip_whitespace=True)
        return [
            (item.lower_name, tinycss2.serialize(item.value).strip()) for item in found if item.type == "declaration"
        ]
    except (ValueError, TypeError, RecursionError, ArithmeticError, AttributeError):
        # A style that the CSS library chokes on paints nothing, as in a browser.
        return []


def _zone(tag: str, classes: frozenset[str], attributes: dict[str, str]) -> Zone | None:
    """The zone that an element opens. The order matters: mybb.ru spoilers are quote boxes too."""
    if classes:
        if classes & _SPOILER:
            return Zone.SPOILER
        if classes & _SIGNATURE:
            return Zone.SIGNATURE
        if classes & _ENGINE:
            return Zone.ENGINE
        if classes & _CODE:
            return Zone.CODE
        if classes & _QUOTE:
            return Zone.QUOTE
        if classes & ME_CLASSES:
            return Zone.ME
    if tag in _CODES:
        return Zone.CODE
    if tag in ("blockquote", "q"):
        return None if classes & _BODIES else Zone.QUOTE
    if tag == "details":
        return Zone.SPOILER
    if "data-excludequote" in attributes or tag in ("legend", "cite"):
        return Zone.ENGINE
    if attributes.get("data-role") == "memberSignature" or re.match(r"sig\d", attributes.get("id", "")):
        return Zone.SIGNATURE
    if tag == "p" and "edit" in classes:
        return Zone.ENGINE
    return None


def _leads_to_profile(classes: frozenset[str], attributes: dict[str, str]) -> bool:
    return bool(
        classes & _MENTION
        or "data-mentionid" in attributes
        or "data-user-id" in attributes
        or "data-ipshover" in attributes
        or leads_to_player(attributes.get("href", ""))
    )


def leads_to_player(address: str) -> bool:
    """Whether a link's address is that of somebody's profile, on any engine."""
    return _PROFILE.search(address) is not None
