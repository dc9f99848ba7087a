// ä𝄞: units of UTF-16 are not bytes. #rows
#swizzled = #layout<S<3,3,3> o 0 o (8,64):(64,1)>
#rows = #layout<(128,64):(64,1)>
#mma = #layout.mma<m16n8k16>
!shared = memref<128x64xf16, #rows, 3>
!a = tensor<16x16xf16, #layout.frag<#mma, A, 16x16>>

func.func @f(%m: !shared, %s: memref<8x64xf16, #swizzled, #gpu.address_space<workgroup>>, %i: index,
             %n: !layout<(?,?{div=8}):(s1,1)>, %g: memref<4x8xf32, #layout<(4,8):(8,1)>, 1>,
             %b: memref<4x4xf32, #layout<(4,4):(0,1)>>, %u: !layout<*>,
             %w: memref<512x512xi8, #layout<(512,512):(512,1)>>) -> f16 {
  %l = layout.make : !layout<(6,2):(8,2)>
  %by = layout.make : !layout<(4,3):(3,1)>
  %r = layout.composition %l, %by : !layout<(6,2):(8,2)>, !layout<(4,3):(3,1)>
  %x = layout.crd2idx %r(%i) : !layout<((2,2),3):((24,2),8)>
  %v = memref.load %m[%i, %x] : !shared
  return %v : f16
}
func.func private @tiles(!a, tensor<4x8xf32, #layout.tv<(8,4):(4,0), 4:1>>)
#held = #layout.frag<#mma, A, 16x16>
