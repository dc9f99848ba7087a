//! Random memory: its type, and what a job gives for it.

use fastrand::Rng;

use crate::job::Argument;

/// A memref of a program.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub name: String,
    pub r#type: String,
    pub shape: Vec<usize>,
}

/// Memory into which a tile of this shape goes more or less: sizes that fit, that are smaller
/// or larger, also by a leading dimension.
pub(crate) fn random(
    name: String,
    tile: &[usize],
    element: &'static str,
    input: Option<u64>,
    random: &mut Rng,
) -> (Memory, Argument) {
    let mut shape: Vec<usize> = tile
        .iter()
        .map(|n| match random.u8(0..4) {
            0 => (n + random.usize(0..5)).saturating_sub(2).max(1),
            1 => n * 2 + random.usize(0..3),
            _ => *n,
        })
        .collect();
    if shape.len() < 3 && random.u8(0..4) == 0 {
        shape.insert(0, random.usize(1..4));
    }
    let (text, symbols) = place(&shape, random);
    let dynamic = text.contains('?') || random.u8(0..4) == 0 && text.is_empty();
    let sizes = shape.iter().map(|n| if dynamic { "?x".into() } else { format!("{n}x") });
    let r#type = format!("memref<{}{element}{text}>", sizes.collect::<String>());
    let sizes: Vec<i64> = shape.iter().map(|n| *n as i64).collect();
    let mut argument = Argument { shape: Some(sizes), symbols, seed: input, ..Argument::default() };
    if input.is_some() {
        argument.whole = random.bool();
        (argument.low, argument.high) = match element {
            "i1" => (Some(0.0), Some(1.0)),
            _ if argument.whole => (Some(-4.0), Some(4.0)),
            _ => (Some(-2.0), Some(3.0)),
        };
    }
    (Memory { name, r#type, shape }, argument)
}

/// A layout of the shape, and the values of its symbols that are no sizes.
fn place(shape: &[usize], random: &mut Rng) -> (String, Vec<i64>) {
    let list = |values: Vec<String>| format!("({})", values.join(","));
    let strides = |order: &[usize], pad: usize| {
        let mut out = vec![0; shape.len()];
        let mut step = 1;
        for (i, d) in order.iter().enumerate() {
            out[*d] = step;
            step *= shape[*d];
            if i == 0 {
                step = step.next_multiple_of(pad);
            }
        }
        out
    };
    let numbers = |v: &[usize]| list(v.iter().map(ToString::to_string).collect());
    let mut order: Vec<usize> = (0..shape.len()).rev().collect();
    match random.u8(0..8) {
        0 | 1 => (String::new(), Vec::new()),
        2 => (format!(", #layout<{}:{}>", numbers(shape), numbers(&strides(&order, 8))), Vec::new()),
        3 => {
            random.shuffle(&mut order);
            (format!(", #layout<{}:{}>", numbers(shape), numbers(&strides(&order, 1))), Vec::new())
        }
        // Rows a multiple of 8 apart, of a length known at run time.
        4 | 5 if shape.len() == 2 => {
            let row = strides(&order, 8)[0] as i64;
            (", #layout<(?,?):(?{div=8},1)>".into(), vec![row])
        }
        6 if shape.len() == 2 => (", #layout<(?,?):(s1,1)>".into(), Vec::new()),
        7 => {
            let all = strides(&order, 16);
            (format!(", #layout<S<2,2,3> o 0 o {}:{}>", numbers(shape), numbers(&all)), Vec::new())
        }
        _ => (format!(", #layout<{}:{}>", numbers(shape), numbers(&strides(&order, 4))), Vec::new()),
    }
}
