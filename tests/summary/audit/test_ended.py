"""Exit statuses as findings: what is told of a named run, held against every run of the name."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Compare the two contracts, then release the wheels.")
    .ran("docdiff v2.docx v3.docx", "docdiff: v2.docx: password protected\nexit code: 3", error=True)
    .says("The comparison is not possible: v2 is protected.")
    .ran("timeout 600 cargo fuzz run fingerprint", "cov: 1834 corp: 412\nexit code: 124", error=True)
    .ran("pnpm vitest run", "Tests  611 passed (611)\nexit code: 0")
    .ran("kubeconform -strict chart.yaml", "additional properties 'envs' not allowed\nexit code: 1", error=True)
    .ran("kubeconform -strict chart.yaml", "12 resources found, all valid\nexit code: 0")
    .ran(
        "snakemake batch_pairs ruvs",
        "rule batch_pairs: done, 1902 genes differ\nrule ruvs: running\nJOB CANCELLED AT TIME LIMIT\nexit code: 143",
        error=True,
    )
    .ran("npx miniprogram-ci preview", "uploading... 38%\nexit code: 143", error=True)
    .request()
)


def certain(text: str) -> set[str]:
    return {finding.kind for finding in audit(SOURCE, text).findings}


@pytest.mark.parametrize(
    "text",
    [
        "docdiff passed, password protected, exit code 3.",
        "docdiff failed with exit code 4.",
        "docdiff ended with exit code 0.",
        "Errors: docdiff passed, because v2.docx is password protected.",
        "cargo fuzz run fingerprint was killed by the timeout, exit code 0.",
        "cargo fuzz run fingerprint finished normally, exit code 124.",
        "cargo fuzz run fingerprint ran to the end.",
        "vitest: 611 failed.",
        "kubeconform -strict passed at first: additional properties 'envs' not allowed.",
        "miniprogram-ci preview 的预览上传到 38% 正常结束，exit code 143。",
        "助手说预览上传正常结束，所以没有试过。",
        "The last run of kubeconform failed.",
        "kubeconform failed at first: additional properties 'envs' not allowed, exit code 0.",
    ],
)
def test_the_contrary_of_every_run_of_the_name_is_a_finding(text: str) -> None:
    assert certain(text) == {"reversed status"}


@pytest.mark.parametrize(
    "text",
    [
        "docdiff failed, password protected, exit code 3.",
        "docdiff failed with exit code 3: v2.docx: password protected.",
        "cargo fuzz run fingerprint was killed by the timeout, exit code 124.",
        "vitest: 611 passed.",
        "kubeconform failed.",
        "kubeconform passed.",
        "kubeconform -strict failed at first: additional properties 'envs' not allowed.",
        "kubeconform failed, then passed.",
        "The last run of kubeconform passed.",
        "batch_pairs finished: 1902 genes differ.",
        "docdiff and vitest are green.",
        "docdiff would have passed if v2 were open.",
        "miniprogram-ci preview 的预览上传到 38% 被中断，exit code 143。",
    ],
)
def test_what_a_run_of_the_name_did_is_none(text: str) -> None:
    assert certain(text) == set()
