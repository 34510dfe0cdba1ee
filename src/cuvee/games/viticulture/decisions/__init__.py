"""Questions of Viticulture that belong to no effect: what all questions share, and those of the set-up."""
