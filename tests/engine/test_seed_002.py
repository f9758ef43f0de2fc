"""evo-agent by its article's own figures: three newest results, 50,000 characters, 80,000 bytes, five files."""

from __future__ import annotations

import json

from inspector.engine import Fate, Replay
from inspector.policy import load_policy
from inspector.transcript import load_messages
from tests.engine.messages import Api, assistant, call, result, step, user
from tests.engine.telling import Telling

POLICY = load_policy("evo-agent")
CLEARED = "[This tool result was cleared to save room. Run the tool again if you need it.]"


def fates(replay: Replay, request: int) -> list[Fate]:
    plan = replay.plan(request)
    return [plan.state(at).fate for at in replay.transcript.structure.results if at < plan.end]


def test_twenty_sites_leave_three_pages() -> None:
    messages = [user("research"), *[m for at in range(20) for m in step(f"t{at}", f"page {at}")]]
    replay = Replay(load_messages(messages), POLICY)
    assert fates(replay, replay.requests) == [Fate.CLEARED] * 17 + [Fate.VERBATIM] * 3
    assert [layer.fired for layer in replay.steps(4).outcomes] == [False, False]
    assert replay.row(5).fired == ("micro",)
    assert replay.steps(21).outcomes[0].changed == (34,)
    assert replay.view(21).messages[2].blocks[0].text == CLEARED


def test_the_last_batch_stays_whole() -> None:
    """Five parallel results have not been seen yet: all of them stay, in one message or in five."""
    names = [f"n{at}" for at in range(5)]
    calls = assistant(*[call(name) for name in names])
    old = [m for at in range(4) for m in step(f"t{at}", "")]
    for results in ([user(*[result(name) for name in names])], [user(result(name)) for name in names]):
        replay = Replay(load_messages([user("go"), *old, calls, *results]), POLICY)
        assert fates(replay, replay.requests) == [Fate.CLEARED] * 4 + [Fate.VERBATIM] * 5


def length(messages: list[Api]) -> int:
    return len(json.dumps(messages, ensure_ascii=False, separators=(",", ":")))


def test_more_than_50_000_characters_become_one_message() -> None:
    messages = [user("目标"), assistant("x"), user("go on")]
    fill = 50_000 - length(messages)
    for more, fired in ((0, ()), (1, ("summary",))):
        messages[0] = user("目标" + "y" * (fill + more))
        replay = Replay(load_messages(messages), POLICY, Telling())
        assert replay.row(2).view == 50_000 if not fired else replay.row(2).fired == fired
        assert replay.row(2).transcript == 50_000 + more
    view = replay.view(2)
    assert [(m.role, m.made is not None) for m in view.messages] == [("user", True)]
    assert view.messages[0].blocks[0].origin == (0, 1, 2)


def test_the_agent_asks_for_a_summary_and_says_what_to_keep() -> None:
    """Whatever the size, at the request after the call is answered; the focus goes to the summariser and into the text."""
    messages = [
        user("refactor " * 60),
        *step("a", "done", "compact", focus="loop.go and its interfaces"),
        assistant("I go on"),
        user("yes"),
    ]
    summariser = Telling()
    replay = Replay(load_messages(messages), POLICY, summariser)
    assert [row.fired for row in replay.rows()] == [(), ("summary",), ()]
    said = replay.view(2).messages[0].blocks[0].text
    assert said == (
        "The conversation so far was compacted. Go on from this summary.\n\n"
        "of 1.1,2.1,3.1 after <> for <loop.go and its interfaces>\n\nKeep in mind above all: loop.go and its interfaces"
    )
    assert [m.role for m in replay.view(3).messages] == ["user", "assistant", "user"]
    assert len(summariser.requests) == 1


def test_five_files_a_re_read_moves_to_the_end() -> None:
    reads = [*"abcdef", "c", "g"]
    messages = [user("read " * 100)]
    for at, name in enumerate(reads):
        messages += step(f"r{at}", "text", "read_file", path=f"{name}.go")
    messages += [*step("w", "ok", "write_file", path="w.go"), *step("s", "ok", "compact")]
    replay = Replay(load_messages(messages), POLICY, Telling())
    text = replay.view(replay.requests).messages[0].blocks[0].text
    listed = [line.removeprefix("- ") for line in text.split("opened again where needed:\n")[1].splitlines()]
    assert listed == ["d.go", "e.go", "f.go", "c.go", "g.go"]


def test_the_state_survives_turns_and_the_second_summary_carries_the_first() -> None:
    messages = [
        user("one " * 100),
        *step("r", "text", "read_file", path="kept.go"),
        *step("s", "ok", "compact"),
        assistant("done"),
        user("two " * 100),
        *step("t", "ok", "compact"),
        assistant("end"),
        user("three"),
    ]
    summariser = Telling()
    replay = Replay(load_messages(messages), POLICY, summariser)
    last = replay.steps(replay.requests)
    assert (last.state.count, len(summariser.requests)) == (2, 2)
    assert last.state.last_summary == "of earlier<of 1.1,2.1,3>,6.1,7.1,8.1,9.1 after <> for <>"
    first = summariser.text(["1.1", "2.1", "3.1", "4.1", "5.1"], "", "")
    assert [request.previous for request in summariser.requests] == ["", ""]
    assert [part.text for part in summariser.requests[1].parts][:3] == [first, "done", "two " * 100]
    view = replay.view(replay.requests)
    assert view.messages[0].blocks[0].text.endswith("- kept.go")
    assert view.messages[0].blocks[0].origin == tuple(range(9))


def test_the_summariser_is_given_the_newest_bytes() -> None:
    messages = [user("旧" * 45_000), assistant("m" * 4_000), user("新" * 10_000)]
    summariser = Telling("short")
    replay = Replay(load_messages(messages), POLICY, summariser)
    assert replay.row(2).fired == ("summary",)
    request = summariser.requests[-1]
    sent = "".join(part.text for part in request.parts)
    whole = "旧" * 45_000 + "m" * 4_000 + "新" * 10_000
    kept = sent.split("left out here.]\n")[-1]
    assert whole.endswith(kept)
    assert len(kept.encode()) <= 80_000 < len(kept.encode()) + 200
    assert request.omitted == len(whole.encode()) - len(kept.encode())


def test_a_waiting_call_is_never_summarised() -> None:
    messages = [user("x" * 60_000), assistant("text", call("a"), call("b")), user(result("a", "1"))]
    replay = Replay(load_messages(messages), POLICY, Telling())
    view = replay.view(2)
    assert [m.origin for m in view.messages] == [None, 1, 2]
    assert [(p.kind, p.block) for p in view.problems] == [("unfinished", 3)]
    assert not view.sendable
