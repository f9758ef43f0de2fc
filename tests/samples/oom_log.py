"""The 8 kB log that blows a budget of 3,000 bytes. What killed the worker stands in the middle, and the middle is cut out.

The figures are chosen so that request 3 has a history of 9,221 bytes, 8,067 of them the one fresh log.
"""

from __future__ import annotations

import hashlib
import random

from tests.samples.forms import Anthropic, lines

LOG_BYTES = 8067
HISTORY_BYTES = 9221

SYSTEM = """You are the operations helper of a small payments team. You work in /srv/payments on the host pay-02.example.com.
Tools: bash, read_file. Answer briefly. Name the log line that proves what you say; when you have no proof, say so.
Never print card numbers or tokens, not even masked ones. Times in the logs are UTC. The worker renders receipts as PDF,
hands them to the mailer in batches of 40, and keeps rendered logos in memory between batches."""

TASK = """payments-worker died last night at 03:12 and nobody knows why. Please:
1. check which version is deployed,
2. read logs/worker.log from start to end,
3. tell me the cause and the smallest change that stops it.
Do not restart or reconfigure anything, on-call does that. The 40 receipts of batch 1184 were not sent.
The night shift saw the same on 4 and 7 March, each time some ten minutes into the nightly run;
a restart helped for two days. No metrics are kept."""

START = [
    "2025-03-11T03:00:00Z INFO  main      payments-worker 4.7.2 (build 91c04e) starting, pid 4187",
    "2025-03-11T03:00:00Z INFO  main      config /srv/payments/worker.toml, memory limit 2048 MB",
    "2025-03-11T03:00:01Z INFO  db        pool of 8 connections to db-01.example.com opened in 212 ms",
    "2025-03-11T03:00:01Z INFO  queue     subscribed to receipts.outgoing, prefetch 20",
    "2025-03-11T03:00:02Z INFO  renderer  fonts loaded: 14, templates compiled: 31",
    "2025-03-11T03:00:02Z INFO  scheduler nightly run: 9600 receipts in 240 batches of 40",
]

CAUSE = [
    "2025-03-11T03:05:58Z WARN  cache     logo_cache.limit_mb = 0 in worker.toml; since 4.7.0 zero means NO LIMIT",
    "2025-03-11T03:05:58Z INFO  cache     logo_cache: 1180 entries, 1403 MB, 0 evictions",
]

END = [
    "2025-03-11T03:12:04Z WARN  renderer  batch 1184: 40 receipts, 61 MB of attachments, rendering is slow",
    "2025-03-11T03:12:09Z ERROR renderer  batch 1184: MemoryError while embedding attachment 17 of 40",
    "2025-03-11T03:12:09Z INFO  queue     batch 1184 returned to receipts.outgoing, attempt 1 of 5",
    "2025-03-11T03:12:11Z ERROR main      unhandled MemoryError in thread render-3, shutting down",
    "2025-03-11T03:12:11Z FATAL kernel    Out of memory: Killed process 4187 (payments-worker) anon-rss:2097020kB",
]


def _row(rng: random.Random, second: int, batch: int) -> str:
    at = f"2025-03-11T03:{second // 60:02}:{second % 60:02}Z"
    kind = rng.randrange(6)
    if kind < 4:
        megabytes, took = rng.randrange(3, 19), rng.randrange(900, 4100)
        return f"{at} INFO  renderer  batch {batch}: 40 receipts, {megabytes} MB of attachments, done in {took} ms"
    if kind == 4:
        accepted, deferred = rng.randrange(20, 40), rng.randrange(1, 9)
        return f"{at} INFO  mailer    {accepted} messages accepted by mx.example.com, {deferred} deferred"
    return f"{at} WARN  db        query receipts_for_batch took {rng.randrange(510, 990)} ms (limit 500 ms)"


def worker_log() -> str:
    """The log, brought to its exact length by the trace id of its last ordinary line."""
    rng = random.Random(404)
    rows: list[str] = []
    second, batch = 186, 944
    last = "2025-03-11T03:12:01Z INFO  main      resident memory 2019 MB of 2048 MB, trace="
    fixed = len("\n".join([*START, *CAUSE, last, *END]))
    while True:
        second += rng.randrange(4, 10)
        batch += rng.randrange(2, 5)
        row = _row(rng, second, batch)
        if fixed + len("\n".join([*rows, row])) + 1 > LOG_BYTES - 8:
            break
        rows.append(row)
    earlier = [row for row in rows if row < CAUSE[0]]
    trace = hashlib.sha256(b"worker.log").hexdigest() * 2
    free = LOG_BYTES - fixed - len("\n".join(rows)) - 1
    return "\n".join([*START, *earlier, *CAUSE, *rows[len(earlier) :], last + trace[:free], *END])


def build() -> bytes:
    talk = Anthropic("oom-log")
    talk.messages.append({"role": "system", "content": SYSTEM})
    talk.ask(TASK)
    talk.use(
        "bash",
        {"command": "cat VERSION && ls -l logs | tail -n 3"},
        "payments-worker 4.7.2\n-rw-r----- 1 pay pay  7911 Mar 10 03:41 worker.log.1\n"
        "-rw-r----- 1 pay pay  8067 Mar 11 03:12 worker.log\n",
        text="First the version, then the log.",
    )
    talk.use("read_file", {"path": "logs/worker.log"}, worker_log())
    talk.use(
        "bash",
        {"command": "dmesg -T | grep -i 'killed process' | tail -n 2"},
        "[Tue Mar 11 03:12:11 2025] Out of memory: Killed process 4187 (payments-worker) "
        "total-vm:3310212kB, anon-rss:2097020kB\n",
        text="The log ends with the kernel killing the process. I check that on the host.",
    )
    talk.say(
        "Version 4.7.2 is deployed. Cause: batch 1184 is too large. It carries 61 MB of attachments, rendering ran into a "
        "MemoryError at attachment 17 of 40, and the kernel killed the process at its limit of 2048 MB. Smallest change: "
        "raise the memory limit in worker.toml from 2048 to 4096 MB. The part of the log between start-up and 03:12 was "
        "not shown to me; nothing in what I saw points to anything else."
    )
    talk.ask(
        "On-call raised the limit to 4096 MB and it died again at 04:40, on a batch with 5 MB of attachments. So it is not "
        "the batch. What did last night's log say about caches before the crash?"
    )
    talk.use(
        "bash",
        {"command": "grep -n -i cache logs/worker.log"},
        "".join(f"{worker_log().split(chr(10)).index(row) + 1}:{row}\n" for row in CAUSE),
        text="I no longer have the middle of that log in front of me, so I search it.",
    )
    talk.say(
        "The line was there the whole time: at 03:05:58 the worker warned that logo_cache.limit_mb is 0 and that since 4.7.0 "
        "zero means no limit; at that moment the cache held 1403 MB with 0 evictions. I read the file at my second step, "
        "but only its first and last 500 bytes reached me. The batch was only the last drop. Smallest change: "
        "logo_cache.limit_mb = 256. The memory limit can go back to 2048 MB."
    )
    return lines(talk.messages)
