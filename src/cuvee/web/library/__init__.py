"""Rules and components as pages."""
