"""The policy document as a whole: `schema: compaction-policy/1`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, JsonValue, StringConstraints

from inspector.policy.fields import KNOB_NAME, LARGEST, MODEL_PATTERN, Name, Number, Part, Sentence, TextUnit, Unit
from inspector.policy.gates import GateSpec
from inspector.policy.layers import LayerSpec

SCHEMA = "compaction-policy/1"

COUNTERS: dict[str, str] = {
    "bytes": "bytes",
    "chars": "chars",
    "chars/4": "tokens",
    "json-chars": "chars",
    "json-chars/4": "tokens",
    "o200k_base": "tokens",
    "cl100k_base": "tokens",
    "provider": "tokens",
}
"""The counters that a meter may name, and the unit that each of them answers in."""


class MeterSpec(Part):
    """How the size of a history is measured."""

    model_config = ConfigDict(title="Meter")

    count: Annotated[
        Literal["bytes", "chars", "chars/4", "json-chars", "json-chars/4", "o200k_base", "cl100k_base", "provider"],
        Field(description="name of the counter; provider: what the provider of the session charged, else calibrated"),
    ]
    unit: Annotated[Literal["bytes", "chars", "tokens"], Field(description="what the counter counts in")]
    system: Annotated[bool, Field(description="system and developer messages are counted too")] = False


class BudgetSpec(Part):
    """The request as a whole, in the meter's unit: required = fixed + durable + history + new + reserve + margin."""

    model_config = ConfigDict(title="Budget")

    window: Annotated[Number, Field(description="the model's context window")]
    fixed: Annotated[Number, Field(description="system prompt and tool definitions")] = 0
    reserve: Annotated[Number, Field(description="room kept for the reply")] = 0
    margin: Annotated[Number, Field(description="safety margin for errors of the meter")] = 0
    unit: Annotated[TextUnit | None, Field(description="must be the meter's unit; may be left out")] = None


Whole = Annotated[int, Field(ge=0, le=LARGEST)]


class KnobSpec(Part):
    """A named number that a person may turn; fields use it as `$name`."""

    model_config = ConfigDict(title="Knob")

    default: Annotated[Whole, Field(description="the policy's own value")]
    value: Annotated[Whole | None, Field(description="the value in use; left out: the default")] = None
    unit: Annotated[Unit, Field(description="what the number counts")]
    min: Annotated[Whole, Field(description="the smallest value allowed")] = 0
    max: Annotated[Whole, Field(description="the largest value allowed")] = 10_000_000
    help: Annotated[Sentence, Field(description="one line that says what turning it does")] = ""

    @property
    def current(self) -> int:
        return self.default if self.value is None else self.value


KnobName = Annotated[str, StringConstraints(pattern=KNOB_NAME, max_length=60)]


ModelPattern = Annotated[str, StringConstraints(pattern=MODEL_PATTERN, max_length=100)]


_ONLY_SUCH_NAMES: dict[str, JsonValue] = {"additionalProperties": False}


class PolicySpec(Part):
    """A policy: how the Prompt View of every request is made from the Transcript."""

    model_config = ConfigDict(title="Compaction policy", populate_by_name=True)

    schema_: Annotated[Literal["compaction-policy/1"], Field(alias="schema", description="the version of this format")]
    name: Annotated[Name, Field(description="the policy's name: letters, digits, dots and dashes")]
    about: Annotated[Sentence, Field(description="one sentence: what the policy does")] = ""
    source: Annotated[Sentence, Field(description="where its rules come from, as a title")] = ""
    state: Annotated[
        Literal["per_request", "rewrite", "overlay"],
        Field(
            description="per_request: each view is made afresh from the whole history; rewrite: the view becomes the "
            "history; overlay: the log stays, and the latest summary, the retained tail and what came after are used"
        ),
    ]
    protocol: Annotated[
        Literal["strict", "mark", "repair"],
        Field(
            description="what a tool call without its result (or the reverse) means: strict: an error; mark: shown, "
            "and on; repair: mended, visibly"
        ),
    ] = "mark"
    stop: Annotated[
        Literal["after_each", "never"],
        Field(
            description="after_each: measure after each layer and stop as soon as start is not reached any more; "
            "never: one pass over all layers"
        ),
    ] = "never"
    meter: MeterSpec
    budget: Annotated[BudgetSpec | None, Field(description="needed by gates with of: required")] = None
    knobs: Annotated[
        dict[KnobName, KnobSpec],
        Field(max_length=200, json_schema_extra=_ONLY_SUCH_NAMES, description="the numbers a person may turn, by name"),
    ] = {}
    models: Annotated[
        dict[ModelPattern, dict[KnobName, Whole]],
        Field(
            max_length=200,
            json_schema_extra=_ONLY_SUCH_NAMES,
            description="budgets by model: name pattern (* any text) to knob values; the first that fits counts",
        ),
    ] = {}
    start: Annotated[GateSpec | None, Field(description="layers without a when run once this is reached")] = None
    refuse: Annotated[GateSpec | None, Field(description="a view that still reaches this is refused")] = None
    layers: Annotated[
        list[LayerSpec], Field(max_length=100, description="the operations, in the order in which they run")
    ]
