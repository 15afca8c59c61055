# ruff: noqa: E501 - markup
"""MyBB's ways, shaped after what a running installation did."""

from __future__ import annotations

import html
from collections.abc import Callable
from datetime import datetime

from manners_board import Board, BoardPost, Page, Request, shown_html
from manners_markup import MOSCOW, USER_IDS, hidden


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
