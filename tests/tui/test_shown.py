"""What is drawn of a block: recorded text folded; JSON indented and calls written out unfolded; places found again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.engine.view import Kept
from inspector.transcript import load_messages
from inspector.transcript.model import Block, Transcript
from inspector.tui import body
from inspector.tui.call_text import diff_lines, written
from inspector.tui.indent import DEEPEST, LARGEST, indented
from inspector.tui.inks import DIFF, FIELDS, JSON, MARKDOWN, PLAIN, Kind
from inspector.tui.inks.code import stretches
from inspector.tui.inks.which import kind_of, path_of
from inspector.tui.shown import Shown, shown

EVIL = "\x1b]0;owned\x07 [/red] \u202egnp.exe \ud800 👩‍👩‍👧‍👦 עברית e\u0301 漢字 \x00\x9b31m"
jsons = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def pair(arguments: dict[str, Any], result: str, name: str = "read_file") -> Transcript:
    """A call and its result."""
    call = {"type": "tool_use", "id": "t", "name": name, "input": arguments}
    answer = {"type": "tool_result", "tool_use_id": "t", "content": result}
    return load_messages([{"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}])


def drawn(transcript: Transcript, expanded: bool = True) -> list[Shown]:
    call, result = transcript.structure.blocks
    return [shown(call, None, expanded), shown(result, call, expanded)]


# ------------------------------------------------------------------ indented JSON


@given(jsons, st.sampled_from([None, 1, 4]), st.booleans())
def test_indenting_changes_nothing_but_blanks(value: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    found = indented(text)
    if found is None:
        return
    assert json.loads(found.text) == value
    for here, there in zip(found.here, found.there, strict=True):
        assert found.text[here:].lstrip()[:1] == text[there]
        assert found.place(there) == here
    assert [found.place(at) for at in range(len(text))] == sorted(found.place(at) for at in range(len(text)))


def test_json_is_indented_by_two_and_short_lists_stay_on_a_line() -> None:
    found = indented('{"a":[1,2,3],"b":{"c":"\\u00e9","d":[]},"e":[{"f":1.50}]}')
    assert found is not None
    assert found.text == (
        '{\n  "a": [1, 2, 3],\n  "b": {\n    "c": "\\u00e9",\n    "d": []\n  },\n  "e": [\n    {\n      "f": 1.50\n    }\n  ]\n}'
    )


@pytest.mark.parametrize(
    "text",
    [
        "prose",
        '{"a": 1',
        "{'a': 1}",
        '{"a": 1} and more',
        "[" * 100_000 + "]" * 100_000,
        "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
        json.dumps(["x" * LARGEST]),
        '"only a string"',
        '["' + "\\" * 9_999,
        "{}",
    ],
    ids=lambda text: f"{text[:10]}×{len(text)}",
)
def test_what_is_no_json_or_too_large_or_too_deep_stays_as_it_is(text: str) -> None:
    assert indented(text) is None


def test_what_a_view_keeps_is_found_again_in_the_indented_text() -> None:
    text = '{"alpha":"one","beta":"two"}'
    _, result = drawn(pair({"path": "a"}, text))
    assert result.said == "JSON, indented"
    [one] = result.kept([Kept(text.index('"beta"'), text.index("}"))]) or []
    assert result.text[one.start : one.stop].strip() == '"beta": "two"'
    assert result.place(text.index('"two"'), text) == result.text.index('"two"')
    assert result.kept(None) is None


def test_folded_a_result_is_the_recorded_text() -> None:
    text = '{"alpha":"one","beta":[1,2]}'
    call, result = drawn(pair({"path": "a"}, text), expanded=False)
    assert result.text == text
    assert not result.said
    assert call.text == "a"


# ------------------------------------------------------------------ calls


def test_an_edit_is_a_diff() -> None:
    arguments = {
        "file_path": "a.py",
        "old_string": "one\ntwo\nthree",
        "new_string": "one\n2\nthree",
        "replace_all": False,
    }
    call, _ = drawn(pair(arguments, "done", "Edit"))
    assert call.said == "as a diff"
    assert call.text == "file_path: a.py\nreplace_all: false\n  one\n− two\n+ 2\n  three"
    assert [(call.text[ink.start : ink.stop], ink.name) for ink in call.inks(len(call.text))] == [
        ("file_path:", "key"),
        ("replace_all:", "key"),
        ("− two", "gone"),
        ("+ 2", "added"),
    ]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"command": "str_replace", "path": "x", "old_str": "a", "new_str": "b"}, "− a\n+ b"),
        ({"path": "x", "edits": [{"oldText": "a", "newText": "b"}, {"old_string": "c", "new_string": "d"}]}, "⋮\n− c"),
        ({"input": "*** Begin Patch\n*** Update File: x\n-a\n+b\n*** End Patch"}, "*** Update File: x"),
        ({"command": ["apply_patch", "*** Begin Patch\n-a\n+b\n*** End Patch"]}, "-a\n+b"),
        ({"patch": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"}, "@@ -1 +1 @@"),
    ],
    ids=["str_replace", "edits", "begin patch", "a list", "unified"],
)
def test_every_kind_of_edit_is_known(arguments: dict[str, Any], expected: str) -> None:
    found = written(arguments)
    assert found is not None
    assert found.parts[-1].kind == DIFF
    assert expected in "\n".join(part.text for part in found.parts)


@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_a_diff_holds_both_texts(old: list[str], new: list[str]) -> None:
    lines = list(diff_lines("\n".join(old), "\n".join(new)))
    assert [line[2:] for line in lines if line[0] != "+"] == "\n".join(old).split("\n")
    assert [line[2:] for line in lines if line[0] != "−"] == "\n".join(new).split("\n")


def test_a_file_that_is_written_reads_as_it_will_be() -> None:
    found = written({"path": "a/b.py", "content": "def f():\n    return 1\n"})
    assert found is not None
    assert [part.kind for part in found.parts] == [FIELDS, FIELDS, Kind("code", "python")]
    assert found.parts[-1].text == "def f():\n    return 1\n"


def test_a_plain_call_is_indented_json_and_a_large_one_too() -> None:
    call, _ = drawn(pair({"path": "a", "deep": {"x": [1]}}, "done"))
    assert call.said == "JSON, indented"
    assert json.loads(call.text) == {"path": "a", "deep": {"x": [1]}}
    assert written({"content": "line\n" * LARGEST}) is None
    assert written({"old_string": "x" * LARGEST, "new_string": "y"}) is None


def test_a_place_in_a_call_is_found_in_the_form_that_is_drawn() -> None:
    transcript = pair({"file_path": "a.py", "old_string": "one\nneedle here", "new_string": "two"}, "done", "Edit")
    call = transcript.structure.blocks[0]
    recorded = body.text_of(call, expanded=True)
    found = shown(call, None, True)
    assert found.text[found.place(recorded.index("needle"), recorded) :].startswith("needle")


@given(
    st.dictionaries(st.sampled_from(["old_string", "new_string", "path", "content", "command", "edits", EVIL]), jsons)
)
def test_any_arguments_are_written_out(arguments: dict[str, Any]) -> None:
    call, _ = drawn(pair(arguments, "x"))
    assert call.inks(len(call.text)) is not None
    assert sum(stop - start for start, stop, _ in call.parts) + max(0, len(call.parts) - 1) == len(call.text)


# ------------------------------------------------------------------ which


@pytest.mark.parametrize(
    ("arguments", "text", "expected"),
    [
        ({"path": "src/a.py"}, "import os", Kind("code", "python")),
        ({"file_path": "C:\\x\\Main.GO"}, "package main", Kind("code", "go")),
        ({"path": "README.md"}, "# x", MARKDOWN),
        ({"path": "x.json"}, "not yet", JSON),
        ({"path": "Dockerfile"}, "FROM x", Kind("code", "docker")),
        ({"path": "x.unknown"}, "words", PLAIN),
        ({"command": "cat src/a.rs"}, "fn main() {}", Kind("code", "rust")),
        ({"command": ["bash", "-lc", "sed -n '1,20p' a.ts"]}, "const x = 1", Kind("code", "typescript")),
        ({"command": "cat a.py | grep x; rm b.py"}, "x", PLAIN),
        ({"path": "a.py"}, "diff --git a/x b/x\n--- a/x\n+++ b/x", DIFF),
        ({"path": "a.py"}, '{"json": true}', JSON),
        ({}, "plain words", PLAIN),
        ({"path": EVIL}, EVIL, PLAIN),
        ({"path": 5, "command": {"x": 1}}, "words", PLAIN),
    ],
)
def test_file_tool_and_text_say_how_a_result_is_read(arguments: dict[str, Any], text: str, expected: Kind) -> None:
    call, result = pair(arguments, text).structure.blocks
    assert kind_of(result, call, text) == expected
    assert path_of(arguments) is not None


def test_prose_is_read_as_markdown_unless_it_looks_like_something_else() -> None:
    [block] = load_messages([{"role": "user", "content": "# Task\n* one"}]).structure.blocks
    assert kind_of(block, None, block.text) == MARKDOWN
    assert kind_of(block, None, '{"a": 1}') == JSON
    assert kind_of(block, None, "look:\n@@ -1,2 +1,2 @@\n-a") == DIFF


def test_line_numbers_of_a_tool_are_no_code() -> None:
    text = "     1→def f():\n     2→    return 1\n     3→"
    [found] = stretches(text, Kind("code", "python"))
    assert found.of(text) == "def f():\n    return 1\n"
    plain = "1: a\nsome code\nmore code\n"
    [found] = stretches(plain, Kind("code", "yaml"))
    assert found.of(plain) == plain


def test_code_between_fences_is_code_when_its_language_is_known() -> None:
    text = "so:\n```py\nx = 1\n```\nand\n```nonsense\n???\n```\n"
    [found] = stretches(text, MARKDOWN)
    assert (found.language, found.of(text)) == ("python", "x = 1\n")


def test_a_hostile_text_is_drawn_as_it_was_recorded() -> None:
    for text in (EVIL * 50, "x" * 13_000_000, "[" * 100_000):
        call, result = drawn(pair({"path": EVIL, "text": text}, text))
        assert result.text == text or "\ud800" in text
        assert not result.said
        assert call.text


def test_a_block_without_a_call_is_drawn() -> None:
    block: Block = load_messages([{"role": "user", "content": [{"type": "odd", "x": 1}]}]).structure.blocks[0]
    assert '"x": 1' in shown(block, None, True).text
