# ruff: noqa: E501 - markup
"""The ways of FluxBB, shaped after what a running installation did."""

from __future__ import annotations

import html
from collections.abc import Callable

from manners_board import Board, BoardPost, Page, Request, shown_html
from manners_markup import MOSCOW, USER_IDS, hidden


class Fluxbb(Board):
    """FluxBB 1.5."""

    def cookie_name(self) -> str:
        return "pun_cookie_0a1b2c"

    def is_reply(self, request: Request) -> bool:
        return request.path == "post.php"

    def is_topic(self, request: Request) -> bool:
        return request.path == "viewtopic.php"

    def topic_url(self) -> str:
        return f"{self.base}viewtopic.php?id=7"

    def answer(self, request: Request) -> Page:
        routes: dict[str, Callable[[Request], Page]] = {
            "login.php": self.login,
            "post.php": self.reply,
            "edit.php": self.edit,
            "viewtopic.php": self.topic,
        }
        return routes.get(request.path, lambda asked: self.page(asked, "index", '<div id="idx1">Форумы</div>'))(request)

    def page(self, request: Request, name: str, body: str, *, status: int = 200, head: str = "") -> Page:
        member = (
            f'<li id="navlogout"><a href="login.php?action=out&amp;id={USER_IDS[request.member]}&amp;csrf_token=cd">Выход</a></li></ul></div>'
            f'<div id="brdwelcome" class="inbox"><ul class="conl"><li><span>Вошли как <strong>{request.member}</strong></span></li></ul>'
            if request.member
            else '<li><a href="login.php">Вход</a></li></ul></div><div id="brdwelcome" class="inbox"><p>Вы не вошли.</p>'
        )
        return Page(
            f'<!DOCTYPE html><html><head><title>Игра / Форум</title>{head}</head><body><div id="pun{name}" class="pun"><div id="brdheader" class="block">'
            f'<div id="brdmenu"><ul>{member}</div></div><div id="brdmain">{body}</div><div id="brdfooter"><p id="poweredby">Под управлением <a href="http://fluxbb.org/">FluxBB</a></p></div></div></body></html>',
            status=status,
        )

    def message(self, request: Request, words: str, status: int) -> Page:
        return self.page(
            request,
            "",
            f'<div id="msg" class="block"><h2><span>Инфо</span></h2><div class="box"><div class="inbox"><p>{words}</p></div></div></div>',
            status=status,
        )

    def leads_on(self, where: str, words: str, cookies: tuple[str, ...] = ()) -> Page:
        return Page(
            f'<!DOCTYPE html><html><head><meta http-equiv="refresh" content="1;URL={where}" /><title>Перенаправление</title></head><body><div id="punredirect" class="pun">'
            f'<div class="block"><p>{words} <a href="{where}">Кликните здесь</a></p></div></div></body></html>',
            cookies=cookies,
        )

    def errors(self, words: str) -> str:
        return f'<div id="posterror" class="block"><h2><span>Ошибки</span></h2><div class="box"><div class="inbox error-info"><p>Следующие ошибки необходимо исправить:</p><ul class="error-list"><li><strong>{words}</strong></li></ul></div></div></div>'

    def login(self, request: Request) -> Page:
        if request.query.get("action") == "in" and request.method == "POST":
            if request.form.get("csrf_token") != self.token("login", request):
                return self.message(
                    request, "Неверный CSRF хэш. Вы перешли на эту страницу из несанкционированного источника.", 404
                )
            name = request.form.get("req_username", "")
            if self.passwords.get(name) != request.form.get("req_password"):
                self.failures += 1
                return self.page(request, "login", self.errors("Неверное имя и/или пароль.") + self.login_form(request))
            return self.leads_on(
                f"{self.base}index.php",
                "Успешный вход. Переадресация …",
                (f"{self.cookie_name()}={self.open_session(name)}; path=/; HttpOnly",),
            )
        if request.member:
            return Page("", location=f"{self.base}index.php")
        return self.page(request, "login", self.login_form(request))

    def login_form(self, request: Request) -> str:
        return (
            f'<form id="login" method="post" action="login.php?action=in">{hidden(form_sent="1", redirect_url=self.base + "index.php", csrf_token=self.token("login", request))}'
            f'<input type="text" name="req_username"><input type="password" name="req_password"><input type="checkbox" name="save_pass" value="1"><input type="submit" name="login" value="Вход"></form>'
        )

    def reply(self, request: Request) -> Page:
        if not request.member:
            return self.message(request, "У вас нет прав на просмотр этой страницы.", 403)
        if self.closed:
            return self.message(request, "У вас нет прав на просмотр этой страницы.", 403)
        if request.method == "GET":
            shown = self.page(request, "post", self.reply_form())
            self.form_fetched()
            return shown
        referer = request.headers.get("referer", "")
        if not referer.startswith(self.base) or not ("post.php" in referer or "viewtopic.php" in referer):
            return self.message(
                request, "Плохой HTTP_REFERER. Вы перешли на эту страницу из неавторизованного источника.", 200
            )
        text = request.form.get("req_message", "").replace("\r\n", "\n")
        words = ""
        if self.wait_left(request.member):
            words = f"Хотя бы {self.flood_seconds} секунд должно пройти между двумя сообщениями. Пожалуйста подождите {self.wait_left(request.member)} сек и попробуйте снова"
        elif not text:
            words = "Вы должны ввести сообщение."
        elif text.count("[b]") != text.count("[/b]"):
            words = "Обнаружен [b] без соответствующего [/b]"
        if words:
            return self.page(request, "post", self.errors(words) + self.reply_form(text))
        post = self.take(request.member, text)
        return self.leads_on(
            f"{self.base}viewtopic.php?pid={post.id}#p{post.id}", "Сообщение сохранено. Переадресация …"
        )

    def edit(self, request: Request) -> Page:
        post = self.numbered(request.query.get("id"))
        if self.no_edits or post.author != request.member:
            return self.message(request, "У вас нет прав на просмотр этой страницы.", 403)
        if request.method == "POST":
            if "edit.php" not in request.headers.get("referer", ""):
                return self.message(request, "Плохой HTTP_REFERER.", 200)
            post.text = request.form["req_message"].replace("\r\n", "\n")
            return self.leads_on(f"{self.base}viewtopic.php?pid={post.id}#p{post.id}", "Сообщение изменено.")
        form = self.reply_form(post.text)
        for action in ("post.php?action=post&amp;tid=7", "post.php?tid=7"):
            form = form.replace(action, f"edit.php?id={post.id}&amp;action=edit")
        return self.page(request, "edit", form)

    def reply_form(self, text: str = "") -> str:
        return f'<form id="post" method="post" action="post.php?action=post&amp;tid=7">{hidden(form_sent="1")}<textarea name="req_message">{html.escape(text)}</textarea><input type="submit" name="submit" value="Отправить"><input type="submit" name="preview" value="Просмотр"></form>'

    def page_number(self, request: Request) -> int:
        number = int(request.query.get("p", "1"))
        if "pid" in request.query:
            number = [post.id for post in self.shown()].index(int(request.query["pid"])) // self.per_page + 1
        return number if 1 <= number <= self.pages() else 1

    def topic(self, request: Request) -> Page:
        number = self.page_number(request)
        links = "".join(
            f"<strong>{other}</strong>"
            if other == number
            else f'<a href="viewtopic.php?id=7&amp;p={other}">{other}</a>'
            for other in range(1, self.pages() + 1)
        )
        first = (number - 1) * self.per_page + 1
        posts = "".join(self.post(post, place) for place, post in enumerate(self.on_page(number), first))
        crumbs = '<ul class="crumbs"><li><a href="index.php">Форум</a></li><li><a href="viewforum.php?id=1">Мафия</a></li><li><strong><a href="viewtopic.php?id=7">Игра</a></strong></li></ul>'
        head = f'<link rel="canonical" href="viewtopic.php?id=7{f"&amp;p={number}" if number > 1 else ""}">'
        return self.page(
            request,
            "viewtopic",
            f'<div class="linkst"><div class="inbox crumbsplus">{crumbs}<div class="pagepost"><p class="pagelink conl"><span class="pages-label">Страницы: </span>{links}</p></div></div></div>{posts}',
            head=head,
        )

    def post(self, post: BoardPost, place: int) -> str:
        when = f"{post.at.astimezone(MOSCOW):%Y-%m-%d %H:%M:%S}"
        return (
            f'<div id="p{post.id}" class="blockpost rowodd{" firstpost" if place == 1 else ""}"><h2><span><span class="conr">#{place}</span> <a href="viewtopic.php?pid={post.id}#p{post.id}">{when}</a></span></h2>'
            f'<div class="box"><div class="inbox"><div class="postbody"><div class="postleft"><dl><dt><strong><a href="profile.php?id={USER_IDS[post.author]}">{post.author}</a></strong></dt><dd class="usertitle"><strong>Участник</strong></dd></dl></div>'
            f'<div class="postright"><h3>Re: Игра</h3><div class="postmsg"><p>{shown_html(post.text)}</p></div></div></div></div></div></div>'
        )
