"""The fixed input stretch by stretch: what is told of it, and that nothing is told where one number says all."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.analysis.estimators import measured
from inspector.analysis.estimators.fixed_course import SHOWN, Course, course_rows
from inspector.meter.provider.fixed import FEWER, MORE, SLIGHT, Jump
from tests.analysis.estimators.sessions import known, untold
from tests.cli.running import run
from tests.meter.provider.sessions import Kind, session


def test_one_stretch_that_stays_as_it_is_needs_no_line() -> None:
    (course,) = measured(known()).course
    assert (course.first, course.last, course.begins, course.jumps) == (1, 3, "start", ())
    assert list(course_rows((course,))) == []
    assert measured(untold()).course == ()
    assert list(course_rows(())) == []


def test_tools_that_come_are_told_with_their_request() -> None:
    truth = session(1, Kind(more_tools=(7, 9_000)))
    (course,) = measured(truth.transcript).course
    whole, jump = course_rows((course,))
    assert (whole.requests, whole.request, whole.change) == (f"1–{course.last}", 1, "")
    assert whole.tokens == f"{course.tokens:,}"
    assert (jump.requests, jump.request, jump.tokens, jump.why) == ("7", 7, "", MORE)
    assert jump.change == f"+{course.jumps[0].tokens:,}"
    assert abs(course.jumps[0].tokens - 9_000) < 900


def test_the_largest_are_told_in_order_and_the_rest_counted() -> None:
    jumps = tuple(Jump(request, tokens, FEWER) for request, tokens in enumerate((-5, 40, -30, 10, -20, 3), 2))
    rows = list(course_rows((Course(1, 9, "start", 1_000, jumps, 0), Course(10, 10, "model", -50, (), 0))))
    assert [row.change for row in rows[1 : 1 + SHOWN]] == ["+40", "−30", "+10", "−20"]
    assert [row.request for row in rows[1 : 1 + SHOWN]] == [3, 4, 5, 6]
    assert rows[1 + SHOWN].why == "2 smaller changes"
    slight = (Jump(2, -9, SLIGHT), Jump(3, 500, SLIGHT))
    assert list(course_rows((Course(1, 9, "start", 1_000, slight, 0),))) == []
    last = rows[-1]
    assert (last.requests, last.tokens, last.request) == ("10", "−50", 10)
    assert last.why.startswith("another model: smaller than its messages")


def _said(number: int, since: int, prompt: int, output: int) -> list[dict[str, object]]:
    """A prompt of 40 characters, and a reply to it that reports its usage."""
    usage = {"input_tokens": prompt, "output_tokens": output}
    reply = {"role": "assistant", "model": "claude-x", "content": [{"type": "text", "text": "y" * 60}], "usage": usage}
    lines = [("user", {"role": "user", "content": "word " * 8}), ("assistant", reply)]
    return [
        {"type": kind, "uuid": f"{kind[0]}{number}", "parentUuid": f"a{number - 1}" if number > since else None}
        | ({"parentUuid": f"u{number}"} if kind == "assistant" else {})
        | {"sessionId": "s", "timestamp": f"2026-01-01T00:{number:02}:00Z", "message": message}
        for kind, message in lines
    ]


def test_the_command_tells_it_and_json_has_all(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    reports = [(5_000, 20), (5_030, 20), (9_060, 20), (9_090, 20), (9_120, 20)]
    lines = [line for number, (prompt, output) in enumerate(reports, 1) for line in _said(number, 1, prompt, output)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    (course,) = run("meters", path, "--json").json["fixed_course"]
    assert (course["first"], course["last"], course["begins"], course["thinking_left"]) == (1, 5, "start", 0)
    (jump,) = course["jumps"]
    assert (jump["request"], jump["why"]) == (3, MORE)
    assert 3_900 < jump["tokens"] <= 4_000 + 10, (
        "4,030 more than before, 30 of them for messages as at every other request"
    )
    shown = run("meters", path).out
    assert "fixed input" in shown
    assert MORE in shown
