"""What is told of a shell command by its words."""

from __future__ import annotations

import pytest

from inspector.transcript.shell import chained, is_quiet, is_routine, looks_only, may_change, shown_files


@pytest.mark.parametrize(
    ("command", "files"),
    [
        ("cat src/a.py | head -5", ["src/a.py"]),
        ("cd src && sed -n 1,20p a.py; tail 'b c.txt'", ["a.py", "b c.txt"]),
        ("cat a.py > b.py", []),
        ("cat a.py && rm b.py", []),
        ("grep x a.py", []),
        ("cat 'a.py", ["'a.py"]),
    ],
)
def test_files_that_are_only_shown(command: str, files: list[str]) -> None:
    assert [*shown_files(command)] == files


def test_a_pipe_is_one_command() -> None:
    assert chained("a | b && c; d || e") == ["a | b", "c", "d", "e"]


def test_each_question_has_its_own_commands() -> None:
    assert may_change("sed -i s/a/b/ x")
    assert not may_change("wc -l x")
    assert is_routine("cd x && pytest -q")
    assert not is_routine("python count.py")
    assert is_quiet("cd x && git status")
    assert not is_quiet("make")
    assert looks_only("FOO=1 timeout 5 kubectl -n x get pods | wc -l")
    assert not looks_only("ls && make")
