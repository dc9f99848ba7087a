//! B: floor division and remainder by constants.

use super::digits::{
    merge_digits, merge_inner_digits, merge_inner_top_digit, merge_top_digit, quotient_by_remainder,
    remainder, remainder_by_quotient, without_remainder,
};
use super::nested::{
    below, div_by_product, div_of_div, div_of_max, div_of_min, div_of_mod, div_of_product, known_quotient,
    mod_by_product, mod_of_multiple, mod_of_smaller,
};
use super::sums::{
    div_drops_low, div_is_high, div_of_aligned, div_of_constant, div_of_div_sum, div_of_negative,
    div_of_residue, div_of_sum, mod_coefficient, mod_keeps_low, mod_of_aligned, mod_of_inner_mod,
    mod_of_mod_product, mod_of_sum,
};
use super::{Domain, Family, Rule};

fn domains(name: &str) -> Domain {
    match name {
        "a" | "b" | "c" => Domain::Positive,
        "s" | "k" => Domain::Constant,
        _ => Domain::Int,
    }
}

const FLOOR: Family =
    Family { source: "floor division: Graham, Knuth, Patashnik, Concrete Mathematics, ch. 3", domains };

pub const RULES: &[Rule] = &[
    FLOOR.rule("B1", "(/ x 1)", "x", "division by one").form(),
    FLOOR.rule("B2", "(% x 1)", "0", "division by one").form(),
    FLOOR
        .rule("B5", "(/ x c)", "0", "the class's interval is one value")
        .when(&["(<= 0 x)", "(< x c)"])
        .derived(),
    FLOOR.rule("B6", "(% x c)", "x", "interval").when(&["(<= 0 x)", "(< x c)"]).normalise(below),
    FLOOR
        .rule("B7", "(/ x c)", "k", "the class's interval is one value")
        .when(&["(<= (* k c) x)", "(< x (* (+ k 1) c))"])
        .derived(),
    FLOOR
        .rule("B7-mod", "(% x c)", "(- x (* k c))", "interval")
        .when(&["(<= (* k c) x)", "(< x (* (+ k 1) c))"])
        .normalise(known_quotient),
    FLOOR.rule("B8", "(/ (/ x a) b)", "(/ x (* a b))", "nested floors").normalise(div_of_div),
    FLOOR.rule("B9", "(% (% x (* a b)) b)", "(% x b)", "b divides ab").normalise(mod_of_multiple),
    FLOOR
        .rule("B10", "(% (% x a) b)", "(% x a)", "already smaller")
        .when(&["(<= a b)"])
        .normalise(mod_of_smaller),
    FLOOR.rule("B11", "(/ (% x (* a b)) b)", "(% (/ x b) a)", "digits of a digit").normalise(div_of_mod),
    FLOOR.rule("B12", "(/ (* x (* a b)) b)", "(* x a)", "exact").normalise(div_of_product),
    FLOOR.rule("B13", "(/ (* x a) (* a b))", "(/ x b)", "common factor").normalise(div_by_product),
    FLOOR.rule("B14", "(% (* x (* a b)) b)", "0", "congruence").derived(),
    FLOOR.rule("B15", "(% (* x a) (* a b))", "(* (% x b) a)", "common factor").normalise(mod_by_product),
    FLOOR
        .rule("B16", "(% (+ (* x a) y) b)", "(% (+ (* x (% a b)) y) b)", "coefficients modulo b")
        .domains(|name| if name == "a" { Domain::Constant } else { domains(name) })
        .normalise(mod_coefficient),
    FLOOR
        .rule("B17", "(/ (+ (* x b) y) b)", "(+ x (/ y b))", "whole part, y any integer")
        .normalise(div_of_sum),
    FLOOR.rule("B18", "(% (+ (* x b) y) b)", "(% y b)", "whole part, y any integer").normalise(mod_of_sum),
    FLOOR
        .rule("B19", "(/ (+ (* x a) y) (* a b))", "(/ x b)", "low digit")
        .when(&["(<= 0 y)", "(< y a)"])
        .normalise(div_drops_low),
    FLOOR
        .rule("B20", "(% (+ (* x a) y) (* a b))", "(+ (* (% x b) a) y)", "low digit")
        .when(&["(<= 0 y)", "(< y a)"])
        .normalise(mod_keeps_low),
    FLOOR
        .rule("B21", "(/ (+ (* x a) y) a)", "x", "low digit")
        .when(&["(<= 0 y)", "(< y a)"])
        .normalise(div_is_high),
    FLOOR
        .rule("B22", "(/ (+ x (* a b)) b)", "(+ (/ x b) a)", "whole constant")
        .domains(|name| if name == "a" { Domain::Constant } else { domains(name) })
        .normalise(div_of_constant),
    FLOOR
        .rule("B18-aligned", "(% (+ x y) c)", "(% y c)", "whole part, by alignment")
        .when(&["(divides c x)"])
        .normalise(mod_of_aligned),
    FLOOR
        .rule("B23", "(/ (+ x y) (* a b))", "(/ x (* a b))", "alignment")
        .when(&["(divides a x)", "(<= 0 y)", "(< y a)"])
        .normalise(div_of_aligned),
    FLOOR
        .rule("B24", "(% (+ (* (% x c) s) y) a)", "(% (+ (* x s) y) a)", "an inner remainder is none")
        .when(&["(divides a (* c s))"])
        .normalise(mod_of_inner_mod),
    FLOOR
        .rule("B25", "(% (*! (% x c) y) a)", "(% (* x y) a)", "an inner remainder is none")
        .when(&["(divides a c)"])
        .normalise(mod_of_mod_product),
    FLOOR
        .rule("B26", "(/ (+ (/ x a) y) c)", "(/ (+ x (* y a)) (* a c))", "nested floors, y any integer")
        .normalise(div_of_div_sum),
    FLOOR.rule("B3", "(+ (* (/ x c) c) (% x c))", "x", "B28 with s = 1").derived(),
    FLOOR
        .rule("B4", "(+ (+ (* x s) (* (/ x c) (* c (- 0 s)))) r)", "(+ (* (% x c) s) r)", "remainder")
        .normalise(remainder),
    FLOOR
        .rule(
            "B27",
            "(+ (+ (* (% x a) s) (* (% (/ x a) b) (* a s))) r)",
            "(+ (* (% x (* a b)) s) r)",
            "digit merge",
        )
        .subsumes()
        .normalise(merge_digits),
    FLOOR
        .rule("B28", "(+ (+ (* (% x a) s) (* (/ x a) (* a s))) r)", "(+ (* x s) r)", "digit merge")
        .subsumes()
        .normalise(merge_top_digit),
    FLOOR
        .rule(
            "B27-inner",
            "(+ (+ (* (% (/ x c) a) s) (* (% (/ x (* c a)) b) (* a s))) r)",
            "(+ (* (% (/ x c) (* a b)) s) r)",
            "digit merge, of inner digits",
        )
        .subsumes()
        .normalise(merge_inner_digits),
    FLOOR
        .rule(
            "B28-inner",
            "(+ (+ (* (% (/ x c) a) s) (* (/ x (* c a)) (* a s))) r)",
            "(+ (* (/ x c) s) r)",
            "digit merge, of inner digits",
        )
        .subsumes()
        .normalise(merge_inner_top_digit),
    FLOOR
        .rule(
            "B35",
            "(+ (+ (* (% x a) s) (* (/ x a) (* a k))) r)",
            "(+ (+ (* x k) (* (% x a) (- s k))) r)",
            "the quotient is what the remainder leaves",
        )
        .domains(|name| if name == "s" || name == "k" { Domain::Constant } else { domains(name) })
        .explore(quotient_by_remainder),
    FLOOR
        .rule(
            "B36",
            "(+ (+ (* (% x a) s) (* (/ x a) h)) r)",
            "(+ (+ (* x s) (* (/ x a) (- h (* a s)))) r)",
            "the remainder is what the quotient leaves",
        )
        .domains(|name| if name == "s" || name == "h" { Domain::Constant } else { domains(name) })
        .explore(remainder_by_quotient),
    FLOOR
        .rule("B29", "(+ (- (* x s) (* (% x c) s)) r)", "(+ (* (/ x c) (* c s)) r)", "without its remainder")
        .normalise(without_remainder),
    FLOOR
        .rule("B30", "(/ (- 0 x) c)", "(- 0 (/ (+ x (- c 1)) c))", "ceildiv without a negative dividend")
        .normalise(div_of_negative),
    FLOOR.rule("B30-ceildiv", "(ceildiv x c)", "(- 0 (/ (- 0 x) c))", "ceildiv").derived(),
    FLOOR
        .rule("B31", "(/ (+ x k) c)", "(+ (/ x c) (/ (+ r k) c))", "a known residue takes the constant")
        .domains(|name| if name == "r" { Domain::Mask } else { domains(name) })
        .when(&["(= (% x c) r)"])
        .normalise(div_of_residue),
    FLOOR.rule("B32", "(/ (min x k) b)", "(min (/ x b) (/ k b))", "division is monotone").explore(div_of_min),
    FLOOR
        .rule("B32-max", "(/ (max x k) b)", "(max (/ x b) (/ k b))", "division is monotone")
        .explore(div_of_max),
];
