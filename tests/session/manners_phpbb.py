# ruff: noqa: E501 - markup
"""phpBB's ways, shaped after what a running installation did."""

from __future__ import annotations

import html

from manners_board import Board, BoardPost, Page, Request, shown_html
from manners_markup import MONTHS, MOSCOW, USER_IDS, hidden


class Phpbb(Board):
    """phpBB 3.3; `old`: 3.0's answers; `fork`: phpBBex, which merges."""

    old = False

    def cookie_name(self) -> str:
        return "phpbb3_test_sid"

    def is_reply(self, request: Request) -> bool:
        return request.path == "posting.php"

    def is_topic(self, request: Request) -> bool:
        return request.path == "viewtopic.php"

    def topic_url(self) -> str:
        return f"{self.base}viewtopic.php?t=7"

    def answer(self, request: Request) -> Page:
        if request.path in ("", "index.php"):
            return self.page(request, "index", "<h2>Список форумов</h2>")
        if request.path == "ucp.php" and request.query.get("mode") == "login":
            return self.login(request)
        if request.path == "posting.php":
            return self.posting(request)
        if request.path == "viewtopic.php":
            return self.topic(request)
        return self.page(
            request, "error", '<div class="panel" id="message"><p>Нет такой страницы.</p></div>', status=404
        )

    def page(
        self,
        request: Request,
        section: str,
        body: str,
        *,
        status: int = 200,
        head: str = "",
        cookies: tuple[str, ...] = (),
    ) -> Page:
        member = (
            f'<li id="username_logged_in"><a href="./ucp.php"><span class="username">{request.member}</span></a></li>'
            f'<li><a href="./ucp.php?mode=logout&amp;sid=0a1b">Выход</a></li>'
            if request.member
            else '<li><a href="./ucp.php?mode=login">Вход</a></li>'
        )
        if self.old and request.member:
            member = f'<li><a href="./ucp.php?mode=logout&amp;sid=0a1b">Выход [ {request.member} ]</a></li>'
        return Page(
            f'<!DOCTYPE html><html><head><title>Форум</title>{head}</head><body id="phpbb" class="section-{section}">'
            f'<!-- phpBB style name: prosilver --><div id="page-header"><form action="./search.php" method="get">'
            f'<input name="keywords"></form><ul>{member}</ul></div><div id="page-body">{body}</div>'
            f"<div>Часовой пояс: UTC+03:00 · Создано на основе phpBB® Forum Software © phpBB Limited</div></body></html>",
            status=status,
            cookies=cookies,
        )

    def stamp(self) -> str:
        return str(int(self.clock.now().timestamp()))

    def tokens(self, purpose: str, request: Request) -> str:
        made = self.stamp()
        return hidden(creation_time=made, form_token=self.token(purpose + made, request))

    def token_fails(self, purpose: str, request: Request) -> bool:
        made = request.form.get("creation_time", "")
        return request.form.get("form_token") != self.token(purpose + made, request) or made == self.stamp()

    def login_form(self, request: Request, error: str = "", wall: str = "", captcha: bool = False) -> str:
        told = f'<div class="error">{error}</div>' if error else ""
        question = '<input name="confirm_code">' if captcha else ""
        return (
            f'<form action="./ucp.php?mode=login" method="post" id="login"><div class="panel"><div class="content"><h2>Вход</h2>'
            f'<p>{wall}</p>{told}<input type="text" name="username"><input type="password" name="password">{question}'
            f'<input type="checkbox" name="autologin">{hidden(redirect="./index.php")}{self.tokens("login", request)}'
            f'{hidden(sid="0a1b")}{hidden(redirect="index.php")}<input type="submit" name="login" value="Вход"></div></div></form>'
        )

    def login(self, request: Request) -> Page:
        if request.member:
            return Page("", location=f"{self.base}index.php")
        if request.method == "GET":
            return self.page(request, "ucp", self.login_form(request))
        if self.token_fails("login", request):
            return self.page(request, "ucp", self.login_form(request, "Ошибка отправки формы. Попробуйте ещё раз."))
        if self.failures >= 3:
            words = (
                "Превышено максимально допустимое число попыток входа. Кроме имени и пароля введите код подтверждения."
            )
            return self.page(request, "ucp", self.login_form(request, words, captcha=True))
        name = request.form.get("username", "")
        if "login" not in request.form or self.passwords.get(name) != request.form.get("password"):
            self.failures += 1
            return self.page(
                request,
                "ucp",
                self.login_form(request, "Вы ввели неверный пароль. Проверьте его и попробуйте ввести ещё раз."),
            )
        cookie = f"{self.cookie_name()}={self.open_session(name)}; path=/; HttpOnly"
        return Page(
            "", location=f"{self.base}index.php?sid=0a1b", cookies=(cookie, f"phpbb3_test_u={USER_IDS[name]}; path=/")
        )

    def posting(self, request: Request) -> Page:
        if self.old and "f" not in request.query:
            words = "Запрошенного форума не существует."
            return self.page(request, "error", f'<div class="panel" id="message"><p>{words}</p></div>', status=404)
        if not request.member and not self.open_to_guests:
            wall = "Вам необходимо авторизоваться, чтобы отвечать в темах в этом форуме."
            return self.page(request, "posting", self.login_form(request, wall=wall))
        if self.closed:
            words = "Эта тема закрыта, вы не можете редактировать и оставлять сообщения в ней."
            return self.page(
                request,
                "posting",
                f'<div class="panel" id="message"><div class="inner"><h2>Информация</h2><p>{words}</p></div></div>',
            )
        if request.query.get("mode") == "edit":
            return self.edit(request)
        if request.method == "GET":
            shown = self.page(request, "posting", self.reply_form(request))
            self.form_fetched()
            return shown
        return self.take_reply(request)

    def edit(self, request: Request) -> Page:
        post = self.numbered(request.query.get("p"))
        if self.no_edits or post.author != request.member:
            return self.page(
                request,
                "posting",
                '<div class="panel" id="message"><p>Вы не можете редактировать это сообщение.</p></div>',
            )
        if request.method == "POST" and not self.token_fails("posting", request) and "post" in request.form:
            post.text = request.form["message"].replace("\r\n", "\n")
            return Page("", location=f"{self.base}viewtopic.php?p={post.id}#p{post.id}")
        form = self.reply_form(request, text=post.text).replace(
            "mode=reply&amp;f=2&amp;t=7", f"mode=edit&amp;f=2&amp;p={post.id}"
        )
        return self.page(request, "posting", form)

    def reply_form(self, request: Request, error: str = "", text: str = "", preview: str = "") -> str:
        told = f'<p class="error">{error}</p>' if error else ""
        return (
            f'{preview}<form id="postform" method="post" action="./posting.php?mode=reply&amp;f=2&amp;t=7" enctype="multipart/form-data">{told}'
            f'<input type="radio" name="icon" value="0" checked="checked"><input type="radio" name="icon" value="1">'
            f'<input type="text" name="subject" value="Re: Игра"><textarea name="message">\n{html.escape(text)}</textarea>'
            f'{hidden(topic_cur_post_id=str(self.posts[-1].id))}<input type="submit" name="save" value="Черновик">'
            f'<input type="submit" name="preview" value="Просмотр"><input type="submit" name="post" value="Отправить">'
            f'<input type="checkbox" name="attach_sig" checked="checked">{self.tokens("posting", request)}'
            f"{hidden(lastclick=self.stamp()) if self.old else ''}</form>"
        )

    def take_reply(self, request: Request) -> Page:
        member = request.member or "Гость"
        text = request.form.get("message", "").replace("\r\n", "\n")
        if "post" not in request.form:
            return self.page(request, "posting", self.reply_form(request, text=text))
        if self.old and int(self.stamp()) - int(request.form.get("lastclick", "0")) < 2:
            return Page("", location=f"{self.base}viewtopic.php?f=2&t=7")
        error = ""
        if self.token_fails("posting", request):
            error = "Ошибка отправки формы. Попробуйте ещё раз."
        elif len(text) < 2:
            error = "Ваше сообщение слишком короткое."
        elif self.wait_left(member):
            error = (
                "Вы не можете отправить следующее сообщение сразу после предыдущего. Пожалуйста, попробуйте чуть позже."
            )
        elif request.form.get("topic_cur_post_id") != str(self.posts[-1].id):
            preview = '<div id="preview"><h3>Предварительный просмотр</h3></div><p>Было добавлено по крайней мере одно сообщение в этой теме.</p>'
            return self.page(request, "posting", self.reply_form(request, text=text, preview=preview))
        if error:
            return self.page(request, "posting", self.reply_form(request, error, text))
        post = self.take(member, text)
        where = f"{self.base}viewtopic.php?p={post.id}#p{post.id}"
        if not post.approved:
            words = (
                "Сообщение было успешно отправлено, но прежде, чем его увидят, оно должно быть одобрено модератором."
            )
            return self.page(
                request,
                "posting",
                f'<div class="panel" id="message"><p>{words}</p></div>',
                head='<meta http-equiv="refresh" content="10;url=./viewforum.php?f=2">',
            )
        if self.old:
            body = f'<div class="panel" id="message"><p>Сообщение успешно отправлено.<br><a href="./viewtopic.php?p={post.id}#p{post.id}">Просмотр</a></p></div>'
            return self.page(
                request,
                "posting",
                body,
                head=f'<meta http-equiv="refresh" content="3;url=./viewtopic.php?f=2&amp;t=7&amp;p={post.id}#p{post.id}">',
            )
        return Page("", location=where)

    def topic(self, request: Request) -> Page:
        start = int(request.query.get("start", "0"))
        if "p" in request.query:
            ids = [post.id for post in self.shown()]
            wanted = int(request.query["p"])
            start = ids.index(wanted) if wanted in ids else 0
        number = min(start // self.per_page + 1, self.pages())
        posts = "".join(self.post(post) for post in self.on_page(number))
        paging = f'<div class="pagination">{len(self.shown())} сообщений • Страница <strong>{number}</strong> из <strong>{self.pages()}</strong>\n<ul>'
        for other in range(1, self.pages() + 1):
            paging += (
                f'<li class="active"><span>{other}</span></li>'
                if other == number
                else f'<li><a class="button" href="./viewtopic.php?t=7&amp;start={(other - 1) * self.per_page}">{other}</a></li>'
            )
        head = f'<link rel="canonical" href="{self.base}viewtopic.php?t=7{f"&amp;start={(number - 1) * self.per_page}" if number > 1 else ""}">'
        title = '<h2 class="topic-title"><a href="./viewtopic.php?t=7">Игра</a></h2>'
        button = '<div class="reply-icon"><a href="./posting.php?mode=reply&amp;f=2&amp;t=7" title="Ответить">Ответить</a></div>'
        return self.page(request, "viewtopic", f"{title}{button}{paging}</ul></div>{posts}", head=head)

    def post(self, post: BoardPost) -> str:
        when = post.at.strftime("%Y-%m-%dT%H:%M:%S+00:00")
        local = post.at.astimezone(MOSCOW)
        uid = USER_IDS[post.author]
        return (
            f'<div id="p{post.id}" class="post has-profile bg2"><div class="inner"><dl class="postprofile" id="profile{post.id}"><dt>'
            f'<a href="./memberlist.php?mode=viewprofile&amp;u={uid}" class="username">{post.author}</a></dt></dl>'
            f'<div class="postbody"><div id="post_content{post.id}"><h3><a href="./viewtopic.php?p={post.id}#p{post.id}">Re: Игра</a></h3>'
            f'<p class="author"><a class="unread" href="./viewtopic.php?p={post.id}#p{post.id}">Сообщение</a>'
            f'<a href="./posting.php?mode=edit&amp;f=2&amp;p={post.id}">Правка</a>'
            f'<span class="responsive-hide"><strong><a href="./memberlist.php?mode=viewprofile&amp;u={uid}" class="username">{post.author}</a></strong> » </span>'
            f'<time datetime="{when}">{local.day:02} {MONTHS[local.month - 1]} {local:%Y, %H:%M}</time></p>'
            f'<div class="content">{shown_html(post.text)}</div></div></div></div></div>'
        )


class OldPhpbb(Phpbb):
    """phpBB 3.0: success is a page that refreshes itself, the own name stands in the logout link."""

    old = True
