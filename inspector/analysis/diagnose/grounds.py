"""What a finding rests on, in a sentence: the numbers of its evidence, with what they count.

A family has one form for each kind of its findings. Of a form the first clause decides: it is taken where the evidence has all
of its numbers; the other clauses are said where theirs are there, and not 0. `{loops:loop}` is a number with what it counts,
`2 loops`; `{loops}` alone is a value as it is: numbers with commas, the first few of a list.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping, Sequence

from inspector.analysis.diagnose.finding import Finding, Value
from inspector.phrases import counted

SHOWN = 3
"""Members of a list that are told."""
Form = tuple[str, ...]

FORMS: Mapping[str, tuple[Form, ...]] = {
    "broken-pairs": (("{count:block} in {requests:view}, first at request {first_request}",),),
    "fixed-input": (
        (
            "{set_aside} {unit} are set aside of a window of {window}",
            "without any message {needed_without_history} are needed",
            "tools and prompts in the record take {in_record}",
            "at request {request} a prompt of {prompt} was reported, and {unseen} of it are no messages",
        ),
        ("a prompt of {prompt} tokens was reported for {messages_o200k} (o200k) of messages", "the limit is {limit}"),
        (
            "{gate} is at {limit} {unit}, the system prompt takes {system}",
            "{fixed} are set aside for what is fixed",
            "the durable state takes {durable}",
            "the reply {reserve}",
            "the margin {margin}",
        ),
    ),
    "tail": (
        ("at request {worst_request} a prompt of {after} tokens was reported after it ({kept_o200k} o200k of text)",),
        (
            "at request {worst_request} {after} {unit} are left and the limit is {limit}: the end that is kept takes {tail}"
            " ({tail_messages:message})",
            "{open_turn} of that is the open turn",
            "older messages take {older}",
            "the summary {summary}",
            "the system prompt {system}",
            "{beside} stand beside the messages",
            "the largest block is {largest_block} with {largest}",
        ),
    ),
    "stale-meter": (
        (
            "{reported_before} tokens were reported before it and {reported_after} after it, while the view went from"
            " {view_before_o200k} to {view_after_o200k} (o200k)",
        ),
        ("so at {requests} of {of:request} with usage; there, {reported} were reported for {visible_o200k} of text",),
        (
            "{added} were added in {steps:request}, and the provider counted {ratio} times as much",
            "the limit of {limit} is reached with a prompt of {prompt_at_limit}",
            "{model} holds {window}",
        ),
    ),
    "summary-too-big": (
        ("at request {worst_request} {layer} left out {left_out_bytes} of {input_bytes} bytes", "the limit is {limit}"),
        ("at request {worst_request} {parts:part} make {tokens} tokens", "the {writer} ({model}) holds {window}"),
    ),
    "thrash": (
        (
            "in {loops:round} {rereads:thing} were read again, {read_again} {unit} in all",
            "first at request {first_again}",
            "between requests {first} and {next} {grown} came in",
        ),
        ("{things:thing} read again {rereads:time}, {read_again} {unit} in all",),
        ("{compactions:compaction} between requests {first} and {last}, {came_in} {unit} came in",),
    ),
    "load-bearing-cleared": (
        (
            "{results:result} left with {things:thing that was needed/things that were needed}",
            "the worst: {worst_needed}",
        ),
    ),
    "summary-of-summary": (
        (
            "{generations:summary/summaries} of each other, {read} could be read",
            "of {held:thing} {lost} were lost on the way",
            "{typed_lost} of them typed by a person",
        ),
    ),
    "configured-not-effective": (
        ("{refused:request} refused: the first view has {view}, the limit is {refuse}, compaction starts at {start}",),
        ("the largest view counts {largest_view} here and {largest_recorded} by the provider; it starts at {start}",),
        ("this session makes {calls:call} with other tools, most with {called}",),
        ("looked at {requests_looked_at:request}", "without effect, too: {knobs_without_effect}"),
        ("compared {requests_compared:request}",),
        ("the limit is {limit}; the agent compacted at sizes of {sizes}",),
        ("the agent compacted at {tokens_before} tokens", "{model} holds {window}"),
    ),
    "cache-broken": (
        (
            "{changes:change} wrote {rewritten} tokens again, {percent_of_history} % of the whole history",
            "prompts are {saved} tokens smaller by all of them",
        ),
    ),
}


def grounds(finding: Finding) -> str:
    """A sentence without a full stop; where no form fits, names and values."""
    for form in FORMS.get(finding.family, ()):
        if _fits(form[0], finding.evidence):
            numbers = {name: value for name, value in finding.evidence.items() if value != 0}
            told = [form[0], *(each for each in form[1:] if _fits(each, numbers))]
            return "; ".join(_WORDS.format(each, **finding.evidence) for each in told)
    return ", ".join(f"{name.replace('_', ' ')} {value_words(value)}" for name, value in finding.evidence.items())


def value_words(value: Value) -> str:
    """A number with commas, the first few of a list."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return f"{value:,}"
    shown = [_word(each) if isinstance(each, str) else f"{each:,}" for each in value[:SHOWN]]
    return ", ".join(shown) + (f" and {len(value) - SHOWN:,} more" if len(value) > SHOWN else "")


def _word(text: str) -> str:
    """A member of a list, in quotation marks where it is more than a word."""
    return f"“{text}”" if " " in text else text


def _fits(clause: str, evidence: Mapping[str, Value]) -> bool:
    """Whether the evidence has all that a clause names; an empty list or word, and less than nothing, says nothing."""
    return all(_says(evidence.get(name)) for name in _names(clause))


def _says(value: Value | None) -> bool:
    return value not in (None, "", (), []) and not (isinstance(value, int) and value < 0)


def _names(clause: str) -> Iterator[str]:
    return (name for _, name, _, _ in string.Formatter().parse(clause) if name)


class _Words(string.Formatter):
    """Values in words; what stands behind a colon is what a number counts, with its plural behind a slash."""

    def format_field(self, value: Value, format_spec: str) -> str:
        if format_spec and isinstance(value, int):
            one, _, many = format_spec.partition("/")
            return counted(value, one, many)
        return value_words(value)

    def get_value(self, key: int | str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
        return kwargs[str(key)]


_WORDS = _Words()
