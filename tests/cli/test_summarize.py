"""`inspector summarize`: the summary of a request, by one summariser or several."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.running import run

SHOUT = "import json,sys; r=json.load(sys.stdin); print('Work goes on with harbour/clock.py and csvlog.')"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_AUTH_TOKEN", raising=False)
    return tmp_path


def program(home: Path, code: str = SHOUT) -> str:
    path = home / "writer.py"
    path.write_text(code)
    return f"command:{sys.executable} {path}"


def test_the_newest_summary_of_a_policy(samples: dict[str, Path]) -> None:
    found = run("summarize", samples["re-reads"], "--policy", "evo-agent", "--request", 50, "--json").json
    rows = run("replay", samples["re-reads"], "--policy", "evo-agent", "--json").json["rows"]
    made = [row["request"] for row in rows if "summary" in row["fired"] and row["request"] <= 50]
    assert found["cut"]["request"] == made[-1]
    assert found["cut"]["generation"] == len(made)
    assert found["cut"]["sections"][0] == "Current goal"
    assert found["summaries"][0]["after"] < found["cut"]["before"]
    assert found["request"] == 50


def test_the_agents_own_summary_is_audited(samples: dict[str, Path]) -> None:
    """What the story of this sample is about: the rule of the first message is not in the agent's own summary."""
    found = run("summarize", samples["lost-rule"], "--audit", "--json").json
    own, ours = found["summaries"]
    assert (own["summariser"], ours["summariser"]) == ("recorded", "extractive")
    lost = [item for item in own["audit"]["coverage"] if item["kind"] == "constraint" and item["held"] == "no"]
    assert any("py39" in item["text"] and item["source"]["block"] == "1.1" for item in lost)
    kept = [item for item in ours["audit"]["coverage"] if item["kind"] == "constraint"]
    assert kept
    assert all(item["held"] != "no" for item in kept)
    assert own["audit"]["score"] < ours["audit"]["score"]


def test_a_table_for_people(samples: dict[str, Path]) -> None:
    ran = run("summarize", samples["lost-rule"], "--audit", "--generations", "--beside", "stub:40")
    assert ran.code == 0
    assert "summary by recorded" in ran.out
    assert "✗ constraint" in ran.out
    assert "there are no two summaries in a row" in ran.out


def test_generations_say_what_was_lost(samples: dict[str, Path]) -> None:
    found = run("summarize", samples["re-reads"], "--policy", "evo-agent", "--generations", "--json").json[
        "generations"
    ]
    count = len(found["cuts"])
    assert count > 2
    for each in found["survivals"]:
        assert len(each["held"]) == count - each["generation"] + 1
        if each["lost"] is not None:
            assert each["held"][each["lost"] - each["generation"]] == "no"


def test_a_program_is_asked_once(samples: dict[str, Path], home: Path) -> None:
    spec = program(home)
    first = run("summarize", samples["lost-rule"], "--summariser", spec, "--json")
    again = run("summarize", samples["lost-rule"], "--summariser", spec, "--replay-only", "--json")
    assert first.json["summaries"][-1]["text"].startswith("Work goes on with harbour/clock.py")
    assert not first.json["summaries"][-1]["kept"]
    assert again.json["summaries"][-1]["kept"]
    assert "asking command:" in first.err
    assert "asking" not in again.err


def test_a_dry_run_asks_nobody(samples: dict[str, Path], home: Path) -> None:
    marker = home / "ran"
    spec = program(home, f"open({str(marker)!r}, 'w')")
    ran = run("summarize", samples["lost-rule"], "--summariser", spec, "--dry-run", "--json")
    assert ran.code == 0
    assert not marker.exists()
    assert ran.json["summaries"][0]["estimate"]["tokens"] > 1_000
    assert ran.json["summaries"][0]["text"] is None


def test_the_exact_request_is_shown(samples: dict[str, Path], home: Path) -> None:
    ran = run("summarize", samples["lost-rule"], "--show-request", "--focus", "a matter that nobody named", "--json")
    assert "a matter that nobody named" in ran.json["prompt"]["user"]
    assert "py39 job runs only at night" in ran.json["prompt"]["user"]
    assert run("summarize", samples["lost-rule"], "--show-request").out.count("request: ") == 2


def test_without_a_key_it_says_so_and_the_others_are_shown(samples: dict[str, Path], home: Path) -> None:
    ran = run("summarize", samples["order-404"], "--summariser", "anthropic:claude-haiku-4-5", "--beside", "extractive")
    assert ran.code == 0
    assert "no key" in ran.out
    assert "summary by extractive" in ran.out
    alone = run("summarize", samples["order-404"], "--summariser", "anthropic:claude-haiku-4-5")
    assert alone.code == 1


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--summariser", "nobody"), "no summariser 'nobody'"),
        (("--beside", "stub:0"), "stub"),
        (("--request", "999"), "requests 1 to"),
        (("--policy", "agent-engineering", "--request", "2"), "nothing to summarise"),
        (("--policy", "nosuch"), "no policy"),
    ],
)
def test_bad_use_says_what_to_do(samples: dict[str, Path], more: tuple[str, ...], said: str) -> None:
    ran = run("summarize", samples["order-404"], *more)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""


def test_a_session_without_anything(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text('[{"role": "user", "content": "hello"}]')
    ran = run("summarize", path)
    assert ran.code in (0, 2)
    assert ran.out or ran.err


def test_a_dry_run_counts_the_earlier_summaries(samples: dict[str, Path], home: Path) -> None:
    """Whoever writes the newest summary writes those that stand in it, too: the price is that of all of them."""
    args = ("summarize", samples["re-reads"], "--policy", "evo-agent", "--summariser", "anthropic:claude-opus-4-5")
    found = run(*args, "--beside", "anthropic:claude-haiku-4-5", "--dry-run", "--json").json
    own, beside = (each["estimate"]["earlier"] for each in found["summaries"])
    assert own["summaries"] == found["cut"]["generation"] - 1 > 1
    assert own["tokens"] > found["summaries"][0]["estimate"]["tokens"]
    assert beside["summaries"] == 0
    told = run(*args, "--dry-run", env={"COLUMNS": "100"}).out
    assert f"{own['summaries']} earlier summaries are asked for, too" in told
    assert "to write" in told


def test_a_finding_shows_the_words_of_the_summary(samples: dict[str, Path], home: Path) -> None:
    said = "print('Done: src/nowhere.py was changed. All tests fail since csvlog was broken.')"
    out = run("summarize", samples["lost-rule"], "--audit", "--summariser", program(home, said)).out
    found = [row for row in out.splitlines() if "reversed status" in row or "unsourced path" in row]
    assert any("nowhere.py" in row and "“" not in row for row in found)
    assert all("“" in row for row in found if "reversed status" in row)


def test_hints_stand_apart_from_findings(samples: dict[str, Path], home: Path) -> None:
    said = "print('src/nowhere.py was changed. The user told the agent to merge the branch.')"
    args = ("summarize", samples["lost-rule"], "--audit", "--summariser", program(home, said))
    audit = run(*args, "--json").json["summaries"][-1]["audit"]
    assert [each["kind"] for each in audit["findings"]] == ["unsourced path"]
    assert [each["kind"] for each in audit["hints"]] == ["unsourced instruction"]
    assert audit["hints"][0].keys() == audit["findings"][0].keys()
    findings, hints = run(*args).out.split("\nhints: worth a look at both places, may be wrong\n")
    assert "‼ unsourced path" in findings
    assert "? unsourced instruction" in hints
    assert "merge the branch" in " ".join(hints.split())


def test_hints_alone_are_no_finding(samples: dict[str, Path], home: Path) -> None:
    said = "print('The user told the agent to merge the branch.')"
    out = run("summarize", samples["lost-rule"], "--audit", "--summariser", program(home, said)).out
    own = out.split("\naudit\n")[-1]
    assert "✓" in own
    assert "no finding" in own
    assert "‼" not in own
    assert "hints:" not in run("summarize", samples["lost-rule"], "--audit").out


def test_the_audit_says_in_whose_words_the_summary_is_written(samples: dict[str, Path]) -> None:
    """The agent's own is free prose; every line of the extractive one is a quote."""
    ran = run("summarize", samples["lost-rule"], "--audit", "--json")
    own, ours = (each["audit"] for each in ran.json["summaries"])
    assert (own["keeps_words"], ours["keeps_words"]) == (False, True)
    assert 0 <= own["kept"] < 0.2
    assert 0.9 < ours["kept"] <= 1
    first, second = run("summarize", samples["lost-rule"], "--audit").out.split("\naudit\n")[1:]
    assert f"its own ({own['kept']:.0%} the record's): who said what" in " ".join(first.split())
    assert "hints only" in " ".join(first.split())
    assert "hints only" not in second


def test_of_a_short_summary_no_share_is_told(samples: dict[str, Path], home: Path) -> None:
    spec = program(home, "print('The parsers were changed.')")
    audit = run("summarize", samples["lost-rule"], "--audit", "--summariser", spec, "--json").json["summaries"][-1]
    assert (audit["audit"]["keeps_words"], audit["audit"]["kept"]) == (True, None)


def test_a_view_is_weighed_with_the_text_that_stands_in_it(samples: dict[str, Path]) -> None:
    own, longer = run("summarize", samples["lost-rule"], "--beside", "stub:2000", "--json").json["summaries"][::2]
    assert longer["after"] - own["after"] == longer["tokens"] - own["tokens"] > 0
    on_demand = run("summarize", samples["order-404"])
    assert "as it is" in on_demand.out
    assert "→" not in on_demand.out.split("summary by")[0]


def test_who_was_not_asked_has_no_price(samples: dict[str, Path], home: Path) -> None:
    ran = run("summarize", samples["order-404"], "--summariser", "anthropic:claude-opus-4-5")
    assert "$" not in ran.out
    assert "summary failed:" not in ran.out


def test_many_generations_fit(samples: dict[str, Path]) -> None:
    args = ("summarize", samples["re-reads"], "--policy", "evo-agent", "--generations")
    out = run(*args, env={"COLUMNS": "40"}).out.split("\ngenerations\n")[1]
    assert "older ones are not shown" in " ".join(out.split())
    assert all(len(row) <= 40 for row in out.splitlines())


def test_a_record_that_begins_in_the_middle_says_so(samples: dict[str, Path], tmp_path: Path) -> None:
    """The agent had 155,000 tokens, the file holds 20,000: its summary may rest on what is not there."""
    text = samples["lost-rule"].read_text()
    whole = run("summarize", samples["lost-rule"], "--json").json["cut"]
    assert (whole["told"] > whole["before"], whole["partial"]) == (True, False)
    part = tmp_path / "part.jsonl"
    part.write_text(text.replace(f'"preTokens":{whole["told"]}', '"preTokens":155000'))
    assert run("summarize", part, "--json").json["cut"]["partial"]
    said = " ".join(run("summarize", part, "--audit").out.split())
    assert f"it holds {whole['before']:,} of the 155,000 tokens" in said
    assert "it holds" not in run("summarize", samples["lost-rule"], "--audit").out
