"""LangSmith's runs: those of type `llm` hold the prompt as it was sent, and the reply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.langchain.messages import model_in, usage_in
from inspector.transcript.formats.langchain.records import Record, listed, said
from inspector.transcript.formats.prompts import Pool, Request
from inspector.transcript.formats.request_log.exchange import reply_of
from inspector.transcript.formats.usage import usage_of, usage_of_langchain
from inspector.transcript.model import Usage

MOST = 1_000_000
"""Runs of one file that are looked at."""


class Run(NamedTuple):
    """A request of a run; `order` sorts the runs of a trace, a parent before its children.

    A tracer writes a run twice, when it starts and when it ends: `ends` says that only the reply is here.
    """

    order: str
    request: Request
    id: str = ""
    ends: bool = False


def is_run(record: Any) -> bool:
    """Whether it is a run."""
    return isinstance(record, dict) and (
        "dotted_order" in record or ("run_type" in record and "inputs" in record) or "child_runs" in record
    )


def nested(record: Record) -> Iterator[Record]:
    """A run and all the runs inside it, each before its children."""
    left, seen = [record], 0
    while left and seen < MOST:
        each = left.pop()
        seen += 1
        yield each
        inner = each.get("child_runs")
        left += [run for run in reversed(inner) if isinstance(run, dict)] if isinstance(inner, list) else []


def run_of(record: Record, pool: Pool, line: int) -> Run | None:
    """The request of a run of type `llm`; None for any other."""
    prompt = _prompt(record)
    reply, usage, model = _reply(record.get("outputs"))
    if record.get("run_type", "llm") != "llm" or not (prompt or reply):
        return None
    parameters = _within(record, "extra", "invocation_params")
    named = _within(record, "extra", "metadata", "ls_model_name") or _within(parameters, "model")
    request = Request(
        pool.prompt(prompt),
        pool.reply(reply),
        usage or _counted(record),
        model or words_of(named) or words_of(_within(parameters, "model_name")),
        words_of(record.get("start_time")),
        line,
        pool.tools(_within(parameters, "tools")),
    )
    order = words_of(record.get("dotted_order")) or words_of(record.get("start_time"))
    return Run(order, request, words_of(record.get("id")), not prompt)


def joined(runs: Iterable[Run]) -> list[Run]:
    """The runs in their order, each with its end; of a run that stands there twice the last one counts."""
    found: dict[str, Run] = {}
    for at, run in enumerate(runs):
        key = run.id or f"#{at}"
        start = found.get(key)
        if not run.ends:
            found[key] = run
        elif start is not None:
            found[key] = start._replace(request=_ended(start.request, run.request))
    return sorted(found.values(), key=lambda run: run.order)


def _ended(start: Request, end: Request) -> Request:
    return start._replace(reply=end.reply, usage=end.usage or start.usage, model=end.model or start.model)


def _prompt(record: Record) -> list[Any]:
    """`messages` (one list, or a list of lists), or the texts of old completion models."""
    inputs = record.get("inputs")
    if not isinstance(inputs, dict):
        return []
    found = listed(inputs.get("messages"))
    prompts = inputs.get("prompts")
    texts = prompts if isinstance(prompts, list) else [inputs.get("prompt"), inputs.get("input")]
    return found or [{"role": "user", "content": text} for text in texts[:1] if isinstance(text, str)]


def _reply(outputs: Any) -> tuple[Any, Usage | None, str]:
    """The first message of the first generation; or a provider's own response; or a message."""
    if not isinstance(outputs, dict):
        return None, None, ""
    generation = _first(_first(outputs.get("generations")))
    message = _within(generation, "message") or outputs.get("message") or outputs.get("output")
    found = said(message)
    if found is not None:
        usage = usage_in(found.data) or usage_of(_within(outputs, "llm_output", "token_usage"))
        return message, usage, model_in(found.data) or words_of(_within(outputs, "llm_output", "model_name"))
    text = _within(generation, "text")
    if isinstance(text, str) and text:
        return {"role": "assistant", "content": text}, usage_of(_within(outputs, "llm_output", "token_usage")), ""
    answer = reply_of(outputs)
    return answer.record, answer.usage or usage_of_langchain(outputs.get("usage_metadata")), answer.model


def _counted(record: Record) -> Usage | None:
    """The run's own counts, where the reply has none."""
    numbers = (record.get("prompt_tokens"), record.get("completion_tokens"))
    cached = _within(record, "prompt_token_details", "cache_read")
    counted = {"prompt_tokens": numbers[0], "completion_tokens": numbers[1]}
    return usage_of({**counted, "prompt_tokens_details": {"cached_tokens": cached}})


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else value


def _within(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value
