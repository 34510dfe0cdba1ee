"""The four questions of Wine Cellar: bid, pick and place in every trick, and the bonus swap after the last (§12)."""
