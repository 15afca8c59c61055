"""The bench and the runner of the application's tests serve here, too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "itogi"))
