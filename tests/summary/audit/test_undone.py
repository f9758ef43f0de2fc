"""What the model confesses, verdicts in few words and what a tool says are not the person's; orders in indirect speech are."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user(
        "Please mend the importer for the herbarium. Don't change a word of the labels. Dr. Okafor says it's the dates."
        " No schema changes this week. I'll look at the plates myself. stage-old is rubbish, you may delete that one."
    )
    .ran("terraform plan", "No changes. Your infrastructure matches the configuration.")
    .says(
        "Dr. Okafor is right: 12 of the 31 concern the dates. The labels I read, and I have not changed them."
        " The plates of volume 3 I have not looked at. The importer never parsed it. stage-old is deleted."
        " The wrong column was my mistake. I have not checked the accession numbers against the ledger."
        " You wanted to be asked above 2 TB. I prefer the key, because the header would change the format."
    )
    .user("Don't, the curator does that. The key, yes.")
    .request()
)
CHINESE = Source.of(
    Talk()
    .user("哈希也不能用，没跑完之前不要打包。不要删数据。显著性检验你补上。")
    .says("它只是哈希值，我建议加到白名单里。新用户的差是 0.0008，我没有做显著性检验。我没有删数据。目前还没有打包。")
    .user("好的。")
    .request()
)


def kinds(source: Source, text: str) -> set[str]:
    return {finding.kind for finding in audit(source, text).findings}


@pytest.mark.parametrize(
    "text",
    [
        "The user said that they have not changed them.",
        "The user said that they have not looked at the plates of volume 3.",
        "The user said that the importer never parsed the dates.",
        "The user said that Dr. Okafor is right.",
        "The user said that stage-old is deleted.",
        "The user said that this was their mistake.",
        "The user reported no changes.",
        "The user said that the agent wanted to be asked above 2 TB.",
        "The user preferred the key, because the header would change the format.",
    ],
)
def test_what_another_says_of_itself_is_not_the_persons(text: str) -> None:
    assert "false attribution" in kinds(SOURCE, text)


@pytest.mark.parametrize(
    "text",
    [
        "The agent said that it has not changed them.",
        "The user said that the agent should not check the accession numbers, the curator does that.",
        "The user said that Dr. Okafor says it's the dates.",
        "The user said that the labels must not be changed.",
        "The user said that stage-old is rubbish.",
    ],
)
def test_what_the_person_typed_is_not_flagged(text: str) -> None:
    assert kinds(SOURCE, text) == set()


@pytest.mark.parametrize(
    "text", ["用户说没有做显著性检验。", "用户说它没有删数据。", "用户说那一列只是哈希值。", "用户说目前还没有打包。"]
)
def test_chinese_confessions(text: str) -> None:
    assert "false attribution" in kinds(CHINESE, text)


@pytest.mark.parametrize("text", ["用户说哈希也不能用。", "用户说不要删数据。", "用户说没跑完之前不要打包。"])
def test_chinese_orders(text: str) -> None:
    assert kinds(CHINESE, text) == set()
