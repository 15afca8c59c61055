"""The document's game, played by commands from the sign-up to the record, with everything that an evening may bring.

A reserve replaces a player in mid-day, an order comes late, an order is changed twice, a vote comes by SMS, a player is
modkilled at 15:00 with votes on him, somebody objects to closing early, a dispute is answered, another game master
takes over.
"""

from __future__ import annotations

from life_stage import COHOST, GAME, GM, MASKS, PASSWORDS, SIGNUP, VOTE, Stage

SIGNUPS = (
    ("-4 19:20", "Записываюсь! Давно не играл, соскучился."),
    ("-4 19:30", "Участвую. Надеюсь, маска будет достойной."),
    ("-4 19:44", "Я тоже. Только чур не первой улетать."),
    ("-4 20:10", "Беру билет. Кто не рискует, тот не играет."),
    ("-4 20:25", "+"),
    ("-4 20:31", "Плюс один. Всех вылечу, если дадут."),
    ("-4 21:00", "И меня, и меня! Маски — это моё любимое."),
    ("-4 21:15", "Записывайте."),
    ("-3 10:15", "Запишите меня, пожалуйста. По вечерам буду."),
    ("-3 11:02", "В деле."),
    ("-3 12:40", "Король в деле."),
    ("-3 18:25", "А с телефона играть можно?"),
)


def red(name: str) -> str:
    return f"[color=red]{name}[/color]"


def blue(name: str) -> str:
    return f"[color=blue]{name}[/color]"


def play(stage: Stage) -> None:
    """The whole game."""
    sign_up(stage)
    before_the_game(stage)
    first_night(stage)
    first_day(stage)
    second_night(stage)
    second_day(stage)
    third_night(stage)
    third_day(stage)
    handing_over(stage)
    last_night(stage)
    afterwards(stage)


def sign_up(stage: Stage) -> None:
    stage.post(SIGNUP, GM, "Набор на игру. Ранговая мафия в масках, двенадцать мест. Записывайтесь здесь.", "-4 19:00")
    for (when, words), person in zip(SIGNUPS, MASKS.values(), strict=True):
        stage.post(SIGNUP, person, words, when)
    stage.post(SIGNUP, "Ветерок", "Если что, я в резерв.", "-3 19:00")
    stage.post(SIGNUP, "Troll", "Запишите меня!", "-3 20:00")
    stage.post(SIGNUP, "Old_Fox", "Тоже хочу, хоть запасным.", "-3 21:00")
    stage.run("signup", "open", stage.url(SIGNUP), name="01-signup-open", when="-2 10:00")
    stage.run("signup", "place", "Ada", "player", when="-2 10:05")
    refused = stage.attempt("signup", "place", "Troll", "refused", name="02-signup-no-reason")
    assert refused.status == 2
    stage.run("signup", "place", "Troll", "refused", "--reason", "нарушения правил в прошлой игре")
    masks = "\n".join(f"{person} = {mask}" for mask, person in MASKS.items())
    stage.run("signup", "mask", "-", name="03-signup-masks", text=masks + "\n")
    stage.run("signup", "mask", "Tern_77", "Тщеславие", "--gender", "n")
    stage.run("signup", "check", name="04-signup-check")
    stage.run("signup", "text", name="05-signup-text")
    stage.run("signup", "close", "--first-date", "2013-10-14", name="06-signup-close", when="0 10:00")


def before_the_game(stage: Stage) -> None:
    settings = stage.folder / "game.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("pause_seconds = 1.0", "pause_seconds = 0.0"), encoding="utf-8")
    stage.run("cohost", "me", GM, name="07-cohost-me", when="0 10:10")
    stage.run("deal", "commit", name="08-deal-commit")
    stage.run("deal", "roles", "--yes", name="09-deal-roles")
    stage.run("roles", name="10-roles")
    stage.run("topics", "set", "game", stage.url(GAME), when="0 11:00")
    stage.run("topics", "set", "vote", stage.url(VOTE), name="11-topics")
    game_post = stage.run("topics", "text", "game", name="12-topic-game")
    vote_post = stage.run("topics", "text", "vote", name="13-topic-vote")
    stage.post(GAME, GM, game_post.out, "0 11:10")
    stage.post(VOTE, GM, vote_post.out, "0 11:11")
    stage.run("poll", name="13-poll", when="0 11:15")
    stage.monkeypatch.setenv("ITOGI_PASSWORD", PASSWORDS[GM])
    stage.run("login", name="13-login")
    stage.run("letters", "show", "Вера", name="14-letter-boss", when="0 12:00")
    stage.run("letters", "show", "Доброта", name="15-letter-doctor")
    stage.run("letters", "show", "Гнев", name="16-letter-citizen")
    stage.run("letters", "write", name="17-letters-write")
    everybody = [mask for mask in MASKS if mask != "Щедрость"]
    stage.run("letters", "confirm", *everybody, "--source", "ЛС", name="18-letters-confirm", when="0 18:00")
    stage.run("letters", "confirm", "Щедрость", "--source", "звонок", when="0 18:30")


def first_night(stage: Stage) -> None:
    for when, words in (
        ("0 19:00", "Вера: убиваю Целомудрие"),
        ("0 19:10", "Щедрость: блокирую Справедливость"),
        ("0 19:30", "Азарт: убиваю Справедливость кровавым"),
        ("0 20:00", "Зависть: проверяю Нефилима"),
        ("0 20:10", "Целомудрие: навещаю Кротость"),
        ("0 20:30", "Доброта: сыворотку Азарту"),
    ):
        stage.run("order", words, "--source", "ЛС", when=when)
    stage.run("order", "Доброта: лечу Гнева", "--source", "ЛС", when="0 21:00")
    stage.run("order", "Доброта: лечу от мафии", "--source", "ЛС", name="20-order-changed", when="0 21:30")
    stage.run("orders", name="21-orders", when="0 21:45")
    stage.run("night", "1", "--die", "vote_loss:Щедрость=да", "--die", "vote_loss:Целомудрие=да", when="0 22:05")
    stage.run("answers", "1", name="22-answers", when="0 22:06")
    stage.run("draft", "night", "1", name="23-draft-night-1")
    publish(stage, "night", "1", "0 22:20", name="24-publish-night-1")


def publish(stage: Stage, phase: str, number: str, when: str, *, name: str | None = None, by: str = GM) -> None:
    stage.monkeypatch.setenv("ITOGI_PASSWORD", PASSWORDS[by])
    stage.monkeypatch.setenv("ITOGI_ACCOUNT", by)
    stage.run("publish", phase, number, "--yes", name=name, when=when)
    stage.poll(when)


def first_day(stage: Stage) -> None:
    for when, voter, words in (
        ("1 09:14", "Вера", red("Кротость")),
        ("1 10:02", "Похоть", red("Гнев")),
        ("1 10:40", "Зависть", red("Гнева") + ", досрочно"),
        ("1 11:05", "Гнев", red("Кротость")),
        ("1 12:00", "Азарт", "Кротость красным"),
        ("1 12:30", "Нефилим", red("Нефилим")),
    ):
        stage.post(VOTE, voter, words, when)
    stage.post(GAME, "Похоть", "Всем привет из поезда.", "1 13:00")
    stage.post(GAME, "Нефилим", f"[b]{GM}[/b], а почему мой голос не считается? Я же проголосовал!", "1 13:30")
    stage.poll("1 14:00")
    # The person behind Похоть asks for a replacement (Г7): the first of the reserve list takes over at 15:00.
    stage.run("replace", "Похоть", "--account", "Old_Fox", "--dry-run", name="30-replace-dry", when="1 14:50")
    stage.run(
        *("replace", "Похоть", "--account", "Ветерок", "--at", "15:00", "--yes", "--note", "просит замену"),
        name="31-replace",
        when="1 15:00",
    )
    stage.run("draft", "--kind", "replacement", "--player", "Похоть", name="32-replacement-notice")
    stage.run("letters", "show", "Похоть", name="33-letter-newcomer")
    stage.run("letters", "status", name="34-letters-status")
    stage.post(VOTE, "Похоть", red("Зависть"), "1 15:30")
    stage.post(VOTE, "Ветерок", red("Кротость"), "1 16:00")
    stage.run("inbox", name="35-inbox", when="1 16:10")
    stage.run("why", "Нефилим", name="36-why-running")
    stage.post(GAME, GM, "Нефилим, голосовать за себя нельзя (Г5.3), проголосуйте ещё раз.", "1 16:30")
    stage.post(VOTE, "Нефилим", blue("Доброта"), "1 17:00")
    stage.run(
        *("vote", "Доброта", "Кротость", "красным", "--source", "СМС", "--at", "18:00"),
        name="37-vote-sms",
        when="1 18:05",
    )
    announced = stage.run("announce", name="38-announce")
    stage.post(VOTE, GM, announced.out, "1 18:06")
    stage.poll("1 18:10")
    stage.run("missing", name="38-missing", when="1 18:12")
    stage.run("draft", "day", "1", "--kind", "call", name="38-draft-call")
    for when, voter, words in (
        ("1 19:00", "Тщеславие", red("Вера")),
        ("1 20:00", "Целомудрие", red("Кротость")),
    ):
        stage.post(VOTE, voter, words, when)
    stage.poll("1 22:01")
    stage.run("announce", name="39-announced")
    stage.run("inbox", "--all", name="40-inbox-all")
    stage.run("why", "Похоть", "--day", "1", name="41-why-replaced")
    publish(stage, "day", "1", "1 22:05", name="42-publish-court-1")


def second_night(stage: Stage) -> None:
    stage.run("order", "Вера: убиваю Целомудрие", "--source", "ЛС", when="1 21:40")
    stage.run("order", "Азарт: убиваю Тщеславие кровавым", "--source", "ЛС", when="1 22:10")
    stage.run("order", "Целомудрие: навещаю Азарта", "--source", "ЛС", when="1 22:12")
    stage.run("order", "Доброта: лечу Доброту", "--source", "телефон", when="1 22:15")
    stage.run("order", "Зависть: проверяю Доброту", "--source", "ЛС", name="50-order-late", when="1 22:34")
    stage.run("orders", "2", name="51-orders-late")
    stage.run("answers", "2", name="52-answers-late")
    stage.run("night", "2", "--reorder", "Зависть", "--die", "vote_loss:Целомудрие=нет", when="1 22:40")
    stage.run("answers", "2", name="53-answers")
    # ГМ10: a move was told before the results; nobody wants to change in the end.
    stage.run("answers", "2", "--remedy", "--until", "22:55", name="54-remedy", when="1 22:41")
    publish(stage, "night", "2", "1 22:50")


def second_day(stage: Stage) -> None:
    votes = [
        ("2 09:30", "Вера", red("Азарт")),
        ("2 10:00", "Гнев", red("Вера")),
        ("2 10:30", "Азарт", red("Нефилим")),
        ("2 11:00", "Гнев", red("Нефилим")),
        ("2 11:30", "Нефилим", red("Гнев")),
        ("2 12:00", "Ветерок", red("Нефилим")),
    ]
    for when, voter, words in votes:
        stage.post(VOTE, voter, words, when)
    stage.post(GAME, "Нефилим", "Клянусь здоровьем, я мирный!", "2 14:00")
    stage.poll("2 14:30")
    stage.run(
        *("modkill", "Нефилим", "--at", "15:00", "--note", "клятва, Г13.6", "--dry-run"),
        name="60-modkill-dry",
        when="2 15:00",
    )
    stage.run("modkill", "Нефилим", "--at", "15:00", "--note", "клятва, Г13.6", "--yes")
    notice = stage.run("draft", "--kind", "modkill", "--player", "Нефилим", name="61-modkill-notice")
    stage.post(GAME, GM, notice.out, "2 15:05")
    stage.run("note", "Модкилл Нефилиму за клятву в игровой теме (Г13.6).", name="62-note", when="2 15:06")
    for when, voter, words in (
        ("2 16:00", "Азарт", red("Вера")),
        ("2 17:00", "Ветерок", red("Азарт")),
        ("2 18:00", "Тщеславие", red("Азарт")),
        ("2 19:00", "Зависть", red("Вера")),
        ("2 20:00", "Доброта", red("Гнев")),
    ):
        stage.post(VOTE, voter, words, when)
    stage.poll("2 22:01")
    stage.run("why", "Гнев", "--day", "2", name="63-why-modkilled-target")
    stage.run("tally", "--day", "2", name="64-tally")
    stage.run("draft", "day", "2", name="65-draft-court-2")
    publish(stage, "day", "2", "2 22:05")


def third_night(stage: Stage) -> None:
    for when, words in (
        ("2 22:10", "Вера: убиваю Зависть"),
        ("2 22:11", "Азарт: убиваю Доброту быстро"),
        ("2 22:12", "Зависть: проверяю Веру"),
        ("2 22:13", "Доброта: лечу Доброту"),
    ):
        stage.run("order", words, "--source", "ЛС", when=when)
    stage.run("answers", "3", name="70-answer-refused", when="2 22:15")
    stage.run("order", "Доброта: сыворотку Тщеславию", "--source", "ЛС", when="2 22:20")
    stage.run("night", "3", "--die", "doctor_exposure:Доброта=нет", when="2 22:31")
    stage.run("answers", "3", name="71-answers-the-dead")
    publish(stage, "night", "3", "2 22:45")


def third_day(stage: Stage) -> None:
    for when, voter, words in (
        ("3 10:00", "Вера", red("Гнев") + " досрочно"),
        ("3 11:00", "Ветерок", red("Гнев") + " досрочно"),
        ("3 12:00", "Азарт", red("Гнев") + " досрочно"),
        ("3 13:00", "Тщеславие", red("Гнев") + " досрочно"),
        ("3 14:00", "Гнев", red("Вера")),
    ):
        stage.post(VOTE, voter, words, when)
    stage.poll("3 15:00")
    stage.run("early", "show", name="80-early")
    stage.run("early", "object", "Тщеславие", name="81-early-object", when="3 15:05")
    stage.run("early", "call", name="82-early-call", when="3 15:10")
    stage.post(VOTE, "Гнев", red("Азарт"), "3 21:59:30")
    stage.post(GAME, "Гнев", f"[b]{GM}[/b], по правилам (Г5) мой голос за Азарта пришёл вовремя!", "3 22:02")
    stage.poll("3 22:03")
    stage.run("questions", name="83-questions", when="3 22:04")
    stage.run("answer", str(stage.board.forum.shown_posts(VOTE, stage.board.now)[-1].id), "вовремя")
    stage.run("inbox", name="84-inbox-dispute")
    stage.run("why", "Гнев", "--day", "3", name="85-why-dispute", when="3 22:05")
    stage.run("inbox", "done", str(stage.board.forum.shown_posts(GAME, stage.board.now)[-1].id), "--note", "в личку")
    stage.run("note", "Голос Гнева в 21:59:30 засчитан: часы форума показывают время до срока.")
    publish(stage, "day", "3", "3 22:10")


def handing_over(stage: Stage) -> None:
    stage.run("cohost", "hand", COHOST, "--to", "for-sova.zip", name="90-cohost-hand", when="3 22:11")
    stage.run("status", name="91-after-handing", when="3 22:12")
    stage.monkeypatch.setenv("LOGNAME", "sova")
    stage.run("cohost", "take", "for-sova.zip", "--name", COHOST, "-C", "sova", name="92-cohost-take", when="3 22:13")
    for when, words in (
        ("3 22:20", "Вера: убиваю Тщеславие и Азарта"),
        ("3 22:25", "Азарт: убиваю Похоть быстро"),
    ):
        stage.run("order", words, "--source", "ЛС", "-C", "sova", when=when)
    stage.run("journal", "--last", "4", "-C", "sova", name="93-journal")


def last_night(stage: Stage) -> None:
    stage.run("night", "4", "--die", "exposure:Вера=да", "-C", "sova", when="3 22:31")
    stage.monkeypatch.setenv("ITOGI_PASSWORD", PASSWORDS[COHOST])
    stage.monkeypatch.setenv("ITOGI_ACCOUNT", COHOST)
    stage.run("publish", "night", "4", "--yes", "-C", "sova", name="94-publish-night-4", when="3 22:50")
    stage.run("poll", "-C", "sova", when="3 22:55")


def afterwards(stage: Stage) -> None:
    stage.run("record", "-C", "sova", name="95-record", when="3 23:00")
    stage.run("stats", "-C", "sova", name="96-stats")
    stage.run("deal", "verify", "-C", "sova", name="97-deal-verify")
    stage.run("dice", "verify", "-C", "sova", name="97-dice-verify")
    stage.run("archive", "sova-all.zip", "--with-secrets", "-C", "sova", name="98-archive")
    stage.run("archive", "sova-open.zip", "-C", "sova", name="99-archive-open")
    stage.run(
        *("next", "next", "--first-date", "2013-11-04", "--title", "Грехи и добродетели 2", "-C", "sova"),
        name="99-next",
    )
    stage.run("topics", "set", "game", "http://board.test/viewtopic.php?id=7", "-C", "next")
    # The first game master brings his own copy up to date.
    stage.monkeypatch.setenv("LOGNAME", "arkhiv")
    stage.run("cohost", "compare", "sova-all.zip", name="99-cohost-compare", when="3 23:30")
    stage.run("cohost", "merge", "sova-all.zip", "--yes", name="99-cohost-merge")
    stage.run("status", name="99-status-first")
