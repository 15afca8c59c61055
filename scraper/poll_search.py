"""What a reading of some pages proves about posts that it does not show. Pure.

A post is gone only when a page shows both its neighbours side by side. What stands between two pages, or after the
last post, is only suspected: a page that shifted between two requests hides posts too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Missing:
    """Posts that stand in the archive and were not shown where they belong."""

    proved: tuple[str, ...]
    suspected: Mapping[int, tuple[str, ...]]
    """By the page that has to be read again to prove it; a boundary is filed under the lower page."""

    @property
    def all(self) -> frozenset[str]:
        """Every one of them."""
        return frozenset(self.proved).union(*self.suspected.values())


def missing(standing: Sequence[str], shown: Mapping[int, Sequence[str]], last_page: int) -> Missing:
    """`standing`: ids in the topic's order, those on `shown` included. `shown`: ids by page, as read in one pass."""
    place = {post: index for index, post in enumerate(standing)}
    seen = {post for posts in shown.values() for post in posts}
    proved: list[str] = []
    suspected: dict[int, list[str]] = {}

    def between(low: int, high: int) -> list[str]:
        return [post for post in standing[low:high] if post not in seen]

    for page in sorted(shown):
        posts = [post for post in shown[page] if post in place]
        if not posts:
            continue
        for first, second in pairwise(posts):
            proved += between(place[first] + 1, place[second])
        if page == 1:
            # The topic begins here: nothing can have shifted before it.
            proved += between(0, place[posts[0]])
        if page == last_page:
            suspected.setdefault(page, []).extend(between(place[posts[-1]] + 1, len(standing)))
        following = [post for post in shown.get(page + 1, ()) if post in place]
        if following:
            suspected.setdefault(page, []).extend(between(place[posts[-1]] + 1, place[following[0]]))
    return Missing(
        proved=tuple(dict.fromkeys(proved)),
        suspected={page: tuple(posts) for page, posts in suspected.items() if posts},
    )


def shift(standing: Mapping[str, int], posts: Sequence[str], page: int, per_page: int) -> int | None:
    """By how many posts a page begins later than what is held before it says; None when it shows nothing held.

    0: nothing was removed or put in before it, in sum. Positive: posts were removed; negative: some are not held.
    """
    first = next((index for index, post in enumerate(posts) if post in standing), None)
    return None if first is None else standing[posts[first]] - first - (page - 1) * per_page


def next_to_read(shifts: Mapping[int, int | None]) -> int | None:
    """The page whose reading narrows down where the shift changes, or None when every change is found.

    `shifts`: of the pages read so far. Between two pages of one shift nothing happened, in sum.
    """
    known = [(page, found) for page, found in sorted(shifts.items()) if found is not None]
    for (low, before), (high, after) in pairwise(known):
        if before != after and high - low > 1:
            for page in _middle_out(low, high):
                if page not in shifts:
                    return page
    return None


def _middle_out(low: int, high: int) -> list[int]:
    middle = (low + high) // 2
    return sorted(range(low + 1, high), key=lambda page: abs(page - middle))
