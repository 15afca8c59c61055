"""Imports run one way (docs/architecture.md), modules stay small, and the error tree is drawn whole."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path

import pytest

from engine.errors import ItogiError

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "parser", "scraper", "reports", "itogi")
SHARED = {"engine.records", "engine.errors", "engine.i18n"}
ALLOWED = {
    "engine": {"engine"},
    "parser": {"parser"},
    "scraper": {"scraper"},
    "reports": {"reports", "engine"},
    "itogi": set(PACKAGES),
}
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def imports_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.split(".")[0] in PACKAGES}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_run_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    for name in imports_of(path):
        owner = name.split(".")[0]
        shared = any(name == module or name.startswith(f"{module}.") for module in SHARED) or name == "engine"
        assert owner in ALLOWED[package] or shared, f"{package} must not import {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_modules_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 520


def test_nothing_reads_outside_the_project() -> None:
    for path in [*MODULES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")]:
        assert "../" + "shared" not in path.read_text(encoding="utf-8"), path


def test_the_error_tree_is_drawn_whole() -> None:
    drawn = ""
    for package in PACKAGES:
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if module.name.endswith(".errors"):
                drawn += importlib.import_module(module.name).__doc__ or ""
            elif "commands" not in module.name:
                importlib.import_module(module.name)

    def subclasses(kind: type[ItogiError]) -> set[type[ItogiError]]:
        return {kind}.union(*(subclasses(child) for child in kind.__subclasses__()))

    for error in subclasses(ItogiError):
        if error.__module__.split(".")[0] in PACKAGES:
            assert error.__name__ in drawn, f"{error.__name__} is not in the drawing of an errors.py"
            assert error.__module__.endswith(".errors"), f"{error.__name__} belongs in an errors.py"
