"""Claude Code session files: a tree of records, one line each."""
