#!/usr/bin/env bash
# Renew requirements.lock from pyproject.toml: pinned versions, no registry addresses.
set -euo pipefail
cd "$(dirname "$0")/.."
python3 -m venv .lock-venv
.lock-venv/bin/pip install -q pip-tools
.lock-venv/bin/pip-compile -q --no-header --strip-extras --no-annotate --no-emit-index-url --no-emit-trusted-host \
    --no-emit-find-links --extra dev --extra notify --allow-unsafe --upgrade -o requirements.lock pyproject.toml
rm -rf .lock-venv
