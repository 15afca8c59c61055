"""From a post to the report about it, with the place that matters marked. Pure."""

from __future__ import annotations

from itogi.evidence import Evidence, around
from itogi.speakers import Standing
from itogi.violations.catalogue import BY_CODE
from itogi.violations.records import Remark, Violation, Wording

WHOLE = 140
"""Characters of a post that are shown when the post as a whole is the evidence."""


def evidence_of(remark: Remark, start: int = 0, end: int = 0, wording: Wording | None = None) -> Evidence:
    """The post with the place marked, in the text `wording`, by default the newest; without a place its beginning."""
    seen, chosen = remark.seen, wording or remark.wordings[-1]
    text = chosen.reading.text
    if end:
        before, marked, after = around(text, start, end)
    else:
        before, marked, after = around(text, 0, min(len(text), WHOLE))
    return Evidence(
        ref=seen.post.id,
        author=seen.post.author,
        at=seen.post.posted_at,
        before=before,
        marked=marked.strip(),
        after=after,
        post_id=seen.post.id,
        url=seen.post.permalink,
        topic=seen.kind,
        number=seen.post.number,
        revision=remark.wordings.index(chosen) + 1,
        revisions=len(remark.wordings),
        edited_at=seen.post.edited_at,
        gone=seen.gone_at is not None,
    )


def reported(
    code: str,
    remark: Remark,
    what: str,
    *,
    place: tuple[int, int] = (0, 0),
    wording: Wording | None = None,
    mark: str = "",
    doubtful: bool = False,
) -> Violation:
    """A report about a post. Whoever writes under a player's name is not that player (V18)."""
    speaker = remark.speaker
    return Violation(
        clause=BY_CODE[code],
        player=speaker.name if speaker.standing is Standing.PLAYER else None,
        at=wording.at if wording else remark.seen.post.posted_at,
        what=what,
        evidence=evidence_of(remark, *place, wording),
        mark=mark,
        doubtful=doubtful,
    )
