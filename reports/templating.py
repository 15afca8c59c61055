"""The templates of the texts: sandboxed jinja2, one folder a language, a GM's own folder before it file by file.

A template gets data and filters, no more. Whatever an expression puts out is data (see `reports.spans`), so that
escaping cannot be forgotten: there is no `safe`. What is wrong with a template comes out as one `TemplateError`
with its file and line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
import jinja2.bccache
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from engine.i18n import _
from engine.records import Gender
from reports import grammar
from reports.errors import TemplateError
from reports.spans import Draft, Name, Words, data, literal, parse, strong, without_marks

LANGUAGES = ("ru", "en")
WORDS_FILE = "words.toml"
_BUILT_IN_FILTERS = (
    "abs",
    "batch",
    "count",
    "d",
    "default",
    "first",
    "groupby",
    "int",
    "join",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "reject",
    "rejectattr",
    "reverse",
    "round",
    "select",
    "selectattr",
    "sort",
    "sum",
    "trim",
    "unique",
    "upper",
)
"""Without any that can turn data into markup: `safe`, `escape`, `replace`, `format` and their kin."""


def template_names(language: str) -> tuple[str, ...]:
    """File names that a GM's folder may override."""
    return tuple(sorted(entry.name for entry in _package_folder(language).iterdir() if entry.is_file()))


def _package_folder(language: str) -> Any:
    return resources.files("reports") / "templates" / language


class _Sandbox(ImmutableSandboxedEnvironment):
    """Keeps the bare text of a name from templates: joined to other things it would lose its marks."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        return not (isinstance(obj, Words) and attr == "text") and super().is_safe_attribute(obj, attr, value)


class _Compiled(jinja2.BytecodeCache):
    """Templates that were compiled in this run. jinja knows them by their source: a changed one is compiled anew."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Give what was compiled from the same source."""
        code = self._kept.get((bucket.key, bucket.checksum))
        if code is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        """Keep what was compiled."""
        self._kept[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


@lru_cache(maxsize=16)
def _compiled(language: str, words: str) -> _Compiled:
    # What a filter makes of a constant is compiled in, so that other words need templates of their own.
    return _Compiled()


class Renderer:
    """Renders the templates of one language; `folder` is a GM's own, whose files come before the package's.

    Raises TemplateError for a `words.toml` that cannot be read, and at `render` for a template that cannot be used.
    """

    def __init__(self, language: str = "ru", folder: Path | None = None) -> None:
        self.language = language
        self.folder = folder
        self._words = self._read_words()
        self._environment = _Sandbox(
            loader=jinja2.FunctionLoader(self._load),
            autoescape=True,
            finalize=data,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            bytecode_cache=_compiled(language, repr(self._words)),
        )
        built_in = self._environment.filters
        self._environment.filters = {name: built_in[name] for name in _BUILT_IN_FILTERS} | self._filters()
        self._environment.globals = {"range": self._environment.globals["range"]}

    def render(self, name: str, **context: object) -> Draft:
        """The draft that the template `name` (without `.j2`) makes of `context`."""
        file = f"{name}.j2"
        try:
            return parse(self._environment.get_template(file).render(**context))
        except TemplateError:
            raise
        except jinja2.TemplateSyntaxError as fault:
            raise self._error(fault.name or file, fault.lineno, str(fault.message)) from fault
        except jinja2.TemplateNotFound as fault:
            where, line = self._place(fault, file)
            raise self._error(where, line, _("there is no template {name}").format(name=fault.name)) from fault
        except KeyError as fault:
            where, line = self._place(fault, file)
            raise self._error(where, line, _("there is no {name}").format(name=fault)) from fault
        except Exception as fault:
            # A template can make any error whatever, and each of them is the template's.
            where, line = self._place(fault, file)
            raise self._error(where, line, str(fault) or type(fault).__name__) from fault

    def _load(self, file: str) -> tuple[str, str, Callable[[], bool]]:
        """Source, file name and freshness, as jinja wants them; None when no folder has the file."""
        own = self._own(file)
        if own is not None:
            return without_marks(_decoded(own.read_bytes(), str(own))), str(own), lambda: False
        entry = _package_folder(self.language) / file
        if Path(file).name != file or not entry.is_file():
            raise jinja2.TemplateNotFound(file)
        return without_marks(entry.read_text(encoding="utf-8")), f"{self.language}/{file}", lambda: True

    def _own(self, file: str) -> Path | None:
        if self.folder is None or Path(file).name != file:
            return None
        own = self.folder / file
        return own if own.is_file() else None

    def _read_words(self) -> Mapping[str, Mapping[str, str]]:
        words = dict(_package_words(self.language))
        own = self._own(WORDS_FILE)
        if own is None:
            return words
        try:
            read = tomllib.loads(_decoded(own.read_bytes(), str(own)))
        except tomllib.TOMLDecodeError as fault:
            raise TemplateError(
                _("{file} is not readable as TOML: {why}").format(file=own, why=fault), file=str(own)
            ) from fault
        for section, entries in read.items():
            if section not in words or not isinstance(entries, dict):
                raise TemplateError(
                    _("{file}: there is no section [{section}]; the sections are {known}").format(
                        file=own, section=section, known=", ".join(words)
                    ),
                    file=str(own),
                )
            for key, text in entries.items():
                if key not in words[section] or not isinstance(text, str):
                    raise TemplateError(
                        _("{file}: [{section}] has no text {key}; it has {known}").format(
                            file=own, section=section, key=key, known=", ".join(words[section])
                        ),
                        file=str(own),
                    )
            words[section] = {**words[section], **entries}
        return words

    def _error(self, file: str, line: int | None, why: str) -> TemplateError:
        own = self._own(Path(file).name)
        shown = str(own) if own is not None else file
        message = (
            _("The template {file} cannot be used, line {line}: {why}").format(file=shown, line=line, why=why)
            if line
            else _("The template {file} cannot be used: {why}").format(file=shown, why=why)
        )
        return TemplateError(" ".join(without_marks(message).split()), file=shown, line=line)

    def _place(self, fault: BaseException, file: str) -> tuple[str, int | None]:
        """File and line of the template where a failure arose: jinja puts both into the traceback's frames."""
        known = {name: name for name in template_names(self.language)}
        place: tuple[str, int | None] = (file, None)
        trace = fault.__traceback__
        while trace is not None:
            name = Path(trace.tb_frame.f_code.co_filename).name
            if name in known or name == file:
                place = (name, trace.tb_lineno)
            trace = trace.tb_next
        return place

    def word(self, key: str, section: str) -> Markup:
        """A fixed text of `words.toml`."""
        return literal(self._words[section][str(key)])

    def _filters(self) -> dict[str, Callable[..., object]]:
        return {
            "agree": _agree,
            "capital": _capital,
            "case": self._case,
            "counted": self._counted,
            "in_words": self._in_words,
            "listed": self._listed,
            "moment": self._moment,
            "ordinal_in": lambda number: literal(grammar.in_ordinal(number)),
            "strong": strong,
            "with_role": self._with_role,
            "word": self.word,
        }

    def _case(self, value: Any, case: str) -> Any:
        if isinstance(value, Name):
            if self.language != "ru":
                return value
            return data(grammar.case_form(value.text, case, value.gender))
        return [self._case(item, case) for item in value]

    def _listed(self, items: Iterable[object]) -> Markup:
        marked = [data(item) for item in items]
        if len(marked) < 2:
            return Markup("").join(marked)
        joint = literal(f" {self._words['joints']['and']} ")
        return Markup(", ").join(marked[:-1]) + joint + marked[-1]

    def _with_role(self, person: Any, style: str = "brackets") -> Markup:
        """«Вера (босс)», or «Вера — босс» in the styles of `words.toml`; the bare name when no role is told."""
        name = data(person.player)
        if person.role is None:
            return name
        before, _placeholder, after = self._words["role_styles"][style].partition("{role}")
        return name + literal(before) + self.word(person.role, "roles") + literal(after)

    def _counted(self, number: int, noun: str) -> Markup:
        return literal(grammar.counted(number, noun) if self.language == "ru" else f"{number} {noun}")

    def _in_words(self, number: int, noun: str) -> Markup:
        return literal(grammar.in_words(number, noun) if self.language == "ru" else f"{number} {noun}")

    def _moment(self, moment: datetime, style: str = "moment") -> Markup:
        return literal(moment.strftime(self._words["times"][style]))


def _agree(subjects: Any, word: str) -> Markup:
    """The form of `word` for a name, or a list of names or of records with a player."""
    people = [subjects] if isinstance(subjects, Name) or hasattr(subjects, "player") else list(subjects)
    names = [person if isinstance(person, Name) else person.player for person in people]
    return literal(grammar.agreed(word, [_gender(name) for name in names]))


def _gender(name: Name) -> Gender:
    return name.gender or grammar.guess_gender(name.text)


def _capital(text: object) -> Markup:
    """`text` with a great first letter; a data mark before it is passed over."""
    marked = data(text)
    for index, letter in enumerate(marked):
        if without_marks(letter):
            return Markup(f"{marked[:index]}{letter.upper()}{marked[index + 1 :]}")  # noqa: S704 - was marked before
    return marked


def _decoded(content: bytes, file: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        message = _("{file} is not UTF-8 text (line {line}): save it in UTF-8").format(file=file, line=line)
        raise TemplateError(message, file=file, line=line) from fault


@cache
def _package_words(language: str) -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((_package_folder(language) / WORDS_FILE).read_text(encoding="utf-8"))


__all__ = ["LANGUAGES", "Renderer", "Words", "template_names"]
