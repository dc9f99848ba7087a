//! Memory: bounds, layouts, views.

mod common;

use common::check;

#[test]
fn bounds_and_fresh_memory() {
    check(
        "func.func @f(%n: index, %i: index) -> (i32, i32, index) {
           %m = memref.alloc(%n) : memref<?xi32>
           %z = arith.constant 0 : index
           %v = arith.constant 5 : i32
           memref.store %v, %m[%i] : memref<?xi32>
           %a = memref.load %m[%i] : memref<?xi32>
           %b = memref.load %m[%z] : memref<?xi32>
           %d = memref.dim %m, %z : memref<?xi32>
           memref.dealloc %m : memref<?xi32>
           return %a, %b, %d : i32, i32, index
         }",
        "4;2 -> returns (5, poison, 4)
         4;0 -> returns (5, 5, 4)
         4;4 -> undefined behaviour: index [4] of a memref of shape [4]
         4;-1 -> undefined behaviour: index [-1] of a memref of shape [4]
         -4;0 -> undefined behaviour: a memref of a negative size",
    );
    check(
        "func.func @f(%m: memref<4xi32>) -> i32 {
           %z = arith.constant 0 : index
           memref.dealloc %m : memref<4xi32>
           %a = memref.load %m[%z] : memref<4xi32>
           return %a : i32
         }",
        "memref[] -> undefined behaviour: memory that was freed",
    );
    check(
        "func.func @f(%m: memref<4xi32>, %i: index) -> i32 {
           %j = arith.addi %i, %i overflow<nsw> : index
           %a = memref.load %m[%j] : memref<4xi32>
           return %a : i32
         }",
        "memref[];9223372036854775807 -> undefined behaviour: an address that is poison",
    );
}

#[test]
fn layouts_share_memory() {
    // Row 1, column 2 of a transposed view is row 2, column 1.
    for layout in [
        "strided<[1, 8]>",
        "affine_map<(d0, d1) -> (d0 + 8 * d1)>",
        "#layout<(8,8):(1,8)>",
        "#layout<(8,(2,4)):(1,(8,16))>",
    ] {
        let text = format!(
            "func.func @f() -> (i32, i32) {{
               %c1 = arith.constant 1 : index
               %c2 = arith.constant 2 : index
               %v = arith.constant 7 : i32
               %m = memref.alloc() : memref<8x8xi32, {layout}>
               affine.store %v, %m[1, 2] : memref<8x8xi32, {layout}>
               %a = memref.load %m[%c1, %c2] : memref<8x8xi32, {layout}>
               %b = memref.load %m[%c2, %c1] : memref<8x8xi32, {layout}>
               return %a, %b : i32, i32
             }}"
        );
        check(&text, " -> returns (7, poison)");
    }
}

#[test]
fn views() {
    check(
        "func.func @f(%o: index) -> (i32, i32, i32) {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %m = memref.alloc() : memref<8x8xi32>
           affine.for %i = 0 to 8 {
             affine.for %j = 0 to 8 {
               %s = affine.linearize_index [%i, %j] by (8, 8) : index
               %t = arith.index_cast %s : index to i32
               affine.store %t, %m[%i, %j] : memref<8x8xi32>
             }
           }
           %v = memref.subview %m[%o, 1] [4, 4] [2, 2] : memref<8x8xi32> to memref<4x4xi32, strided<[16, 2], offset: ?>>
           %a = memref.load %v[%c1, %c1] : memref<4x4xi32, strided<[16, 2], offset: ?>>
           %w = memref.subview %m[%o, 0] [1, 8] [1, 1] : memref<8x8xi32> to memref<8xi32, strided<[1], offset: ?>>
           %b = memref.load %w[%c1] : memref<8xi32, strided<[1], offset: ?>>
           %r = memref.reinterpret_cast %v to offset: [9], sizes: [2, 2], strides: [16, 2]
             : memref<4x4xi32, strided<[16, 2], offset: ?>> to memref<2x2xi32, strided<[16, 2], offset: 9>>
           %c = memref.load %r[%c1, %c0] : memref<2x2xi32, strided<[16, 2], offset: 9>>
           return %a, %b, %c : i32, i32, i32
         }",
        "0 -> returns (19, 1, 25)
         1 -> returns (27, 9, 25)
         2 -> undefined behaviour: a subview out of bounds",
    );
}

#[test]
fn vectors() {
    check(
        "func.func @f(%i: index) -> (vector<4xi32>, i32) {
           %m = memref.alloc() : memref<8xi32>
           %v = arith.constant dense<3> : vector<4xi32>
           %w = arith.addi %v, %v : vector<4xi32>
           vector.store %w, %m[%i] : memref<8xi32>, vector<4xi32>
           %c3 = arith.constant 3 : index
           %x = vector.load %m[%c3] : memref<8xi32>, vector<4xi32>
           %a = memref.load %m[%c3] : memref<8xi32>
           return %x, %a : vector<4xi32>, i32
         }",
        "0 -> returns ([6, poison, poison, poison], 6)
         4 -> returns ([poison, 6, 6, 6], poison)
         5 -> undefined behaviour: index [8] of a memref of shape [8]",
    );
}

#[test]
fn copies_and_casts() {
    check(
        "func.func @f(%n: index) -> f32 {
           %c1 = arith.constant 1 : index
           %x = arith.constant 1.5 : f32
           %m = memref.alloc(%n) : memref<?xf32>
           %k = memref.alloc() : memref<4xf32>
           memref.store %x, %k[%c1] : memref<4xf32>
           %s = memref.cast %m : memref<?xf32> to memref<4xf32>
           memref.copy %k, %s : memref<4xf32> to memref<4xf32>
           %y = memref.load %m[%c1] : memref<?xf32>
           %z = arith.addf %y, %x : f32
           return %z : f32
         }",
        "4 -> returns (3)
         5 -> undefined behaviour: a cast to a type of another shape",
    );
}
