"""Layer one for HTML: the body of a post, of any engine, as runs of text."""

from __future__ import annotations

import re
from functools import cache

from lxml import etree

from parser.fold import visible
from parser.runs import PLAIN, Document, Look, Writer, Zone
from parser.styles import Effect, Styles

# The parser would take a zero byte for the end of the text.
_NO_CHARACTER = "\ufffd".encode()
_OPENING = re.compile(r"\s*(цитата|quote|код|code|php code|php|html)\b[^\n]{0,40}", re.IGNORECASE)
_SPOILS = re.compile("спойлер|spoiler|скрыт", re.IGNORECASE)
_TAGS = re.compile("<[^>]*>")
_TOO_DEEP = "Excessive depth"
# Zones that can stand within a line.
INLINE_ZONES = frozenset((Zone.CODE, Zone.OWN, Zone.SPOILER))
_BOXES = frozenset(("div", "table", "td", "fieldset"))
# Deeper than any board nests; what lies below is read without further looks, so that no body exhausts the stack.
_DEEPEST = 400
# No shorter body can nest too deep for the library.
_DEEP = 2000
# Once these hold, nothing inside makes the words the author's own again.
CLOSED_ZONES = frozenset((Zone.QUOTE, Zone.CODE, Zone.SIGNATURE, Zone.ENGINE))


def printable(text: str) -> str:
    """The text with halves of characters (lone surrogates, which JSON can hold) replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def parse(body: str) -> etree._Element | None:
    """The tree of a fragment of HTML; None when there is nothing in it. Takes any text."""
    try:
        content = f"<div>{body}</div>".encode()
    except UnicodeEncodeError:
        return parse(printable(body))
    deep = len(body) > _DEEP
    parser = _new_parser() if deep else _shared_parser()
    try:
        root = etree.fromstring(content.replace(b"\x00", _NO_CHARACTER), parser)
    except etree.XMLSyntaxError:
        return None
    if deep and any(_TOO_DEEP in entry.message for entry in parser.error_log):
        # The library stops reading there; words without their paint are better than a silently lost vote.
        return parse(_TAGS.sub("\n", body).replace("<", " "))
    return root


def _new_parser() -> etree.HTMLParser:
    return etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)


# Setting one up takes longer than reading a post.
_shared_parser = cache(_new_parser)


def document(root: etree._Element | None, styles: Styles) -> Document:
    """The runs of a body that is already parsed (`parse`, or an element of a page)."""
    writer = Writer()
    if root is not None:
        # The element that holds the body is the board's, whatever it is called.
        _Walk(styles, writer).enter(root, "div", PLAIN, exact=False, depth=-1)
    return writer.document()


class _Walk:
    """Goes through a tree in the order of its text."""

    __slots__ = ("_plain", "_styles", "_write", "_writer")

    def __init__(self, styles: Styles, writer: Writer) -> None:
        self._styles = styles
        self._writer = writer
        self._write = writer.write
        self._plain = styles.known_plain

    def enter(self, element: etree._Element, tag: str, look: Look, exact: bool, depth: int) -> None:  # noqa: FBT001
        """Write an element; its tail is for the one who calls."""
        writer = self._writer
        if depth >= 0 and element.attrib:
            items: list[tuple[str, str]] = element.items()  # type: ignore[assignment]
            effect = self._styles.effect(tag, items)
            if tag == "img":
                # phpBB shows an emoji as a picture; any other picture only parts words.
                attributes = dict(items)
                is_emoji = "emoji" in attributes.get("class", "").casefold()
                self._write(attributes.get("alt", " ") if is_emoji else " ", look)
                return
            inside = _look_inside(element, tag, effect, look)
        elif tag == "img":
            self._write(" ", look)
            return
        else:
            effect = self._plain.get(tag) or self._styles.plain(tag)
            inside = look if effect.changes_nothing and tag not in _BOXES else _look_inside(element, tag, effect, look)
        block = effect.block
        if block:
            writer.block(look)
        if effect.skip or tag == "hr":
            return
        if tag == "script":
            # mybb.ru keeps what is under a spoiler in a script until it is opened.
            hidden = parse(element.text or "")
            if hidden is not None:
                # The outermost blockquote is the spoiler's box.
                box = hidden.find("body/div/blockquote")
                if box is not None and inside.zone is Zone.SPOILER:
                    box.tag = "div"
                self.enter(hidden, "div", inside, exact=False, depth=max(0, depth) + 1)
            return
        parted = block or effect.zone is not None
        if parted and not block:
            # Words of different zones are no one word, and an edit note no part of the author's line.
            writer.part(inside, whole_line=effect.zone not in INLINE_ZONES)
        exact = exact or effect.exact
        write = writer.write_exactly if exact else self._write
        text = element.text
        if text:
            write(text, inside)
        if len(element):
            if depth > _DEEPEST:
                write("".join(str(piece) for piece in element.itertext())[len(text or "") :], inside)
            else:
                for child in element:
                    name: object = child.tag
                    if name == "br":
                        writer.line_break(inside)
                    elif isinstance(name, str):
                        self.enter(child, name, inside, exact, depth + 1)
                    text = child.tail
                    if text:
                        write(text, inside)
        if parted:
            writer.block(inside)


def _look_inside(element: etree._Element, tag: str, effect: Effect, look: Look) -> Look:
    zone = look.zone
    if zone not in CLOSED_ZONES:
        if effect.zone is not None:
            # The inner blockquote of a mybb.ru spoiler holds the author's words.
            wrapped = zone is Zone.SPOILER and effect.zone is Zone.QUOTE and tag == "blockquote"
            if not (wrapped and _is_wrapper(element)):
                zone = _entered(element, effect.zone, zone)
        elif tag in _BOXES and len(element) and _says_quote(element):
            zone = Zone.CODE if _says_code(element) else Zone.QUOTE
    return look_inside(effect, zone, look)


def look_inside(effect: Effect, zone: Zone, look: Look) -> Look:
    """The look inside an element that opens `zone` where `look` is around it."""
    mention = look.mention or effect.mention
    tone, engine, doubtful = look.tone, look.engine, look.doubtful
    if effect.tone is not None and not (effect.engine and tone is not None and not engine and mention):
        # A link keeps the paint that the author laid around it, whatever colour the board gives its links.
        tone, engine = effect.tone, effect.engine or mention or zone is Zone.ME
        doubtful = mention and not effect.engine
    if (
        zone is look.zone
        and tone is look.tone
        and engine is look.engine
        and effect.background is None
        and not (effect.struck or effect.bold or effect.mention)
    ):
        return look
    return Look(
        zone=zone,
        tone=tone,
        engine=engine,
        background=effect.background or look.background,
        struck=look.struck or effect.struck,
        bold=look.bold or effect.bold,
        mention=mention,
        doubtful=doubtful,
    )


def _entered(element: etree._Element, own: Zone, around: Zone) -> Zone:
    """The zone inside an element that has one of its own."""
    if own is Zone.HIDDEN:
        # What a button opens is a spoiler, whatever its board calls it.
        return Zone.SPOILER if around is Zone.SPOILER or _opens(element) else Zone.HIDDEN
    if around is Zone.HIDDEN and own not in CLOSED_ZONES:
        return around
    title = element.getprevious() if own is Zone.QUOTE and element.tag != "blockquote" else None
    if title is not None and title.find(".//input") is not None and _SPOILS.match(_heading(title).strip()):
        # Old add-ons of phpBB dress spoilers up as quotes.
        return Zone.SPOILER
    return own


def _opens(element: etree._Element) -> bool:
    """Whether something right before a hidden element, or around it, is there to be pressed."""
    parent = element.getparent()
    before = (element.getprevious(), parent.getprevious() if parent is not None else None)
    pressed = (inner for one in before if one is not None for inner in one.iter())
    return any(one.tag in ("input", "button") or one.get("onclick") for one in pressed) or (
        parent is not None and parent.get("onclick") is not None
    )


def _is_wrapper(element: etree._Element) -> bool:
    """Whether this blockquote only holds the content of a spoiler box, rather than a quote inside it."""
    parent = element.getparent()
    classes = (parent.get("class") or "").casefold().split() if parent is not None else []
    return "spoiler-box" in classes or "hide-box" in classes or "media-box" in classes


def _says_quote(element: etree._Element) -> bool:
    """Whether the box begins with a heading «Цитата:» or «Код:» (vBulletin 3, without a class to know it by)."""
    first = element[0]
    headed = first.tag == "legend" or (first.tag == "div" and first.get("class") == "smallfont" and len(element) > 1)
    return headed and bool(_OPENING.fullmatch(_heading(first)))


def _heading(element: etree._Element) -> str:
    return visible("".join(str(piece) for piece in element.itertext()))[:60]


def _says_code(element: etree._Element) -> bool:
    found = _OPENING.match(_heading(element[0]))
    return found is not None and found[1].casefold() not in ("цитата", "quote")
