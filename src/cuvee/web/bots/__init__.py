"""House players: the queue, the workers, hints and analysis."""
