"""Hermes' sessions: snapshots, transcripts of lines, its database, dumps of failed requests."""
