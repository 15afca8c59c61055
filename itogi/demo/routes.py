"""What the demo board answers to each request: pages, the API, signing in, replies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from html import unescape

from itogi.demo.model import GUEST_ID, DemoPost, Forum, Topic, User
from itogi.demo.pages import STYLE, Pages

CHARSET = "windows-1251"
ROBOTS = "User-agent: *\nDisallow: /login.php\nDisallow: /post.php\n"
BAD_LINK = "Неверный запрос. Ссылка, по которой Вы перешли, неверная или просроченная."
NEEDS_LOGIN = "Для просмотра этой темы необходимо войти под своим именем."
BAD_PASSWORD = "Неверное имя пользователя и/или пароль."  # noqa: S105 - the board's words
WELCOME = "Вы успешно вошли на форум. Переадресация …"
GOODBYE = "Вы вышли с форума. Переадресация …"
POSTED = "Сообщение добавлено. Переадресация …"
EDITED = "Сообщение отредактировано. Переадресация …"
CLOSED = "Тема закрыта, отвечать в ней нельзя."
NO_RIGHT = "У Вас нет прав для отправки сообщений."
TOO_SHORT = "Слишком короткое сообщение. Минимальная длина: {count}."
FLOOD = "Между отправкой сообщений должно пройти не менее {count} секунд. Подождите и попробуйте снова."


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request."""

    method: str
    path: str
    query: dict[str, str]
    form: dict[str, str] = field(repr=False)
    session: str | None = field(default=None, repr=False)
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Names in lower case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer; the last three fields are for faults."""

    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    signs_in: int | None = None
    """Id of the account whose session begins with this answer."""
    signs_out: bool = False
    cut: int | None = None
    """Break the connection after so many bytes of the body; -1: before the headers."""
    pause: float = 0.0
    """Seconds before the first byte, and before each piece of `piece` bytes."""
    piece: int = 1 << 16

    def with_header(self, name: str, value: str) -> Answer:
        """The same answer with one more header."""
        return replace(self, headers=(*self.headers, (name, value)))

    def chunks(self, *, head: bytes, silent: bool) -> Iterator[tuple[float, bytes]]:
        """(seconds to wait, bytes to send), in order."""
        if self.cut == -1:
            return
        yield self.pause, head
        body = b"" if silent else self.body if self.cut is None else self.body[: self.cut]
        for start in range(0, len(body), self.piece):
            yield self.pause, body[start : start + self.piece]


def page(text: str, status: int = 200) -> Answer:
    """An HTML page in the board's encoding; what it lacks goes as `&#N;`."""
    body = text.encode(CHARSET, errors="xmlcharrefreplace")
    return Answer(status=status, headers=_headers(f"text/html; charset={CHARSET}", body), body=body)


def _headers(kind: str, body: bytes) -> tuple[tuple[str, str], ...]:
    return (
        ("Content-Type", kind),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store, no-cache, must-revalidate"),
    )


def _plain(text: str, kind: str) -> Answer:
    body = text.encode()
    return Answer(headers=_headers(f"{kind}; charset=utf-8", body), body=body)


def _redirect(location: str) -> Answer:
    return Answer(status=302, headers=(("Location", location), ("Content-Length", "0")))


class Routes:
    """Answers requests for `forum` as of `now` to `viewer` (None: a guest)."""

    def __init__(
        self, forum: Forum, now: datetime, viewer: User | None, *, flood_seconds: int = 0, min_length: int = 1
    ) -> None:
        self.forum = forum
        self.now = now
        self.viewer = viewer
        self.flood_seconds = flood_seconds
        self.min_length = min_length
        self.pages = Pages(forum, now, viewer)

    def answer(self, asked: Asked) -> Answer:
        """The answer to any request."""
        route = {
            "/": self._index,
            "/index.php": self._index,
            "/viewtopic.php": self._topic,
            "/profile.php": self._profile,
            "/login.php": self._login,
            "/post.php": self._post,
            "/edit.php": self._edit,
            "/api.php": self._api,
        }.get(asked.path)
        if route:
            return route(asked)
        if asked.path == "/robots.txt":
            return _plain(ROBOTS, "text/plain")
        if asked.path == "/style.css":
            return _plain(STYLE, "text/css")
        return page(self.pages.message("Такой страницы на форуме нет.", title="404"), 404)

    def _index(self, _asked: Asked) -> Answer:
        return page(self.pages.index())

    def _topic(self, asked: Asked) -> Answer:
        query = asked.query
        post = self.forum.posts.get(_number(query.get("pid")))
        if post and not post.shown(self.now):
            post = None
        topic = self.forum.topics.get(post.topic_id if post else _number(query.get("id")))
        if not topic or ("pid" in query and not post) or not self.forum.shown_posts(topic.id, self.now):
            return page(self.pages.message(BAD_LINK), 404)
        if topic.members_only and not self.viewer:
            return page(self.pages.login(f"/viewtopic.php?id={topic.id}", NEEDS_LOGIN))
        if query.get("action") == "last":
            last = self.forum.shown_posts(topic.id, self.now)[-1]
            return _redirect(f"/viewtopic.php?pid={last.id}#p{last.id}")
        if post:
            return page(self.pages.topic(topic, self.pages.page_of(post)))
        number = query.get("p", "1")
        return page(self.pages.topic(topic, 0 if number == "-1" else _number(number)))

    def _profile(self, asked: Asked) -> Answer:
        user = self.forum.users.get(_number(asked.query.get("id")))
        return page(self.pages.profile(user)) if user else page(self.pages.message(BAD_LINK), 404)

    def _login(self, asked: Asked) -> Answer:
        if asked.query.get("action") == "out":
            return replace(page(self.pages.message(GOODBYE, link="/")), signs_out=True)
        if asked.method != "POST":
            return page(self.pages.login("/"))
        form = asked.form
        # Such boards cut names at 25 and passwords at 16 characters in the form, and take no more on the other side.
        name, password = form.get("req_username", "")[:25].strip(), form.get("req_password", "")[:16]
        user = next((user for user in self.forum.users.values() if user.name.lower() == name.lower()), None)
        if form.get("form_sent") != "1" or not user or user.password is None or user.password[:16] != password:
            return page(self.pages.login("/", BAD_PASSWORD))
        back = form.get("redirect_url", "/")
        link = back if back.startswith("/") and not back.startswith("//") else "/"
        return replace(page(self.pages.message(WELCOME, link=link)), signs_in=user.id)

    def _post(self, asked: Asked) -> Answer:
        topic = self.forum.topics.get(_number(asked.query.get("tid")))
        if not topic:
            return page(self.pages.message(BAD_LINK), 404)
        if not self.viewer:
            return page(self.pages.login(f"/post.php?tid={topic.id}", NO_RIGHT))
        if self.pages.closed(topic) and not self.viewer.moderator:
            return page(self.pages.message(CLOSED))
        if asked.method != "POST" or "preview" in asked.form:
            return page(self.pages.reply(topic, asked.form.get("req_message", "")))
        text = _typed(asked)
        faults = self._objections(text)
        if faults or asked.form.get("form_sent") != "1":
            return page(self.pages.reply(topic, text, faults))
        post = self.forum.add_post(topic.id, self.viewer.name, text, at=self.now)
        return page(self.pages.message(POSTED, link=f"/viewtopic.php?pid={post.id}#p{post.id}"))

    def _edit(self, asked: Asked) -> Answer:
        post = self.forum.posts.get(_number(asked.query.get("id")))
        if not post or not post.shown(self.now):
            return page(self.pages.message(BAD_LINK), 404)
        topic = self.forum.topics[post.topic_id]
        own = self.viewer is not None and (self.viewer.moderator or self.viewer.id == post.user_id)
        if self.viewer is None or not own or (self.pages.closed(topic) and not self.viewer.moderator):
            return page(self.pages.message(NO_RIGHT))
        action = f"/edit.php?id={post.id}&action=edit"
        if asked.method != "POST" or asked.form.get("form_sent") != "1":
            return page(self.pages.reply(topic, post.revision(self.now).source, action=action))
        text = _typed(asked)
        if len(text) < self.min_length:
            faults = (TOO_SHORT.format(count=self.min_length),)
            return page(self.pages.reply(topic, text, faults, action=action))
        self.forum.edit_post(post.id, text, at=self.now, editor=self.viewer.name)
        return page(self.pages.message(EDITED, link=f"/viewtopic.php?pid={post.id}#p{post.id}"))

    def _objections(self, text: str) -> tuple[str, ...]:
        own = [
            post.posted_at
            for post in self.forum.posts.values()
            if self.viewer and post.user_id == self.viewer.id and post.posted_at <= self.now
        ]
        faults = []
        if len(text) < self.min_length:
            faults.append(TOO_SHORT.format(count=self.min_length))
        if own and self.now - max(own) < timedelta(seconds=self.flood_seconds):
            faults.append(FLOOD.format(count=self.flood_seconds))
        return tuple(faults)

    def _api(self, asked: Asked) -> Answer:
        query = asked.query
        methods = {"post.get": self._api_posts, "topic.get": self._api_topics}
        method = methods.get(query.get("method", ""))
        if not method:
            return _json({"error": {"code": "1", "message": "Unknown method"}})
        ids = [_number(part) for part in query.get("topic_id", "").split(",")]
        topics = [self.forum.topics[number] for number in ids if number in self.forum.topics]
        topics = [
            topic
            for topic in topics
            if self.forum.shown_posts(topic.id, self.now) and (self.viewer or not topic.members_only)
        ]
        if not topics:
            return _json({"error": {"code": "2", "message": "Topic not found"}})
        rows = method(topics)
        key = query.get("sort_by", "id")
        rows.sort(key=lambda row: (_number(row.get(key)), row.get(key, "")), reverse=query.get("sort_dir") == "desc")
        skip, limit = _number(query.get("skip")), min(_number(query.get("limit", "20")) or 20, 100)
        names = [name for name in query.get("fields", "").split(",") if name]
        rows = [
            {name: row[name] for name in names if name in row} if names else row for row in rows[skip : skip + limit]
        ]
        return _json({"response": rows})

    def _api_posts(self, topics: list[Topic]) -> list[dict[str, str]]:
        return [self._api_post(post) for topic in topics for post in self.forum.shown_posts(topic.id, self.now)]

    def _api_post(self, post: DemoPost) -> dict[str, str]:
        return {
            "id": str(post.id),
            "topic_id": str(post.topic_id),
            "user_id": str(post.user_id or GUEST_ID),
            "username": post.author,
            "message": post.revision(self.now).html,
            "posted": str(int(post.posted_at.timestamp())),
        }

    def _api_topics(self, topics: list[Topic]) -> list[dict[str, str]]:
        rows = []
        for topic in topics:
            posts = self.forum.shown_posts(topic.id, self.now)
            rows.append(
                {
                    "id": str(topic.id),
                    "forum_id": str(topic.forum_id),
                    "subject": topic.title,
                    "num_replies": str(len(posts) - 1),
                    "closed": "1" if self.pages.closed(topic) else "0",
                    "first_post": str(posts[0].id),
                    "init_id": str(posts[0].id),
                }
            )
        return rows


def _json(value: object) -> Answer:
    return _plain(json.dumps(value, ensure_ascii=False), "application/json")


def _typed(asked: Asked) -> str:
    """The text of a form; a browser sends what windows-1251 lacks as `&#N;`, which the board shows as the character."""
    return re.sub(r"&#\d+;", lambda found: unescape(found[0]), asked.form.get("req_message", "")).strip()


def _number(text: str | None) -> int:
    """A number of the query; what is no number asks for nothing that exists."""
    return int(text) if text and re.fullmatch(r"\d{1,9}", text) else 0
