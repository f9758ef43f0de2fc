"""What a summary holds of its source, and which of two is to be preferred."""

from __future__ import annotations

from inspector.summary.audit import Audit, Source, audit
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("排查订单接口的 500。只读，不修改文件。日志是 server.log，诊断必须引用证据。")
    .says("先看日志。")
    .ran("tail server.log", "TypeError: 'NoneType' object is not subscriptable\n返回 HTTP 500")
    .says("发现 TypeError，尚未核对源码。")
    .request()
)
POOR = "不足：之前讨论了订单问题。"
GOOD = "可用：目标是排查订单接口的 500，只读，不修改文件。\n      日志位置为 server.log，后续诊断必须引用证据。"


def held(found: Audit, kind: str) -> list[str]:
    return [item.text for item in found.coverage if item.kind == kind and item.held != "no"]


def test_the_seeds_two_summaries() -> None:
    poor, good = audit(SOURCE, POOR), audit(SOURCE, GOOD)
    assert good.better_than(poor)
    assert not poor.better_than(good)
    lacking = {(item.kind, item.text.strip("。")) for item in poor.missing()}
    assert {("goal", "排查订单接口的 500"), ("constraint", "只读"), ("path", "server.log")} <= lacking
    assert ("constraint", "诊断必须引用证据") in lacking
    assert held(good, "goal")
    assert len(held(good, "constraint")) == 3
    assert held(good, "path") == ["server.log"]
    assert not good.findings


def test_spans_show_the_words_on_both_sides() -> None:
    for item in audit(SOURCE, GOOD).coverage:
        assert SOURCE.block(item.source.block)[item.source.start : item.source.end].strip() == item.text.strip()
        if item.held == "verbatim":
            assert item.summary is not None
            assert GOOD[item.summary.start : item.summary.end] == item.text


def test_other_words_are_never_verbatim() -> None:
    items = audit(SOURCE, "目标：排查订单接口的500").coverage
    assert next(item for item in items if item.kind == "goal").held == "partly"
