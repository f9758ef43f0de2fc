"""A fact whose whole output lies beside the record can be had there: `why` says where, and that it is there."""

from __future__ import annotations

from pathlib import Path

from tests.cli.histories import call, result, says, user, write
from tests.cli.running import Ran, run

LOG = "line with NEEDLE-77\n" * 40
SAVED = (
    "<persisted-output>\nOutput too large (29.5KB). Full output saved to: /x/s1/tool-results/toolu_1.txt\n\n"
    "Preview (first 2KB):\nline with NEEDLE-77\n</persisted-output>"
)


def session(folder: Path) -> Path:
    later = [m for at in "bcdef" for m in (call(at, "bash", command="ls"), result(at, f"{at}\n" * 90))]
    return write(folder, [user("look"), call("a"), result("a", SAVED), *later, says("Done.")], "s1.jsonl")


def asked(path: Path, *more: str) -> Ran:
    return run("why", path, "NEEDLE-77", "--policy", "evo-agent", "--fix-seconds", "1", *more)


def test_it_is_there(tmp_path: Path) -> None:
    path = session(tmp_path)
    full = tmp_path / "s1" / "tool-results" / "toolu_1.txt"
    full.parent.mkdir(parents=True)
    full.write_text(LOG)
    told = " ".join(asked(path).out.split())
    assert "in full the whole output of message 3:" in told
    assert f"toolu_1.txt ({len(LOG):,} bytes) available" in told.replace("- ", "-")
    (place,) = asked(path, "--json").json["facts"][0]["recoverable"]
    assert (place["message"], Path(place["full"]).name, place["bytes"]) == (3, "toolu_1.txt", len(LOG))


def test_it_is_not_there(tmp_path: Path) -> None:
    path = session(tmp_path)
    assert "in full" not in asked(path).out
    (place,) = asked(path, "--json").json["facts"][0]["recoverable"]
    assert (place["full"], place["bytes"]) == ("", 0)
