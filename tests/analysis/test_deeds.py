"""What calls do, by the names of tools and arguments."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.analysis.deeds import deed, same_file
from inspector.transcript.model import Block, Held


def call(tool: str, **arguments: Any) -> Block:
    return Block("tool_use", Held("", {"type": "tool_use", "name": tool, "input": arguments}), "c", tool)


@pytest.mark.parametrize(
    ("block", "kind", "paths"),
    [
        (call("read_file", path="src/a.py"), "read", ("src/a.py",)),
        (call("Read", file_path="/w/src/a.py"), "read", ("/w/src/a.py",)),
        (call("str_replace_editor", command="view", path="a.py"), "read", ("a.py",)),
        (call("str_replace_editor", command="str_replace", path="a.py"), "write", ("a.py",)),
        (call("Edit", file_path="a.py"), "write", ("a.py",)),
        (call("write_file", path="a.py"), "write", ("a.py",)),
        (call("bash", command="cat src/a.py | head -5"), "read", ("src/a.py",)),
        (call("bash", command="cd src && sed -n 1,20p a.py"), "read", ("a.py",)),
        (call("shell", command=["cat", "a.py"]), "read", ("a.py",)),
        (call("bash", command="cat a.py > b.py"), "run", ()),
        (call("bash", command="pytest -q"), "run", ()),
        (call("web_search", query="x"), "other", ()),
        (call("Glob", pattern="*.py", path="src"), "other", ()),
    ],
)
def test_reads_writes_and_runs(block: Block, kind: str, paths: tuple[str, ...]) -> None:
    assert deed(block).kind == kind
    if kind != "other":
        assert deed(block).paths == paths


def test_routine_is_what_is_run_by_habit() -> None:
    assert deed(call("bash", command="cd x && pytest -q tests")).routine
    assert deed(call("bash", command="git status")).routine
    assert not deed(call("bash", command="python count.py")).routine


def test_what_may_change_a_file() -> None:
    assert deed(call("Edit", file_path="/w/src/a.py")).touches("src/a.py")
    assert deed(call("bash", command="sed -i s/a/b/ src/a.py")).touches("src/a.py")
    assert not deed(call("bash", command="wc -l src/a.py")).touches("src/a.py")
    assert not deed(call("Edit", file_path="src/b.py")).touches("src/a.py")


def test_one_file_by_two_names() -> None:
    assert same_file("./src/a.py", "src/a.py")
    assert same_file("/work/src/a.py", "src/a.py")
    assert not same_file("src/a.py", "src/ba.py")
    assert not same_file("/x/a.py", "/y/a.py")
