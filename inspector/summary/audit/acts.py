"""What kind of deed a saying gives to the user, and the words by which a person does it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.lexis import carries, stem, words

GUESS = re.compile(
    r"(?:suspect|assum|expect|guess|believ|think|thought|blam|judg|怀疑|认为|判断|推测|估计|觉得|担心)", re.I
)
PROPOSAL = re.compile(r"(?:propos|suggest|recommend|建议|提议)", re.I)
WITHDRAWAL = re.compile(
    r"(?:no longer|waive|drop|withdr|gave up|lift|relax|revok|cancel|postpone|放弃|取消|撤回)", re.I
)
_LIFTS = re.compile(r"\b(?:no longer|any ?more|need not|no need|not needed|needs no)\b|不再|不必|不用|无需", re.I)
_SKIPS = re.compile(
    r"\s*(?:the agent |the assistant |it )?(?:to )?(?:skip|omit|ignore|cancel|abandon|scrap|forget)\w*\b|\s*(?:跳过|省略|忽略)",
    re.I,
)
_GUESSES = re.compile(
    r"\b(?:suspect|think|thought|guess|maybe|perhaps|probably|likely|could|might|bet|looks? like|seems?|assume|expect"
    r"|believe|sure|wonder|afraid|feel|must be|hope|i'd say|isn't|doubt|conclude)\b"
    r"|怀疑|可能|是不是|觉得|应该是|会不会|也许|大概|估计|认为"
    r"|担心|看来|看起来|好像",
    re.I,
)
_PROPOSES = re.compile(
    r"\b(?:suggest|propose|recommend|maybe|how about|what if|could|let's|why not|i'd|i would|better|should|instead)\b"
    r"|建议|提议|要不|不如|考虑|最好|应该|改用|换成|吧",
    re.I,
)
_LETS_GO = re.compile(
    r"\b(?:no longer|any ?more|not needed|no need|don't need|do not need|need not|skip|drop|forget|never ?mind|leave it"
    r"|cancel|scrap|ignore|omit|leave out|without|postpone|later|instead|fine without|lift|is over|may now"
    r"|can now|now you|allowed|ok to|okay to)\b"
    r"|不用|不必|不需要|不再|算了|取消|跳过|忽略|先不|暂时不|可以不|放弃|改成|以后再",
    re.I,
)
_ASKS = re.compile(
    r"[?？]\s*$|^\W*(?:(?:please|then|and|now|but|first)\s+)*(?:check|find|tell|what|why|how|which|who|when|where|does|did|do you"
    r"|is|are|can|could|was|were|has|have|show|look|read|explain|查|看看|找|检查|确认一下|为什么|请查)",
    re.I,
)
_ORDERS = re.compile(
    r"\W*(?:(?:and|then|now|but|also|first|so|just|ok|okay|yes|good|thanks|next|do|never|always|only|do not|don't)[,.]?\s+)*"
    r"(?:please|let's|use|add|make|move|write|fix|run|create|remove|delete|put|keep|leave|take|give|set|change|update"
    r"|go|start|stop|try|test|build|deploy|push|commit|merge|rename|send|save|list|name|finish|complete|work|continue"
    r"|do|touch|read|look|check|find|show|tell|explain|implement|refactor|replace|ignore|skip|stay|get|open|close"
    r"|raise|lower|measure|count|compare|print|reproduce|mention|ask|wait|turn|do not|don't|never)\b"
    r"|\W*(?:请|把|先|再|然后|帮我|不要|别)",
    re.I,
)
_STATED = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|will|would|runs?|stays?|means?|says?|wants?|needs?|\w+'s"
    r"|(?!need|indeed)[a-z]{2,}ed)\b|是|有|了|会|在|都|已",
    re.I,
)
_GRANTS = re.compile(
    r"\b(?:yes|yep|ok|okay|sure|fine|agreed?|agrees|approved?|accept(?:ed)?|allowed|may|can|go ahead|good|great|right|correct"
    r"|confirmed|confirm|works for me|no objections?|permitted|do (?:it|that|so)|sounds|take|let's|lgtm)\b"
    r"|可以|同意|好|行|没问题|批准|允许|确认|对",
    re.I,
)
_PERMITS = re.compile(r"\b(?:may|can|could) (?:now |also )?(?:be|stay|go|remain|use|run)\b|可以(?!看)", re.I)


def withdraws(verb: str, content: str) -> bool:
    """Whether the user is said to have taken something back."""
    return any((WITHDRAWAL.match(verb), _LIFTS.search(content), _SKIPS.match(content)))


def proposes(text: str) -> bool:
    """Whether typed words propose something."""
    return _PROPOSES.search(text) is not None


def lets_go(text: str) -> bool:
    """Whether typed words take something back."""
    return _LETS_GO.search(text) is not None


def guesses(text: str) -> bool:
    """Whether typed words say what somebody thinks, without knowing."""
    return _GUESSES.search(text) is not None


def asks(text: str) -> bool:
    """Whether a typed sentence is a question, or orders something to be found out."""
    return _ASKS.search(text) is not None


def orders(text: str) -> bool:
    """Whether a typed sentence orders something: it begins with a verb, or with please."""
    return _ORDERS.match(text) is not None


def states(text: str) -> bool:
    """Whether a typed clause has a verb that states something."""
    return _STATED.search(text) is not None


def grants(text: str) -> bool:
    """Whether typed words permit or assent to something."""
    return _GRANTS.search(text) is not None


def permits(content: str) -> bool:
    """Whether a saying is that something may be done."""
    return _PERMITS.search(content) is not None


_AGAINST = (
    ("same", "another different other"),
    ("add create introduce write keep preserve", "delete drop remove discard"),
    ("raise increase grow", "lower reduce decrease shrink"),
    ("enable", "disable"),
    ("first", "last"),
    ("allow accept permit", "reject refuse forbid deny"),
    ("public", "private"),
    ("formal", "informal"),
    ("staging", "production"),
    ("small smaller", "large larger big bigger"),
    ("before", "after"),
    ("more", "less fewer"),
)


def _pairs() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for one, other in _AGAINST:
        left, right = stem_set(one), stem_set(other)
        found.update({each: found.get(each, frozenset()) | right for each in left})
        found.update({each: found.get(each, frozenset()) | left for each in right})
    return found


def stem_set(text: str) -> frozenset[str]:
    """The stems of words, those that carry nothing by themselves as well."""
    return frozenset(stem(word) for word in words(text))


def couples(text: str) -> Iterator[tuple[str, str]]:
    """Every word with the carrying word that follows it."""
    before: list[str] = []
    for word in words(text):
        now = stem(word)
        yield from ((each, now) for each in before if carries(word))
        before = [now] if carries(word) or now in OPPOSITES else [*before, now][-2:]


OPPOSITES = _pairs()
