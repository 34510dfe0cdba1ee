"""Who plays for the house: the queue, the workers, hints and analysis."""
