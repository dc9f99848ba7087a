"""Whether products that are one piece of PTX are the same machine code as products that are several. same.py BENCH_GEMM FOLDER [FILE]...

Of products of each kind of elements, and of files with tile programs: the pipeline with `layout-join-products` and without it, assembled.
"""

import pathlib
import re
import subprocess
import sys

sys.path.insert(0, sys.argv[1])
from problems import Problem

PASS = "layout-join-products,"
# (Of 320 columns a warpgroup has two sums.)
PRODUCTS = [
    Problem(1024, 1024, 1024, layout="NN"),
    Problem(4096, 4096, 512, layout="TT", types=("bf16", "bf16", "bf16")),
    Problem(1000, 320, 768, layout="NT", epilogue="gelu"),
    Problem(512, 768, 256, layout="NT", types=("f32", "f32", "f32")),
    Problem(512, 768, 256, layout="NT", types=("f8E4M3FN", "f8E4M3FN", "f16")),
    Problem(640, 512, 384, layout="NT", types=("i8", "i8", "i32")),
]


def pipeline(source, passes):
    """What is run on a file, as text of one line."""
    said = subprocess.run(["layout-opt", source, *passes, "--dump-pass-pipeline", "-o", "/dev/null"], check=True, capture_output=True, text=True)
    return re.sub(r"\s*\n\s*", "", said.stderr[said.stderr.index("builtin.module(") :])


def machine_code(source, text, ptx):
    """Instructions in order, the products in PTX, and how many pieces they are."""
    subprocess.run(["layout-opt", source, f"--pass-pipeline={text}", "-o", "/dev/null"], check=True)
    cubin = ptx.with_suffix(".cubin")
    subprocess.run(["ptxas", "-arch=sm_90a", ptx, "-o", cubin], check=True)
    said = subprocess.run(["nvdisasm", "-c", cubin], check=True, capture_output=True, text=True).stdout
    code = [line.split("*/", 1)[1].split("/*")[0].strip() for line in said.splitlines() if re.match(r"\s*/\*[0-9a-f]{4,}\*/", line)]
    pieces = re.findall(r"// begin inline asm(.*?)// end inline asm", ptx.read_text(), re.S)
    products = [piece.count("wgmma.mma_async") for piece in pieces]
    return code, sum(products), sum(count > 0 for count in products)


def main(folder, files):
    folder.mkdir(exist_ok=True)
    ptx, wrong, joined = folder / "same.ptx", [], 0
    sources = [(pathlib.Path(file), []) for file in files]
    for number, problem in enumerate(PRODUCTS):
        source = folder / f"product{number}.mlir"
        source.write_text(problem.program("f"))
        tf32 = " tf32" if problem.types[0] == "f32" else ""
        sources.append((source, [f"--layout-matmul=chip=sm_90a{tf32}"]))
    for source, passes in sources:
        text = pipeline(source, [*passes, f"--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx={ptx}"])
        assert PASS in text
        one, several = (machine_code(source, text.replace(PASS, with_it), ptx) for with_it in (PASS, ""))
        if one[0] != several[0] or one[1] != several[1]:
            wrong.append(f"{source.name}: {len(one[0])} instructions for {len(several[0])}, {one[1]} products for {several[1]}")
        if one[2] > several[2]:
            wrong.append(f"{source.name}: {one[2]} pieces, {several[2]} without the pass")
        joined += one[2] < several[2]
        print(f"{source.name}: {len(one[0])} instructions, {one[1]} products, {several[2]} pieces and {one[2]}")
    print("\n".join(wrong) or f"{joined} of {len(sources)} have fewer pieces")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[2]), sys.argv[3:]))
