//! Kernels whose loops copy ahead by the engine that copies boxes.

/// How a kernel copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// A thread of those that compute begins copies.
    Plain,
    /// Producers issue them.
    Producer,
    /// These are for so many blocks; those of one factor alone, all of them, or each for half of the blocks.
    Multicast(i64, Which),
}

/// Which copies of an iteration are for all blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    All,
    First,
    Second,
    /// Of two by two blocks, the first factor's for two whose ranks are two apart, the second's for those beside each other.
    Halves,
}

impl How {
    /// How many blocks there are.
    pub fn blocks(self) -> i64 {
        if let Self::Multicast(blocks, _) = self { blocks } else { 1 }
    }

    pub fn has_producers(self) -> bool {
        self != Self::Plain
    }
}

/// A kernel: its loop over K may be one of several.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    pub name: &'static str,
    /// How deep an iteration is.
    pub step: i64,
    /// How many rounds there are of the loop; 1 where it is no nest.
    pub rounds: i64,
    /// What is allocated, the loop, and what is behind it.
    before: &'static str,
    body: &'static str,
    behind: &'static str,
    pub threads: i64,
    carried: &'static str,
    /// What a round begins with, in a loop with stages of its own.
    round: &'static str,
}

/// How many rows a round has.
pub const TALL: i64 = 64;

/// One buffer, loaded.
const LOAD: Kernel = Kernel {
    name: "load",
    step: 64,
    rounds: 1,
    threads: 64,
    before: "%p = memref.alloc() {layout.auto} : !rows
      %zero = arith.constant dense<0.0> : !t",
    body: "%s = layout.copy_async %A[%i, %k], %p {layout.tma} : !g, !rows
        layout.wait %s
        %a = layout.load %p[%0, %0] : !rows -> !t
        %d = arith.addf %sum, %a : !t",
    behind: "layout.store %r, %C[%i, %0] : !t, !g",
    carried: "!t",
    round: "",
};

/// Two buffers and two waits.
const LOADS: Kernel = Kernel {
    name: "loads",
    before: "%p = memref.alloc() {layout.auto} : !rows
      %q = memref.alloc() {layout.auto} : !rows
      %zero = arith.constant dense<0.0> : !t",
    body: "%s = layout.copy_async %A[%i, %k], %p {layout.tma} : !g, !rows
        %t = layout.copy_async %B[%i, %k], %q {layout.tma} : !g, !rows
        layout.wait %s
        %a = layout.load %p[%0, %0] : !rows -> !t
        layout.wait %t
        %b = layout.load %q[%0, %0] : !rows -> !t
        %c = arith.mulf %a, %b : !t
        %d = arith.addf %sum, %c : !t",
    ..LOAD
};

/// One buffer of two boxes.
const BOXES: Kernel = Kernel {
    name: "boxes",
    step: 128,
    before: "%p = memref.alloc() : !wide
      %zero = arith.constant dense<0.0> : !w",
    body: "%s = layout.copy_async %A[%i, %k], %p {layout.tma} : !g, !wide
        layout.wait %s
        %a = layout.load %p[%0, %0] : !wide -> !w
        %d = arith.addf %sum, %a : !w",
    behind: "layout.store %r, %C[%i, %0] : !w, !g",
    carried: "!w",
    ..LOAD
};

/// A product of two buffers, and a store by the engine.
const PRODUCT: Kernel = Kernel {
    name: "product",
    step: 16,
    rounds: 1,
    threads: 128,
    before: "%p = memref.alloc() {layout.auto} : !p
      %q = memref.alloc() {layout.auto} : !q
      %o = memref.alloc() {layout.auto} : !o
      %zero = arith.constant dense<0.0> : !acc",
    body: "%s = layout.copy_async %A[%i, %k], %p {layout.tma} : !g, !p
        %t = layout.copy_async %B[%k, %0], %q {layout.tma} : !g, !q
        layout.wait %s, %t
        %d = layout.mma %p, %q, %sum : !p, !q, !acc",
    behind: "%h = arith.truncf %r : !acc to !half
      layout.store %h, %o[%0, %0] : !half, !o
      %u = layout.store_async %o, %C[%i, %0] : !o, !g
      layout.wait %u",
    carried: "!acc",
    round: "",
};

/// Its other factor is the same in each iteration.
const FACTOR: Kernel = Kernel {
    name: "factor",
    before: "%p = memref.alloc() {layout.auto} : !p
      %q = memref.alloc() {layout.auto} : !q
      %o = memref.alloc() {layout.auto} : !o
      %t = layout.copy_async %B[%0, %0], %q {layout.tma} : !g, !q
      layout.wait %t
      %zero = arith.constant dense<0.0> : !acc",
    body: "%s = layout.copy_async %A[%i, %k], %p {layout.tma} : !g, !p
        layout.wait %s
        %d = layout.mma %p, %q, %sum : !p, !q, !acc",
    ..PRODUCT
};

/// The product is used in its iteration: none is under way during the next.
const USED: Kernel = Kernel {
    name: "used",
    before: PRODUCT.before,
    body: "%s = layout.copy_async %A[%i, %k], %p {layout.tma} : !g, !p
        %t = layout.copy_async %B[%k, %0], %q {layout.tma} : !g, !q
        layout.wait %s, %t
        %e = layout.mma %p, %q, %sum : !p, !q, !acc
        %d = arith.addf %e, %e : !acc",
    ..PRODUCT
};

pub const KERNELS: [Kernel; 10] = [
    LOAD,
    LOADS,
    BOXES,
    PRODUCT,
    FACTOR,
    USED,
    Kernel { name: "rounds of load", rounds: 3, ..LOAD },
    Kernel { name: "rounds of loads", rounds: 2, ..LOADS },
    Kernel { name: "rounds of product", rounds: 3, ..PRODUCT },
    Kernel {
        name: "rounds ahead",
        rounds: 4,
        before: LOADS.before,
        behind: "%d = arith.addf %r, %b : !t
      layout.store %d, %C[%i, %0] : !t, !g",
        round: "%x = layout.copy_async %B[%i, %0], %q {layout.tma} : !g, !rows
      layout.wait %x
      %b = layout.load %q[%0, %0] : !rows -> !t",
        ..LOAD
    },
];

impl Kernel {
    /// Whether rounds copy ahead too.
    pub fn is_ahead(&self) -> bool {
        !self.round.is_empty()
    }

    /// How its copies may be for several blocks: all of them, or one of several. (Four blocks have no shares of a factor of 16
    /// rows.)
    pub fn multicasts(&self) -> Vec<How> {
        let of = |from: &str| self.body.contains(&format!("layout.copy_async {from}["));
        let [several, is_small] = [of("%B"), self.before.contains("!q") && of("%B")];
        let mut all = vec![How::Multicast(2, Which::All)];
        if several {
            all.extend([How::Multicast(2, Which::First), How::Multicast(2, Which::Second)]);
            all.push(How::Multicast(4, Which::Halves));
        }
        all.push(How::Multicast(4, if is_small { Which::First } else { Which::All }));
        all
    }

    /// Its text, with so many stages.
    pub fn text(&self, stages: i64, how: How) -> String {
        let Self { before, body, behind, threads, step, carried, round, .. } = self;
        let producer = if how.has_producers() { ", layout.producer" } else { "" };
        let is_one = |line: &str| match how {
            How::Multicast(_, Which::All) => true,
            How::Multicast(_, Which::First) => line.contains("layout.copy_async %A["),
            How::Multicast(_, Which::Second) => line.contains("layout.copy_async %B["),
            _ => false,
        };
        let halves = how == How::Multicast(4, Which::Halves);
        let for_all = |line: &str| match is_one(line) {
            true => line.replace("{layout.tma}", "{layout.tma, layout.multicast}"),
            false if halves => {
                let step = if line.contains("layout.copy_async %A[") { 2 } else { 1 };
                line.replace("{layout.tma}", &format!("{{layout.tma, layout.multicast = #layout<2:{step}>}}"))
            }
            false => line.into(),
        };
        let body: Vec<String> = body.lines().map(for_all).collect();
        let body = body.join("\n");
        // (So many rows that each block has a share of them.)
        let blocks = how.blocks();
        let [rows, row, wide] = [8 * blocks, 64 * blocks, 128 * blocks];
        let chunk = 64 * rows;
        let cluster = match how {
            How::Multicast(..) => format!(", known_cluster_size = array<i32: {blocks}, 1, 1>"),
            _ => String::new(),
        };
        let (opens, closes) = match self.rounds {
            1 => ("%i = arith.constant 0 : index", ""),
            _ if !self.is_ahead() => ("scf.for %i = %0 to %n step %tall {", "}"),
            _ => ("scf.for %i = %0 to %n step %tall {", "} {layout.stages = 3 : i64}"),
        };
        format!(
            "!g = memref<?x?xf16, #layout<(?,?{{div=8}}):(?{{div=8}},1)>>
!rows = memref<{rows}x64xf16, 3>
!wide = memref<{rows}x128xf16, #layout<S<3,3,3> o 0 o ({rows},(64,2)):(64,(1,{chunk}))>, 3>
!p = memref<64x16xf16, 3>
!q = memref<16x16xf16, 3>
!o = memref<64x16xf16, 3>
!t = tensor<{rows}x64xf16, #layout.tv<(8,8):({row},1), (8,{blocks}):({rows},8)>>
!w = tensor<{rows}x128xf16, #layout.tv<(8,8):({wide},1), (16,{blocks}):({rows},8)>>
#c = #layout.frag<#layout.mma<m64n16k16, warps = (4,1)>, C, 64x16>
!acc = tensor<64x16xf32, #c>
!half = tensor<64x16xf16, #c>
gpu.module @kernels {{
  gpu.func @f(%A: !g {{llvm.align = 16 : i64}}, %B: !g {{llvm.align = 16 : i64}}, %C: !g {{llvm.align = 16 : i64}}, %n: index)
      kernel attributes {{layout.threads = {threads} : i64{cluster}}} {{
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %tall = arith.constant {TALL} : index
    %step = arith.constant {step} : index
    {before}
    %K = memref.dim %A, %1 : !g
    {opens}
      {round}
      %r = scf.for %k = %0 to %K step %step iter_args(%sum = %zero) -> {carried} {{
        {body}
        scf.yield %d : {carried}
      }} {{layout.stages = {stages} : i64{producer}}}
      {behind}
    {closes}
    gpu.return
  }}
}}"
        )
    }
}
