"""Run every `benchmarks/bench_*.py` and print its lines."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks


def main(chosen: list[str]) -> None:
    """`chosen`: names without `bench_`; all when empty."""
    for module in pkgutil.iter_modules(benchmarks.__path__):
        name = module.name.removeprefix("bench_")
        if module.name == name or (chosen and name not in chosen):
            continue
        print(f"{name}:")
        for line in importlib.import_module(f"benchmarks.{module.name}").run():
            print(f"    {line}")


if __name__ == "__main__":
    main(sys.argv[1:])
