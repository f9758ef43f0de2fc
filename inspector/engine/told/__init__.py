"""Views told from sums: what a compaction leaves is a few numbers, and a plan is made only for a request that somebody looks at.

A knob that is turned re-decides the whole session. With plans everywhere that costs a plan for every compaction of the past;
told from sums it costs a few additions each. The answers are the same: where sums cannot tell, a plan is made.
"""
