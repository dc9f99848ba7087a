// What is no view of a memref, and why.
// RUN: layout-opt %s --split-input-file --verify-diagnostics

func.func @name(%m: memref<8x8xf32>) {
  // expected-error@+1 {{there is no view by `coalesce`: there are composition, logical_divide, zipped_divide, tiled_divide, select and flatten}}
  %v = layout.view %m : memref<8x8xf32> coalesce
  return
}

// -----

func.func @strides(%m: memref<8x8xf32, strided<[16, 1]>>) {
  // expected-error@+1 {{'memref<8x8xf32, strided<[16, 1]>>' has neither rows one behind the other nor a #layout; memref.cast it to one with a #layout}}
  %v = layout.slice %m(0, _) : memref<8x8xf32, strided<[16, 1]>>
  return
}

// -----

func.func @indivisible(%m: memref<8x10xf32>) {
  // expected-error@+1 {{4}}
  %v = layout.view %m : memref<8x10xf32> zipped_divide by #layout.tile<[4:1, 4:1]>
  return
}

// -----

func.func @undecided(%m: memref<?x?xf32, #layout<(?,?):(s1,1)>>) {
  // expected-error@+1 {{4}}
  %v = layout.view %m : memref<?x?xf32, #layout<(?,?):(s1,1)>> zipped_divide by #layout.tile<[4:1, 4:1]>
  return
}

// -----

func.func @beyond(%m: memref<8x8xf32>) {
  // expected-error@+1 {{(8,16):(1,8) reaches position 127 of (8,8):(8,1), which is not known to have more than that}}
  %v = layout.view %m : memref<8x8xf32> composition by #layout<(8,16):(1,8)>
  return
}

// -----

func.func @beyond_in_mode(%m: memref<8x8xf32>) {
  // expected-error@+1 {{5:2 reaches position 8 of 8:8, which is not known to have more than that}}
  %v = layout.view %m : memref<8x8xf32> composition by #layout.tile<[5:2, 8:1]>
  return
}

// -----

func.func @dynamic(%m: memref<8x8xf32>) {
  // expected-error@+1 {{the layout (?,8):(8,1) of positions must be static}}
  %v = layout.view %m : memref<8x8xf32> composition by #layout<(?,8):(8,1)>
  return
}

// -----

func.func @outside(%m: memref<8x8xf32>) {
  // expected-error@+1 {{the coordinate 8 is outside mode 0, whose size is 8}}
  %v = layout.slice %m(8, _) : memref<8x8xf32>
  return
}

// -----

func.func @rank(%m: memref<8x8xf32>) {
  // expected-error@+1 {{have the same number}}
  %v = layout.slice %m(0, _, _) : memref<8x8xf32>
  return
}

// -----

func.func @nothing(%m: memref<8x8xf32>, %i: index) {
  // expected-error@+1 {{the coordinate (?,0) keeps no mode; load the element, or keep a mode with `_`}}
  %v = layout.slice %m(%i, 0) : memref<8x8xf32>
  return
}

// -----

func.func @apart(%m: memref<8x8xi8, #layout<(8,8):(16,2)>>) {
  // expected-error@+1 {{whose elements have bytes that it has not}}
  %v = layout.recast %m : memref<8x8xi8, #layout<(8,8):(16,2)>> to f16
  return
}

// -----

func.func @odd(%m: memref<8x7xi8>) {
  // expected-error@+1 {{7}}
  %v = layout.recast %m : memref<8x7xi8> to f16
  return
}

// -----

func.func @across(%m: memref<8x4xi8>) {
  // expected-error@+1 {{as i64, (8,4):(4,1) would be (4,1):(1,1), whose elements lie across dimensions}}
  %v = layout.recast %m : memref<8x4xi8> to i64
  return
}

// -----

func.func @bits(%m: memref<8x8xi8>) {
  // expected-error@+1 {{elements of i1 are not 1, 2, 4, 8 or 16 bytes long}}
  %v = layout.recast %m : memref<8x8xi8> to i1
  return
}

// -----

func.func @type(%m: memref<8x8xf32>) {
  // expected-error@+2 {{failed to infer returned types}}
  // expected-error@+1 {{op inferred type(s) 'memref<8xf32, #layout<S<0,4,3> o 8 o (8):(1)>>' are incompatible with return type(s) of operation 'memref<8xf32>'}}
  %v = "layout.slice"(%m) <{coord = "(1,_)"}> : (memref<8x8xf32>) -> memref<8xf32>
  return
}

// -----

func.func @recast_within_a_swizzle(%m: memref<32xi8, #layout<S<1,0,3> o 0 o 32:1>>) {
  // expected-error@+1 {{as i16, elements of S<1,0,3> o 0 o 32:1 would be 2 of its elements in one, and the swizzle changes the places of those; its base must be at least 1}}
  %v = layout.recast %m : memref<32xi8, #layout<S<1,0,3> o 0 o 32:1>> to i16
  return
}

// -----

// A swizzle of whole elements is one of elements, whatever it reads.
func.func @recast_above_a_swizzle(%m: memref<64xi8, #layout<S<2,1,3> o 0 o 64:1>>, %n: memref<64xi8, #layout<S<2,2,3> o 0 o 64:1>>) {
  %v = layout.recast %m : memref<64xi8, #layout<S<2,1,3> o 0 o 64:1>> to i16
  // expected-error@+1 {{would be 8 of its elements in one}}
  %w = layout.recast %n : memref<64xi8, #layout<S<2,2,3> o 0 o 64:1>> to i64
  return
}
