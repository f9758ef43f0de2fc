"""Summaries by a model: each way in which a service can answer ends in a usable answer or in a reason that helps."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import Any

import pytest

from inspector.engine.summariser import SummaryFailed, SummaryRequest
from inspector.summary.answer import Answer, Usage
from inspector.summary.anthropic_summariser import AnthropicSummariser
from inspector.summary.failing import UnusableAnswer
from tests.summary.asking import server as acts
from tests.summary.asking.running import KEY, PATIENT, QUICK, SILENCE, Serve, request, summariser
from tests.summary.asking.server import Act, Server
from tests.summary.talk import Talk


def answered(server: Server, scheme: str = "http", **limits: Any) -> Answer:
    return summariser(server.url.replace("http", scheme), **limits).answer(request())


def reason(server: Server, **limits: Any) -> str:
    with pytest.raises(SummaryFailed) as caught:
        answered(server, **limits)
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    return str(caught.value)


def test_a_whole_answer(serve: Serve) -> None:
    server = serve(acts.says("## Goal\nFind the", " 500.", "\n日志 server.log\n"))
    answer = answered(server)
    assert answer.text == "## Goal\nFind the 500.\n日志 server.log"
    assert (answer.model, answer.stop, answer.kept) == ("claude-opus-5", "end", False)
    assert answer.usage == Usage(input=1200, output=42, cache_read=30, cache_write=7)
    assert 0 < answer.seconds < 60


def test_what_is_sent_is_what_was_shown(serve: Serve) -> None:
    server = serve(acts.says("fine"))
    asked = summariser(server.url)
    asked.answer(request(focus="order_404"))
    (seen,) = server.seen
    ready = asked.prepare(request(focus="order_404"))
    assert seen.path == "/v1/messages"
    assert seen.body == ready.body
    assert KEY not in str(ready)
    assert "order_404" in seen.body["messages"][0]["content"]
    assert KEY in {name.lower(): value for name, value in seen.headers.items()}["authorization"] + str(seen.headers)


def test_a_token_instead_of_a_key(serve: Serve) -> None:
    server = serve(acts.says("fine"))
    environ = {"ANTHROPIC_AUTH_TOKEN": "token-0123456789", "ANTHROPIC_BASE_URL": server.url + "/"}
    AnthropicSummariser("any-model", environ=environ, **QUICK).answer(request())
    (seen,) = server.seen
    headers = {name.lower(): value for name, value in seen.headers.items()}
    assert headers["authorization"] == "Bearer token-0123456789"
    assert seen.body["model"] == "any-model"


def test_thinking_is_not_part_of_the_summary(serve: Serve) -> None:
    assert answered(serve(acts.thinks("The goal is known."))).text == "The goal is known."


def test_what_would_act_on_a_terminal_or_cannot_be_kept_is_left_out(serve: Serve) -> None:
    answer = answered(serve(acts.says("The \x1b[31mgoal\x1b[0m ", "\ud800is\x00 known")))
    assert answer.text == "The goal is known"


def test_progress_is_told(serve: Serve) -> None:
    told: list[int] = []
    server = serve(acts.says("one two three", " four five", " six"))
    summariser(server.url, told=told.append).answer(request())
    assert len(told) == 3
    assert told == sorted(told)
    assert told[-1] > 3


def test_a_watcher_that_fails_spoils_nothing(serve: Serve) -> None:
    server = serve(acts.says("fine"))

    def broken(tokens: int) -> None:
        raise ValueError(tokens)

    assert summariser(server.url, told=broken).summarise(request()) == "fine"


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (
            acts.fails(400, "invalid_request_error", "max_tokens: too many"),
            ["400: max_tokens: too many", "check the model"],
        ),
        (
            acts.fails(400, "invalid_request_error", "prompt is too long: 9 > 8"),
            ["longer than claude-opus-5", "input limit"],
        ),
        (acts.fails(401, "authentication_error", "invalid x-api-key"), ["refused (401", "ANTHROPIC_API_KEY"]),
        (acts.fails(403, "permission_error", "no"), ["403", "ANTHROPIC_API_KEY"]),
        (acts.fails(404, "not_found_error", "model: claude-opus-5"), ["no model claude-opus-5", "ANTHROPIC_BASE_URL"]),
        (acts.fails(413, "request_too_large", "Request exceeds the maximum size"), ["too large", "input limit"]),
        (acts.fails(418), ["418", "ANTHROPIC_BASE_URL"]),
        (acts.sends("not found", status=404), ["404", "ANTHROPIC_BASE_URL"]),
    ],
)
def test_what_another_try_would_not_help(serve: Serve, act: Act, says: list[str]) -> None:
    server = serve(act)
    told = reason(server)
    assert all(text in told for text in says), told
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    "act",
    [
        acts.fails(429, "rate_limit_error", "slow down", retry_after="0.1"),
        acts.fails(429, "rate_limit_error", "slow down", retry_after_ms="50"),
        acts.fails(429, "rate_limit_error", "slow down", retry_after="Mon, 30 Nov 2020 10:00:00 GMT"),
        acts.fails(429, "rate_limit_error", "slow down", retry_after="soon"),
        acts.fails(500, "api_error", "oops"),
        acts.fails(529, "overloaded_error", "busy"),
        acts.fails(503),
        acts.sends("bad gateway", status=502),
        acts.breaks_at_once,
        acts.breaks_inside,
        acts.ends_inside,
        acts.error_inside("overloaded_error", "busy"),
    ],
)
def test_what_passes_is_tried_again(serve: Serve, act: Act) -> None:
    server = serve(act, acts.says("fine"))
    answer = answered(server)
    assert answer.text == "fine"
    assert len(server.seen) == 2


def test_the_service_says_how_long_to_wait(serve: Serve) -> None:
    began = time.monotonic()
    answered(serve(acts.fails(429, retry_after="0.3"), acts.says("fine")))
    assert time.monotonic() - began >= 0.3


def test_what_a_broken_try_took_is_counted(serve: Serve) -> None:
    answer = answered(serve(acts.breaks_inside, acts.says("fine")))
    assert answer.usage == Usage(input=2400, output=43, cache_read=60, cache_write=14)


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (acts.fails(429, "rate_limit_error", "slow"), "the rate limit is reached (429: slow), 3 times in a row"),
        (acts.fails(500, "api_error", "oops"), "the service failed (500: oops), 3 times in a row"),
        (acts.fails(529, "overloaded_error", "busy"), "the service is overloaded (529: busy), 3 times in a row"),
        (acts.breaks_at_once, "broke, 3 times in a row"),
        (acts.breaks_inside, "3 times in a row"),
        (acts.ends_inside, "broke in the middle of the answer, 3 times in a row"),
    ],
)
def test_what_does_not_pass_ends_with_the_budget(serve: Serve, act: Act, says: str) -> None:
    server = serve(act)
    told = reason(server)
    assert says in told
    assert "try again" in told
    assert len(server.seen) == 3


def test_a_wait_that_is_too_long_is_not_waited(serve: Serve) -> None:
    server = serve(acts.fails(429, retry_after="3600"))
    told = reason(server)
    assert "asks to wait for 3600 s, longer than the 1 s that are allowed" in told
    assert len(server.seen) == 1


def test_the_service_may_forbid_another_try(serve: Serve) -> None:
    server = serve(acts.fails(500, x_should_retry="false"))
    reason(server)
    assert len(server.seen) == 1


@pytest.mark.parametrize("act", [acts.hangs, acts.hangs_inside])
def test_a_connection_that_hangs(serve: Serve, act: Act) -> None:
    told = reason(serve(act), read=SILENCE)
    assert "sent nothing for 0.25 s" in told


def test_everything_together_has_an_end(serve: Serve) -> None:
    told = reason(serve(acts.hangs), read=60.0, total=0.3)
    assert "no whole answer within 0.3 s" in told


def reason_after_a_try(server: Callable[[], Server], **limits: float) -> str:
    """Why there is no answer, with so little time that it ends after the first try: a second, or more on a slow machine."""
    for total in (1.0, 5.0, 25.0):
        told = reason(server(), total=total, **limits)
        assert f"no whole answer within {total:g} s" in told
        if "the last failure was" in told:
            break
    return told


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (acts.fails(429, "rate_limit_error", "slow down", retry_after="30"), "the rate limit is reached (429"),
        (acts.fails(500, "api_error", retry_after="30"), "the service failed (500"),
    ],
)
def test_when_the_time_ends_between_two_tries_the_last_cause_is_told(serve: Serve, act: Act, said: str) -> None:
    told = reason_after_a_try(lambda: serve(act), retry_seconds=60.0)
    assert f" s, and the last failure was: {said}" in told
    assert told.endswith("wait a while and try again, or allow more in INSPECTOR_SUMMARY_SECONDS")


def test_when_the_time_ends_and_nobody_listened_that_is_told() -> None:
    server = Server(acts.hangs)
    server.close()
    told = reason_after_a_try(lambda: server, pause=30.0, retry_seconds=60.0)
    assert " s, and the last failure was: no connection to" in told
    assert "check the network and ANTHROPIC_BASE_URL, or allow more" in told


def test_a_time_that_is_none_is_told_before_anything_is_sent(serve: Serve) -> None:
    server = serve(acts.says("fine"))
    environ = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url, "INSPECTOR_SUMMARY_SECONDS": "soon"}
    asked = AnthropicSummariser("any-model", environ=environ)
    for ask in (asked.check, lambda: asked.answer(request())):
        with pytest.raises(SummaryFailed, match="INSPECTOR_SUMMARY_SECONDS is 'soon'; set it to seconds"):
            ask()
    assert server.seen == []


def test_nobody_listens() -> None:
    server = Server(acts.hangs)
    server.close()
    told = reason(server)
    assert told.startswith(f"no connection to {server.url.removeprefix('http://')}, 3 times in a row")
    assert "ANTHROPIC_BASE_URL" in told


def test_a_name_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*args: Any, **more: Any) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(SummaryFailed, match=r"the name of llm\.example\.org:8443 is not known here: check the network"):
        summariser("https://llm.example.org:8443/api", **PATIENT).answer(request())


def test_a_server_that_speaks_no_tls(serve: Serve) -> None:
    told = reason(serve(acts.says("fine")), scheme="https")
    assert "no connection to 127.0.0.1" in told


def test_an_answer_without_measure(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.summary.anthropic_summariser.LARGEST", 1_000)
    told = reason(serve(acts.says(*["word " * 100] * 20)))
    assert "more than 1,000 characters" in told


@pytest.mark.parametrize("url", ["nonsense", "ftp://127.0.0.1/x", "http://", "http://[::1", "file:///etc/passwd"])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(SummaryFailed, match="ANTHROPIC_BASE_URL"):
        summariser(url).answer(request())


@pytest.mark.parametrize(
    ("act", "says", "stop"),
    [
        (acts.says(""), "blank", "end"),
        (acts.says("  \n", "\t"), "blank", "end"),
        (acts.says("The goal is", reason="max_tokens"), "cut off at its limit of", "cut off"),
        (acts.says("The goal is", reason="model_context_window_exceeded"), "cut off", "cut off"),
        (acts.calls_a_tool, "called a tool", "tool call"),
        (acts.refuses, "refused to write", "refusal"),
        (acts.says("text", reason="something_new"), "not known here", "unknown"),
    ],
)
def test_a_whole_answer_that_is_no_summary(serve: Serve, act: Act, says: str, stop: str) -> None:
    with pytest.raises(UnusableAnswer, match=says) as caught:
        answered(serve(act))
    assert caught.value.answer.stop == stop
    assert caught.value.answer.usage is not None


@pytest.mark.parametrize(
    "act",
    [
        acts.sends("<html>Welcome to the hotel</html>"),
        acts.sends('{"id": "msg_1", "content": []}', "application/json"),
        acts.sends("", "text/event-stream"),
        acts.sends("data: {}\n\n", "text/event-stream"),
        acts.sends("event: message_start\ndata: {garbage\n\n", "text/event-stream"),
        acts.sends('event: message_start\ndata: {"type": "message_start"}\n\n', "text/event-stream"),
        acts.sends('event: message_start\ndata: ["x"]\n\n', "text/event-stream"),
        acts.sends('event: content_block_delta\ndata: {"type": "content_block_delta"}\n\n', "text/event-stream"),
        acts.sends("\x00\x01\x02" * 500, "application/octet-stream"),
        acts.sends("\ufffd" * 20 + "\n\n", "text/event-stream"),
    ],
)
def test_what_is_no_answer_of_the_api(serve: Serve, act: Act) -> None:
    server = serve(act)
    told = reason(server)
    assert "no answer of the Messages API" in told
    assert "ANTHROPIC_BASE_URL" in told
    assert len(server.seen) == 1


@pytest.mark.parametrize("kind", ["invalid_request_error", "authentication_error", "something_new"])
def test_an_error_inside_the_stream(serve: Serve, kind: str) -> None:
    told = reason(serve(acts.error_inside(kind, "it went\nwrong")))
    assert kind in told
    assert "it went wrong" in told


def test_a_request_larger_than_the_window_is_not_sent(serve: Serve) -> None:
    server = serve(acts.says("fine"))
    large = SummaryRequest(parts=tuple(Talk().user("word " * 200_000).parts))
    asked = summariser(server.url, "claude-haiku-4-5")
    with pytest.raises(SummaryFailed, match=r"claude-haiku-4-5 holds 200,000 together: lower the input limit"):
        asked.answer(large)
    assert server.seen == []
    assert "holds 200,000" in asked.prepare(large).refusal


def test_how_long_it_may_take_can_be_said_in_the_environment() -> None:
    from inspector.summary.retrying import Limits, limits_of

    assert limits_of({"INSPECTOR_SUMMARY_SECONDS": "900"}, {"retries": 1}) == Limits(total=900.0, retries=1)
    assert limits_of({"INSPECTOR_SUMMARY_SECONDS": "900"}, {"total": 5.0}).total == 5.0
    for text in ("", "soon", "-1", "nan"):
        assert limits_of({"INSPECTOR_SUMMARY_SECONDS": text}, {}) == Limits()
