"""Small conversations for the tests, written down as the parts that a summariser is given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from inspector.engine.summariser import SummaryPart, SummaryRequest
from inspector.summary import Extractive
from inspector.summary.sections import Entry, Section, parse
from inspector.summary.text import clean
from inspector.transcript.model import Block, Held


class Talk:
    """Collects parts; every method adds one message of one block and numbers it."""

    def __init__(self, first: int = 1) -> None:
        self.parts: list[SummaryPart] = []
        self.next = first
        self.calls = 0

    def _add(self, role: Any, author: str, text: str, block: Block, tool: str = "") -> Talk:
        self.parts.append(SummaryPart(role, author, f"{self.next}.1", text, block, tool))
        self.next += 1
        return self

    def user(self, text: str) -> Talk:
        return self._add("user", "human", text, Block("text", Held(text, {"type": "text", "text": text})))

    def client(self, text: str) -> Talk:
        return self._add("user", "client", text, Block("text", Held(text, {"type": "text", "text": text})))

    def summary(self, text: str) -> Talk:
        return self._add("user", "client", text, Block("summary", Held(text, {"type": "text", "text": text})))

    def says(self, text: str) -> Talk:
        return self._add("assistant", "model", text, Block("text", Held(text, {"type": "text", "text": text})))

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Talk:
        self.calls += 1
        api = {"type": "tool_use", "name": tool, "input": arguments}
        return self._add("assistant", "model", "", Block("tool_use", Held("", api), f"t{self.calls}", tool), tool)

    def result(self, text: str, tool: str = "", error: bool = False) -> Talk:
        """The answer to the last call."""
        name = tool or next((part.tool for part in reversed(self.parts) if part.source.kind == "tool_use"), "")
        api = {"type": "tool_result", "content": text, "is_error": error}
        return self._add("user", "tool", text, Block("tool_result", Held(text, api), f"t{self.calls}"), name)

    def ran(self, command: str, output: str = "", error: bool = False) -> Talk:
        return self.call("Bash", {"command": command}).result(output, error=error)

    def request(self, **more: Any) -> SummaryRequest:
        """The parts, and a long text of the client after them that offers nothing: space for every line of the summary."""
        bulk = Talk(self.next).client("<context> " * 2_000).parts
        return SummaryRequest(parts=(*self.parts, *bulk), **more)

    def summarised(self, **more: Any) -> str:
        return Extractive().summarise(self.request(**more))


def entries(text: str, section: str) -> list[Entry]:
    """The lines of one section of a summary, read back."""
    return [entry for entry in parse(text).entries if entry.section.value == section]


def quotes(text: str, section: str) -> list[str]:
    return [entry.text for entry in entries(text, section)]


def unsupported(text: str, talk: Talk, *earlier: str) -> list[str]:
    """The lines of a summary whose quote stands in no source: in none of the texts, arguments, or earlier summaries.

    A hard-wrapped sentence is quoted on one line, so white space may differ."""
    sources = [clean(part.text) for part in talk.request().parts] + [clean(text) for text in earlier]
    sources += [clean(value) for part in talk.parts for value in strings(part.source.input)]
    missing = []
    joined = [" ".join(source.split()) for source in sources]
    for entry in parse(text).entries:
        if not all(any(quote in source for source in (*sources, *joined)) for quote in quoted(entry)):
            missing.append(entry.line)
    return missing


def quoted(entry: Entry) -> list[str]:
    """What a line quotes: one text, or each name of a list apart."""
    quote = entry.text.strip("…").strip()
    return quote.split() if entry.section is Section.NAMES else [quote] if quote else []


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for inner in value.values() for text in strings(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in strings(inner)] + [" ".join(v for v in value if isinstance(v, str))]
    return []


def order_404() -> Talk:
    """The read-only search for the cause of a 500: T1 the goal, T2 the log, T3 begun and not answered."""
    return (
        Talk()
        .user("目标：排查订单接口 order_404 的 500。只读，不修改文件。后续诊断必须引用证据，日志位置为 server.log。")
        .says("明白：目标是排查 order_404 返回 500，只读排查。")
        .user("日志里有什么异常？")
        .call("read_file", {"path": "server.log"})
        .result("服务启动\n收到 order_404 请求\nTypeError: 'NoneType' object is not subscriptable\n返回 HTTP 500")
        .says(
            "server.log 第 3 行显示 TypeError: 'NoneType' object is not subscriptable。\n\n发现 TypeError，尚未核对源码。"
        )
        .user("读取 order_service.py 核对原因")
        .call("read_file", {"path": "order_service.py"})
    )


def debugging() -> Talk:
    """The same kind of story in English, with a change, a failing test, a list and a pasted log."""
    talk = Talk()
    talk.user(
        "The payment service double-charges order_404. Find out why and fix it.\n"
        "Do not touch the database schema. Only change files under src/payments/.\n"
        "Never run migrations."
    )
    talk.says("I'll look at the retry logic first.")
    talk.call("Read", {"file_path": "/srv/app/src/payments/retry.py"}).result(
        "1\timport time\n2\traise PaymentError('x')\n"
    )
    talk.call("Grep", {"pattern": "charge_once", "path": "src"}).result("src/payments/charge.py:14:def charge_once():")
    talk.call(
        "TodoWrite",
        {
            "todos": [
                {"content": "Find the double charge", "status": "completed"},
                {"content": "Add an idempotency key", "status": "in_progress"},
                {"content": "Measure p95 latency against the 250 ms budget", "status": "pending"},
            ]
        },
    ).result("Todos have been modified successfully.")
    talk.says(
        "The root cause is that `retry_charge()` in src/payments/retry.py calls the gateway again after a 30 s timeout. "
        "I decided to pass an idempotency key instead of locking the row."
    )
    talk.call("Edit", {"file_path": "/srv/app/src/payments/retry.py", "old_string": "a", "new_string": "b"}).result(
        "ok"
    )
    talk.call("Edit", {"file_path": "/srv/app/schema.sql", "old_string": "a", "new_string": "b"})
    talk.result("The user doesn't want to proceed with this tool use.", error=True)
    talk.ran(
        "pytest tests/payments -q",
        "....F\nFAILED tests/payments/test_retry.py::test_once - AssertionError: 2 != 1\n1 failed, 4 passed",
    )
    talk.says(
        "4 of 5 tests pass. The fix is not yet verified against the staging gateway https://gw.example.com/v2/charges."
    )
    talk.user("ok, and keep the 30 s timeout as it is")
    return talk


def without_sources(text: str) -> str:
    return re.sub(r"\[~?[\d.]+\]", "[]", text)
