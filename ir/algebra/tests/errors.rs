//! The whole texts of the operations' errors, those included that the facts leave open.

#![allow(clippy::unwrap_used, reason = "tests")]

use layout_algebra::*;

fn any(text: &str) -> AnyLayout {
    text.parse().unwrap()
}

fn tiler(text: &str) -> Tiler {
    text.parse().unwrap()
}

fn composed(a: &str, b: &str) -> Result<AnyLayout, CompositionError> {
    let (a, b) = two(a, b);
    composition(&a, &b)
}

fn product(a: &str, b: &str) -> Result<AnyLayout, ProductError> {
    let (a, b) = two(a, b);
    logical_product(&a, &b)
}

/// Two layouts whose symbols are different unknowns.
fn two(a: &str, b: &str) -> (AnyLayout, AnyLayout) {
    let a = any(a);
    let shift = a.symbols().len() as u32;
    (a, any(b).substitute(&|s| Symbol::new(s.id + shift, s.facts).into()).unwrap())
}

#[track_caller]
fn check<T, E: std::fmt::Display>(result: Result<T, E>, expect: &str) {
    let text = result.err().map(|error| error.to_string());
    assert_eq!(text.as_deref(), Some(expect));
}

#[test]
fn compositions() {
    check(
        composed("(4,3):(3,1)", "6:1"),
        "no layout is (4,3):(3,1) o 6:1: mode 0: 4 steps stay inside one mode of the outer layout; 4 does not divide 6, a size of 4 or 8 would do",
    );
    check(
        composed("(4,6,8):(2,3,5)", "6:3"),
        "no layout is (4,6,8):(2,3,5) o 6:3: mode 0: the values run straight for 2 of 3 steps; 2 does not divide 3, a size of 2 or 4 would do",
    );
    check(
        composed("(4,3):(3,1)", "(2,(2,6)):(1,(3,1))"),
        "no layout is (4,3):(3,1) o (2,(2,6)):(1,(3,1)): mode 1.1: 4 steps stay inside one mode of the outer layout; 4 does not divide 6, a size of 4 or 8 would do",
    );
    check(
        composed("(6,2):(7,11)", "(3,4):(2,3)"),
        "no layout is (6,2):(7,11) o (3,4):(2,3): its modes together: they add up to 7 inside a mode of size 6 of the outer layout and carry into the next",
    );
    check(
        composed("(7,3):(1,8)", "2097152:5"),
        "(7,3):(1,8) o 2097152:5 is irregular and 2097152 coordinates are too many to decide it by enumeration (at most 2^20)",
    );
    // Undecided: of one mode, of all together, and without a fact that would decide.
    check(
        composed("(M,8):(8,1)", "4:2"),
        "cannot decide (s0,8):(8,1) o 4:2: mode 0: whether s0 >= 7 or 2 divides s0 is not known; state it as a fact, such as s0{div=2}",
    );
    check(
        composed("(8,M):(M,1)", "(4,K):(1,2)"),
        "cannot decide (8,s0):(s0,1) o (4,s1):(1,2): mode 1: whether s1 <= 4 or 4 divides s1 is not known; state it as a fact, such as s1{div=4}",
    );
    check(
        composed("(8,2):(1,100)", "(4,2):(1,K)"),
        "cannot decide (8,2):(1,100) o (4,2):(1,s0): mode 1: whether s0 >= 1 is not known; state it as a fact, such as s0{min=1}",
    );
    check(
        composed("(8,2):(1,100)", "(2,(4,2)):(1,(1,K{min=1}))"),
        "cannot decide (8,2):(1,100) o (2,(4,2)):(1,(1,s0)): mode 1.1: whether s0+1 <= 8 or s0 divides 8 is not known; state it as a fact, such as s0{max=7}",
    );
    check(
        composed("(M,4):(1,100)", "(2,3):(1,1)"),
        "cannot decide (s0,4):(1,100) o (2,3):(1,1): mode 0: whether s0 >= 2 or s0 divides 2 is not known; state it as a fact, such as s0{div=2}",
    );
    // Neither condition holds for any K, and the first values are no layout's.
    check(
        composed("(3,8):(8,1)", "48*K:8"),
        "no layout is (3,8):(8,1) o 48*s0:8: mode 0: the value at 3 breaks the pattern of the first 3",
    );
    check(
        composed("(4,8):(9,1)", "16*K+3:3"),
        "no layout is (4,8):(9,1) o 16*s0+3:3: mode 0: the values come in groups of 2, which does not divide 16*s0+3",
    );
    // A run that goes on past the values that are looked at.
    check(
        composed("(8,6):(8,5)", "(6,1024*K+1):(3,48)"),
        "cannot decide (8,6):(8,5) o (6,1024*s0+1):(3,48): its modes together: whether a layout has these values for all values of the unknown sizes and strides is not known",
    );
    // What would leave a stride no positive value is not suggested.
    check(
        left_inverse(&any("(N{min=2},M{div=4}):(M*M,N*K{div=4})")),
        "cannot invert (s0,s1):(s1*s1,s0*s2): whether s0*s2 <= s1*s1 is not known",
    );
    check(
        composed("(4,M):(1,9)", "3:-1"),
        "cannot decide (4,s0):(1,9) o 3:-1: its modes together: whether a layout has these values for all values of the unknown sizes and strides is not known",
    );
    check(
        composed("(6,4):(4,1)", "S<1,0,1> o 0 o 12:1"),
        "((6,4):(4,1)) o (S<1,0,1> o 0 o 12:1): the result is neither a layout nor a swizzle of one (no layout and no single swizzle of one is this bit matrix)",
    );
    check(
        composed("(M,4):(4,1)", "S<1,0,1> o 0 o 12:1"),
        "((s0,4):(4,1)) o (S<1,0,1> o 0 o 12:1): cannot be decided; sizes and strides must be known and at most 2^20 coordinates",
    );
    check(
        composition(&any("(4,8):(8,1)"), &tiler("[2:1, 2:1, 2:1]")),
        "the tiler has 3 modes, the layout (4,8):(8,1) has 2",
    );
    check(
        composition(&any("(4,8):(8,1)"), &"(2,2):(e0+e1,e0)".parse::<CoordLayout>().unwrap()),
        "no layout is (4,8):(8,1) o (2,2):(e0+e1,e0): mode 0: its stride e0+e1 moves in several modes at once",
    );
    check(
        composition(&any("(4,8):(8,1)"), &"(2,2):(e0,2*e2)".parse::<CoordLayout>().unwrap()),
        "no layout is (4,8):(8,1) o (2,2):(e0,2*e2): its strides: there is no mode [2] in the outer layout",
    );
}

#[test]
fn divides() {
    check(
        zipped_divide(&any("10:1"), &tiler("4:1")),
        "a tile of 4 does not divide 10:1 of size 10; a tile of 2 or a size of 12 would do",
    );
    check(
        zipped_divide(&any("(M,K):(K,1)"), &tiler("[128:1, 64:1]")),
        "cannot decide s0:s1 / 128:1: whether 128 divides s0 is not known; state it as a fact, such as s0{div=128}",
    );
    check(
        zipped_divide(&any("M:1"), &tiler("4:1")),
        "cannot decide s0:1 / 4:1: whether 4 divides s0 is not known; state it as a fact, such as s0{div=4}",
    );
    check(
        zipped_divide(&any("24:1"), &tiler("(2,2):(1,5)")),
        "24:1 / (2,2):(1,5): the tile has holes that no layout fills evenly up to the size 24; each stride of the tile must be a multiple of the extent below it, and the last extent must divide 24",
    );
    check(
        zipped_divide(&any("24:1"), &tiler("(4,3):(1,0)")),
        "24:1 / (4,3):(1,0): a mode of the tile has the stride 0, so a tile takes elements more than once",
    );
    check(
        zipped_divide(&any("24:1"), &tiler("4:-1")),
        "4:-1 has no complement: its stride -1 is negative, so it leaves the range from 0 up",
    );
    check(
        zipped_divide(&any("(4,8):(8,1)"), &tiler("[2:1, 2:1, 2:1]")),
        "the tiler has 3 modes, the layout (4,8):(8,1) has 2",
    );
    check(
        zipped_divide(&any("(4,8):(8,1)"), &tiler("[2:1, _]")),
        "`_` leaves a mode that is no pair of tile and rest; write the mode's own size to put all of it into the tile",
    );
    check(
        logical_divide(&any("16:1"), &any("S<1,0,1> o 0 o 4:1")),
        "the composed layout S<1,0,1> o 0 o 4:1 cannot be a tile; its inner layout 4:1 can",
    );
    check(
        divide(&any("24:1"), &any("(2,2):(1,5)"), Grouping::Logical, Fit::Cover),
        "24:1 / (2,2):(1,5): the tile has holes that no layout fills evenly up to the size 24; each stride of the tile must be a multiple of the extent below it, and the last extent must divide 24",
    );
}

#[test]
fn products() {
    check(
        product("4:-1", "2:1"),
        "4:-1 has no complement: its stride -1 is negative, so it leaves the range from 0 up",
    );
    check(
        product("(4,M):(1,K)", "2:1"),
        "cannot complement (4,s0):(1,s1): whether s1 >= 1 is not known; state it as a fact, such as s1{min=1}",
    );
    check(
        product("(2,2):(1,4)", "3:1"),
        "the copies of (2,2):(1,4) have their places in its complement (2,2):(2,8): no layout is (2,2):(2,8) o 3:1: mode 0: 2 steps stay inside one mode of the outer layout; 2 does not divide 3, a size of 2 or 4 would do",
    );
    check(
        product("S<1,0,1> o 0 o 4:1", "S<1,0,1> o 0 o 4:1"),
        "logical_product is not defined for the composed layout S<1,0,1> o 0 o 4:1; it is for its inner layout 4:1",
    );
    check(
        product("M:1", "S<1,0,1> o 0 o 4:1"),
        "logical_product of s0:1 and S<1,0,1> o 0 o 4:1: cannot be decided; sizes and strides must be known and at most 2^20 coordinates",
    );
    check(zipped_product(&any("4:1"), &tiler("_")), "`_` repeats nothing; write 1 to repeat the mode once");
    check(
        zipped_product(&any("4:1"), &any("S<1,0,1> o 0 o 4:1")),
        "the composed layout S<1,0,1> o 0 o 4:1 cannot be a tile; its inner layout 4:1 can",
    );
    check(
        logical_product(&any("4:1"), &tiler("[2:1]")),
        "the tiler has 1 mode, the layout 4:1 is a single integer",
    );
}

#[test]
fn complements() {
    check(
        complement(&any("(4,2):(3,-7)"), &24.into()),
        "(4,2):(3,-7) has no complement: its stride -7 is negative, so it leaves the range from 0 up",
    );
    check(
        complement(&any("(M,4):(3,M)"), &24.into()),
        "cannot complement (s0,4):(3,s0): whether s0 >= 3 is not known; state it as a fact, such as s0{min=3}",
    );
    check(
        complement(&any("(M{min=3},4):(3,M)"), &24.into()),
        "cannot complement (s0,4):(3,s0): the stride s0 falls short of 3*s0, the extent of the modes below it; modes that interleave have a complement where their sizes and strides are known",
    );
    check(
        complement(&any("(M,4):(1,K)"), &24.into()),
        "cannot complement (s0,4):(1,s1): whether s1 >= 1 is not known; state it as a fact, such as s1{min=1}",
    );
    check(
        complement(&any("(4,M):(1,K{min=1})"), &24.into()),
        "cannot complement (4,s0):(1,s1): whether s1 >= 4 is not known; state it as a fact, such as s1{min=4}",
    );
    check(
        complement(&any("S<1,0,1> o 0 o 4:1"), &24.into()),
        "complement is not defined for the composed layout S<1,0,1> o 0 o 4:1; it is for its inner layout 4:1",
    );
}

#[test]
fn inverses() {
    check(
        left_inverse(&any("(63,2):(1,1)")),
        "(63,2):(1,1) has no left inverse: the stride 1 falls short of 63, the extent of the modes below it",
    );
    check(
        left_inverse(&any("(4,2):(1,-4)")),
        "(4,2):(1,-4): its stride -4 is negative; only layouts without negative strides are inverted",
    );
    check(
        left_inverse(&any("(4,M):(1,K)")),
        "cannot invert (4,s0):(1,s1): whether s1 >= 1 is not known; state it as a fact, such as s1{min=1}",
    );
    check(
        left_inverse(&any("(4,M):(1,K{min=1})")),
        "cannot invert (4,s0):(1,s1): whether s1 >= 4 is not known; state it as a fact, such as s1{min=4}",
    );
    check(
        left_inverse(&any("(4,M):(3,K{min=12})")),
        "cannot invert (4,s0):(3,s1): whether 3 divides s1 is not known; state it as a fact, such as s1{div=3}",
    );
    check(
        left_inverse(&any("(M{min=2},4):(3,M)")),
        "cannot invert (s0,4):(3,s0): whether s0 >= 3 is not known; state it as a fact, such as s0{min=3}",
    );
    check(
        left_inverse(&any("(2,3,2):(2,3,11)")),
        "no layout is a left inverse of (2,3,2):(2,3,11); strides of which each divides the next would have one",
    );
    check(
        left_inverse(&any("(1024,64):(2,3)")),
        "(1024,64):(2,3) is irregular: the stride 2 does not divide 3, and the search for an inverse of 65536 coordinates takes too long; strides of which each divides the next would have one",
    );
    check(
        left_inverse(&any("(4,2):(2,3) o 0 o 8:1")),
        "left inverse of ((4,2):(2,3) o 0 o 8:1): the result is neither a layout nor a swizzle of one (the outer function is no swizzle)",
    );
    check(
        left_inverse(&any("S<1,0,1> o 0 o (4,M):(M,1)")),
        "left inverse of (S<1,0,1> o 0 o (4,s0):(s0,1)): cannot be decided; sizes and strides must be known and at most 2^20 coordinates",
    );
    check(
        right_inverse(&any("(4,2):(2,3) o 0 o 8:1")),
        "right inverse of ((4,2):(2,3) o 0 o 8:1): the result is neither a layout nor a swizzle of one (the outer function is no swizzle)",
    );
    check(
        right_inverse(&any("S<1,0,1> o 0 o M:1")),
        "right inverse of (S<1,0,1> o 0 o s0:1): cannot be decided; sizes and strides must be known and at most 2^20 coordinates",
    );
    check(
        right_inverse(&any("S<1,0,1> o 1 o (3,2):(1,3)")),
        "right inverse of (S<1,0,1> o 1 o (3,2):(1,3)): the result is neither a layout nor a swizzle of one (its bits do not map to a swizzle's)",
    );
}

#[test]
fn recasts() {
    check(
        upcast(&any("4:1"), 0),
        "elements cannot be 0 times as wide; the factor must be positive, and a power of two under a swizzle",
    );
    check(
        upcast(&any("(2,4):(3,6)"), 2),
        "mode 0 of (2,4):(3,6): neither does 2 divide the stride 3 nor the stride 2; 2 elements then do not lie in one",
    );
    check(
        upcast(&any("(2,4):(1,M)"), 2),
        "mode 1 of (2,4):(1,s0): whether 2 divides s0 is not known; state it as a fact, such as s0{div=2}",
    );
    check(
        upcast(&any("4:-1"), 2),
        "mode 0 of 4:-1: its stride -1 runs backwards, so its first element is not the first of 2",
    );
    check(
        upcast(&any("(2,3):(1,1)"), 2),
        "(2,3):(1,1): inside 2 elements its modes add up to 2, and so into the next 2; a stride must divide 2 or be a multiple of it",
    );
    check(
        upcast(&any("S<1,0,-1> o 0 o 8:1"), 2),
        "S<1,0,-1> changes bit 1 by bit 0, which lies inside an element 2 times as wide",
    );
    check(upcast(&any("S<1,1,1> o 3 o 8:1"), 2), "the offset 3 is no multiple of 2");
    check(
        upcast(&any("8:1 o 0 o 8:1"), 2),
        "8:1 o 0 o 8:1 has elements of its outer function, which is no swizzle; recast the layouts it is made of",
    );
    check(
        downcast(&any("(2,4):(4,M)"), 2),
        "no stride of (2,4):(4,s0) is known to be 1; narrower elements need a mode in which they lie side by side",
    );
    check(
        recast_layout(&any("S<1,1,1> o 0 o 8:1"), 3, 4),
        "elements cannot be 3 times as wide; the factor must be positive, and a power of two under a swizzle",
    );
}

#[test]
fn common() {
    check(
        max_common_layout(&any("S<1,1,1> o 1 o 8:1"), &any("8:1")),
        "max_common_layout of S<1,1,1> o 1 o 8:1 and 8:1: the result is neither a layout nor a swizzle of one (the offset 1 moves the first element away from 0)",
    );
    check(
        max_common_layout(&any("8:1 o 0 o 8:1"), &any("8:1")),
        "max_common_layout is not defined for the composed layout 8:1 o 0 o 8:1; it is for its inner layout 8:1",
    );
    check(
        domain_distribute(&"(4,N)".parse().unwrap(), 2),
        "mode 1 is no size, which is at least 1: whether s0 >= 1 is not known; state it as a fact, such as s0{min=1}; what may be 0 is written max(s0,1)",
    );
    check(
        layout_add(&"8:1".parse::<Layout>().unwrap(), &"4:1".parse().unwrap()),
        "8:1 has 8 coordinates and 4:1 has 4; only layouts of one size add up",
    );
    check(
        layout_add(&"(2,3):(1,5)".parse::<Layout>().unwrap(), &"(3,2):(1,5)".parse().unwrap()),
        "(2,3):(1,5) + (3,2):(1,5): sizes 2 and 3 at the same place do not divide one another, so no layout is the sum",
    );
    check(
        greatest_common_domain(&"(4,N)".parse().unwrap(), &"4".parse().unwrap()),
        "mode 1 is no size, which is at least 1: whether s0 >= 1 is not known; state it as a fact, such as s0{min=1}; what may be 0 is written max(s0,1)",
    );
}

#[test]
fn slices_and_constructions() {
    let coord = IntTuple::flat([Some(2.into()), None, None]);
    check(
        slice(&coord, &any("(4,8):(8,1)")),
        "(2,0,0) has 3 modes and (4,8) has 2; they must have the same number",
    );
    check(
        filter_zeros_by(&any("(4,8):(8,1)"), &"(0,1,0)".parse().unwrap()),
        "(4,8):(8,1) has 2 modes and (0,1,0) has 3; they must have the same number",
    );
    check(
        coalesce_by(&any("4:1"), &Profile::flat(2)),
        "modes 0 to 2 (exclusive) are no range of the 1 modes of 4:1",
    );
    check(
        tile_to_shape(&any("(2,7):(7,1)"), &"(6,20)".parse().unwrap(), None),
        "a block of (2,7) does not divide the shape (6,20); each size of the shape must be a multiple of the block's",
    );
    check(
        make_ordered_layout(&"(2,3)".parse().unwrap(), &"(0,1,2)".parse().unwrap()),
        "(2,3) has 2 modes and (0,1,2) has 3; they must have the same number",
    );
    // Of too many dynamic integers it is said which expression they make.
    let unknown = vec!["?"; 300].join(",");
    check(
        format!("({unknown}):({unknown})").parse::<Layout>(),
        "at byte 0: the cosize, 1 more than the sum of (size - 1) times stride of all modes: expression too complex (more than 256 terms or 32 levels)",
    );
    // The range is named, not a mode of the result.
    check(
        complement(&any("(4,(3,8)):(1,(4,12))"), &"N-100".parse::<IntTuple>().unwrap().leaves[0]),
        "cannot complement (4,(3,8)):(1,(4,12)): whether floordiv(s0+91,96)-1 >= 1 is not known; state it as a fact, such as s0{min=101}",
    );
    check(
        any("8:1 o 0 o 4000000:1").cosize(),
        "cosize is not defined for the composed layout 8:1 o 0 o 4000000:1; it is for its inner layout 4000000:1",
    );
}
