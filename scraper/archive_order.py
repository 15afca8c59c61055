"""The order of a topic's posts, kept while pages are read in any order and shift under the reader. Pure.

Neither ids nor times give it: merged topics mix them up, and boards that show local time move it twice a year.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

STEP = 1000.0
PAGE = 1_000_000.0
"""Distance of two pages, so that pages read in any order find room."""
NARROW = 1e-3


class TopicOrder:
    """Places of posts: a larger place is later in the topic."""

    def __init__(self, rows: Iterable[tuple[int, float, int]]) -> None:
        """`rows`: (post's key, place, page on which it was last seen)."""
        self.place: dict[int, float] = {}
        self.page: dict[int, int] = {}
        for key, place, page in rows:
            self.place[key] = place
            self.page[key] = page

    def keys(self) -> list[int]:
        """All keys, in order."""
        return sorted(self.place, key=self.place.__getitem__)

    def merge(self, page: int, keys: Sequence[int]) -> dict[int, float]:
        """Take in what a page shows, in its order; the places that are new or changed."""
        before = dict(self.place)
        self._straighten([key for key in keys if key in self.place])
        index = 0
        while index < len(keys):
            if keys[index] in self.place:
                index += 1
                continue
            end = index
            while end < len(keys) and keys[end] not in self.place:
                end += 1
            self._insert(
                page, keys[index:end], keys[index - 1] if index else None, keys[end] if end < len(keys) else None
            )
            index = end
        for key in keys:
            self.page[key] = page
        return {key: place for key, place in self.place.items() if before.get(key) != place}

    def _straighten(self, known: list[int]) -> None:
        """The page's own order wins over what was held."""
        places = sorted(self.place[key] for key in known)
        self.place.update(zip(known, places, strict=True))

    def _insert(self, page: int, run: Sequence[int], before: int | None, after: int | None) -> None:
        low, high = self._room(page, before, after)
        if low is not None and high is not None and (high - low) / (len(run) + 1) < NARROW:
            self._renumber()
            low, high = self._room(page, before, after)
        self._fill(page, run, low, high)

    def _room(self, page: int, before: int | None, after: int | None) -> tuple[float | None, float | None]:
        """Places between which a run of new posts belongs."""
        if before is not None and after is None:
            # At the end of a page: after all that the page was known to hold, posts that are gone now included.
            low = max([self.place[before], *(self.place[key] for key, on in self.page.items() if on == page)])
        elif before is not None:
            low = self.place[before]
        elif after is not None:
            high = self.place[after]
            return max((place for place in self.place.values() if place < high), default=None), high
        else:
            found = [self.place[key] for key, on in self.page.items() if on < page]
            if not found:
                return None, min(self.place.values(), default=None)
            low = max(found)
        return low, min((place for place in self.place.values() if place > low), default=None)

    def _fill(self, page: int, run: Sequence[int], low: float | None, high: float | None) -> None:
        hinted = [page * PAGE + slot * STEP for slot in range(len(run))]
        if (low is None or low < hinted[0]) and (high is None or hinted[-1] < high):
            places = hinted
        elif high is None:
            places = [(low or 0.0) + STEP * (slot + 1) for slot in range(len(run))]
        elif low is None:
            places = [high - STEP * (len(run) - slot) for slot in range(len(run))]
        else:
            places = [low + (high - low) * (slot + 1) / (len(run) + 1) for slot in range(len(run))]
        self.place.update(zip(run, places, strict=True))

    def _renumber(self) -> None:
        for index, key in enumerate(self.keys()):
            self.place[key] = index * STEP
