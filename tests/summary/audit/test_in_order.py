"""A saying whose words another has in their very order is not the person's because its names or some words were typed."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user(
        "Please look at the deploy job. Don't edit infra/vpc.tf, it is generated. Tomorrow write the part on retries in"
        " docs/operations.md. Is that the same fault as last week?"
    )
    .says(
        "docs/operations.md is still to be written. I did not touch infra/vpc.tf. It is not the same fault as last week."
        " I have not run it on staging. I propose the lock, it is the smaller change."
        " The check costs 20 ms, which I find acceptable."
    )
    .user("No lock. How long may the migration take there?")
    .ran("make deploy", "step publish was killed, exit code 137\nstep retry_wins ... FAILED")
    .says("The script has an option `--aggregate` which compares sums only, so I use that.")
    .says('By your rule I don\'t repeat it without asking. The manual says "retries are never doubled".')
    .request()
)
CHINESE = Source.of(
    Talk()
    .user("看一下列表为什么慢，先别用 WebSocket，索引要走流程，这次不加。")
    .says("执行计划是全表扫描。还没有看 trace。另外建议给 order 表加一个索引。")
    .user("为什么是全表扫描，你再查一下。")
    .request()
)


def certain(source: Source, text: str) -> set[str]:
    return {finding.kind for finding in audit(source, text).findings}


@pytest.mark.parametrize(
    "text",
    [
        "The user said that docs/operations.md is still to be written.",
        "The user said that they did not touch infra/vpc.tf.",
        "The user said that it is not the same fault as last week.",
        "The user said that they had not run the migration on staging.",
        "The user said that they do not repeat it without asking.",
        "The user said that the step was killed with exit code 137.",
        "The user said that retry_wins failed.",
        "The user said that make deploy ended with exit code 137.",
        "The user chose `--aggregate`, which compares sums only.",
        "The user proposed the lock.",
        "The check costs 20 ms, which the user finds acceptable.",
        'The user said "retries are never doubled".',
    ],
)
def test_it_is_anothers_in_order(text: str) -> None:
    assert "false attribution" in certain(SOURCE, text)


@pytest.mark.parametrize(
    "text",
    [
        "The user said that infra/vpc.tf is generated.",
        "The user said not to touch infra/vpc.tf.",
        "The user said that the part on retries is to be written in docs/operations.md tomorrow.",
        "The user rejected the lock.",
        "The agent said that docs/operations.md is still to be written.",
        "The agent proposed the lock, and the user said no lock.",
        "The user asked whether it is the same fault as last week.",
    ],
)
def test_what_the_person_typed_is_not_flagged(text: str) -> None:
    assert certain(SOURCE, text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "用户说，执行计划是全表扫描。",
        "用户说：还没有看 trace。",
        "- 用户说，他还没有看 trace。",
        "用户建议加一个索引。",
    ],
)
def test_what_was_said_stands_after_a_comma(text: str) -> None:
    assert "false attribution" in certain(CHINESE, text)


@pytest.mark.parametrize(
    "text", ["用户说，先别用 WebSocket。", "用户说：索引要走流程，这次不加。", "列表慢，用户说，索引这次不加。"]
)
def test_what_was_typed_stands_after_a_comma(text: str) -> None:
    assert certain(CHINESE, text) == set()
