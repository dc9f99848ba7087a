//! `memref.copy`: coordinate by coordinate, or all at once where the layouts agree.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::emit::Emit;
use super::error::Error;
use super::rewriter::{Memory, Rewriter};

/// Lowers a copy to loops over the coordinates of both memrefs.
///
/// # Errors
/// [`Error::Build`].
pub fn copy<'c: 'a, 'a>(op: OperationRef<'c, 'a>, rewriter: &mut Rewriter<'c, 'a>) -> Result<(), Error> {
    let emit = Emit::at(op);
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let [from, to] = operands[..] else { return Err(Error::Build("memref.copy".into())) };
    let (from, to) = (Memory::of(rewriter, from, emit)?, Memory::of(rewriter, to, emit)?);
    rewriter.remove(op);
    if let (Memory::Layout(a), Memory::Layout(b)) = (&from, &to)
        // What lies between the elements must stay.
        && a.r#type.layout == b.r#type.layout
        && a.r#type.is_compact()
    {
        return emit.op("memref.copy", &[a.flat, b.flat], &[], &[]).map(|_| ());
    }
    let known = to.shape();
    let mut inner = emit;
    let mut coordinate = Vec::new();
    for (dimension, size) in from.shape().into_iter().enumerate() {
        let sized =
            if size.is_none() && known.get(dimension).is_some_and(Option::is_some) { &to } else { &from };
        let body = inner.r#for(sized.size(dimension, inner)?)?;
        coordinate.push(body.index.ok_or_else(|| Error::Build("scf.for".into()))?);
        inner = body.emit;
    }
    let value = from.load(&coordinate, inner)?;
    to.store(value, &coordinate, inner)
}
