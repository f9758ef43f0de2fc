"""A policy may name who writes its summaries; a file alone makes no program run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import inspector
from inspector.policy import dump, load_policy
from inspector.policy.errors import PolicyError
from tests.cli.running import run


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))

    def made(spec: str) -> Path:
        text = dump(load_policy("evo-agent")).replace("do: summarise\n", f"do: summarise\n    summariser: '{spec}'\n")
        path = tmp_path / "mine.yaml"
        path.write_text(text)
        return path

    return made


def program(tmp_path: Path) -> tuple[str, Path]:
    marker, code = tmp_path / "ran", tmp_path / "writer.py"
    code.write_text(f"import sys; open({str(marker)!r}, 'w'); sys.stdin.read(); print('The work goes on.')")
    return f"command:{sys.executable} {code}", marker


def test_it_survives_the_yaml(write) -> None:  # type: ignore[no-untyped-def]
    policy = load_policy(str(write("stub:200")))
    assert policy.summariser == "stub:200"
    assert load_policy("evo-agent").summariser == ""
    assert load_policy(str(write("stub:200"))).with_knobs(context_limit=60_000).summariser == "stub:200"


def test_an_offline_one_is_used(write, samples: dict[str, Path]) -> None:  # type: ignore[no-untyped-def]
    path = write("stub:200")
    assert (
        run("summarize", samples["re-reads"], "--policy", path, "--json").json["summaries"][0]["summariser"]
        == "stub:200"
    )
    typed = run("summarize", samples["re-reads"], "--policy", path, "--summariser", "extractive", "--json").json
    assert typed["summaries"][0]["summariser"] == "extractive"


def test_a_program_runs_on_the_persons_word_alone(write, samples: dict[str, Path], tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    spec, marker = program(tmp_path)
    path = write(spec)
    ran = run("replay", samples["re-reads"], "--policy", path, "--json")
    assert ran.code == 0
    assert not marker.exists()
    assert "--summariser policy" in ran.err
    assert run("replay", samples["re-reads"], "--policy", path, "--summariser", "policy").code == 0
    assert marker.exists()


def test_a_policy_that_names_nobody_cannot_be_asked_for_it(samples: dict[str, Path]) -> None:
    ran = run("view", samples["re-reads"], "--policy", "evo-agent", "--summariser", "policy")
    assert ran.code == 2
    assert "names none" in ran.err


def test_the_library_asks_outside_only_when_told(write, samples: dict[str, Path], tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    transcript = inspector.load(samples["re-reads"])
    found = inspector.replay(transcript, inspector.load_policy(str(write("stub:50"))))
    assert found.summariser is not None
    assert found.summariser.name == "stub:50"
    spec, marker = program(tmp_path)
    with pytest.raises(ValueError, match="asks outside"):
        inspector.replay(transcript, inspector.load_policy(str(write(spec))))
    assert not marker.exists()


@pytest.mark.parametrize("spec", ["nobody", "stub:", "stub:-1", "anthropic:", "extractive:2"])
def test_a_name_that_means_nobody_is_a_fault_of_the_file(write, spec: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(PolicyError, match="summariser"):
        load_policy(str(write(spec)))
