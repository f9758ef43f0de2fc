"""Sessions, true summaries of each written by hand, and seeded corruptions of them: what the audit is measured on.

Those of `dev` are there to work with; on those of `check` and `report` nothing is tuned. Each has its record (`NAME.session`, or
one of the sample transcripts) and `NAME.md`, its summaries and a few things that its user never said.
"""
