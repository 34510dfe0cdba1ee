"""Matches: what is true of a match, and the one way to change it."""
