"""How runs ended that a sentence names outright: by program, script, file, flag or test, laid beside the record."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Check the labels and the types.")
    .ran("python tools/check_labels.py texts", "L05: too long\n1 problem in 18 labels\nexit code: 1", error=True)
    .ran("python tools/check_grants.py --dataset dev", "14 grants, all as in grants.yml\nexit code: 0")
    .ran("ruff check services && timeout 300 mypy --strict services", "Terminated\nexit code: 124", error=True)
    .says("ruff passed; mypy ran for 300 seconds and was stopped.")
    .ran("./gradlew :api:test", "AdaptersExistTest > every class has an adapter FAILED\nexit code: 1", error=True)
    .ran("papermill main.ipynb out/repro_a.ipynb", "1 of 22 cells differ\nexit code: 1", error=True)
    .ran("papermill main.ipynb out/repro_c.ipynb", "22 of 22 cells identical\nexit code: 0")
    .ran("./mvnw verify", "Running SoakTest\nKilled\nexit code: 137", error=True)
    .ran("./mvnw verify -Dtest='!SoakTest'", "Tests run: 133\nexit code: 0")
    .ran("cargo clippy --all-targets", "Finished\nexit code: 0")
    .ran("cd reduce && cvise check.sh all.ii", "Killed\nexit code: 137", error=True)
    .says("cvise was killed after 15 minutes.")
    .ran("cd reduce && cvise check.sh small.ii", "done in 22 minutes\nexit code: 0")
    .request()
)


def certain(text: str) -> set[str]:
    return {finding.kind for finding in audit(SOURCE, text).findings}


@pytest.mark.parametrize(
    "text",
    [
        "check_labels.py passed.",
        "How the runs ended: check_grants.py failed.",
        "mypy completed with exit code 124.",
        "mypy came to its end within 300 seconds and was stopped by the timeout.",
        "mypy 正常结束了，退出码是 124。",
        "mypy 被超时终止（退出码为 0）。",
        "AdaptersExistTest passed at first: every class has an adapter.",
        "The run into repro_a.ipynb succeeded: 1 of 22 cells differ.",
        "The run into repro_c.ipynb failed.",
        "cargo clippy failed.",
        "The run of cvise on small.ii failed and finished in 22 minutes.",
        "运行结果：check_grants.py 失败了：14 grants。",
    ],
)
def test_the_contrary_of_what_is_named_is_a_finding(text: str) -> None:
    assert certain(text) == {"reversed status"}


@pytest.mark.parametrize(
    "text",
    [
        "check_labels.py failed.",
        "check_grants.py passed.",
        "mypy was stopped by the timeout, exit code 124; ruff passed.",
        "mypy 被超时终止，退出码是 124。",
        "AdaptersExistTest failed at first.",
        "The run into repro_a.ipynb failed: 1 of 22 cells differ.",
        "verify was killed in SoakTest, exit code 137.",
        "After a failed attempt the agent found the grants with check_grants.py.",
        "check_labels.py should pass next.",
        "cargo clippy passed.",
        "AdaptersExistTest passes since the class is gone.",
        "cvise was killed on all.ii, the run on small.ii finished.",
    ],
)
def test_what_the_record_shows_is_none(text: str) -> None:
    assert certain(text) == set()
