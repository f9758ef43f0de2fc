"""Steps that change no fixed input: tools loaded in a result, marks of an output, reasoning with its envelope."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.meter.provider import charges
from inspector.meter.provider.fixed import MORE
from inspector.transcript.model import Block, Held, Message, Transcript, Usage
from tests.meter.histories import call, message, result, text, thinking


def reply(
    number: int, prompt: int, output: int, *blocks: Block, reasoning: int = 0, model: str = "claude-x"
) -> Message:
    made = message(*blocks, role="assistant", number=number)
    usage = Usage(uncached_input=prompt, output=output, reasoning=reasoning)
    return replace(made, usage=usage, model=model, author="model")


def references(*names: str) -> Block:
    """The answer of a search for tools: their names; what the provider puts there are their definitions."""
    content = [{"type": "tool_reference", "tool_name": name} for name in names]
    return Block("tool_result", Held("", {"type": "tool_result", "tool_use_id": "t", "content": content}), "t")


def searched(found: Block) -> Transcript:
    """2,200 tokens come with the result of a search, and stay."""
    return Transcript(
        "test",
        (
            message(text("Go on. " * 10), number=1),
            reply(2, 1_000, 100, call("ToolSearch", {"query": "select:TaskCreate"}, "t")),
            message(found, number=3),
            reply(4, 1_000 + 100 + 2_200, 50, text("word " * 40)),
            message(text("thanks " * 20), number=5),
            reply(6, 3_300 + 50 + 30, 40, text("word " * 30)),
        ),
    )


def test_definitions_of_tools_are_charged_to_the_result_that_loads_them() -> None:
    found = charges(searched(references("TaskCreate", "TaskUpdate")))
    assert found.messages[1:5] == (100, 2_200, 50, 30)
    (fixed,) = found.fixed
    assert (fixed.jumps, fixed.spread) == ((), 0)


def test_the_same_without_references_is_no_message_of_that_size() -> None:
    found = charges(searched(result("TaskCreate", "t")))
    assert found.messages[2] is None
    (jump,) = found.fixed[0].jumps
    assert jump.request == 2
    assert jump.tokens > 2_000


def test_such_a_step_says_nothing_of_prices() -> None:
    """The factors are those of a session in which that result was never there."""
    plain = searched(references("TaskCreate"))
    without = charges(replace(plain, messages=(*plain.messages[:2], *plain.messages[3:])))
    found = charges(plain)
    assert found.calibration.fit.steps == without.calibration.fit.steps - 1
    assert found.scale.tokens < 3


@pytest.mark.parametrize(("grown", "change"), [(258, 0), (237, 0), (150, None)])
def test_an_output_may_have_marks_that_are_not_sent_on(grown: int, change: int | None) -> None:
    """An output of 263 tokens and a result of some 20: a prompt that grew by nine tenths of the output holds both, one that grew
    by far less has lost something."""
    said = text("word " * 60), call("TodoWrite", {"todos": "word " * 60}, "t")
    messages = (
        message(text("Go on. " * 10), number=1),
        reply(2, 1_000, 263, *said),
        message(result("word " * 20, "t"), number=3),
        reply(4, 1_000 + grown, 50, text("word " * 40)),
    )
    found = charges(Transcript("test", messages))
    (fixed,) = found.fixed
    if change is None:
        (jump,) = fixed.jumps
        assert jump.tokens < 0
        assert jump.why != MORE
    else:
        assert not fixed.jumps
        assert sum(filter(None, found.messages[1:3])) == grown, "the two of them, to the token"


@pytest.mark.parametrize(("model", "around"), [("gpt-5.5", 2), ("claude-opus-4-6", 0), ("gemini-2.5-pro", 0)])
def test_reasoning_has_an_envelope_in_codex_sessions(model: str, around: int) -> None:
    """Two tokens more than reported leave the prompt with each reply's reasoning: that much of the output is the thinking's."""
    messages = (
        message(text("Go on. " * 10), number=1),
        reply(2, 1_000, 300, thinking(""), call("Read", {"path": "word " * 60}, "t"), reasoning=200, model=model),
        message(result("word " * 50, "t"), number=3),
        reply(4, 1_000 + 300 + 60, 50, text("word " * 40), model=model),
    )
    found = charges(Transcript("test", messages))
    assert found.blocks[1:3].tolist() == [200 + around, 100 - around]  # type: ignore[attr-defined]
    assert found.messages[1] == 300
