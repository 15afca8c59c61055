"""Turn a saved page into a fixture pair, to be looked through before it is committed.

python tools/new_fixture.py saved.html phpbb/edited-by-a-moderator --url https://board.example/viewtopic.php?t=5

Writes fixtures/phpbb/edited-by-a-moderator.html (the bytes as they are) and .json (what is read from them today). The
JSON is a claim that you must check against the page in a browser: a test will hold the reader to it. Replace the names
of people in the page first, and keep no more of it than the case needs.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "boards")]

from boards_fixtures import outcome  # noqa: E402


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Turn a saved page into a fixture pair.")
    parser.add_argument("page", type=Path, help="saved page")
    parser.add_argument("case", help="engine and case: phpbb/edited-by-a-moderator")
    parser.add_argument("--url", help="address that the page came from")
    parser.add_argument("--timezone", help="time zone of the board")
    parser.add_argument("--now", help="moment of the page, as 2026-11-30T20:21+03:00")
    parser.add_argument("--charset", help="charset by the HTTP header")
    parser.add_argument("--fixtures", type=Path, default=ROOT / "fixtures", help="where the pairs live")
    told = parser.parse_args(arguments)
    context = {key: getattr(told, key) for key in ("url", "timezone", "now") if getattr(told, key)}
    headers = {"content-type": f"text/html; charset={told.charset}"} if told.charset else {}
    expected = {"context": context, "headers": headers}
    content = told.page.read_bytes()
    expected |= outcome(content, expected)
    target = told.fixtures / told.case
    target.parent.mkdir(parents=True, exist_ok=True)
    target.with_suffix(".html").write_bytes(content)
    target.with_suffix(".json").write_text(json.dumps(expected, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{target}.html and .json: look the JSON through, then run pytest tests/boards")
    return 0


if __name__ == "__main__":
    sys.exit(main())
