"""`policies`: what there is, what it says, whether a file is one."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.policy import load_policy, preset_names, preset_text
from inspector.policy.sections import SECTION_SETS
from tests.cli.running import run


def test_list_has_every_preset_with_its_knobs() -> None:
    shown = run("policies", "list")
    assert shown.code == 0
    for name in ("go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering"):
        assert name in shown.out
    assert "soft_threshold" in shown.out
    assert "80,000" in shown.out
    found = run("policies", "list", "--json").json["policies"]
    assert [each["name"] for each in found] == list(preset_names())
    assert found[0]["knobs"]["max_chars"] == 3000


def test_show_gives_a_preset_as_it_was_written_and_a_turned_one_as_it_would_be_exported(tmp_path: Path) -> None:
    assert run("policies", "show", "evo-agent").out == preset_text("evo-agent")
    turned = tmp_path / "turned.yaml"
    turned.write_text(run("policies", "show", "evo-agent", "--set", "context_limit=60000").out)
    assert load_policy(turned).values["context_limit"] == 60000


def test_validate_tells_line_and_field(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(preset_text("workbuddy-s14"))
    bad.write_text(preset_text("workbuddy-s14").replace("protocol: strict", "protocol: lax"))
    assert run("policies", "validate", good).code == 0
    ran = run("policies", "validate", good, bad)
    line = preset_text("workbuddy-s14").split("protocol: strict", maxsplit=1)[0].count("\n") + 1
    assert ran.code == 1
    assert f"bad.yaml:{line}" in ran.err
    assert "protocol" in ran.err
    assert "good.yaml: valid" in ran.out


def test_schema_is_json() -> None:
    assert "properties" in json.loads(run("policies", "schema").raw)


def test_sections_of_known_systems() -> None:
    shown = run("policies", "sections")
    assert shown.code == 0
    assert "evo-agent: Evo Agent" in shown.out
    assert "User constraints" in shown.out
    found = run("policies", "sections", "--json").json["sets"]
    assert [each["name"] for each in found] == list(SECTION_SETS)
    assert found[1]["sections"][0] == {
        "title": "Goal",
        "holds": "What the user wants to be reached.",
        "kinds": ["goal", "request"],
    }
