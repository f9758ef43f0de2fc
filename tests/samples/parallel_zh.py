"""Nicknames with emoji: a bilingual session with parallel calls, whose big outputs are artifacts. An event log.

Why rows disappear stands only in the middle of one artifact. The preview shows its two ends and where to read on, and it is
cleared as soon as newer results come.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta, timezone

from tests.samples.events import Events, pointer_to, preview
from tests.samples.forms import Json
from tests.samples.parallel_zh_code import ALLOWED, CORPUS, NEW_TESTS, NICKNAME, SHARDS, SHORTEN, STORE, TESTS, WIDEN
from tests.samples.parallel_zh_outputs import LOST, ROWS, SEED, outputs

SESSION = "parallel-zh"
BEIJING = timezone(timedelta(hours=8))
NOTICE = (
    "[此处省略 {lines} 行。完整输出共 {total_lines} 行、{chars} 个字符，保存为 {pointer} ，"
    "可用 read_artifact 从第 {next_line} 行继续读。]"
)

TASK = """昵称里的 emoji 一直出问题 😵‍💫：有人叫「一家人👨‍👩‍👧‍👦」，老客户端上只剩 👨 加一个方块；👍🏽 会变成 👍 加一块色板。麻烦做三件事：
1. profile/nickname.py 的截断改成按「字素」（grapheme），不能再切开一个 emoji；
2. nickname 列现在是 varbinary，四个分片（shard 0–3）都迁到 varchar utf8mb4，工具用 ops 里的 widen；
3. 补上回归测试，👩🏽‍💻、🏳️‍🌈、🇨🇳 这几类都要有。
规矩只有一条：**任何一行用户数据都不能丢**。正式跑之前先 dry run，四个分片的日志都要看完，有一条 WARN 就停下来问我。"""


class Session:
    """The agent at work: batches of calls, and what the harness shows of big outputs."""

    def __init__(self) -> None:
        self.talk = Events(SESSION, start=datetime(2025, 4, 10, 14, 2, 11, tzinfo=BEIJING))
        self.rng = random.Random(SEED)
        self.outputs = outputs()

    def batch(self, *uses: tuple[str, Json, str], text: str = "") -> None:
        """Calls made at once, and their results in one message."""
        ids = self.talk.call(*((tool, arguments) for tool, arguments, _ in uses), text=text)
        self.talk.answer(ids, *(output for *_, output in uses))

    def read(self, *files: tuple[str, str], text: str = "") -> None:
        self.batch(*(("read_file", {"path": path}, content) for path, content in files), text=text)

    def shards(self, command: str, results: list[str], text: str = "", done: datetime | None = None) -> None:
        """The same command on all four shards at once; `done` is when the last of them was through."""
        if done:
            self.talk.known[self.talk.here + 1] = done
        commands = [{"command": command.format(shard=shard)} for shard in range(4)]
        self.batch(*(("bash", each, output) for each, output in zip(commands, results, strict=True)), text=text)

    def shown(self, file: str, head: int = 12, tail: int = 8) -> str:
        """What the harness lets through of an output that became an artifact."""
        full = self.outputs[file]
        return preview(full, NOTICE, head, tail, pointer=pointer_to(SESSION, file, full.encode()))

    def sql(self, query: str, rows: list[str]) -> None:
        """One query, on all four shards."""
        command = 'mysql --defaults-group-suffix=-p{shard} profile -Bse "' + query + '"'
        self.shards(command, [row + "\n" for row in rows])


def look_around(work: Session) -> None:
    talk = work.talk
    talk.ask(TASK)
    work.read(
        ("profile/nickname.py", NICKNAME),
        ("profile/store.py", STORE),
        ("tests/test_nickname.py", TESTS),
        text="先把截断、存储和现有测试一起读一遍。",
    )
    work.read(("ops/widen.toml", WIDEN), ("ops/shards.yaml", SHARDS), text="再看迁移工具的配置和分片。")
    found = "profile/api.py:41:    shown = shorten(nickname)\nprofile/push.py:88:    title = shorten(sender.nickname)\n"
    run = "...                                                                      [100%]\n3 passed in 0.04s\n"
    work.batch(
        ("bash", {"command": "grep -rn 'shorten(' profile/ --include=*.py | grep -v 'def '"}, found),
        ("bash", {"command": "python -m pytest -q tests/test_nickname.py"}, run),
        ("bash", {"command": "python -c 'import regex; print(regex.__version__)'"}, "2.5.141\n"),
        text="谁在调用 shorten、测试现状、regex 库在不在——三个一起查。",
    )
    types = [f"nickname\tvarbinary(256)\tuq_nickname\t{ROWS[shard]}" for shard in range(4)]
    work.sql("CALL describe_column('nickname')", types)
    scan = work.outputs["nickname-scan.csv"].splitlines()
    long, broken = len(scan) - 1, sum(row.endswith(",broken") for row in scan)
    work.batch(
        (
            "bash",
            {"command": "python tools/scan_nicknames.py --longer-than 12 --all-shards"},
            work.shown("nickname-scan.csv"),
        ),
        (
            "bash",
            {"command": "python tools/scan_nicknames.py --count"},
            f"longer than 12 code units: {long}\nbroken by the cut: {broken}\n",
        ),
        text="现在看看真实数据里有多少昵称会被切坏。",
    )
    arguments = {"pointer": pointer_to(SESSION, "nickname-scan.csv", work.outputs["nickname-scan.csv"].encode())}
    part = "\n".join(scan[840:864]) + "\n"
    work.batch(
        ("read_artifact", {**arguments, "first_line": 841, "lines": 24}, part),
        (
            "bash",
            {"command": "ls tests/ && cat tests/conftest.py | head -n 5"},
            "conftest.py\ntest_nickname.py\ntest_store.py\n",
        ),
        text="预览只有头尾，我从中间抽 24 行确认一下分布。",
    )
    talk.say(
        "看明白了 👀。`shorten` 按 UTF-16 单元切，12 个单元正好会落在 ZWJ 序列或肤色修饰符中间："
        f"{long:,} 个超长昵称里有 {broken:,} 个会被切坏。"
        "计划：① 用 `regex` 的 `\\X` 按字素截断；② 补测试；③ 四个分片先 dry run，再正式跑。两处调用（api.py、push.py）不用改。可以开始吗？"
    )


def fix(work: Session) -> None:
    talk = work.talk
    talk.ask(
        "可以 👌🏻 先改代码。长度上限还是 12 个单元，老客户端改不了；但第一个 emoji 再长也要完整显示，不能变成空昵称。"
    )
    imports = 'import regex\n\nGRAPHEME = regex.compile(r"\\X")\n\nMAX_UNITS = 12'
    old_shorten = NICKNAME[NICKNAME.index("def shorten") : NICKNAME.index("\n\ndef is_allowed")]
    old_allowed = NICKNAME[NICKNAME.index("def is_allowed") :]
    done = "profile/nickname.py: 1 replacement\n"
    work.batch(
        ("edit_file", {"path": "profile/nickname.py", "old_string": "MAX_UNITS = 12", "new_string": imports}, done),
        ("edit_file", {"path": "profile/nickname.py", "old_string": old_shorten, "new_string": SHORTEN}, done),
        ("edit_file", {"path": "profile/nickname.py", "old_string": old_allowed, "new_string": ALLOWED}, done),
        text="三处修改互不重叠，一次提交。",
    )
    work.batch(
        (
            "append_file",
            {"path": "tests/test_nickname.py", "text": NEW_TESTS},
            f"tests/test_nickname.py: {NEW_TESTS.count(chr(10))} lines appended\n",
        ),
        ("write_file", {"path": "tests/corpus.py", "text": CORPUS}, "tests/corpus.py: written\n"),
    )
    failed = "E   NameError: name 'pytest' is not defined\n1 error in 0.11s\n"
    work.batch(
        ("bash", {"command": "python -m pytest -q tests/test_nickname.py"}, failed),
        (
            "bash",
            {"command": "ruff check profile tests"},
            "tests/test_nickname.py: F821 Undefined name `pytest`\nFound 1 error.\n",
        ),
    )
    head = "import pytest\nfrom tests.corpus import code_points, corpus\nfrom profile.nickname import GRAPHEME, is_allowed, shorten"
    arguments = {"path": "tests/test_nickname.py", "old_string": "from profile.nickname import is_allowed, shorten"}
    work.batch(
        ("edit_file", {**arguments, "new_string": head}, "tests/test_nickname.py: 1 replacement\n"),
        text="少了 import，补上。",
    )
    work.batch(
        ("bash", {"command": "python -m pytest -v tests/test_nickname.py"}, work.shown("test-run.log")),
        ("bash", {"command": "ruff check profile tests"}, "All checks passed!\n"),
        (
            "bash",
            {"command": "git diff --stat"},
            " profile/nickname.py     | 21 ++++++++++++++++-----\n tests/corpus.py         | 19 +++++++++++++++++++\n tests/test_nickname.py  | 28 +++++++++++++++++++++++++++-\n",
        ),
    )
    before = (
        "一家人👨‍👩‍👧‍👦 -> 一家人👨‍👩‍👧\n点赞👍🏽 -> 点赞👍🏽\n云云云云云云云云云云👩🏽‍💻 -> 云云云云云云云云云云👩\n"
    )
    after = "一家人👨‍👩‍👧‍👦 -> 一家人\n点赞👍🏽 -> 点赞👍🏽\n云云云云云云云云云云👩🏽‍💻 -> 云云云云云云云云云云\n"
    work.batch(
        ("bash", {"command": "git stash -q && python tools/show_cut.py; git stash pop -q"}, before),
        ("bash", {"command": "python tools/show_cut.py"}, after),
        text="改前改后对比一下。",
    )
    work.batch(
        (
            "bash",
            {"command": "git commit -qam 'nickname: cut between graphemes' && git log --oneline -n 1"},
            "5e20c7b nickname: cut between graphemes\n",
        )
    )
    talk.say(
        "代码部分完成 ✅：380 个用例全绿，「一家人👨‍👩‍👧‍👦」不再被切成 👨‍👩‍👧，第一个字素永远完整。接下来可以 dry run。"
    )


def rehearse(work: Session) -> None:
    talk = work.talk
    talk.ask("很好 🎉 开始 dry run 吧，四个分片一起跑。日志有点长，慢慢看。")
    work.batch(
        (
            "bash",
            {"command": "df -h /var/lib/mysql | tail -n 1"},
            "/dev/nvme1n1  1.8T  611G  1.2T  35% /var/lib/mysql\n",
        ),
        ("bash", {"command": "widen --version"}, "widen 2.6.1\n"),
        ("bash", {"command": "python tools/backup_age.py --all-shards"}, "p0 9h\np1 9h\np2 9h\np3 9h\n"),
        text="跑之前先看磁盘、工具版本和备份时间。",
    )
    work.shards(
        "widen --config ops/widen.toml --shard {shard} --dry-run",
        [work.shown(f"dry-run-shard-{shard}.log") for shard in range(4)],
        text="四个分片并行 dry run。",
        done=datetime(2025, 4, 10, 14, 23, 31, tzinfo=BEIJING),
    )
    lag = [f"replica of p{shard}: {work.rng.randrange(20, 140)} ms" for shard in range(4)]
    work.shards("python tools/replica_lag.py p{shard}", [row + "\n" for row in lag], text="再看四个副本的延迟。")
    free = [f"{work.rng.randrange(11, 60)} open transactions, oldest {work.rng.randrange(1, 9)} s" for _ in range(4)]
    work.sql("CALL open_transactions()", free)
    work.batch(
        ("bash", {"command": "python tools/traffic.py --hour 02"}, "02:00-03:00  rename 14/min  find 380/min\n"),
        ("bash", {"command": "python tools/traffic.py --hour 14"}, "14:00-15:00  rename 201/min  find 9140/min\n"),
    )
    talk.say(
        "dry run 结束，四个分片都是 errors=0、exit=0，预计每片 3 分钟左右，额外磁盘 41 MB。副本延迟都在 150 ms 以内，没有长事务。"
        "凌晨 02:00 流量最低（改名 14 次/分），建议那时正式跑。"
    )


def run(work: Session) -> None:
    talk = work.talk
    talk.ask("好，那就今晚 02:00。跑完检查一遍字符集和行能不能读出来，有问题马上回滚 🙏🏼")
    talk.at(datetime(2025, 4, 11, 2, 0, 4, tzinfo=BEIJING))
    quiet = [f"shard {shard}: finished, errors=0, {work.rng.randrange(168, 199)} s\n" for shard in range(4)]
    work.shards(
        "widen --config ops/widen.toml --shard {shard} --quiet",
        quiet,
        text="02:00，四个分片同时正式迁移。",
        done=datetime(2025, 4, 11, 2, 3, 25, tzinfo=BEIJING),
    )
    work.sql("CALL charset_of('nickname')", ["nickname\tvarchar(64)\tutf8mb4"] * 4)
    names = ("小明🍣", "一家人👨‍👩‍👧‍👦", "Mia👩🏽‍💻", "云朵🏳️‍🌈")
    work.batch(
        *(("bash", {"command": f"python -m profile.find '{name}'"}, f"{name}: user {10_000_000 + 7_919 * number}\n")
          for number, name in enumerate(names, start=3)),
        text="抽四个带 emoji 的昵称读一遍。",
    )  # fmt: skip
    old = 'row = db.one("SELECT user_id FROM nickname WHERE nickname = %s", nickname.encode())'
    old_insert = "user_id, nickname.encode())\n"
    done = "profile/store.py: 1 replacement\n"
    work.batch(
        (
            "edit_file",
            {"path": "profile/store.py", "old_string": old, "new_string": old.replace(".encode()", "")},
            done,
        ),
        (
            "edit_file",
            {"path": "profile/store.py", "old_string": old_insert, "new_string": "user_id, nickname)\n"},
            done,
        ),
        text="列已经是文本，store.py 里不用再 encode。",
    )
    work.batch(
        ("bash", {"command": "python -m pytest -q"}, "407 passed in 6.02s\n"),
        (
            "bash",
            {"command": "git commit -qam 'store: nicknames are text' && git log --oneline -n 1"},
            "c41fd08 store: nicknames are text\n",
        ),
    )
    deployed = [f"profile-{zone}: c41fd08 healthy\n" for zone in ("a", "b", "c")]
    work.batch(*(("bash", {"command": f"deploy profile --zone {zone}"}, deployed["abc".index(zone)]) for zone in "abc"))
    talk.at(datetime(2025, 4, 11, 2, 31, 40, tzinfo=BEIJING))
    errors = [f"02:{minute:02}  find 2xx {work.rng.randrange(340, 420)}  5xx 0" for minute in (10, 15, 20, 25)]
    work.batch(
        ("bash", {"command": "python tools/errors.py --since 02:10 --step 5"}, "\n".join(errors) + "\n"),
        ("bash", {"command": "python -m profile.find '小鹿🐼'"}, "小鹿🐼: user 10071271\n"),
    )
    talk.say(
        "全部完成 🚀👨🏻‍💻：四个分片都是 varchar(64) utf8mb4，抽查的 👨‍👩‍👧‍👦、👩🏽‍💻、🏳️‍🌈 都能读出来，新版本三个区都健康，15 分钟内没有 5xx。"
        "没有一行数据丢失。"
    )


def aftermath(work: Session) -> None:
    talk = work.talk
    talk.at(datetime(2025, 4, 11, 9, 21, 37, tzinfo=BEIJING))
    talk.ask(
        "早上客服来了 37 个工单 😰：用户「小明🍺」登录说「昵称不存在」，「小明🍣」却没事。都是带 emoji 的昵称。马上查！"
    )
    work.batch(
        ("bash", {"command": "python -m profile.find '小明🍺'"}, "小明🍺: user 10023757\n"),
        ("bash", {"command": "python -m profile.find '小明🍣'"}, "小明🍣: user 10023757\n"),
        ("bash", {"command": "python -m profile.find '大山🍜'"}, "大山🍜: user 10310081\n"),
        (
            "bash",
            {"command": "python tools/login_errors.py --top 3"},
            "1311  user has no nickname\n   9  wrong password\n   2  locked\n",
        ),
        text="先查这几个昵称现在指向谁。",
    )
    counts = [str(ROWS[shard] - (LOST if shard == 2 else 0)) for shard in range(4)]
    work.sql("SELECT COUNT(*) FROM nickname", counts)
    lag = [f"replica of p{shard}: {work.rng.randrange(20, 140)} ms\n" for shard in range(4)]
    work.shards("python tools/replica_lag.py p{shard}", lag, text="也许是副本没跟上。")
    work.batch(
        (
            "bash",
            {"command": "git log --oneline -n 3"},
            "c41fd08 store: nicknames are text\n5e20c7b nickname: cut between graphemes\n0b1d9ae push: quiet hours\n",
        ),
        ("read_file", {"path": "profile/store.py"}, STORE.replace("nickname.encode()", "nickname")),
        (
            "bash",
            {"command": "python tools/deletes.py --table nickname --since 02:00"},
            "no DELETE by the application\n",
        ),
        ("bash", {"command": "python tools/cache_stats.py"}, "nickname cache: 61 % hits, ttl 900 s\n"),
        text="副本正常。再看代码、应用有没有删除、以及缓存。",
    )
    talk.say(
        f"分片 2 现在是 {ROWS[2] - LOST} 行，比迁移前少 {LOST} 行，其他三片没变。应用没有执行过 DELETE，副本也跟上了。dry run 和正式跑都是 0 errors，"
        "所以我判断不是迁移造成的，更像是缓存把两个昵称弄混了。建议先清空昵称缓存。"
    )
    talk.ask("清缓存了，没用。你说 dry run「都看完了」，那分片 2 的日志里有没有 WARN？我的规矩是有一条 WARN 就停。")
    work.batch(
        ("bash", {"command": "redis-cli --scan --pattern 'nick:*' | wc -l"}, "214\n"),
        ("bash", {"command": "python tools/login_errors.py --since 09:40 --top 1"}, "402  user has no nickname\n"),
        text="缓存确实已经空了，错误还在。",
    )
    talk.say(
        "说实话 😔：四份 dry run 日志每份约 600 行，我只看到开头 12 行和结尾 8 行，中间的部分从来没有读过；那四份预览后来也被新的结果挤出去了，"
        "现在我手里连从哪一行继续读、artifact 叫什么都没有。我不能说没有 WARN，「看完了」这句话是错的。"
    )
    talk.ask("那就去读：分片 2 那份日志的中间到底写了什么？给我行号和原文。在那之前别再动任何数据 ✋🏾")


def build() -> bytes:
    work = Session()
    for part in (look_around, fix, rehearse, run, aftermath):
        part(work)
    return work.talk.log()


def artifacts() -> dict[str, bytes]:
    """Path inside the folder of the samples → content."""
    return {f"artifacts/{SESSION}/{file}": text.encode() for file, text in outputs().items()}
