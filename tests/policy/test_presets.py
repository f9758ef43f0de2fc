"""The presets against the table of the design, restated by hand."""

from __future__ import annotations

import pytest

from inspector.policy import load_policy, load_text, preset_names, preset_text
from inspector.policy.model import (
    Clear,
    Dedupe,
    Drop,
    Fold,
    Keep,
    Limit,
    MeterSpec,
    Region,
    Select,
    Summarise,
    Truncate,
)

KNOBS = {
    "go-tiny-claw": {
        "max_chars": (3000, "bytes"),
        "retain_last_messages": (6, "messages"),
        "mask_over": (200, "bytes"),
        "fold_over": (200, "bytes"),
        "keep_size": (1000, "bytes"),
    },
    "workbuddy-s14": {
        "soft_threshold": (80000, "tokens"),
        "hard_limit": (120000, "tokens"),
        "max_tool_result_tokens": (5000, "tokens"),
        "keep_recent_messages": (6, "messages"),
        "summary_keep_messages": (4, "messages"),
    },
    "evo-agent": {
        "context_limit": (50000, "chars"),
        "keep_recent_results": (3, "results"),
        "summary_input_limit": (80000, "bytes"),
        "recent_files": (5, "files"),
        "summary_max_tokens": (2000, "tokens"),
    },
    "agent-engineering": {
        "window": (32000, "tokens"),
        "fixed_input": (4000, "tokens"),
        "output_reserve": (4000, "tokens"),
        "safety_margin": (1000, "tokens"),
        "retain_turns": (1, "turns"),
        "result_limit": (3000, "tokens"),
        "result_tail_lines": (40, "lines"),
        "summary_max_tokens": (1000, "tokens"),
    },
    "adaptive": {
        "window": (128000, "tokens"),
        "headroom": (32000, "tokens"),
        "retain_last_messages": (6, "messages"),
        "mask_over": (200, "bytes"),
        "fold_over": (200, "bytes"),
        "keep_size": (1000, "bytes"),
    },
    "pi": {
        "window": (200000, "tokens"),
        "reserve_tokens": (16384, "tokens"),
        "keep_recent_tokens": (20000, "tokens"),
        "summary_max_tokens": (13107, "tokens"),
    },
}

WAYS = {  # state, stop, protocol, meter
    "go-tiny-claw": ("per_request", "never", "mark", MeterSpec("bytes", "bytes", system=True)),
    "workbuddy-s14": ("rewrite", "after_each", "strict", MeterSpec("json-chars/4", "tokens")),
    "evo-agent": ("rewrite", "never", "mark", MeterSpec("json-chars", "chars")),
    "agent-engineering": ("overlay", "after_each", "mark", MeterSpec("o200k_base", "tokens")),
    "adaptive": ("per_request", "never", "mark", MeterSpec("chars/4", "tokens", system=True)),
    "pi": ("overlay", "never", "mark", MeterSpec("chars/4", "tokens", system=True)),
}

GATES = {  # start, refuse
    "go-tiny-claw": (Limit(">=", 3000, "bytes"), None),
    "workbuddy-s14": (Limit(">=", 80000, "tokens"), Limit(">=", 120000, "tokens")),
    "evo-agent": (None, None),
    "agent-engineering": (Limit(">", 32000, "tokens", "required"), None),
    "adaptive": (Limit(">=", 128000, "tokens", "usage"), None),
    "pi": (Limit(">", 200000, "tokens", "usage"), None),
}

LAYERS = {
    "go-tiny-claw": ["clear", "fold", "truncate"],
    "workbuddy-s14": ["truncate", "dedupe", "drop", "summarise"],
    "evo-agent": ["clear", "summarise"],
    "agent-engineering": ["truncate", "summarise"],
    "adaptive": ["clear", "fold", "truncate"],
    "pi": ["summarise"],
}


def test_the_presets_are_those_of_the_table() -> None:
    assert preset_names() == tuple(KNOBS)


@pytest.mark.parametrize("name", KNOBS)
def test_knobs_and_rules_are_those_of_the_table(name: str) -> None:
    policy = load_policy(name)
    assert policy.name == name
    assert {knob.name: (knob.default, knob.unit) for knob in policy.knobs} == KNOBS[name]
    assert (policy.state, policy.stop, policy.protocol, policy.meter) == WAYS[name]
    assert (policy.start, policy.refuse) == GATES[name]
    assert [layer.do for layer in policy.layers] == LAYERS[name]
    assert all(layer.enabled for layer in policy.layers)


@pytest.mark.parametrize("name", KNOBS)
def test_every_knob_explains_itself(name: str) -> None:
    policy = load_policy(name)
    assert policy.about.endswith(".")
    assert policy.source
    for knob in policy.knobs:
        assert knob.help.endswith(".")
        assert "\n" not in knob.help
        assert knob.min <= knob.default <= knob.max
        assert knob.value == knob.default


@pytest.mark.parametrize("name", KNOBS)
def test_presets_are_commented_and_load_from_their_text(name: str) -> None:
    assert preset_text(name).count("#") > 5
    assert load_text(preset_text(name)) == load_policy(name)


def test_go_tiny_claw_counts_each_result_as_a_message_and_compares_with_greater_than() -> None:
    clear, fold, cut = load_policy("go-tiny-claw").layers
    older = Region("outside", messages=6, results_apart=True)
    assert isinstance(clear.operation, Clear)
    assert (clear.region, clear.over, clear.select) == (older, Limit(">", 200, "bytes"), Select(("tool_result",)))
    assert isinstance(fold.operation, Fold)
    assert (fold.region, fold.over) == (older, Limit(">", 200, "bytes"))
    assert fold.select == Select(("text",), ("assistant",))
    assert isinstance(cut.operation, Truncate)
    assert (cut.operation.size, cut.operation.unit, cut.operation.head) == (1000, "bytes", 0.5)
    assert cut.region == Region("inside", messages=6, results_apart=True)
    assert cut.over == Limit(">", 1000, "bytes")
    assert "{bytes}" in cut.operation.notice


def test_workbuddy_truncates_deduplicates_prunes_and_summarises() -> None:
    cut, dedupe, prune, summary = (layer.operation for layer in load_policy("workbuddy-s14").layers)
    assert isinstance(cut, Truncate)
    assert (cut.size, cut.unit, cut.head) == (5000, "tokens", 1.0)
    assert load_policy("workbuddy-s14").layers[0].over == Limit(">", 5000, "tokens")
    assert isinstance(dedupe, Dedupe)
    assert (dedupe.key, dedupe.keep) == ("path", "newest")
    assert {"read_file", "Read", "view", "cat"} <= set(dedupe.tools)
    assert {"path", "file_path", "filename", "file"} <= set(dedupe.arguments)
    assert prune == Drop(Keep(1, 6, "messages"))
    assert isinstance(summary, Summarise)
    assert (summary.keep, summary.role, summary.max) == (Keep(0, 4, "messages"), "user", None)
    assert summary.acknowledgement


def test_evo_agent_clears_ungated_and_summarises_everything_into_one_user_message() -> None:
    micro, summary = load_policy("evo-agent").layers
    assert (micro.when, micro.over) == ("always", None)
    assert micro.region == Region("outside", results=3, last_batch=True)
    assert summary.when == Limit(">", 50000, "chars")
    rule = summary.operation
    assert isinstance(rule, Summarise)
    assert (rule.keep, rule.role, rule.acknowledgement) == (Keep(0, 0, "messages"), "user", "")
    assert (rule.input_limit, rule.max, rule.max_unit) == (80000, 2000, "tokens")
    assert "{bytes}" in rule.input_notice
    assert rule.recent_files is not None
    assert rule.recent_files.max == 5
    assert "read_file" in rule.recent_files.tools
    assert not {"write_file", "edit_file", "bash"} & set(rule.recent_files.tools)
    assert rule.manual is not None
    assert (rule.manual.tools, rule.manual.focus) == (("compact",), "focus")


def test_agent_engineering_previews_lines_and_summarises_whole_turns() -> None:
    policy = load_policy("agent-engineering")
    preview, summary = (layer.operation for layer in policy.layers)
    assert policy.budget is not None
    assert (policy.budget.window, policy.budget.fixed) == (32000, 4000)
    assert (policy.budget.reserve, policy.budget.margin) == (4000, 1000)
    assert policy.layers[0].over == Limit(">", 3000, "tokens")
    assert isinstance(preview, Truncate)
    assert (preview.size, preview.unit, preview.head) == (40, "lines", 0.0)
    assert "{next_line}" in preview.notice
    assert isinstance(summary, Summarise)
    assert (summary.keep, summary.role) == (Keep(0, 1, "turns", split_turn=None), "assistant")
    assert (summary.acknowledgement, summary.max, summary.max_unit) == ("", 1000, "tokens")


def test_adaptive_has_the_layers_of_go_tiny_claw_and_a_watermark_in_the_window() -> None:
    policy, model = load_policy("adaptive"), load_policy("go-tiny-claw")
    assert policy.layers == model.layers
    assert policy.budget is not None
    assert (policy.budget.window, policy.budget.fixed, policy.budget.reserve) == (128000, 0, 32000)


def test_pi_keeps_the_newest_tokens_and_updates_its_summary() -> None:
    policy = load_policy("pi")
    assert policy.budget is not None
    assert (policy.budget.window, policy.budget.fixed, policy.budget.reserve) == (200000, 0, 16384)
    rule = policy.layers[0].operation
    assert isinstance(rule, Summarise)
    assert (rule.keep, rule.role, rule.previous) == (Keep(0, 20000, "tokens"), "user", "update")
    assert (rule.max, rule.max_unit, rule.acknowledgement) == (13107, "tokens", "")
    assert [section.title for section in rule.sections][:2] == ["Goal", "Constraints & Preferences"]
    assert rule.recent_files is not None
    assert rule.changed_files is not None
    assert not set(rule.recent_files.tools) & set(rule.changed_files.tools)
    assert (rule.changed_files.order, rule.changed_files.of) == ("name", "summarised")


def test_one_knob_can_drive_several_fields() -> None:
    policy = load_policy("go-tiny-claw").with_knobs(keep_size=600, retain_last_messages=2)
    cut = policy.layers[2]
    assert isinstance(cut.operation, Truncate)
    assert (cut.operation.size, cut.over) == (600, Limit(">", 600, "bytes"))
    assert [layer.region.messages for layer in policy.layers] == [2, 2, 2]
