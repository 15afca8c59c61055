"""docs/adding-a-forum.md is followed literally: its module reads its page into its JSON, by its command."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scraper import adapter
from scraper.adapter import registered

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDE = (ROOT / "docs" / "adding-a-forum.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```(\w+)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL))
INDENTED = [line.strip() for line in GUIDE.splitlines() if line.startswith("    ")]
COMMAND = next(line for line in INDENTED if "tools/new_fixture.py" in line)


def load(name: str, path: Path) -> object:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def nightboard(tmp_path: Path) -> Iterator[Path]:
    """The guide's files, written where the guide says, in a folder of their own."""
    registered()
    (tmp_path / "saved.html").write_text(BLOCKS["html"], encoding="utf-8")
    module = tmp_path / "nightboard.py"
    module.write_text(BLOCKS["python"], encoding="utf-8")
    load("nightboard_of_the_guide", module)
    yield tmp_path
    del adapter._registry["nightboard"]
    del sys.modules["nightboard_of_the_guide"]


def test_the_guide_does_what_it_says(
    nightboard: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = shlex.split(COMMAND)
    assert words[:2] == [".venv/bin/python", "tools/new_fixture.py"]
    monkeypatch.chdir(nightboard)
    tool = load("new_fixture", ROOT / words[1])
    assert tool.main([*words[2:], "--fixtures", str(nightboard / "fixtures")]) == 0  # type: ignore[attr-defined]
    pair = nightboard / "fixtures" / "nightboard" / "guest-and-edit"
    assert "look the JSON through" in capsys.readouterr().out
    assert pair.with_suffix(".html").read_bytes() == BLOCKS["html"].encode()
    assert pair.with_suffix(".json").read_text(encoding="utf-8") == BLOCKS["json"]
    assert len(json.loads(BLOCKS["json"])["page"]["posts"]) == 2


def test_the_guide_s_engine_is_recognised_and_no_other(nightboard: Path) -> None:
    html = (nightboard / "saved.html").read_text(encoding="utf-8")
    assert [name for name, known in registered().items() if known.recognise(html)] == ["nightboard"]


def test_the_guide_names_what_exists() -> None:
    for path in re.findall(r"`((?:scraper|tests|tools|fixtures|docs)/[\w/.-]+)`", GUIDE):
        if "nightboard" not in path:
            assert (ROOT / path).exists(), path
