//===- Layout.td - the layout dialect ------------------------*- tablegen -*-===//
//
// Names, operands and assembly only: every meaning is computed in Rust (src/ops, one
// file an operation, src/tile and src/views.rs), which the shim in cpp/ calls. One file here is one topic.
//
//===------------------------------------------------------------------------===//

include "Attributes.td"
include "Making.td"
include "Algebra.td"
include "Partition.td"
include "Coordinates.td"
include "Tiles.td"
include "Views.td"
