"""Goose's sessions: files of lines, exports, one database."""
