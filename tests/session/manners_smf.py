# ruff: noqa: E501 - markup
"""SMF's ways, shaped after what a running installation did."""

from __future__ import annotations

import html

from manners_board import Board, BoardPost, Page, Request, shown_html
from manners_markup import GENITIVE, MOSCOW, USER_IDS, hidden


class Smf(Board):
    """SMF 2.1."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.variable = "f" + self.new_token()[:7]
        self.login_tokens: dict[str, str] = {}

    def cookie_name(self) -> str:
        return "SMFCookie11"

    def is_reply(self, request: Request) -> bool:
        return request.query.get("action") == "post2"

    def is_topic(self, request: Request) -> bool:
        return "topic" in request.query and "action" not in request.query

    def topic_url(self) -> str:
        return f"{self.base}index.php?topic=7.0"

    def answer(self, request: Request) -> Page:
        match request.query.get("action"):
            case "login" | "login2":
                return self.login(request)
            case "post" | "post2":
                return self.reply(request)
        if "topic" in request.query:
            return self.topic(request)
        return self.page(request, "home", '<div id="boardindex_table">Форумы</div>')

    def page(self, request: Request, action: str, body: str, *, status: int = 200, head: str = "") -> Page:
        uid = USER_IDS[request.member] if request.member else "0"
        member = (
            f'<li><a href="{self.base}index.php?action=profile" id="profile_menu_top"><img class="avatar" src="a.png" alt=""><span class="textmenu">{request.member}</span></a></li>'
            f'<li id="nojs_logout"><a href="{self.base}index.php?action=logout;{self.variable}=ab">Выход</a></li>'
            if request.member
            else f'<li><a href="{self.base}index.php?action=login">Вход</a></li>'
        )
        local = self.clock.now().astimezone(MOSCOW)
        return Page(
            f'<!DOCTYPE html><html lang="ru-RU"><head><title>Игра</title>{head}<script>var smf_scripturl = "{self.base}index.php"; var smf_member_id = {uid};</script></head>'
            f'<body id="smf" class="action_{action}"><div id="top_section"><ul>{member}</ul><time datetime="{self.clock.now():%Y-%m-%dT%H:%M:%SZ}">{local.day} {GENITIVE[local.month - 1]} {local:%Y, %H:%M}</time></div>'
            f'<div id="content_section"><div id="main_content_section">{body}</div></div><div id="footer"><ul><li class="copyright"><a href="{self.base}index.php?action=credits">SMF 2.1.4 © 2023</a>, <a href="https://www.simplemachines.org">Simple Machines</a></li></ul></div></body></html>',
            status=status,
        )

    def fatal(self, request: Request, words: str) -> Page:
        return self.page(
            request,
            "post2",
            f'<div id="fatal_error"><div class="cat_bar"><h3 class="catbg">Ошибка!</h3></div><div class="windowbg"><div class="padding">{words}</div></div></div>',
            status=403,
        )

    def login_form(self, error: str = "", wall: str = "") -> str:
        name, value = "c" + self.new_token()[:8], self.new_token()
        self.login_tokens[name] = value
        told = f'<div class="errorbox">{error}</div>' if error else ""
        wall = f'<p class="information centertext">{wall}</p>' if wall else ""
        return (
            f'<form action="{self.base}index.php?action=login2" name="frmLogin" id="frmLogin" method="post">{wall}{told}<input type="text" name="user"><input type="password" name="passwrd">'
            f'<select name="cookielength"><option value="3153600" selected>Постоянно</option><option value="60">1 час</option></select>'
            f'<input type="submit" value="Вход">{hidden(**{self.variable: "ab", name: value})}</form>'
        )

    def login(self, request: Request) -> Page:
        if request.query.get("action") == "login" or request.method == "GET":
            if request.member:
                return Page("", location=f"{self.base}index.php")
            return self.page(request, "login", self.login_form())
        token = next((name for name in request.form if self.login_tokens.get(name) == request.form[name]), None)
        if token is None or request.form.get(self.variable) != "ab":
            return self.fatal(request, "Не удалось проверить сессию. Попробуйте выйти с форума и зайти снова.")
        del self.login_tokens[token]
        name = request.form.get("user", "")
        if self.passwords.get(name) != request.form.get("passwrd"):
            return self.page(request, "login2", self.login_form("Неверный пароль"))
        return Page(
            "",
            location=f"{self.base}index.php?action=login2;sa=check;member=2",
            cookies=(f"{self.cookie_name()}={self.open_session(name)}; path=/; HttpOnly",),
        )

    def reply(self, request: Request) -> Page:
        if not request.member:
            return self.page(
                request,
                "post",
                self.login_form(
                    wall="Вы не можете отвечать в этом разделе. Авторизуйтесь или зарегистрируйтесь на форуме."
                ),
            )
        if self.closed:
            return self.fatal(request, "Эта тема закрыта. Только администраторы и модераторы могут отвечать в ней.")
        if "msg" in request.query:
            return self.edit(request)
        if request.query.get("action") == "post":
            shown = self.page(request, "post", self.reply_form())
            self.form_fetched()
            return shown
        text = request.form.get("message", "").replace("\r\n", "\n")
        if request.form.get(self.variable) != "ab":
            return self.page(
                request,
                "post2",
                self.errors(
                    "Ваша сессия истекла во время написания сообщения. Пожалуйста, попробуйте заново.", "errorbox"
                )
                + self.reply_form(text),
            )
        if request.form.get("seqnum") in self.used:
            return self.fatal(
                request,
                '<div id="error_form_already_submitted" class="padding">Вы уже отправили это сообщение! Возможно, вы случайно нажали дважды или попытались обновить страницу.</div>',
            )
        if not text:
            return self.page(
                request, "post2", self.errors("Сообщение было оставлено пустым.", "errorbox") + self.reply_form(text)
            )
        # A last_msg that is gone comes before the flood: the engine shows the form again.
        if request.form.get("last_msg") != str(self.posts[-1].id):
            return self.page(
                request,
                "post2",
                self.errors(
                    "Внимание! Пока вы набирали сообщение, в теме появился новый ответ. Возможно, вы захотите изменить свое сообщение.",
                    "noticebox",
                )
                + self.reply_form(text),
            )
        if self.wait_left(self.posts[-1].author):
            return self.fatal(
                request,
                f"Последнее сообщение с вашего IP отправлено {self.flood_seconds} секунд назад. Попробуйте позже.",
            )
        self.used.add(request.form.get("seqnum", ""))
        self.take(request.member, text)
        return Page("", location=f"{self.base}index.php?topic=7.new#new")

    def edit(self, request: Request) -> Page:
        post = self.numbered(request.query["msg"])
        if self.no_edits or post.author != request.member:
            return self.fatal(request, "Вы не можете редактировать это сообщение.")
        if request.query["action"] == "post2" and request.form.get(self.variable) == "ab":
            post.text = request.form["message"].replace("\r\n", "\n")
            return Page("", location=f"{self.base}index.php?topic=7.msg{post.id}#msg{post.id}")
        form = self.reply_form(post.text).replace(
            "action=post2;start=0;board=1", f"action=post2;start=0;msg={post.id};board=1"
        )
        return self.page(request, "post", form)

    def errors(self, words: str, kind: str) -> str:
        return f'<div class="{kind}" id="errors"><dl><dt><strong id="error_serious">Следующие ошибки возникли при попытке отправки сообщения:</strong></dt><dd class="error" id="error_list">{words}</dd></dl></div>'

    def reply_form(self, text: str = "") -> str:
        return (
            f'<form action="{self.base}index.php?action=post2;start=0;board=1" method="post" name="postmodify" id="postmodify">{hidden(topic="7")}<input type="text" name="subject" value="Re: Игра">'
            f'<textarea name="message" id="message">{html.escape(text)}</textarea>{hidden(notify="0")}<input type="checkbox" name="goback" value="1" checked>'
            f'<input type="submit" name="preview" value="Просмотр"><input type="submit" name="post" value="Отправить">'
            f"{hidden(last_msg=str(self.posts[-1].id), additional_options='0')}{hidden(**{self.variable: 'ab'})}{hidden(seqnum=self.new_token())}</form>"
        )

    def topic(self, request: Request) -> Page:
        _topic, _dot, offset = request.query["topic"].partition(".")
        start = int(offset) if offset.isdigit() else (10**6 if offset == "new" or offset.startswith("msg") else 0)
        number = min(start // self.per_page + 1, self.pages())
        links = "".join(
            f'<span class="current_page">{other}</span> '
            if other == number
            else f'<a class="nav_page" href="{self.base}index.php?topic=7.{(other - 1) * self.per_page}">{other}</a> '
            for other in range(1, self.pages() + 1)
        )
        first = (number - 1) * self.per_page
        posts = "".join(self.post(post, place) for place, post in enumerate(self.on_page(number), first))
        return self.page(
            request, "messageindex board_1",
            f'<div id="display_head" class="information"><h2 class="display_title"><span id="top_subject">Игра</span></h2></div><div class="pagesection"><div class="pagelinks floatleft">{links}</div></div>'
            f'<div id="forumposts"><form action="{self.base}index.php?action=quickmod2;topic=7.{first}" method="post" name="quickModForm" id="quickModForm">{posts}</form></div><div class="pagesection"><div class="pagelinks floatleft">{links}</div></div>',
            head=f'<link rel="canonical" href="{self.base}index.php?topic=7.{first}">',
        )  # fmt: skip

    def post(self, post: BoardPost, place: int) -> str:
        local = post.at.astimezone(MOSCOW)
        today = local.date() == self.clock.now().astimezone(MOSCOW).date()
        when = (
            f"<strong>Сегодня</strong> в {local:%H:%M}"
            if today
            else f"{local.day} {GENITIVE[local.month - 1]} {local:%Y, %H:%M}"
        )
        number = f'<span class="page_number floatright">#{place}</span>' if place else ""
        return (
            f'<div class="windowbg" id="msg{post.id}"><div class="post_wrapper"><div class="poster"><h4><a href="{self.base}index.php?action=profile;u={USER_IDS[post.author]}" title="Просмотр профиля">{post.author}</a></h4></div>'
            f'<div class="postarea"><div class="keyinfo"><div id="subject_{post.id}" class="subject_title"><a href="{self.base}index.php?msg={post.id}" rel="nofollow">Re: Игра</a></div>{number}'
            f'<div class="postinfo"><a href="{self.base}index.php?msg={post.id}" rel="nofollow" title="Ответ" class="smalltext">{when}</a><span class="spacer"></span><span class="smalltext modified floatright" id="modified_{post.id}"></span></div></div>'
            f'<div class="post"><div class="inner" data-msgid="{post.id}" id="msg_{post.id}">{shown_html(post.text)}</div></div></div></div></div>'
        )
