"""Questions of Viticulture that belong to no effect: what all share, and those of the set-up."""
