//! Statements that see a buffer differently: subviews, casts, sizes.

use super::{Buffer, Writer};

impl Writer<'_> {
    pub(super) fn subview(&mut self) {
        let with: Vec<Buffer> = self.scope.iter().filter(|b| b.strided.is_some()).cloned().collect();
        if with.is_empty() {
            return;
        }
        let a = self.pick(&with);
        let Some((strides, _)) = a.strided.clone() else { return };
        let (mut offsets, mut sizes, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for n in &a.shape {
            let step = self.rng.i64(1..3);
            let size = self.rng.i64(1..=(n + step - 1) / step);
            offsets.push(self.rng.i64(0..=n - (size - 1) * step - 1));
            sizes.push(size);
            steps.push(step);
        }
        // The type says what the source's type says: nothing is safe to leave out.
        let known = a.r#type.contains("#layout") && !a.r#type.contains('?');
        let text = |list: &[i64]| list.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        if !known {
            return;
        }
        let results: Vec<i64> = strides.iter().zip(&steps).map(|(a, b)| a * b).collect();
        let offset: i64 = offsets.iter().zip(&strides).map(|(o, s)| o * s).sum();
        let extents: Vec<String> = sizes.iter().map(i64::to_string).collect();
        let r#type = self.type_of(&extents, &format!(", strided<[{}], offset: {offset}>", text(&results)));
        let name = self.define(&format!(
            "memref.subview {}[{}] [{}] [{}] : {} to {type}",
            a.name,
            text(&offsets),
            text(&sizes),
            text(&steps),
            a.r#type,
            type = r#type
        ));
        self.scope.push(Buffer { name, r#type, shape: sizes, strided: Some((results, offset)) });
    }

    /// The same memory by another type of the same function.
    pub(super) fn cast(&mut self) {
        let with: Vec<Buffer> = self.scope.iter().filter(|b| b.strided.is_some()).cloned().collect();
        if with.is_empty() {
            let buffer = self.allocate();
            self.scope.push(buffer);
            return;
        }
        let a = self.pick(&with);
        let Some((strides, offset)) = a.strided.clone() else { return };
        let mut some = |n: &i64| if self.rng.bool() { "?".to_string() } else { n.to_string() };
        let extents: Vec<String> = a.shape.iter().map(&mut some).collect();
        let text: Vec<String> = strides.iter().map(&mut some).collect();
        let off = some(&offset);
        let layout = if self.rng.bool() {
            format!(", strided<[{}], offset: {off}>", text.join(", "))
        } else if offset == 0 && !self.rng.bool() {
            format!(", #layout<({}):({})>", extents.join(","), text.join(","))
        } else {
            format!(", #layout<S<0,0,0> o {off} o ({}):({})>", extents.join(","), text.join(","))
        };
        let r#type = self.type_of(&extents, &layout);
        let name = self.define(&format!("memref.cast {} : {} to {type}", a.name, a.r#type, type = r#type));
        self.scope.push(Buffer { name, r#type, ..a });
    }

    pub(super) fn dim(&mut self) {
        let a = self.buffer();
        let d = self.rng.usize(..a.shape.len());
        let d = self.number(d as i64);
        let size = self.define(&format!("memref.dim {}, {d} : {}", a.name, a.r#type));
        let value = self.value(&[size]);
        let i = self.coordinate(&a.shape).join(", ");
        self.line(&format!("memref.store {value}, {}[{i}] : {}", a.name, a.r#type));
    }
}
