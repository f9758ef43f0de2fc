"""Whether a sentence tells of a deed left undone, or orders that something be left: "I did not check" and "don't check"."""

from __future__ import annotations

import re

_UNDONE = re.compile(
    r"\b(?:has|have|had|did|was|were)(?:n['’]t|\s+not|\s+never)\b|\bnever\s+\w+ed\b|还没|没有|没(?=[^，。；]{0,2}[\u4e00-\u9fff])|尚未|未",
    re.I,
)
_FORBIDS = re.compile(
    r"\b(?:do not|don['’]t|dont|never(?!\s+\w+ed\b)|(?:must|may|shall|should|can|need)(?:n['’]t|\s*not)|cannot|not to|no)\b"
    r"|不要|不能|不得|不许|不准|不可|别|切勿|禁止|勿|没[^，。；]{1,8}之?前",
    re.I,
)
_ANY_DENIAL = re.compile(
    r"n['’]t\b|\b(?:not|never|no|nothing|nobody|none|neither|without|un\w+ed|cannot)\b|[没未不无别勿]", re.I
)
_ORDER = re.compile(
    r"\W*(?:that )?(?:the (?:agent|assistant)|it|I|we|they|you)\s+(?:should|must|may not|shall|ought)\b"
    r"|\W*(?:助手|它|我)?(?:应该?|必须|不要|不能|不得|不许)",
    re.I,
)
_MODAL = re.compile(r"\b(?:should|must|may|shall|ought|can|need|cannot)|应|必须|不要|不能|不得|不许|可以", re.I)


def undone(text: str) -> bool:
    """Whether it tells of something that somebody has not done."""
    return _UNDONE.search(text) is not None and _FORBIDS.search(_UNDONE.sub(" ", text)) is None


def forbids_only(text: str) -> bool:
    """Whether all that it denies is forbidden, or it denies nothing: this tells of nothing undone."""
    return _ANY_DENIAL.search(_FORBIDS.sub(" ", text)) is None


def ordered_of(content: str) -> bool:
    """Whether a saying tells in indirect speech what is to be done or left: "that the agent should not check it"."""
    return _ORDER.match(content) is not None


def modal(text: str) -> bool:
    """Whether a text says what ought to be, not what is."""
    return _MODAL.search(text) is not None
