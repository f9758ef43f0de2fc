"""Needs and what views hold of them, worked by hand on small histories."""

from __future__ import annotations

from typing import Any

import pytest

import inspector
from inspector.analysis.recall.needs import Need, grouped, needs_at, recall, recall_at
from inspector.analysis.recall.rereads import rereads
from inspector.engine import Replay
from inspector.long_work import Cancelled
from inspector.policy import load_policy
from tests.cli.histories import call, result, says, user

Messages = list[dict[str, Any]]


def needs(messages: Messages, request: int, policy: str = "recorded") -> dict[str, Need]:
    replay = inspector.replay(inspector.load_messages(messages), policy)
    return {need.text: need for need in needs_at(replay, request)}


def test_what_was_never_seen_is_no_need() -> None:
    assert not needs([user("Go."), says("I make src/new_thing.py with FreshName.")], 1)


def test_typed_words_and_the_agents_own() -> None:
    """The user's path is typed; a name that only the agent has said counts as well."""
    story = [user("Mind lib/core.py."), says("I call it tempName."), user("Good."), says("tempName is in lib/core.py.")]
    found = needs(story, 2)
    assert set(found) == {"tempName", "lib/core.py"}
    assert found["lib/core.py"].typed
    assert not found["tempName"].typed
    assert found["tempName"].block == 1


def test_a_path_is_known_by_its_end_where_that_is_a_path_of_its_own() -> None:
    """`src/app.py` was listed; `old/conf.ini` is another file than `/repo/conf.ini`."""
    story = [
        user("Look."),
        *(call("a", command="ls"), result("a", "src/app.py\nold/conf.ini")),
        call("b", "read", path="/repo/src/app.py", also="/repo/conf.ini"),
    ]
    assert set(needs(story, 2)) == {"src/app.py"}


def test_a_thing_within_another_is_told_once() -> None:
    story = [user("See src/app.py and app.py."), says("app.py, that is src/app.py")]
    assert set(needs(story, 1)) == {"src/app.py"}


def test_what_is_everywhere_is_no_evidence() -> None:
    """Eight of nine messages have it; six are too few to tell."""
    story = [m for _ in range(4) for m in (user("In mainLoop."), says("mainLoop runs."))] + [
        user("So?"),
        says("mainLoop."),
    ]
    assert not needs(story, 5)
    assert set(needs(story[:2] + story[-2:], 2)) == {"mainLoop"}


def test_a_number_counts_with_its_words() -> None:
    story = [user("The port is 8443, with 7000 rows."), says("I take port 8443. It needs 7000 tries.")]
    assert set(needs(story, 1)) == {"8443"}


READS: Messages = [
    user("Find it."),
    *(call("a", "read_file", path="etc/one.ini"), result("a", "alpha_key = 1\nbeta_key = 2")),
    *(m for at in "bcd" for m in (call(at, command=f"echo {at}"), result(at, f"out of {at}"))),
]


def test_a_cleared_result_is_a_miss_and_its_return_costs() -> None:
    """evo-agent keeps three results: request 5 has lost the first. The call of its reply brings it back."""
    story = [
        *READS,
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "What was alpha_key?"},
                {"type": "tool_use", "id": "e", "name": "read_file", "input": {"path": "etc/one.ini"}},
            ],
        },
        result("e", "alpha_key = 1\nbeta_key = 2"),
        says("beta_key it is."),
    ]
    replay = inspector.replay(inspector.load_messages(story), "evo-agent")
    row = recall_at(replay, 5)
    (missed,) = row.missed
    assert (row.needed, row.held, missed.text) == (2, 1, "alpha_key")
    sizes = replay.ledger.blocks
    back = missed.back
    assert back is not None
    assert (back.how, back.size) == ("re-read", sizes[back.block] + sizes[back.block - 1])
    assert recall_at(replay, 6).share == 1.0
    whole = recall(replay)
    assert (whole.needed, whole.held, whole.share) == (3, 2, 2 / 3)
    (group,) = grouped(whole.misses)
    assert (group.requests, group.cost) == ((5,), back.size)
    (again,) = rereads(replay)
    assert (again.message, again.request, again.earlier, again.caused) == (11, 5, 3, True)


def test_nothing_brings_it_back() -> None:
    row = recall_at(inspector.replay(inspector.load_messages([*READS, says("Use alpha_key.")]), "evo-agent"), 5)
    assert [(need.text, need.cost) for need in row.missed] == [("alpha_key", 0)]
    assert row.bound == row.bound_whole == 1


def test_what_is_kept_of_a_cut_result_is_held() -> None:
    """go-tiny-claw keeps both ends of a result that is too long."""
    long = "head_name\n" + "x" * 9_000 + " middle_name " + "x" * 9_000 + "\ntail_name"
    story = [user("Go."), call("a"), result("a", long), says("head_name, middle_name and tail_name")]
    found = needs(story, 2, "go-tiny-claw")
    assert {text: need.held for text, need in found.items()} == {
        "head_name": True,
        "middle_name": False,
        "tail_name": True,
    }


def test_a_summary_holds_what_it_says_word_for_word() -> None:
    class Writes:
        name = "writes"

        def summarise(self, _: object) -> str:
            return "The user wants kept_name."

    story = [
        user("kept_name and lost_name " + "word " * 20_000),
        says("Yes."),
        user("Go."),
        says("kept_name, lost_name"),
    ]
    policy = load_policy("evo-agent")
    replay = Replay(inspector.load_messages(story), policy, Writes())
    assert {need.text: need.held for need in needs_at(replay, 2)} == {"kept_name": True, "lost_name": False}


def test_a_supplied_system_prompt_is_in_every_view() -> None:
    from dataclasses import replace

    transcript = replace(inspector.load_messages([user("Go."), says("Use house_rule.")]), system="house_rule first")
    (need,) = needs_at(inspector.replay(transcript, "recorded"), 1)
    assert (need.held, need.block) == (True, None)
    assert recall_at(inspector.replay(transcript, "recorded"), 1).bound_whole == 1


@pytest.mark.parametrize("messages", [[], [user("")], [says("x")], [call("a", path="a/b.py")], [result("z", "orphan")]])
def test_next_to_nothing(messages: Messages) -> None:
    replay = inspector.replay(inspector.load_messages(messages), "evo-agent")
    found = recall(replay)
    assert (found.needed, found.share, found.bound) == (0, None, None)
    assert rereads(replay) == ()


def test_it_can_be_stopped() -> None:
    replay = inspector.replay(inspector.load_messages(READS), "evo-agent")
    with pytest.raises(Cancelled):
        recall(replay, lambda: True)
    assert recall(replay).needed == 0


def test_requests_that_do_not_exist() -> None:
    replay = inspector.replay(inspector.load_messages(READS), "evo-agent")
    with pytest.raises(ValueError, match="does not exist"):
        recall_at(replay, 99)
