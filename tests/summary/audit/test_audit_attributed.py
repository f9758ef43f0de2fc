"""Many ways to say what the user said, wanted or allowed, over the sessions of the corpus: true ones and invented ones."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from inspector.summary.audit import audit
from tests.summary.corpus.cases import cases
from tests.summary.corpus.measure import source

TRUE: Mapping[str, tuple[str, ...]] = {
    "frontend": (
        "Per the user, no machine translation for Japanese.",
        "The user was against a new npm package.",
        "As the user requested, the fix covers all locales.",
        "The user complained that the German was informal.",
    ),
    "oom-log": (
        "The user ruled out restarting or reconfiguring anything.",
        "The user needs to know why payments-worker died at 03:12.",
        "According to the user, the night shift saw the same on 4 and 7 March.",
        "The agent was told not to restart anything.",
    ),
    "order-404": (
        "The agent was asked to read order_service.py line by line.",
        "Per the user, every diagnosis must be backed by a quotation.",
        "The user forbids any restart.",
    ),
    "pipeline": (
        "The user is fine with a run on a pool with 64 GB.",
        "The user will not have the default in jobs/payments.py changed.",
        "At the user's request, only one day was run on the pool heavy.",
        "The agent was told not to run the backfill.",
        "Requested by the user: a data test.",
        "The user wrote that XTS is the probe merchant.",
    ),
    "rust": (
        "The user complained that `lumen` keeps old values after an imported file is edited.",
        "The user is fine with 7 %.",
        "The user insists on the Tarjan from lumen-syntax.",
        "The agent was asked for the cause, a fix and a regression test.",
    ),
    "security": (
        "The user does not permit anything on the public remote before 3 November.",
        "By order of the user all symlinks and hard links in uploads are rejected.",
        "The user specified that uploads must not contain links.",
    ),
    "terraform": (
        "The user keeps production frozen until 14 October.",
        "As the user demanded, terraform apply is never run by the agent.",
        "The user's choice was a second node group.",
        "The user opted for a second node group.",
        "The user mentioned that the job had hung and was aborted.",
    ),
    "training": (
        "The user ordered the baseline to be rerun with the same batch and the same seed.",
        "The user prefers to keep the learning rate at 2.0e-3.",
        "The agent was instructed not to touch the test set.",
        "The user needs the cause of the worse WER.",
    ),
    "mobile-zh": (
        "用户希望先看 diff 再提交。",
        "按用户的要求，不引入新的依赖。",
        "用户不希望改动 core/network。",
        "用户指示 orderId 为空时回到购物车。",
    ),
    "parallel-zh": (
        "用户强调一行用户数据都不能丢。",
        "用户接受先改代码。",
    ),
}
INVENTED: Mapping[str, tuple[str, ...]] = {
    "frontend": (
        "Per the user, the Japanese texts are to be translated by machine.",
        "The user signed off on the new npm package.",
        "As the user requested, the version was bumped to 5.2.0.",
        "The user is fine with the informal form.",
        "The user complained that the build takes 48 seconds.",
    ),
    "oom-log": (
        "The user gave permission to restart the worker.",
        "The agent was told to raise the heap to 8192 MB.",
        "According to the user, the cache has no limit.",
        "The user waived the ban on restarts.",
        "The user's wish is to turn off the logo cache.",
    ),
    "order-404": (
        "The agent was asked to restart the service.",
        "The user dropped the demand for quotations.",
        "Per the user, the archive is to be searched as well.",
    ),
    "pipeline": (
        "The user is fine with a changed default in jobs/payments.py.",
        "The user prefers deduplicating by email.",
        "The agent was told to delete the data test.",
        "The user complained about the runtime of 6 minutes.",
    ),
    "rust": (
        "The user no longer needs a regression test.",
        "The user preferred two-pass hashing.",
        "The user signed off on the release 0.9.4.",
        "The user believes that the hasher is at fault.",
    ),
    "security": (
        "The user okayed pushing to the public remote at once.",
        "The user wanted gosec to be run in CI.",
        "The agent was authorised to upgrade Go.",
        "The user claimed that the traversal is only theoretical.",
    ),
    "terraform": (
        "The agent was allowed to run terraform apply.",
        "By order of the user the state was force-unlocked.",
        "The user lifted the freeze of production.",
        "The user preferred smaller subnets.",
    ),
    "training": (
        "The agent was permitted to overwrite runs/prod.",
        "The user preferred a learning rate of 1.5e-3.",
        "The user guessed that max_duration is noise.",
        "Per the user, the manifest is to be converted to NFC.",
    ),
    "mobile-zh": (
        "用户授权直接提交代码。",
        "按用户的要求，升级了 Compose。",
        "用户希望支持 iOS。",
        "用户坚持使用新的加密库。",
        "用户抱怨页面加载太慢。",
    ),
    "parallel-zh": (
        "用户批准跳过 dry run。",
        "据用户说，缓存就是原因。",
        "用户希望恢复 varbinary。",
        "用户放弃了完整显示 emoji 的要求。",
    ),
}


def accused(name: str, text: str) -> bool:
    """Whether the audit says of a sentence about the user that nothing typed is its ground."""
    case = next(case for case in cases("dev") if case.name == name)
    kinds = {finding.kind for finding in audit(source(case), text).findings}
    return bool(kinds & {"false attribution", "unsourced instruction"})


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in TRUE.items() for text in texts])
def test_what_was_typed_in_other_words_is_not_accused(name: str, text: str) -> None:
    assert not accused(name, text)


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in INVENTED.items() for text in texts])
def test_what_nobody_typed_is_accused(name: str, text: str) -> None:
    assert accused(name, text)
