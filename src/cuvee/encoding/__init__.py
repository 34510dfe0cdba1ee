"""Games as numbers for learners: one list of actions, rows of what a seat sees, many tables at once.

It needs no library, so that it can be compiled; the environments of `cuvee.rl` adapt it to theirs.
"""
