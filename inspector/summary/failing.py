"""What went wrong with a request to a model, in words: what happened, what to do, and whether to try again."""

from __future__ import annotations

import email.utils
import math
import time
from collections.abc import Iterator
from typing import Any

from inspector.engine.summariser import SummaryFailed
from inspector.summary.answer import Answer
from inspector.summary.said import own_words
from inspector.summary.text import clean

AGAIN = frozenset({"overloaded_error", "api_error", "rate_limit_error", "timeout_error"})
"""Errors inside a stream that may be gone at the next try."""
LONGEST = 240
"""Characters of a service's own words that are repeated."""
MOST = 10_000
"""Characters of them that are looked at."""
_WRONG_ADDRESS = frozenset({"UnsupportedProtocol", "InvalidURL", "LocalProtocolError"})


class UnusableAnswer(SummaryFailed):
    """A whole answer that may not replace anything; `answer` holds it and what it cost."""

    def __init__(self, reason: str, answer: Answer) -> None:
        super().__init__(reason)
        self.answer = answer


class Failure(Exception):
    """One try that failed. `what` happened, what to `do` about it; `again`: another try may help, after `wait` seconds."""

    def __init__(self, what: str, do: str, *, again: bool = False, wait: float | None = None) -> None:
        super().__init__(what)
        self.what, self.do, self.again, self.wait = what, do, again, wait

    @property
    def reason(self) -> str:
        return f"{self.what}: {self.do}"


class Asked:
    """Who was asked, for the words of a failure: the model, the host, the variable that the key came from."""

    def __init__(self, model: str, host: str, variable: str) -> None:
        self.model, self.host, self.variable = model, host, variable


def failure(error: BaseException, asked: Asked, connect: float, read: float) -> Failure:
    """The failure in words. Of the error's own text only what the service said is used, and that is cut short."""
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return _by_type(error, asked) if status < 300 else _by_status(status, error, asked)
    names = [type(each).__name__ for each in _chain(error)]
    if any(name in _WRONG_ADDRESS for name in names):
        return Failure(f"no request can be sent to {asked.host}", "check ANTHROPIC_BASE_URL")
    if "gaierror" in names:
        return Failure(f"the name of {asked.host} is not known here", "check the network and ANTHROPIC_BASE_URL")
    if any("ConnectTimeout" in name or "PoolTimeout" in name for name in names):
        what = f"{asked.host} accepted no connection within {connect:g} s"
        return Failure(what, "check the network and ANTHROPIC_BASE_URL", again=True)
    if any("WriteTimeout" in name for name in names):
        return Failure(f"{asked.host} did not take the request within {read:g} s", "try again later")
    if any("Timeout" in name for name in names):
        return Failure(f"{asked.host} sent nothing for {read:g} s", "try again later, or with another model")
    if "SSLCertVerificationError" in names:
        return Failure(
            f"the certificate of {asked.host} could not be verified", "check ANTHROPIC_BASE_URL and the proxy"
        )
    if any(name in ("ConnectError", "ProxyError") for name in names):
        return Failure(f"no connection to {asked.host}", "check the network and ANTHROPIC_BASE_URL", again=True)
    if any(name in ("APIConnectionError", "TransportError", "StreamError") for name in _lineage(error)):
        return Failure(f"the connection to {asked.host} broke", "check the network and try again", again=True)
    return unreadable(asked)


def unreadable(asked: Asked, media: str = "") -> Failure:
    """What came back is not what the Messages API sends."""
    kind = f" ({clean(media)[:60]})" if media else ""
    return Failure(
        f"what {asked.host} sent is no answer of the Messages API{kind}",
        "check ANTHROPIC_BASE_URL and the model's name",
    )


def _by_status(status: int, error: BaseException, asked: Asked) -> Failure:
    said, model = _said(error), asked.model
    if status < 400:
        return Failure(
            f"{asked.host} points at another server ({status}), which is not asked", "check ANTHROPIC_BASE_URL"
        )
    if status == 400 and ("too long" in said or "context" in said):
        return Failure(f"the request is longer than {model} can hold (400{said})", SMALLER)
    if status in (408, 409, 429) or status >= 500:
        again = _header(error, "x-should-retry") != "false"
        return Failure(_passing(status, said), "wait a while and try again", again=again, wait=retry_after(error))
    words = {
        400: (f"the service refused the request as it is (400{said})", SUMMARY),
        401: (f"the key was refused (401{said})", f"check {asked.variable}"),
        402: (f"the account cannot pay for it (402{said})", "check its credit"),
        403: (f"the key may not be used for this (403{said})", f"check what {asked.variable} allows"),
        404: (f"{asked.host} has no model {model} (404{said})", "check the model's name and ANTHROPIC_BASE_URL"),
        413: (f"the request is too large for the service (413{said})", SMALLER),
    }
    what, do = words.get(
        status, (f"{asked.host} answered {status}{said}", "check ANTHROPIC_BASE_URL and the model's name")
    )
    return Failure(what, do)


SUMMARY = "check the model's name and the summary's size"
SMALLER = "lower the input limit of the policy's summary, or choose a model with a larger window"


def _passing(status: int, said: str) -> str:
    if status == 429:
        return f"the rate limit is reached (429{said})"
    return f"the service is overloaded (529{said})" if status == 529 else f"the service failed ({status}{said})"


def _by_type(error: BaseException, asked: Asked) -> Failure:
    """An error that came inside a stream which had begun well."""
    kind = str(getattr(error, "type", "") or "error")
    what = f"the service broke its answer off ({clean(kind)[:60]}{_said(error)})"
    if kind in AGAIN:
        return Failure(what, "wait a while and try again", again=True, wait=None)
    return Failure(what, f"check the request and {asked.variable}")


def _said(error: BaseException) -> str:
    """What the service said of it, on one line: `: max_tokens must be …`; "" when it said nothing that can be shown."""
    line = " ".join(clean(own_words(getattr(error, "body", None))[:MOST]).split())
    return f": {line[:LONGEST]}{'…' if len(line) > LONGEST else ''}" if line else ""


def retry_after(error: BaseException) -> float | None:
    """The seconds that the service asks to wait; None where it does not say, or not so that it can be understood."""
    milliseconds = _number(_header(error, "retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    text = _header(error, "retry-after")
    seconds = _number(text)
    if seconds is not None or not text:
        return seconds
    date = email.utils.parsedate_tz(text)
    return max(0.0, email.utils.mktime_tz(date) - time.time()) if date else None


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return None if math.isnan(value) else max(0.0, value)


def _header(error: BaseException, name: str) -> str:
    headers: Any = getattr(getattr(error, "response", None), "headers", None)
    return str(headers.get(name, "")) if headers is not None else ""


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and those that led to it."""
    seen: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in seen:
        seen.append(following)
        following = following.__cause__ or following.__context__
    yield from seen


def _lineage(error: BaseException) -> list[str]:
    return [kind.__name__ for kind in type(error).__mro__]
