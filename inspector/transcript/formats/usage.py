"""Reported usage in disjoint parts; providers disagree on what `input` includes."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.token_counts import checked
from inspector.transcript.formats.token_counts import number as _number
from inspector.transcript.model import UnreadableUsage, Usage

_made = tuple.__new__  # a NamedTuple without the cost of its own constructor


@checked
def usage_of(value: Any) -> Usage | None:
    """Usage as Anthropic or OpenAI reports it; None when nothing was reported. An input of 0 is a report, though no true one."""
    if not isinstance(value, dict):
        return None
    usage = _openai(value) if "prompt_tokens" in value else _anthropic(value)
    return usage if any(usage) or value.get("prompt_tokens", value.get("input_tokens")) == 0 else None


def _anthropic(value: dict[str, Any]) -> Usage:
    """The three input numbers are disjoint; thinking is a part of the output."""
    get = value.get
    return Usage(
        _number(get("input_tokens")),
        _number(get("cache_read_input_tokens")),
        _number(get("cache_creation_input_tokens")),
        _number(get("output_tokens")),
        _detail(value, "output_tokens_details", "thinking_tokens") if "output_tokens_details" in value else 0,
    )


def _openai(value: dict[str, Any]) -> Usage:
    """Cached tokens are a part of `prompt_tokens`."""
    cached = _detail(value, "prompt_tokens_details", "cached_tokens")
    return Usage(
        max(_number(value.get("prompt_tokens")) - cached, 0),
        cached,
        0,
        _number(value.get("completion_tokens")),
        _detail(value, "completion_tokens_details", "reasoning_tokens"),
    )


@checked
def usage_of_pi(value: Any) -> Usage | None:
    """Usage as pi, Oh My Pi and OpenClaw write it: all numbers are disjoint, reasoning is a part of the output."""
    if not isinstance(value, dict):
        return None
    get = value.get
    numbers = (get("input"), get("cacheRead"), get("cacheWrite"), get("output"), get("reasoning"))
    usage = Usage(*map(_number, numbers))
    return usage if any(usage) else None


@checked
def usage_of_codex(value: Any) -> Usage | None:
    """One request of Codex (OpenAI's Responses API): what was read from the cache, and written to it, is a part of the input.

    None where all parts are zero: Codex then tells an estimate in `total_tokens` alone (formats.md, section 3.4).
    """
    if not isinstance(value, dict):
        return None
    get = value.get
    whole, cached, written = get("input_tokens"), get("cached_input_tokens"), get("cache_write_input_tokens", 0)
    output, reasoning = get("output_tokens"), get("reasoning_output_tokens")
    if not type(whole) is type(cached) is type(written) is type(output) is type(reasoning) is int:
        whole, cached, written, output, reasoning = map(_number, (whole, cached, written, output, reasoning))
    if not (whole > 0 or cached > 0 or written > 0 or output > 0 or reasoning > 0):
        return None
    if whole >= cached + written and cached >= 0 and written >= 0 and output >= 0 and reasoning >= 0:
        return _made(Usage, (whole - cached - written, cached, written, output, reasoning))
    return Usage(max(whole - cached - written, 0), max(cached, 0), max(written, 0), max(output, 0), max(reasoning, 0))


@checked
def usage_of_responses(value: Any) -> Usage | None:
    """OpenAI's Responses: cached tokens are a part of `input_tokens`, reasoning is a part of the output."""
    if not isinstance(value, dict):
        return None
    cached = _detail(value, "input_tokens_details", "cached_tokens")
    usage = Usage(
        max(_number(value.get("input_tokens")) - cached, 0),
        cached,
        0,
        _number(value.get("output_tokens")),
        _detail(value, "output_tokens_details", "reasoning_tokens"),
    )
    return usage if any(usage) else None


@checked
def usage_of_langchain(value: Any) -> Usage | None:
    """LangChain's `usage_metadata`: the cache's parts are in `input_tokens`, reasoning is a part of the output."""
    if not isinstance(value, dict):
        return None
    read, written = (_detail(value, "input_token_details", key) for key in ("cache_read", "cache_creation"))
    usage = Usage(
        max(_number(value.get("input_tokens")) - read - written, 0),
        read,
        written,
        _number(value.get("output_tokens")),
        _detail(value, "output_token_details", "reasoning"),
    )
    return usage if any(usage) else None


@checked
def usage_of_inspect(value: Any) -> Usage | None:
    """Inspect's own usage: the cache's parts stand beside the input, unless the total says that they are in it."""
    if not isinstance(value, dict):
        return None
    names = ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write", "output_tokens", "reasoning_tokens")
    given, read, written, output, reasoning = (_number(value.get(name)) for name in names)
    within = given >= read + written and given + output == _number(value.get("total_tokens"))
    usage = Usage(given - read - written if within else given, read, written, output, reasoning)
    return usage if any(usage) else None


@checked
def usage_of_copilot(value: Any) -> Usage | None:
    """An `assistant.usage` of Copilot CLI: what was read from the cache, and written to it, is a part of the input."""
    if not isinstance(value, dict):
        return None
    whole, read, written = (_number(value.get(f"{name}Tokens")) for name in ("input", "cacheRead", "cacheWrite"))
    usage = Usage(
        max(whole - read - written, 0),
        read,
        written,
        _number(value.get("outputTokens")),
        _number(value.get("reasoningTokens")),
    )
    return usage if any(usage) else None


def larger(one: Usage | None, other: Usage | None) -> Usage | None:
    """Element-wise maximum: the lines of one reply repeat its usage, early ones with a snapshot of the output."""
    if one is None or other is None or one == other:
        return one or other
    if isinstance(one, UnreadableUsage) or isinstance(other, UnreadableUsage):
        return other if isinstance(one, UnreadableUsage) else one
    return Usage(*map(max, one, other))


def caching_of(value: Any) -> dict[str, Any]:
    """What Anthropic's usage says of the cache beside the numbers: `ttl` of what was written ("5m", "1h"), `passes`.

    A reply in which the provider itself ran a tool took several passes, each with a prompt of its own, and the usage is
    their sum: `passes` are the sizes of these prompts. Passes of another model (an adviser's) are not in the sum.
    """
    found: dict[str, Any] = {}
    if not isinstance(value, dict):
        return found
    if _detail(value, "cache_creation", "ephemeral_1h_input_tokens"):
        found["ttl"] = "1h"
    elif _detail(value, "cache_creation", "ephemeral_5m_input_tokens"):
        found["ttl"] = "5m"
    rounds = value.get("iterations")
    own = [each for each in rounds if _is_own(each)] if isinstance(rounds, list) else []
    if len(own) > 1:
        found["passes"] = [_anthropic(each).context for each in own]
    return found


def _is_own(each: Any) -> bool:
    return isinstance(each, dict) and each.get("type") == "message"


def _detail(value: dict[str, Any], group: str, key: str) -> int:
    details = value.get(group)
    return _number(details.get(key)) if isinstance(details, dict) else 0


@checked
def usage_of_gemini(value: Any) -> Usage | None:
    """Gemini CLI's `tokens`. Cached tokens are a part of `input`, but some old files hold what is left without them.

    `total` tells: it is the sum of input, output, thoughts and tool, or of these and `cached` (tokscale's PR 452). Thoughts
    are no part of `output` there. Where `total` is of no help, `input` includes what was cached unless it is smaller.
    """
    if not isinstance(value, dict):
        return None
    get = value.get
    given, cached, output = get("input", 0), get("cached", 0), get("output", 0)
    thoughts, tool, total = get("thoughts", 0), get("tool", 0), get("total", 0)
    whole = type(given) is type(cached) is type(output) is type(thoughts) is type(tool) is type(total) is int
    if not whole or min(given, cached, output, thoughts, tool, total) < 0:
        given, cached, output, thoughts, tool, total = map(_number, (given, cached, output, thoughts, tool, total))
    if not (given or cached or output or thoughts or tool):
        return None
    rest = given + output + thoughts + tool
    gross = given >= cached if total not in (rest, rest + cached) or not cached else total == rest
    uncached = max(given - cached, 0) if gross else given
    return _made(Usage, (uncached + tool, cached, 0, output + thoughts, thoughts))


@checked
def usage_of_opencode(value: Any) -> Usage | None:
    """opencode's `tokens`: all numbers disjoint, reasoning beside the output (ours is a part of it); None without any."""
    if not isinstance(value, dict):
        return None
    get, cache = value.get, value.get("cache")
    given, output, reasoning = get("input", 0), get("output", 0), get("reasoning", 0)
    read, write = (cache.get("read", 0), cache.get("write", 0)) if isinstance(cache, dict) else (0, 0)
    whole = type(given) is type(output) is type(reasoning) is type(read) is type(write) is int
    if not whole or given < 0 or output < 0 or reasoning < 0 or read < 0 or write < 0:
        given, output, reasoning, read, write = map(_number, (given, output, reasoning, read, write))
    if not (given or read or write or output or reasoning):
        return None
    return _made(Usage, (given, read, write, output + reasoning, reasoning))


@checked
def usage_of_cline(value: Any) -> Usage | None:
    """The `metrics` of a message of Cline's SDK: `inputTokens` includes what was read from the cache and written to it."""
    if not isinstance(value, dict):
        return None
    given, read, write, output = [_number(value.get(key)) for key in _CLINE]
    usage = Usage(max(given - read - write, 0) if given >= read + write else given, read, write, output)
    return usage if any(usage) else None


_CLINE = ("inputTokens", "cacheReadTokens", "cacheWriteTokens", "outputTokens")


@checked
def usage_of_ui(value: Any) -> Usage | None:
    """Tokens of an `api_req_started` of Cline, Roo or Kilo.

    `tokensIn` leaves the cache out (`ContextManager.ts` adds all four); since Roo writes `apiProtocol` there it includes it
    (`totalInputTokens`), unless it is smaller than what was cached: early versions with that field still left it out.
    """
    if not isinstance(value, dict):
        return None
    given, read, write, output = [_number(value.get(key)) for key in _UI]
    gross = "apiProtocol" in value and given >= read + write
    usage = Usage(given - read - write if gross else given, read, write, output)
    return usage if any(usage) else None


_UI = ("tokensIn", "cacheReads", "cacheWrites", "tokensOut")


@checked
def usage_of_atif(value: Any) -> Usage | None:
    """ATIF's `metrics`: `prompt_tokens` includes what was cached; what was written to the cache is in `extra`, where it is."""
    if not isinstance(value, dict):
        return None
    get = value.get
    given, cached, output = get("prompt_tokens"), get("cached_tokens"), get("completion_tokens")
    if type(given) is type(cached) is type(output) is int and given > cached >= 0 <= output and "extra" not in value:
        return tuple.__new__(Usage, (given - cached, cached, 0, output, 0))
    if not (type(given) is type(cached) is type(output) is int and given >= cached >= 0 <= output):
        given, cached, output = _number(given), _number(cached), _number(output)
    write = reasoning = 0
    if "extra" in value:
        write = _detail(value, "extra", "cache_creation_input_tokens")
        reasoning = _detail(value, "extra", "reasoning_tokens")
    if given < cached + write:
        return _usage(max(given - cached, 0), cached, 0, output, reasoning)
    return _usage(given - cached - write, cached, write, output, reasoning)


def _usage(uncached: int, read: int, write: int, output: int, reasoning: int) -> Usage | None:
    """The same as `Usage(...)`, quicker; None where all is 0."""
    found = tuple.__new__(Usage, (uncached, read, write, output, reasoning))
    return found if any(found) else None


def usage_of_goose(given: int, output: int, total: int, read: int, written: int) -> Usage | None:
    """A row of Goose's ledger. Cached tokens are a part of the input, unless `total` is the sum of all numbers."""
    beside = bool(read + written) and (total == given + output + read + written or given < read + written)
    usage = Usage(given if beside else given - read - written, read, written, output)
    return usage if any(usage) else None


@checked
def usage_of_litellm(value: Any) -> Usage | None:
    """A response's usage as LiteLLM tells it, or OpenHands' `TokenUsage`: `prompt_tokens` includes all that was cached."""
    if not isinstance(value, dict):
        return None
    get = value.get
    given, output = _number(get("prompt_tokens")), _number(get("completion_tokens"))
    read = _number(get("cache_read_tokens")) or _number(get("cache_read_input_tokens"))
    if not read and "prompt_tokens_details" in value:
        read = _detail(value, "prompt_tokens_details", "cached_tokens")
    write = _number(get("cache_write_tokens")) or _number(get("cache_creation_input_tokens"))
    reasoning = _number(get("reasoning_tokens"))
    if not reasoning and "completion_tokens_details" in value:
        reasoning = _detail(value, "completion_tokens_details", "reasoning_tokens")
    rest = given - read - write
    return _usage(rest if rest >= 0 else max(given - read, 0), read, write, output, reasoning)
