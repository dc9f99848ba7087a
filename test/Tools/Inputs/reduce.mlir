func.func @other(%i: index) -> index {
  %l = layout.make : !layout<8:2>
  %x = layout.crd2idx %l(%i) : !layout<8:2>
  return %x : index
}
func.func @f(%m: memref<8x64xf32, #layout<(8,64):(64,1)>>, %u: !layout<*>, %i: index, %j: index) -> index {
  %v = memref.load %m[%i, %j] : memref<8x64xf32, #layout<(8,64):(64,1)>>
  %w = arith.addf %v, %v : f32
  memref.store %w, %m[%i, %j] : memref<8x64xf32, #layout<(8,64):(64,1)>>
  %a = layout.make : !layout<(6,2):(8,2)>
  %b = layout.make : !layout<(4,3):(3,1)>
  %c = layout.flatten %a : !layout<(6,2):(8,2)>
  %r = layout.composition %a, %b : !layout<(6,2):(8,2)>, !layout<(4,3):(3,1)>
  %x = layout.crd2idx %r(%i) : !layout<((2,2),3):((24,2),8)>
  %y = layout.crd2idx %c(%j) : !layout<(6,2):(8,2)>
  %t = layout.composition %u, %b : !layout<*>, !layout<(4,3):(3,1)>
  %k = layout.crd2idx %t(%x) : !layout<*>
  %z = arith.addi %k, %y : index
  return %z : index
}
