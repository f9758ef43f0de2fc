"""No provider's rules are asked of a session that was sent to another one, and a body says in whose form it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import Ran, run
from tests.transcript.formats import fixtures_gemini as gemini
from tests.transcript.formats.fixtures_codex import Rollout

EMPTY_END = [
    {"role": "system", "content": "You mend."},
    {"role": "user", "content": "Mend it."},
    {"role": "assistant", "content": "ls", "extra": {}},
    {"role": "user", "content": ""},
]


def saved(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "session"
    path.write_bytes(data)
    return path


def mini(tmp_path: Path) -> Path:
    """A trajectory whose last result is empty: Anthropic's API would refuse that text."""
    record = {"trajectory_format": "mini-swe-agent-1.1", "info": {"exit_status": "Submitted"}, "messages": EMPTY_END}
    return saved(tmp_path, json.dumps(record).encode())


def codex(tmp_path: Path) -> Path:
    rollout = Rollout()
    rollout.turn()
    rollout.typed("Mend it.")
    rollout.thinks("I think")
    rollout.calls("c1", cmd="ls")
    rollout.output("c1", "a.py")
    rollout.reply("Done.")
    rollout.end()
    return saved(tmp_path, rollout.data())


def body(ran: Ran) -> tuple[list[dict[str, object]], str]:
    assert ran.code == 0
    return json.loads(ran.out)["messages"], " ".join(ran.err.split())


@pytest.mark.parametrize("make", [mini, codex])
def test_rules_that_nobody_knows_are_not_asked(tmp_path: Path, make: object) -> None:
    assert callable(make)
    path = make(tmp_path)
    found = run("check", path, "--json")
    assert found.code == 0
    assert found.json["ok"]
    assert found.json["breaches"] == []
    sent = found.json["sendable"]
    assert (sent["provider"], sent["views"], sent["refused"], sent["certificate"]) == (None, 0, 0, None)
    told = run("check", path).out
    assert "sendable    not checked" in told
    assert sent["unasked"] in " ".join(told.split())


def test_a_named_provider_is_asked(tmp_path: Path) -> None:
    found = run("check", mini(tmp_path), "--provider", "anthropic", "--json").json
    assert (found["sendable"]["provider"], [each["rule"] for each in found["breaches"]]) == (
        "anthropic",
        ["empty-text"],
    )
    assert found["sendable"]["unasked"] is None


def test_codex_in_the_form_that_is_nearest(tmp_path: Path) -> None:
    messages, told = body(run("export", codex(tmp_path), "--body"))
    assert [each["role"] for each in messages[-3:]] == ["user", "assistant", "tool"]
    assert messages[-1]["tool_call_id"] == "c1"
    assert "thinking" not in json.dumps(messages)
    assert "form of Chat Completions" in told
    assert "a body of OpenAI's Responses API cannot be made" in told
    assert "1 block of thinking" in told


def test_gemini_in_the_other_form(tmp_path: Path) -> None:
    data = gemini.document(gemini.user("u1", "read it"), gemini.gemini("g1", "Read.", gemini.call("c1", "07:10")))
    messages, told = body(run("export", saved(tmp_path, data), "--body"))
    assert [each["role"] for each in messages] == ["user", "assistant", "user"][: len(messages)]
    assert "form of the Messages API" in told
    assert "a body of Google's Gemini API cannot be made" in told


def test_gemini_has_no_marks(tmp_path: Path) -> None:
    data = gemini.document(gemini.user("u1", "read it"), gemini.gemini("g1", "Read."))
    assert "every prefix is kept, without marks" in run("cost", saved(tmp_path, data)).out


def test_whose_cache_it_was_may_not_be_known(tmp_path: Path) -> None:
    told = run("cost", mini(tmp_path)).out
    assert "every prefix is kept, without marks" in told
    assert "whose cache it was is not recorded" in told


def test_compare_counts_no_refusals_that_nobody_asked_about(tmp_path: Path) -> None:
    ran = run("compare", mini(tmp_path), "--policy", "evo-agent", "--json").json
    assert "unsendable" not in [each["key"] for each in ran["measures"]]
    assert [each["totals"]["unsendable"]["provider"] for each in ran["contenders"]] == [None, None]
    told = " ".join(run("compare", mini(tmp_path), "--policy", "evo-agent").out.split())
    assert "not sendable: not checked, whose API the session was sent to is not recorded" in told
