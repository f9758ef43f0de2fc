"""How long commands take to answer, beside a bare interpreter and an import of Textual."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.clock import row, timed, title
from tests.benchmarks.files import session


def main() -> None:
    """Print the part."""
    title("Start-up (processes, median of 5)", "time")
    here = Path(__file__).resolve().parents[2]
    path = str(session(10_000))
    for what, command in (
        ("floor: bare interpreter", ["-c", "pass"]),
        ("floor: import textual.app", ["-c", "import textual.app"]),
        ("inspector --version", ["-m", "inspector", "--version"]),
        ("import inspector", ["-c", "import inspector"]),
        ("inspector policies list", ["-m", "inspector", "policies", "list"]),
        ("inspector view (10,000 messages, o200k_base)", ["-m", "inspector", "view", path, "--json"]),
        ("inspector replay go-tiny-claw (10,000)", ["-m", "inspector", "replay", path, "--policy", "go-tiny-claw"]),
    ):
        times, _ = timed(lambda command=command: _run(command, here), 5)  # type: ignore[misc]
        row(what, f"{times.median:,.0f} ms")


def _run(command: Sequence[str], here: Path) -> bool:
    subprocess.run([sys.executable, *command], cwd=here, stdout=subprocess.DEVNULL, check=True)
    return True
