// A second run finds nothing to do: what the first one left unused is gone, and keeps no value that it would not need.
// RUN: layout-opt %s --index-simplify -o %t.once
// RUN: layout-opt %t.once --index-simplify -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: layout-opt %s --index-simplify=target=sm_90a -o %t.once
// RUN: layout-opt %t.once --index-simplify=target=sm_90a -o %t.twice
// RUN: diff %t.once %t.twice

func.func @stride_from_an_index(%b: index) -> index {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c63 = arith.constant 63 : index
  %x = gpu.thread_id y upper_bound 4
  %y = index.and %x, %c7
  %z = arith.maxsi %y, %c1 : index
  %s = arith.muli %z, %c8 : index
  %m = arith.andi %s, %c63 : index
  %n = arith.maxsi %m, %c1 : index
  %l = layout.make(%n) : !layout<((32),(16)):((4),(?{min=1}))>
  %i = layout.crd2idx %l(%c2) : !layout<((32),(16)):((4),(?{min=1}))>
  %j = layout.crd2idx %l((%i), (%c5)) : !layout<((32),(16)):((4),(?{min=1}))>
  return %j : index
}

func.func @layout_of_a_layout(%p: i1) -> index {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c15 = arith.constant 15 : index
  %c63 = arith.constant 63 : index
  %b = gpu.block_id x upper_bound 1024
  %x = arith.andi %b, %c63 : index
  %y = arith.maxsi %x, %c1 : index
  %l = layout.make(%y) : !layout<(1,?):(2*s0,4)>
  %i = layout.crd2idx %l(%c5) : !layout<(1,?):(2*s0,4)>
  %z = arith.minui %i, %c4 : index
  %c3 = arith.constant 3 : index
  %j = layout.crd2idx %l(%c3, %z) : !layout<(1,?):(2*s0,4)>
  %u = arith.andi %j, %c15 : index
  %v = arith.maxsi %u, %c1 : index
  %k = layout.make(%v) : !layout<(?):(1048576)>
  %w = index.and %x, %c1
  %t = layout.crd2idx %k(%w) : !layout<(?):(1048576)>
  %q = arith.andi %t, %t : index
  %r = arith.select %p, %q, %c7 : index
  return %r : index
}
