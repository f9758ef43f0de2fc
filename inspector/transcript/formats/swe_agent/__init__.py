"""Trajectories of SWE-agent (`.traj`) and mini-swe-agent (`.traj.json`): formats.md, section 12.

`trajectory` lists the steps, `history` all messages. Later versions keep with each step its `query` (at first called
`messages`): the prompt of that step as it was sent, in which history processors may have shortened old observations.
Where there is none, the history is what happened, and what of it was sent is not recorded.
"""
