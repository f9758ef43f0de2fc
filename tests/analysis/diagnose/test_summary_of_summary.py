"""summary-of-summary: worked by hand on four turns with one fact each; before requests 2, 3 and 4 everything is summarised."""

from __future__ import annotations

from dataclasses import replace

from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.run import diagnose
from inspector.engine import Replay
from inspector.engine.summariser import Summariser, SummaryRequest
from inspector.transcript import load_messages
from inspector.transcript.model import Block, Compaction, Held, Transcript
from tests.analysis.chats import Facts, policy, session
from tests.engine.messages import assistant, user

RULE = "Never touch the file src/billing/ledger.py."


class Says:
    """Says one text before request 2, and another later."""

    name = "says"

    def __init__(self, first: str, later: str) -> None:
        self.first, self.later = first, later

    def summarise(self, request: SummaryRequest) -> str:
        return self.first if request.number == 2 else self.later


def found(
    summariser: Summariser | None, previous: str = "update", start: int = 700, transcript: Transcript | None = None
) -> tuple[Finding, ...]:
    replay = Replay(transcript or session(), policy(previous, start), summariser)
    return diagnose(replay, ["summary-of-summary"]).findings


def typed() -> Transcript:
    """A rule in the first message; then three answers and prompts of 300 characters each."""
    pad = "x" * 700
    return load_messages([user(RULE + " " + pad), assistant(pad), user(pad), assistant(pad), user("go on")])


def test_three_in_each_other_show_whatever_they_hold() -> None:
    """Nothing is lost: each one says all facts again. Every message has over 300 characters, three are over 700."""
    (one,) = found(Facts())
    assert (one.severity, one.requests) == ("note", (2, 3, 4))
    assert (one.evidence["generations"], one.evidence["lost"]) == (3, 0)


def test_a_rule_that_the_second_one_leaves_out_shows() -> None:
    """Two summaries: before request 1 the history has one message of more than 700 characters and nothing can go; before 2
    messages 1 and 2 are replaced, before 3 that summary and messages 3 and 4. The second forgets the rule of message 1."""
    (one,) = found(Says(f"The user said: {RULE}", "Nothing much."), transcript=typed())
    assert one.severity == "warning"
    assert one.requests == (2, 3)
    assert one.evidence["typed_lost"] == 1
    assert one.blocks[0] == 0
    assert "durable" in one.change


def test_summaries_that_are_not_written_are_counted() -> None:
    """Every request from 2 on is over 700 characters: its newest message alone has 311, and so has the one before."""
    (one,) = found(None)
    assert (one.severity, one.requests, one.evidence["read"]) == ("note", (2, 3, 4, 5), 0)
    assert "not written" in one.text


def test_two_that_lose_nothing_do_not_show() -> None:
    assert not found(Says(f"The user said: {RULE}", f"Still: {RULE}"), transcript=typed())


def test_one_that_is_carried_on_word_for_word_does_not_show() -> None:
    """Three summaries, but none is made of another: each stays beside the next."""
    assert not found(Facts(), "carry")


def test_views_that_are_made_afresh_have_no_chain() -> None:
    replay = Replay(session(), replace(policy(), state="per_request"), Facts())
    assert not diagnose(replay, ["summary-of-summary"]).findings


def test_a_rule_that_was_said_again_is_not_lost() -> None:
    """The second summary forgets it, but the last message, which stays, says it again."""
    again = replace(typed())
    pad = "x" * 700
    again = load_messages([user(RULE + " " + pad), assistant(pad), user(pad), assistant(pad), user(RULE)])
    for one in found(Says(f"The user said: {RULE}", "Nothing much."), transcript=again):
        assert one.evidence["typed_lost"] == 0


def recorded(second: str) -> Transcript:
    """The agent's own: a summary at message 3 and another at message 6; request 2 and 4 come right after them."""
    messages = [
        user(RULE),
        assistant("ok"),
        user(f"The user said: {RULE}"),
        assistant("well"),
        user("go on"),
        user(second),
        assistant("done"),
        user("thanks"),
    ]
    transcript = load_messages(messages)
    compactions = (Compaction("full", before=2, summary=2), Compaction("full", before=5, summary=5))
    said = [_summary(m.blocks[0].text) if at in (2, 5) else m.blocks[0] for at, m in enumerate(transcript.messages)]
    changed = tuple(
        replace(m, blocks=(block,), author="client" if block.kind == "summary" else m.author)
        for m, block in zip(transcript.messages, said, strict=True)
    )
    return replace(transcript, messages=changed, compactions=compactions)


def _summary(text: str) -> Block:
    return Block("summary", Held(text, {"type": "text", "text": text}))


def test_the_agents_own_second_summary_that_forgets_shows() -> None:
    (one,) = diagnose(Replay(recorded("Nothing much.")), ["summary-of-summary"]).findings
    assert (one.severity, one.requests) == ("warning", (2, 3))
    assert one.evidence["typed_lost"] == 1


def test_the_agents_own_second_summary_that_remembers_does_not_show() -> None:
    assert not diagnose(Replay(recorded(f"Still: {RULE}")), ["summary-of-summary"]).findings
