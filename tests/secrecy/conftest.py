"""The tests of secrecy use the runner of the application's tests and the desk of the desk's."""

from __future__ import annotations

import sys
from pathlib import Path

for area in ("itogi", "desk"):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / area))
