//! Statements that move many elements: copies and vector transfers.

use super::{Buffer, Writer};

impl Writer<'_> {
    pub(super) fn copy(&mut self) {
        // Through memory of its own, since buffers may be the same.
        let Some((a, b)) = self.same_shape() else {
            let buffer = self.allocate();
            self.scope.push(buffer);
            return;
        };
        let extents: Vec<String> = a.shape.iter().map(i64::to_string).collect();
        let layout = self.layout(&a.shape);
        let text = layout.text(false, self.rng);
        let r#type = self.type_of(&extents, &format!(", {}", text.layout));
        let between = self.alloc_of(r#type, a.shape.clone(), &extents, &[], None);
        self.fill(&between);
        for (from, to) in [(&a, &between), (&between, &b)] {
            if self.rng.u32(..3) == 0 {
                self.line(&format!(
                    "linalg.copy ins({} : {}) outs({} : {})",
                    from.name, from.r#type, to.name, to.r#type
                ));
            } else {
                self.line(&format!(
                    "memref.copy {}, {} : {} to {}",
                    from.name, to.name, from.r#type, to.r#type
                ));
            }
        }
    }

    /// A transfer's dimensions, map and bounds, at fixed indices.
    pub(super) fn side(&mut self, buffer: &Buffer, vector: &[i64], writes: bool) -> (Vec<String>, String) {
        let rank = buffer.shape.len();
        let mut dimensions: Vec<usize> = (0..rank).collect();
        if self.rng.u32(..3) == 0 {
            self.rng.shuffle(&mut dimensions);
        }
        let chosen = &dimensions[rank - vector.len().min(rank)..];
        let mut along: Vec<Option<usize>> = chosen.iter().map(|d| Some(*d)).collect();
        while along.len() < vector.len() {
            along.insert(0, None);
        }
        if !writes && self.rng.u32(..6) == 0 {
            along[0] = None;
        }
        let mut indices = Vec::new();
        let mut bounds = vec!["true".to_string(); vector.len()];
        for (d, size) in buffer.shape.iter().enumerate() {
            let length = along.iter().position(|a| *a == Some(d)).map_or(1, |k| vector[k]);
            let fits = length <= *size && self.rng.u32(..4) > 0;
            let first = if fits { self.rng.i64(0..=size - length) } else { self.rng.i64(0..*size) };
            if !fits && let Some(k) = along.iter().position(|a| *a == Some(d)) {
                bounds[k] = "false".into();
            }
            indices.push(self.number(first));
        }
        let dims: Vec<String> = (0..rank).map(|d| format!("d{d}")).collect();
        let results: Vec<String> = along.iter().map(|a| a.map_or("0".into(), |d| format!("d{d}"))).collect();
        let map = format!(
            "{{in_bounds = [{}], permutation_map = affine_map<({}) -> ({})>}}",
            bounds.join(", "),
            dims.join(", "),
            results.join(", ")
        );
        (indices, map)
    }

    pub(super) fn transfer(&mut self) {
        // Upstream's lowering leaves some on memrefs without layouts.
        let with: Vec<Buffer> = self.scope.iter().filter(|b| b.r#type.contains("#layout")).cloned().collect();
        if with.is_empty() {
            return;
        }
        let (a, b) = (self.pick(&with), self.pick(&with));
        let rank = a.shape.len().min(b.shape.len()).min(self.rng.usize(1..3));
        let vector: Vec<i64> = (0..rank).map(|_| [2i64, 3, 4, 8][self.rng.usize(..4)]).collect();
        let r#type: String = vector.iter().map(|n| format!("{n}x")).collect();
        let r#type = format!("vector<{type}{}>", self.element, type = r#type);
        let pad = self.define(&format!("arith.constant 99 : {}", self.element));
        // Only for a vector of one dimension are the mask's dimensions those of any map.
        let masked = rank == 1 && self.rng.u32(..4) == 0;
        let (i, from) = self.side(&a, &vector, masked);
        let mask = if masked {
            let bound = self.rng.i64(0..=vector[0]);
            let bound = self.number(bound);
            let mask = self.define(&format!("vector.create_mask {bound} : vector<{}xi1>", vector[0]));
            format!(", {mask}")
        } else {
            String::new()
        };
        let v = self.define(&format!(
            "vector.transfer_read {}[{}], {pad}{mask} {from} : {}, {type}",
            a.name,
            i.join(", "),
            a.r#type,
            type = r#type
        ));
        let (j, to) = self.side(&b, &vector, true);
        self.line(&format!(
            "vector.transfer_write {v}, {}[{}]{mask} {to} : {type}, {}",
            b.name,
            j.join(", "),
            b.r#type,
            type = r#type
        ));
    }

    /// Rows in steps of a vector: what keeps its vectors where elements lie together.
    pub(super) fn row_transfer(&mut self) {
        let Some((a, b)) = self.same_shape() else { return };
        let last = *a.shape.last().unwrap_or(&1);
        let length = [8, 4, 2].into_iter().find(|n| last % n == 0).unwrap_or(last);
        let mut steps = vec![1; a.shape.len()];
        if let Some(step) = steps.last_mut() {
            *step = length;
        }
        let element = self.element.clone();
        let pad = self.define(&format!("arith.constant 5 : {element}"));
        let shape = a.shape.clone();
        self.loops(&shape, &steps, |w, indices| {
            let i = indices.join(", ");
            let r#type = format!("vector<{length}x{element}>");
            let v = w.define(&format!(
                "vector.transfer_read {}[{i}], {pad} {{in_bounds = [true]}} : {}, {type}",
                a.name, a.r#type, type = r#type
            ));
            w.line(&format!(
                "vector.transfer_write {v}, {}[{i}] {{in_bounds = [true]}} : {type}, {}",
                b.name, b.r#type, type = r#type
            ));
        });
    }
}
