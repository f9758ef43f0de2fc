"""Reading bytes: damage costs what is damaged and nothing else (formats.md §1.1, bug reports 33, 36, 39)."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.transcript.lines import Line, read_lines
from inspector.transcript.problems import LIMIT, Problems
from inspector.transcript.repair import parse_value
from tests.pace import within


def read(data: bytes) -> tuple[list[Any], list[tuple[int, str]]]:
    """Objects of the bytes, and (line, kind) of the problems."""
    problems = Problems()
    values = [line.value for line in read_lines(io.BytesIO(data), problems)]
    return values, [(problem.line, problem.kind) for problem in problems.report().problems]


def test_bom_crlf_blank_lines_and_no_last_newline() -> None:
    assert read(b'\xef\xbb\xbf{"a":1}\r\n\r\n  \n{"b":2}') == ([{"a": 1}, {"b": 2}], [])


def test_only_newline_ends_a_line() -> None:
    text = "one\u2028two\u2029three\u0085four\x0bfive\x0csix\x1cseven"
    values, problems = read(json.dumps({"t": "one\u2028two\u2029three\u0085four"}, ensure_ascii=False).encode() + b"\n")
    assert values == [{"t": "one\u2028two\u2029three\u0085four"}]
    assert problems == []
    values, problems = read(json.dumps({"t": text}).encode() + b"\n")
    assert values == [{"t": text}]


def test_two_glued_objects_both_survive() -> None:
    first, second = {"a": 'a "}{" in a string'}, {"b": [1, {"c": "}{"}]}
    values, problems = read(json.dumps(first).encode() + json.dumps(second).encode() + b'\n{"c":3}\n')
    assert values == [first, second, {"c": 3}]
    assert problems == [(1, "repaired")]


@pytest.mark.parametrize("cut", [1, 5, 9, 12, 20, 27])
def test_a_whole_object_after_a_broken_one_survives(cut: int) -> None:
    broken = b'{"type":"user","n":{"x":[1,2]},"t":"hello { there'[:cut]
    values, problems = read(broken + b'{"type":"assistant","t":"whole"}\n')
    assert values[-1] == {"type": "assistant", "t": "whole"}
    assert {kind for _, kind in problems} == {"repaired", "damaged"}


def test_the_half_written_last_line_is_in_progress() -> None:
    assert read(b'{"a":1}\n{"b":"hal') == ([{"a": 1}], [(2, "in-progress")])
    assert read(b'{"a":1}\n{"b":"hal\n') == ([{"a": 1}], [(2, "damaged")])


def test_nul_runs_are_skipped() -> None:
    assert read(b"\0" * 5000 + b'{"a":1}\n' + b"\0" * 40 + b"\n") == ([{"a": 1}], [(1, "repaired"), (2, "repaired")])


def test_a_control_character_in_a_string_is_kept() -> None:
    assert read(b'{"a":"x\x01y\tz"}\n') == ([{"a": "x\x01y\tz"}], [(1, "repaired")])


def test_lone_surrogates_are_replaced_and_counted() -> None:
    problems = Problems()
    lines = list(read_lines(io.BytesIO(b'{"t":"ok \\ud83d \\ude00\\ud83d","k\\udc00":"\\ud83d\\ude00"}\n'), problems))
    assert lines[0].value == {"t": "ok \ufffd \ufffd\ufffd", "k\ufffd": "\U0001f600"}
    assert "4 lone surrogates" in problems.found[0].reason
    orjson.dumps(lines[0].value)
    one = Problems()
    assert list(read_lines(io.BytesIO(b'{"t":"\\ud83d"}\n'), one))
    assert "1 lone surrogate replaced" in one.found[0].reason


def test_invalid_utf8_is_replaced() -> None:
    assert read(b'{"a":"x\xff\xfey"}\n') == ([{"a": "x\ufffd\ufffdy"}], [(1, "repaired")])


def test_invalid_escapes_stay_text() -> None:
    values, problems = read(rb'{"a":"origin\user@example.com and C:\dir and \\u00e9 \u00e9 \n"}' + b"\n")
    assert values == [{"a": "origin\\user@example.com and C:\\dir and \\u00e9 \u00e9 \n"}]
    assert problems == [(1, "repaired")]


def test_an_object_over_several_lines() -> None:
    pretty = json.dumps({"a": {"b": [1, 2]}, "c": "x"}, indent=2).encode()
    assert read(b'{"z":0}\n' + pretty + b'\n{"y":1}\n')[0] == [{"z": 0}, {"a": {"b": [1, 2]}, "c": "x"}, {"y": 1}]
    values, problems = read(b'{"a":"first\nsecond\nthird"}\n{"b":1}\n')
    assert values == [{"a": "first\nsecond\nthird"}, {"b": 1}]
    assert problems == [(1, "repaired")]


def test_numbers_without_end_and_not_a_number() -> None:
    values, _ = read(b'{"a":' + b"9" * 5000 + b',"b":NaN,"c":123456789012345678901234567890}\n')
    assert values[0]["b"] is None
    assert values[0]["a"] == "9" * 5000
    assert values[0]["c"] == 123456789012345678901234567890


def test_nesting_without_end_is_damage() -> None:
    deep = b'{"a":' * 100_000 + b"1" + b"}" * 100_000
    assert read(deep + b'\n{"b":1}\n') == ([{"b": 1}], [(1, "damaged")])
    assert read(b"[" * 200_000 + b'\n{"b":1}\n') == ([{"b": 1}], [(1, "damaged")])


def test_what_is_no_object_is_reported() -> None:
    assert read(b'42\n[1]\n"x"\nnull\n{"a":1}\n')[0] == [{"a": 1}]
    assert [kind for _, kind in read(b'42\n[1]\n{"a":1}\n')[1]] == ["not-an-object"] * 2


def test_offsets_find_the_lines_again() -> None:
    data = b'{"a":1}\n{"b":2}{"c":3}\n\n{"d":"\xc3\xa9"}'
    lines = list(read_lines(io.BytesIO(data), Problems()))
    assert [line.exact for line in lines] == [True, False, False, True]
    for line in lines:
        if line.exact:
            assert orjson.loads(data[line.offset : line.offset + line.length]) == line.value
    assert [line.line for line in lines] == [1, 2, 2, 4]


def test_the_report_is_bounded() -> None:
    problems = Problems()
    list(read_lines(io.BytesIO(b"rubbish\n" * (LIMIT + 500)), problems))
    report = problems.report()
    assert len(report.problems) == LIMIT + 1
    assert report.problems[-1].reason.startswith("500 more")
    assert (report.lines, report.bytes) == (LIMIT + 500, 8 * (LIMIT + 500))


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":"' + b"{" * 2_000_000,
        b'{"a' * 300_000,
        b'{"a":1}x' * 100_000,
        (b'{"a":' + b"[" * 50 + b"\n") * 5_000,
        b"\n" * 1_000_000,
        b'{"t":"' + b"\\ud83d" * 500_000 + b'"}',
    ],
    ids=["braces", "open", "between", "unfinished-lines", "blank", "surrogates"],
)
def test_hostile_bytes_cost_no_more_than_their_length(data: bytes) -> None:
    with within(5):
        read(data)


def test_damaged_lines_are_not_gathered_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A third of them may be held at once."""
    monkeypatch.setattr("inspector.transcript.lines._JOIN_BYTES", 3_200_000)
    problems = Problems()
    reported: list[int] = []

    def file() -> Iterator[bytes]:
        for _ in range(100):
            reported.append(len(problems.found))
            yield b'{"t":"' + b"x" * 100_000 + b"\n"

    assert list(read_lines(file(), problems)) == []
    assert [problem.kind for problem in problems.found] == ["damaged"] * 100
    assert reported[-1] >= 60


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
OBJECT = st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), JSON, min_size=1, max_size=4)


@given(st.lists(st.lists(OBJECT, min_size=1, max_size=3), max_size=5), st.booleans())
def test_glued_objects_survive_in_order(lines: list[list[dict[str, Any]]], ascii_only: bool) -> None:
    data = b"\n".join(b"".join(json.dumps(o, ensure_ascii=ascii_only).encode() for o in line) for line in lines)
    assert read(data)[0] == [value for line in lines for value in line]


@given(OBJECT, OBJECT, st.integers(1, 400))
def test_the_object_after_a_cut_one_survives(first: dict[str, Any], second: dict[str, Any], cut: int) -> None:
    broken = json.dumps(first).encode()
    data = broken[: min(cut, len(broken) - 1)] + json.dumps({"type": "x", "o": second}).encode() + b"\n"
    assert {"type": "x", "o": second} in read(data)[0]


@given(st.binary(max_size=300), OBJECT)
def test_no_bytes_are_too_strange(noise: bytes, whole: dict[str, Any]) -> None:
    line = json.dumps(whole).encode()
    problems = Problems()
    lines: list[Line] = list(read_lines(io.BytesIO(line + b"\n" + noise + b"\n" + line + b"\n"), problems))
    assert lines[0].value == whole
    assert lines[-1].value == whole
    for each in lines:
        orjson.dumps(each.value)


@pytest.mark.parametrize(
    ("data", "notes"),
    [
        (b'\0\0{"a":"x"}', ["2 NUL bytes skipped"]),
        (b'{"a":"\0x\xff"}', ["1 NUL byte skipped; invalid UTF-8 replaced by U+FFFD"]),
        (b'{"a":"x\xff"}', ["invalid UTF-8 replaced by U+FFFD"]),
        (b'{"b"\0\0\0{"a":"x\xff"}', ["3 NUL bytes skipped; a complete object was found on a damaged line; invalid UTF-8 "
                                       "replaced by U+FFFD"]),
        (b'{"b\xff\0{"a":"x"}', ["1 NUL byte skipped; a complete object was found on a damaged line"]),
    ],
)  # fmt: skip
def test_every_repair_of_a_line_is_told(data: bytes, notes: list[str]) -> None:
    """One repair does not hide another. What was thrown away has no sign in what is left, and is no repair."""
    problems = Problems()
    (line,) = read_lines(io.BytesIO(data + b"\n"), problems)
    assert "a" in line.value
    assert [each.reason for each in problems.report().problems if each.kind == "repaired"] == notes


def test_every_repair_of_a_document_is_told() -> None:
    problems = Problems()
    assert parse_value(b'\0\0{"a":\n"x\xff"}\0', problems) == {"a": "x\ufffd"}
    assert [each.reason for each in problems.report().problems] == [
        "3 NUL bytes skipped; invalid UTF-8 replaced by U+FFFD"
    ]
