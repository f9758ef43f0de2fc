"""Conversations worked out from prompts: each message once, what was done to them, and which requests are exact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from inspector.transcript import TranscriptError
from inspector.transcript.formats.choice import Choice
from tests.transcript.formats.prompts.talk import RULES, Record, calls, gives, says, told, user, view, words

LONG = "Here is what was done so far: the parser was written, its tests pass, and the printer is missing."


def texts(*records: Record) -> list[str]:
    from tests.transcript.formats.prompts.talk import make

    return [
        " | ".join(b.text or f"call {b.tool_id}" for b in found.blocks) for each in records if (found := make(each))
    ]


def grown(*records: Record) -> list[tuple[list[Record], Record]]:
    """A log of a conversation that only grows: one exchange for each reply in a list of messages."""
    return [(list(records[:at]), each) for at, each in enumerate(records) if each["role"] == "assistant"]


PLAIN = (RULES, user("begin"), calls("t1", "I look."), gives("t1", "one\ntwo"), says("It has two lines."), user("and?"))


def test_messages_are_there_once_in_order() -> None:
    found = told(*grown(*PLAIN, says("done")))
    assert [message.role for message in found.messages] == [
        "system", "user", "assistant", "user", "assistant", "user", "assistant",
    ]  # fmt: skip
    assert (found.compactions, found.sidechains, found.exact) == ((), (), {1, 2, 3})
    assert [message.number for message in found.messages] == [1, 2, 3, 4, 5, 6, 7]


def test_usage_model_and_line_are_those_of_the_reply() -> None:
    found = told(*grown(*PLAIN), sizes=(100, 150))
    replies = [message for message in found.messages if message.role == "assistant"]
    assert [(m.usage.context if m.usage else 0, m.model, m.line) for m in replies] == [(100, "m", 1), (150, "m", 2)]
    assert found.messages[5 - 1 - 1].usage is None


def test_the_request_that_has_no_reply_yet_is_exact_too() -> None:
    assert told(*grown(*PLAIN), (list(PLAIN), None)).exact == {1, 2, 3}


@pytest.mark.parametrize(
    "form",
    [
        {"role": "assistant", "content": [{"type": "text", "text": "fine", "cache_control": {"type": "ephemeral"}}]},
        {"role": "assistant", "content": "fine", "id": "msg_1"},
        {"role": "assistant", "content": [{"type": "text", "text": "fine", "citations": None}]},
    ],
)
def test_a_reply_in_another_form_is_the_same_and_exact(form: Record) -> None:
    found = told(([user("a")], says("fine")), ([user("a"), form, user("b")], says("ok")))
    assert len(found.messages) == 4
    assert found.exact == {1, 2}


def test_a_reply_whose_thinking_was_left_out_is_the_same_but_not_exact() -> None:
    thought = {
        "role": "assistant",
        "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "fine "}],
    }
    found = told(([user("a")], thought), ([user("a"), says("fine"), user("b")], says("ok")))
    assert len(found.messages) == 4
    assert found.messages[1].blocks[0].kind == "thinking"
    assert found.exact == {1}


def test_a_reply_that_was_cut_by_the_client_is_the_same_but_not_exact() -> None:
    reply = says("A long answer that goes on and on, until the client had enough.")
    short = says("A long answer that goes on and on")
    found = told(([user("a")], reply), ([user("a"), short, user("stop")], says("ok")))
    assert [words(m) for m in found.messages] == ["a", words(found.messages[1]), "stop", "ok"]
    assert found.exact == {1}


def test_cache_marks_that_move_change_nothing() -> None:
    marked = {"role": "user", "content": [{"type": "text", "text": "begin", "cache_control": {"type": "ephemeral"}}]}
    found = told(([RULES, marked], says("yes")), ([RULES, user("begin"), says("yes"), user("go")], says("ok")))
    assert (len(found.messages), found.exact) == (5, {1, 2})


def test_replies_that_only_later_prompts_hold() -> None:
    prompts = [list(PLAIN[:2]), list(PLAIN[:4]), list(PLAIN)]
    found = told(*[(each, None) for each in prompts])
    assert len(found.messages) == 6
    assert found.exact == {1, 2, 3}


def test_a_summary_takes_the_place_of_what_it_tells() -> None:
    summary = user("Summary of the conversation so far: " + LONG)
    short = [RULES, summary, PLAIN[5]]
    found = told(
        *grown(*PLAIN, says("more")), (short, says("right")), ([*short, says("right"), user("go")], says("ok"))
    )
    (compaction,) = found.compactions
    assert (compaction.kind, compaction.before, compaction.order, compaction.summary) == ("full", 7, (0, 7, 5), 7)
    assert [block.kind for block in found.messages[7].blocks] == ["summary"]
    assert found.messages[7].author == "client"
    assert view(found, 4) == texts(*short)
    assert view(found, 5) == texts(*short, says("right"), user("go"))
    assert found.exact == {1, 2, 3, 4, 5}


def test_sizes_around_a_compaction_are_those_of_the_requests_beside_it() -> None:
    summary = [RULES, user("Summary of the conversation so far: " + LONG)]
    found = told(*grown(*PLAIN), (summary, says("right")), sizes=(100, 150, 40))
    assert (found.compactions[0].tokens_before, found.compactions[0].tokens_after) == (150, 40)
    assert found.compactions[0].line == 3


def test_the_oldest_messages_are_dropped() -> None:
    kept = [RULES, *PLAIN[4:], says("more"), user("next")]
    found = told(*grown(*PLAIN, says("more")), (kept, says("x")))
    assert found.compactions[0].order == (0, 4, 5, 6)
    assert found.compactions[0].summary is None
    assert view(found, 4) == texts(*kept)


def test_equal_messages_are_told_apart_by_their_place() -> None:
    talk = [user("start"), says("ok"), user("go on"), says("ok"), user("go on"), says("ok"), user("go on")]
    kept = [user("start"), *talk[3:]]
    found = told(*grown(*talk), (talk, says("ok")), ([*kept, says("ok"), user("end")], says("fin")))
    assert found.compactions[0].order == (0, 3, 4, 5, 6, 7)
    assert view(found, 5) == texts(*kept, says("ok"), user("end"))


def test_a_result_with_another_text_was_replaced() -> None:
    second = [*PLAIN[:3], gives("t1", "[cleared]"), *PLAIN[4:]]
    found = told(*grown(*PLAIN), (second, says("x")), ([*second, says("x"), user("y")], says("z")))
    (compaction,) = found.compactions
    assert (compaction.kind, compaction.before, dict(compaction.replaced)) == ("micro", 5, {"t1": "[cleared]"})
    assert view(found, 2) == texts(*PLAIN[:4])
    assert view(found, 3) == texts(*second)
    assert found.exact == {1, 2, 3, 4}


def test_a_result_may_come_back() -> None:
    cleared = [*PLAIN[:3], gives("t1", "[cleared]"), *PLAIN[4:]]
    found = told(*grown(*PLAIN), (cleared, says("x")), ([*PLAIN, says("x"), user("y")], says("z")))
    assert [dict(each.replaced) for each in found.compactions] == [{"t1": "[cleared]"}, {"t1": "one\ntwo"}]
    assert view(found, 4)[3] == "one\ntwo"
    assert found.exact == {1, 2, 3, 4}


def test_dropping_and_clearing_at_once() -> None:
    kept = [RULES, *PLAIN[2:3], gives("t1", "[cut]"), *PLAIN[4:]]
    found = told(*grown(*PLAIN), (kept, says("x")))
    (compaction,) = found.compactions
    assert (compaction.kind, dict(compaction.replaced)) == ("full", {"t1": "[cut]"})
    assert view(found, 3) == texts(*kept)
    assert 3 in found.exact


def test_a_new_message_between_old_ones_is_the_clients() -> None:
    inserted = [*PLAIN[:4], user("<note>keep to the plan</note>"), *PLAIN[4:]]
    found = told(*grown(*PLAIN), (inserted, says("x")))
    assert found.messages[5].author == "client"
    assert view(found, 3) == texts(*inserted)


def test_what_a_person_said_may_lose_a_reminder_of_the_client() -> None:
    content = [
        {"type": "text", "text": "<system-reminder>be kind</system-reminder>"},
        {"type": "text", "text": "hello"},
    ]
    found = told(
        ([{"role": "user", "content": content}], says("hi")), ([user("hello"), says("hi"), user("b")], says("c"))
    )
    assert (len(found.messages), found.exact) == (4, {1})


def test_a_summariser_in_the_same_conversation_is_apart() -> None:
    order = user("Your task is to summarise this conversation.")
    answer = says(f"<analysis>long</analysis><summary>{LONG}</summary>")
    short = [RULES, user(f"This session is being continued. {LONG}"), user("go on")]
    found = told(*grown(*PLAIN), ([*PLAIN, order], answer), (short, says("x")))
    assert [(each.title, each.messages) for each in found.sidechains] == [("summariser", 8)]
    assert "summarise" not in " ".join(map(words, found.messages))
    assert view(found, 3) == texts(*short)
    assert found.exact == {1, 2, 3}


def test_a_summariser_with_rules_of_its_own_is_apart() -> None:
    own = [{"role": "system", "content": "You summarise."}, user("summarise: begin, It has two lines.")]
    short = [RULES, user(f"Before: {LONG}"), user("go on")]
    found = told(*grown(*PLAIN), (own, says(LONG)), (short, says("x")))
    assert [each.title for each in found.sidechains] == ["summariser"]
    assert found.compactions[0].summary == 5
    apart = told(*grown(*PLAIN), (own, says(LONG)), (short, says("x")), choice=Choice(sidechain=found.sidechains[0].id))
    assert [words(each) for each in apart.messages] == ["You summarise.", "summarise: begin, It has two lines.", LONG]


def test_what_is_typed_about_a_summary_is_typed() -> None:
    """The oldest messages were dropped, and a person asks for a summary: that is none."""
    kept = [RULES, *PLAIN[4:], says("more"), user("Write a summary of the file.")]
    found = told(*grown(*PLAIN, says("more")), (kept, says("x")))
    assert (found.compactions[0].summary, found.messages[7].author) == (None, "human")
    again = [RULES, user("begin"), user("Give me a summary instead.")]
    taken_back = told(*grown(*PLAIN, says("more")), (again, says("x")))
    assert taken_back.compactions[0].summary is None


def test_another_session_under_the_same_rules_is_no_compaction() -> None:
    other = [RULES, user("Can you write a summary of this article? It is about ports.")]
    found = told(*grown(*PLAIN, says("more")), (other, says("x")))
    assert (len(found.messages), [each.messages for each in found.sidechains]) == (7, [3])


def test_a_title_is_asked_with_other_rules_and_the_same_first_message() -> None:
    title = [{"role": "system", "content": "Write a title."}, user("begin")]
    found = told((title, says("Beginnings")), *grown(*PLAIN), models=("small", "m", "m"))
    assert [each.messages for each in found.sidechains] == [3]
    assert len(found.messages) == 5


def test_a_question_asked_aside_is_apart() -> None:
    aside = [*PLAIN[:5], user("Is this a new topic?")]
    found = told(*grown(*PLAIN), (aside, says("no")), (list(PLAIN), says("x")))
    assert [(each.id, each.messages) for each in found.sidechains] == [("aside-3", 7)]
    assert (found.compactions, len(found.messages), found.exact) == ((), 7, {1, 2, 3})


def test_a_subagent_is_apart() -> None:
    rules: Record = {"role": "system", "content": "You search."}
    inner = grown(rules, user("find it"), calls("s1"), gives("s1", "here"), says("found"))
    outer = grown(*PLAIN, says("end"))
    found = told(outer[0], *inner, *outer[1:])
    assert [(each.title, each.messages) for each in found.sidechains] == [("find it", 5)]
    assert found.exact == {1, 2, 3}


def test_a_subagent_belongs_to_the_call_that_asked_it() -> None:
    rules: Record = {"role": "system", "content": "You search."}
    inner = [rules, user("Find all the ports."), says("There are two.")]
    outer = [RULES, user("begin"), calls("t7", prompt="Find all the ports."), gives("t7", "two"), says("two")]
    found = told(*grown(*outer[:3]), *grown(*inner), *grown(*outer)[1:])
    assert [each.parent_tool_id for each in found.sidechains] == ["t7"]


def test_many_short_conversations_take_no_square() -> None:
    """Two thousand questions under the same rules, none going on with another."""
    found = told(*[([RULES, user(f"question {at}")], says(f"answer {at}")) for at in range(2_000)])
    assert (len(found.messages), len(found.sidechains)) == (3, 1_999)


def test_many_results_that_stay_cleared_take_no_square() -> None:
    talk: list[Record] = [RULES, user("begin")]
    log: list[tuple[list[Record], Record]] = []
    for at in range(300):
        reply = calls(f"t{at}")
        log.append((list(talk), reply))
        if at:
            talk[-1] = gives(f"t{at - 1}", "[cleared]")
        talk += [reply, gives(f"t{at}", f"{at}")]
    found = told(*log)
    assert len(found.exact) == 300
    assert sum(len(each.replaced) for each in found.compactions) == 298


def test_a_system_prompt_that_changes_is_a_message_of_its_own() -> None:
    later: Record = {"role": "system", "content": "You are careful. It is Tuesday."}
    second = [later, *PLAIN[1:4]]
    found = told((list(PLAIN[:2]), PLAIN[2]), (second, says("x")), ([*second, says("x"), user("y")], says("z")))
    assert [m.role for m in found.messages].count("system") == 2
    assert view(found, 2) == texts(*second)
    assert found.exact == {1, 2, 3}


def test_a_mark_that_differs_in_each_request_is_no_change() -> None:
    prompts = [[{"role": "system", "content": f"x-billing: cch={n}a; You are careful."}, user("a")] for n in range(2)]
    found = told((prompts[0], says("b")), ([*prompts[1], says("b"), user("c")], says("d")))
    assert (found.compactions, len(found.messages)) == ((), 5)


def test_the_same_prompt_twice_has_two_replies() -> None:
    found = told(([user("a")], says("first try")), ([user("a")], says("second try")))
    assert [words(each) for each in found.messages] == ["a", "first try", "second try"]
    assert view(found, 2) == ["a"]
    assert found.exact == {1, 2}


def test_there_is_no_such_sidechain() -> None:
    with pytest.raises(TranscriptError):
        told(([user("a")], says("b")), choice=Choice(sidechain="nobody"))


def test_nothing_at_all() -> None:
    assert told().messages == ()
    assert told(([], None)).messages == ()
    assert told(([], says("a")), ([], says("b"))).messages


def shapes(seed: int) -> list[tuple[Sequence[Record], Record]]:
    """A random session whose client drops, clears, inserts, summarises and repeats."""
    import random

    chance = random.Random(seed)
    prompt: list[Any] = [RULES, user("begin")]
    log: list[tuple[Sequence[Record], Record]] = []
    for step in range(30):
        reply = calls(f"t{step}", "ok") if chance.random() < 0.6 else says(chance.choice(["ok", f"said {step}"]))
        log.append((list(prompt), reply))
        result = gives(f"t{step}", f"output {step}\nmore") if isinstance(reply["content"], list) else user("go on")
        prompt = [*prompt, reply, result]
        prompt = chance.choice([_same, _same, _same, _drop, _clear, _insert, _summarise])(prompt, chance, step)
    return log


def _same(prompt: list[Any], chance: Any, step: int) -> list[Any]:
    return prompt


def _drop(prompt: list[Any], chance: Any, step: int) -> list[Any]:
    at = chance.randrange(1, len(prompt) - 1)
    return [prompt[0], *prompt[at:]]


def _clear(prompt: list[Any], chance: Any, step: int) -> list[Any]:
    at = chance.randrange(len(prompt) - 1)
    content = prompt[at]["content"]
    if not isinstance(content, list) or content[0]["type"] != "tool_result":
        return prompt
    return [*prompt[:at], gives(content[0]["tool_use_id"], f"[cleared {step}]"), *prompt[at + 1 :]]


def _insert(prompt: list[Any], chance: Any, step: int) -> list[Any]:
    at = chance.randrange(1, len(prompt))
    return [*prompt[:at], user(f"note {step}"), *prompt[at:]]


def _summarise(prompt: list[Any], chance: Any, step: int) -> list[Any]:
    at = chance.randrange(1, len(prompt) - 1)
    return [prompt[0], user(f"Summary of the conversation so far ({step})"), *prompt[at:]]


@pytest.mark.parametrize("seed", range(60))
def test_every_view_is_the_prompt_that_was_logged(seed: int) -> None:
    log = shapes(seed)
    found = told(*log)
    shown = {tuple(view(found, request)) for request in found.exact}
    assert not found.sidechains or len(found.sidechains) < 6
    asked = {tuple(texts(*prompt)) for prompt, _ in log}
    assert shown <= asked
    assert len(found.exact) >= len(log) - 2 * len(found.sidechains) - 1
