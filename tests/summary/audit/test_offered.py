"""What the agent offers, asks or supposes against what the user forbids, and what is told as done or allowed."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source
from tests.summary.audit.noticed import noticed
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("The import of station four hangs. Find out why.")
    .says("A stale lock file is there. I could remove the lock file, or raise the timeout.")
    .user("Never remove that lock file, last time it corrupted two stations. Don't raise the timeout, ever.")
    .request()
)
CHINESE = Source.of(
    Talk()
    .user("四号站的导入卡住了。")
    .says("有一个旧的锁文件，要不要删？")
    .user("不要删除锁文件，上次坏了两个站。")
    .request()
)


def flagged(source: Source, text: str) -> bool:
    return "reversed status" in noticed(source, text)


@pytest.mark.parametrize("deed", ["remove the lock file", "raise the timeout"])
@pytest.mark.parametrize(
    "offer",
    [
        "The agent said that it could {}.",
        "The agent said it might {}.",
        "The agent could {}.",
        "The agent would {}.",
        "The agent offered to {}.",
        "The agent wanted to {}.",
        "The agent asked whether it may {}.",
        "The agent asked to {}.",
        "The agent proposed to {}.",
        "It suggested to {}.",
        "The agent's proposal was refused: {}.",
        "The agent thought that one could {}.",
        "Offered: {}.",
    ],
)
def test_an_offer_is_no_contrary_of_what_forbids_it(offer: str, deed: str) -> None:
    assert not flagged(SOURCE, offer.format(deed))


@pytest.mark.parametrize(
    "text",
    [
        "The agent may remove the lock file.",
        "The agent is allowed to remove the lock file.",
        "The user allows the agent to remove the lock file.",
        "The user said: remove that lock file.",
        "The user wants the agent to raise the timeout.",
        "The user said that the agent may raise the timeout.",
        "The agent asked for a way out; the user said: remove that lock file.",
        "The agent said that it could help. The user: remove that lock file.",
        "The agent offered help, and it may remove the lock file.",
    ],
)
def test_what_is_ordered_or_allowed_is(text: str) -> None:
    assert flagged(SOURCE, text)


@pytest.mark.parametrize("text", ["助手说可以删除锁文件。", "助手建议删除锁文件。", "助手想删除锁文件。"])
def test_an_offer_in_chinese(text: str) -> None:
    assert not flagged(CHINESE, text)


@pytest.mark.parametrize("text", ["可以删除锁文件。", "用户说可以删除锁文件。", "助手问过，用户允许：可以删除锁文件。"])
def test_leave_in_chinese(text: str) -> None:
    assert flagged(CHINESE, text)
