"""Times pycute and tensor-layouts on tiles.json; prints JSON of seconds an operation."""

import json
import sys
import time


def layouts_of(library):
    """The operations of one library, as functions of parsed operands."""
    if library == "pycute":
        import pycute as m

        return {
            "parse": lambda s, d: m.Layout(s, d),
            "coalesce": lambda a: m.coalesce(a),
            "composition": lambda a, b: m.composition(a, b),
            "complement": lambda a, n: m.complement(a, n),
            "logical_divide": lambda a, b: m.logical_divide(a, b),
            "right_inverse": lambda a: m.right_inverse(a),
        }
    import tensor_layouts as m

    return {
        "parse": lambda s, d: m.Layout(s, d),
        "coalesce": lambda a: m.coalesce(a),
        "composition": lambda a, b: m.compose(a, b),
        "complement": lambda a, n: m.complement(a, n),
        "logical_divide": lambda a, b: m.logical_divide(a, b),
        "right_inverse": lambda a: m.right_inverse(a),
    }


def seconds(call, budget):
    """The best of five runs that each take a fifth of the budget."""
    count, took = 1, 0.0
    while took < budget / 10:
        count *= 2
        start = time.perf_counter()
        for _ in range(count):
            call()
        took = time.perf_counter() - start
    best = took / count
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(count):
            call()
        best = min(best, (time.perf_counter() - start) / count)
    return best


def main():
    tiles = json.load(open(sys.argv[1]))
    out = {}
    for library in sys.argv[2:]:
        try:
            operations = layouts_of(library)
        except ImportError as error:
            print(f"{library}: {error}", file=sys.stderr)
            continue
        out[library] = {}
        for operation, cases in tiles.items():
            times = []
            for case in cases:
                operands = [
                    operations["parse"](*(eval(part) for part in x.split(":"))) if isinstance(x, str) else x
                    for x in case
                ]
                try:
                    operations[operation](*operands)
                except Exception:
                    times.append(None)
                    continue
                times.append(seconds(lambda: operations[operation](*operands), 0.1))
            out[library][operation] = times
    json.dump(out, sys.stdout)


main()
