"""A policy with every knob resolved: frozen data that the engine reads. Numbers have units, gates a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from inspector.policy.document import Document

State = Literal["per_request", "rewrite", "overlay"]
Protocol = Literal["strict", "mark", "repair"]
Stop = Literal["after_each", "never"]
Comparison = Literal[">", ">="]
Carrying = Literal["update", "redistil", "carry"]
"""What becomes of the earlier summary at the next compaction.

`update`: the summariser is given the earlier summary and only what is new, and writes one that takes its place.
`redistil`: the earlier summary is one more part of the input, and the summary is written anew. `carry`: the summariser is
given only what is new; the earlier summary stays word for word, with the new one below it.
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """A threshold: `size op value`. `unit` is the meter's own for gates; bytes, chars, tokens or lines for items."""

    op: Comparison
    value: int
    unit: str
    of: Literal["size", "required", "usage"] = "size"
    """What is compared: the size of the messages, all that the request needs (the sum of its budget's parts), or what the
    provider itself counted, with an estimate of what came since (and the budget's reserve and margin, where there is one)."""

    def reached(self, size: int) -> bool:
        return size > self.value if self.op == ">" else size >= self.value

    def explain(self, size: int) -> str:
        """`84,120 >= 80,000`, or `61,220 < 80,000` when the limit is not reached."""
        sign = self.op if self.reached(size) else ("<=" if self.op == ">" else "<")
        return f"{size} {sign} {self.value}"


@dataclass(frozen=True, slots=True)
class Knob:
    """A parameter that a person may turn. `value` is the current one; `default` the policy's own."""

    name: str
    default: int
    value: int
    unit: str
    min: int
    max: int
    help: str

    @property
    def changed(self) -> bool:
        return self.value != self.default


@dataclass(frozen=True, slots=True)
class ModelBudget:
    """Values that knobs have by default where the model's name fits the pattern (`*` any text, `?` any character)."""

    pattern: str
    values: tuple[tuple[str, int], ...]

    @property
    def knobs(self) -> Mapping[str, int]:
        """Knob name → value."""
        return dict(self.values)


@dataclass(frozen=True, slots=True)
class MeterSpec:
    """How size is measured. `system`: system and developer messages are counted in the size of the history."""

    count: str
    unit: str
    system: bool = False


@dataclass(frozen=True, slots=True)
class Budget:
    """The whole request, in the meter's unit: required = fixed + durable + history + new + reserve + margin.

    It is held against the window. The durable part is the rendered durable state, where a replay is given one.
    """

    window: int
    fixed: int
    reserve: int
    margin: int


@dataclass(frozen=True, slots=True)
class Select:
    """Which blocks an operation may touch. Empty tuples mean: any. `tools` name the called tool, for its result too."""

    kinds: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    not_tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Region:
    """Where in the history an operation works, seen from its end.

    `outside` the last `messages` (older ones), `inside` them, or `all`. `results` counts tool results instead: the
    newest `results` stay, and with `last_batch` every result of the last batch too. `results_apart`: one tool result
    is one message when counting, as in systems that record every result as a message of its own.
    """

    where: Literal["all", "outside", "inside"] = "all"
    messages: int | None = None
    results: int | None = None
    last_batch: bool = False
    results_apart: bool = False


@dataclass(frozen=True, slots=True)
class Truncate:
    """Keep `size` units of a block's text, the share `head` of it from the beginning (1, 0 or between).

    `externalise`: the whole text is an artifact, and the notice's {pointer} is `artifact:<session>:<file>:<digest>`. Only
    `compact()` writes it; a replay shows the pointer and writes nothing.
    """

    size: int
    unit: str
    head: float
    notice: str
    externalise: bool = False


@dataclass(frozen=True, slots=True)
class Clear:
    """Replace the text of a tool result by a placeholder; the block itself stays."""

    notice: str


@dataclass(frozen=True, slots=True)
class Fold:
    """Replace older prose of the assistant by a placeholder."""

    notice: str


@dataclass(frozen=True, slots=True)
class Dedupe:
    """Of several interactions with the same key only one stays, whole.

    `key` path: the recorded read path of a result, else the first of `arguments` that the call of one of `tools` has;
    call: tool name and arguments; content: the text of the result.
    """

    key: Literal["path", "call", "content"]
    keep: Literal["newest", "oldest"]
    tools: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Keep:
    """What stays of a history: the `first` and `last` messages or turns (whole ones; an open turn stays beside them).

    With tokens (the meter's) the newest messages stay that hold `last` of them, from the next message on that is no tool result:
    the cut may fall inside a turn, and nothing can go while the history holds less.
    `split_turn`: when no whole turn can go, the open turn may be cut: its goal and its last `split_turn` messages stay.
    """

    first: int
    last: int
    unit: Literal["messages", "turns", "tokens"]
    split_turn: int | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """Leave out everything between the first and the last."""

    keep: Keep


@dataclass(frozen=True, slots=True)
class RecentFiles:
    """A list of files that goes with a summary: the newest `max` paths that calls of `tools` named, a repeated one moves to
    the end. `order`: how they are listed. `of`: all calls before the request count, or those alone that the summary stands for.
    """

    max: int
    tools: tuple[str, ...]
    arguments: tuple[str, ...]
    order: Literal["recent", "name"] = "recent"
    of: Literal["all", "summarised"] = "all"


@dataclass(frozen=True, slots=True)
class Manual:
    """A tool by which the agent itself asks for a summary, and the argument that says what to keep."""

    tools: tuple[str, ...]
    focus: str


class SummarySection(NamedTuple):
    """A section that a summary must have: its heading, and in one line what belongs into it.

    `kinds` are the sorts of things that it holds (`policy.sections.KINDS`), for summarisers that cannot read a sentence.
    """

    title: str
    holds: str
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summarise:
    """Put a summary in the place of everything before the kept tail.

    `max` is what the summariser is asked not to exceed (`max_unit`); a longer answer is taken if the view gets smaller.
    `input_limit` bounds what the summariser is given: its newest bytes, and a notice of what was left out. `wrapper` has
    the slots {summary}, {focus}, {files} and {changed_files}; `focus_line`, `files_line` and `changed_line` are put there when
    there is a focus or such a list; a file that is in the second list is not in the first. `acknowledgement` is a fixed
    assistant message after the summary ("" for none).
    """

    keep: Keep
    role: Literal["user", "assistant"]
    wrapper: str
    focus_line: str = ""
    files_line: str = ""
    changed_line: str = ""
    acknowledgement: str = ""
    max: int | None = None
    max_unit: str = "tokens"
    input_limit: int | None = None
    input_notice: str = ""
    recent_files: RecentFiles | None = None
    changed_files: RecentFiles | None = None
    manual: Manual | None = None
    summariser: str = ""
    """Who writes, by name (`extractive`, `stub:1500`, `anthropic:MODEL` …); "" leaves it to whoever runs the policy."""
    previous: Carrying = "update"
    sections: tuple[SummarySection, ...] = ()
    split_sections: tuple[SummarySection, ...] = ()
    """What comes last where the cut falls inside a turn: the beginning of that turn."""
    instructions: str = ""
    """What the policy asks of the summariser in its own words, besides the sections."""
    order: Literal["newest", "oldest"] = "newest"
    """Which end of the input is kept when it is larger than `input_limit`."""
    item_limit: int | None = None
    """No part given to the summariser is longer than this (`item_unit`); `item_notice` says what was cut."""
    item_unit: str = "chars"
    item_notice: str = ""
    item_results_only: bool = False
    """The limit holds for tool results; everything else is given whole."""
    guard: bool = True
    """The summariser is told that the text of the transcript is data and holds no instructions for it."""

    def __post_init__(self) -> None:
        if self.role not in ("user", "assistant"):
            raise ValueError(f"a summary is a user's or an assistant's message, never one of the role {self.role}")


Operation = Truncate | Clear | Fold | Dedupe | Drop | Summarise


@dataclass(frozen=True, slots=True)
class Layer:
    """One ordered operation. `when`: a gate of its own, None for the policy's `start`, "always" for none at all.

    `over` is compared with each single item (its text, in `over.unit`); a layer without `over` takes items of any size.
    """

    id: str
    operation: Operation
    when: Limit | Literal["always"] | None = None
    select: Select = Select()
    region: Region = Region()
    over: Limit | None = None
    enabled: bool = True

    @property
    def do(self) -> str:
        """The name of the operation: truncate, clear, fold, dedupe, drop or summarise."""
        return type(self.operation).__name__.lower()


@dataclass(frozen=True, slots=True)
class Policy:
    """A named way of making Prompt Views. `knobs` holds the current values; `with_knobs` makes another policy."""

    name: str
    about: str
    state: State
    protocol: Protocol
    stop: Stop
    meter: MeterSpec
    layers: tuple[Layer, ...]
    start: Limit | None = None
    refuse: Limit | None = None
    budget: Budget | None = None
    knobs: tuple[Knob, ...] = ()
    source: str = ""
    models: tuple[ModelBudget, ...] = ()
    """Budgets by model, in the order in which they are tried."""
    model: str = ""
    """The model whose budget counts at every request; "" is each request's own. A choice of whoever looks, never written."""
    document: Document | None = field(default=None, compare=False, repr=False)
    """The YAML it came from, with comments and `$knob` references; what `with_knobs` and the export start from."""

    def with_knobs(self, **values: int) -> Policy:
        """The same policy with other knob values. Raises `PolicyError` for an unknown knob or a value out of range."""
        from inspector.policy.resolve import with_knobs

        return with_knobs(self, values)

    def at_model(self, model: str) -> Policy:
        """The same policy with the budget that it has for a model, whatever model a request was sent to."""
        from inspector.policy.at_model import at_model

        return at_model(self, model)

    @property
    def values(self) -> Mapping[str, int]:
        """Knob name → current value."""
        return {knob.name: knob.value for knob in self.knobs}

    @property
    def summariser(self) -> str:
        """Who is to write summaries, as the first summary layer that is on names it; "" when it names nobody."""
        rules = (layer.operation for layer in self.layers if layer.enabled)
        return next((rule.summariser for rule in rules if isinstance(rule, Summarise)), "")
