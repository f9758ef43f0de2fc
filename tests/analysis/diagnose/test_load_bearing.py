"""load-bearing-cleared: what left the view just before it was named. evo-agent keeps the newest 3 results, so by hand: result n
is cleared at the request after result n + 3 came in."""

from __future__ import annotations

from dataclasses import replace

from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.run import diagnose
from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.transcript import load_messages
from inspector.transcript.model import Compaction
from tests.engine.messages import Api, assistant, step, user

NAMES = ("resolve_ledger", "split_invoice", "TaxRounding")
CODE = "\n".join(f"def of {name}: body of this part of the file" for name in NAMES)
USES = "The fault is where resolve_ledger hands split_invoice to TaxRounding."


def found(messages: list[Api], policy: str = "evo-agent", *compactions: Compaction) -> tuple[Finding, ...]:
    transcript = replace(load_messages(messages), compactions=compactions)
    replay = Replay(transcript, load_policy(policy) if policy else None)
    return diagnose(replay, ["load-bearing-cleared"]).findings


def session(first: str, others: int, last: str) -> list[Api]:
    """One result, so many others, and an answer."""
    steps = [step("c0", first, "read_file", path="src/a.py")]
    steps += [
        step(f"c{at}", f"nothing of note, part {at}", "bash", command=f"look {at}") for at in range(1, others + 1)
    ]
    return [user("the task"), *(message for each in steps for message in each), assistant(last), user("go on")]


def test_a_result_that_is_cleared_and_named_at_once_shows() -> None:
    """Results 1 to 4 are in the history of request 5: the first (3.1, position 2) is cleared there, and reply 5 names three."""
    (one,) = found(session(CODE, 3, USES))
    assert (one.severity, one.requests, one.blocks) == ("note", (5,), (2,))
    assert (one.evidence["layer"], one.evidence["things"]) == ("micro", 3)
    assert set(one.evidence["worst_needed"]) == set(NAMES)  # type: ignore[arg-type]
    assert "keep_recent_results 3 → 4" in one.change


def test_a_result_that_the_agent_itself_summarised_away_shows() -> None:
    """Summary at message 4 (position 3): request 2 has neither call nor result, and its reply names three things of it."""
    messages = [
        user("the task"),
        *step("c0", CODE, "read_file", path="src/a.py"),
        user("A file was read."),
        assistant(USES),
        user("go on"),
    ]
    (one,) = found(messages, "", Compaction("full", before=3, summary=3))
    assert (one.requests, one.blocks) == ((2,), (2,))
    assert "summarised" in one.text


def test_a_result_that_nobody_names_does_not_show() -> None:
    assert not found(session(CODE, 3, "The fault is somewhere else."))


def test_a_result_that_the_view_still_holds_does_not_show() -> None:
    """Three results: all of them stay."""
    assert not found(session(CODE, 2, USES))


def test_a_result_that_was_needed_long_after_it_left_does_not_show() -> None:
    """Cleared at request 5; reply 15 names it, more than eight requests later."""
    assert not found(session(CODE, 13, USES))


def test_names_that_stand_in_another_place_of_the_view_do_not_show() -> None:
    """The task itself names them."""
    messages = session(CODE, 3, USES)
    messages[0] = user(f"the task is about {', '.join(NAMES)}")
    assert not found(messages)


def test_one_name_alone_does_not_show() -> None:
    assert not found(session(CODE, 3, "The fault is in resolve_ledger."))
