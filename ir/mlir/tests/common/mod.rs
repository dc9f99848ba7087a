//! What these tests share.

use melior::Context;
use melior::dialect::DialectRegistry;

/// A context with all dialects of upstream.
pub fn context() -> Context {
    let registry = DialectRegistry::new();
    layout_mlir::register_upstream(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}
