"""What the ops of cards, actions and boards do (VISITORS §4, RULES §15.4)."""
