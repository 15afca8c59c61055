"""The sign-up (Г6.1): what posts want, the queue, the GM's word, masks and genders; nothing is guessed silently."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_bench import GM, Bench, game_file
from app_command import Run, runner

from engine.events import Said, SignupNamed, SignupOpened, SignupPlaced
from engine.records import Gender
from itogi.config import Game, PlayerEntry, Topic, TopicKind
from itogi.life.signup import Place, Signup, Wish, signup_of, wish_of

URL = "http://board.test/viewtopic.php?id=1"


@pytest.mark.parametrize(
    ("words", "wish"),
    [
        ("Записываюсь!", Wish.PLAY),
        ("Запишите меня, пожалуйста.", Wish.PLAY),
        ("+", Wish.PLAY),
        ("+1, давно не играл", Wish.PLAY),
        ("Я в деле.", Wish.PLAY),
        ("Пишусь. Обещаю держать себя в руках :)", Wish.PLAY),
        ("Осталось местечко? Займу.", Wish.PLAY),
        ("Кто-нибудь, займите мне место", Wish.UNCLEAR),
        ("И меня!", Wish.PLAY),
        ("Беру билет. Кто не рискует, тот не играет.", Wish.PLAY),
        ("Участвую, а начало когда?", Wish.PLAY),
        ("Могу быть в резерве", Wish.RESERVE),
        ("Запасным возьмёте? Тогда пишите в запасные.", Wish.RESERVE),
        ("Иду на замену, если что", Wish.RESERVE),
        ("Вычёркивайте меня, экзамены", Wish.LEAVE),
        ("Передумал", Wish.LEAVE),
        ("Не смогу, простите.", Wish.LEAVE),
        ("Я не играю в этот раз", Wish.LEAVE),
        ("-", Wish.LEAVE),
        ("А с телефона играть можно?", Wish.UNCLEAR),
        ("Записываете ещё?", Wish.UNCLEAR),
        ("Отличная тема.", Wish.UNCLEAR),
        ("Передумал уходить, играю!", Wish.UNCLEAR),
        ("", Wish.UNCLEAR),
    ],
)
def test_what_a_post_wants(words: str, wish: Wish) -> None:
    """A question signs nobody up; words that say two things, or none, are the GM's to decide."""
    assert wish_of(f"<p>{words}</p>")[0] is wish


def test_a_quotation_is_not_the_author_s_word() -> None:
    assert wish_of("<blockquote>Записываюсь!</blockquote><p>Кто это?</p>")[0] is Wish.UNCLEAR


class Hall:
    """A sign-up topic with what the GM says about it."""

    def __init__(self, folder: Path) -> None:
        file = game_file(topics=(Topic(url=URL, kind=TopicKind.SIGNUP),))
        from itogi.store import Store

        self.bench = Bench(Game(folder=folder, file=file), Store.in_memory())
        self.posts = 0
        self.post(GM, "Набор открыт, записывайтесь!")

    def post(self, author: str, words: str, *, guest: bool = False) -> str:
        self.posts += 1
        when = f"0 10:{self.posts:02}"
        return self.bench.post(author, words, when, kind=TopicKind.SIGNUP, guest=guest)

    def say(self, said: Said) -> None:
        self.bench.say(said, "0 12:00")

    def signup(self, seats: int = 3) -> Signup:
        self.bench.poll("0 13:00")
        if not any(isinstance(event.said, SignupOpened) for event in self.bench.store.standing()):
            self.say(SignupOpened(topic=URL, title="Проба", moderators=(GM,), seats=seats))
        return signup_of(self.bench.evening("0 14:00").posts, self.bench.store.standing())


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def places(signup: Signup) -> dict[str, str]:
    return {one.account: one.place.value for one in signup.applicants}


def test_places_are_taken_in_turn_and_the_rest_is_reserve(hall: Hall) -> None:
    for name in ("Аня", "Боря", "Вова", "Гоша"):
        hall.post(name, "Записываюсь")
    assert places(hall.signup()) == {"Аня": "player", "Боря": "player", "Вова": "player", "Гоша": "reserve"}


def test_the_gm_s_own_posts_and_guests_sign_nobody_up(hall: Hall) -> None:
    hall.post("Прохожий", "Записываюсь", guest=True)
    assert places(hall.signup()) == {}


def test_whoever_leaves_frees_a_place_and_comes_back_last(hall: Hall) -> None:
    for name in ("Аня", "Боря", "Вова", "Гоша"):
        hall.post(name, "Записываюсь")
    hall.post("Аня", "Нет, передумала")
    assert places(hall.signup()) == {"Аня": "left", "Боря": "player", "Вова": "player", "Гоша": "player"}
    hall.post("Аня", "Всё-таки записываюсь")
    found = hall.signup()
    assert [one.account for one in found.applicants] == ["Боря", "Вова", "Гоша", "Аня"]
    assert places(found)["Аня"] == "reserve"


def test_talk_after_signing_up_changes_nothing(hall: Hall) -> None:
    hall.post("Аня", "Записываюсь")
    hall.post("Аня", "А маски какие?")
    assert places(hall.signup()) == {"Аня": "player"}


def test_the_gm_s_word_goes_before_the_topic_and_the_last_one_holds(hall: Hall) -> None:
    for name in ("Аня", "Боря", "Вова", "Гоша"):
        hall.post(name, "Записываюсь")
    hall.say(SignupPlaced(account="боря", place="refused", reason="нарушения"))
    found = hall.signup()
    assert places(found) == {"Аня": "player", "Боря": "refused", "Вова": "player", "Гоша": "player"}
    assert next(one for one in found.applicants if one.account == "Боря").reason == "нарушения"
    hall.say(SignupPlaced(account="Боря", place="player"))
    assert places(hall.signup())["Боря"] == "player"
    assert places(hall.signup())["Гоша"] == "reserve"


def test_players_may_be_entered_by_hand(hall: Hall) -> None:
    hall.say(SignupPlaced(account="Звонил", place="player"))
    [one] = hall.signup().applicants
    assert (one.account, one.place, one.decided, one.words) == ("Звонил", Place.PLAYER, True, "")


def test_a_mask_brings_its_gender_and_the_gm_may_say_another(hall: Hall) -> None:
    hall.post("Аня", "Записываюсь")
    hall.say(SignupNamed(account="аня", name="Целомудрие"))
    [one] = hall.signup().applicants
    assert (one.name, one.gender, one.guessed) == ("Целомудрие", Gender.NEUTER, True)
    hall.say(SignupNamed(account="Аня", name="Целомудрие", gender=Gender.FEMININE))
    [one] = hall.signup().applicants
    assert (one.gender, one.guessed) == (Gender.FEMININE, False)


# --- the commands, without a topic -------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, monkeypatch, capsys)


def by_hand(run: Run, *accounts: str) -> None:
    assert run("signup", "open", "--title", "Проба", "--moderator", GM, "--seats", "3").status == 0
    for account in accounts:
        assert run("signup", "place", account, "player").status == 0


def test_a_game_from_names_entered_by_hand(run: Run, tmp_path: Path) -> None:
    by_hand(run, "Аня", "Боря", "Вова")
    assert run("signup", "place", "Гоша", "reserve").status == 0
    masks = run("signup", "mask", "Гнев", "Вера", "Азарт", "--shuffle")
    assert masks.status == 0, masks.err
    again = run("signup", "mask", "Гнев", "Вера", "Азарт", "--shuffle")
    assert again.out == masks.out, "sealed dice give the same masks again"
    closed = run(
        *("signup", "close", "--first-date", "2013-10-14", "--vote", "http://board.test/viewtopic.php?id=3"),
    )
    assert closed.status == 0, closed.err
    game = Game.load(tmp_path)
    assert game.file.reserves == ("Гоша",)
    assert {entry.name for entry in game.file.players} == {"Гнев", "Вера", "Азарт"}
    assert {str(entry.accounts[0]) for entry in game.file.players} == {"Аня", "Боря", "Вова"}
    assert all(entry.gender for entry in game.file.players)
    later = run("signup", "place", "Жора", "reserve")
    assert later.status == 0, later.err
    assert Game.load(tmp_path).file.reserves == ("Гоша", "Жора")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("signup", "place", "Аня", "refused"), "--reason"),
        (("signup", "place", "Аня", "refused", "--reason", " "), "--reason"),
        (("signup", "mask", "Аня"), "itogi signup mask"),
        (("signup", "mask", "-"), "МАСКА"),
    ],
)
def test_a_wrong_call_is_one_line_that_helps(run: Run, arguments: tuple[str, ...], named: str) -> None:
    """Г6.1: no refusal without its reason."""
    by_hand(run)
    ran = run(*arguments, text="чепуха\n")
    assert ran.status == 2
    assert named in ran.line


@pytest.mark.parametrize("words", [("show",), ("check",), ("text",), ("close", "--first-date", "2013-10-14")])
def test_looking_where_there_is_no_sign_up_leaves_nothing_behind(
    run: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    ran = run("signup", *words)
    assert (ran.status, "itogi signup open" in ran.line) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_the_names_of_a_game_that_has_begun_are_checked_too(run: Run, tmp_path: Path) -> None:
    Bench.on_disk(tmp_path, players=tuple(PlayerEntry(name=name) for name in ("Роман", "Романа", "Гнев"))).store.close()
    assert "Романа" in run("signup", "check").out
    assert run("alias", "add", "Гнев", "Голосок").status == 0
    assert run("signup", "check").status == 0


def test_two_masks_of_one_name_are_refused(run: Run) -> None:
    by_hand(run, "Аня", "Боря")
    assert run("signup", "mask", "Аня", "Вера").status == 0
    twice = run("signup", "mask", "Боря", "вера")
    assert (twice.status, "Аня" in twice.line) == (2, True)
    few = run("signup", "mask", "Вера", "--shuffle")
    assert few.status == 2


def test_nobody_is_left_undecided_when_the_sign_up_closes(run: Run) -> None:
    by_hand(run, "Аня", "Никто_не_решил")
    assert run("signup", "mask", "Никто_не_решил", "Вера").status == 0
    assert run("undo", "3").status == 0
    closed = run("signup", "close", "--first-date", "2013-10-14", "--vote", "http://b.test/viewtopic.php?id=3")
    assert closed.status == 2
    assert "Никто_не_решил" in closed.line


def test_a_mistyped_account_makes_no_ghost(run: Run) -> None:
    """Г6.1: a likely slip is asked about, by place and by mask; somebody else of such a name is taken when told."""
    by_hand(run, "Snegir", "Ада")
    for words in (("place", "Снегирь", "игрок"), ("place", "Ada", "игрок"), ("mask", "Snegr", "Зависть")):
        wrong = run("signup", *words)
        assert wrong.status == 2
        assert "возможно" in wrong.line
    told = run("signup", "place", "Ada", "играет", "--new")
    assert (told.status, told.out.splitlines()[0]) == (0, "Ada: играет")
    assert run("signup", "mask", "Snegir=Зависть").out.startswith("Snegir играет под именем Зависть")


def test_a_mask_is_free_again_when_its_holder_leaves_and_every_word_is_taken_back(run: Run) -> None:
    """Nothing of a sign-up is beyond `undo`, before there is a game.toml, too."""
    by_hand(run, "Snegir", "Ада")
    assert run("signup", "mask", "Ада", "Зависть").status == 0
    assert run("signup", "mask", "Snegir", "Зависть").status == 2
    assert run("signup", "place", "Ада", "передумала").out.startswith("Ада: играет → передумал")
    assert run("signup", "mask", "Snegir", "Зависть").status == 0
    assert run("undo").status == 0
    assert "Ада" in run("journal").out


def test_pasted_masks_may_stand_behind_a_dash_or_a_colon(run: Run) -> None:
    """A wrong line is told by its number."""
    by_hand(run, "Snegir", "Tern-77", "Ада")
    lines = "Snegir - Зависть, ж\nTern-77: Тщеславие\nАда\tКротость, n\n"
    assert run("signup", "mask", "-", text=lines).status == 0
    assert "Строка 2, `Ада Вера`" in run("signup", "mask", "-", text="Snegir = Гнев\nАда Вера\n").line


def test_what_was_forgotten_is_told_when_the_sign_up_closes(run: Run, tmp_path: Path) -> None:
    """A mask missing among masks; a second closing is told how to begin anew."""
    by_hand(run, "Аня", "Боря", "Вова")
    assert run("signup", "mask", "Аня", "Вера", "--gender", "ж").status == 0
    close = ("signup", "close", "--first-date", "14.10.2013", "--vote", "http://b.test/viewtopic.php?id=3")
    told = run(*close).out
    assert "Без маски, под своими именами: Боря, Вова" in told
    assert "Вера (" not in told.partition("Род угадан")[2]
    assert "удалите его" in run(*close).line
