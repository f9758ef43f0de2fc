"""Made-up sessions that know which needs were planted in them, and why each thing was read again.

The truth is kept by the writer of the session itself: a thing is a need of a reply that names it, when an earlier message
already had it and it is not one of the distractors. Nothing of the analysis is used.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

_WORDS = """
amber basin cedar delta ember fjord grove haven inlet jetty knoll ledge marsh north oasis prairie quarry ridge slope
 tundra upland valley willow yonder zephyr harbor lagoon meadow orchard pebble
"""
WORDS = tuple(_WORDS.split())
NOUNS = ("quota", "backlog", "latency", "budget", "ceiling", "surplus", "deficit", "altitude", "pressure", "voltage")
OTHER_NOUNS = ("sheep", "bottles", "lanterns", "wagons", "violins")
"""Beside these no planted number ever stands."""
EVERYWHERE = ("core/engine_room.py", "MainDispatcher")
SPOKEN = ("json.dumps", "os.path.join", "__init__", "JavaScript", "2024", "self.ready", "10", "ValueError")
"""What belongs to a language, to the calendar, or to counting."""
KEPT = 3
"""Results that the policy of the tests keeps, the newest."""


class Thing(NamedTuple):
    """Something that can be needed: how it reads in a result, and how a reply says it."""

    text: str
    stated: str
    used: str


class Again(NamedTuple):
    """A call that gets something again: the number (from 1) of the message of its result, and why it is made."""

    message: int
    why: str


class Session(NamedTuple):
    """Messages in API form; the needs of each request (from 1); everything that was got again, in order."""

    messages: list[dict[str, Any]]
    needs: dict[int, set[str]]
    again: list[Again]


def session(seed: int, steps: int = 34) -> Session:
    """A session of so many steps; the same for the same seed."""
    writer = Writer(random.Random(seed))
    writer.prompt()
    acts: list[Callable[[], None]] = [
        *(writer.read_new, writer.read_new, writer.use, writer.use, writer.use, writer.read_again, writer.read_again),
        *(writer.edit, writer.changed_outside, writer.run_tests, writer.talk, writer.twin),
    ]
    for _ in range(steps):
        writer.rng.choice(acts)()
    writer.use()
    return Session(writer.messages, writer.needs, writer.again)


class Writer:
    """Writes a session message by message, and keeps the truth."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.messages: list[dict[str, Any]] = []
        self.needs: dict[int, set[str]] = {}
        self.again: list[Again] = []
        self.requests = 0
        self.calls = 0
        self.serial = 0
        self.known: list[Thing] = []
        """Said in an earlier message."""
        self.said: set[str] = set()
        self.files: dict[str, str] = {}
        self.listed: list[str] = []
        """Paths that a result or the person named, and that nobody has read yet."""
        self.shown: dict[str, list[int]] = {}
        """For each file, places among the results of those that show it as it is now."""
        self.ever: set[str] = set()
        """Files that were read at least once."""
        self.coincided: set[str] = set()
        """Numbers that were said of something else already: said of it again, they would have been seen."""
        self.results = 0
        self.tested = False

    # --- things

    def word(self) -> str:
        return self.rng.choice(WORDS)

    def path(self) -> str:
        self.serial += 1
        return f"src/{self.word()}/{self.word()}_{self.serial}x.py"

    def thing(self) -> Thing:
        """A new thing of any kind."""
        self.serial += 1
        kind = self.rng.choice(("identifier", "snake", "number", "long number", "quotation"))
        if kind == "identifier":
            name = f"{self.word()}{self.word().title()}{self.serial}"
            return Thing(name, f"calls {name} twice", f"Now {name} is next.")
        if kind == "snake":
            name = f"{self.word()}_{self.word()}_{self.serial}"
            return Thing(name, f"sets {name} early", f"I look at {name} again.")
        if kind == "number":
            number, noun = str(self.rng.randrange(2_101, 9_999)), self.rng.choice(NOUNS)
            return Thing(number, f"the {noun} is {number} today", f"With the {noun} at {number} it fails.")
        if kind == "long number":
            number = str(self.rng.randrange(100_000, 999_999) * 10 + 7)
            return Thing(number, f"case {number} stays open", f"That explains {number} at last.")
        text = " ".join(self.rng.sample(WORDS, 5))
        return Thing(text, f"log says {text}", f'It printed "{text}" before.')

    def filler(self, size: int) -> list[str]:
        lines: list[str] = []
        while sum(map(len, lines)) < size:
            lines.append(" ".join(self.rng.choices(WORDS, k=self.rng.randint(4, 9))))
        return lines

    def content(self) -> str:
        """What a file says: filler with new things."""
        lines = self.filler(self.rng.choice((150, 400, 900)))
        for _ in range(self.rng.randint(1, 3)):
            thing = self.thing()
            if thing.text not in self.said and not thing.text.endswith("0"):
                self.known.append(thing)
                self.said.add(thing.text)
                lines.insert(self.rng.randrange(len(lines)), thing.stated)
        if self.rng.random() < 0.6:
            path = self.path()
            self.listed.append(path)
            self.said.add(path)
            lines.insert(self.rng.randrange(len(lines)), f"see {path} too")
        return "\n".join(lines)

    # --- messages

    def prompt(self) -> None:
        """What a person types; it holds a thing and a path."""
        thing, path = self.thing(), self.path()
        self.known.append(thing)
        self.listed.append(path)
        self.said |= {thing.text, path}
        everywhere = " ".join(EVERYWHERE)
        self.messages.append(
            {"role": "user", "content": f"Please go on. {thing.stated}. Begin at {path} near {everywhere}."}
        )

    def reply(self, text: str, needs: set[str], call: dict[str, Any] | None = None) -> None:
        self.requests += 1
        self.needs[self.requests] = needs
        blocks: list[dict[str, Any]] = [{"type": "text", "text": text}]
        if call is not None:
            self.calls += 1
            blocks.append({"type": "tool_use", "id": f"c{self.calls}", **call})
        self.messages.append({"role": "assistant", "content": blocks})

    def result(self, text: str) -> int:
        """The number of the message."""
        self.results += 1
        text += "".join(f"\npart of {name} here" for name in EVERYWHERE)
        block = {"type": "tool_result", "tool_use_id": f"c{self.calls}", "content": text}
        self.messages.append({"role": "user", "content": [block]})
        return len(self.messages)

    def distraction(self) -> str:
        """Words that name nothing that is needed."""
        numbers = [each.text for each in self.known if each.text.isdigit() and len(each.text) == 4]
        numbers = [each for each in numbers if each not in self.coincided]
        rows = [
            f"Much like {self.rng.choice(SPOKEN)} would.",
            f'Perhaps "{" ".join(self.rng.sample(WORDS, 6))}" instead.',
            f"The {self.word()} near the {self.word()}.",
            f"Something like {self.longer()} in src/{self.word()}/fresh_{self.calls}y.py.",
        ]
        if len(self.messages) > 14:
            rows.append(f"All in {self.rng.choice(EVERYWHERE)} anyway.")
        if numbers:
            self.coincided.add(number := self.rng.choice(numbers))
            rows.append(f"Past {number} {self.rng.choice(OTHER_NOUNS)} there.")
        return " ".join(self.rng.sample(rows, self.rng.randint(0, 2)))

    def longer(self) -> str:
        """A name or number that nobody said, and that begins like one that was said."""
        known = self.rng.choice(self.known).text
        return f"{known}.5" if known.isdigit() else f"{known.split()[0]}Later{self.calls}"

    def new_name(self) -> tuple[str, Thing]:
        """Words with a name that nobody said before; from now on the agent's own words hold it."""
        self.serial += 1
        name = f"draft_{self.word()}_{self.serial}"
        return f"I call it {name}, and {name} it stays.", Thing(name, "", f"Back to {name} now.")

    # --- acts

    def read_new(self) -> None:
        """Read a file: one that was named somewhere (a need), or one that nobody named."""
        named = bool(self.listed) and self.rng.random() < 0.7
        path = self.listed.pop(self.rng.randrange(len(self.listed))) if named else self.path()
        self.reply(self.distraction() or "Next.", {path} if named else set(), _read(path))
        self.said.add(path)
        self.files[path] = self.content()
        self._show(path)

    def _show(self, path: str) -> int:
        number = self.result(self.files[path])
        self.shown.setdefault(path, []).append(self.results)
        self.ever.add(path)
        return number

    def read_again(self) -> None:
        """Read a file that was read before; why depends on what the policy has kept."""
        if not self.files:
            return
        path = self.rng.choice(sorted(self.files))
        fresh = self.shown.get(path, [])
        why = "changed" if not fresh else "held" if self.results - max(fresh) < KEPT else "lost"
        offset = {"offset": int(self.rng.choice(["1", "120"]))} if self.rng.random() < 0.2 else {}
        self.reply("Once more.", {path}, _read(path, **offset))
        self.again.append(Again(self._show(path), why))

    def edit(self) -> None:
        """Change a file: what was read of it before shows it no more as it is."""
        if not self.files:
            return
        path = self.rng.choice(sorted(self.files))
        self._change(path)
        call = {"name": "edit_file", "input": {"path": path, "old_string": "x", "new_string": "y"}}
        self.reply("A small change.", {path}, call)
        self.result("done")

    def changed_outside(self) -> None:
        """Somebody else changes a file; nothing of the session says so."""
        if self.files:
            self._change(self.rng.choice(sorted(self.files)))

    def _change(self, path: str) -> None:
        lines = self.files[path].split("\n")
        fresh = self.filler(40 * len(lines) // 3)
        self.files[path] = "\n".join([*lines[: len(lines) // 2], *fresh, *lines[len(lines) // 2 :]])
        self.shown[path] = []

    def twin(self) -> None:
        """Change a file of the same name in another folder: the one that was read stays as it is."""
        if not self.files:
            return
        name = self.rng.choice(sorted(self.files)).rsplit("/", 1)[1]
        path = f"old/{self.serial}/{name}"
        self.serial += 1
        call = {"name": "edit_file", "input": {"path": path, "old_string": "x", "new_string": "y"}}
        self.reply("The old copy as well.", set(), call)
        self.result("done")

    def run_tests(self) -> None:
        """A routine run; it says the same every time."""
        self.reply("Let me see.", set(), {"name": "bash", "input": {"command": "make check"}})
        number = self.result("all 31 checks are fine, nothing to do")
        if self.tested:
            self.again.append(Again(number, "routine"))
        self.tested = True

    def use(self) -> None:
        """Name things that were seen before, among what is no need."""
        things = self.rng.sample(self.known, min(len(self.known), self.rng.randint(1, 3)))
        text, thing = self.new_name() if self.rng.random() < 0.3 else ("", None)
        words = [each.used for each in things] + [self._apart_from(things), text]
        self.rng.shuffle(words)
        needs = {each.text for each in things}
        command = f"echo {self.word()} {self.calls}"
        self.reply(" ".join(words), needs, {"name": "bash", "input": {"command": command, "timeout": 120_000}})
        self.result("fine")
        if thing is not None:
            self.known.append(thing)

    def _apart_from(self, things: list[Thing]) -> str:
        """A distraction without the numbers of the things."""
        while any(each.text in (said := self.distraction()) for each in things):
            pass
        return said

    def talk(self) -> None:
        """The turn ends, and the person goes on."""
        self.reply(self.distraction() or "Done.", set())
        self.prompt()


def _read(path: str, **more: int) -> dict[str, Any]:
    return {"name": "read_file", "input": {"path": path, **more}}
