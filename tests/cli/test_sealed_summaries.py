"""Summaries that only the provider can read: they did not fail, and nothing is said of what is in them."""

from __future__ import annotations

from pathlib import Path

from tests.cli.histories import says, user, write
from tests.cli.running import run
from tests.transcript.formats.fixtures_codex import SEALED, Rollout, message, opened


def compacted(folder: Path, times: int) -> Path:
    """Turns with a compaction of the provider's own behind each; the last reply reports no usage."""
    rollout, typed = opened(Rollout()), []
    for turn in range(times):
        rollout.typed(f"part {turn}")
        rollout.reply("ported")
        rollout.tokens(3000 + turn)
        typed.append(message("user", f"part {turn}"))
        rollout.compacted([*typed, SEALED])
    rollout.typed("and now?")
    rollout.reply("all pass")
    return rollout.write(folder)


def test_cost_calls_them_unread_and_not_failed(tmp_path: Path) -> None:
    path = compacted(tmp_path, 2)
    found = run("cost", path, "--json").json
    assert [(each["by"], each["failed"], each["output"]) for each in found["summaries"]] == [("agent", None, 0)] * 2
    assert {each["unread"] for each in found["summaries"]} == {
        "this summary is encrypted: only its provider can read it"
    }
    told = " ".join(run("cost", path).out.split())
    assert "of them failed" not in told
    assert "2 calls" in told
    assert "out not known" in told
    assert "2 of them cannot be read (this summary is encrypted" in told


def test_check_says_why_nothing_is_known_of_them(tmp_path: Path) -> None:
    (found,) = [
        each for each in run("check", compacted(tmp_path, 3), "--json").json["findings"] if "summaries" in each["text"]
    ]
    assert found["text"].endswith("their words are encrypted, so what they lose is not known")
    assert found["evidence"]["read"] == 0


def test_a_summary_that_the_record_holds_is_read(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.typed("port the parser")
    rollout.reply("ported")
    rollout.compacted([message("user", "port the parser"), message("user", "Another language model started to solve this "
                       "problem and produced a summary of its thinking process. Use it:\nported")])  # fmt: skip
    rollout.typed("and now?")
    rollout.reply("all pass")
    (call,) = run("cost", rollout.write(tmp_path), "--json").json["summaries"]
    assert (call["failed"], call["unread"]) == (None, None)
    assert call["output"] > 0


def test_what_was_reported_is_of_some_requests(tmp_path: Path) -> None:
    """One of two replies has usage, so the difference speaks of that one."""
    usage = {"input_tokens": 900, "output_tokens": 3}
    first = [user("go " * 900), {**says("Done."), "usage": usage, "model": "claude-opus-5"}]
    told = " ".join(run("cost", write(tmp_path, [*first, user("more"), says("Done.")])).out.split())
    assert "reported, and the difference to it, are of the 1 request with usage, of 2 that were sent" in told


def test_what_was_reported_is_of_all(tmp_path: Path) -> None:
    usage = {"input_tokens": 900, "output_tokens": 3}
    path = write(tmp_path, [user("go " * 900), {**says("Done."), "usage": usage, "model": "claude-opus-5"}])
    told = run("cost", path).out
    assert "reported" in told
    assert "with usage" not in told
