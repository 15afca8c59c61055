# ruff: noqa: E501 - markup
"""The ways of PunBB, shaped after a running installation, and of mybb.ru, of which little is known."""

from __future__ import annotations

import html

from manners_board import BoardPost, Page, Request, shown_html
from manners_fluxbb import Fluxbb
from manners_markup import MOSCOW, REQUIRED, USER_IDS, hidden


class Punbb(Fluxbb):
    """PunBB 1.4."""

    def cookie_name(self) -> str:
        return "forum_cookie_0a1b2c"

    def page(self, request: Request, name: str, body: str, *, status: int = 200, head: str = "") -> Page:
        member = (
            f'<p id="welcome"><span>Вы вошли как <strong>{request.member}</strong></span></p><a href="{self.base}login.php?action=out&amp;id={USER_IDS[request.member]}&amp;csrf_token=ab">Выход</a>'
            if request.member
            else f'<p id="welcome"><span>Вы не вошли.</span></p><a href="{self.base}login.php">Вход</a>'
        )
        return Page(
            f'<!DOCTYPE html><html><head><title>Игра — Форум</title>{head}</head><body><div id="brd-wrap" class="brd"><div id="brd-{name}" class="brd-page"><div id="brd-head">{member}</div>'
            f'<div id="brd-main"><h1 class="main-title"><a class="permalink" href="{self.base}viewtopic.php?id=7">Игра</a></h1>{body}</div><div id="brd-about"><p id="copyright">Форум работает на <a href="http://punbb.informer.com/">PunBB</a></p></div></div></div></body></html>',
            status=status,
        )

    def message(self, request: Request, words: str, status: int = 200) -> Page:
        return self.page(
            request,
            "message",
            f'<div class="main-head"><h2 class="hn"><span>Сообщение форума</span></h2></div><div class="main-content main-message"><p>{words}</p></div>',
        )

    def errors(self, words: str) -> str:
        return f'<div class="ct-box error-box"><h2 class="warn hn">Ошибка!</h2><ul class="error-list"><li class="warn"><span>{words}</span></li></ul></div>'

    def login(self, request: Request) -> Page:
        if request.method == "POST":
            if request.form.get("csrf_token") != self.token("login", request):
                return self.page(
                    request, "dialogue",
                    f'<div class="main-content main-frm"><div class="ct-box info-box"><p>Подтвердите это действие: срок действия маркера истёк.</p></div><form method="post" action="{self.base}login.php">'
                    + hidden(prev_url=self.base, **request.form) + '<input type="submit" name="confirm" value="Подтвердить"></form></div>',
                )  # fmt: skip
            name = request.form.get("req_username", "")
            if self.passwords.get(name) != request.form.get("req_password"):
                return self.page(request, "login", self.errors("Неверное имя или пароль.") + self.login_form(request))
            return Page(
                "",
                location=f"{self.base}login.php?login=1",
                cookies=(f"{self.cookie_name()}={self.open_session(name)}; path=/; HttpOnly",),
            )
        if request.member:
            return Page("", location=self.base)
        return self.page(request, "login", self.login_form(request))

    def login_form(self, request: Request) -> str:
        return (
            f'{REQUIRED}<form id="afocus" method="post" action="{self.base}login.php">{hidden(form_sent="1", redirect_url=self.base, csrf_token=self.token("login", request))}'
            f'<input type="text" name="req_username"><input type="password" name="req_password"><input type="checkbox" name="save_pass" value="1"><input type="submit" name="login" value="Войти"></form>'
        )

    def reply_form(self, text: str = "") -> str:
        return f'{REQUIRED}<form id="afocus" method="post" action="{self.base}post.php?tid=7">{hidden(form_sent="1", form_user="x", csrf_token="ab")}<textarea name="req_message">{html.escape(text)}</textarea><input type="submit" name="submit_button" value="Отправить"><input type="submit" name="preview" value="Просмотр"></form>'

    def leads_on(self, where: str, words: str, cookies: tuple[str, ...] = ()) -> Page:
        return Page("", location=where, cookies=cookies)

    def topic(self, request: Request) -> Page:
        number = self.page_number(request)
        links = " ".join(
            f"<strong>{other}</strong>"
            if other == number
            else f'<a href="{self.base}viewtopic.php?id=7&amp;p={other}">{other}</a>'
            for other in range(1, self.pages() + 1)
        )
        first = (number - 1) * self.per_page + 1
        posts = "".join(self.post(post, place) for place, post in enumerate(self.on_page(number), first))
        last = first + len(self.on_page(number)) - 1
        return self.page(
            request, "viewtopic",
            f'<p class="paging"><span class="pages">Страницы</span> {links}</p><div class="main-head"><h2 class="hn"><span class="item-info">Сообщений с {first} по {last} из {len(self.shown())}</span></h2></div>'
            f'<div id="forum1" class="main-content main-topic">{posts}</div><div class="main-foot"><h2 class="hn"><span class="item-info">Сообщений с {first} по {last} из {len(self.shown())}</span></h2></div>',
            head=f'<link rel="canonical" href="{self.base}viewtopic.php?id=7{f"&amp;p={number}" if number > 1 else ""}">',
        )  # fmt: skip

    def post(self, post: BoardPost, place: int) -> str:
        when = f"{post.at.astimezone(MOSCOW):%Y-%m-%d %H:%M:%S}"
        uid = USER_IDS[post.author]
        return (
            f'<div class="post odd replypost"><div id="p{post.id}" class="posthead"><h3 class="hn post-ident"><span class="post-num">{place}</span> <span class="post-byline"><span>Ответ от </span><a href="{self.base}profile.php?id={uid}">{post.author}</a></span> '
            f'<span class="post-link"><a class="permalink" rel="bookmark" href="{self.base}viewtopic.php?pid={post.id}#p{post.id}">{when}</a></span></h3></div><div class="postbody"><div class="post-author"><ul class="author-ident"><li class="username"><a href="{self.base}profile.php?id={uid}">{post.author}</a></li></ul></div>'
            f'<div class="post-entry"><h4 class="entry-title hn">Re: Игра</h4><div class="entry-content"><p>{shown_html(post.text)}</p></div></div></div></div>'
        )


class MybbRu(Fluxbb):
    """mybb.ru: windows-1251, no tokens; nothing is known of its answers, so these are as plain as can be."""

    def cookie_name(self) -> str:
        return "mybb_ru"

    def page(self, request: Request, name: str, body: str, *, status: int = 200, head: str = "") -> Page:
        uid = USER_IDS[request.member] if request.member else "1"
        member = (
            f'<li id="navlogout"><a href="/login.php?action=out&amp;id={uid}">Выйти</a></li>'
            if request.member
            else '<li id="navlogin"><a href="/login.php">Войти</a></li>'
        )
        topic = ' data-topic-id="7"' if name == "viewtopic" else ""
        return Page(
            f'<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><title>Игра</title>{head}<script>var FORUM = {{}}; var GroupID = {4 if request.member else 3}, UserID = {uid}, UserLogin = \'{request.member or ""}\';</script></head>'
            f'<body><div id="pun"><div id="pun-{name}"{topic} class="punbb"><div id="pun-title"><h1>Форум</h1></div><div id="pun-navlinks"><ul>{member}</ul></div><div id="pun-status"><p>Привет</p></div>'
            f'<div id="pun-main" class="main">{body}</div><div id="pun-about">mybb.ru</div></div></div></body></html>',
            status=status,
        )

    def message(self, request: Request, words: str, status: int = 200) -> Page:
        return self.page(
            request,
            "message",
            f'<h1><span>Сообщение</span></h1><div class="info"><div class="container"><p>{words}</p></div></div>',
        )

    def leads_on(self, where: str, words: str, cookies: tuple[str, ...] = ()) -> Page:
        return Page(
            f'<html><head><meta http-equiv="refresh" content="1;URL={where}"></head><body><p>{words}</p></body></html>',
            cookies=cookies,
        )

    def errors(self, words: str) -> str:
        return f'<div id="post-error" class="info"><div class="container"><p>Исправьте ошибки:</p><ul><li>{words}</li></ul></div></div>'

    def login(self, request: Request) -> Page:
        if request.query.get("action") == "in" and request.method == "POST":
            name = request.form.get("req_username", "")
            if self.passwords.get(name) != request.form.get("req_password"):
                return self.message(request, "Неверное имя пользователя и/или пароль.")
            return self.leads_on(
                f"{self.base}index.php",
                "Вы вошли.",
                (f"{self.cookie_name()}={self.open_session(name)}; path=/; HttpOnly",),
            )
        return self.page(request, "login", self.login_form(request))

    def reply_form(self, text: str = "") -> str:
        return f'<form id="post" method="post" action="/post.php?action=post&amp;tid=7">{hidden(form_sent="1")}<textarea id="main-reply" name="req_message">{html.escape(text)}</textarea><p class="formsubmit"><input type="submit" class="submit" name="submit" value="Отправить"><input type="submit" name="preview" value="Просмотр"></p></form>'

    def topic(self, request: Request) -> Page:
        number = self.page_number(request)
        links = "".join(
            f"<strong>{other}</strong>"
            if other == number
            else f'<a href="/viewtopic.php?id=7&amp;p={other}">{other}</a>'
            for other in range(1, self.pages() + 1)
        )
        first = (number - 1) * self.per_page + 1
        posts = "".join(self.post(post, place) for place, post in enumerate(self.on_page(number), first))
        return self.page(
            request,
            "viewtopic",
            f'<h1><span>Игра</span></h1><div class="linkst"><div class="pagelink">Страница: {links}</div></div><div class="topic" id="topic_t7"><h2><span class="item1">Тема</span><span class="item2">Сообщений {len(self.on_page(number))} страница {number} из {self.pages()}</span></h2>{posts}</div>',
        )

    def post(self, post: BoardPost, place: int) -> str:
        uid = USER_IDS[post.author]
        return (
            f'<div class="post{" topicpost" if place == 1 else ""}" id="p{post.id}" data-posted="{int(post.at.timestamp())}" data-user-id="{uid}" data-group-id="4"><h3><span><strong>{place}</strong><a class="permalink" rel="nofollow" href="{self.base}viewtopic.php?id=7#p{post.id}">{post.at.astimezone(MOSCOW):%Y-%m-%d %H:%M:%S}</a></span></h3>'
            f'<div class="container"><div class="post-author"><ul><li class="pa-author"><span class="acchide">Автор: </span><a href="{self.base}profile.php?id={uid}" rel="nofollow">{post.author}</a></li><li class="pa-title">Участник</li></ul></div><div class="post-body"><div class="post-box"><div class="post-content" id="p{post.id}-content"><p>{shown_html(post.text)}</p></div></div></div></div></div>'
        )
