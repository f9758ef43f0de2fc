"""Made-up sessions of agents at work, which know what each reply refers to and why each file is read again.

**A need** (of the request whose reply it is): a path, an identifier, a number or a quoted string that the reply writes, in its
text or in the arguments of a call, because of something that stands word for word in a message before it: in what a person
typed, in a tool's answer, in what the model said or called earlier. Each is counted once a reply.

**No need**: what the reply itself brings into the world (a new file, a new name, a guess); what stands in over a third of the
messages (the project's name); words of the trade (GitHub, UTF-8, None, read/write); counts, years, clock times, line numbers
and limits of a call that merely coincide with a number seen before.

**Left out of the count**, because both answers can be defended: a proper part of a need or of a new name (a folder of the path, a
word of the quotation) and a longer whole around a need (the line of code, the `name = number` pair); the fixed words of a
call (table names, scare quotes) when they come again; what a routine command names.

**Read again**: the reason is `changed` when the file was changed after it was last read (by an edit, a command, a formatter, a
person who says so, or because it grows by itself), `routine` for tests, builds and states, else `same`: held or lost, as the view
says. Reading other lines is no re-read. After a formatter that ran over everything, files are left out.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.analysis.truth import recall_prose as prose
from tests.analysis.truth import recall_tools as tools
from tests.analysis.truth import recall_words as words
from tests.analysis.truth.recall_outputs import Line, any_output, code, code_line, config_line, log
from tests.analysis.truth.recall_parts import Again, File, Made, Reply
from tests.analysis.truth.recall_words import Thing

DOMAINS = ("code", "ops", "data", "research", "support")
LANGUAGES = ("en", "en", "en", "en", "de", "fr", "es", "ru", "zh")


class Maker:
    """Writes one session."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"recall truth {seed}")
        self.domain, self.style = DOMAINS[seed % 5], tools.STYLES[seed // 5 % 5]
        self.language = self.rng.choice(LANGUAGES)
        self.project = f"{self.rng.choice(words.NAMES)}_{self.rng.choice(words.NOUNS)}"
        self.messages: list[dict[str, Any]] = []
        self.needs: dict[int, list[Thing]] = {}
        self.soft: dict[int, list[str]] = {}
        self.again: list[Again] = []
        self.other: set[int] = set()
        self.things: list[Thing] = []
        self.files: list[File] = []
        self.queries: list[tuple[tools.Call, str]] = []
        self.asked: list[tuple[tools.Call, Thing]] = []
        self.ran: dict[str, int] = {}
        self.sought: set[str] = set()
        self.corpus = ""
        self.request = self.ids = 0

    # what a message is made of

    def user(self, *sentences: str) -> None:
        self.messages.append({"role": "user", "content": " ".join(sentences)})
        self.corpus += "\n" + " ".join(sentences)

    def send(self, reply: Reply) -> None:
        """Append the reply, and the results of its calls as one message."""
        self.request += 1
        self.needs[self.request] = list(dict.fromkeys(reply.needs))
        self.soft[self.request] = reply.soft
        ids = [f"call_{self.ids + at}" for at in range(len(reply.calls))]
        self.ids += len(ids)
        blocks: list[dict[str, Any]] = [{"type": "text", "text": "\n".join(reply.said)}] if reply.said else []
        blocks += [
            {"type": "tool_use", "id": i, "name": n, "input": a} for i, (n, a) in zip(ids, reply.calls, strict=True)
        ]
        self.messages.append({"role": "assistant", "content": blocks})
        if ids:
            answers = zip(ids, reply.results, strict=True)
            content = [{"type": "tool_result", "tool_use_id": each, "content": text} for each, text in answers]
            self.messages.append({"role": "user", "content": content})
        self.corpus += "\n".join(("", *reply.said, *(str(args) for _, args in reply.calls), *reply.results))
        self.things += [*reply.fresh, *reply.found]

    def refer(self, reply: Reply, thing: Thing) -> Thing:
        reply.needs.append(thing)
        if thing.named:
            reply.needs.append(Thing("identifier", thing.beside))
        return thing

    def known(self, *kinds: str) -> Thing | None:
        """Something of the history, rather of late, as agents do."""
        pool = [each for each in self.things if not kinds or each.kind in kinds]
        if not pool:
            return None
        late = pool[-40:] if self.rng.random() < 0.5 else pool
        return self.rng.choice(late)

    def unseen(self, make: Any) -> str:
        while True:
            text = str(make(self.rng))
            if text not in self.corpus:
                return text

    # what a reply says

    def talk(self, reply: Reply, most: int = 2) -> None:
        """Some sentences: plain ones, references, inventions, traps."""
        if self.rng.random() < 0.5:
            reply.said.append(self.rng.choice(prose.PLAIN[self.language]))
        for _ in range(self.rng.choice((0, 1, 1, most))):
            if thing := self.known():
                text = prose.worded(self.rng, self.refer(reply, thing), self.language)
                reply.said.append(self.rng.choice(prose.SAYS[self.language]).format(x=text))
        if self.rng.random() < 0.3:
            reply.said.append(
                prose.trap(self.rng, [t.text for t in self.things if t.text.isdigit() and len(t.text) < 4])
            )
        if self.rng.random() < 0.2 and self.everywhere():
            reply.said.append(self.rng.choice(prose.EVERYWHERE).format(self.project))
        if self.rng.random() < 0.12:
            fresh = self.unseen(words.snake)
            reply.said.append(self.rng.choice(prose.NEWS).format(fresh))
            reply.fresh.append(Thing("identifier", fresh))
            reply.soft.append(fresh)
        self.rng.shuffle(reply.said)

    def header(self) -> str:
        """What stands in nearly every answer."""
        return f"[{self.project}] ok\n"

    # deeds

    def step(self) -> None:
        deeds = [self.look, self.look, self.ask, self.routine, self.reread, self.reread, self.change, self.create]
        weights = {"code": (3, 3, 2, 3, 3, 3, 3, 1), "research": (4, 4, 6, 0, 2, 2, 0, 1)}
        deed = self.rng.choices(deeds, weights.get(self.domain, (3, 3, 4, 1, 2, 2, 2, 1)))[0]
        reply = Reply()
        self.talk(reply)
        deed(reply)
        if not reply.calls:
            self.look(reply)
        self.send(reply)

    def look(self, reply: Reply) -> None:
        """Read a file, search, or both at once."""
        if self.rng.random() < 0.55 and (thing := self.known("path")) and all(f.path != thing.text for f in self.files):
            self._open(reply, self.refer(reply, thing).text)
        if not reply.calls or self.rng.random() < 0.2:
            self._search(reply)

    def _open(self, reply: Reply, path: str) -> None:
        count = min(160, max(5, int(self.rng.lognormvariate(3.2, 0.7))))
        config = path.endswith(("yaml", "conf", "json", "service", "tf"))
        lines = [config_line(self.rng) for _ in range(count)] if config else code(self.rng, count)
        file = File(path, lines)
        self.files.append(file)
        reply.calls.append(tools.read(self.style, path))
        self._show(reply, file)

    def _show(self, reply: Reply, file: File) -> None:
        file.shown = file.text(self.style == "claude")
        file.reason = "same"
        reply.results.append(file.shown)
        reply.found += [each for line in file.lines for each in line.things]

    def _search(self, reply: Reply) -> None:
        thing = self.known("identifier", "quote")
        output = any_output(self.rng, self.domain)
        if thing is None or thing.text in self.sought:
            thing = Thing("identifier", self.unseen(words.snake))
        self.sought.add(thing.text)
        if thing.text in self.corpus:
            self.refer(reply, thing)
        reply.calls.append(tools.search(self.style, thing.text))
        reply.results.append(self.header() + output.text)
        reply.found += output.things

    def ask(self, reply: Reply) -> None:
        """Ask a service, now and then the same as before."""
        roll = self.rng.random()
        if self.queries and roll < 0.3:
            call, old = self.rng.choice(self.queries)
            grown = self.domain in ("ops", "support") and roll < 0.12
            more = log(self.rng, self.domain, 6) if grown else None
            text = f"{old}\n{more.text}" if more else old
            self._same_call(reply, call, old, text, "changed" if grown else "same")
            reply.found += more.things if more else []
            return
        if (thing := self.known("identifier")) is None or thing.text in self.sought:
            return
        self.sought.add(thing.text)
        output = any_output(self.rng, self.domain)
        call = tools.lookup(self.rng, self.style, self.domain, self.refer(reply, thing).text)
        reply.calls.append(call)
        reply.results.append(self.header() + output.text)
        reply.found += output.things
        self.queries.append((call, reply.results[-1]))
        self.asked.append((call, thing))

    def _same_call(self, reply: Reply, call: tools.Call, old: str, text: str, reason: str) -> None:
        reply.calls, reply.results = [call], [text]
        reply.needs += [thing for other, thing in self.asked if other == call]
        self.queries = [each for each in self.queries if each[0] != call] + [(call, text)]
        self.again.append(Again(len(self.messages) + 2, self.request + 1, reason, old))

    def routine(self, reply: Reply) -> None:
        command = self.rng.choice(list(self.ran) if self.ran and self.rng.random() < 0.7 else tools.ROUTINES)
        if command in self.ran:
            self.again.append(Again(len(self.messages) + 2, self.request + 1, "routine", ""))
        self.ran[command] = self.request
        passed = self.rng.randint(20, 400)
        text = self.rng.choice(
            (f"{passed} passed in {self.rng.uniform(1, 60):.2f}s", "all up to date", f"{passed} ok, 2 skipped")
        )
        reply.calls.append(tools.shell(self.style, command))
        reply.results.append(self.header() + text + ("\n" + "." * passed if self.rng.random() < 0.5 else ""))
        reply.soft.append(command)

    def change(self, reply: Reply) -> None:
        """Change a file that was read: by an edit, or in a shell."""
        spots = [
            (f, at)
            for f in self.files
            for at, line in enumerate(f.lines)
            if len(line.things) == 1 and line.things[0].before
        ]
        if not spots:
            return
        file, at = self.rng.choice(spots)
        line = file.lines[at]
        number, new = line.things[0], self.unseen(words.small)
        self.refer(reply, Thing("path", file.path))
        self.refer(reply, number)
        after = line.text.replace(number.text, new)
        if self.rng.random() < 0.3:
            reply.calls.append(tools.shell(self.style, f"sed -i 's/{line.text.strip()}/{after.strip()}/' {file.path}"))
        else:
            reply.calls.append(tools.edit(self.style, file.path, line.text.strip(), after.strip()))
        reply.results.append(self.rng.choice(("ok", "The file has been updated.", "1 replacement made")))
        file.lines[at] = Line(after, [number._replace(text=new)])
        reply.fresh.append(number._replace(text=new))
        file.reason = "changed"

    def create(self, reply: Reply) -> None:
        """Write a new file, which calls something known."""
        path = self.unseen(lambda rng: words.path(rng, self.domain))
        fresh = self.unseen(words.snake)
        body = f"def {fresh}(value):\n    return None\n"
        if (known := self.known("identifier")) and known.text.replace("_", "").isalpha():
            self.refer(reply, known)
            body = f"def {fresh}(value):\n    return {known.text}(value)\n"
        reply.calls.append(tools.write(self.style, path, body))
        reply.results.append("written")
        reply.soft += [path, fresh]
        reply.fresh += [Thing("path", path), Thing("identifier", fresh)]

    def reread(self, reply: Reply) -> None:
        """Read a file again: whole, other lines, or after a change of its own kind."""
        shown = [f for f in self.files if f.shown is not None and f.reason != "unsure"]
        if not shown:
            return None
        file = self.rng.choice(shown)
        reply.soft += [file.path] if reply.calls else []
        reply.calls, reply.results = [], []
        if self.rng.random() < 0.2 and len(file.lines) > 20:
            return self._other_lines(reply, file)
        if file.reason == "same" and self.rng.random() < 0.4:
            self._meanwhile(file)
        self.refer(reply, Thing("path", file.path))
        self.again.append(Again(len(self.messages) + 2, self.request + 1, file.reason, file.shown or ""))
        reply.calls.append(tools.read(self.style, file.path))
        self._show(reply, file)
        return None

    def _other_lines(self, reply: Reply, file: File) -> None:
        """Lines beyond the end that was shown: the file has grown there, nobody has seen them."""
        more = code(self.rng, 30)
        first, file.beyond = file.beyond, file.beyond + 30
        self.refer(reply, Thing("path", file.path))
        self.other.add(len(self.messages) + 2)
        reply.calls.append(tools.read(self.style, file.path, (first, first + 29)))
        reply.results.append("\n".join(line.text for line in more))
        reply.found += [each for line in more for each in line.things]

    def _meanwhile(self, file: File) -> None:
        """Between two readings something changes the file, in messages of its own."""
        file.lines = [*file.lines[:2], code_line(self.rng), *file.lines[2:]]
        file.reason = "changed"
        if self.rng.random() < 0.5:
            said = Reply()
            said.said.append("Done so far.")
            self.send(said)
            self.user(self.rng.choice(_BY_HAND[self.language if self.language in _BY_HAND else "en"]).format(file.path))
            return
        by = Reply()
        self.refer(by, Thing("path", file.path))
        by.calls.append(tools.shell(self.style, tools.formatter(file.path)))
        by.results.append("1 file reformatted")
        self.send(by)

    def everywhere(self) -> bool:
        """Whether more than a third of the messages name the project."""
        return 3 * sum(self.project in str(each["content"]) for each in self.messages) > len(self.messages)

    # the whole

    def turn(self) -> None:
        asked = [words.identifier(self.rng), words.saying(self.rng), words.measured(self.rng), words.valued(self.rng)]
        new = [Thing("path", words.path(self.rng, self.domain)), self.rng.choice(asked)]
        say = [
            self.rng.choice(prose.ASKS[self.language]).format(x=prose.worded(self.rng, t, self.language)) for t in new
        ]
        where = f"({self.project})" if self.rng.random() < 0.7 else ""
        self.user(*say, where)
        self.things += new
        for _ in range(self.rng.randint(3, 9)):
            self.step()
        last = Reply()
        self.talk(last, 3)
        last.said.append(self.rng.choice(prose.PLAIN[self.language]))
        self.send(last)

    def make(self) -> Made:
        length = self.rng.randint(24, 80)
        while len(self.messages) < length:
            self.turn()
        return Made(self.messages, self.needs, self.soft, self.again, self.other, self.domain)


_BY_HAND = {
    "en": ("I have just changed {} myself, have another look.", "Note that I edited {} by hand a minute ago."),
    "de": ("Ich habe {} eben selbst geändert, sieh noch einmal nach.",),
    "fr": ("Je viens de modifier {} moi-même, regarde encore.",),
    "es": ("Acabo de cambiar {} yo mismo, míralo otra vez.",),
    "ru": ("Я только что сам изменил {}, посмотри ещё раз.",),
    "zh": ("我刚刚自己改了{},请再看一下。",),
}


def made(seed: int) -> Made:
    """The session of a seed."""
    return Maker(seed).make()
