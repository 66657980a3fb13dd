"""`make bench`: every benchmark of this folder in turn, each in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
APART = ("bench_web.py",)
"""Has a make target of its own: it starts servers."""
MORE = {"fit": ["fastdrive"], "squares": ["speed"], "thegrid": ["speed"]}
"""Which of its measurements a benchmark with several makes here."""


def main() -> int:
    """Run them; arguments name some of them (`lab kernel`), none means all."""
    wanted = sys.argv[1:]
    worst = 0
    for script in sorted(HERE.glob("bench_*.py")):
        name = script.stem.removeprefix("bench_")
        if script.name in APART or (wanted and name not in wanted):
            continue
        print(f"== {name} ==", flush=True)
        worst = max(
            worst, subprocess.run([sys.executable, str(script), *MORE.get(name, ())], check=False).returncode
        )
    return worst


if __name__ == "__main__":
    sys.exit(main())
