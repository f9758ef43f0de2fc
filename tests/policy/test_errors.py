"""Each wrong document is refused with its line, its field, what is wrong and what would be right."""

from __future__ import annotations

import pytest

from inspector.policy import PolicyError, load_text
from inspector.policy.document import read
from tests.policy.small import SMALL, damaged, error_of

KEEP = "keep: {first: 1, last: 4, unit: messages}"
DROP = f"do: drop\n    {KEEP}"

WRONG = [
    ("count: bytes,", "count: {do: 1},", "meter.count: must be one of"),
    ("count: bytes,", "count: {do: 1},", ", not a mapping"),
    ("default: 50", "default: .inf", "must be a whole number, not inf"),
    ("default: 50", "default: -.Inf", "must be a whole number, not -inf"),
    ("default: 50", "default: .NaN", "must be a whole number, not nan"),
    # numbers and knobs
    ("default: 50", "default: 5.5", "mine.yaml:7: knobs.soft.default: must be a whole number, not 5.5"),
    (
        "default: 50",
        "default: true",
        "mine.yaml:7: knobs.soft.default: must be a whole number, not the truth value true",
    ),
    ("default: 50", "default: '50'", "mine.yaml:7: knobs.soft.default: must be a whole number, not the text '50'"),
    ("default: 50", "default: 50, max: 40", "mine.yaml:7: knobs.soft.default: 50 is not from 0 to 40 bytes"),
    ("default: 50", "default: 50, value: 4, min: 9", "mine.yaml:7: knobs.soft.value: 4 is not from 9"),
    ("default: 50", "default: 50, min: 9, max: 8", "mine.yaml:7: knobs.soft.min: min 9 is greater than max 8"),
    ("default: 50", "default: 50, mx: 3", "mine.yaml:7: knobs.soft.mx: no such field here (did you mean max?)"),
    ("default: 50, ", "", "mine.yaml:7: knobs.soft.default: is missing"),
    ("unit: bytes}   #", "unit: byte} #", "mine.yaml:7: knobs.soft.unit: must be one of bytes, chars"),
    ("unit: bytes}   #", "unit: tokens} #", "mine.yaml:8: start.>=: the knob $soft is in tokens, this field in bytes"),
    ("$soft", "$sofft", "mine.yaml:8: start.>=: there is no knob $sofft (did you mean soft?); knobs: $soft"),
    ("$soft", "$Soft", "mine.yaml:8: start.>=: '$Soft' is no knob reference"),
    ("$soft", "90", "mine.yaml:7: knobs.soft: no field uses this knob"),
    (
        "last: 4",
        "last: true",
        "mine.yaml:13: layers[prune].keep.last: must be a whole number or a $knob, not the truth",
    ),
    ("last: 4", "last: 4.0", "mine.yaml:13: layers[prune].keep.last: must be a whole number or a $knob, not 4.0"),
    ("last: 4", "last: -4", "mine.yaml:13: layers[prune].keep.last: must be 0 or more, not -4"),
    ("last: 4", "last: 9999999999999", "mine.yaml:13: layers[prune].keep.last: must be at most 1,000,000,000,000"),
    ("last: 4", "last: null", "mine.yaml:13: layers[prune].keep.last: must be a whole number or a $knob, not nothing"),
    ("last: 4", "last: 4, split_turn: on", "mine.yaml:13: layers[prune].keep.split_turn: must be a whole number"),
    ("last: 4", "last: $soft", "counts messages or turns, but the knob $soft is in bytes", ", unit: messages", ""),
    (
        ", unit: messages",
        "",
        "mine.yaml:13: layers[prune].keep.last: has no unit; write unit: beside it (messages or turns)",
    ),
    # gates
    ('{">=": $soft}', "$soft", "mine.yaml:8: start: must be a mapping, such as {name: …}, not the text '$soft'"),
    ('{">=": $soft}', '{">=": $soft, ">": 4}', "mine.yaml:8: start: needs exactly one comparison"),
    ('{">=": $soft}', '{"<": 4}', "mine.yaml:8: start.<: no such field here; known: >, >=, of, unit"),
    (
        '{">=": $soft}',
        '{">=": $soft, unit: tokens}',
        "mine.yaml:8: start.unit: must be the meter's unit, bytes, not tokens",
    ),
    ('{">=": $soft}', '{">=": $soft, of: required}', "mine.yaml:8: start.of: compares what the request requires"),
    ('start: {">=": $soft}\n', "", "mine.yaml:10: layers[prune]: has no gate"),
    (
        "state: rewrite",
        "state: rewrite\nstop: after_each",
        "mine.yaml:5: stop: after_each stops once",
        'start: {">=": $soft}\n',
        "",
    ),
    ("do: drop", "do: drop\n    when: often", "mine.yaml:13: layers[prune].when: must be the word always or a gate"),
    # layers
    (
        "do: drop",
        "do: dorp",
        "mine.yaml:12: layers[prune].do: must be one of truncate, clear, fold, dedupe, drop, summarise",
    ),
    ("    do: drop\n", "", "mine.yaml:11: layers[prune].do: is missing: the name of the layer's operation"),
    ("id: prune", "id: Prune It", "mine.yaml:11: layers[Prune It].id: must be written in small letters"),
    ("- id: prune\n    do", "- do", "mine.yaml:11: layers[1].id: is missing"),
    (
        "do: drop",
        "do: drop\n    notice: x",
        "mine.yaml:13: layers[prune].notice: no such field here; known: id, enabled",
    ),
    ("do: drop", "do: summarise", "mine.yaml:11: layers[prune].assemble: is missing"),
    ("do: drop", "do: drop\n    enabled: 1", "mine.yaml:13: layers[prune].enabled: must be true or false, not 1"),
    (DROP, f"{DROP}\n  - id: prune\n    {DROP}", "mine.yaml:14: layers[prune].id: layer 1 has the same id"),
    (
        DROP,
        "do: clear\n    notice: x {byts}",
        "layers[prune].notice: there is no slot {byts} here (did you mean bytes?)",
    ),
    (
        DROP,
        "do: clear\n    notice: x\n    select: text",
        "layers[prune].select: clear works on tool_result only, not on text",
    ),
    (DROP, "do: fold\n    notice: x\n    select: {roles: [user]}", "fold works on what the assistant wrote only"),
    (
        DROP,
        "do: clear\n    notice: x\n    select: image",
        "layers[prune].select: must be one of text, thinking, tool_result",
    ),
    (
        DROP,
        "do: clear\n    notice: x\n    over: {'>': 3}",
        "layers[prune].over.>: has no unit; write unit: beside it (bytes or",
    ),
    (
        DROP,
        "do: clear\n    notice: x\n    where: {outside_last: 1, inside_last: 1}",
        "needs either outside_last or inside_last",
    ),
    (
        DROP,
        "do: clear\n    notice: x\n    where: {inside_last: 1, unit: results}",
        "tool results are counted by outside_last",
    ),
    (
        DROP,
        "do: clear\n    notice: x\n    where: {outside_last: 1, unit: messages, protect_last_batch: true}",
        "protect_last_batch: goes with unit: results only",
    ),
    (
        DROP,
        "do: truncate\n    notice: x\n    keep: {head: 1, tail: 2, unit: chars}",
        "needs exactly one of head, tail and ends",
    ),
    (DROP, "do: truncate\n    notice: x\n    keep: {head: 1, head_percent: 2, unit: chars}", "goes with ends only"),
    (
        DROP,
        "do: truncate\n    notice: x\n    keep: {ends: 1, head_percent: 101, unit: chars}",
        "must be at most 100, not 101",
    ),
    (DROP, "do: dedupe\n    key: content\n    arguments: [a]", "layers[prune].arguments: goes with key: path only"),
    (DROP, "do: dedupe\n    key: path\n    tools: [a]", "needs both tools: and arguments:"),
    (DROP, f"do: summarise\n    {KEEP}\n    assemble: {{role: user, summary: x}}", "must hold the slot {summary} once"),
    (
        DROP,
        f"do: summarise\n    {KEEP}\n    assemble: {{role: user, summary: '{{summary}}'}}\n    manual: {{tools: [a]}}",
        "mine.yaml:14: layers[prune].assemble.focus: is missing: manual is there, and this text says where it goes",
    ),
    ("  - id", "  - prune\n  - id", "mine.yaml:11: layers[1]: must be a mapping"),
    # the document
    ("policy/1", "policy/2", "mine.yaml:2: schema: must be compaction-policy/1, not the text 'compaction-policy/2'"),
    ("name: small", "nmae: small", "mine.yaml:3: nmae: no such field here (did you mean name?)"),
    ("name: small", "name: [a]", "mine.yaml:3: name: must be text, not a list"),
    ("name: small", 'name: "a\\x1b[31mb"', "mine.yaml:3: name: must be written in letters, digits"),
    (
        "name: small",
        'name: small\nabout: "a\\x1b[31mb"',
        "mine.yaml:4: about: must be written without control characters",
    ),
    ("name: small", 'name: small\nabout: "\\ud800"', "mine.yaml:4: about: must be text without broken characters"),
    ("count: bytes", "count: words", "mine.yaml:5: meter.count: must be one of bytes, chars, chars/4"),
    (
        "count: bytes, unit: bytes",
        "count: chars/4, unit: chars",
        "mine.yaml:5: meter.unit: the counter chars/4 counts tokens",
    ),
    # YAML itself
    ("name: small", "name: small\nname: big", "mine.yaml:4: the key name is written twice (first in line 3)"),
    ("  soft:", "\tsoft:", "mine.yaml:7: no YAML: a tab is used for indentation; YAML wants spaces"),
    ("unit: bytes}   #", "unit: bytes   #", "no YAML: expected ',' or '}'"),
    ("name: small", "name: small: big", "mine.yaml:3: no YAML: mapping values are not allowed here"),
    ("name: small", "name: *other", "mine.yaml:3: no YAML: found undefined alias 'other'"),
    ("name: small", "name: !secret small", "mine.yaml:3: the tag !secret is not understood"),
    ("meter: {", "meter: !secret {", "mine.yaml:5: the tag !secret is not understood"),
    ("meter: {", "meter: {<<: 1, ", "mine.yaml:5: merge keys (<<) are not understood"),
    ("name: small", "name: small\x07", "mine.yaml:3: no YAML: the character U+0007 must not be in it"),
    ("name: small", "---\nname: small", "mine.yaml:3: no YAML: a second document starts here"),
]


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case[2][:60] if isinstance(case, tuple) else None)
def test_a_wrong_document_is_refused_with_line_and_field(case: tuple[str, ...]) -> None:
    old, new, words, *more = case
    text = damaged(old, new)
    if more:
        text = damaged(more[0], more[1], text)
    assert words in error_of(text)


def test_all_faults_come_together_one_a_line_in_the_order_of_the_document() -> None:
    text = damaged("name: small", "nmae: small", damaged("last: 4", "last: x", damaged("default: 50", "default: x")))
    error = error_of(text)
    assert [line.split(": ")[0] for line in error.splitlines()] == [f"mine.yaml:{n}" for n in (2, 3, 7, 13)]


def test_an_error_gives_its_faults_as_data() -> None:
    with pytest.raises(PolicyError) as caught:
        load_text(damaged("last: 4", "last: x"), "mine.yaml")
    (fault,) = caught.value.faults
    assert (fault.line, fault.field, caught.value.origin) == (13, "layers[prune].keep.last", "mine.yaml")
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "mine.yaml:1: the file is empty; a policy starts with schema: compaction-policy/1"),
        ("# only a comment\n", "the file is empty"),
        ("- a\n", "mine.yaml:1: a policy is a mapping that starts with schema: compaction-policy/1, not a list"),
        ("hello", "not a single value"),
        ("{}", "mine.yaml:1: schema: is missing"),
    ],
)
def test_what_is_no_mapping_is_refused(text: str, words: str) -> None:
    assert words in error_of(text)


def test_anchors_and_a_byte_order_mark_are_fine() -> None:
    text = damaged("first: 1, last: 4", "first: &n 4, last: *n")
    assert load_text("\ufeff" + text) == load_text(damaged("first: 1", "first: 4"))


def test_every_field_has_its_line() -> None:
    document = read(SMALL, "mine.yaml")
    assert document.line("name") == 3
    assert document.line("knobs", "soft", "unit") == 7
    assert document.line("layers", 0, "keep", "last") == 13
    assert document.line("layers", 0, "enabled") == 11
    assert document.line("budget") == 2


def test_keys_cannot_speak_to_the_terminal() -> None:
    error = error_of(damaged("name: small", '"\\x1b[31m\\u202e": small'))
    assert "\x1b" not in error
    assert "\\x1b[31m\\u202e: no such field here" in error
