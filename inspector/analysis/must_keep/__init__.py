"""Facts that every view must hold: read from a file, and held against a replay."""
