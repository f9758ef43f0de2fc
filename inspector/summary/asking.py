"""A request in the form of the Messages API: its body, its estimated size and price, and why it cannot be sent."""

from __future__ import annotations

import re
from collections.abc import Mapping

from inspector.engine.summariser import SummaryRequest
from inspector.summary.answer import Usage
from inspector.summary.failing import SMALLER
from inspector.summary.prepared import Prepared, price_of
from inspector.summary.prompt import Prompt, prompt
from inspector.summary.secrets import scrub
from inspector.summary.size import DEFAULT_TOKENS, Measure, estimate

CLAUDE = 1.43
"""Tokens that Claude models count for one of o200k, as measured on real sessions (DESIGN §6): there is no public tokenizer."""
ROOM = 8_000
"""Tokens of an answer in which a model may think before it writes; they count towards the answer's limit."""
_THINKS_WHEN_ASKED = re.compile(r"claude-(?:3|(?:opus|sonnet|haiku)-4)")
"""Models that think only when a request says so, and none of ours does."""
_PER_TOKEN = {"chars": 2, "bytes": 3}
"""Characters or bytes of the least that a token may hold, in scripts that take many tokens."""


def prepared(
    request: SummaryRequest, model: str, environ: Mapping[str, str], measure: Measure | None, most: int | None
) -> Prepared:
    """The request ready to be sent. Secrets of the environment do not go out, even where the session shows them."""
    from inspector.meter.models import find_model

    made = prompt(request)
    made = Prompt(scrub(made.system, environ), scrub(made.user, environ))
    found = find_model(model)
    longest = longest_answer(request, model) if most is None else most
    longest = min(longest, found.output) if found else longest
    count = sum((measure or estimate)(text) for text in (made.system, made.user))
    tokens = round(count * CLAUDE) if "claude" in model.lower() else count
    body = {
        "model": model,
        "max_tokens": longest,
        "system": made.system,
        "messages": [{"role": "user", "content": made.user}],
        "stream": True,
    }
    window = found.window if found else None
    price = price_of(model, Usage(tokens, longest))
    return Prepared(made, body, tokens, price, longest, window, _too_large(model, count, longest, window))


def longest_answer(request: SummaryRequest, model: str) -> int:
    """Twice what is asked for, so that a summary which is too long comes whole and can be judged; and room to think."""
    size = DEFAULT_TOKENS if request.max_size is None else request.max_size
    asked = -(-size // _PER_TOKEN.get(request.unit, 1)) if request.max_size is not None else size
    return max(1, 2 * asked) + (0 if _THINKS_WHEN_ASKED.search(model.lower()) else ROOM)


def _too_large(model: str, count: int, longest: int, window: int | None) -> str:
    """Why it cannot be sent: even by the smaller of the two estimates, input and answer do not fit into the window."""
    if window is None or count + longest <= window:
        return ""
    return (
        f"the request has about {count:,} tokens or more and the answer may have {longest:,}, but {model} holds {window:,} "
        f"together: {SMALLER}"
    )
