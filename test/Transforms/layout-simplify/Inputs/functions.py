"""Functions whose indices are worth simplifying, with a coordinate outside its mode in each. functions.py COUNT"""

import sys

for n in range(int(sys.argv[1])):
    layout = f"!layout<({n + 4},8,16):(128,16,1)>"
    print(f"""func.func @f{n}(%m: memref<?xf32>, %i: index, %x: f32) -> index {{
  %l = layout.make : {layout}
  %c = arith.constant {n + 9} : index
  %0 = layout.crd2idx %l(%i) : {layout}
  %1 = layout.crd2idx %l(%c, %i, %i) : {layout}
  %2 = arith.addi %0, %1 : index
  return %2 : index
}}""")
