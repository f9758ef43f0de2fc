"""What people read: rows, ranges, totals, verdicts; plain text into a pipe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from inspector.cli.layout import Column
from inspector.cli.table import Cell, Table
from tests.cli.histories import call, long_talk, memory_log, result, says, user, write
from tests.cli.running import run

PRUNED = ("--policy", "workbuddy-s14", "--set", "soft_threshold=1500", "--set", "keep_recent_messages=8")


def test_a_view_shows_header_layers_messages_and_signs(tmp_path: Path) -> None:
    shown = run("view", write(tmp_path, memory_log()), "--policy", "go-tiny-claw", "--set", "max_chars=2000")
    assert (shown.code, shown.err) == (0, "")
    lines = shown.out.splitlines()
    assert lines[0].split(" ", 1)[1].strip() == "session.jsonl · anthropic · 6 messages · 1 turn · 3 requests"
    assert "max_chars 3,000 → 2,000 bytes" in lines[1]
    assert "3 of 3 · turn 1" in lines[2]
    assert "bounded at request 3" in lines[3]
    assert any("9,221 → " in line for line in lines[4:7])  # a narrow console folds the line before
    truncate = next(line for line in lines if line.startswith("truncate"))
    assert "8067 > 1000" in truncate
    last = next(line for line in lines if line.startswith("6 "))
    assert last.split()[:3] == ["6", "user", "✂"]
    assert "✂ truncated" in lines[-1]


def test_a_stretch_that_is_gone_is_one_line_in_its_place(tmp_path: Path) -> None:
    lines = run("view", write(tmp_path, long_talk(40)), *PRUNED).out.splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("╌╌"))
    assert "dropped by prune" in lines[at]
    first, last = (int(number) for number in lines[at].split()[1].split("–"))
    assert (first, last) == (2, int(lines[at + 1].split()[0]) - 1)
    assert lines[at - 1].split()[0] == "1"
    assert f"{last - first + 1} messages" in lines[at]


def test_full_prints_texts_whole_line_by_line(tmp_path: Path) -> None:
    text = "first line\n" + "word " * 500 + "\nlast line"
    shown = run("view", write(tmp_path, [user(text)]), "--full").out
    assert "    first line\n    " + "word " * 500 + "\n    last line\n" in shown


def test_a_replay_has_a_row_for_every_request_and_totals(tmp_path: Path) -> None:
    path = write(tmp_path, long_talk(40))
    ran = run("replay", path, *PRUNED)
    rows = [line.split() for line in ran.out.splitlines() if line[:7].strip().isdecimal()]
    assert [int(row[0]) for row in rows] == list(range(1, 21))
    found = run("replay", path, *PRUNED, "--json").json
    assert [int(row[2].replace(",", "")) for row in rows] == [row["transcript"] for row in found["rows"]]
    assert [int(row[3].replace(",", "")) for row in rows] == [row["view"] for row in found["rows"]]
    assert found["totals"]["view"] == sum(row["view"] for row in found["rows"])
    assert found["totals"]["requests"] == 20
    assert found["totals"]["compactions"] == sum(row["compacted"] for row in found["rows"]) > 0
    assert found["totals"]["peak"]["view"] == max(row["view"] for row in found["rows"])
    assert found["certificate"]["kind"] == "bounded"
    for row in found["rows"]:
        assert list(row)[:7] == ["request", "turn", "transcript", "view", "fired", "compacted", "required"]
        assert row["error"] is None


def test_a_replay_without_a_policy_is_the_recorded_one(tmp_path: Path) -> None:
    found = run("replay", write(tmp_path, long_talk(8)), "--json").json
    assert found["policy"]["name"] == "recorded"
    assert all(row["view"] == row["transcript"] and not row["fired"] for row in found["rows"])
    assert [row["turn"] for row in found["rows"]] == [1, 1, 2, 2]


def test_check_of_a_sound_session(tmp_path: Path) -> None:
    path = write(tmp_path, long_talk(8))
    ran = run("check", path)
    assert (ran.code, ran.err) == (0, "")
    assert "sound" in ran.out
    assert run("check", path, "--json").json["ok"] is True


def test_check_lists_lost_lines_and_breaches_by_line(tmp_path: Path) -> None:
    path = write(tmp_path, [user("a"), call("c1", x=1), says("b"), user("c"), result("c9", "d"), says("e")])
    with path.open("a") as file:
        file.write('{"role": "user", "content": "cut of\n{"role": "user", "content": "whole"}\n')
    ran = run("check", path)
    assert ran.code == 1
    assert ran.out.index("missing") < ran.out.index("unknown") < ran.out.index("damaged")
    assert "3 failures" in ran.out
    found = run("check", path, "--json").json
    assert found["ok"] is False
    assert [(each["line"], each["kind"], each["failed"]) for each in found["load"]] == [(7, "damaged", True)]
    assert [(each["line"], each["kind"], each["block"]) for each in found["problems"]] == [
        (2, "missing", "2.1"),
        (5, "unknown", "5.1"),
    ]


def test_an_unfinished_call_is_a_note_and_no_failure(tmp_path: Path) -> None:
    ran = run("check", write(tmp_path, [user("a"), call("c1", x=1)]), "--json")
    assert ran.code == 0
    assert [(each["kind"], each["failed"]) for each in ran.json["problems"]] == [("unfinished", False)]


def test_check_names_the_requests_that_a_policy_refuses(tmp_path: Path) -> None:
    path = write(tmp_path, long_talk(40))
    ran = run("check", path, *PRUNED, "--set", "hard_limit=50", "--json")
    assert ran.code == 1
    assert ran.json["refused"]
    assert {each["error"]["type"] for each in ran.json["refused"]} == {"MessageViewLimitExceeded"}
    assert run("check", path, *PRUNED, "--set", "hard_limit=50").code == 1


def test_lines_are_as_wide_as_the_console_and_no_wider() -> None:
    for width in (30, 80, 200):
        console = Console(width=width, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
        table = Table(console, Column("number", right=True), Column("name"), Column("text"))
        for number in range(500):
            table.add(f"{number:,}", Cell("日本語" * 9, "red"), "word " * 100)
        table.add_line("x" * 500)
        table.show()
        text = console.export_text()
        assert len(text.splitlines()) == 501 + -(-500 // (width - min(4, width // 8)))  # the line across goes on
        from rich.cells import cell_len

        assert max(cell_len(line) for line in text.splitlines()) <= width


def test_a_pipe_gets_no_colour(tmp_path: Path) -> None:
    for arguments in (["view"], ["replay"], ["check"]):
        ran = run(arguments[0], write(tmp_path, memory_log()), env={"TERM": "xterm-256color"})
        assert b"\x1b" not in ran.raw


def test_arguments_that_are_no_text_stand_as_json(tmp_path: Path) -> None:
    given = {"a": None, "b": True, "c": ["é", {"d": 1.5}], "e": 'plain "text"'}
    path = write(tmp_path, [user("go"), call("c1", **given), result("c1", "done"), says("yes")])
    for arguments in (("view", path), ("view", path, "--full")):
        assert 'bash a=null b=true c=["é",{"d":1.5}] e=plain "text"' in run(*arguments).out


def test_full_prints_every_argument_of_a_call_whole(tmp_path: Path) -> None:
    given = {f"argument_{number}": "\x1b\n'" * number for number in range(60)}
    out = run("view", write(tmp_path, [user("go"), call("c1", **given)]), "--full").out
    assert "argument_59=␛␊'" in out
    assert ("␛␊'" * 59) in out


def test_messages_are_written_while_others_are_still_read(tmp_path: Path) -> None:
    from inspector.cli.table import BATCH

    read = 0

    def rows() -> Iterator[tuple[str, ...]]:
        nonlocal read
        for read in range(1, 10 * BATCH):
            yield f"{read:,}", "text"

    seen: list[int] = []
    console = Console(width=40, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print = lambda *_, **__: seen.append(read)  # type: ignore[method-assign]
    table = Table(console, Column("number", right=True), Column("text"))
    table.expect("9,999")
    table.stream(rows())
    assert seen[0] <= BATCH
    assert len(seen) == 10
