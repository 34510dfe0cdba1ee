"""The parts that every game is made of: pure rules machinery, with no I/O, no clock and no global randomness.

The vocabulary, as in `docs/architecture.md`:

- `kernel.game`: the box, its settings and modes
- `kernel.play`: state, agenda, decisions, options
- `kernel.chance`: named streams of luck
- `kernel.components`: the tables of a rulebook, read from TOML, correctable by their owner
- `kernel.view`: what one seat may know
- `kernel.score`: the score sheet, line by line
- `kernel.journal`, `kernel.match`: the whole truth of a match, and playing it with undo
- `kernel.heuristics`: what a game tells bots about itself
- `kernel.text`, `kernel.errors`: words for people, and errors that teach
"""
