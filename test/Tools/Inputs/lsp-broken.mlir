#rows = #layout<(8,4):(4,1)>
func.func @f(%m: memref<8x4xf32, #rows>) {
  %x = layout.make : !layout<(8,4):(4,1>
}
