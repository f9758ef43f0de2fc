"""What each import brings along, seen in a fresh interpreter, and the floors as written in pyproject.toml."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

SCREEN = {"textual", "rich"}
NETWORK = {"anthropic", "httpx", "httpx2", "httpcore2", "requests", "urllib3"}
TOKENIZERS = {"tiktoken", "toktok"}
HEAVY = SCREEN | NETWORK | TOKENIZERS | {"pydantic", "ruamel"}

ROOMS = {
    "inspector": HEAVY,
    "inspector.library": HEAVY,
    "inspector.settings": HEAVY | {"orjson"},
    "inspector.transcript": HEAVY,
    "inspector.meter": HEAVY,
    "inspector.policy.model": HEAVY,
    "inspector.policy": SCREEN | NETWORK | TOKENIZERS,
    "inspector.engine": HEAVY,
    "inspector.summary": SCREEN | NETWORK | TOKENIZERS,
    "inspector.summary.anthropic_summariser": SCREEN | NETWORK | TOKENIZERS,
    "inspector.summary.registry": SCREEN | NETWORK | TOKENIZERS,
    "inspector.summary.through": SCREEN | NETWORK | TOKENIZERS,
    "inspector.summary.command": SCREEN | NETWORK | TOKENIZERS,
    "inspector.export": SCREEN | NETWORK | TOKENIZERS,
    "inspector.cli.main": HEAVY,
}
"""Module → packages that importing it must not load."""


def loaded_by(code: str, root: Path) -> set[str]:
    """Top-level names in `sys.modules` after running the code."""
    report = "import sys, json; print('\\n' + json.dumps(sorted({name.split('.')[0] for name in sys.modules})))"
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], cwd=root, capture_output=True, text=True, check=True, timeout=60
    )
    return set(json.loads(run.stdout.splitlines()[-1]))


@pytest.mark.parametrize("room", ROOMS)
def test_room_is_light(room: str, root: Path) -> None:
    assert loaded_by(f"import {room}", root) & ROOMS[room] == set()


def test_version_loads_nothing_heavy(root: Path) -> None:
    code = (
        "import sys\nfrom inspector.cli.main import main\nsys.argv = ['inspector', '--version']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass"
    )
    assert loaded_by(code, root) & HEAVY == set()


def test_help_loads_nothing_heavy(root: Path) -> None:
    assert loaded_by(_called(("check", "compare", "cost", "recall", "why"), "--help"), root) & HEAVY == set()


def test_no_command_needs_the_screen_the_network_or_the_audit(root: Path) -> None:
    """The patterns of the audit take longer than the answer: only a session with summaries of summaries needs them."""
    code = (
        _called(("check", "cost", "recall"), "oom-log")
        + "\nassert not [name for name in sys.modules if name.startswith('inspector.summary.audit')]"
    )
    assert loaded_by(code, root) & (NETWORK | {"textual"}) == set()


def _called(commands: Sequence[str], argument: str) -> str:
    """Calls on the command line, all in one process; a name stands for the sample of that name."""
    return (
        "import sys\nfrom inspector.cli.main import main\nfrom inspector.settings import sample\n"
        f"argument = {argument!r} if {argument!r}.startswith('-') else str(sample({argument!r}).path)\n"
        f"for command in {commands!r}:\n"
        "    sys.argv = ['inspector', command, argument]\n"
        "    try:\n        main()\n    except SystemExit as ended:\n        assert ended.code in (0, 1)"
    )


def test_loading_and_replaying_needs_no_screen_and_no_network(root: Path) -> None:
    code = (
        "import inspector\nfrom inspector.settings import sample\n"
        "transcript = inspector.load(sample('oom-log').path)\ninspector.replay(transcript, 'go-tiny-claw').rows()"
    )
    assert loaded_by(code, root) & (SCREEN | NETWORK | TOKENIZERS) == set()


def test_floors_hold(root: Path) -> None:
    """The contracts of import-linter: nothing imports upward, nothing below the screen knows Textual."""
    code = "import sys\nfrom importlinter.cli import lint_imports\nsys.exit(lint_imports(no_cache=True))"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, timeout=110, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
