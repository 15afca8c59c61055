"""What a demo board holds: users, topics and posts with every revision, all in memory.

A board can be shown as of any moment: posts that are not written yet are not there, edits that are not made yet
do not show, and removed posts are there until they are removed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

from itogi.demo.markup import to_html

GUEST_ID = 1
"""The id that boards of this kind give to everyone without an account."""


@dataclass(slots=True, kw_only=True)
class User:
    """An account."""

    id: int
    name: str
    title: str = "Участник"
    password: str | None = None
    """None: nobody can sign in with it."""
    signature: str | None = None
    """Inner HTML."""
    moderator: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One text of a post."""

    at: datetime
    html: str
    source: str = ""
    """As it was typed: what the form for editing shows."""
    editor: str | None = None
    """Name in the edit note; None for the first text and for silent edits."""


@dataclass(slots=True, kw_only=True)
class DemoPost:
    """A post with its history."""

    id: int
    topic_id: int
    author: str
    user_id: int | None
    """None: a guest."""
    posted_at: datetime
    revisions: list[Revision]
    removed_at: datetime | None = None
    show_signature: bool = True

    def shown(self, moment: datetime) -> bool:
        """Whether the post stands in its topic at that moment."""
        return self.posted_at <= moment and (self.removed_at is None or moment < self.removed_at)

    def revision(self, moment: datetime) -> Revision:
        """The text that stands at that moment."""
        return [revision for revision in self.revisions if revision.at <= moment][-1]

    def note(self, moment: datetime) -> Revision | None:
        """The last edit that left a note."""
        noted = [revision for revision in self.revisions if revision.at <= moment and revision.editor]
        return noted[-1] if noted else None


@dataclass(slots=True, kw_only=True)
class Topic:
    """A topic; its posts are found by its id."""

    id: int
    title: str
    forum_id: int = 1
    closed_at: datetime | None = None
    members_only: bool = False
    """Guests are asked to sign in."""


@dataclass(slots=True, kw_only=True)
class Forum:
    """Everything on the board."""

    title: str = "Демо-форум"
    zone: tzinfo = field(default_factory=lambda: ZoneInfo("Europe/Moscow"))
    per_page: int = 30
    users: dict[int, User] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    posts: dict[int, DemoPost] = field(default_factory=dict)

    def add_user(
        self,
        name: str,
        *,
        password: str | None = None,
        title: str = "Участник",
        signature: str | None = None,
        moderator: bool = False,
    ) -> User:
        """A new account; names may repeat in another case, ids never do. `signature` is BBCode."""
        user = User(
            id=max(self.users, default=GUEST_ID) + 1,
            name=name,
            title=title,
            password=password,
            signature=to_html(signature) if signature else None,
            moderator=moderator,
        )
        self.users[user.id] = user
        return user

    def user_named(self, name: str) -> User | None:
        """The account of exactly that name."""
        return next((user for user in self.users.values() if user.name == name), None)

    def add_topic(self, title: str, *, members_only: bool = False) -> Topic:
        """A new, empty topic."""
        topic = Topic(id=max(self.topics, default=0) + 1, title=title, members_only=members_only)
        self.topics[topic.id] = topic
        return topic

    def add_post(
        self,
        topic_id: int,
        author: str,
        text: str = "",
        *,
        at: datetime,
        html: str | None = None,
        guest: bool = False,
        show_signature: bool = True,
    ) -> DemoPost:
        """A new post of `text` (BBCode) or `html` (the body as it stands on the page).

        An author without an account gets one, unless `guest`. Posts of a topic show in the order of their times.
        """
        user = None if guest else self.user_named(author) or self.add_user(author)
        post = DemoPost(
            id=max(self.posts, default=100) + 1,
            topic_id=topic_id,
            author=author,
            user_id=user.id if user else None,
            posted_at=at,
            revisions=[_revision(at, text, html)],
            show_signature=show_signature,
        )
        self.posts[post.id] = post
        return post

    def edit_post(
        self,
        post_id: int,
        text: str = "",
        *,
        at: datetime,
        html: str | None = None,
        editor: str | None = None,
        silent: bool = False,
    ) -> None:
        """Give a post another text from `at` on; the note names `editor`, the author by default."""
        post = self.posts[post_id]
        shown = None if silent else editor or post.author
        post.revisions.append(_revision(at, text, html, shown))
        post.revisions.sort(key=lambda revision: revision.at)

    def remove_post(self, post_id: int, *, at: datetime) -> None:
        """Take a post out of its topic from `at` on; the numbers of later posts shift."""
        self.posts[post_id].removed_at = at

    def shown_posts(self, topic_id: int, moment: datetime) -> list[DemoPost]:
        """The posts of a topic at that moment, oldest first."""
        posts = [post for post in self.posts.values() if post.topic_id == topic_id and post.shown(moment)]
        return sorted(posts, key=lambda post: (post.posted_at, post.id))

    def shown_topics(self, moment: datetime) -> list[Topic]:
        """Topics that have a post at that moment."""
        return [topic for topic in self.topics.values() if self.shown_posts(topic.id, moment)]


def _revision(at: datetime, text: str, html: str | None, editor: str | None = None) -> Revision:
    shown = to_html(text) if html is None else html
    return Revision(at=at, html=shown, source=text or shown, editor=editor)
