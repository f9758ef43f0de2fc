"""`inspector cost`: tokens of the prompt cache as text and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.histories import call, result, says, user, write
from tests.cli.running import run
from tests.transcript import cc

WORDS = "word " * 600
STORY = [
    user("Read them. " * 200),
    *(m for at in "abcdef" for m in (call(at, "read_file", path=f"{at}.txt"), result(at, WORDS))),
    says("Done."),
]


@pytest.fixture
def session(tmp_path: Path) -> Path:
    return write(tmp_path, STORY)


def test_the_account_as_json(session: Path) -> None:
    """Evo-agent keeps three results: with the fourth, at request 5, the first is cleared, and the prompt changes from there."""
    ran = run("cost", session, "--policy", "evo-agent", "--minimum", "0", "--json")
    assert ran.code == 0
    rows = ran.json["rows"]
    assert [row["request"] for row in rows] == list(range(1, 8))
    assert all(row["prompt"] == row["read"] + row["write"] + row["fresh"] for row in rows)
    assert [row["missed"] for row in rows] == ["first", None, None, None, "changed", "changed", "changed"]
    assert [row["read"] for row in rows[1:4]] == [row["prompt"] for row in rows[:3]]
    assert rows[4]["read"] == rows[0]["prompt"]
    assert {row["basis"] for row in rows} == {"estimated"}
    assert {row["usd"] for row in rows} == {None}
    assert [change["request"] for change in ran.json["changes"]] == [5, 6, 7]
    assert [change["lasts"] for change in ran.json["changes"]] == [2, 1, 0], (
        "each clears what comes after the one before"
    )
    assert ran.json["caching"] == {"breakpoints": "fixed,last", "ttl": 300, "minimum": 0, "timed": False}
    assert ran.json["totals"]["money"]["usd"] is None
    assert ran.json["totals"]["predicted"]["prompt"] == sum(row["prompt"] for row in rows)
    assert ran.json["totals"]["reported"]["requests"] == 0
    assert ran.json["certificate"]["request"] == 5


def test_a_model_brings_prices_and_its_minimum(session: Path) -> None:
    ran = run("cost", session, "--model", "claude-opus-5", "--json")
    total = ran.json["totals"]
    money = total["money"]
    assert money["usd"] == pytest.approx(sum(row["usd"] for row in ran.json["rows"]), abs=1e-5)
    assert money["as_of"] == "2026-10-24"
    sums = total["predicted"]
    dollars = (0.5 * sums["read"] + 6.25 * sums["write"] + 5 * sums["fresh"] + 25 * sums["output"]) / 1e6
    assert money["usd"] == pytest.approx(dollars, abs=1e-6)


def test_the_cache_as_it_was_asked_for(session: Path) -> None:
    none = run("cost", session, "--breakpoints", "none", "--ttl", "none", "--json").json
    assert none["totals"]["predicted"]["fresh"] == none["totals"]["predicted"]["prompt"]
    assert none["caching"]["ttl"] is None
    every = run("cost", session, "--breakpoints", "every", "--ttl", "1h", "--json").json
    assert (every["caching"]["breakpoints"], every["caching"]["ttl"]) == ("every", 3600)
    assert all(row["read"] % 128 == 0 for row in every["rows"])


@pytest.mark.parametrize("width", ["26", "40", "80", "160"])
@pytest.mark.parametrize("more", [(), ("--all",), ("--model", "claude-opus-5")])
def test_the_account_in_words(session: Path, width: str, more: tuple[str, ...]) -> None:
    ran = run("cost", session, "--policy", "evo-agent", "--minimum", "0", *more, env={"COLUMNS": width})
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= int(width)
    said = " ".join(ran.out.split())
    for words in ("bounded", "view changed", "further requests", "read", "written"):
        assert words in said
    assert ("unpriced" in said) is ("--model" not in more)


def test_stretches_and_every_request(session: Path) -> None:
    short = run("cost", session, "--minimum", "0", env={"COLUMNS": "100"}).out
    assert "2–7" in short
    rows = run("cost", session, "--minimum", "0", "--all", env={"COLUMNS": "100"}).out
    assert "2–7" not in rows


def test_summaries_are_calls_of_their_own(session: Path) -> None:
    options = ("--policy", "evo-agent", "--set", "context_limit=4000")
    ran = run("cost", session, *options, "--json")
    (first, *_) = ran.json["summaries"]
    assert first["input"] > first["output"] > 0
    assert not first["asked"]
    assert ran.json["totals"]["summaries_money"]["usd"] is None
    said = " ".join(run("cost", session, *options).out.split())
    assert "tokens in" in said
    assert "cost nothing" in said


@pytest.mark.parametrize(
    ("spec", "by", "said"),
    [
        ("extractive", "quotes", "they are quotes of the session: nobody is asked, and they cost nothing"),
        ("stub:50", "filler", "text of a fixed size fills their place: nobody is asked, and it costs nothing"),
        ("none", "nobody", "wanted, none written nobody is asked and nothing is paid; a model would be sent"),
    ],
)
def test_who_writes_summaries_and_what_is_paid(session: Path, spec: str, by: str, said: str) -> None:
    """Only somebody who is asked is paid: what nobody writes has no price, and no call without a price."""
    options = ("--policy", "evo-agent", "--set", "context_limit=4000", "--summariser", spec)
    ran = run("cost", session, *options, "--json")
    assert ran.json["summaries"]
    assert {(each["by"], each["asked"]) for each in ran.json["summaries"]} == {(by, False)}
    assert (ran.json["totals"]["summaries_money"] is None) is (spec == "none")
    words = " ".join(run("cost", session, *options).out.split())
    assert said in words
    assert "of them failed" not in words
    assert ("(without" in words or "calls)" in words) is (spec != "none")


def test_a_check_and_an_account_of_one_change(samples: dict[str, Path]) -> None:
    """The same numbers of the same change, from the same place."""
    options = (samples["re-reads"], "--policy", "workbuddy-s14", "--json")
    changes = {each["request"]: each for each in run("cost", *options).json["changes"]}
    (seen,) = [f["evidence"] for f in run("check", *options).json["findings"] if f["family"] == "cache-broken"]
    change = changes[seen["worst_request"]]
    assert seen["worst_rewritten"] == change["again"]
    assert seen["worst_saved"] == change["before"] - change["after"]
    assert seen["worst_pays"] == ("never" if change["pays_after"] is None else change["pays_after"])
    assert seen["worst_lasts"] == change["lasts"]


def test_no_word_is_cut_in_a_narrow_account(tmp_path: Path) -> None:
    """The layer's name, and no empty column where nothing was reported."""
    ran = run("cost", write(tmp_path, STORY), "--policy", "workbuddy-s14", "--set", "soft_threshold=1500",
              env={"COLUMNS": "80"})  # fmt: skip
    assert "…" not in ran.out
    assert "request  prompt   read  written" in ran.out or "read  written" in ran.out


@pytest.mark.parametrize("marks", ["last:9", "everything", "fixed,fixed", ""])
def test_marks_that_nobody_can_set(session: Path, marks: str) -> None:
    ran = run("cost", session, "--breakpoints", marks)
    assert ran.code == 2
    assert "last:2" in ran.err


def test_refused_requests_cost_nothing(session: Path) -> None:
    options = ("--policy", "workbuddy-s14", "--set", "soft_threshold=1000", "--set", "hard_limit=1200")
    ran = run("cost", session, *options, "--json")
    assert ran.code == 0
    refused = [row for row in ran.json["rows"] if not row["sent"]]
    assert refused
    assert {row["prompt"] for row in refused} == {0}
    assert "refused" in run("cost", session, *options).out


def test_no_request_and_nothing_to_say(tmp_path: Path) -> None:
    ran = run("cost", write(tmp_path, [says("hello")]))
    assert ran.code == 0
    assert "nothing was sent" in ran.out or "unpriced" in ran.out


def test_what_was_reported_with_and_without_subagents(tmp_path: Path) -> None:
    writer = cc.Writer()
    writer.user("u", "go")
    writer.reply("a", "m1", cc.call("t1", "Task", prompt="look"), usage={"input_tokens": 1_000, "output_tokens": 3})
    writer.user("s", "look", None, isSidechain=True, agentId="77")
    usage = {"input_tokens": 5_000, "output_tokens": 4}
    writer.reply("t", "m2", {"type": "text", "text": "found"}, usage=usage, isSidechain=True, agentId="77")
    writer.result("r", "t1", "found", parent="a", toolUseResult={"agentId": "77"})
    path = writer.write(tmp_path)
    told = run("cost", path, "--subagents", "--json").json["together"]
    figures = {name: (told[name]["replies"], told[name]["prompt"], told[name]["output"]) for name in ("own", "both")}
    assert figures == {"own": (1, 1_000, 3), "both": (2, 6_000, 7)}
    rows = [line.split() for line in run("cost", path, "--subagents").out.splitlines()]
    assert ["together", "2", "6,000", "7"] in rows
