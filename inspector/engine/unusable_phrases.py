"""The phrases by which an answer that is no summary is known: words of errors, of refusals, of questions for the conversation."""

from __future__ import annotations

import re
from collections.abc import Iterable


def _any(phrases: Iterable[str]) -> str:
    return f"(?:{'|'.join(phrases)})"


_SOURCE = _any(
    (
        "an?|the|api|http|server|internal|network|request|connection|fatal|unexpected|unhandled|unknown|runtime|model|stream",
        "provider|upstream|gateway|client|rate[ -]limit|authentication|timeout|openai|anthropic|google|azure|bedrock|gemini",
        "ollama|litellm|vllm|llm|summary|summari[sz]er",
    )
)
_HEAD = rf"(?:{_SOURCE}[ _-]+){{0,4}}"
_REASON = _any(
    (
        "too many requests|bad (?:gateway|request)|service (?:temporarily )?unavailable|internal server error|unauthori[sz]ed",
        "forbidden|not found|gateway time-?out|time-?out|payment required|(?:request entity|payload|content) too large",
        r"overloaded\w*|request time-?out|unprocessable(?: entity)?|method not allowed|conflict|error",
    )
)
_OURS = "(?:the |your |this )?(?:api |http |summary |upstream )?"
_WENT = "(?:timed out|failed|aborted|refused|reset|cancell?ed|closed|interrupted|hang up|error)"
_IS_NOT = "(?:overloaded|unavailable|at capacity|loading|busy|not (?:exist|found|available|responding|respond))"

ERROR = re.compile(
    r"\W{0,3}"
    + _any(
        (
            rf"{_HEAD}(?:[\w.]{{0,60}}(?:error|exception)|errno|failure)\b ?(?:code|type|message|status|number)?\s*[:=(\[]",
            rf"{_HEAD}error\s+(?:code\s+)?[45]\d\d\b",
            rf"{_HEAD}error\W*$",
            r"error (?:generating|creating|calling|while|fetching|connecting|communicating|processing|from)\b",
            rf"(?:http(?:/\d(?:\.\d)?)?\s*)?(?:status(?:\s+code)?)?\s*[:=]?\s*[45]\d\d\s*(?:$|[-:,.(\[{{]|{_REASON}\b)",
            rf"{_REASON}(?:\W*$|\s*[:(\[])",
            r"rate[ -]limit(?:ed|s)?(?: (?:exceeded|reached|error|hit))\b|rate[ -]limited\b",
            r"(?:you(?:r account)? (?:have )?)?exceeded your (?:current )?(?:\w+ )?quota|(?:quota|rate limit) exceeded",
            r"resource (?:has been )?exhausted|timed? ?out\b(?: (?:after|waiting)\b|\W*$)",
            rf"{_OURS}(?:request|connection|operation|call|response|stream|generation|summari[sz]ation|socket|fetch) "
            rf"(?:was |has |to \S{{1,80}} )?{_WENT}\b",
            rf"{_OURS}(?:model|server|service|engine|endpoint)(?: \S{{1,80}})? (?:is|was|does|did) "
            rf"(?:currently |temporarily )?{_IS_NOT}\b",
            r"(?:invalid|incorrect|missing|no|expired) (?:api[ _-]?key|x-api-key|authentication|credentials?|access token)",
            r"authentication (?:failed|is required)",
            r"(?:the |your )?(?:prompt|input|context|request|conversation|messages) (?:is|was|are) too (?:long|large)",
            r"this model's maximum context|context (?:length|window) (?:was )?exceeded|(?:your )?credit balance is",
            r"no (?:response|output|completion|answer)\b(?: (?:was )?(?:received|generated|returned|available))?\W*$",
            r"(?:failed|unable) to (?:generate|create|produce|get|obtain|fetch|connect|reach|parse|summari[sz]e|complete)\b",
            r"(?:could not|couldn't|cannot|can't) (?:connect|reach|resolve|parse|generate)\b",
            r"something went wrong|an? (?:unexpected |internal |unknown )?error (?:has )?occurred|there was an error",
            r"curl: \(\d+\)|(?:connect |read |write )?e(?:conn|notfound|timedout|pipe)\w*\b|getaddrinfo\b|panic: |killed\W*$",
            r"upstream connect error",
            r"(?:\S{1,80}: )?(?:command not found|permission denied|no such file or directory|segmentation fault)\W*$",
        )
    ),
    re.IGNORECASE,
)
"""The beginning of a sentence that is the words of an error."""

BRACKETED = re.compile(
    r"\[[^\[\]\n]{0,200}\b(?:failed|failure|error|timed out|time-?out|unavailable|interrupted|aborted|cancell?ed"
    r"|no (?:response|output|content))\b[^\[\]\n]{0,300}\]",
    re.IGNORECASE,
)
"""`[Request failed: …]`."""

TRACEBACK = re.compile(
    r"Traceback \(most recent call last\):\n(?:[ \t].*\n|\n)*[\w.]+(?:Error|Exception|Interrupt|Exit)\b[^\n]*"
)

GOES_ON = re.compile(
    r"\W{0,3}"
    + _any(
        (
            r"please|try|retry|retrying|wait|check|see|visit|contact|go to|for more|more info|set|make sure|if (?:this|you|the)",
            r"you(?:'ve|r)?\b|this (?:request|model|error|endpoint|may|is|could)|however|reset reason|reason\b",
            r"the (?:server|request|service|model|response|provider)\b|it (?:is|may|could)\b|limit\b|current\b|requested\b",
            r"used\b|request[ _-]?id|req_|details?\b|code\b|type\b|message\b|status\b|param\b|caused? by|cause\b|sorry",
            r"we(?:'re| are)\b|attempts?\b|max(?:imum)?\b|giving up|after \d",
            r"\d[\d.,]* ?(?:tokens?|seconds?|s|ms|attempts?|minutes?|bytes)\b|https?://|\(|\{|\[|errno|at \S{1,200}:\d|\d+ > \d+",
        )
    ),
    re.IGNORECASE,
)
"""The beginning of a sentence that only says more of the error before it."""

WORK = re.compile(
    r"\b"
    + _any(
        (
            r"goal|task|asked|wants?|wanted|decid\w+|constraints?|todo|implement\w*|refactor\w*|fix(?:ed|es|ing)?|remain\w*",
            r"next step\w*|tests? |edit\w*|changed|wrote|rewr\w+|added|(?<!not )checked|(?<!not )found|seen|shows|showed",
            r"users? (?:ask|want|said|need)\w*|read-only|investigat\w+|diagnos\w+|reproduc\w+|finding",
        )
    )
    + r"\b",
    re.IGNORECASE,
)
"""Words of somebody who tells of work."""

STRUCTURE = re.compile(
    r"^(?:#{1,6} \S|(?:[-*+•]|\d{1,3}[.)])[ \t]+\S.*\n+(?:[-*+•]|\d{1,3}[.)])[ \t]+\S)", re.MULTILINE
)
"""A heading, or two items of a list."""

_NOT = _any(
    (
        "cannot|can't|can’t|can not|won't|won’t|will not|must decline to|decline to",
        "(?:am|'m|’m|are|'re|’re) (?:unable|not able|not allowed) to",
    )
)
_REGRET = _any(
    (
        "(?:i(?:'m|’m| am)|we(?:'re|’re| are)) (?:very |so |truly )?sorry|sorry|my apologies|i apologi[sz]e|unfortunately|no",
    )
)
_WISH = _any(
    (
        r"(?:help|assist)(?: you)?(?: with\b|\W*$)|comply\b|fulfil|engage with|summari[sz]e (?:this|that|the|your)",
        r"do (?:that|this|so)\b|continue (?:with )?(?:this|that|the) (?:conversation|request)",
        r"(?:provide|create|generate|produce|write|give)(?: you)?(?: with)? (?:an?|the|this|that) (?:\w+ )?"
        r"(?:summary|response|content|answer)",
        r"complete (?:this|that|your) request|process (?:this|that|your|the) (?:request|conversation)",
    )
)
REFUSAL = re.compile(
    rf"\W{{0,3}}{_REGRET}?[,.:;!]?\s*(?:but )?(?:as an? (?:ai|language model)[\w ]{{0,30}},? )?(?:i|we)\s?{_NOT} {_WISH}"
    r"|\W{0,3}(?:很抱歉|非常抱歉|抱歉|对不起)[,，。!！\s]*(?:但)?我?(?:无法|不能|没办法)"
    r"(?:提供|协助|帮助|帮|回答|满足|处理|继续|总结|完成)",
    re.IGNORECASE,
)

_TALK = r"\b(?:conversation|transcript|text|messages?|content|history)\b(?! (?:queue|bus|type|id)s?\b)"
ASKING = re.compile(
    r"\W{0,3}(?:(?:sure|of course|certainly|okay|ok|hello|hi)[,!.]*\s+)?"
    r"(?:(?:i'd|i’d|i would) be happy to [^.\n]{0,80}[.!,]\s*)?"
    + _any(
        (
            r"(?:but )?(?:please|could you|can you|kindly) (?:please )?(?:provide|share|paste|send|upload|give)[^.\n]{0,40}"
            + _TALK,
            r"i (?:don't|don’t|do not|didn't|didn’t|did not) (?:see|have|receive|find) (?:any|the|a) (?:actual )?"
            + _TALK,
            r"(?:i see|i have|there (?:is|was|seems to be|appears to be)) no (?:actual )?" + _TALK,
            r"there (?:doesn't|doesn’t|does not) (?:seem|appear) to be (?:any|a) (?:actual )?" + _TALK,
        )
    ),
    re.IGNORECASE,
)
"""A question for what should have been summarised."""
