"""The loopback boards of the session's tests serve here, too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "session"))
