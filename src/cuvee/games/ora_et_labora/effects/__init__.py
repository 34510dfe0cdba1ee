"""What buildings do: one class for each word of the effects table (§10.2), with the questions that belong to it.

`functions` turns the table of a building into these classes. `chains` uses one building through another.
"""
