"""Why something was got again, worked by hand. The policy keeps the newest three results."""

from __future__ import annotations

from typing import Any

import pytest

import inspector
from inspector.analysis.recall.looks import failed, stretch
from inspector.analysis.recall.rereads import CHANGED, FAILED, HELD, LOST, ROUTINE, rereads
from tests.cli.histories import call, result, user

TEXT = "first line of it\nsecond line of it\nthird line of it"
FILLED = [m for at in "xyz" for m in (call(at, command=f"echo {at}"), result(at, f"out of {at} and so on"))]


def read(at: str, text: str = TEXT, **more: Any) -> list[dict[str, Any]]:
    return [call(at, "read_file", path="src/a.py", **more), result(at, text)]


def run(at: str, command: str, text: str = "the same answer") -> list[dict[str, Any]]:
    return [call(at, "bash", command=command), result(at, text)]


@pytest.mark.parametrize(
    ("story", "why"),
    [
        ([*read("a"), *read("b")], HELD),
        ([*read("a"), *FILLED, *read("b")], LOST),
        ([*read("a"), *FILLED, *read("b", TEXT + "\nfourth")], CHANGED),
        ([*read("a"), *FILLED, *read("b", "second line of it\nthird line of it", offset=2)], LOST),
        ([*read("a"), call("e", "edit_file", path="src/a.py"), result("e", "done"), *read("b")], CHANGED),
        ([*read("a"), call("e", "edit_file", path="lib/a.py"), result("e", "done"), *read("b")], HELD),
        ([*read("a"), *run("e", "sed -i s/x/y/ src/a.py"), *FILLED, *read("b")], CHANGED),
        ([*read("a", "1→first line of it\n2→second line of it"), *FILLED, *read("b", TEXT[:34])], LOST),
        ([*run("a", "pytest -q"), *FILLED, *run("b", "pytest -q")], ROUTINE),
        ([*run("a", "wc -l data"), *FILLED, *run("b", "wc -l data")], LOST),
        ([*run("a", "wc -l data"), *FILLED, *run("b", "wc -l data", "another answer")], CHANGED),
        ([*run("a", "wc -l data"), *run("e", "rm data.bak"), *FILLED, *run("b", "wc -l data")], CHANGED),
        ([*run("a", "cat src/a.py", TEXT), *FILLED, *read("b")], LOST),
        ([*read("a"), *FILLED, *read("b", "Error: file is locked")], FAILED),
        ([*read("a"), *read("b", "open src/a.py: permission denied")], FAILED),
        ([*read("a"), *run("b", "cat src/a.py"), *read("c", "cannot read src/a.py")], FAILED),
        ([*read("a", "Error: file is locked"), *read("b"), *read("c")], HELD),
        ([*read("a"), call("e", "edit_file", path="src/a.py"), result("e", "Error: no such text"), *read("b")], HELD),
    ],
)
def test_the_reason(story: list[dict[str, Any]], why: str) -> None:
    found = rereads(inspector.replay(inspector.load_messages([user("Go."), *story]), "evo-agent"))
    assert [each.why for each in found] == [why]
    assert found[0].caused == (why == LOST)


@pytest.mark.parametrize(
    "story",
    [
        [*read("a"), *read("b", "quite another part\nof a long file", offset=90)],
        [*run("a", "true", "ok"), *run("b", "true", "ok")],
        [*run("a", "wc -l one"), *run("b", "wc -l two")],
        [call("a", "TodoWrite", todos="all of them"), result("a", "noted them all"), *read("c")],
    ],
)
def test_what_is_no_return(story: list[dict[str, Any]]) -> None:
    assert not rereads(inspector.replay(inspector.load_messages([user("Go."), *story]), "evo-agent"))


def test_what_came_after_a_failed_reading_alone_is_no_return() -> None:
    """Nothing was got the first time."""
    story = [user("Go."), *read("a", "Error: file is locked"), *read("b")]
    assert not rereads(inspector.replay(inspector.load_messages(story), "evo-agent"))


@pytest.mark.parametrize(
    ("text", "is_error", "is_so"),
    [
        ("Error: file is locked", False, True),
        ("cat: a.py: No such file or directory", False, True),
        ("<tool_use_error>File does not exist.</tool_use_error>", False, True),
        ("nothing wrong to be seen", True, True),
        ("error_count = 3", False, False),
        ("errors are counted here", False, False),
        ("Error: file is locked\n" + "but this is a long log of many lines\n" * 20, False, False),
        ("first line of it", False, False),
    ],
)
def test_a_failed_answer(text: str, is_error: bool, is_so: bool) -> None:
    """It is marked as an error, or is the words of one and little else."""
    story = [user("Go."), call("a", "read_file", path="a.py"), result("a", text)]
    story[2]["content"][0]["is_error"] = is_error
    assert failed(inspector.load_messages(story).structure.blocks[-1]) == is_so


def test_calls_of_one_reply_are_no_returns_of_each_other() -> None:
    """Neither had its answer when the other was made."""
    calls = [{"type": "tool_use", "id": at, "name": "read_file", "input": {"path": "a.py"}} for at in "ab"]
    results = [{"type": "tool_result", "tool_use_id": at, "content": TEXT} for at in "ab"]
    story = [user("Go."), {"role": "assistant", "content": calls}, {"role": "user", "content": results}]
    assert not rereads(inspector.replay(inspector.load_messages(story), "evo-agent"))


def test_what_is_kept_of_a_cut_answer_is_still_held() -> None:
    """go-tiny-claw keeps both ends of a long result: a second look at its end finds what the view has, one at its middle not."""
    lines = [f"row number {at} of the list" for at in range(900)]
    shown = "\n".join(lines)
    for part, why in ((lines[-12:], HELD), (lines[400:412], LOST)):
        again = "Part of the file:\n" + "\n".join(f"{at}\t{line}" for at, line in enumerate(part))
        story = [user("Go."), *read("a", shown), *read("b", again, offset=3)]
        found = rereads(inspector.replay(inspector.load_messages(story), "go-tiny-claw"))
        assert [each.why for each in found] == [why]


def test_paths_from_another_folder_and_other_lines() -> None:
    """`/repo/src/a.py` is `src/a.py`; numbers before lines do not count."""
    assert stretch("1→one\n2→two\n3→three", "two\nthree") == (6, 19)
    assert stretch("one\ntwo", "two") == (4, 7)
    assert stretch("one\ntwo", "other") == (0, 7)
    story = [*read("a"), *FILLED, call("b", "view", path="/repo/src/a.py"), result("b", TEXT)]
    found = rereads(inspector.replay(inspector.load_messages([user("Go."), *story]), "evo-agent"))
    assert [each.why for each in found] == [LOST]
