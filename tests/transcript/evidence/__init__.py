"""Tests of source pointers: what they may say, where they lead, and what they are worth."""
