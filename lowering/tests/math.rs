//! The functions that `layout-expand-math` writes, run on a CPU over many numbers and compared with f64.
//!
//! Instructions of PTX are put in by what they approximate, so what is judged is the rest: the reduction, the
//! polynomials, the ends and the signs. What the instructions add is in `docs/math.md`, measured on a GPU.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use melior::ir::Module;
use melior::pass::PassManager;
use melior::utility::{parse_pass_pipeline, register_all_llvm_translations};
use melior::{Context, ExecutionEngine};

/// The text of the functions, and what stands for PTX's instructions.
const TEXTS: [&str; 10] = [
    include_str!("../src/expand_math/f32.mlir"),
    include_str!("../src/expand_math/f64.mlir"),
    include_str!("../src/expand_math/trigonometric.mlir"),
    include_str!("../src/expand_math/hyperbolic.mlir"),
    include_str!("../src/expand_math/trigonometric_f64.mlir"),
    include_str!("../src/expand_math/error.mlir"),
    include_str!("../src/expand_math/power.mlir"),
    include_str!("../src/expand_math/remainder.mlir"),
    include_str!("../src/expand_math/quotient.mlir"),
    "llvm.func @rcp(%x: f32) -> f32 {
       %one = arith.constant 1.0 : f32
       %y = arith.divf %one, %x : f32
       %bits = arith.bitcast %y : f32 to i32
       %off = llvm.mlir.addressof @off : !llvm.ptr
       %unit = llvm.load %off : !llvm.ptr -> i32
       %moved = arith.addi %bits, %unit : i32
       %z = arith.bitcast %moved : i32 to f32
       llvm.return %z : f32
     }
     // By how many units reciprocals are off, which PTX allows one of.
     llvm.mlir.global internal @off(0 : i32) : i32
     llvm.func @set_off(%unit: i32) {
       %off = llvm.mlir.addressof @off : !llvm.ptr
       llvm.store %unit, %off : i32, !llvm.ptr
       llvm.return
     }
     llvm.func @root(%x: f32) -> f32 {
       %0 = llvm.call_intrinsic \"llvm.sqrt.f32\"(%x) : (f32) -> f32
       %y = llvm.call @rcp(%0) : (f32) -> f32
       llvm.return %y : f32
     }",
];
/// An instruction and its stand-in.
const INSTRUCTIONS: [(&str, &str); 9] = [
    ("llvm.call_intrinsic \"llvm.nvvm.ex2.approx.ftz.f32\"", "llvm.call_intrinsic \"llvm.exp2.f32\""),
    ("llvm.call_intrinsic \"llvm.nvvm.ex2.approx.f32\"", "llvm.call_intrinsic \"llvm.exp2.f32\""),
    ("llvm.call_intrinsic \"llvm.nvvm.lg2.approx.ftz.f\"", "llvm.call_intrinsic \"llvm.log2.f32\""),
    ("llvm.call_intrinsic \"llvm.nvvm.sqrt.approx.ftz.f\"", "llvm.call_intrinsic \"llvm.sqrt.f32\""),
    ("llvm.call_intrinsic \"llvm.nvvm.sin.approx.ftz.f\"", "llvm.call_intrinsic \"llvm.sin.f32\""),
    ("llvm.call_intrinsic \"llvm.nvvm.cos.approx.ftz.f\"", "llvm.call_intrinsic \"llvm.cos.f32\""),
    ("llvm.call_intrinsic \"llvm.nvvm.rcp.approx.ftz.f\"", "llvm.call @rcp"),
    ("llvm.call_intrinsic \"llvm.nvvm.rsqrt.approx.f\"", "llvm.call @root"),
    ("llvm.call_intrinsic \"llvm.nvvm.rsqrt.approx.ftz.f\"", "llvm.call @root"),
];

/// A function of f64 that others are compared with.
type Reference = fn(f64) -> f64;

/// Names, references and the error that is allowed, in units of the last place.
const F32: [(&str, Reference, f64); 24] = [
    ("exp", f64::exp, 1.1),
    ("expm1", f64::exp_m1, 1.5),
    ("exp2", f64::exp2, 0.6),
    ("log", f64::ln, 1.0),
    ("log2", f64::log2, 1.8),
    ("log10", f64::log10, 2.3),
    ("log1p", f64::ln_1p, 1.6),
    ("tanh", f64::tanh, 1.8),
    ("erf", libm::erf, 1.6),
    ("erfc", libm::erfc, 4.2),
    ("rsqrt", |x| 1.0 / x.sqrt(), 1.5),
    ("sqrt", f64::sqrt, 0.51),
    ("sin", f64::sin, 1.4),
    ("cos", f64::cos, 1.5),
    ("tan", f64::tan, 3.0),
    ("asin", f64::asin, 2.0),
    ("acos", f64::acos, 1.2),
    ("atan", f64::atan, 1.3),
    ("sinh", f64::sinh, 2.2),
    ("cosh", f64::cosh, 2.2),
    ("asinh", f64::asinh, 2.0),
    ("acosh", f64::acosh, 2.0),
    ("atanh", f64::atanh, 2.0),
    ("cbrt", f64::cbrt, 0.51),
];
/// The references are in the same type: an error of their own is allowed. (The C library has a cosine that is eight
/// units off where it is next to 0.)
const F64: [(&str, Reference, f64); 14] = [
    ("exp_f64", f64::exp, 2.0),
    ("exp2_f64", f64::exp2, 2.0),
    ("log_f64", f64::ln, 2.0),
    ("log2_f64", f64::log2, 2.5),
    ("expm1_f64", f64::exp_m1, 2.6),
    ("log10_f64", f64::log10, 2.2),
    ("log1p_f64", f64::ln_1p, 2.0),
    ("tanh_f64", f64::tanh, 2.4),
    ("erf_f64", libm::erf, 2.0),
    ("erfc_f64", libm::erfc, 5.6),
    ("sin_f64", libm::sin, 2.0),
    ("cos_f64", libm::cos, 2.0),
    ("tan_f64", libm::tan, 3.4),
    ("rsqrt_f64", |x| 1.0 / x.sqrt(), 1.0),
];

/// What tells kinds of numbers apart.
const KINDS: [(&str, fn(f64) -> bool); 3] =
    [("isnan", f64::is_nan), ("isinf", f64::is_infinite), ("isfinite", f64::is_finite)];

/// Divisions that `layout-expand-math` groups, by any numbers, by what is not negative and by what grows: a function for each
/// quotient of the four, and one of the divisor.
const GROUPS: [(&str, &str); 3] =
    [("any", ""), ("natural", "math.absf %b : f32"), ("large", "math.exp2 %b : f32")];

/// The groups, as the pass writes them.
fn groups(context: &Context) -> String {
    let mut text = String::new();
    for (name, made) in GROUPS {
        let divisor = |k: usize| match made {
            "" => format!("%d{k} = arith.addf %b{k}, %none : f32"),
            made => format!("%d{k} = {}", made.replace("%b", &format!("%b{k}"))),
        };
        for k in 0..5 {
            let named = |letter: &str| (0..4).map(|i| format!("%{letter}{i}: f32, ")).collect::<String>();
            let arguments = format!("{}{}", named("a"), named("b"));
            let divisors: String = (0..4).map(|i| divisor(i) + "\n").collect();
            let quotients: String =
                (0..4).map(|i| format!("%q{i} = arith.divf %a{i}, %d{i} : f32\n")).collect();
            let (all, given) =
                if k < 4 { (divisors + &quotients, format!("%q{k}")) } else { (divisor(0), "%d0".into()) };
            let arguments = arguments.trim_end_matches(", ");
            text += &format!(
                "func.func @{name}{k}({arguments}) -> f32 attributes {{llvm.emit_c_interface}} {{
                   %none = arith.constant -0.0 : f32
                   {all}
                   return {given} : f32
                 }}"
            );
        }
    }
    let mut module = Module::parse(context, &text).unwrap();
    let manager = PassManager::new(context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), "builtin.module(layout-expand-math)").unwrap();
    manager.run(&mut module).unwrap();
    let text = module.as_operation().to_string();
    assert_eq!(text.matches("scf.if").count(), 12, "four functions of each kind are grouped");
    text.trim_start_matches("module {").trim_end().trim_end_matches('}').to_owned()
}

fn engine() -> ExecutionEngine {
    melior::utility::register_all_passes();
    layout_lowering::register_passes().unwrap();
    let context: Context = layout_dialect::context();
    register_all_llvm_translations(&context);
    let mut groups = groups(&context);
    let mut text = TEXTS.join("\n");
    for (instruction, other) in INSTRUCTIONS {
        text = text.replace(instruction, other);
        groups = groups.replace(instruction, &other.replace('@', "@our_"));
    }
    // Their names are libm's, of other types.
    text = text.replace("@", "@our_");
    for (name, element) in F32.map(|f| (f.0, "f32")).into_iter().chain(F64.map(|f| (f.0, "f64"))) {
        text += &format!(
            "func.func @{name}(%x: {element}) -> {element} attributes {{llvm.emit_c_interface}} {{
               %y = llvm.call @our_{name}(%x) : ({element}) -> {element}
               return %y : {element}
             }}"
        );
    }
    for (name, _) in KINDS {
        // As numbers, which are passed like others.
        for (suffix, element) in [("", "f32"), ("_f64", "f64")] {
            text += &format!(
                "func.func @{name}{suffix}(%x: {element}) -> {element} attributes {{llvm.emit_c_interface}} {{
                   %y = llvm.call @our_{name}{suffix}(%x) : ({element}) -> i1
                   %z = arith.uitofp %y : i1 to {element}
                   return %z : {element}
                 }}"
            );
        }
    }
    for (name, of) in [
        ("powf", "f32"),
        ("atan2", "f32"),
        ("remf", "f32"),
        ("quotient", "f32"),
        ("quotient_by_large", "f32"),
        ("powf_f64", "f64"),
    ] {
        text += &format!(
            "func.func @{name}(%x: {of}, %y: {of}) -> {of} attributes {{llvm.emit_c_interface}} {{
               %z = llvm.call @our_{name}(%x, %y) : ({of}, {of}) -> {of}
               return %z : {of}
             }}"
        );
    }
    text += &groups;
    text += "func.func @off(%x: f32) -> f32 attributes {llvm.emit_c_interface} {
               %unit = arith.fptosi %x : f32 to i32
               llvm.call @our_set_off(%unit) : (i32) -> ()
               return %x : f32
             }";
    let mut module = Module::parse(&context, &text).unwrap();
    let manager = PassManager::new(&context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), "builtin.module(layout-to-llvm)").unwrap();
    manager.run(&mut module).unwrap();
    ExecutionEngine::new(&module, 2, &[], false, false)
}

/// What a function gives for these numbers.
fn invoke<T: Copy + Default, const N: usize>(engine: &ExecutionEngine, name: &str, mut given: [T; N]) -> T {
    let mut result = T::default();
    let mut arguments: Vec<*mut ()> = given.iter_mut().map(|x| std::ptr::from_mut(x).cast()).collect();
    arguments.push(std::ptr::from_mut(&mut result).cast());
    #[allow(unsafe_code, reason = "compiled code reads numbers through pointers and writes one")]
    // SAFETY: the function takes as many numbers of the type and gives one.
    unsafe { engine.invoke_packed(name, &mut arguments) }.unwrap();
    result
}

/// How far a number is from what it should be, in units of the last place of `digits` binary digits.
/// `None` if it is another kind of number, or a zero of the other sign.
fn distance(found: f64, expected: f64, rounded: f64, digits: i32, least: f64) -> Option<f64> {
    if rounded.is_nan() || found.is_nan() {
        return (rounded.is_nan() && found.is_nan()).then_some(0.0);
    }
    if found == rounded {
        let sign = found != 0.0 || found.is_sign_negative() == rounded.is_sign_negative();
        return sign.then_some(if found.is_finite() {
            (found - expected).abs() / place(rounded, digits, least)
        } else {
            0.0
        });
    }
    (found.is_finite() && rounded.is_finite())
        .then(|| (found - expected).abs() / place(rounded, digits, least))
}

/// The unit of the last place.
fn place(of: f64, digits: i32, least: f64) -> f64 {
    let of = of.abs().max(least);
    // The power of two of the first digit.
    f64::from_bits(of.to_bits() & (0x7FF << 52)) * 2f64.powi(1 - digits)
}

/// Numbers of every size, and those around which something changes.
fn numbers() -> Vec<f64> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut out =
        vec![0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e-45, -1e-45, 1e-39];
    out.extend([88.722, 88.7229, -87.3, -103.9, -104.1, 128.0, -126.5, -149.5, 0.6, 0.95, 4.0, 17.4, -17.4]);
    // Quarters of a turn, whose sines and cosines are next to 0, and where they are computed in another way.
    out.extend([262_143.98, 262_144.0, -262_144.03, 1.592_625_e33]);
    for k in 0..4000 {
        let quarters = if k < 2000 { k } else { random.i32(2000..400_000) };
        out.push(f64::from((f64::from(quarters) * std::f64::consts::FRAC_PI_2) as f32));
        out.push(f64::from(f32::from_bits(random.u32(..))));
        out.push(f64::from((random.f32() - 0.5) * 200.0));
        out.push(f64::from((random.f32() - 0.5) * 8.0));
        out.push(f64::from(1.0 + (random.f32() - 0.5) * 0.01));
        out.push(f64::from(random.f32() - 0.5));
    }
    out
}

#[test]
fn functions_of_f32() {
    let engine = engine();
    for (name, reference, allowed) in F32 {
        let mut worst = (0.0, 0.0f32);
        for x in numbers() {
            let x = x as f32;
            let (found, expected) = (invoke(&engine, name, [x]), reference(x.into()));
            let rounded = f64::from(expected as f32);
            let off = distance(f64::from(found), expected, rounded, 24, f64::from(f32::MIN_POSITIVE));
            let off = off.unwrap_or_else(|| panic!("{name}({x}) is {found}, not {expected}"));
            if off > worst.0 {
                worst = (off, x);
            }
        }
        assert!(worst.0 <= allowed, "{name}({}) is {} units off", worst.1, worst.0);
    }
}

#[test]
fn functions_of_f64() {
    let engine = engine();
    let large =
        [709.7, 709.8, -744.0, -746.0, -708.5, 1023.9, 1024.0, -1074.0, -1080.0, 5e-324, 1e-310, 1e300];
    // Where parts of functions begin and end, and the number next to a multiple of a quarter of a turn (J.-M. Muller).
    let parts = [
        0.55,
        0.9,
        -0.9,
        26.5,
        27.3,
        28.0,
        1_073_741_823.9,
        1_073_741_824.0,
        6_381_956_970_095_103.0 * 2f64.powi(797),
    ];
    let mut random = fastrand::Rng::with_seed(8);
    let mut more: Vec<f64> = large.into_iter().chain(parts).collect();
    for k in 0..4000 {
        more.push(f64::from_bits(random.u64(..)));
        more.push((random.f64() - 0.5) * 60.0);
        more.push((random.f64() - 0.5) * 1500.0);
        more.push((1.0 + random.f64()) * 2f64.powi(random.i32(20..1023)));
        let quarters =
            if k < 2000 { f64::from(k) } else { (random.f64() * 2f64.powi(random.i32(10..50))).round() };
        more.push(quarters * std::f64::consts::FRAC_PI_2);
    }
    for (name, reference, allowed) in F64 {
        for x in numbers().into_iter().chain(more.iter().copied()) {
            let (found, expected) = (invoke(&engine, name, [x]), reference(x));
            let off = distance(found, expected, expected, 53, f64::MIN_POSITIVE);
            let off = off.unwrap_or_else(|| panic!("{name}({x}) is {found}, not {expected}"));
            assert!(off <= allowed, "{name}({x}) is {found}, {off} units off {expected}");
        }
    }
}

#[test]
fn kinds() {
    let engine = engine();
    for (name, reference) in KINDS {
        for x in numbers().into_iter().chain([-f64::NAN, f64::MAX, f64::MIN, 5e-324]) {
            let wide = invoke(&engine, &format!("{name}_f64"), [x]);
            assert_eq!(wide, f64::from(u8::from(reference(x))), "{name} of {x}");
            let narrow = invoke(&engine, name, [x as f32]);
            assert_eq!(narrow, f32::from(u8::from(reference((x as f32).into()))), "{name} of {x}");
        }
    }
}

#[test]
fn angles() {
    let engine = engine();
    let ends =
        [0.0, -0.0, 1.0, -1.0, 1e-45, -1e-45, f32::MAX, f32::MIN, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let mut random = fastrand::Rng::with_seed(7);
    let pairs = ends.iter().flat_map(|x| ends.iter().map(|y| (*x, *y)));
    let more = (0..20_000).map(|k| match k % 2 {
        0 => (random.f32() - 0.5, random.f32() - 0.5),
        _ => (f32::from_bits(random.u32(..)), f32::from_bits(random.u32(..))),
    });
    for (y, x) in pairs.chain(more) {
        let (found, expected) = (f64::from(invoke(&engine, "atan2", [y, x])), f64::from(y).atan2(x.into()));
        let rounded = f64::from(expected as f32);
        let off = distance(found, expected, rounded, 24, f32::MIN_POSITIVE.into());
        let off = off.unwrap_or_else(|| panic!("atan2({y}, {x}) is {found}, not {expected}"));
        assert!(off <= 2.5, "atan2({y}, {x}) is {found}, {off} units off {expected}");
    }
}

#[test]
fn powers() {
    let engine = engine();
    let ends =
        [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.0, 0.5, -2.5, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e-45];
    let mut random = fastrand::Rng::with_seed(6);
    let pairs = ends.iter().flat_map(|x| ends.iter().map(|y| (*x, *y)));
    let more = (0..20_000).map(|k| match k % 3 {
        0 => (random.f32() * 4.0, (random.f32() - 0.5) * 100.0),
        1 => (f32::from_bits(random.u32(..)), (random.f32() - 0.5) * 8.0),
        _ => ((random.f32() - 0.5) * 8.0, f32::from(random.i8(-40..40))),
    });
    for (x, y) in pairs.chain(more) {
        let (found, expected) = (f64::from(invoke(&engine, "powf", [x, y])), f64::from(x).powf(y.into()));
        let rounded = f64::from(expected as f32);
        let off = distance(found, expected, rounded, 24, f32::MIN_POSITIVE.into());
        let off = off.unwrap_or_else(|| panic!("powf({x}, {y}) is {found}, not {expected}"));
        assert!(off <= 0.51, "powf({x}, {y}) is {found}, {off} units off {expected}");
    }
}

#[test]
fn powers_of_f64() {
    let engine = engine();
    let ends = [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.0, 0.5, -2.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let ends: Vec<f64> = ends.into_iter().chain([5e-324, 1e300, -1e300, 9_007_199_254_740_991.0]).collect();
    let mut random = fastrand::Rng::with_seed(9);
    let pairs = ends.iter().flat_map(|x| ends.iter().map(|y| (*x, *y)));
    let more = (0..40_000).map(|k| {
        // Powers of every size, of numbers next to 1 too.
        let x = match k % 3 {
            0 => random.f64() * 4.0,
            1 => f64::from_bits(random.u64(..)).abs(),
            _ => 1.0 + (random.f64() - 0.5) * 2f64.powi(-random.i32(0..45)),
        };
        let power = (random.f64() - 0.5) * 1450.0;
        match k % 7 {
            0 => (-x, f64::from(random.i8(..))),
            _ => (x, power / x.ln()),
        }
    });
    for (x, y) in pairs.chain(more) {
        let (found, expected) = (invoke(&engine, "powf_f64", [x, y]), x.powf(y));
        let off = distance(found, expected, expected, 53, f64::MIN_POSITIVE);
        let off = off.unwrap_or_else(|| panic!("powf({x}, {y}) is {found}, not {expected}"));
        assert!(off <= 1.0, "powf({x}, {y}) is {found}, {off} units off {expected}");
    }
}

#[test]
fn remainders() {
    let engine = engine();
    let ends = [0.0, -0.0, 1.0, -1.0, 3.0, -7.5, 1e-45, -1e-45, 1e-40, f32::MAX, f32::MIN];
    let ends: Vec<f32> = ends.into_iter().chain([f32::INFINITY, f32::NEG_INFINITY, f32::NAN]).collect();
    let mut random = fastrand::Rng::with_seed(10);
    let pairs = ends.iter().flat_map(|x| ends.iter().map(|y| (*x, *y)));
    let more = (0..100_000).map(|k| {
        let (x, y) = (f32::from_bits(random.u32(..)), f32::from_bits(random.u32(..)));
        match k % 4 {
            0 => ((random.f32() - 0.5) * 200.0, (random.f32() - 0.5) * 6.0),
            // Quotients that are whole, or next to it.
            1 => {
                let most = 1 << random.u32(1..31);
                (y * random.u32(0..most) as f32, y)
            }
            2 => (x, f32::from_bits(random.u32(0..1 << 24))),
            _ => (x, y),
        }
    });
    for (x, y) in pairs.chain(more) {
        let (found, expected) = (invoke(&engine, "remf", [x, y]), x % y);
        let same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
        assert!(same, "the remainder of {x} by {y} is {found}, not {expected}");
    }
}

/// Numbers of both signs with exponents in a range.
fn sized(random: &mut fastrand::Rng, exponents: std::ops::Range<i32>) -> f32 {
    let exponent = u32::try_from(random.i32(exponents) + 127).unwrap();
    f32::from_bits(random.u32(0..2) << 31 | exponent << 23 | random.u32(0..1 << 23))
}

/// The dividend, of 24 bits, whose quotient by an odd divisor of 24 bits is next to the middle of two numbers, off by
/// `off` (odd) in the remainder, if there is one: `a 2^k = b m + off` for an odd `m` of 25 bits; `k` is 24 for quotients
/// above 1, and 25 below.
fn near_middle(divisor: i64, off: i64, k: u32) -> Option<i64> {
    // Newton's steps double the bits that are right, of which there are three.
    let inverse = (0..5).fold(divisor, |x, _| x.wrapping_mul(2i64.wrapping_sub(divisor.wrapping_mul(x))));
    let low = (-off).wrapping_mul(inverse).rem_euclid(1 << k);
    let middle = if k == 24 { low + (1 << 24) } else { low };
    let dividend = (divisor * middle + off) >> k;
    assert_eq!((dividend << k) - divisor * middle, off, "{divisor} and {middle}");
    let bits = 1 << 23..1 << 24;
    (bits.contains(&dividend) && (1 << 24..1 << 25).contains(&middle)).then_some(dividend)
}

#[test]
fn quotients() {
    let engine = engine();
    let mut random = fastrand::Rng::with_seed(11);
    let check = |name: &str, a: f32, b: f32| {
        let (found, expected) = (invoke(&engine, name, [a, b]), a / b);
        assert_eq!(
            found.to_bits(),
            expected.to_bits(),
            "{name}({a:e}, {b:e}) is {found:e}, not {expected:e}"
        );
    };
    // A reciprocal may be a unit off.
    for unit in [-1.0f32, 0.0, 1.0] {
        invoke(&engine, "off", [unit]);
        // No more than one: the nearest number is half a unit off itself.
        let is_allowed = |b: f32| {
            let nearest = 1.0 / b;
            let moved = f32::from_bits(nearest.to_bits().wrapping_add_signed(unit as i32));
            let step = f32::from_bits(nearest.abs().to_bits() + 1) - nearest.abs();
            (f64::from(moved) - 1.0 / f64::from(b)).abs() <= f64::from(step)
        };
        let near = |divisor: i64, off: i64| {
            if !is_allowed(divisor as f32) {
                return;
            }
            for a in [24, 25].into_iter().filter_map(|k| near_middle(divisor, off, k)) {
                check("quotient", a as f32, divisor as f32);
            }
        };
        // All divisors next to a power of two, which the proof leaves out, and others. That of the last one is to be the nearest
        // number, as it is on GPUs.
        let first = i64::from(unit != 0.0);
        for divisor in (first..128).map(|k| (1 << 24) - 1 - 2 * k) {
            (-31..32).step_by(2).for_each(|off| near(divisor, off));
        }
        for _ in 0..50_000 {
            let (a, b) = (sized(&mut random, -60..60), sized(&mut random, -60..60));
            check("quotient", a, b);
            check("quotient", 0.0, b.abs());
            check("quotient", -0.0, b.abs());
            let divisor = i64::from(random.u32(1 << 23..(1 << 24) - 2) | 1);
            near(divisor, random.i64(0..32) * 2 - 31);
            let (a, b) = (sized(&mut random, -60..60), sized(&mut random, -60..127).abs());
            if a / b == 0.0 || (a / b).abs() > f32::MIN_POSITIVE {
                check("quotient_by_large", a, b);
            }
            for a in [a, 0.0, -0.0] {
                check("quotient_by_large", a, f32::INFINITY);
            }
        }
    }
}

#[test]
fn grouped_quotients() {
    let engine = engine();
    let mut random = fastrand::Rng::with_seed(12);
    let edge = f32::from_bits((127 - 60) << 23);
    let ends =
        [0.0, -0.0, 1.0, -1.0, edge, 1.0 / edge, 1e-6, 1e-7, 1e-45, -1e-40, f32::MIN_POSITIVE, f32::MAX];
    let below = |x: f32| f32::from_bits(x.to_bits() - 1);
    let ends: Vec<f32> = ends.into_iter().chain([f32::INFINITY, f32::NEG_INFINITY, f32::NAN]).collect();
    let ends: Vec<f32> =
        ends.into_iter().chain([below(edge), 1.0 / below(edge), -edge, -below(edge)]).collect();
    for round in 0..60_000 {
        let mut given = [0.0f32; 8];
        for (place, number) in given.iter_mut().enumerate() {
            *number = match (round + place) % 9 {
                0 => *random.choice(&ends).unwrap(),
                1 if round % 7 == 0 => f32::from_bits(random.u32(..)),
                2 if round % 5 == 0 => sized(&mut random, -64..-56),
                3 if round % 5 == 0 => sized(&mut random, 56..64),
                _ => sized(&mut random, -3..4),
            };
        }
        for (name, _) in GROUPS {
            let mut numbers = given;
            if name == "large" {
                // Powers of two of all sizes.
                for number in &mut numbers[4..] {
                    *number = if random.u32(0..20) == 0 { *number } else { (random.f32() - 0.5) * 300.0 };
                }
            }
            // Quotients next to the least normal number.
            for k in 0..4 {
                if name != "large" || random.u32(0..4) != 0 {
                    continue;
                }
                let mut first = numbers;
                first[4] = numbers[4 + k];
                let divisor: f32 = invoke(&engine, "large4", first);
                if divisor > 1e20 && divisor.is_finite() {
                    let dividend = divisor.to_bits() - (126 << 23);
                    numbers[k] = f32::from_bits(dividend.wrapping_add_signed(random.i32(-2..3)));
                }
            }
            for k in 0..4 {
                let mut first = numbers;
                first[4] = numbers[4 + k];
                let (a, b) = (numbers[k], invoke(&engine, &format!("{name}4"), first));
                let (found, expected) = (invoke(&engine, &format!("{name}{k}"), numbers), a / b);
                let same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
                assert!(same, "{name}: {a:e} / {b:e} is {found:e}, not {expected:e}, in {numbers:?}");
            }
        }
    }
}
