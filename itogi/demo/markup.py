"""BBCode to the HTML of a mybb.ru board, for the texts of the demo and for replies sent to its form."""

from __future__ import annotations

import re
from html import escape

_VALUE = r"([#\w(),. %-]{1,40})"
_ADDRESS = r"(https?://[^\]\s\"]+)"
_INLINE = (
    (r"\[b\]", r"\[/b\]", r"<strong>\1</strong>"),
    (r"\[i\]", r"\[/i\]", r'<span style="font-style: italic">\1</span>'),
    (r"\[u\]", r"\[/u\]", r'<em class="bbuline">\1</em>'),
    (r"\[s\]", r"\[/s\]", r"<del>\1</del>"),
    (r"\[mark\]", r"\[/mark\]", r'<span class="highlight-text">\1</span>'),
    (rf"\[color={_VALUE}\]", r"\[/color\]", r'<span style="color: \1">\2</span>'),
    (r"\[size=(\d+)\]", r"\[/size\]", r'<span style="font-size: \1px">\2</span>'),
    (r"\[url=(/(?!/)[^\]\s\"]*)\]", r"\[/url\]", r'<a href="\1">\2</a>'),
    (rf"\[url={_ADDRESS}\]", r"\[/url\]", r'<a href="/click.php?\1" rel="nofollow ugc" target="_blank">\2</a>'),
    (
        r"\[user=(\d+)\]",
        r"\[/user\]",
        r'<a class="post-mention" href="/profile.php?id=\1" rel="nofollow">\2</a>',
    ),
    (rf"\[img\](?={_ADDRESS}\[)", r"\[/img\]", r'<img class="postimg" src="\1" alt="" />'),
)
_QUOTE = '<div class="quote-box quote-main"><cite>{title} написал(а):</cite><blockquote>{content}</blockquote></div>'
_SPOILER = (
    '<div class="quote-box spoiler-box"><div onclick="toggleSpoiler(this);">{title}</div>'
    '<blockquote><script type="text/html">{content}</script></blockquote></div>'
)
_CODE = (
    '<div class="code-box"><strong class="legend">Код:</strong><div class="blockcode"><div class="scrollbox">'
    "<pre>{content}</pre></div></div></div>"
)
_STASHED = re.compile("\x02(\\d+)\x03")


def to_html(text: str) -> str:
    """The body's inner HTML: paragraphs, painted spans, quotes, spoilers and mentions as such a board writes them."""
    stash: list[str] = []

    def put_away(box: str) -> str:
        stash.append(box)
        return f"\x02{len(stash) - 1}\x03"

    html = escape(text.replace("\r\n", "\n").strip("\n"), quote=False)
    html = re.sub(
        r"\[code\](.*?)\[/code\]", lambda found: put_away(_CODE.format(content=found[1])), html, flags=re.DOTALL
    )
    for before, after, replacement in _INLINE:
        html = _innermost(html, before, after, replacement)
    boxes = re.compile(r"\[(quote|spoiler)=([^\]]+)\]((?:(?!\[(?:quote|spoiler)=).)*?)\[/\1\]", flags=re.DOTALL)
    changed = 1
    while changed:
        html, changed = boxes.subn(
            lambda found: put_away(
                (_QUOTE if found[1] == "quote" else _SPOILER).format(title=found[2], content=_paragraphs(found[3]))
            ),
            html,
        )
    html = _paragraphs(html)
    while _STASHED.search(html):
        html = _STASHED.sub(lambda found: stash[int(found[1])], html)
    return html


def _innermost(html: str, before: str, after: str, replacement: str) -> str:
    """Replace the innermost pair again and again, so that pairs may be nested."""
    pattern = re.compile(rf"{before}((?:(?!{before}).)*?){after}", flags=re.DOTALL)
    changed = 1
    while changed:
        html, changed = pattern.subn(replacement, html)
    return html


def _paragraphs(html: str) -> str:
    """Lines become `br`, empty lines part paragraphs; a box that was put away stands between paragraphs."""
    pieces = []
    for part in re.split("(\x02\\d+\x03)", html):
        if part.startswith("\x02"):
            pieces.append(part)
            continue
        pieces += [
            "<p>" + paragraph.strip("\n").replace("\n", "<br />\n") + "</p>"
            for paragraph in re.split(r"\n\s*\n", part)
            if paragraph.strip()
        ]
    return "\n".join(pieces)
