"""Automatic effects: `board` resolves markers and inheritance, `events` the event cards, `merchant` the Wine Merchant."""
