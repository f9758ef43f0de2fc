"""Listing what is on a machine: 10,000 sessions of three agents in a made-up home folder, a third of them of a megabyte.

    python -m tests.benchmarks sessions

The floor is a walk over the same folders that asks for size and time of each file, and opens none. Bytes read are counted
where the files are opened.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from inspector.export.as_json import to_json
from inspector.export.json_sessions import sessions_json
from inspector.transcript.discover import Machine, Wanted, ends, on_machine
from tests.benchmarks.clock import row, timed, title

FILES, PROJECTS, LONG = 10_000, 50, 1 << 20
LINES = 60
"""Replies of a short session."""


class Counted(ends.FileIO):
    """Counts what is read of all files."""

    total = 0
    most = 0

    def read(self, size: int | None = -1, /) -> bytes:
        found = super().read(size) or b""
        Counted.total += len(found)
        Counted.most = max(Counted.most, len(found))
        return found


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        on_disk = sum(map(_write, range(FILES), [home] * FILES))
        machine = Machine(home, {})
        title(f"{FILES:,} sessions, {on_disk / 1e6:,.0f} MB", "best ms", "median ms", "MB read")
        _row("the floor: a walk", *timed(lambda: _walk(home), 3), 0)
        ends.FileIO = Counted  # type: ignore[misc]
        for what, wanted in (("the newest 40", Wanted(limit=40)), ("all", Wanted())):
            Counted.total = 0
            _row(what, *timed(lambda wanted=wanted: on_machine(machine, wanted), 3), Counted.total // 3)  # type: ignore[misc]
        _row("all, as JSON", *timed(lambda: to_json(sessions_json(on_machine(machine, Wanted()))), 3), 0)
        row("most bytes read at once", f"{Counted.most:,}")
        _program(home)


def _program(home: Path) -> None:
    """The command itself, and the most memory that it took."""
    code = (
        "import resource, sys; from inspector.cli.program import cli\n"
        "try: cli(sys.argv[1:])\n"
        "finally: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)"
    )
    for options in (["sessions"], ["sessions", "--json"]):
        start = perf_counter()
        command, environ = [sys.executable, "-c", code, *options], os.environ | {"HOME": str(home)}
        ran = subprocess.run(command, env=environ, capture_output=True, cwd=home, check=False)
        took = (perf_counter() - start) * 1e3
        row(f"inspector {' '.join(options)}", f"{took:,.0f}", "", f"{int(ran.stderr.split()[-1]):,} MB at most")


def _row(what: str, times: Any, _: object, read: int) -> None:
    row(what, f"{times.best:,.0f}", f"{times.median:,.0f}", f"{read / 1e6:,.0f}" if read else "")


def _walk(home: Path) -> int:
    return sum(entry.stat().st_size for folder in os.walk(home) for entry in os.scandir(folder[0]) if entry.is_file())


def _write(number: int, home: Path) -> int:
    """One session; a long one has a hole in its middle."""
    path = home / _place(number)
    path.parent.mkdir(parents=True, exist_ok=True)
    body = b"".join(json.dumps(each).encode() + b"\n" for each in _records(number))
    with path.open("wb") as file:
        file.write(body)
        if number % 3 == 0:
            file.seek(LONG)
            file.write(b"\n" + body)
    os.utime(path, (1.7e9 + number, 1.7e9 + number))
    return path.stat().st_size


def _place(number: int) -> str:
    project = number % PROJECTS
    if number % 10 == 1:
        return f".codex/sessions/2026/{number % 12 + 1:02}/{number % 28 + 1:02}/rollout-{number}.jsonl"
    if number % 10 == 2:
        return f".pi/agent/sessions/--p{project}--/{number}.jsonl"
    return f".claude/projects/-home-ann-p{project}/{number}.jsonl"


def _records(number: int) -> Iterator[dict[str, Any]]:
    cwd, text = f"/home/ann/p{number % PROJECTS}", "the tide table of the harbour " * 12
    if number % 10 == 1:
        yield {"timestamp": "", "type": "session_meta", "payload": {"id": str(number), "cwd": cwd, "source": "cli"}}
        for _ in range(LINES):
            content = [{"type": "input_text", "text": text}]
            yield {
                "timestamp": "",
                "type": "response_item",
                "payload": {"type": "message", "role": "user", "content": content},
            }
    elif number % 10 == 2:
        yield {"type": "session", "id": str(number), "timestamp": "", "cwd": cwd, "version": 3}
        for at in range(LINES):
            yield {"type": "message", "id": str(at), "parentId": None, "message": {"role": "user", "content": text}}
    else:
        for at in range(LINES):
            message = {"role": "user", "content": f"Message {at}: {text}"}
            yield {
                "type": "user",
                "uuid": str(at),
                "parentUuid": None,
                "sessionId": "s",
                "cwd": cwd,
                "message": message,
            }
