"""Layer one for HTML: the body of a post, of any engine, as runs of text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from parser.runs import PLAIN, Document, Look, Writer, Zone
from parser.styles import Effect, Styles

# Markup that the parser would take for the end of the text.
_UNPRINTABLE = re.compile("[\x00\ud800-\udfff]")
_OPENING = re.compile(r"\s*(цитата|quote|код|code|php code|php|html)\b[^\n]{0,40}", re.IGNORECASE)
_TAGS = re.compile("<[^>]*>")
_TOO_DEEP = "Excessive depth"
# Zones that can stand within a line.
_INLINE = frozenset((Zone.CODE, Zone.OWN, Zone.SPOILER))
# No shorter body can nest too deep for the library.
_DEEP = 2000
# Once these hold, nothing inside makes the words the author's own again.
_CLOSED = frozenset((Zone.QUOTE, Zone.CODE, Zone.SIGNATURE, Zone.ENGINE))


def parse(body: str) -> etree._Element | None:
    """The tree of a fragment of HTML; None when there is nothing in it. Takes any text."""
    if _UNPRINTABLE.search(body):
        body = _UNPRINTABLE.sub("\ufffd", body)
    # A parser of its own for each call: one that is shared keeps the names it met and is not for threads.
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(f"<div>{body}</div>".encode(), parser)
    except etree.XMLSyntaxError:
        return None
    if len(body) > _DEEP and any(_TOO_DEEP in entry.message for entry in parser.error_log):
        # The library stops reading there; words without their paint are better than a silently lost vote.
        return parse(_TAGS.sub("\n", body).replace("<", " "))
    return root


def document(root: etree._Element | None, styles: Styles) -> Document:
    """The runs of a body that is already parsed (`parse`, or an element of a page)."""
    writer = Writer()
    if root is not None:
        _walk(root, PLAIN, styles, writer)
    return writer.document()


def _walk(root: etree._Element, look: Look, styles: Styles, writer: Writer) -> None:
    # An own stack: bodies nest deeper than Python's. Each frame is an element's children still to come,
    # the look inside it and whether it ends a line.
    frames: list[tuple[Iterator[etree._Element], Look, bool, bool]] = []
    inside, exact = look, False
    _open(root, inside, exact, frames, styles, writer)
    while frames:
        children, inside, block, exact = frames[-1]
        child = next(children, None)
        if child is None:
            frames.pop()
            if block:
                writer.block(inside)
            continue
        depth = len(frames)
        _open(child, inside, exact, frames, styles, writer)
        if len(frames) == depth and child.tail:
            _write(child.tail, inside, exact, writer)
        elif child.tail:
            # The tail belongs to the parent and comes after the child's content: a frame of its own.
            frames.insert(depth, (_Tail(child.tail, inside, exact, writer), inside, False, exact))


class _Tail(Iterator[etree._Element]):
    """A frame without elements that writes the text after an element when its turn comes."""

    __slots__ = ("_rest",)

    def __init__(self, text: str, look: Look, exact: bool, writer: Writer) -> None:  # noqa: FBT001
        self._rest = (text, look, exact, writer)

    def __next__(self) -> etree._Element:
        _write(*self._rest)
        raise StopIteration


def _open(
    element: etree._Element,
    look: Look,
    exact: bool,  # noqa: FBT001
    frames: list[tuple[Iterator[etree._Element], Look, bool, bool]],
    styles: Styles,
    writer: Writer,
) -> None:
    """Write the beginning of `element` and push a frame for its children, if it has any."""
    tag: object = element.tag
    if not isinstance(tag, str):  # comments and the like, in a tree that came from elsewhere
        return
    if tag == "br":
        writer.line_break(look)
        return
    attributes = {str(name): str(value) for name, value in element.attrib.items()}
    effect = styles.effect(tag, attributes) if attributes else styles.plain(tag)
    if tag == "img":
        # phpBB shows an emoji as a picture; any other picture only parts words.
        is_emoji = "emoji" in attributes.get("class", "").casefold()
        _write(attributes.get("alt", " ") if is_emoji else " ", look, exact, writer)
        return
    if effect.skip:
        if effect.block:
            writer.block(look)
        return
    if effect.block:
        writer.block(look)
    if tag == "hr":
        return
    inside = _look_inside(element, tag, effect, look)
    if tag == "script":
        # mybb.ru keeps what is under a spoiler in a script until it is opened.
        hidden = parse(element.text or "")
        if hidden is not None:
            _walk(hidden, inside, styles, writer)
        return
    exact = exact or effect.exact
    parted = effect.block or inside.zone is not look.zone
    if parted and not effect.block:
        # Words of different zones are no one word, and an edit note no part of the author's line.
        writer.part(inside, whole_line=inside.zone not in _INLINE)
    if element.text:
        _write(element.text, inside, exact, writer)
    frames.append((iter(element), inside, parted, exact))


def _look_inside(element: etree._Element, tag: str, effect: Effect, look: Look) -> Look:
    zone = look.zone
    if zone not in _CLOSED:
        if effect.zone is not None:
            # The inner blockquote of a mybb.ru spoiler holds the author's words.
            wrapped = zone is Zone.SPOILER and effect.zone is Zone.QUOTE and tag == "blockquote"
            if not (wrapped and _is_wrapper(element)):
                zone = effect.zone
        elif tag in ("div", "table", "td") and len(element) and _says_quote(element):
            zone = Zone.CODE if _says_code(element) else Zone.QUOTE
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


def _is_wrapper(element: etree._Element) -> bool:
    """Whether this blockquote only holds the content of a spoiler box, rather than a quote inside it."""
    parent = element.getparent()
    classes = (parent.get("class") or "").casefold().split() if parent is not None else []
    return "spoiler-box" in classes or "hide-box" in classes or "media-box" in classes


def _says_quote(element: etree._Element) -> bool:
    """Whether the box begins with a heading «Цитата:» or «Код:» (vBulletin 3, without a class to know it by)."""
    first = element[0]
    return (
        first.get("class") == "smallfont"
        and first.tag == "div"
        and bool(_OPENING.fullmatch(first.text or ""))
        and len(element) > 1
    )


def _says_code(element: etree._Element) -> bool:
    found = _OPENING.match(element[0].text or "")
    return found is not None and found[1].casefold() not in ("цитата", "quote")


def _write(text: str, look: Look, exact: bool, writer: Writer) -> None:  # noqa: FBT001
    if exact:
        writer.write_exactly(text, look)
    else:
        writer.write(text, look)
