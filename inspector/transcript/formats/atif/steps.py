"""The steps of an ATIF trajectory as messages."""

from __future__ import annotations

from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.arguments import arguments_of
from inspector.transcript.formats.assembly import Piece
from inspector.transcript.formats.blocks import blocks_of, kind_words, said_of, searched, text_block, words_of
from inspector.transcript.formats.usage import usage_of_atif
from inspector.transcript.images import strip
from inspector.transcript.late import answered, asked, said, thought
from inspector.transcript.long_numbers import notice
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held, ImageRef
from inspector.transcript.problems import Problems

_LEFT = frozenset(
    {
        "step_id",
        "timestamp",
        "source",
        "message",
        "reasoning_content",
        "tool_calls",
        "observation",
        "model_name",
        "metrics",
    }
)
"""Fields that messages carry themselves; of `metrics` the arrays (token ids, logprobs) are left in the file."""

_MANY = frozenset({"prompt_token_ids", "completion_token_ids", "logprobs"})


def pieces_of_step(step: Any, model: str, problems: Problems) -> list[Piece]:
    """A step's message, and one with the results of its calls. Nothing for what is no step."""
    source = step.get("source") if type(step) is dict else None
    if source == "agent":
        problems.records["agent"] += 1
        made = _agent(step, model)
        _describe(made, step)
        if "observation" not in step:
            return [made]
        results = _results(step, made)
        return [made] if results is None else [made, results]
    if source not in ("system", "user"):
        words = kind_words(source, 40)
        problems.records[words] += 1
        problems.add(0, "unknown-record", f"not a step (source: {words})")
        return []
    problems.records[source] += 1
    made = _other(step, source)
    _describe(made, step)
    results = _results(step, made)
    return [made] if results is None else [made, results]


def _other(step: dict[str, Any], source: str) -> Piece:
    blocks, plain = content_blocks(step.get("message")), isinstance(step.get("message"), str)
    return Piece("system", blocks, "system", plain) if source == "system" else Piece("user", blocks, "human", plain)


def _agent(step: dict[str, Any], model: str) -> Piece:
    """A reply. What was copied into a continuation, or made without a model, is none: it makes no request and costs nothing."""
    get = step.get
    blocks: list[Block] = []
    if "reasoning_content" in step and (thinking := words_of(step["reasoning_content"])):
        blocks.append(make_block("thinking", thought(thinking)))
    message = get("message")
    if type(message) is not str:
        blocks += [block for block in content_blocks(message) if block.kind != "text" or block.text]
    elif message:
        blocks.append(make_block("text", said(message)))
    calls = get("tool_calls")
    if type(calls) is list:
        for call in calls:
            if type(call) is dict:
                blocks.append(_call(call))
    count = get("llm_call_count")
    copied = get("is_copied_context") is True or (count == 0 and count is not False)
    made = Piece("assistant", tuple(blocks), "client" if copied else "model")
    made.model = (words_of(step["model_name"]) or model) if "model_name" in step else model
    if not copied and (type(count) is not int or count < 2):
        made.usage = usage_of_atif(step.get("metrics"))
    return made


def _describe(made: Piece, step: dict[str, Any]) -> None:
    number = step.get("step_id")
    made.id = str(number) if type(number) is int else said_of(number)[:80]
    made.timestamp = stamp if type(stamp := step.get("timestamp")) is str else ""
    metrics = step.get("metrics")
    if _LEFT.issuperset(step) and (made.usage is not None or not metrics):
        return
    extra = {key: value for key, value in step.items() if key not in _LEFT}
    if isinstance(metrics, dict) and made.usage is None:
        extra["metrics"] = {key: value for key, value in metrics.items() if key not in _MANY}
    if extra:
        prune(extra)
        made.extra = extra


def _call(call: dict[str, Any]) -> Block:
    get = call.get
    identity, name, arguments = get("tool_call_id"), get("function_name"), get("arguments")
    if type(identity) is not str or type(name) is not str:
        identity, name = words_of(identity), words_of(name)
    if not isinstance(arguments, dict):
        arguments = arguments_of(arguments)
    elif searched(arguments):
        prune(arguments)
        notice(arguments)
    return make_block("tool_use", asked(identity, name, arguments), identity, name)


def _results(step: dict[str, Any], made: Piece) -> Piece | None:
    """What the step observed. Results that name no call belong to the step: to its call where it has one alone."""
    observation = step.get("observation")
    listed = observation.get("results") if isinstance(observation, dict) else None
    if not isinstance(listed, list):
        return None
    told = (
        listed if len(listed) == 1 and type(listed[0]) is dict else [each for each in listed if isinstance(each, dict)]
    )
    calls: list[str] = []
    for block in made.blocks:  # a comprehension is a call of a function, until Python 3.12
        if block.kind == "tool_use":
            calls.append(block.tool_id)
    only = calls[0] if len(calls) == 1 and len(told) == 1 else ""
    blocks: list[Block] = []
    for each in told:
        content, call = each.get("content"), each.get("source_call_id")
        if type(call) is not str or not call:
            call = only
        if type(content) is str and call in calls:
            blocks.append(make_block("tool_result", answered(content, call), call))
        else:
            blocks += _result(content, call, calls)
    if not blocks:
        return None
    found = Piece("user", tuple(blocks), "tool" if made.author != "client" else "client")
    found.timestamp, found.id = made.timestamp, f"{made.id}/results"
    return found


def _result(told: Any, call: str, calls: list[str]) -> list[Block]:
    """A result of no call, or one that is more than a text."""
    content = content_blocks(told)
    if call not in calls or not content:
        return list(content)
    text = "\n".join([block.text for block in content if block.text])
    images = tuple([image for block in content for image in block.images])
    api = {"type": "tool_result", "tool_use_id": call, "content": [dict(block.api) for block in content]}
    return [make_block("tool_result", Held(text, api), call, "", images)]


def content_blocks(content: Any) -> tuple[Block, ...]:
    """A string, or parts of which pictures are named by path (from v1.6): these are not opened."""
    if isinstance(content, list):
        return tuple([_part(part) for part in content])
    return (text_block(content),) if isinstance(content, str) else blocks_of(content)


def _part(part: Any) -> Block:
    source = part.get("source") if isinstance(part, dict) else None
    if not isinstance(source, dict) or part.get("type") != "image" or "path" not in source:
        return blocks_of([part])[0]
    prune(part)
    kind = words_of(source.get("media_type"))
    return make_block("image", Held("", strip(part, [])), images=(ImageRef(kind, 0, ""),))
