"""Memory, which only a compiled engine can get wrong. A separate process tells whether it is still sound."""

import os
import subprocess
import sys

LONG_CHAIN = """
from cuvee import games

class Link:
    def __init__(self, state, before):
        self.state, self.before = state, before

for name in games.NAMES:
    state = games.get(name).new(max(games.get(name).seats), seed=1)
    chain = None
    for _move in range(300):
        chain = Link(state.clone(), chain)
    del chain
print("sound")
"""


def test_a_long_chain_of_positions_can_be_let_go() -> None:
    """Python puts off freeing deeply nested objects; none of them may be one that the collector does not know.

    (Objects of mypyc's `acyclic` classes are: they write before the start of their memory, so no class of ours may be one.)
    """
    done = subprocess.run(
        [sys.executable, "-c", LONG_CHAIN],
        env=os.environ | {"PYTHONMALLOC": "debug"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "sound\n", done.stderr[-2000:]
