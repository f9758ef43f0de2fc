"""What Codex went on with after it compacted: from the record, by its own rule, or not known."""

from __future__ import annotations

import json
from pathlib import Path

import inspector
from inspector.transcript import Transcript
from tests.transcript.cc import kinds
from tests.transcript.formats.doubted import doubts
from tests.transcript.formats.fixtures_codex import (
    AGENTS,
    PLACE,
    PREFIX,
    RIGHTS,
    SEALED,
    Rollout,
    message,
    opened,
)

NEW_RIGHTS = "<permissions instructions>\nwrite\n</permissions instructions>"


def view(transcript: Transcript, request: int) -> list[str]:
    """The first words of every message that a request had, or the kind of its first block."""
    shown = inspector.replay(transcript).view(request).messages
    return [(m.blocks[0].text.split("\n")[0] or transcript.messages[m.origin or 0].blocks[0].kind) for m in shown]


def remote(estimate: int = 1826, prompt: int = 2810) -> Rollout:
    """Two prompts, a compaction by the provider while the second is worked on, and a reply after it."""
    rollout = opened(Rollout(base_instructions={"text": "rules"}))
    rollout.typed("first")
    rollout.reply("one")
    rollout.tokens(8000)
    rollout.end()
    rollout.turn(2)
    rollout.typed("second")
    rollout.calls("c1")
    rollout.output("c1")
    rollout.tokens(9000, output=40)
    items = [message("user", "first"), message("developer", NEW_RIGHTS), message("user", AGENTS, PLACE)]
    rollout.compacted([*items, message("user", "second"), SEALED], estimate=estimate)
    rollout.reply("two")
    rollout.tokens(prompt)
    return rollout


def test_equal_items_are_the_earlier_messages_and_others_are_brought(tmp_path: Path) -> None:
    found = remote().load(tmp_path)
    (compaction,) = found.compactions
    texts = [m.blocks[0].text.split("\n")[0] for m in found.messages]
    assert texts[:6] == ["rules", RIGHTS.split("\n")[0], AGENTS.split("\n")[0], "first", "one", "second"]
    assert compaction.before == 8
    assert compaction.order == (0, 3, 8, 2, 5, 9)
    assert (compaction.summary, compaction.rest, compaction.line) == (9, 10, 19)
    assert [(m.role, m.author) for m in found.messages[8:10]] == [("developer", "client"), ("user", "client")]
    assert view(found, 3) == [
        "rules",
        "first",
        NEW_RIGHTS.split("\n", maxsplit=1)[0],
        AGENTS.split("\n")[0],
        "second",
        "opaque",
    ]


def test_before_the_compaction_everything_was_there(tmp_path: Path) -> None:
    assert view(remote().load(tmp_path), 2)[3:] == ["first", "one", "second"]


def test_an_encrypted_summary_is_an_opaque_block_with_a_size(tmp_path: Path) -> None:
    found = remote().load(tmp_path)
    block = found.messages[9].blocks[0]
    assert (block.kind, block.text, block.api) == (
        "opaque",
        "",
        {"type": "compaction", "id": "cmp_1", "encrypted_bytes": 305},
    )


def test_zeros_after_a_compaction_are_an_estimate_and_no_usage(tmp_path: Path) -> None:
    """openclaw/openclaw#66263: the estimate, marked as such; not 0, and not the size before."""
    found = remote(estimate=18_326).load(tmp_path)
    (compaction,) = found.compactions
    assert (compaction.tokens_before, compaction.tokens_after) == (9040, 18_326)
    assert compaction.estimated
    assert [m.usage and m.usage.context for m in found.messages if m.role == "assistant"] == [8000, 9000, 2810]


def test_without_an_estimate_the_size_is_unknown(tmp_path: Path) -> None:
    """openclaw/openclaw#66263: unknown stays unknown, before a first request too."""
    rollout = opened(Rollout())
    rollout.typed("first")
    rollout.compacted([message("user", "first"), SEALED])
    (compaction,) = rollout.load(tmp_path).compactions
    assert (compaction.tokens_before, compaction.tokens_after, compaction.estimated) == (None, None, False)


def test_equal_prompts_keep_their_order_and_the_newest_stay(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    for number in range(3):
        rollout.typed("go on")
        rollout.reply(f"step {number}")
    rollout.compacted([message("user", "go on"), message("user", "go on"), SEALED])
    (compaction,) = rollout.load(tmp_path).compactions
    assert compaction.order == (4, 6, 8)


def test_a_message_that_was_cut_is_brought_by_the_client(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.typed("a very long prompt")
    rollout.compacted([message("user", "a very…3 tokens truncated…prompt"), SEALED])
    rollout.reply("on it")
    found = rollout.load(tmp_path)
    assert [m.author for m in found.messages] == ["client", "client", "human", "client", "client", "model"]
    assert found.compactions[0].order == (3, 4)
    assert len(found.structure.turn_starts) == 1


def test_items_of_the_model_that_a_compaction_keeps(tmp_path: Path) -> None:
    """An answer alone is that answer; one item of a reply with calls keeps more than the record says; a new one is no reply."""
    rollout = opened(Rollout())
    rollout.typed("first")
    rollout.reply("one")
    rollout.tokens(100)
    rollout.reply("two")
    rollout.calls("c1")
    rollout.output("c1")
    items = [{**message("assistant", text), "phase": "final_answer"} for text in ("one", "two", "three")]
    rollout.compacted([*items, SEALED])
    found = rollout.load(tmp_path)
    (compaction,) = found.compactions
    assert compaction.order == (3, 4, 6, 7)
    assert compaction.doubtful == {4}
    assert "one item of a reply" in compaction.doubt
    assert (found.messages[6].role, found.messages[6].author, found.structure.requests) == ("assistant", "client", 3)


def test_a_summary_in_words_is_a_summary(tmp_path: Path) -> None:
    """NousResearch/hermes-agent#86234: no ordinary message of the user, and all of its text is there."""
    words = f"{PREFIX}\nthe parser was ported"
    rollout = opened(Rollout())
    rollout.typed("first")
    rollout.compacted([message("user", "first"), message("user", words)], words)
    found = rollout.load(tmp_path)
    last = found.messages[-1]
    assert (last.author, last.blocks[0].kind, last.blocks[0].text) == ("client", "summary", words)
    assert found.compactions[0].summary == 3


def test_quoting_a_summary_is_typing(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.typed(f"What does this mean: {PREFIX}")
    assert rollout.load(tmp_path).messages[-1].author == "human"


def test_without_a_replacement_codexs_own_rule_is_followed_and_doubted(tmp_path: Path) -> None:
    """The newest 20,000 tokens of typed messages (4 bytes each), the oldest of them cut to fit; then the summary."""
    rollout = opened(Rollout(base_instructions={"text": "rules"}))
    for name, size in (("gone", 4_000), ("cut", 60_000), ("kept", 40_000)):
        rollout.typed(name + "x" * (size - len(name)))
        rollout.reply("yes")
    rollout.compacted(None, f"{PREFIX}\nso far")
    rollout.reply("on")
    found = rollout.load(tmp_path)
    (compaction,) = found.compactions
    assert compaction.order == (0, 1, 2, 5, 7, 9)
    assert compaction.summary == 9
    assert compaction.doubtful == {1, 2, 5, 7}
    assert "20,000 tokens" in compaction.doubt
    assert doubts(found, 4) == {1, 2, 5, 7}
    assert found.messages[9].blocks[0].kind == "summary"


def test_an_empty_summary_is_told_as_codex_tells_it(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.typed("first")
    rollout.compacted(None)
    assert rollout.load(tmp_path).messages[-1].blocks[0].text == "(no summary available)"


def test_a_summary_that_was_taken_out_is_missed(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.typed("first")
    rollout.compacted([message("user", "first")])
    (compaction,) = rollout.load(tmp_path).compactions
    assert (compaction.order, compaction.summary, compaction.rest) == ((2,), None, 3)
    assert "no summary" in compaction.doubt


def test_a_second_compaction_starts_from_what_the_first_left(tmp_path: Path) -> None:
    rollout = remote()
    rollout.typed("third")
    rollout.compacted([message("user", "second"), message("developer", NEW_RIGHTS), message("user", "third"), SEALED])
    found = rollout.load(tmp_path)
    assert found.compactions[1].order == (0, 5, 8, 11, 12)


def test_who_asked_for_it(tmp_path: Path) -> None:
    """A turn of its own, in which nothing is said, was asked for; while it runs that is not known yet."""
    rollout = opened(Rollout())
    rollout.typed("first")
    rollout.reply("one")
    rollout.end()
    rollout.turn(2)
    rollout.compacted([message("user", "first"), SEALED])
    assert rollout.load(tmp_path).compactions[0].trigger == ""
    rollout.end(2)
    assert rollout.load(tmp_path).compactions[0].trigger == "manual"
    assert remote().load(tmp_path).compactions[0].trigger == "auto"


def test_a_damaged_record_of_a_compaction(tmp_path: Path) -> None:
    """Dicklesworthstone/coding_agent_session_search#427: cut at 2,500 bytes; the compaction is shown, the rest is read."""
    rollout = opened(Rollout(base_instructions={"text": "rules"}))
    rollout.typed("first")
    rollout.reply("one")
    whole = rollout.add("compacted", {"message": "", "replacement_history": [message("user", "x" * 9000), SEALED]})
    rollout.records[-1] = json.dumps(whole)[:2500]
    rollout.event("context_compacted")
    rollout.typed("second")
    rollout.reply("two")
    found = rollout.load(tmp_path)
    assert kinds(found) == ["damaged", "damaged"]
    (compaction,) = found.compactions
    assert (compaction.before, compaction.summary) == (5, None)
    assert compaction.doubtful == {1, 2, 3, 4}
    assert "cannot be read" in compaction.doubt
    assert view(found, 2)[-3:] == ["first", "one", "second"]
    assert doubts(found, 2) == {1, 2, 3, 4}
