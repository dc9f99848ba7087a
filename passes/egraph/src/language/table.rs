//! The language, defined once: every operator and every node.
//!
//! A row of `integers` is an operator of the notation with its name, its arguments, its value
//! and what facts of the arguments say of it; one of `layouts` has its value on layouts. Where
//! a row ends in `node`, the operator is a node of the graph too, under the same name. `nodes`
//! and `last` are those with data of their own, and what they mean in operators; of equal
//! terms of one cost extraction takes the one that stands earlier. From the rows follow
//! the enums, names, sorts, operands, values and facts.

use std::fmt;

use egg::Id;
use layout_algebra::{
    Expr, Layout, Nested, Swizzle, coalesce, complement, composition, filter, left_inverse, logical_divide,
    logical_product, right_inverse,
};
use smallvec::{SmallVec, smallvec};

use super::operands::{Argument, Operands};
use super::value::{Value, by_stride, flat, of_flat, sorted, table};
use super::{Linear, Predicate, Sort, TileOp};
use layout_integer::Facts;

macro_rules! language {
    (
        integers { $(
            $idoc:literal $Int:ident $iname:literal [ $($x:ident),+ ]
                => $value:expr, $facts:expr $(, node $iword:literal ($IC:ty))? ;
        )* }
        layouts { $(
            $ldoc:literal $Lay:ident $lname:literal $arity:tt $pattern:pat
                => $lvalue:expr $(, node $lsort:ident $lword:literal ($LC:ty))? ;
        )* }
        nodes { $(
            $ndoc:literal $Node:ident ( $($d:ident : $D:ty),* $(; $c:ident : $C:ty)? )
                $nsort:ident $nword:tt $(= $op:expr, [$($arg:expr),*])? ;
        )* }
        last { $(
            $mdoc:literal $Last:ident ( $($e:ident : $E:ty),* $(; $f:ident : $F:ty)? )
                $msort:ident $mword:tt $(= $mop:expr, [$($marg:expr),*])? ;
        )* }
    ) => {
        /// An operator of the notation. `/` and `%` are floor division and its remainder and
        /// undefined for divisors that are not positive; truth is 0 or 1.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Op {
            $( #[doc = $idoc] $Int, )*
            $( #[doc = $ldoc] $Lay, )*
        }

        impl Op {
            /// Every operator.
            pub const ALL: &[Self] = &[ $( Self::$Int, )* $( Self::$Lay, )* ];

            /// The name in the notation.
            pub fn name(self) -> &'static str {
                match self {
                    $( Self::$Int => $iname, )*
                    $( Self::$Lay => $lname, )*
                }
            }

            /// How many arguments it takes; `None` for any number.
            pub fn arity(self) -> Option<usize> {
                match self {
                    $( Self::$Int => Some([$(stringify!($x)),+].len()), )*
                    $( Self::$Lay => language!(@arity $arity), )*
                }
            }

            /// Whether it takes layouts or functions of them.
            pub fn is_about_layouts(self) -> bool {
                match self {
                    $( Self::$Int => false, )*
                    $( Self::$Lay => true, )*
                }
            }

            /// The value on integers; `None` where it is undefined, past 128 bits, or for
            /// operators on layouts.
            pub fn apply(self, args: &[i128]) -> Option<i128> {
                match self {
                    $( Self::$Int => match *args {
                        [$($x),+] => $value,
                        _ => None,
                    }, )*
                    $( Self::$Lay => None, )*
                }
            }

            /// What is known of the value on integers of which `args` is known.
            #[allow(unused_variables, reason = "not every row looks at each argument")]
            pub fn facts(self, args: &[Facts]) -> Facts {
                let known: Option<SmallVec<[i128; 4]>> =
                    args.iter().map(|a| a.as_const().map(i128::from)).collect();
                if let Some(value) = known.and_then(|known| self.apply(&known)) {
                    return i64::try_from(value).map_or(Facts::range(value, value), Facts::constant);
                }
                match self {
                    $( Self::$Int => match args {
                        [$($x),+] => $facts,
                        _ => Facts::UNKNOWN,
                    }, )*
                    $( Self::$Lay => Facts::UNKNOWN, )*
                }
            }

            /// The value on layouts; `None` where it is undefined, or for operators on integers.
            pub(super) fn apply_to_layouts(self, args: &[Value]) -> Option<Value> {
                match self {
                    $( Self::$Int => None, )*
                    $( Self::$Lay => match args {
                        $pattern => $lvalue,
                        #[allow(unreachable_patterns, reason = "some take any arguments")]
                        _ => None,
                    }, )*
                }
            }

            /// The node of an operator that is one without data; `None` for others, and for a
            /// wrong number of operands.
            pub fn node(self, operands: &[Id]) -> Option<Node> {
                match self {
                    $( $( Self::$Int => <$IC>::try_from(operands).ok().map(Node::$Int), )? )*
                    $( $( Self::$Lay => <$LC>::try_from(operands).ok().map(Node::$Lay), )? )*
                    _ => None,
                }
            }
        }

        /// An e-node.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Node {
            $( #[doc = $ndoc] $Node($($D,)* $($C)?), )*
            $( $( #[doc = $idoc] $Int($IC), )? )*
            $( $( #[doc = $ldoc] $Lay($LC), )? )*
            $( #[doc = $mdoc] $Last($($E,)* $($F)?), )*
        }

        #[allow(unused_variables, reason = "not every column looks at each field")]
        impl Node {
            /// The sort of the node's class.
            pub fn sort(&self) -> Sort {
                match self {
                    $( Self::$Node(..) => Sort::$nsort, )*
                    $( Self::$Last(..) => Sort::$msort, )*
                    $( $( Self::$Lay(..) => { let _ = $lword; Sort::$lsort } )? )*
                    _ => Sort::Idx,
                }
            }

            /// The node as an operator applied to operands and data; `None` of leaves, sums
            /// and what only laws of layouts speak of.
            pub fn applied(&self) -> Option<(Op, SmallVec<[Argument; 4]>)> {
                match self {
                    $( Self::$Node($($d,)* $($c)?) => {
                        $( return Some(($op, smallvec![$($arg.into()),*])); )?
                        #[allow(unreachable_code, reason = "of nodes without a meaning in operators")]
                        None
                    } )*
                    $( Self::$Last($($e,)* $($f)?) => {
                        $( return Some(($mop, smallvec![$($marg.into()),*])); )?
                        #[allow(unreachable_code, reason = "of nodes without a meaning in operators")]
                        None
                    } )*
                    $( $( Self::$Int(c) => {
                        let _ = $iword;
                        Some((Op::$Int, Operands::ids(c).iter().map(|c| (*c).into()).collect()))
                    } )? )*
                    $( $( Self::$Lay(c) => {
                        let _ = $lword;
                        Some((Op::$Lay, Operands::ids(c).iter().map(|c| (*c).into()).collect()))
                    } )? )*
                }
            }

            /// The operands.
            pub fn children(&self) -> &[Id] {
                match self {
                    $( Self::$Node($($d,)* $($c)?) => language!(@ids ids $($c)?), )*
                    $( Self::$Last($($e,)* $($f)?) => language!(@ids ids $($f)?), )*
                    $( $( Self::$Int(c) => { let _ = $iword; c.ids() } )? )*
                    $( $( Self::$Lay(c) => { let _ = $lword; c.ids() } )? )*
                }
            }

            pub(super) fn operands_mut(&mut self) -> &mut [Id] {
                match self {
                    $( Self::$Node($($d,)* $($c)?) => language!(@ids ids_mut $($c)?), )*
                    $( Self::$Last($($e,)* $($f)?) => language!(@ids ids_mut $($f)?), )*
                    $( $( Self::$Int(c) => { let _ = $iword; c.ids_mut() } )? )*
                    $( $( Self::$Lay(c) => { let _ = $lword; c.ids_mut() } )? )*
                }
            }
        }

        impl fmt::Display for Node {
            /// The operator with its data, without its operands.
            #[allow(unused_variables, reason = "the operands")]
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $( Self::$Node($($d,)* $($c)?) => write!(formatter, $nword), )*
                    $( Self::$Last($($e,)* $($f)?) => write!(formatter, $mword), )*
                    $( $( Self::$Int(_) => formatter.write_str($iword), )? )*
                    $( $( Self::$Lay(_) => formatter.write_str($lword), )? )*
                }
            }
        }
    };
    (@arity any) => { None };
    (@arity $arity:literal) => { Some($arity) };
    (@ids $get:ident $c:ident) => { Operands::$get($c) };
    (@ids ids) => { &[] };
    (@ids ids_mut) => { &mut [] };
}

fn swizzle(b: i128, m: i128, s: i128) -> Option<Swizzle> {
    Swizzle::new(b.try_into().ok()?, m.try_into().ok()?, s.try_into().ok()?).ok()
}

/// The swizzle of parameters that are known.
fn known_swizzle(b: &Facts, m: &Facts, s: &Facts) -> Option<Swizzle> {
    Swizzle::new(b.as_const()?, m.as_const()?, s.as_const()?).ok()
}

/// `2^k`.
fn power(k: i128) -> Option<i128> {
    (0..63).contains(&k).then(|| 1 << k)
}

/// `2^k` of a `k` that is known.
fn known_power(k: &Facts) -> Facts {
    k.as_const().and_then(|k| power(k.into())).map_or(Facts::at_least(1), |p| Facts::range(p, p))
}

/// 0 or 1: 1 if it is certain.
fn truth(certain: bool) -> Facts {
    if certain { Facts::constant(1) } else { Facts::range(0, 1) }
}

/// The bits that an integer and a mask of which one is known have in common.
fn masked(a: &Facts, b: &Facts) -> Facts {
    match (a.as_const(), b.as_const()) {
        (_, Some(mask)) => a.and(mask),
        (Some(mask), _) => b.and(mask),
        _ => Facts::UNKNOWN,
    }
}

language! {
    integers {
        "`x · y`, multiplied out." Mul "*" [a, b] => a.checked_mul(b), a.mul(b), node "mul" ([Id; 2]);
        "Floor division by a positive divisor." Div "/" [a, b]
            => (b > 0).then(|| a.div_euclid(b)), a.div(b), node "div" ([Id; 2]);
        "Its remainder." Mod "%" [a, b] => (b > 0).then(|| a.rem_euclid(b)), a.rem(b), node "mod" ([Id; 2]);
        "Bitwise exclusive or." Xor "^" [a, b] => Some(a ^ b), a.xor(b), node "xor" ([Id; 2]);
        "The smaller." Min "min" [a, b] => Some(a.min(b)), a.min(b), node "min" ([Id; 2]);
        "The larger." Max "max" [a, b] => Some(a.max(b)), a.max(b), node "max" ([Id; 2]);
        "Division rounded towards zero, by a positive divisor." TruncDiv "truncdiv" [a, b]
            => (b > 0).then(|| a / b), a.trunc_div(b), node "truncdiv" ([Id; 2]);
        "Its remainder, with the sign of the dividend." TruncRem "truncrem" [a, b]
            => (b > 0).then(|| a % b), a.trunc_rem(b), node "truncrem" ([Id; 2]);
        "The second if the first is not 0, else the third." Select "select" [c, a, b]
            => Some(if c == 0 { b } else { a }),
            match c.as_const() { Some(0) => *b, Some(_) => *a, None => a.join(b) },
            node "select" ([Id; 3]);
        "`x + y`." Add "+" [a, b] => a.checked_add(b), Facts::sum(0, [(1, *a), (1, *b)]);
        "`x - y`." Sub "-" [a, b] => a.checked_sub(b), Facts::sum(0, [(1, *a), (-1, *b)]);
        "`x · y`, not multiplied out." Times "*!" [a, b] => a.checked_mul(b), a.mul(b);
        "Division rounded up, by a positive divisor." CeilDiv "ceildiv" [a, b]
            => (b > 0).then(|| a.div_euclid(b) + i128::from(a.rem_euclid(b) != 0)),
            Facts::sum(0, [(-1, Facts::sum(0, [(-1, *a)]).div(b))]);
        "Bitwise and." And "&" [a, b] => Some(a & b), masked(a, b);
        "Bitwise or." Or "or" [a, b] => Some(a | b), Facts::UNKNOWN;
        "`x · 2^k`." Shl "<<" [a, k] => a.checked_mul(power(k)?), a.mul(&known_power(k));
        "`x / 2^k`." Shr ">>" [a, k] => Some(a.div_euclid(power(k)?)), a.div(&known_power(k));
        "Bitwise and, as the machine's operation." Mask "&!" [a, b] => Some(a & b), masked(a, b);
        "`x · 2^k`, as the machine's operation." ShiftLeft "<<!" [a, k]
            => a.checked_mul(power(k)?), a.mul(&known_power(k));
        "`x / 2^k`, as the machine's operation." ShiftRight ">>!" [a, k]
            => Some(a.div_euclid(power(k)?)), a.div(&known_power(k));
        "`(x · c) / 2^32`: the high word of an unsigned product." MulHigh "mulhi" [a, c]
            => Some(a.checked_mul(c)? >> 32), c.as_const().map_or(Facts::UNKNOWN, |c| a.mul_high(c));
        "`x < y`." Lt "<" [a, b] => Some((a < b).into()), a.less(b);
        "`x <= y`." Le "<=" [a, b] => Some((a <= b).into()), a.less_equal(b);
        "`x = y`." Eq "=" [a, b] => Some((a == b).into()), a.equal(b);
        "`x != y`." Ne "!=" [a, b] => Some((a != b).into()), Facts::sum(1, [(-1, a.equal(b))]);
        "Whether the first, which is positive, divides the second." Divides "divides" [a, b]
            => (a > 0).then(|| (b.rem_euclid(a) == 0).into()), b.rem(a).equal(&Facts::constant(0));
        "Whether no bit is 1 in both, both natural." Disjoint "disjoint" [a, b]
            => Some((a >= 0 && b >= 0 && a & b == 0).into()), truth(a.disjoint(b));
        "Whether every bit of the first is one of the second." Inside "inside" [a, b]
            => Some((a & !b == 0).into()), truth(a.is_inside(b));
        "`swz b m s x`, of a natural number." Swz "swz" [b, m, s, x]
            => (x >= 0).then_some(())
                .and_then(|()| Some(swizzle(b, m, s)?.apply(x.try_into().ok()?).into())),
            known_swizzle(b, m, s).map_or(Facts::UNKNOWN, |s| s.apply_to_facts(x));
        "`ymask b m s`: the bits that a swizzle reads." SourceMask "ymask" [b, m, s]
            => swizzle(b, m, s).map(|s| s.source_mask().into()), Facts::UNKNOWN;
        "`zmask b m s`: the bits that it changes." TargetMask "zmask" [b, m, s]
            => swizzle(b, m, s).map(|s| s.target_mask().into()), Facts::UNKNOWN;
        "`period b m s`." Period "period" [b, m, s]
            => swizzle(b, m, s).map(|s| s.period().into()), Facts::UNKNOWN;
    }
    layouts {
        "The value of a function at an integer." App "app" 2 [Value::Fn(f), Value::Int(i)]
            => f.get(usize::try_from(*i).ok()?).copied().map(Value::Int), node Idx "app" ([Id; 2]);
        "The function of a layout." Fn "fn" 1 [Value::Layout(l)]
            => table(l).map(Value::Fn), node Fn "fn" ([Id; 1]);
        "Composition of functions." FCompose "fn-compose" 2 [Value::Fn(f), Value::Fn(g)]
            => g.iter().map(|i| f.get(usize::try_from(*i).ok()?).copied()).collect::<Option<_>>().map(Value::Fn),
            node Fn "fn-compose" ([Id; 2]);
        "`composition`." Compose "compose" 2 [Value::Layout(a), Value::Layout(b)]
            => composition(a, b).ok().map(Value::Layout), node Layout "composition" ([Id; 2]);
        "Layouts side by side." Concat "concat" any parts
            => {
                let parts = parts.iter().map(|p| if let Value::Layout(l) = p { Some(l) } else { None });
                Layout::concat(parts.collect::<Option<Vec<&Layout>>>()?).ok().map(Value::Layout)
            },
            node Layout "concat" (Box<[Id]>);
        "The complement of the first in the size of the second." Complement "complement" 2
            [Value::Layout(a), Value::Layout(w)]
            => complement(a, &w.size().ok()?).ok().map(Value::Layout), node Layout "complement" ([Id; 2]);
        "`logical_divide`." Divide "divide" 2 [Value::Layout(a), Value::Layout(b)]
            => logical_divide(a, b).ok().map(Value::Layout), node Layout "logical_divide" ([Id; 2]);
        "`logical_product`." Product "product" 2 [Value::Layout(a), Value::Layout(b)]
            => logical_product(a, b).ok().map(Value::Layout), node Layout "logical_product" ([Id; 2]);
        "`right_inverse`." RightInverse "right-inverse" 1 [Value::Layout(a)]
            => right_inverse(a).ok().map(Value::Layout), node Layout "right_inverse" ([Id; 1]);
        "`left_inverse`." LeftInverse "left-inverse" 1 [Value::Layout(a)]
            => left_inverse(a).ok().map(Value::Layout), node Layout "left_inverse" ([Id; 1]);
        "`coalesce`." Coalesce "coalesce" 1 [Value::Layout(a)]
            => coalesce(a).ok().map(Value::Layout), node Layout "coalesce" ([Id; 1]);
        "`flatten`." Flatten "flatten" 1 [Value::Layout(a)]
            => Some(Value::Layout(a.flatten())), node Layout "flatten" ([Id; 1]);
        "`filter`." Filter "filter" 1 [Value::Layout(a)] => filter(a).ok().map(Value::Layout);
        "Sorted values of a layout without repetition." Image "image" 1 [Value::Layout(l)]
            => {
                let mut values = sorted(l)?;
                values.dedup();
                Some(Value::Fn(values))
            };
        "Sorted values of a layout." Sorted "sorted" 1 [Value::Layout(l)] => sorted(l).map(Value::Fn);
        "The layout `n:d`." Mode "mode" 2 [Value::Int(n), Value::Int(d)]
            => Layout::mode1(Expr::Const(*n), Expr::Const(*d)).ok().map(Value::Layout);
        "`get k l`: a mode of a layout." Get "get" 2 [Value::Int(k), Value::Layout(l)]
            => l.get(&[usize::try_from(*k).ok()?]).ok().map(Value::Layout);
        "`scale k l`: the strides times an integer." Scale "scale" 2 [Value::Int(k), Value::Layout(l)]
            => {
                let stride = l.stride().try_map(|d| d.mul(&Expr::Const(*k))).ok()?;
                Layout::new(&l.shape(), &stride).ok().map(Value::Layout)
            };
        "The modes in the order of their strides." ByStride "by-stride" 1 [Value::Layout(l)]
            => of_flat(&by_stride(l)?).map(Value::Layout);
        "The number of coordinates." Size "size" 1 [Value::Layout(l)]
            => l.size().ok()?.as_const().map(Value::Int);
        "One more than the largest value." Cosize "cosize" 1 [Value::Layout(l)]
            => l.cosize().ok()?.as_const().map(Value::Int);
        "The product of all sizes but the last." Prefix "prefix" 1 [Value::Layout(l)]
            => flat(l)?.split_last().map(|(_, modes)| Value::Int(modes.iter().map(|m| m.0).product()));
        "The last stride." LastStride "last-stride" 1 [Value::Layout(l)]
            => flat(l)?.last().map(|m| Value::Int(m.1));
        "Whether no two coordinates have the same value." Injective "injective" 1 [Value::Layout(l)]
            => Some(sorted(l)?.windows(2).all(|w| w[0] < w[1]).into());
        "Whether values grow with the coordinate." Increasing "increasing" 1 [Value::Layout(l)]
            => Some(table(l)?.windows(2).all(|w| w[0] < w[1]).into());
        "Whether, sorted by stride, each size times stride divides the next stride." Chain "chain" 1
            [Value::Layout(l)]
            => Some(by_stride(l)?.windows(2).all(|w| w[1].1 % (w[0].0 * w[0].1) == 0).into());
        "Whether the values are `[0, size)`." Compact "compact" 1 [Value::Layout(l)]
            => Some(sorted(l)?.iter().zip(0..).all(|(v, i)| *v == i).into());
        "`no-carry l i j`: whether the digits of `i` and `j` add without carry." NoCarry "no-carry" 3
            [Value::Layout(l), Value::Int(i), Value::Int(j)]
            => {
                let (mut i, mut j) = (*i, *j);
                let modes = flat(l)?;
                let mut carries = false;
                for (s, _) in modes.split_last()?.1 {
                    carries |= i % s + j % s >= *s;
                    (i, j) = (i / s, j / s);
                }
                Some((!carries).into())
            };
    }
    nodes {
        "A constant." Num(c: i64) Idx "{c}";
        "A leaf of the program." Var(v: u32) Idx "v{v}";
        "An affine combination." Sum(; l: Linear) Idx "{l}";
        "1 if the comparison holds, else 0." Compare(p: Predicate; c: [Id; 2]) Idx "{p}" = p.op(), [c[0], c[1]];
        "The index of a coordinate: the number of its profile, the layout, its integers."
            At(p: u32; c: Box<[Id]>) Idx "at {p}";
        "A literal, by number in the interner." Lit(l: u32) Layout "layout {l}";
        "A layout of the program of which nothing is known." Arg(a: u32) Layout "argument {a}";
        "A layout composed with or divided by the tiler of that number."
            ByTile(op: TileOp, t: u32; c: [Id; 1]) Layout "{op} by {t}";
    }
    last {
        "A swizzle, opaque; of a non-negative integer." Swz(s: Swizzle; x: [Id; 1]) Idx "{s}"
            = Op::Swz, [s.bits(), s.base(), s.shift(), x[0]];
        "Instruction selection: `x · 2^k`." Shl(k: u32; x: [Id; 1]) Idx "shl {k}" = Op::ShiftLeft, [x[0], *k];
        "Instruction selection: `x floordiv 2^k`." Shr(k: u32; x: [Id; 1]) Idx "shr {k}"
            = Op::ShiftRight, [x[0], *k];
        "Instruction selection: bitwise and with a constant." And(m: i64; x: [Id; 1]) Idx "and {m}"
            = Op::Mask, [x[0], *m];
        "Instruction selection: `(x · c) floordiv 2^32`." MulHigh(c: i64; x: [Id; 1]) Idx "mulhi {c}"
            = Op::MulHigh, [x[0], *c];
        "Instruction selection: `x + c`; free where a memory operand takes `c` as an immediate."
            Offset(c: i64; x: [Id; 1]) Idx "offset {c}" = Op::Add, [x[0], *c];
    }
}
