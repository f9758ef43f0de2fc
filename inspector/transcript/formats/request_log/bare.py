"""Bodies of requests, one a line and without responses: where one goes on with another, they are a log."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.prompts import Pool, Request, conversations, main, told_apart
from inspector.transcript.formats.request_log.exchange import prompt_of
from inspector.transcript.formats.request_log.messages import Maker
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems


def read_bodies(values: list[dict[str, Any]], problems: Problems, choice: Choice) -> Transcript | None:
    """The conversation of the requests; None where each of them is one of its own."""
    pool = Pool(Maker(problems))
    requests = [
        Request(pool.prompt(prompt_of(each)), model=str(each.get("model", "")), tools=pool.tools(each.get("tools")))
        for each in values
    ]
    found = conversations(requests, pool)
    largest = main(found)
    if largest is None or len(largest.asked) < 2:
        return None
    problems.records["request"] += len(values)
    return told_apart(found, pool, problems.report(), choice, format="request-log")
