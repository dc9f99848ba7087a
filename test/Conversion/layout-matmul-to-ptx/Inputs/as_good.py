"""Whether products by the passes of LLVM that find something there are as good as by all of -O3. as_good.py BENCH_GEMM SAME FOLDER

The pipeline with `layout-matmul-to-ptx` and without it, assembled: instructions, products, and instructions that spill.
"""

import pathlib
import sys

sys.path[:0] = sys.argv[1:3]
from problems import Problem
from same import machine_code, pipeline

PASS = "layout-matmul-to-ptx,"
BF16, F8, I8 = ("bf16",) * 3, ("f8E4M3FN", "f8E4M3FN", "f16"), ("i8", "i8", "i32")
# Loops that are unrolled whole, and such as are not; one tile after the other; sizes that are not known; threads that load.
PRODUCTS = [
    Problem(512, 768, 512, layout="NT"),
    Problem(4096, 4096, 4096, layout="TN"),
    Problem(768, 1000, 192, layout="NT", types=BF16),
    Problem(192, 320, 1024, layout="NT", types=F8, epilogue="gelu"),
    Problem(512, 512, 384, layout="NT", types=I8),
    Problem(1000, 999, 333, epilogue="residual"),
    Problem(512, 512, 512, layout="NT", known=False),
    Problem(512, 512, 512, layout="TN", types=BF16, known=False, epilogue="scaled"),
    Problem(320, 1536, 768, layout="NN", adds=True),
    Problem(777, 999, 256, layout="TT", batch=3, epilogue="gelu", option="tile=128x128"),
    Problem(512, 512, 2048, layout="NN", types=("f16", "f16", "f32"), batch=2, epilogue="gelu", known="depth"),
    Problem(200, 999, 768, layout="TT", types=F8, batch=3, epilogue="gelu", option="tile=64x64"),
]
# Most instructions of a program by so many hundredths; what ptxas makes of the same in another order varies.
MOST = 102
# Most of all of them, by thousandths.
ALL = 1001


def main(folder):
    folder.mkdir(exist_ok=True)
    ptx, all_less, all_more = folder / "kernels.ptx", 0, 0
    for number, problem in enumerate(PRODUCTS):
        source = folder / f"product{number}.mlir"
        source.write_text(problem.program("f"))
        text = pipeline(source, [f"--layout-matmul=chip=sm_90a {problem.option}", f"--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx={ptx}"])
        assert PASS in text
        less, more = (machine_code(source, text.replace(PASS, with_it), ptx) for with_it in (PASS, ""))
        spilled = [sum(line.startswith(("STL", "LDL")) for line in code) for code, _, _ in (less, more)]
        count = [len(code) for code, _, _ in (less, more)]
        is_good = 100 * count[0] <= MOST * count[1] and spilled[0] <= spilled[1] and less[1] == more[1]
        all_less, all_more = all_less + count[0], all_more + count[1]
        print(f"{problem.name}: {'as good' if is_good else 'WORSE'}: instructions {count}, spills {spilled}, products {[less[1], more[1]]}")
    print("hardly more" if 1000 * all_less <= ALL * all_more else f"WORSE: {all_less} instructions for {all_more}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[3]))
