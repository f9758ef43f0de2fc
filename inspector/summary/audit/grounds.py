"""What ground a saying has in what a person typed, and whether somebody else said it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from inspector.summary.audit.acts import OPPOSITES, asks, couples, grants, orders, states
from inspector.summary.audit.atoms import atoms
from inspector.summary.audit.claims import sentences, split
from inspector.summary.audit.deeds import clauses_of, deed_of, ordered
from inspector.summary.audit.lexis import stems, words
from inspector.summary.audit.negators import negated
from inspector.summary.audit.persons import Typed, of_user, typed, typed_words, windows
from inspector.summary.audit.prohibited import contradicts, forbids
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.statements import Match, Statement
from inspector.summary.audit.voices import Saying

Wanted = Mapping[str, float]
NAMED, HALF, MUCH = 0.25, 0.45, 0.65
NEAR = 0.4
"""The share of a wish that is named together with its deed."""
ENOUGH = 4
"""Words of a wish from which it is known again in a clause that denies it."""
PART = 0.5
NEARLY = 0.75
"""What is nearly as near as the nearest."""
IN_MESSAGE, TOGETHER = 0.8, 0.6
"""What a word counts that stands in the same message, but not in the same sentence; and one of another message."""
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NAME = re.compile(r"#\d+|[\w.-]*/[\w./-]+|\b[A-Za-z]\w*[-_]\d+[\w-]*")
_IDLE = re.compile(r"\bnobody \w+|\b(?:means?|costs?|is|for) nothing\b|\botherwise\b.*", re.I)
_EMPTY = stems("mention mentions mentioned anything something")
_CHOICE = re.compile(r"\b(?:options?|steps?|phases?|variants?|approach|alternatives?)\s+#?(\d)\b|方案\s*(\d)", re.I)
_NOT_TO = re.compile(r"\b(?:not|never) to ([a-z]+)\b", re.I)
_TO_SEE = frozenset(stems("know find see understand check tell explain look read show learn hear"))


class Grounds:
    """The typed messages of a source, asked for many sayings."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.typed = typed(source)

    @cached_property
    def spoken(self) -> list[str]:
        """What was typed, as quotations are compared."""
        return [spoken(each.text) for each in self.typed]

    @cached_property
    def everything(self) -> frozenset[str]:
        return frozenset().union(*map(typed_words, self.told))

    @cached_property
    def clauses(self) -> list[tuple[Typed, int, str, frozenset[str]]]:
        """Every clause that was typed, with where it starts in its message."""
        return [
            (each, start, clause, typed_words(clause))
            for each in self.typed
            for start, clause in clauses_of(each.text[:40_000])
        ]

    def share(self, wanted: Wanted, held: frozenset[str]) -> float:
        """How much of the words, by weight, is held; of a pair of letters a part where each is held in other pairs."""
        total = sum(wanted.values())
        if not total:
            return 0.0
        missing = [word for word in wanted if word not in held]
        got = total - sum(wanted[word] for word in missing)
        wide = [word for word in missing if word[0] >= "\u3040"]
        letters = frozenset("".join(word for word in held if word[0] >= "\u3040")) if wide and got else frozenset()
        return (got + sum(PART * wanted[word] for word in wide if letters.issuperset(word))) / total

    def wanted(self, content: str) -> Wanted:
        """The words of a saying with their weight. Names that nobody typed count little: "our branch" has one in a summary."""
        everything, weight = self.everything, self.source.statements.weight
        names = [stems(atom.text) for atom in atoms(content).found if atom.kind != "quotation"]
        named = frozenset().union(*names) if names else frozenset()
        seams = self._seams(content)
        return {
            word: weight(word) * (NAMED if (word in named and word not in everything) or word in seams else 1.0)
            for word in stems(content) - _EMPTY
        }

    def _seams(self, content: str) -> frozenset[str]:
        """Pairs of letters that nobody wrote beside one that was typed: mostly the end of a word and the start of the next."""
        row = ["", *words(content), ""]
        held = self.source.statements.holding
        return frozenset(
            pair
            for before, pair, after in zip(row, row[1:], row[2:], strict=False)
            if pair[:1] >= "\u3040"
            and pair not in held
            and any(each[:1] >= "\u3040" and each in self.everything for each in (before, after))
        )

    def numbers(self, content: str) -> frozenset[str]:
        """The numbers of a saying that nobody typed. Those of names do not count: the agent may put them in."""
        found = {
            word.replace(",", "") for word in words(_NAME.sub(" ", content)) if word[0].isdigit() and len(word) > 1
        }
        found.update(number for pair in _CHOICE.findall(content) for number in pair if number)
        return frozenset(found - self.typed_numbers)

    @cached_property
    def typed_numbers(self) -> frozenset[str]:
        rows = frozenset(word for word in self.everything if word.isdigit())
        held = rows | frozenset(
            word.replace(",", "") for each in self.told for word in words(each) if word[0].isdigit()
        )
        return held | frozenset(part for word in held for part in word.split("."))

    @cached_property
    def told(self) -> tuple[str, ...]:
        """What was typed, and what an earlier summary says of the user."""
        earlier = (of_user(piece.text) for piece in self.source.pieces if piece.voice == "summary")
        return (*(each.text for each in self.typed), *earlier)

    def own(self, wanted: Wanted, answered: bool) -> float:
        """How much of it one typed message says, or assents to where that counts; all messages together count less."""
        near = [self.share(wanted, held) for held in self.windows]
        if answered:
            near += [self.share(wanted, t.stems | said) for t in self.typed for said in t.answered]
        far = [IN_MESSAGE * self.share(wanted, t.stems) for t in self.typed]
        return max(*near, *far, TOGETHER * self.share(wanted, self.everything), 0.0)

    @cached_property
    def windows(self) -> list[frozenset[str]]:
        """The words of every two neighbouring sentences that were typed or stand in an earlier summary."""
        return [held for text in self.told for held in windows(text[:40_000])]

    def others(self, wanted: Wanted) -> Match[Statement] | None:
        """The statement of anybody else that says most of it."""
        found = [
            m
            for m in self.source.statements.matches(frozenset(wanted), 0.5)
            if m.statement.voice not in ("person", "summary")
        ]
        return max(found, key=lambda match: match.share, default=None)

    def foreign(self, text: str) -> bool:
        """Whether the text is in a script in which the person hardly wrote."""
        wide = bool(_WIDE.search(text))
        typed_text = " ".join(each.text for each in self.typed)[:20_000]
        count = len(_WIDE.findall(typed_text))
        return count < 8 if wide else count * 3 > len(typed_text.split()) * 2 and count > 20

    def denied(self, saying: Saying, wanted: Wanted) -> tuple[Typed, int, str] | None:
        """The typed clause that is nearest to a saying, where every one that is near denies what the saying grants."""
        if negated(saying.content):
            return None
        asked = saying.manner == "asked" and len(wanted) < ENOUGH
        deed = deed_of(saying.content)
        shares = [(self.share(wanted, held), each, start, clause) for each, start, clause, held in self.clauses]
        near = [row for row in shares if row[0] >= (MUCH if saying.manner == "asked" and not asked else HALF)]
        if not near or not all(negated(_IDLE.sub(" ", clause)) for _, _, _, clause in near):
            return None
        if saying.manner == "asked" and deed in _TO_SEE:
            return None
        if asked and (not deed or deed in _TO_SEE or any(deed in stems(clause) for _, _, _, clause in near)):
            return None
        return max(near, key=lambda row: row[0])[1:]

    def first(self, wanted: Wanted) -> Statement | None:
        """The first statement of anybody that says most of it."""
        found = self.source.statements.matches(frozenset(wanted), MUCH)
        said = [each.statement for each in found if each.statement.voice in ("person", "model", "tool")]
        return said[0] if said else None

    def against(self, saying: Saying, wanted: Wanted) -> tuple[Typed, int, str] | None:
        """The typed clause that forbids what a saying grants, where no other one that is near does not."""
        if negated(saying.content):
            return None
        bare = {word: wanted[word] for word in stems(_NAME.sub(" ", saying.content)) if word in wanted}
        wanted = bare if len(bare) > 1 else wanted
        shares = [(self.share(wanted, held), each, start, clause) for each, start, clause, held in self.clauses]
        least = max(HALF, NEARLY * max((row[0] for row in shares), default=0.0))
        near = [row for row in shares if row[0] >= least]
        against = [row for row in near if forbids(row[3], wanted) or contradicts(row[3], saying.content)]
        if not against or any(grants(row[3]) or orders(row[3]) for row in near if row not in against):
            return None
        return max(against, key=lambda row: row[0])[1:]

    def turned(self, content: str) -> bool:
        """Whether a word stands before the same thing as its opposite does in typed words, where it never stands itself."""
        said = [pair for pair in couples(content) if pair[0] in OPPOSITES]
        return any(
            pair not in self.couples and any((other, pair[1]) in self.couples for other in OPPOSITES[pair[0]])
            for pair in said
        )

    @cached_property
    def couples(self) -> frozenset[tuple[str, str]]:
        """Every typed word with the carrying word that follows it."""
        return frozenset(pair for text in self.texts for pair in couples(text))

    def nearest(self, wanted: Wanted) -> list[tuple[Typed | None, str]]:
        """The typed sentences that hold most of the words, with their message."""
        shares = [(self.share(wanted, held), each, text) for each, text, held in self.sentences]
        least = max(NEARLY * max((share for share, _, _ in shares), default=0.0), NAMED)
        return [(each, text) for share, each, text in shares if share >= least]

    def only_asked(self, wanted: Wanted) -> bool:
        """Whether the typed sentences nearest to a statement only ask for it, or order something."""
        near = [text for _, text in self.nearest(wanted)]
        return bool(near) and all(asks(text) or (orders(text) and not self._told_in(text, wanted)) for text in near)

    def _told_in(self, text: str, wanted: Wanted) -> bool:
        """Whether a clause of an order states something by itself, and holds most of the words."""
        return any(states(part) and self.share(wanted, typed_words(part)) >= HALF for _, part in split(text))

    def granted(self, wanted: Wanted) -> bool:
        """Whether a typed sentence near to a grant assents, permits or orders something."""
        near = self.nearest(wanted)
        return not near or any(
            each is None or each.assents or grants(text) or (orders(text) and not asks(text)) for each, text in near
        )

    @cached_property
    def sentences(self) -> list[tuple[Typed | None, str, frozenset[str]]]:
        """Every typed sentence with its message, and those that an earlier summary has of the user."""
        told = [*((each, each.text) for each in self.typed), *((None, text) for text in self.told[len(self.typed) :])]
        return [
            (each, text, typed_words(text))
            for each, whole in told
            for line in whole[:40_000].split("\n")
            for _, text in sentences(line)
        ]

    def elsewhere(self, content: str) -> bool:
        """Of a saying in another language: whether the names that it shares with the source are somebody else's."""
        known = {word: self.source.statements.weight(word) for word in stems(content) if word in self.latin}
        return len(known) > 1 and self.share(known, self.everything) < HALF and self.others(known) is not None

    @cached_property
    def latin(self) -> frozenset[str]:
        """The words of Latin letters and the numbers of all statements."""
        return frozenset(word for word in self.source.statements.holding if word[0] < "\u3040" and len(word) > 1)

    @cached_property
    def texts(self) -> list[str]:
        """The same without their messages."""
        return [text for _, text, _ in self.sentences]

    def near(self, wanted: Wanted, least: float) -> list[str]:
        """The typed sentences that hold this share of the words."""
        return [text for _, text, held in self.sentences if self.share(wanted, held) >= least]

    def unknown(self, wanted: Wanted) -> bool:
        """Whether nothing in the whole source has one of the words."""
        held = self.source.statements.holding
        return any(word not in self.everything and word not in held and word[0] < "\u3040" for word in wanted)

    def unheard(self, saying: Saying, wanted: Wanted) -> bool:
        """Whether the person never named the deed that a saying demands, or only where nothing else of it is named."""
        deed = deed_of(saying.content)
        if not deed or deed in _TO_SEE or negated(saying.content):
            return False
        named = (held for held in self.windows if deed in held)
        return not any(len(held & wanted.keys()) > 1 and self.share(wanted, held) >= NEAR for held in named)

    def ordered(self, saying: Saying, wanted: Wanted) -> bool:
        """Whether the person ordered what the user is said to have forbidden, and never spoke against it."""
        found = _NOT_TO.search(saying.content)
        deed = stems(found[1]) if found else frozenset()
        near = [clause for _, _, clause, held in self.clauses if deed and deed <= held]
        near = [clause for clause in near if self.share(wanted, typed_words(clause)) >= HALF]
        return any(map(orders, near)) and not any(map(negated, near))

    def forbidden(self, saying: Saying) -> tuple[Typed, int, str] | None:
        """The typed clause that forbids what the saying demands: each one that names the deed denies it."""
        deed = deed_of(saying.content)
        if not deed or deed in _TO_SEE or negated(saying.content):
            return None
        found = [(each, start, clause, held) for each, start, clause, held in self.clauses if deed in held]
        against = [(each, start, clause) for each, start, clause, _ in found if negated(clause)]
        rest = stems(saying.content) - {deed}
        if any(not negated(clause) and (rest & held or ordered(clause, deed)) for _, _, clause, held in found):
            return None
        return against[0] if against else None
