"""The questions of Vinhos, by chapter of the rulebook (§18.2)."""
