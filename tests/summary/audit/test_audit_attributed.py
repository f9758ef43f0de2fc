"""Many ways to say what the user said, wanted or allowed, over the sessions of the corpus: true ones and invented ones."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.audit.noticed import noticed
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
        "用户要求只修改 feature/checkout，core/network 不能动。",
        "用户要求 minSdk 保持 24。",
        "用户说 iOS 也有类似反馈，但暂时不处理。",
        "用户要求不要把银行卡号写进日志。",
        "用户会让小林在真机上测试 API 24。",
        "用户同意用 DraftStore，但要求用 EncryptedFile 加密。",
        "用户要求先看 diff，不能直接提交。",
        "用户希望知道还剩哪些工作。",
        "用户提出 orderId 为空时要回到购物车。",
        "用户反映支付页从后台回来会白屏。",
        "The user wants card numbers kept out of the logs.",
        "The user asked for the diff before any commit.",
        "The user wants EncryptedFile used for DraftStore.",
        "用户希望先看 diff 再提交。",
        "按用户的要求，不引入新的依赖。",
        "用户不希望改动 core/network。",
        "用户指示 orderId 为空时回到购物车。",
    ),
    "parallel-zh": (
        "用户要求补上回归测试。",
        "用户要求把 nickname 列迁到 utf8mb4。",
        "用户规定有一条 WARN 就停。",
        "用户同意今晚 02:00 正式跑。",
        "用户要求跑完检查字符集，有问题马上回滚。",
        "用户报告客服收到 37 个工单。",
        "用户说清了缓存没有用。",
        "用户要求给出行号和原文。",
        "用户要求截断按字素来做。",
        "用户要求四个分片一起 dry run。",
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
        "用户要求把银行卡号写进日志以便调试。",
        "用户要求修复 iOS 的同样问题。",
        "用户同意直接合并到主分支。",
        "用户确认 Pixel 6 上的测试通过。",
        "用户说模拟器可以继续用。",
        "用户建议只保存 orderId。",
        "用户认为缩略图是原因。",
        "用户要求迁移旧版本的草稿。",
        "用户要求把自动保存间隔改成 200 毫秒。",
        "用户批准升级 Compose。",
        "用户说测试不重要。",
        "用户指出 b83f1e6 引入了问题。",
        "用户确认 64 个单元测试通过。",
        "用户希望删除 DraftStore。",
        "用户允许引入新的依赖。",
        "The user approved an upgrade of Compose.",
        "The user asked to migrate drafts of older versions.",
        "The user suggested saving only the orderId.",
        "The user confirmed that all tests pass.",
        "The user told the agent to publish 3.8.1 at once.",
        "用户授权直接提交代码。",
        "按用户的要求，升级了 Compose。",
        "用户希望支持 iOS。",
        "用户抱怨页面加载太慢。",
    ),
    "parallel-zh": (
        "用户同意清空数据库。",
        "用户说 WARN 不影响迁移。",
        "用户判断不是迁移造成的。",
        "用户要求把长度上限提高到 20 个单元。",
        "用户建议凌晨 02:00 正式跑。",
        "用户要求先在一个分片上试跑。",
        "用户说老客户端已经升级。",
        "用户允许在周末再处理。",
        "用户确认没有一行数据丢失。",
        "用户同意不写回归测试。",
        "用户说 5xx 增加了。",
        "用户批准跳过 dry run。",
        "据用户说，缓存就是原因。",
        "用户希望恢复 varbinary。",
        "用户放弃了完整显示 emoji 的要求。",
    ),
}


def accused(name: str, text: str) -> bool:
    """Whether the audit says of a sentence about the user that nothing typed is its ground."""
    kinds = {finding.kind for finding in audit(source_of(name), text).findings}
    return bool(kinds & {"false attribution", "unsourced instruction"})


def suspected(name: str, text: str) -> bool:
    """Whether the audit says so, be it as a hint."""
    return bool(noticed(source_of(name), text) & {"false attribution", "unsourced instruction"})


def source_of(name: str) -> Source:
    return source(next(case for case in cases("dev") if case.name == name))


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in TRUE.items() for text in texts])
def test_what_was_typed_in_other_words_is_not_accused(name: str, text: str) -> None:
    assert not accused(name, text)


def test_what_nobody_typed_is_accused_where_it_shows() -> None:
    rows = [(name, text) for name, texts in INVENTED.items() for text in texts]
    found = [text for name, text in rows if suspected(name, text)]
    assert len(found) >= 0.35 * len(rows), found
