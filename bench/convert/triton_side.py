"""The same conversion by Triton, which needs no GPU: a kernel in its TTGIR, as PTX."""

import re
import tempfile

import triton.experimental.gluon.language as gl
from triton._C.libtriton import gluon_ir, ir
from triton.backends.compiler import GPUTarget, Language
from triton.compiler.compiler import make_backend


class Triton:
    """Triton for chips of one compute capability."""

    def __init__(self, arch):
        self.arch = arch
        self.backend = make_backend(GPUTarget("cuda", arch, 32))
        self.context = ir.context()
        ir.load_dialects(self.context)
        self.backend.load_dialects(self.context)
        self.builder = gluon_ir.GluonOpBuilder(self.context)

    def layout(self, p):
        """Triton's own object for a layout of `layouts.py`."""
        if p["kind"] == "blocked":
            return gl.BlockedLayout(p["size"], p["lanes"], p["warps"], p["order"])
        if p["kind"] == "slice":
            return gl.SliceLayout(p["dim"], self.layout(p["parent"]))
        sums = gl.NVMMADistributedLayout([2, 0], p["warps"], [16, 8])
        return sums if p["kind"] == "mma" else gl.DotOperandLayout(p["operand"], sums, p["k"])

    def module(self, warps):
        """An empty module for so many warps; layouts are verified and expanded by its attributes."""
        module = self.builder.create_module()
        for name, value in [("num-warps", warps), ("num-ctas", 1), ("threads-per-warp", 32)]:
            module.set_attr(f"ttg.{name}", self.builder.get_int32_attr(value))
        return module

    def digits(self, p, shape):
        """What Triton says that the layout means: binary digits as `layouts.digits` has them."""
        found = self.builder.to_linear_layout(self.layout(p)._to_ir(self.builder), shape)
        if isinstance(found, gl.DistributedLinearLayout):
            return {"register": found.reg_bases, "lane": found.lane_bases, "warp": found.warp_bases}
        raise ValueError(f"no linear layout: {found}")

    def texts(self, pair):
        """The two layouts as TTGIR has them, after definitions of the names that they use."""
        module = self.module(pair["warps"])
        for name, p in [("a", pair["from"]), ("b", pair["to"])]:
            module.set_attr(f"convert.{name}", self.layout(p)._to_ir(self.builder))
        printed = module.str_nodebug()
        names = "\n".join(re.findall(r"^#\w+ = .*$", printed, re.M))
        a, b = re.search(r"convert\.a = (.*), convert\.b = (.*), \"?ttg\.num-ctas", printed).groups()
        return names, {"a": a, "b": b}

    def kernel(self, pair):
        """TTGIR that loads a tile in one layout, converts it and stores it in the other."""
        shape, element = pair["shape"], pair["type"]
        tile = "x".join(map(str, shape))
        names, layouts = self.texts(pair)
        lines = []

        def pointers(memory, layout):
            at = None
            for d, extent in enumerate(shape):
                name = f"{memory}{d}"
                own, kept = layout, [extent]
                # The other dimensions are taken out, and come back with an extent of 1.
                others = [k for k in range(len(shape)) if k != d]
                for k in reversed(others):
                    own = f"#ttg.slice<{{dim = {k}, parent = {own}}}>"
                start = f"tt.make_range {{end = {extent} : i32, start = 0 : i32}}"
                lines.append(f"%{name} = {start} : tensor<{extent}xi32, {own}>")
                for k in others:
                    before = "x".join(map(str, kept))
                    kept.insert(k, 1)
                    after = "x".join(map(str, kept))
                    lines.append(
                        f"%{name}e = tt.expand_dims %{name} {{axis = {k} : i32}} : tensor<{before}xi32, {own}>"
                        f" -> tensor<{after}xi32, {layout}>"
                    )
                    name += "e"
                wide = f"tensor<{tile}xi32, {layout}>"
                if others:
                    small = "x".join(map(str, kept))
                    lines.append(f"%{name}b = tt.broadcast %{name} : tensor<{small}xi32, {layout}> -> {wide}")
                    name += "b"
                if at is None:
                    at = name
                    continue
                lines.append(f"%{name}n = arith.constant dense<{extent}> : {wide}")
                lines.append(f"%{name}m = arith.muli %{at}, %{name}n : {wide}")
                lines.append(f"%{name}s = arith.addi %{name}m, %{name} : {wide}")
                at = f"{name}s"
            pointer = f"tensor<{tile}x!tt.ptr<{element}>, {layout}>"
            lines.append(f"%{memory}p = tt.splat %{memory} : !tt.ptr<{element}> -> {pointer}")
            lines.append(f"%{memory}q = tt.addptr %{memory}p, %{at} : {pointer}, tensor<{tile}xi32, {layout}>")
            return pointer

        first = pointers("x", layouts["a"])
        lines.append(f"%v = tt.load %xq : {first}")
        types = [f"tensor<{tile}x{element}, {layouts[k]}>" for k in "ab"]
        lines.append(f"%w = ttg.convert_layout %v : {types[0]} -> {types[1]}")
        lines.append(f"tt.store %yq, %w : {pointers('y', layouts['b'])}")
        body = "\n".join(lines)
        argument = f"!tt.ptr<{element}> {{tt.divisibility = 16 : i32}}"
        return (
            f'{names}\nmodule attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {pair["warps"]} : i32, '
            f'ttg.target = "cuda:{self.arch}", "ttg.threads-per-warp" = 32 : i32}} {{\n'
            f"tt.func public @convert(%x: {argument}, %y: {argument}) {{\n{body}\ntt.return\n}}\n}}\n"
        )

    def ptx(self, pair, kernel):
        """A kernel's PTX."""
        with tempfile.NamedTemporaryFile("w", suffix=".ttgir") as file:
            file.write(kernel)
            file.flush()
            module = ir.parse_mlir_module(file.name, self.context)
        module.context = self.context
        options = self.backend.parse_options({"num_warps": pair["warps"], "num_ctas": 1})
        stages, metadata = {}, {}
        self.backend.add_stages(stages, options, Language.TRITON)
        for stage in ["llir", "ptx"]:
            module = stages[stage](module, metadata)
        return module
