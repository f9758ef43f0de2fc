"""Sessions, true summaries of each written by hand, and seeded corruptions of them: what the audit is measured on.

Those of `dev` are there to work with; on those of `check` and `report` nothing is tuned. Each has its record (`NAME.session`, or
one of the sample transcripts) and `NAME.md`: its summaries, and last a few things that its user never said. A section
`=== not false` before that lists corruptions that are not false or no sentences, one a line: the kind, `|`, and a stretch of
the words after the change (`python -m tests.summary.corpus.corrupt --half H --name NAME` shows all that can be made).

A summary is made false in one place: another path, number, identifier, word of a quotation; what the agent, a tool or a
document said or decided is given to the user; an exit status is turned round where the record knows one ending of what the
clause names; the "not" of a verb is lost. Told without a goal: sentences put in, other statuses, other words that deny.
"""
