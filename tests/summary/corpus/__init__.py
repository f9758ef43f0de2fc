"""Ten sessions, true summaries of each written by hand, and seeded corruptions of them: what the audit is measured on.

Five sessions are `dev`, to work with, and five `report`, on which nothing is tuned. Each has its record (`NAME.session`, or
one of the sample transcripts) and `NAME.md`, its summaries and a few things that its user never said.
"""
