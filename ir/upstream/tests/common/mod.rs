//! What texts mean, by definition: nothing here is shared with the conversions.

#![allow(dead_code, clippy::unwrap_used, reason = "each test uses some of it")]

/// The value of an affine expression as it is written, of names that stand for numbers.
pub fn evaluate(text: &str, names: &dyn Fn(&str) -> i128) -> i128 {
    let mut tokens = Vec::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        if !c.is_whitespace() {
            tokens.push(c.to_string());
        }
    }
    let mut at = 0;
    let value = sum(&tokens, &mut at, names);
    assert_eq!(at, tokens.len(), "{text}");
    value
}

fn sum(tokens: &[String], at: &mut usize, names: &dyn Fn(&str) -> i128) -> i128 {
    let mut value = product(tokens, at, names);
    while let Some(sign) = tokens.get(*at).filter(|t| *t == "+" || *t == "-") {
        *at += 1;
        let term = product(tokens, at, names);
        value = if sign == "+" { value + term } else { value - term };
    }
    value
}

fn product(tokens: &[String], at: &mut usize, names: &dyn Fn(&str) -> i128) -> i128 {
    let mut value = factor(tokens, at, names);
    loop {
        let op = tokens.get(*at).map(String::as_str).unwrap_or_default();
        if !["*", "mod", "floordiv", "ceildiv"].contains(&op) {
            return value;
        }
        *at += 1;
        let by = factor(tokens, at, names);
        let floor = |a: i128, b: i128| (a - (a % b + b) % b) / b;
        value = match op {
            "*" => value * by,
            "mod" => value - by * floor(value, by),
            "floordiv" => floor(value, by),
            _ => -floor(-value, by),
        };
    }
}

fn factor(tokens: &[String], at: &mut usize, names: &dyn Fn(&str) -> i128) -> i128 {
    let token = &tokens[*at];
    *at += 1;
    match token.as_str() {
        "(" => {
            let value = sum(tokens, at, names);
            assert_eq!(tokens[*at], ")");
            *at += 1;
            value
        }
        "-" => -factor(tokens, at, names),
        number if number.starts_with(|c: char| c.is_ascii_digit()) => number.parse().unwrap(),
        name => names(name),
    }
}

/// The index of a coordinate, an integer a mode, by modes of sizes and strides.
pub fn index(modes: &[Vec<(i64, i64)>], coordinate: &[i64]) -> i128 {
    let mut index = 0;
    for (mode, integer) in modes.iter().zip(coordinate) {
        let mut rest = *integer;
        for (size, stride) in mode {
            index += i128::from(rest % size) * i128::from(*stride);
            rest /= size;
        }
    }
    index
}

/// All coordinates of a shape, the last dimension fastest.
pub fn coordinates(shape: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for extent in shape {
        all = all.iter().flat_map(|c| (0..*extent).map(move |i| [c.clone(), vec![i]].concat())).collect();
    }
    all
}
