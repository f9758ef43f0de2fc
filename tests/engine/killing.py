"""Checkpoint writing, killed at random moments: run as a program of its own, it forks writers and prints what it found.

`python -m tests.engine.killing FOLDER TRIALS SEED`: one JSON object, how many trials ended with the old checkpoint, the new one,
an explicit error, and how many broke the promise.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

from inspector.engine.checkpoint import Checkpoint, CheckpointDamaged, load_checkpoint, write_checkpoint
from tests.engine.checkpoints import checkpoint


def write_and_tell(folder: Path, new: Checkpoint, done: int) -> None:
    """The writer: it says that it is done only after `write_checkpoint` has returned."""
    write_checkpoint(folder, new)
    os.write(done, b"x")
    os._exit(0)


def trial(folder: Path, old: Checkpoint, new: Checkpoint, wait: float) -> str:
    """Kill one writer after a while; what a reader then finds."""
    ready, done = os.pipe()
    child = os.fork()
    if not child:
        write_and_tell(folder, new, done)
    os.close(done)
    end = time.perf_counter() + wait
    while time.perf_counter() < end:
        pass  # sleeping is too coarse: a checkpoint takes a millisecond
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    confirmed = bool(os.read(ready, 1))
    os.close(ready)
    return judged(folder, old, new, confirmed)


def judged(folder: Path, old: Checkpoint, new: Checkpoint, confirmed: bool) -> str:
    try:
        found = load_checkpoint(folder)
    except CheckpointDamaged:
        return "lost: confirmed and damaged" if confirmed else "error"
    if found == new:
        return "new"
    if found != old:
        return "lost: neither old nor new"
    return "lost: confirmed and not there" if confirmed else "old"


def main(folder: Path, trials: int, seed: int) -> None:
    dice = random.Random(seed)
    found: Counter[str] = Counter()
    latest = checkpoint("the first")
    write_checkpoint(folder, latest)
    took = 0.0
    for number in range(trials):
        if number % 40 == 0:  # how long one takes on this machine, at this moment
            start = time.perf_counter()
            latest = checkpoint(f"in time {number}", size=400_000)
            write_checkpoint(folder, latest)  # whatever killed writers left behind, the next one works
            took = time.perf_counter() - start
        new = checkpoint(f"new {number}", size=400_000)
        outcome = trial(folder, latest, new, dice.uniform(0, took * 1.5))
        found[outcome] += 1
        latest = new if outcome == "new" else latest
    last = checkpoint("the last")
    write_checkpoint(folder, last)
    assert load_checkpoint(folder) == last
    print(json.dumps(found | {"parts": len(list(folder.glob(".*.part")))}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
