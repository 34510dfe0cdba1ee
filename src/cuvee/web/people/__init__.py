"""People: names, accounts, sessions, rights and rate limits."""
