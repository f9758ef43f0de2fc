"""Narrow consoles: text gives way, columns are left out, rows go on in further lines; numbers and names stay whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from inspector.cli.folding import fold_words
from inspector.cli.layout import Column, Widths, layout
from inspector.cli.table import Table
from inspector.policy import load_policy, preset_names, preset_text
from inspector.settings import samples
from tests.cli.histories import call, long_talk, memory_log, result, says, system, user, write
from tests.cli.running import run

WIDTHS = (26, 40, 60, 80)
PRUNED = ("--policy", "workbuddy-s14", "--set", "soft_threshold=1500", "--set", "keep_recent_messages=8")


def shown(width: int, *arguments: object) -> str:
    """What a console of that width is given; no line is wider."""
    ran = run(*arguments, env={"COLUMNS": str(width)})
    assert max(map(cell_len, ran.out.splitlines())) <= width
    return ran.out


def words(text: str) -> set[str]:
    return {word.strip(",:;()") for word in text.split()}


@pytest.mark.parametrize(
    ("history", "options"),
    [(memory_log(), ("--policy", "go-tiny-claw")), (long_talk(400), PRUNED)],
    ids=["log", "talk"],
)
def test_a_view_keeps_its_numbers_and_names(
    history: list[dict[str, Any]], options: tuple[str, ...], tmp_path: Path
) -> None:
    path = write(tmp_path, history)
    found = run("view", path, *options, "--json").json
    for width in WIDTHS:
        out = words(shown(width, "view", path, *options))
        for layer in found["layers"]:
            assert {layer["id"], f"{layer['before']:,}", f"{layer['after']:,}"} <= out
            assert words(layer["reason"]) <= out
        for message in found["messages"]:
            assert f"{message['origin'][0]:,}" in out
            assert f"{message['size']:,}" in out
        assert {f"{found['size']['transcript']:,}", f"{found['size']['view']:,}"} <= out


@pytest.mark.parametrize("options", [PRUNED, (*PRUNED, "--set", "hard_limit=1600")], ids=["pruned", "refused"])
def test_a_replay_keeps_its_numbers_and_names(options: tuple[str, ...], tmp_path: Path) -> None:
    path = write(tmp_path, long_talk(80))
    found = run("replay", path, *options, "--json").json
    for width in WIDTHS:
        out = words(shown(width, "replay", path, *options))
        for row in found["rows"]:
            assert {f"{row['request']:,}", f"{row['transcript']:,}", *row["fired"]} <= out
            assert f"{row['view']:,}" in out
        assert f"{found['totals']['transcript']:,}" in out


def test_a_check_keeps_lines_blocks_and_kinds(tmp_path: Path) -> None:
    history = [*long_talk(120), user("a"), call("one", x=1), says("b"), user("c"), result("other", "d"), says("e")]
    path = write(tmp_path, history)
    found = run("check", path, *PRUNED, "--set", "hard_limit=50", "--json").json
    assert {each["kind"] for each in found["problems"]} >= {"missing", "unknown"}
    assert found["refused"]
    for width in WIDTHS:
        out = words(shown(width, "check", path, *PRUNED, "--set", "hard_limit=50"))
        for each in found["problems"]:
            assert {each["kind"], each["block"], f"{each['line']:,}"} <= out
        assert {f"{each['request']:,}" for each in found["refused"]} <= out


@pytest.mark.parametrize("width", WIDTHS)
def test_policies_keep_the_names_that_are_typed(width: int) -> None:
    out = words(shown(width, "policies", "list"))
    for policy in map(load_policy, preset_names()):
        assert policy.name in out
        assert words(policy.about) <= out
        for knob in policy.knobs:
            assert {knob.name, f"{knob.default:,}"} | words(knob.help) <= out


@pytest.mark.parametrize("width", WIDTHS)
def test_turned_knobs_are_told_however_many(width: int, tmp_path: Path) -> None:
    turned = [knob for knob in load_policy("workbuddy-s14").knobs if knob.name != "hard_limit"]
    options = [part for knob in turned for part in ("--set", f"{knob.name}={knob.default + 1}")]
    for command in ("view", "replay", "check"):
        out = words(shown(width, command, write(tmp_path, long_talk(8)), "--policy", "workbuddy-s14", *options))
        assert {part for knob in turned for part in (knob.name, f"{knob.default:,}", f"{knob.default + 1:,}")} <= out


def test_a_policy_is_shown_as_it_is_at_any_width() -> None:
    for width in WIDTHS:
        assert run("policies", "show", "evo-agent", env={"COLUMNS": str(width)}).out == preset_text("evo-agent")


@pytest.mark.parametrize("columns", [None, "40", "200"])
def test_samples_are_listed_whole(columns: str | None) -> None:
    out = words(run("demo", "--list", env={} if columns is None else {"COLUMNS": columns}).out)
    for sample in samples():
        assert {sample.name} | words(sample.title) | words(sample.story) <= out


def test_policies_are_listed_whole_into_a_pipe() -> None:
    out = " ".join(run("policies", "list").out.split())
    for policy in map(load_policy, preset_names()):
        assert f"{policy.name}: {policy.about}" in out


def test_a_message_in_a_narrow_console_still_shows_its_text(tmp_path: Path) -> None:
    path = write(tmp_path, [system("be kind"), user("why " * 200), says("because " * 100)])
    lines = shown(40, "view", path).splitlines()
    assert any(re.match(r"2 +user += +\d+ +why why", line) for line in lines)


def widths(*pairs: tuple[int, int]) -> Widths:
    return Widths([wanted for wanted, _ in pairs], [needed for _, needed in pairs])


def test_columns_give_way_to_the_last_one_then_go_on_beneath_then_are_left_out_then_break() -> None:
    columns = (Column("a"), Column("b", right=True, missable=1), Column("c", right=True), Column("d"))
    asked = widths((20, 4), (8, 8), (9, 9), (50, 16))
    assert layout(columns, asked, 100).widths == {0: 20, 1: 8, 2: 9, 3: 50}
    assert layout(columns, asked, 70).widths == {0: 20, 1: 8, 2: 9, 3: 27}
    assert layout(columns, asked, 50).widths == {0: 11, 1: 8, 2: 9, 3: 16}
    assert layout(columns, asked, 40) == (((0, 1, 2), (3,)), {0: 19, 1: 8, 2: 9, 3: 36})
    assert layout(columns, asked, 25) == (((0, 1, 2), (3,)), {0: 4, 1: 8, 2: 9, 3: 22})
    assert layout(columns, asked, 20) == (((0, 2), (3,)), {0: 9, 2: 9, 3: 18})
    assert layout(columns, asked, 12) == (((0,), (2,), (3,)), {0: 4, 2: 9, 3: 11})
    assert layout((Column("a"),), widths((50, 16)), 3).widths == {0: 3}


NAMES = st.text("abcdefgh_0123456789", min_size=1, max_size=30)


def rows(columns: tuple[Column, ...]) -> st.SearchStrategy[list[tuple[str, ...]]]:
    texts = st.text("ab cd日e\n\x1b…", max_size=60)
    return st.lists(st.tuples(*(NAMES if column.uncut else texts for column in columns)), min_size=1, max_size=6)


COLUMNS = (Column("#", right=True), Column("text"), Column("name", whole=True), Column("n", right=True, missable=1))


def printed(table: Table, width: int) -> Iterator[str]:
    """The lines of a table that a console of that width shows."""
    with table.console.capture() as found:
        table.show()
    for line in found.get().splitlines():
        assert cell_len(line) <= width
        assert line == line.rstrip()
        yield line


@given(st.integers(1, 90), st.booleans(), st.data())
def test_no_line_is_too_wide_and_no_whole_cell_is_cut(width: int, wrap: bool, data: Any) -> None:
    columns = (*COLUMNS, data.draw(st.sampled_from([Column("text"), Column("names", whole=True)])))
    table = Table(Console(width=width, color_system=None), *columns, wrap=wrap)
    given_rows = data.draw(rows(columns))
    for row in given_rows:
        table.add(*row)
    text = "\n".join(printed(table, width))
    joined = re.sub(r"\s", "", text)
    for row in given_rows:
        for column, cell in zip(columns, row, strict=True):
            if column.uncut and not column.missable:
                assert cell in (text if len(cell) <= width - 4 else joined)


@given(st.text("ab /日\n\t\x1b", max_size=80), st.integers(2, 20))
def test_folding_loses_no_word(text: str, width: int) -> None:
    lines = fold_words(text, width)
    assert max(map(cell_len, lines), default=0) <= width
    assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", text).replace("\x1b", "␛")
    limited = fold_words(text, width, 2)
    assert limited == lines if len(lines) <= 2 else limited[1].endswith("…")


def test_a_name_is_broken_only_where_a_line_is_too_short_for_it() -> None:
    assert fold_words("a keep_recent_messages 12,345", 20) == ["a", "keep_recent_messages", "12,345"]
    assert fold_words("keep_recent_messages", 10) == ["keep_recen", "t_messages"]


def test_a_path_is_broken_behind_a_slash() -> None:
    assert fold_words("tests/test_subscription_service.py", 33) == ["tests/", "test_subscription_service.py"]
    assert fold_words("see /a/long/path/to/something_very_long.py now", 16) == [
        "see",
        "/a/long/path/to/",
        "something_very_l",
        "ong.py now",
    ]
