"""pi, Oh My Pi and OpenClaw sessions: what each record becomes, and what the agent saw."""

from __future__ import annotations

from pathlib import Path

import inspector
from inspector.transcript.model import Transcript
from tests.transcript.formats.fixtures_pi import Pi, claw, everything, first_version, oh_my_pi


def loaded(pi: Pi, folder: Path, **choice: str) -> Transcript:
    return inspector.load(pi.write(folder / "session.jsonl"), **choice)


def said(transcript: Transcript) -> list[str]:
    return ["".join(block.text for block in message.blocks) for message in transcript.messages]


def seen(transcript: Transcript, request: int) -> list[int | None]:
    """Positions of the messages of a recorded view, in order."""
    return [message.origin for message in inspector.replay(transcript).view(request).messages]


def test_every_entry_of_a_session(tmp_path: Path) -> None:
    found = loaded(everything(), tmp_path)
    assert (found.format, found.session, found.title) == ("pi", "5e55-1", "tide tables")
    assert [message.author for message in found.messages[:6]] == ["client", "human", "model", "tool", "model", "client"]
    assert said(found)[6] == "Ran `ls`\n```\ntides.csv\n```"
    assert "SECRET" not in "".join(said(found))
    assert found.messages[0].extra["session"]["parentSession"].endswith("old.jsonl")
    assert found.report.problems == ()
    assert [(branch.leaf, branch.messages, branch.title) for branch in found.branches] == [
        ("e000000a", 7, "and the day after?")
    ]


def test_the_first_version_has_no_ids_and_counts_records(tmp_path: Path) -> None:
    found = loaded(first_version(), tmp_path)
    assert said(found)[3:5] == ["Two buoys.", "no faults"]
    assert seen(found, 3) == [5, 3, 4, 6]
    assert found.compactions[0].tokens_before == 566


def test_a_subagent_of_oh_my_pi_has_its_system_prompt(tmp_path: Path) -> None:
    found = loaded(oh_my_pi(), tmp_path)
    assert (found.format, found.title) == ("oh-my-pi", "Survey, done")
    assert (found.messages[0].role, said(found)[0]) == ("system", "You survey.Be exact.")
    assert found.tools == ({"name": "read"}, {"name": "bash"})
    assert seen(found, 2) == [0, 5, 4, 6]
    assert seen(found, 3) == [0, 8]


def test_a_reset_of_openclaw(tmp_path: Path) -> None:
    found = loaded(claw(), tmp_path)
    assert found.format == "openclaw"
    assert said(found)[3:] == ["It is shut.", "who was there?", "good evening"]
    assert seen(found, 3) == [3, 4, 5]
