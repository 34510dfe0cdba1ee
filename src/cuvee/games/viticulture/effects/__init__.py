"""What actions, bonuses, experts, visitors, structures and special workers do: one interpreter of ops (§15.4)."""
