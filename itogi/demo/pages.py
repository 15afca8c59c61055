"""The pages of the demo board, as text: what a browser would be given at a moment."""

from __future__ import annotations

from datetime import datetime, timedelta

import jinja2
from markupsafe import Markup

from itogi.demo.model import GUEST_ID, DemoPost, Forum, Topic, User

_skin = jinja2.Environment(
    loader=jinja2.PackageLoader("itogi.demo", "skin"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
)
STYLE = (jinja2.PackageLoader("itogi.demo", "skin")).get_source(_skin, "style.css")[0]


class Pages:
    """Renders the pages of `forum` as they look at `now` to `viewer` (None: a guest)."""

    def __init__(self, forum: Forum, now: datetime, viewer: User | None) -> None:
        self.forum = forum
        self.now = now
        self.viewer = viewer

    def topic(self, topic: Topic, page: int) -> str:
        """Page `page` of a topic; 0 shows all posts at once, a number past the end shows the first page."""
        posts = self.forum.shown_posts(topic.id, self.now)
        per_page = self.forum.per_page if page else len(posts)
        pages = -(-len(posts) // per_page)
        page = page if 1 <= page <= pages else 1
        first = (page - 1) * per_page
        counts: dict[int, int] = {}
        for post in self.forum.posts.values():
            if post.user_id and post.shown(self.now):
                counts[post.user_id] = counts.get(post.user_id, 0) + 1
        shown = posts[first : first + per_page]
        return self._render(
            "topic.html",
            title=topic.title,
            topic=topic,
            page=page,
            pages=pages,
            first=first + 1,
            last=first + len(shown),
            total=len(posts),
            closed=self.closed(topic),
            posts=[
                self._post(post, number, posts[0], counts.get(post.user_id or GUEST_ID, 0))
                for number, post in enumerate(shown, first + 1)
            ],
            text="",
            action=_reply_to(topic),
        )

    def page_of(self, post: DemoPost) -> int:
        """The page of its topic on which a post stands."""
        return self.forum.shown_posts(post.topic_id, self.now).index(post) // self.forum.per_page + 1

    def closed(self, topic: Topic) -> bool:
        """Whether the topic takes no replies."""
        return topic.closed_at is not None and topic.closed_at <= self.now

    def index(self) -> str:
        """The list of topics."""
        rows = []
        for topic in self.forum.shown_topics(self.now):
            posts = self.forum.shown_posts(topic.id, self.now)
            rows.append(
                {
                    "id": topic.id,
                    "title": topic.title,
                    "replies": len(posts) - 1,
                    "date": self.date(posts[-1].posted_at),
                    "author": posts[-1].author,
                }
            )
        return self._render("index.html", title=self.forum.title, topics=rows)

    def profile(self, user: User) -> str:
        """An account's page."""
        posts = sum(post.user_id == user.id and post.shown(self.now) for post in self.forum.posts.values())
        return self._render("profile.html", title=f"Профиль: {user.name}", user=user, posts=posts)

    def login(self, back: str, reason: str | None = None) -> str:
        """The form for signing in; `reason` says why it is shown."""
        return self._render("login.html", title="Войти", back=back, reason=reason)

    def reply(self, topic: Topic, text: str = "", faults: tuple[str, ...] = (), *, action: str | None = None) -> str:
        """The form for a reply, or with `action` for an edit, with the board's objections to the last try."""
        return self._render("post.html", title=topic.title, text=text, faults=faults, action=action or _reply_to(topic))

    def message(self, text: str, *, title: str = "Информация", link: str | None = None) -> str:
        """A page that says one thing, and goes on to `link`."""
        return self._render("message.html", title=title, text=text, link=link)

    def date(self, moment: datetime) -> str:
        """A time as the board writes it: «Сегодня 21:58:03», «Вчера 23:13:48», «2013-10-14 21:58:03»."""
        local, today = moment.astimezone(self.forum.zone), self.now.astimezone(self.forum.zone).date()
        words = {today: "Сегодня", today - timedelta(days=1): "Вчера"}
        return f"{words.get(local.date(), local.date().isoformat())} {local:%H:%M:%S}"

    def _post(self, post: DemoPost, number: int, opening: DemoPost, user_posts: int) -> dict[str, object]:
        user = self.forum.users.get(post.user_id) if post.user_id else None
        note = post.note(self.now)
        signature = user.signature if user and post.show_signature else None
        return {
            "id": post.id,
            "number": number,
            "posted": int(post.posted_at.timestamp()),
            "date": self.date(post.posted_at),
            "author": post.author,
            "user_id": post.user_id,
            "user_title": user.title if user else "Гость",
            "user_posts": user_posts,
            "group": (2 if user.moderator else 4) if user else 3,
            "starter": post.user_id is not None and post.user_id == opening.user_id,
            "html": Markup(post.revision(self.now).html),  # noqa: S704 - a body is HTML, as the board keeps it
            "note": {"editor": note.editor, "date": self.date(note.at)} if note else None,
            "signature": Markup(signature) if signature else None,  # noqa: S704
        }

    def _render(self, template: str, **values: object) -> str:
        return _skin.get_template(template).render(board=self.forum.title, viewer=self.viewer, **values)


def _reply_to(topic: Topic) -> str:
    return f"/post.php?tid={topic.id}"
