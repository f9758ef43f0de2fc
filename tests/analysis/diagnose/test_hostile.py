"""Records that nobody would write: every family answers, under every preset, and no control character makes its way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.analysis.diagnose.run import diagnose
from inspector.engine import Replay
from inspector.policy import load_policy, preset_names
from inspector.transcript import load_messages
from inspector.transcript.model import Compaction, Transcript, Usage
from tests.engine.messages import Api, assistant, call, result, step, user

BAD = "\x1b]0;owned\x07\u202e" + "x" * 300
RECORDS: dict[str, list[Api]] = {
    "empty": [],
    "one message": [user("hello")],
    "a reply alone": [assistant("hello")],
    "calls that wait": [user("go"), assistant(call("a", "read_file", path="a"), call("b"))],
    "results alone": [user(result("a", "x")), user(result("b", "y"))],
    "control characters": [
        user(BAD),
        *[m for at in range(9) for m in step(f"c{at}", f"{BAD}\nname_{at}", BAD[:60], path=BAD, command=BAD)],
        assistant(f"{BAD} name_0 name_1 name_2"),
    ],
    "paths that are none": [
        user("go"),
        *[m for at in range(9) for m in step(f"c{at}", "same words of a result", "read_file", path=["a", 3, None])],
        user("go on"),
    ],
    "one large message": [user("word " * 400_000), assistant("ok"), *step("a", "line\n" * 100_000), user("go on")],
}


@pytest.mark.parametrize("policy", ["recorded", *preset_names()])
@pytest.mark.parametrize("name", RECORDS)
def test_every_family_answers(name: str, policy: str) -> None:
    replay = Replay(load_messages(RECORDS[name]), None if policy == "recorded" else load_policy(policy))
    for each in diagnose(replay).findings:
        assert each.text
        assert all(1 <= request <= replay.requests for request in each.requests)
        assert all(0 <= block < len(replay.transcript.structure.blocks) for block in each.blocks)


def claims(transcript: Transcript) -> Transcript:
    """Compactions at impossible places, and usage that says anything."""
    cuts = (
        Compaction("full", 0, "auto", summary=0, tokens_before=10**15),
        Compaction("full", 3, "auto", summary=None, preserved=(0, 1, 2), tokens_before=0),
        Compaction("micro", 4, "auto", cleared=frozenset({"c0", "nobody"})),
    )
    usages = (Usage(10**12, 0, 0, 1), Usage(), None)
    told = tuple(replace(m, usage=usages[at % 3], model="\x1b[1mmodel") for at, m in enumerate(transcript.messages))
    return replace(transcript, messages=told, compactions=cuts)


@pytest.mark.parametrize("policy", ["recorded", *preset_names()])
def test_claims_of_a_record_are_only_claims(policy: str) -> None:
    transcript = claims(load_messages(RECORDS["control characters"]))
    diagnose(Replay(transcript, None if policy == "recorded" else load_policy(policy)))
