"""The sections of summaries, what becomes of the earlier one, and what the summariser is given: in YAML, in and out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.policy import PolicyError, dump, json_schema, load_policy, load_text, preset_text
from inspector.policy.model import Keep, Layer, MeterSpec, Policy, Summarise, SummarySection
from inspector.policy.parse import parse
from inspector.policy.sections import KINDS, SECTION_SETS, SOURCES, set_name
from tests.policy.mini_schema import fits

SCHEMA = json_schema()
HEAD = """schema: compaction-policy/1
name: mine
state: rewrite
meter: {count: bytes, unit: bytes}
knobs:
  item: {default: 2000, unit: chars}
layers:
  - id: sum
    do: summarise
    when: always
    keep: {last: 2, unit: messages}
    assemble: {role: user, summary: "{summary}"}
    input: {per_item: {max: $item}}
"""


def rule_of(policy: Policy) -> Summarise:
    found = next(layer.operation for layer in policy.layers if isinstance(layer.operation, Summarise))
    assert isinstance(found, Summarise)
    return found


def with_lines(*lines: str) -> str:
    return HEAD + "".join(f"    {line}\n" for line in lines)


def written(**changes: object) -> str:
    """A policy made in code, with a rule of its own, as YAML."""
    rule = replace(Summarise(Keep(0, 1, "messages"), "user", "{summary}"), **changes)  # type: ignore[arg-type]
    layer = Layer("sum", rule, "always")
    return dump(Policy("mine", "", "rewrite", "mark", "never", MeterSpec("bytes", "bytes"), (layer,)))


def test_every_set_names_its_source_and_only_known_kinds() -> None:
    assert SOURCES.keys() == SECTION_SETS.keys()
    assert all(SOURCES.values())
    for name, sections in SECTION_SETS.items():
        assert set_name(sections) == name
        assert len({section.title for section in sections}) == len(sections)
        assert all(section.holds and section.kinds and set(section.kinds) <= KINDS.keys() for section in sections), name
        assert {"constraints", "decisions"} <= {kind for section in sections for kind in section.kinds}


def test_the_seeds_have_the_sections_that_they_ask_for() -> None:
    """Seed 002: goal, findings and decisions, files, remaining work, constraints. Seed 004: goal, constraints, facts, open."""
    assert [section.kinds[0] for section in SECTION_SETS["evo-agent"]] == [
        "goal",
        "findings",
        "files",
        "remaining",
        "constraints",
    ]
    assert [section.kinds[0] for section in SECTION_SETS["agent-engineering"]] == [
        "goal",
        "constraints",
        "findings",
        "remaining",
    ]


@pytest.mark.parametrize(
    ("preset", "sections", "previous"),
    [
        ("evo-agent", "evo-agent", "redistil"),
        ("agent-engineering", "agent-engineering", "update"),
        ("workbuddy-s14", "", "redistil"),
    ],
)
def test_presets(preset: str, sections: str, previous: str) -> None:
    rule = rule_of(load_policy(preset))
    assert rule.previous == previous
    assert rule.sections == (SECTION_SETS[sections] if sections else ())
    assert rule.guard
    assert rule.order == "newest"


@pytest.mark.parametrize("name", SECTION_SETS)
def test_a_set_by_its_name(name: str) -> None:
    text = with_lines(f"sections: {name}")
    policy = load_text(text)
    assert rule_of(policy).sections == SECTION_SETS[name]
    assert dump(policy) == text
    assert f"sections: {name}\n" in written(sections=SECTION_SETS[name])
    assert fits(parse(text, "mine").data, SCHEMA, SCHEMA)


FULL = with_lines(
    "previous: carry",
    "instructions: |",
    "  Write in the user's language.",
    "  Keep paths whole.",
    "guard: false",
    "sections:",
    "  - {title: Goal, holds: What is wanted., kinds: [goal, request]}",
    '  - title: "Open: what"',
    "    holds: What is left",
).replace(
    "    input: {per_item: {max: $item}}\n",
    "    input: {max: 9000, notice: '[{bytes} more]', keep: oldest, per_item: {max: $item, notice: '[{chars} cut]'}}\n",
)


def test_everything_at_once_in_and_out() -> None:
    policy = load_text(FULL)
    rule = rule_of(policy)
    assert (rule.previous, rule.guard, rule.order, rule.input_limit) == ("carry", False, "oldest", 9000)
    assert rule.instructions == "Write in the user's language.\nKeep paths whole.\n"
    assert rule.sections == (
        SummarySection("Goal", "What is wanted.", ("goal", "request")),
        SummarySection("Open: what", "What is left", ()),
    )
    assert (rule.item_limit, rule.item_unit, rule.item_notice) == (2000, "chars", "[{chars} cut]")
    assert dump(policy) == FULL
    assert load_text(dump(policy.with_knobs(item=7))) == policy.with_knobs(item=7)
    assert rule_of(policy.with_knobs(item=7)).item_limit == 7
    assert fits(parse(FULL, "mine").data, SCHEMA, SCHEMA)


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=40)
SECTIONS = st.lists(
    st.builds(SummarySection, TEXT, TEXT, st.lists(st.sampled_from(list(KINDS)), unique=True, max_size=3).map(tuple)),
    max_size=4,
    unique_by=lambda section: section.title.casefold(),
).map(tuple)


@settings(deadline=None, max_examples=100, derandomize=True)
@given(
    sections=SECTIONS,
    previous=st.sampled_from(["update", "redistil", "carry"]),
    instructions=st.sampled_from(["", "Keep paths whole.", "one\ntwo: {x}"]),
    limit=st.sampled_from([None, 0, 80_000]),
    item=st.sampled_from([None, 0, 2000]),
    unit=st.sampled_from(["bytes", "chars", "tokens", "lines"]),
    oldest=st.booleans(),
    guard=st.booleans(),
)
def test_what_is_made_in_code_is_written_and_read_back(
    sections: tuple[SummarySection, ...],
    previous: str,
    instructions: str,
    limit: int | None,
    item: int | None,
    unit: str,
    oldest: bool,
    guard: bool,
) -> None:
    text = written(
        sections=sections,
        previous=previous,
        instructions=instructions,
        input_limit=limit,
        input_notice="" if limit is None else "[{bytes}]",
        order="oldest" if oldest and limit is not None else "newest",
        item_limit=item,
        item_unit="chars" if item is None else unit,
        item_notice="" if item is None else "[{lines} of {total_lines}]",
        guard=guard,
    )
    assert dump(load_text(text)) == text
    assert fits(parse(text, "mine").data, SCHEMA, SCHEMA)


@pytest.mark.parametrize(
    ("lines", "field", "says"),
    [
        (["sections: evo-agnet"], "sections", "did you mean evo-agent?"),
        (["sections: nothing-like-it"], "sections", "sets: evo-agent, agent-engineering, pi"),
        (["sections: 5"], "sections", "the name of a set"),
        (["sections: {title: x}"], "sections", "or a list of sections, not a mapping"),
        (["sections: [goal]"], "sections[1]", "must be a mapping"),
        (["sections: [{title: Goal}]"], "sections[1].holds", "is missing"),
        (["sections: [{title: Goal, holds: x, kind: [goal]}]"], "sections[1].kind", "did you mean kinds?"),
        (["sections: [{title: Goal, holds: x, kinds: [gaol]}]"], "sections[1].kinds[1]", "did you mean goal?"),
        (["sections: [{title: Goal, holds: x, kinds: [7]}]"], "sections[1].kinds[1]", "kinds: goal, request"),
        (["sections: [{title: Goal, holds: x, kinds: [goal, goal]}]"], "sections[1].kinds", "names a kind twice"),
        (["sections: [{title: Goal, holds: x}, {title: goal, holds: y}]"], "sections[2].title", "same heading"),
        (["sections: [{title: '', holds: x}]"], "sections[1].title", "must not be empty"),
        (['sections: [{title: "a\\nb", holds: x}]'], "sections[1].title", "on one line"),
        (["previous: keep"], "previous", "must be one of update, redistil, carry"),
        (["guard: 1"], "guard", "must be true or false"),
        (["instructions: [x]"], "instructions", "must be text"),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(lines: list[str], field: str, says: str) -> None:
    with pytest.raises(PolicyError) as raised:
        load_text(with_lines(*lines))
    fault = raised.value.faults[0]
    assert fault.field == f"layers[sum].{field}"
    assert says in fault.text
    assert fault.line == 14


@pytest.mark.parametrize(
    ("given_input", "field", "says"),
    [
        ("{}", "input", "limits nothing: write max:"),
        ("{notice: '[{bytes}]', per_item: {max: $item}}", "input.notice", "goes with a limit for the whole input"),
        ("{keep: oldest, per_item: {max: $item}}", "input.keep", "goes with a limit for the whole input"),
        ("{max: 5, keep: both, per_item: {max: $item}}", "input.keep", "must be one of newest, oldest"),
        ("{max: 5, notice: '{lines}', per_item: {max: $item}}", "input.notice", "no slot {lines} here"),
        ("{per_item: {max: $item, notice: '{pointer}'}}", "input.per_item.notice", "no slot {pointer} here"),
        ("{per_item: {max: $item, unit: messages}}", "input.per_item.unit", "must be one of bytes, chars"),
        ("{per_item: {max: $item, unit: bytes}}", "input.per_item.max", "the knob $item is in chars"),
        ("{max: $item}", "input.max", "in chars, this field in bytes"),
        ("{per_item: {unit: chars}, max: 5}", "input.per_item.max", "is missing"),
        ("{per_item: {max: 40}}", "input.per_item.max", "has no unit"),
        ("{per_item: 40}", "input.per_item", "must be a mapping"),
    ],
)
def test_faults_of_the_input(given_input: str, field: str, says: str) -> None:
    with pytest.raises(PolicyError) as raised:
        load_text(HEAD.replace("{per_item: {max: $item}}", given_input))
    found = {fault.field: fault.text for fault in raised.value.faults}
    assert says in found[f"layers[sum].{field}"]


@pytest.mark.parametrize(
    "lines",
    [
        ["sections: evo"],
        ["sections: [{title: Goal}]"],
        ["sections: [{title: G, holds: x, kinds: [g]}]"],
        ["previous: keep"],
    ],
)
def test_the_json_schema_refuses_it_too(lines: list[str]) -> None:
    assert not fits(parse(with_lines(*lines), "mine").data, SCHEMA, SCHEMA)


def test_the_presets_say_in_words_what_the_sections_are() -> None:
    for name in ("evo-agent", "agent-engineering"):
        assert f"sections: {name}" in preset_text(name)
        assert "What a summary must keep:" in preset_text(name)
