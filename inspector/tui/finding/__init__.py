"""Searching a transcript: the query language, what matches, what became of it in a view. No Textual in here."""
