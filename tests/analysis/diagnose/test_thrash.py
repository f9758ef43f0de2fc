"""thrash: loops of compaction and re-reading, counted by hand. Requests are counted one a reply, and one for what comes next."""

from __future__ import annotations

from dataclasses import replace

from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.run import diagnose
from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.policy.model import Policy
from inspector.transcript import load_messages
from inspector.transcript.model import Compaction
from tests.engine.messages import Api, assistant, call, result, step, user

LONG = "\n".join(f"line {at} of the file says something of its own" for at in range(60))
OTHER = "\n".join(f"row {at} of another file tells another thing" for at in range(60))


def read(number: int, text: str = LONG, path: str = "src/a.py") -> list[Api]:
    return step(f"c{number}", text, "read_file", path=path)


def found(messages: list[Api], policy: Policy | None = None, *compactions: Compaction) -> tuple[Finding, ...]:
    transcript = replace(load_messages(messages), compactions=compactions)
    return diagnose(Replay(transcript, policy), ["thrash"]).findings


def cut(before: int) -> Compaction:
    """The agent's own compaction: its summary is the message at `before` (from 0)."""
    return Compaction("full", before=before, summary=before)


def compacted_twice(second: list[Api]) -> list[Api]:
    """Read (messages 2, 3), compacted at 4, whatever comes second at 5 and 6, compacted at 7, then answered."""
    return [
        user("the task"),
        *read(1),
        user("summary one"),
        *second,
        user("summary two"),
        assistant("ok"),
        user("go on"),
    ]


# ---------------------------------------------------------------- loops


def test_a_file_that_is_read_again_between_two_compactions_shows() -> None:
    """Replies are messages 2, 5, 8: request 2 comes after the first compaction and reads again, request 3 after the second."""
    (one,) = found(compacted_twice(read(2)), None, cut(3), cut(6))
    assert (one.severity, one.requests) == ("warning", (2, 3))
    assert (one.evidence["loops"], one.evidence["rereads"]) == (1, 1)
    assert one.blocks == (5,)  # the result in message 6


def test_three_times_around_is_an_error() -> None:
    """Summaries at messages 4, 7, 10, 13 (positions 3, 6, 9, 12); the file is read again after each of the first three."""
    messages = [user("the task"), *read(1)]
    for at in range(2, 5):
        messages += [user(f"summary {at}"), *read(at)]
    messages += [user("summary 5"), assistant("ok"), user("go on")]
    (loops, *_) = found(messages, None, cut(3), cut(6), cut(9), cut(12))
    assert loops.severity == "error"
    assert loops.evidence["loops"] == 3
    assert loops.evidence["rereads"] == 3


def test_another_file_between_two_compactions_does_not_show() -> None:
    assert not found(compacted_twice(read(2, OTHER, "src/b.py")), None, cut(3), cut(6))


def test_a_file_that_was_changed_in_between_does_not_show() -> None:
    """Written after the first compaction, then read: that had to be."""
    write = assistant(call("w", "write_file", path="src/a.py", content="x"))
    second = [write, user(result("w", "written")), *read(2)]
    assert not found(compacted_twice(second), None, cut(3), cut(6))


def test_a_compaction_long_after_the_re_read_does_not_show() -> None:
    """Twelve answers between the re-read and the second compaction: the window was not refilled by it."""
    talk = [each for at in range(12) for each in (user(f"question {at} " + "z" * 900), assistant(f"answer {at}"))]
    messages = [user("the task"), *read(1), user("summary one"), *read(2), *talk, user("summary two"), assistant("ok")]
    assert not found(messages, None, cut(3), cut(len(messages) - 2))


# ---------------------------------------------------------------- again and again


def evo(*files: str) -> list[Api]:
    return [user("the task"), *(m for at, path in enumerate(files) for m in read(at, f"{path}\n{LONG}", path))]


def test_one_file_that_is_taken_and_read_three_times_shows() -> None:
    """evo-agent keeps the newest 3 results: `a` is gone after b, c, d, read again, gone after e, f, g, and read again."""
    files = ["a.py", "b.py", "c.py", "d.py", "a.py", "e.py", "f.py", "g.py", "a.py"]
    (one,) = found(evo(*files), load_policy("evo-agent"))
    assert (one.severity, one.requests) == ("warning", (5, 9))
    assert (one.evidence["times"], one.evidence["things"]) == (2, 1)
    # Before request 9 the results of a, e, f, g are newer than what is wanted or it itself: four must stay.
    assert "keep_recent_results 3 → 4" in one.change


def test_a_file_that_is_read_again_once_does_not_show() -> None:
    assert not found(evo("a.py", "b.py", "c.py", "d.py", "a.py"), load_policy("evo-agent"))


def test_a_file_that_is_still_in_the_view_does_not_show() -> None:
    assert not found(evo("a.py", "b.py", "a.py", "b.py", "a.py"), load_policy("evo-agent"))


# ---------------------------------------------------------------- refilled at once


def test_a_window_that_is_refilled_right_after_each_of_four_compactions_shows() -> None:
    messages: list[Api] = [user("the task")]
    for at in range(4):
        messages += [*read(at, f"{at}\n{LONG}", f"src/{at}.py"), user(f"summary {at}")]
    messages += [assistant("ok"), user("go on")]
    cuts = [cut(at) for at in (3, 6, 9, 12)]
    (one,) = found(messages, None, *cuts)
    assert one.severity == "error"
    assert one.evidence["compactions"] == 4


def test_two_compactions_soon_after_each_other_do_not_show() -> None:
    messages = compacted_twice(read(2, OTHER, "src/b.py"))
    assert not found(messages, None, cut(3), cut(6))
