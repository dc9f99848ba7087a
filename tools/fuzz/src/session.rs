//! MLIR: a context with everything registered, and pipelines run on modules.

use std::sync::{Arc, Mutex, Once, PoisonError};

use melior::Context;
use melior::ir::Module;
use melior::pass::PassManager;
use melior::utility::{parse_pass_pipeline, register_all_passes};

/// A context that keeps what passes and the verifier say.
pub struct Session {
    context: Context,
    diagnostics: Arc<Mutex<Vec<String>>>,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A context with all dialects and passes.
    pub fn new() -> Self {
        static PASSES: Once = Once::new();
        PASSES.call_once(|| {
            register_all_passes();
            // Nobody else does in this process.
            let _ = layout_lowering::register_passes();
        });
        let context = layout_dialect::context();
        context.enable_multi_threading(false);
        let diagnostics = Arc::new(Mutex::new(Vec::new()));
        let said = diagnostics.clone();
        context.attach_diagnostic_handler(move |diagnostic| {
            said.lock().unwrap_or_else(PoisonError::into_inner).push(diagnostic.to_string());
            true
        });
        Self { context, diagnostics }
    }

    /// What was said since the last call.
    pub fn said(&self) -> String {
        let mut diagnostics = self.diagnostics.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *diagnostics).join("; ")
    }

    /// The module of a text, or what is wrong with it.
    ///
    /// # Errors
    /// The diagnostics of the parser or the verifier.
    pub fn parse(&self, text: &str) -> Result<Module<'_>, String> {
        let _ = self.said();
        Module::parse(&self.context, text).ok_or_else(|| self.said())
    }

    /// Runs passes, given as in `--pass-pipeline` without `builtin.module`.
    ///
    /// # Errors
    /// What the passes or the verifier say.
    pub fn run(&self, module: &mut Module<'_>, passes: &str) -> Result<(), String> {
        let _ = self.said();
        let manager = PassManager::new(&self.context);
        let text = format!("builtin.module({passes})");
        let failed = |e: melior::Error| format!("{} {e}", self.said()).trim().to_string();
        parse_pass_pipeline(manager.as_operation_pass_manager(), &text).map_err(failed)?;
        manager.run(module).map_err(failed)
    }
}
