"""Names and colours of what the two panes draw. Every colour comes from the theme."""

from __future__ import annotations

from inspector.engine.view import Fate

_ROLES = {
    "role-system": "color: $part-fixed; text-style: bold;",
    "role-developer": "color: $part-fixed; text-style: bold;",
    "role-user": "color: $part-user; text-style: bold;",
    "role-assistant": "color: $part-assistant; text-style: bold;",
    "role-tool": "color: $part-results;",
}
_TEXT = {
    "text": "color: $foreground;",
    "human": "color: $part-user;",
    "thinking": "color: $part-thinking; text-style: italic;",
    "call": "color: $part-calls;",
    "result": "color: $text-muted;",
    "title": "color: $part-calls; text-style: bold;",
    "made": "color: $foreground; text-style: italic;",
    "notice": "color: $warning; text-style: italic;",
    "removed": "color: $fate-dropped; text-style: dim;",
    "later": "color: $text-disabled;",
    "number": "color: $text-muted;",
    "size": "color: $text-muted;",
    "more": "color: $accent; text-style: bold;",
}
_FRAME = {
    "bar": "color: $secondary;",
    "rule": "color: $border-blurred;",
    "divider": "color: $border-blurred;",
    "request": "color: $text-disabled;",
    "turn": "color: $primary; text-style: bold;",
    "here": "color: $accent; text-style: bold;",
    "cursor": "background: $block-cursor-blurred-background;",
}
_FATES = {f"fate-{fate}": f"color: $fate-{fate};" for fate in Fate}
STYLES = _ROLES | _TEXT | _FRAME | _FATES
"""Style name → declarations."""

CSS = (
    "SideBySide { background: $surface; scrollbar-gutter: stable; scrollbar-size-vertical: 1;\n"
    + "\n".join(f"& .sbs--{name} {{ {rules} }}" for name, rules in STYLES.items())
    + "}\nSideBySide:nocolor .sbs--removed { text-style: strike; }"
)
