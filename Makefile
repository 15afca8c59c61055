# Every target sets itself up in .venv; `make demo` and `make test` are all that a newcomer needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: demo test lint soak bench locale docs lock clean

demo: $(STAMP)
	$(BIN)/itogi demo --run

test: $(STAMP) lint
	$(BIN)/pytest -n 2 -m "not soak"

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python tools/catalogues.py --check

soak: $(STAMP)
	$(BIN)/pytest -n 2 -m soak --timeout 3600

bench: $(STAMP)
	$(BIN)/python -m benchmarks

docs: $(STAMP)
	$(BIN)/cog -r docs/commands.md

locale: $(STAMP)
	$(BIN)/python tools/catalogues.py

lock:
	tools/lock.sh

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache

$(STAMP): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "itogi needs Python 3.11 or newer ($(PYTHON) is older); set PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Could not make $(VENV). On Debian: apt-get install python3-venv"; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $(STAMP)
