"""What names of tools and arguments tell of a call, for the summary and for the analysis alike."""

from __future__ import annotations

import pytest

from inspector.transcript.call_deeds import command_line, handles, verbs


def test_the_words_of_a_name() -> None:
    assert verbs("NotebookEdit") == {"notebook", "edit"}
    assert verbs("mcp__files__read_text") == {"read", "text"}


@pytest.mark.parametrize(
    ("tool", "action", "does"),
    [
        ("Read", "", "read"),
        ("load_file", "", "read"),
        ("get_file_contents", "", "read"),
        ("MultiEdit", "", "write"),
        ("editor", "view", "read"),
        ("str_replace_editor", "view", "read"),
        ("editor", "str_replace", "write"),
        ("Glob", "", None),
    ],
)
def test_an_action_wins_over_the_name(tool: str, action: str, does: str | None) -> None:
    assert handles(tool, action) == does


def test_the_command_that_a_shell_is_given() -> None:
    assert command_line({"command": "ls -l"}) == "ls -l"
    assert command_line({"command": ["bash", "-lc", "cat a.py | head"]}) == "cat a.py | head"
    assert command_line({"cmd": ["cat", "a.py"]}) == "cat a.py"
    assert command_line({"command": " ", "script": "make"}) == "make"
    assert command_line({"command": ["a", 1]}) == command_line({}) == ""
