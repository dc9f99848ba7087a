"""How many loops each instruction of a function is in, from its jumps."""


def components(nodes, successors):
    """The strongly connected components of some nodes, by Tarjan's algorithm without recursion."""
    found, index, low, stack, waiting = [], {}, {}, [], set()
    for root in sorted(nodes):
        if root in index:
            continue
        path = [(root, iter(successors[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        waiting.add(root)
        while path:
            node, rest = path[-1]
            following = next((s for s in rest if s in nodes), None)
            if following is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    found.append(set(stack[at:]))
                    waiting -= found[-1]
                    del stack[at:]
            elif following not in index:
                index[following] = low[following] = len(index)
                stack.append(following)
                waiting.add(following)
                path.append((following, iter(successors[following])))
            elif following in waiting:
                low[node] = min(low[node], index[following])
    return found


def depths(successors):
    """The number of loops around each node of a graph whose first node is the entry.

    A loop is a strongly connected component, entered at its header; without the header, what is still connected is
    an inner loop.
    """
    entered = {0: {-1}}
    for node, following in enumerate(successors):
        for s in following:
            entered.setdefault(s, set()).add(node)
    depth = [0] * len(successors)
    work = [set(range(len(successors)))]
    while work:
        for component in components(work.pop(), successors):
            if len(component) == 1 and not component & set(successors[min(component)]):
                continue
            for node in component:
                depth[node] += 1
            headers = [node for node in component if entered[node] - component]
            work.append(component - {min(headers, default=min(component))})
    return depth
