"""What a user of the corpus thought, noticed and proposed, in other words: true, and none is accused."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.summary.audit.noticed import noticed
from tests.summary.corpus.cases import cases
from tests.summary.corpus.measure import source

TRUE: Mapping[str, tuple[str, ...]] = {
    "frontend": (
        'The user noticed that the translations use the informal "du".',
        "The user found that the checkout's German did not follow docs/style/de.md.",
        "The user suggested getWeekInfo of Intl.Locale.",
        "The user pointed out that Firefox lacks getWeekInfo.",
        "The user's proposal was to use Intl.Locale with a fallback.",
        "The user recommended NODE_OPTIONS=--max-old-space-size=6144 for local builds.",
        "According to the user, translations have been incomplete since the redesign.",
    ),
    "mobile-zh": (
        "用户建议改用 Firebase 的 Pixel 6 先跑测试。",
        "用户提出草稿要用 EncryptedFile 加密。",
        "用户发现从后台回来支付页会白屏。",
        "用户指出 iOS 也有同样的反馈。",
        "用户认为 8 GB 内存的机器跑不动模拟器。",
    ),
    "oom-log": (
        "The user observed that the crash comes about ten minutes into the nightly run.",
        "The user concluded from the second crash that batch 1184 is not to blame.",
        "The user noted that a restart helps for two days.",
        "The user suspected the caches.",
        "The user found that the limit of 4096 MB did not help.",
        "The second crash at 04:40 was reported by the user.",
    ),
    "order-404": (
        "The user suggested that stock may play a part.",
        "The user suspected a connection with the stock exports.",
        "The user noticed that the shop in Lyon retries all the time.",
        "The user's hint was the date, 12 April.",
    ),
    "parallel-zh": (
        "用户发现小明🍺登录时提示昵称不存在。",
        "用户指出清缓存没有用。",
        "用户怀疑 dry run 的日志没有看完。",
        "用户认为第一个 emoji 再长也要完整显示。",
        "用户建议四个分片一起 dry run。",
    ),
    "pipeline": (
        "The user concluded that Klarna's launch on the 12th fits.",
        "The user noted that three other DAGs rely on the default of dedupe.",
        "The user suggested passing the key from the DAG.",
        "The user's idea was to hand over the key from the DAG instead of changing the default.",
        "The user recommended the pool `heavy` because of its memory.",
        "The user knew that XTS is a probe merchant.",
        "A data test for shared ids was suggested by the user.",
        "The user found the revenue 3.1 % too low since Thursday.",
    ),
    "rust": (
        "The user noticed that Tarjan already exists in lumen-syntax.",
        "The user suggested reusing the existing Tarjan.",
        "The user considered 7 % acceptable.",
        "The user argued that the cache format is versioned and shared by customers over NFS.",
        "The user raised the question whether a cycle is invalidated as a whole.",
    ),
    "security": (
        "The user explained that customers do not need links in uploads.",
        "The user suspected a race between EvalSymlinks and opening.",
        "The user proposed to reject all symlinks and hard links.",
        "The user noted that gosec hangs for everybody.",
        "The user named unpack.go as the place where uploads go through.",
        "The user's suggestion was to write the race down in SECURITY.md.",
    ),
    "terraform": (
        "The user warned that 10.42.64.0/18 is peered with the data team's VPC.",
        "The user found that the lock was stale and removed it.",
        "The user proposed a second node group named staging-wide.",
        "The user recognised that the machine has too little memory for the production plan.",
        "The user thought that the new subnets make sense.",
        "The user suggested `terraform show` on the staging plan.",
    ),
    "training": (
        "The user argued that without batch 48 for the baseline the comparison means nothing.",
        "The user suggested another hour on the GPU for `dur`.",
        "The user noticed the worse WER of 9.8 %.",
        'The user proposed NFC in the tokenizer and a unit test with "größer".',
        "The user explained that the manifest is hashed.",
        "The user identified the failing test as the known ticket ASR-311.",
    ),
    "analysis-zh": (
        "用户怀疑扣款失败变多了。",
        "用户建议看看扣款失败是不是变多。",
        "用户指出月付 6 月 3 号涨价。",
        "用户提出报告写「原因尚不明确」。",
    ),
    "contract": (
        "The user noticed that v2 had Swedish law.",
        "The user suspected that the law had been changed without notice.",
        "The user suggested the history.",
        "The user thought that 30 days of payment are acceptable.",
        "The user's view was that privacy should judge 3.5.",
    ),
    "firmware": (
        "The user found that the USB cable was bad.",
        "The user noted that the first minute after boot draws more.",
        "The user explained that the limit was for the old always-on probe.",
        "The user reported that the battery lasts 9 weeks instead of 12 months.",
        "According to the user, Lena measured the warm-up of 40 ms.",
        "The user suggested to flag rev B in the release notes.",
    ),
    "game": (
        "The user suspected the collision matrix.",
        "The user blamed the merge of the layers in 4f2d9aa.",
        "The user's suspicion was that bullets collide with bullets.",
        "The user proposed a layer of their own for reflected bullets.",
        "The user considered devkit 3 flaky and suggested number 5.",
        "The user reported a drop to 19 fps in phase 2.",
    ),
    "kubernetes": (
        "The user suspected the node image, since nothing in the chart had changed.",
        "The user observed that eu-2 runs cgroup v2.",
        "The user noticed restarts about every 40 minutes.",
        "The user's idea was one change at a time.",
        "The user explained that the limit is fixed by the platform team.",
    ),
    "miniapp-zh": (
        "用户怀疑新订单插到最前面造成错位。",
        "用户建议用接口的 cursor 参数。",
        "用户发现慢慢拉也会重复。",
        "按用户的建议，看了 docs/api/orders.md。",
        "用户指出预览要在公司网络里上传。",
        "用户认为切换标签时列表应该清空。",
    ),
    "support": (
        "The user suggested 90 as goodwill.",
        "The user thought that 90 is within the limit.",
        "The user proposed half, after a talk with the hotel.",
        "The user suggested a secure form for the IBAN.",
    ),
    "wheels": (
        "The user suggested to check ulimit.",
        "The user proposed 256 threads.",
        "The user found the analysis good.",
        "The user recommended tbb from vcpkg on Windows.",
        "The user pointed to GitHub issue #272.",
        "The user noted that 2.4.0 fails to install on Alpine for some people.",
    ),
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in TRUE.items() for text in texts])
def test_an_idea_of_the_user_is_not_accused(name: str, text: str) -> None:
    case = next(case for case in cases("dev") if case.name == name)
    assert not noticed(source(case), text) & {"false attribution", "unsourced instruction"}
