"""Sessions of pi, Oh My Pi and OpenClaw: one line an entry, entries form a tree (formats.md, sections 4 and 5)."""
