"""Networks as files: small, and versioned with the rules they were learned under."""

import json
from array import array
from base64 import b64decode, b64encode
from typing import Any

from cuvee.kernel.net import Net


def pack_net(net: Net, game: str, seats: int, rules: str) -> dict[str, Any]:
    """Return a network as it is stored."""
    numbers = array("f", [weight for unit in net.hidden for weight in unit] + [*net.start, *net.out, net.base])
    return {
        "game": game,
        "players": seats,
        "rules": rules,
        "inputs": net.width,
        "units": len(net.hidden),
        "weights": b64encode(numbers.tobytes()).decode(),
    }


def read_net(text: str) -> Net:
    """Read a network as `pack_net` stores it. If the file holds a `belief`, the answers are scaled by it.

    >>> net = Net([[1.0, 0.5]], [0.0], [2.0], 1.0)
    >>> read_net(json.dumps(pack_net(net, "wine_cellar", 2, "1"))).answer([0.0, 0.0])
    1.0
    >>> read_net(json.dumps(pack_net(net, "wine_cellar", 2, "1") | {"belief": 0.5})).answer([0.0, 0.0])
    0.5
    """
    stored = json.loads(text)
    belief = stored.get("belief", 1.0)
    numbers = array("f", b64decode(stored["weights"])).tolist()
    width, units = stored["inputs"], stored["units"]
    at = width * units
    hidden = [numbers[unit * width : (unit + 1) * width] for unit in range(units)]
    out = [belief * weight for weight in numbers[at + units : at + 2 * units]]
    return Net(hidden, numbers[at : at + units], out, belief * numbers[-1])
