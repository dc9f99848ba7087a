"""Encodings that Triton and `#layout.tv` both have, as binary digits.

An encoding is a dictionary of lists for `register`, `lane` and `warp`: what each binary digit of their number adds to the
coordinate in the tile. That is how Triton's own linear layouts are written, so that `triton_side.py` can compare. What a
layout of Triton means is written here from its description, and shared with nothing.
"""

import math


def bits(n):
    """How many binary digits count `n`."""
    return n.bit_length() - 1


def steps(counts, order, first):
    """The binary digits of a count of each dimension, the first of `order` fastest; one step of `d` is `first[d]`."""
    out = []
    for d in order:
        for i in range(bits(counts[d])):
            out.append([first[d] << i if k == d else 0 for k in range(len(counts))])
    return out


def cover(encoding, shape, unit, order):
    """Repeats a unit in registers as far as the tile goes; what is outside of a smaller tile is the same again."""
    inside = {
        k: [[v if v < extent else 0 for v, extent in zip(digit, shape)] for digit in digits]
        for k, digits in encoding.items()
    }
    times = [max(1, extent // u) for extent, u in zip(shape, unit)]
    inside["register"] = inside["register"] + steps(times, order, unit)
    return inside


def blocked(p, shape):
    """Registers, no more than the tile has, then lanes, then warps, side by side in each dimension."""
    lanes, warps, order = p["lanes"], p["warps"], p["order"]
    size = [min(n, extent) for n, extent in zip(p["size"], shape)]
    two = [a * b for a, b in zip(size, lanes)]
    three = [a * b for a, b in zip(two, warps)]
    unit = {
        "register": steps(size, order, [1] * len(shape)),
        "lane": steps(lanes, order, size),
        "warp": steps(warps, order, two),
    }
    return cover(unit, shape, three, order)


def mma(p, shape):
    """Sums of m16n8: PTX's fragment of C, warps of a row of the tile of warps first."""
    m, n = p["warps"]
    unit = {
        "register": [[0, 1], [8, 0]],
        "lane": [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],
        "warp": steps([m, n], [1, 0], [16, 8]),
    }
    return cover(unit, shape, [16 * m, 8 * n], [1, 0])


def dot(p, shape):
    """The left operand (0) or the right one (1): `k` elements together, four lanes, and that twice."""
    (m, n), k, left = p["warps"], p["k"], p["operand"] == 0
    # Along k, and along the other dimension.
    at = (lambda along, across: [across, along]) if left else (lambda along, across: [along, across])
    together = [at(1 << i, 0) for i in range(bits(k))]
    groups = [at(0, 1), at(0, 2), at(0, 4)]
    warps = steps([m, n], [1, 0], [16, 0] if left else [0, 8])
    unit = {
        "register": together + ([at(0, 8)] if left else []) + [at(4 * k, 0)],
        "lane": [at(k, 0), at(2 * k, 0), *groups],
        "warp": warps,
    }
    return cover(unit, shape, at(8 * k, 16 * m if left else 8 * n), [1, 0] if left else [0, 1])


def sliced(p, shape):
    """A dimension of the parent taken out: whoever held an element of it holds the one that is left, once."""
    whole = [*shape[: p["dim"]], 1, *shape[p["dim"] :]]
    of_parent = digits(p["parent"], whole)
    left = {k: [d[: p["dim"]] + d[p["dim"] + 1 :] for d in v] for k, v in of_parent.items()}
    return left | {"register": [d for d in left["register"] if any(d)]}


def digits(p, shape):
    """The binary digits of a layout of Triton on a tile."""
    return {"blocked": blocked, "mma": mma, "dot": dot, "slice": sliced}[p["kind"]](p, shape)


def tv(p, shape):
    """The same as `#layout.tv`: positions count the first dimension fastest, and no value is held twice."""
    strides = [math.prod(shape[:d]) for d in range(len(shape))]
    encoding = digits(p, shape)
    position = {k: [sum(a * b for a, b in zip(d, strides)) for d in v] for k, v in encoding.items()}
    values = [v for v in position["register"] if v]
    mode = lambda all_: f"({','.join('2' for _ in all_)}):({','.join(map(str, all_))})" if all_ else "1:0"  # noqa: E731
    return f"tv<{mode(position['lane'] + position['warp'])}, {mode(values)}>"


def held(p, shape):
    """How many elements a thread holds."""
    return 1 << sum(any(digit) for digit in digits(p, shape)["register"])


def split(rng, n, parts):
    """Powers of two whose product is `n`."""
    out = [1] * parts
    for _ in range(bits(n)):
        out[rng.randrange(parts)] *= 2
    return out


def random_layout(rng, rank, warps, width, kinds):
    """A layout of Triton for a tile of elements of `width` bits."""
    kind = rng.choice(kinds)
    if kind == "slice":
        parent = random_layout(rng, rank + 1, warps, width, ["blocked", "mma", "dot"])
        return {"kind": "slice", "dim": rng.randrange(rank + 1), "parent": parent}
    if kind == "blocked":
        order = rng.sample(range(rank), rank)
        size = [1] * rank
        # As coalescing chooses them, and any.
        size[order[0]] = rng.choice([1, max(1, 128 // width), 2, 4])
        if rng.random() < 0.25:
            size[order[-1]] *= 2
        return {
            "kind": "blocked",
            "size": size,
            "lanes": split(rng, 32, rank),
            "warps": split(rng, warps, rank),
            "order": order,
        }
    of_warps = split(rng, warps, 2)
    if kind == "mma":
        return {"kind": "mma", "warps": of_warps}
    return {"kind": "dot", "operand": rng.randrange(2), "warps": of_warps, "k": max(1, 32 // width)}


# Elements that a thread may hold: what layout-distribute takes.
MOST = 1024
TYPES = [("i8", 8), ("f8E5M2", 8), ("f16", 16), ("f32", 32), ("f64", 64)]


def random_pair(rng):
    """A tile and two layouts of it."""
    while True:
        warps = rng.choice([1, 2, 4, 8])
        name, width = rng.choice(TYPES)
        rank = 1 if rng.random() < 0.1 else 2
        kinds = ["slice", "blocked"] if rank == 1 else ["blocked", "blocked", "mma", "dot"]
        shape = [rng.choice([16, 32, 64, 128, 256]) for _ in range(rank)]
        if math.prod(shape) * width // (32 * 32 * warps) > 128:
            continue
        pair = [random_layout(rng, rank, warps, width, kinds) for _ in range(2)]
        if tv(pair[0], shape) == tv(pair[1], shape) or any(held(p, shape) > MOST for p in pair):
            continue
        return {"shape": shape, "type": name, "warps": warps, "from": pair[0], "to": pair[1]}
