"""Keep the catalogues in step with the code.

python tools/catalogues.py           extract, merge into the .po, compile the .mo; list what lacks a translation
python tools/catalogues.py --check   fail when a catalogue is stale, incomplete or not compiled
"""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "itogi" / "locale" / "ru" / "LC_MESSAGES"
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
DROPPED = tuple(
    f'"{field}'.encode()
    for field in (
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Project-Id-Version",
        "Report-Msgid",
        "Last-Translator",
        "Language-Team",
        "Generated-By",
    )
)
# Longest prefix wins: the part of the tree and the catalogue that holds its strings.
DOMAINS = {
    "engine/": "engine",
    "parser/": "parser",
    "scraper/": "scraper",
    "scraper/boards/": "boards",
    "scraper/session/": "session",
    "reports/": "reports",
    "itogi/": "itogi",
    "itogi/demo/": "demo",
    "itogi/desk/": "desk",
    "itogi/commands/desk.py": "desk",
    "itogi/life/": "life",
    "itogi/commands/_life.py": "life",
    "itogi/commands/_ruling.py": "life",
    "itogi/commands/signup.py": "life",
    "itogi/commands/deal.py": "life",
    "itogi/commands/letters.py": "life",
    "itogi/commands/topics.py": "life",
    "itogi/commands/orders.py": "life",
    "itogi/commands/answers.py": "life",
    "itogi/commands/early.py": "life",
    "itogi/commands/announce.py": "life",
    "itogi/commands/modkill.py": "life",
    "itogi/commands/replace.py": "life",
    "itogi/commands/pardon.py": "life",
    "itogi/commands/note.py": "life",
    "itogi/commands/inbox.py": "life",
    "itogi/commands/why.py": "life",
    "itogi/commands/cohost.py": "life",
    "itogi/commands/record.py": "life",
    "itogi/commands/stats.py": "life",
    "itogi/commands/archive.py": "life",
    "itogi/commands/next.py": "life",
    "itogi/violations/": "violations",
    "itogi/commands/violations.py": "violations",
    "itogi/commands/decide.py": "violations",
    "itogi/commands/chart.py": "violations",
    "itogi/commands/export.py": "violations",
    "itogi/numbers.py": "violations",
    "itogi/outputs.py": "violations",
}

# The command line's own words (help headings, wrong calls) are read out of the library that says them.
CLICK = "click"
SAID_TO_PROGRAMMERS = ("_winconsole.py", "shell_completion.py")


def domain_of(path: str) -> str | None:
    fitting = [prefix for prefix in DOMAINS if path.startswith(prefix)]
    return DOMAINS[max(fitting, key=len)] if fitting else None


def extracted() -> dict[str, Catalog]:
    catalogues = {domain: Catalog(locale="ru", domain=domain, fuzzy=False) for domain in DOMAINS.values()}
    for file in sorted(ROOT.glob("*/**/*.py")) + sorted(ROOT.glob("*/**/*.html")) + sorted(ROOT.glob("*/**/*.j2")):
        path = file.relative_to(ROOT).as_posix()
        domain = domain_of(path)
        if domain is None:
            continue
        method = "python" if file.suffix == ".py" else "jinja2.ext:babel_extract"
        found = extract_from_file(method, file, keywords=KEYWORDS, comment_tags=["i18n:"])
        for _line, message, comments, context in found:
            # Only the file, never the line: a moved line is no change of a catalogue.
            catalogues[domain].add(message, locations=[(path, None)], auto_comments=comments, context=context)
    catalogues[CLICK] = Catalog(locale="ru", domain=CLICK, fuzzy=False)
    for file in sorted(Path(click.__file__).parent.glob("*.py")):
        if file.name not in SAID_TO_PROGRAMMERS:
            for _line, message, _comments, _context in extract_from_file("python", file, keywords=KEYWORDS):
                catalogues[CLICK].add(message, locations=[(f"click/{file.name}", None)])
    return catalogues


def merged(domain: str, fresh: Catalog) -> Catalog:
    file = TARGET / f"{domain}.po"
    if not file.exists():
        return fresh
    with file.open("rb") as source:
        known = read_po(source, locale="ru", domain=domain)
    known.update(fresh, no_fuzzy_matching=True)
    known.obsolete.clear()
    return known


def as_po(catalogue: Catalog) -> bytes:
    # The header changes with every run and tells nothing: keep only what the format needs.
    catalogue.header_comment = f"# Russian texts of itogi: {catalogue.domain}."
    buffer = io.BytesIO()
    write_po(buffer, catalogue, sort_output=True, width=120, omit_header=False)
    return b"\n".join(line for line in buffer.getvalue().split(b"\n") if not line.startswith(DROPPED))


def as_mo(po: bytes, domain: str) -> bytes:
    catalogue = read_po(io.BytesIO(po), locale="ru", domain=domain)
    # Without dates of its own the header would take the present moment, and no two runs would agree.
    catalogue.creation_date = catalogue.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def lacking(catalogue: Catalog) -> list[str]:
    texts = []
    for message in catalogue:
        if not message.id:
            continue
        strings = message.string if isinstance(message.string, (tuple, list)) else [message.string]
        if not all(strings) or message.fuzzy:
            texts.append(str(message.id))
    return texts


def main() -> int:
    check = "--check" in sys.argv[1:]
    faults = []
    for domain, fresh in extracted().items():
        catalogue = merged(domain, fresh)
        if not len(catalogue):
            continue
        po = as_po(catalogue)
        mo = as_mo(po, domain)
        faults += [f"{domain}: no translation of {text!r}" for text in lacking(catalogue)]
        for suffix, content in ((".po", po), (".mo", mo)):
            file = TARGET / f"{domain}{suffix}"
            if check and (not file.exists() or file.read_bytes() != content):
                faults.append(f"{domain}{suffix} is not in step with the code: run `make locale`")
            elif not check:
                file.write_bytes(content)
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults and check else 0


if __name__ == "__main__":
    sys.exit(main())
