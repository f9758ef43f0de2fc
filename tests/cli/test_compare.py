"""`inspector compare`: contenders side by side as text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import inspector
from inspector.cli.contenders import setting, typed
from inspector.cli.errors import BadUse
from tests.analysis.truth.sessions import planted
from tests.cli.running import run


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "session.json"
    path.write_text(json.dumps(planted(3, messages=50).messages))
    return path


SMALL = "workbuddy-s14:soft_threshold=5000,hard_limit=9000"


def test_contenders_as_json(session: Path) -> None:
    fact = next(iter(planted(3, messages=50).facts))
    ran = run(
        *("compare", session, "--policy", SMALL, "--policy", "evo-agent:context_limit=14000,summariser=stub:500"),
        *("--fact", fact, "--request", "last", "--json"),
    )
    assert ran.code == 0
    found = ran.json
    assert [each["letter"] for each in found["contenders"]] == ["R", "A", "B"]
    assert found["contenders"][1]["policy"]["changed"] == ["soft_threshold", "hard_limit"]
    assert found["contenders"][2]["title"] == "evo-agent · context_limit 14,000 · stub:500"
    assert found["certificate"]["kind"] == "bounded"
    assert found["certificate"] in [each["certificate"] for each in found["contenders"]]
    assert len(found["requests"]) == found["transcript"]["requests"]
    for at, each in enumerate(found["contenders"]):
        views = [row["views"][at] for row in found["requests"] if row["views"][at] is not None]
        common = each["totals"]["common"]
        assert (common["area"], common["peak"], each["totals"]["sent"]) == (sum(views), max(views), len(views))
        row = next(measure for measure in found["measures"] if measure["key"] == "peak")
        assert row["values"][at] == common["peak"]
    assert found["facts"][0]["text"] == fact
    assert len(found["facts"][0]["contenders"]) == 3
    assert found["request"]["request"] == found["transcript"]["requests"]
    assert found["differing"]


def test_the_numbers_are_those_of_replay(session: Path) -> None:
    found = run("compare", session, "--policy", SMALL, "--json").json
    args = ("--policy", "workbuddy-s14", "--set", "soft_threshold=5000", "--set", "hard_limit=9000")
    told = run("replay", session, *args, "--json").json
    totals = found["contenders"][1]["totals"]
    assert totals["own"]["area"] == told["totals"]["view"]
    assert totals["own"]["peak"] == told["totals"]["peak"]["view"]
    assert len(totals["compactions"]) == told["totals"]["compactions"]
    assert len(totals["refusals"]) == told["totals"]["refused"]


@pytest.mark.parametrize("width", ["40", "60", "80", "160"])
@pytest.mark.parametrize("policies", [(), (SMALL,)], ids=["presets", "one"])
def test_text_fits_and_says_what_matters(session: Path, width: str, policies: tuple[str, ...]) -> None:
    chosen = [part for each in policies for part in ("--policy", each)]
    ran = run("compare", session, *chosen, "--fact", "nowhere-at-all", env={"COLUMNS": width})
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= int(width)
    said = " ".join(ran.out.split())
    for words in ("typed texts lost", "nowhere", "R recorded", "differ most", "bounded", "compactions"):
        assert words in said
    assert "★" in said


def test_without_policies_the_presets_are_compared(session: Path) -> None:
    found = run("compare", session, "--json").json
    assert [each["policy"]["name"] for each in found["contenders"]] == ["recorded", *inspector.policy.preset_names()]


def test_settings_by_letter_by_name_and_for_all(session: Path) -> None:
    args = ("--policy", "evo-agent", "--policy", "evo-agent", "--policy", "workbuddy-s14")
    sets = ("--set", "B:context_limit=20000", "--set", "workbuddy-s14:hard_limit=90_000", "--set", "recent_files=4")
    found = run("compare", session, *args, *sets, "--json").json
    knobs = [each["policy"]["knobs"] for each in found["contenders"]]
    assert (knobs[1]["context_limit"], knobs[2]["context_limit"]) == (50_000, 20_000)
    assert (knobs[1]["recent_files"], knobs[2]["recent_files"]) == (4, 4)
    assert knobs[3]["hard_limit"] == 90_000


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--policy", "evo-agent", "--policy", "evo-agent"), "B is the same as A"),
        (("--policy", "evo-agent", "--policy", "evo-agent:context_limit=50000"), "B is the same as A"),
        (("--policy", "evo-agent:nothing=1"), "no such knob"),
        (("--policy", "evo-agent:context_limit=1x"), "no whole number"),
        (("--policy", "evo-agent:context_limit=-1"), "context_limit"),
        (("--policy", "evo-agnt"), "Did you mean 'evo-agent'"),
        (("--policy", "recorded:x=1"), "has no knobs"),
        (("--policy", "evo-agent:summariser="), "who is to write"),
        (("--policy", "evo-agent:summariser=nobody"), "no summariser"),
        (("--policy", "evo-agent:summariser=none,context_limit=1"), "summariser= comes last"),
        (("--set", "Q:context_limit=1"), "none of the contenders"),
        (("--set", "no_such_knob=1"), "no policy has the knob"),
        (("--set", "context_limit"), "KNOB=VALUE"),
        (("--policy", "evo-agent", "--set", ":context_limit=1"), "before the colon"),
        (("--fact", " "), "the text is empty"),
        (("--request", "0"), "has requests 1 to"),
        (("--request", "999"), "has requests 1 to"),
    ],
)
def test_bad_use(session: Path, args: tuple[str, ...], words: str) -> None:
    ran = run("compare", session, *args)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_a_single_message_is_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "single.json"
    path.write_text('[{"role": "user", "content": "hello"}]')
    ran = run("compare", path, "--json")
    assert ran.code == 0
    assert len(ran.json["requests"]) == 1
    assert ran.json["winner"] is None
    assert "no clear winner" in run("compare", path, "--request", "last").out


def test_two_that_refuse_everything_are_an_answer(session: Path) -> None:
    tight = "workbuddy-s14:soft_threshold=1000,hard_limit=1000"
    ran = run("compare", session, "--policy", tight, "--policy", f"{tight},keep_recent_messages=5", "--json")
    assert ran.code == 0
    assert all(each["totals"]["refusals"] for each in ran.json["contenders"][1:])
    assert "refuse" in run("compare", session, "--policy", tight).out


def test_what_is_typed_is_taken_apart(tmp_path: Path) -> None:
    found = typed("evo-agent:context_limit=60,000,recent_files=7,summariser=command:my-model --x=1,2")
    assert (found.name, dict(found.knobs)) == ("evo-agent", {"context_limit": 60_000, "recent_files": 7})
    assert found.writer == "command:my-model --x=1,2"
    assert typed(r"C:\policies\mine.yaml:max=1").name == r"C:\policies\mine.yaml"
    odd = tmp_path / "odd:x=1.yaml"
    odd.write_text("")
    assert typed(str(odd)).name == str(odd)
    assert (setting("A:k=1").whose, setting("A:k=1").knob, setting("k=1_000").value) == ("A", "k", 1_000)
    with pytest.raises(BadUse):
        setting("k")


def test_words_of_a_session_are_made_safe(tmp_path: Path) -> None:
    path = tmp_path / "hostile.json"
    path.write_text(
        json.dumps([{"role": "user", "content": "\x1b[31mred\x07 " * 5}, {"role": "assistant", "content": "x"}])
    )
    ran = run("compare", path, "--fact", "\x1b[31mred")
    assert ran.code == 0
    assert "\x1b" not in ran.out


def test_nobody_is_paid_for_summaries_that_nobody_writes(samples: dict[str, Path]) -> None:
    ran = run(
        "compare", samples["research"], "--policy", "evo-agent:summariser=none", "--policy", "evo-agent", "--json"
    )
    spent = {each["summariser"]: each["totals"]["cost"]["summaries"] for each in ran.json["contenders"]}
    assert spent["none"] == 0 < spent["extractive"]


def test_money_is_what_the_account_says(samples: dict[str, Path]) -> None:
    """Where the model's prices are known, requests and summaries together, as `inspector cost` adds them up."""
    told = run("cost", samples["lost-rule"], "--json").json["totals"]
    usd = told["money"]["usd"] + told["summaries_money"]["usd"]
    ran = run("compare", samples["lost-rule"], "--policy", "workbuddy-s14", env={"COLUMNS": "100"})
    assert "unpriced" not in ran.out
    assert f"${usd:,.2f}" in ran.out
