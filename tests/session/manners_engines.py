# ruff: noqa: E501 - markup
"""The engines' own ways, shaped after what running installations of them did."""

from __future__ import annotations

import html
from collections.abc import Callable
from datetime import datetime, timedelta, timezone

from manners_board import Board, BoardPost, FakeClock, Page, Request, shown_html

MOSCOW = timezone(timedelta(hours=3))
MONTHS = ["янв", "фев", "мар", "апр", "май", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"]
GENITIVE = [
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
]
REQUIRED = '<div id="req-msg" class="req-warn ct-box error-box"><p class="important">Все выделенные поля нужно заполнить.</p></div>'
USER_IDS = {"Ведущий": "2", "Гнев": "61", "Зависть": "62"}


def hidden(**fields: str) -> str:
    return "".join(
        f'<input type="hidden" name="{name}" value="{html.escape(value)}">' for name, value in fields.items()
    )


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
        if not request.member:
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
        form = self.reply_form(request, text=post.text).replace("mode=reply&amp;t=7", f"mode=edit&amp;p={post.id}")
        return self.page(request, "posting", form)

    def reply_form(self, request: Request, error: str = "", text: str = "", preview: str = "") -> str:
        told = f'<p class="error">{error}</p>' if error else ""
        return (
            f'{preview}<form id="postform" method="post" action="./posting.php?mode=reply&amp;t=7" enctype="multipart/form-data">{told}'
            f'<input type="radio" name="icon" value="0" checked="checked"><input type="radio" name="icon" value="1">'
            f'<input type="text" name="subject" value="Re: Игра"><textarea name="message">\n{html.escape(text)}</textarea>'
            f'{hidden(topic_cur_post_id=str(self.posts[-1].id))}<input type="submit" name="save" value="Черновик">'
            f'<input type="submit" name="preview" value="Просмотр"><input type="submit" name="post" value="Отправить">'
            f'<input type="checkbox" name="attach_sig" checked="checked">{self.tokens("posting", request)}</form>'
        )

    def take_reply(self, request: Request) -> Page:
        assert request.member
        text = request.form.get("message", "").replace("\r\n", "\n")
        if "post" not in request.form:
            return self.page(request, "posting", self.reply_form(request, text=text))
        error = ""
        if self.token_fails("posting", request):
            error = "Ошибка отправки формы. Попробуйте ещё раз."
        elif len(text) < 2:
            error = "Ваше сообщение слишком короткое."
        elif self.wait_left(request.member):
            error = (
                "Вы не можете отправить следующее сообщение сразу после предыдущего. Пожалуйста, попробуйте чуть позже."
            )
        elif request.form.get("topic_cur_post_id") != str(self.posts[-1].id):
            preview = '<div id="preview"><h3>Предварительный просмотр</h3></div><p>Было добавлено по крайней мере одно сообщение в этой теме.</p>'
            return self.page(request, "posting", self.reply_form(request, text=text, preview=preview))
        if error:
            return self.page(request, "posting", self.reply_form(request, error, text))
        post = self.take(request.member, text)
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
        return self.page(request, "viewtopic", f"{title}{paging}</ul></div>{posts}", head=head)

    def post(self, post: BoardPost) -> str:
        when = post.at.strftime("%Y-%m-%dT%H:%M:%S+00:00")
        local = post.at.astimezone(MOSCOW)
        uid = USER_IDS[post.author]
        return (
            f'<div id="p{post.id}" class="post has-profile bg2"><div class="inner"><dl class="postprofile" id="profile{post.id}"><dt>'
            f'<a href="./memberlist.php?mode=viewprofile&amp;u={uid}" class="username">{post.author}</a></dt></dl>'
            f'<div class="postbody"><div id="post_content{post.id}"><h3><a href="./viewtopic.php?p={post.id}#p{post.id}">Re: Игра</a></h3>'
            f'<p class="author"><a class="unread" href="./viewtopic.php?p={post.id}#p{post.id}">Сообщение</a>'
            f'<span class="responsive-hide"><strong><a href="./memberlist.php?mode=viewprofile&amp;u={uid}" class="username">{post.author}</a></strong> » </span>'
            f'<time datetime="{when}">{local.day:02} {MONTHS[local.month - 1]} {local:%Y, %H:%M}</time></p>'
            f'<div class="content">{shown_html(post.text)}</div></div></div></div></div>'
        )


class OldPhpbb(Phpbb):
    """phpBB 3.0: success is a page that refreshes itself, the own name stands in the logout link."""

    old = True


class Mybb(Board):
    """MyBB 1.8."""

    def cookie_name(self) -> str:
        return "mybbuser"

    def is_reply(self, request: Request) -> bool:
        return request.path == "newreply.php"

    def is_topic(self, request: Request) -> bool:
        return request.path == "showthread.php"

    def topic_url(self) -> str:
        return f"{self.base}showthread.php?tid=7"

    def merge_mark(self) -> str:
        return ""

    def answer(self, request: Request) -> Page:
        routes: dict[str, Callable[[Request], Page]] = {
            "member.php": self.login,
            "newreply.php": self.reply,
            "editpost.php": self.edit,
            "showthread.php": self.topic,
        }
        if request.path in routes:
            return routes[request.path](request)
        return self.page(request, "<h1>Форум</h1>")

    def page(self, request: Request, body: str, cookies: tuple[str, ...] = ()) -> Page:
        key = self.token("key", request)
        if request.member:
            head = (
                f'<span class="welcome"><strong>С возвращением, <a href="{self.base}member.php?action=profile&amp;uid={USER_IDS[request.member]}">{request.member}</a></strong>.'
                f' <a href="{self.base}member.php?action=logout&amp;logoutkey=ab12" class="logout">Выход</a></span>'
            )
        else:
            head = (
                f'<span class="welcome">Приветствуем, Гость! <a href="{self.base}member.php?action=login">Вход</a></span>'
                f'<div id="quick_login" style="display: none;"><form method="post" action="{self.base}member.php">'
                f'{hidden(action="do_login", quick_login="1", my_post_key=key)}<table class="tborder"><tr><td class="thead" colspan="2">Вход</td></tr>'
                f'<tr><td class="trow1"><input name="quick_username"></td><td class="trow1"><input name="quick_password" type="password"></td></tr></table></form></div>'
            )
        echo = "".join(hidden(**{name: value}) for name, value in request.form.items())
        return Page(
            f'<!DOCTYPE html><html><head><title>Форум</title><script src="{self.base}jscripts/general.js"></script></head><body><!-- start: header -->'
            f'<div id="container">{head}<div id="content">{body}</div><div id="footer"><form method="POST" action="/{request.path}" id="lang_select">{echo}'
            f'<select name="language"><option value="russian">Russian</option></select></form><div id="copyright">Работает на MyBB, © MyBB Group. Текущее время: {self.local(self.clock.now())}</div>'
            f"</div></div></body></html>",
            cookies=cookies,
        )

    def local(self, moment: datetime) -> str:
        return f"{moment.astimezone(MOSCOW):%d.%m.%Y, %H:%M}"

    def error_page(self, request: Request, words: str) -> Page:
        return self.page(
            request,
            f'<table border="0" class="tborder"><tr><td class="thead"><span class="smalltext"><strong>Форум</strong></span></td></tr>'
            f'<tr><td class="trow1">{words}</td></tr></table>',
        )

    def leads_on(self, where: str, words: str, cookies: tuple[str, ...] = ()) -> Page:
        return Page(
            f'<!DOCTYPE html><html><head><title>Форум</title><meta http-equiv="refresh" content="2;URL={where}" /></head><body><table class="tborder">'
            f'<tr><td class="thead"><strong>Форум</strong></td></tr><tr><td class="trow1"><p>{words}</p></td></tr>'
            f'<tr><td class="trow2"><a href="{where}">Нажмите здесь, если вы не хотите ожидать.</a></td></tr></table></body></html>',
            cookies=cookies,
        )

    def inline(self, words: str) -> str:
        return f'<div class="error"><p><em>Пожалуйста, исправьте следующие ошибки, прежде чем продолжить:</em></p><ul><li>{words}</li></ul></div>'

    def login(self, request: Request) -> Page:
        form = (
            f'<form action="member.php" method="post"><input type="text" name="username"><input type="password" name="password">'
            f'<input type="checkbox" name="remember" value="yes" checked="checked"><input type="submit" name="submit" value="Login">'
            f"{hidden(action='do_login', url='', my_post_key=self.token('key', request))}</form>"
        )
        if request.method == "GET":
            if request.member:
                return self.error_page(request, "Вы уже вошли как " + request.member)
            return self.page(request, form)
        if request.form.get("my_post_key") != self.token("key", request):
            return self.error_page(request, "Несоответствие кода авторизации. Используете ли вы эту функцию правильно?")
        if self.failures >= 10:
            return self.page(
                request, self.inline("Вы превысили число попыток входа. Следующая попытка через 15 минут.") + form
            )
        name = request.form.get("username", "")
        if self.passwords.get(name) != request.form.get("password"):
            self.failures += 1
            return self.page(request, self.inline("Вы ввели неправильную комбинацию имя/пароль.") + form)
        return self.leads_on(
            "index.php", "Вы успешно вошли в систему.", (f"mybbuser={self.open_session(name)}; path=/; HttpOnly",)
        )

    def reply(self, request: Request) -> Page:
        if not request.member:
            return self.error_page(request, "Вы не вошли в систему или у вас нет разрешения на просмотр этой страницы.")
        if self.closed:
            return self.error_page(request, "Тема закрыта, вы не можете отвечать в ней.")
        if request.method == "GET":
            shown = self.page(request, self.reply_form(request))
            self.form_fetched()
            return shown
        if request.form.get("my_post_key") != self.token("key", request):
            return self.error_page(request, "Несоответствие кода авторизации.")
        text = request.form.get("message", "").replace("\r\n", "\n")
        merges = (
            self.posts[-1].author == request.member
            and (self.clock.now() - self.posts[-1].at).total_seconds() < self.merge_seconds
        )
        if not text:
            return self.page(
                request,
                self.inline("Поле сообщения не заполнено. Пожалуйста, заполните сообщение.") + self.reply_form(request),
            )
        if len(text) < 5:
            return self.page(
                request,
                self.inline("Сообщение слишком короткое: не менее 5 символов.") + self.reply_form(request, text),
            )
        if self.wait_left(request.member) and not merges:
            words = f"Вы пытаетесь отправить сообщение слишком быстро после публикации предыдущего сообщения. Пожалуйста, подождите более {self.wait_left(request.member) + 1} секунд."
            return self.page(request, self.inline(words) + self.reply_form(request, text))
        post = self.take(request.member, text)
        return self.leads_on(f"showthread.php?tid=7&amp;pid={post.id}#pid{post.id}", "Спасибо, ваш ответ опубликован.")

    def edit(self, request: Request) -> Page:
        post = self.numbered(request.query.get("pid") or request.form.get("pid"))
        if self.no_edits or post.author != request.member:
            return self.error_page(request, "У вас нет прав на редактирование этого сообщения.")
        if request.method == "POST" and request.form.get("my_post_key") == self.token("key", request):
            post.text = request.form["message"].replace("\r\n", "\n")
            return self.leads_on(f"showthread.php?tid=7&amp;pid={post.id}#pid{post.id}", "Спасибо, сообщение изменено.")
        delete = f'<form action="editpost.php" method="post">{hidden(my_post_key=self.token("key", request), action="deletepost")}<input type="submit" name="submit" value="Удалить"></form>'
        form = self.reply_form(request, post.text).replace(
            "newreply.php?tid=7&amp;processed=1", f"editpost.php?pid={post.id}&amp;processed=1"
        )
        return self.page(request, delete + form)

    def reply_form(self, request: Request, text: str = "") -> str:
        return (
            f'<form action="newreply.php?tid=7&amp;processed=1" method="post" enctype="multipart/form-data" name="input">'
            f'{hidden(my_post_key=self.token("key", request))}<input type="text" name="subject" value="RE: Игра">'
            f'<textarea name="message">{html.escape(text)}</textarea><input type="radio" name="postoptions[subscriptionmethod]" value="none" checked="checked">'
            f'<input type="submit" name="submit" value="Ответить"><input type="submit" name="previewpost" value="Просмотр">'
            f"{hidden(action='do_newreply', posthash='ab', tid='7')}</form>"
        )

    def topic(self, request: Request) -> Page:
        number = int(request.query.get("page", "1"))
        if "pid" in request.query:
            number = [post.id for post in self.shown()].index(int(request.query["pid"])) // self.per_page + 1
        if not 1 <= number <= self.pages():
            number = 1
        paging = ""
        if self.pages() > 1:
            links = "".join(
                f'<span class="pagination_current">{other}</span>'
                if other == number
                else f'<a href="showthread.php?tid=7&amp;page={other}" class="pagination_page">{other}</a>'
                for other in range(1, self.pages() + 1)
            )
            paging = f'<div class="pagination"><span class="pages">Страницы ({self.pages()}):</span>{links}</div>'
        first = (number - 1) * self.per_page + 1
        posts = "".join(self.post(post, place) for place, post in enumerate(self.on_page(number), first))
        quick = (
            f'<form method="post" action="newreply.php?tid=7&amp;processed=1" id="quick_reply_form">{hidden(my_post_key=self.token("key", request), action="do_newreply", tid="7")}<textarea name="message"></textarea></form>'
            if request.member
            else ""
        )
        return self.page(
            request,
            f'<div class="navigation"><span class="active">Игра</span></div>{paging}<table class="tborder"><tr><td class="thead"><strong>Игра</strong></td></tr><tr><td id="posts_container"><div id="posts">{posts}</div></td></tr></table>{quick}'
            f'<a href="printthread.php?tid=7">Версия для печати</a>',
        )

    def post(self, post: BoardPost, place: int) -> str:
        uid = USER_IDS[post.author]
        return (
            f'<a name="pid{post.id}" id="pid{post.id}"></a><div class="post " id="post_{post.id}"><div class="post_author"><div class="author_information">'
            f'<strong><span class="largetext"><a href="{self.base}member.php?action=profile&amp;uid={uid}">{post.author}</a></span></strong></div></div>'
            f'<div class="post_content"><div class="post_head"><div class="float_right"><strong><a href="showthread.php?tid=7&amp;pid={post.id}#pid{post.id}">#{place}</a></strong></div>'
            f'<span class="post_date">{self.local(post.at)} <span class="post_edit" id="edited_by_{post.id}"></span></span></div>'
            f'<div class="post_body scaleimages" id="pid_{post.id}">{shown_html(post.text)}</div></div></div>'
        )


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


def make(kind: str, clock: FakeClock) -> Board:
    """A board by the name of its manners."""
    match kind:
        case "phpbb":
            return Phpbb(clock=clock)
        case "phpbb30":
            return OldPhpbb(clock=clock)
        case "mybb":
            return Mybb(clock=clock, flood_seconds=60)
        case "fluxbb":
            return Fluxbb(clock=clock, flood_seconds=60)
        case "punbb":
            return Punbb(clock=clock, flood_seconds=60)
        case "smf":
            return Smf(clock=clock, flood_seconds=5)
        case "mybbru":
            return MybbRu(clock=clock, charset="cp1251", flood_seconds=30)
    raise AssertionError(kind)


ENGINES = ("phpbb", "phpbb30", "mybb", "fluxbb", "punbb", "smf", "mybbru")
ADAPTERS = {"phpbb30": "phpbb"}
