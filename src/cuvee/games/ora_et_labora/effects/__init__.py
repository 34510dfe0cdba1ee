"""What buildings do: one class for each word of the effects table (§10.2), with the questions that belong to it.

`trades` pays and receives, `works` produces, clears, settles and takes land, `chains` uses one building through another,
`functions` reads the table of a building into these.
"""
