//! Tokens: an asynchronous copy is waited for exactly once on every path.
//!
//! A token is a value that is used up. `layout.wait` uses it up, and so does what hands it on:
//! the operands of loops, what regions yield. What it is handed on as, an argument of a region or a
//! result, is a token of its own. For each one all paths from where it comes to be to the end of
//! its block are followed, by how often it may have been used up.

use std::collections::BTreeSet;

use layout_mlir::ir;
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value, ValueLike};

use super::{is_token, report};

/// What is wrong with a token, at an operation.
struct Misuse<'c, 'a> {
    at: OperationRef<'c, 'a>,
    error: String,
    note: Option<(OperationRef<'c, 'a>, &'static str)>,
}

/// Where a token may be used up already, on the paths that lead to a place.
#[derive(Clone, Copy)]
struct Paths<'c, 'a> {
    /// On some path it is not.
    unused: bool,
    /// On some path it is, by this operation.
    used: Option<OperationRef<'c, 'a>>,
}

/// Checks all tokens of a function. Emits the first error, and returns whether there was none.
pub(super) fn verify_tokens(function: OperationRef<'_, '_>) -> bool {
    for op in ir::nested(function) {
        let results = ir::results(op).into_iter().map(|value| (value, op.block()));
        let blocks = ir::blocks(op).into_iter();
        let arguments = blocks.flat_map(|b| ir::arguments(b).into_iter().map(move |value| (value, Some(b))));
        for (value, block) in results.chain(arguments).filter(|(value, _)| is_token(value.r#type())) {
            let Some(block) = block else { continue };
            if let Err(misuse) = Token::new(value, op, block).and_then(|token| token.verify()) {
                let note = misuse.note.map(|(op, note)| (ir::location(op), note));
                report(misuse.at, &misuse.error, note);
                return false;
            }
        }
    }
    true
}

struct Token<'c, 'a> {
    value: Value<'c, 'a>,
    /// What defines it, or has the region whose argument it is.
    origin: OperationRef<'c, 'a>,
    block: BlockRef<'c, 'a>,
    /// Its users, and what is around them up to its block.
    around: BTreeSet<usize>,
}

impl<'c, 'a> Token<'c, 'a> {
    fn new(
        value: Value<'c, 'a>,
        origin: OperationRef<'c, 'a>,
        block: BlockRef<'c, 'a>,
    ) -> Result<Self, Misuse<'c, 'a>> {
        let mut around = BTreeSet::new();
        for user in ir::users(value) {
            let mut op = user;
            around.insert(ir::op_key(op));
            while op.block() != Some(block) {
                let Some(parent) = op.block().and_then(ir::block_parent) else {
                    let error = "uses a token of another block; tokens go through scf, not through cf".into();
                    return Err(Misuse { at: user, error, note: Some((origin, "the token is from here")) });
                };
                op = parent;
                around.insert(ir::op_key(op));
            }
        }
        Ok(Self { value, origin, block, around })
    }

    fn verify(&self) -> Result<(), Misuse<'c, 'a>> {
        let paths = self.follow(self.block, Paths { unused: true, used: None })?;
        if !paths.unused {
            return Ok(());
        }
        let what = match ir::name(self.origin) {
            "layout.copy_async" => "begins a copy whose token",
            "layout.store_async" => "begins a store whose token",
            _ => "has a token that",
        };
        let (often, note) = match paths.used {
            None => ("never waited for", None),
            Some(used) => ("not waited for on every path", Some((used, "it is here"))),
        };
        Err(Misuse { at: self.origin, error: format!("{what} is {often}; a layout.wait is missing"), note })
    }

    /// Through the operations of a block in their order.
    fn follow(&self, block: BlockRef<'c, 'a>, from: Paths<'c, 'a>) -> Result<Paths<'c, 'a>, Misuse<'c, 'a>> {
        let mut paths = from;
        let mut next = block.first_operation();
        while let Some(op) = next {
            if self.around.contains(&ir::op_key(op)) {
                paths = self.inside(op, self.used_by(op, paths)?)?;
            }
            next = op.next_in_block();
        }
        Ok(paths)
    }

    /// The operation's own operands.
    fn used_by(
        &self,
        op: OperationRef<'c, 'a>,
        from: Paths<'c, 'a>,
    ) -> Result<Paths<'c, 'a>, Misuse<'c, 'a>> {
        let mut paths = from;
        for _ in op.operands().filter(|operand| *operand == self.value) {
            let name = ir::name(op);
            if !matches!(name, "layout.wait" | "scf.for" | "scf.while" | "scf.yield" | "scf.condition") {
                let error = "takes a token, which only layout.wait, loops and yields of scf may".into();
                return Err(Misuse { at: op, error, note: None });
            }
            if let Some(before) = paths.used {
                let verb = if name == "layout.wait" { "waits for" } else { "hands on" };
                let error = format!("{verb} a token that was waited for or handed on before");
                return Err(Misuse { at: op, error, note: Some((before, "it was here")) });
            }
            paths = Paths { unused: false, used: Some(op) };
        }
        Ok(paths)
    }

    /// The operation's regions.
    fn inside(&self, op: OperationRef<'c, 'a>, from: Paths<'c, 'a>) -> Result<Paths<'c, 'a>, Misuse<'c, 'a>> {
        let blocks = ir::blocks(op);
        let used = |block: &BlockRef<'c, 'a>| {
            let nested = std::iter::successors(block.first_operation(), |op| op.next_in_block());
            nested.into_iter().any(|op| self.around.contains(&ir::op_key(op)))
        };
        if !blocks.iter().any(used) {
            return Ok(from);
        }
        let name = ir::name(op);
        if name == "scf.execute_region" && blocks.len() == 1 {
            return self.follow(blocks[0], from);
        }
        if !matches!(name, "scf.if" | "scf.index_switch") {
            let paths = blocks.iter().try_fold(from, |paths, block| self.follow(*block, paths))?;
            let at = paths.used.unwrap_or(op);
            let error = format!(
                "waits in a region of {name} for a token from outside it, which each iteration would do again: carry the token with the loop"
            );
            return Err(Misuse { at, error, note: Some((self.origin, "the token is from here")) });
        }
        // One of them is taken; of an `if` without `else`, maybe none.
        let mut all = Paths { unused: false, used: None };
        let none = name == "scf.if" && blocks.len() < 2;
        let ways = blocks.iter().map(|block| self.follow(*block, from)).chain(none.then_some(Ok(from)));
        for way in ways {
            let way = way?;
            all = Paths { unused: all.unused || way.unused, used: all.used.or(way.used) };
        }
        Ok(all)
    }
}
