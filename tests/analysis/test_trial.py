"""Summarisers tried out on one cut: what stands before it stays, what it does to the view is told."""

from __future__ import annotations

from inspector.analysis.cuts import cuts
from inspector.analysis.generations import generations
from inspector.analysis.trial import try_out
from inspector.analysis.tried import try_all
from inspector.engine import Replay
from inspector.engine.summariser import SummaryRequest
from tests.analysis.chats import Facts, policy, session


class Long:
    name = "long"

    def summarise(self, request: SummaryRequest) -> str:
        return "words " * 2_000


def test_another_summary_in_the_same_place() -> None:
    """The view before request 4: the summary, messages 5 to 7; after it: the new summary and message 7."""
    replay = Replay(session(), policy(), Facts())
    chain = cuts(replay, 4)
    trial = try_out(chain[-1], replay, Facts(forget="FACT-alpha"), len, chain=chain)
    assert trial.text == "kept: FACT-beta FACT-gamma"
    assert trial.usable
    assert trial.after == len("kept: FACT-beta FACT-gamma") + len("FACT-delta ") + 300
    assert (
        trial.before
        == len("kept: FACT-alpha FACT-beta") + len("FACT-gamma ") + len("noted gamma ") + len("FACT-delta ") + 900
    )


def test_what_makes_the_view_larger_is_not_used() -> None:
    replay = Replay(session(), policy(), Facts())
    chain = cuts(replay, 3)
    trial = try_out(chain[-1], replay, Long(), len, chain=chain)
    assert not trial.usable
    assert "would not be smaller" in trial.reason
    assert trial.after == trial.before


def test_who_wrote_the_chain_is_not_asked_again() -> None:
    writer = Facts()
    tried = try_all(Replay(session(), policy(), writer), 5, [writer, Facts("FACT-beta")], audit=True)
    assert len(writer.asked) == 3
    assert [trial.name for trial in tried.trials] == ["facts", "facts"]
    assert "FACT-beta" not in tried.trials[1].text
    assert all(trial.audit is not None for trial in tried.trials)


def test_without_asking_nobody_is_asked() -> None:
    writer, other = Facts(), Facts()
    tried = try_all(Replay(session(), policy(), writer), 5, [writer, other], ask=False)
    assert other.asked == []
    assert [trial.text for trial in tried.trials] == ["", ""]
    assert "FACT-gamma" in tried.prompt.user


def test_what_a_later_summary_lost_is_known() -> None:
    """The second summariser forgets the path from its second summary on."""

    class Paths:
        name = "paths"

        def summarise(self, request: SummaryRequest) -> str:
            return "Work on src/parse.py goes on." if request.number == 2 else f"Step {request.number} is done."

    chain = cuts(Replay(_with_paths(), policy(), Paths()))
    told = generations(chain)
    lost = [each for each in told.survivals if each.item.text.endswith("src/parse.py")]
    assert [each.lost for each in lost] == [2]
    assert told.share(1, 2) == 0.0


def _with_paths():  # type: ignore[no-untyped-def]
    from inspector.transcript import load_messages
    from tests.analysis.chats import PAD

    made = [{"role": "user", "content": f"Fix src/parse.py please. {PAD}"}]
    for number in range(5):
        made.append({"role": "assistant", "content": f"step {number} {PAD}"})
        made.append({"role": "user", "content": f"next {number} {PAD}"})
    return load_messages(made)
