//! Pipelines with their options, for pass managers.

use melior::pass::{OperationPassManager, PassManager};

use crate::options::{OptionValues, PassOptions};
use crate::registration;
use crate::registry::PipelineInfo;

/// What a pipeline is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {reason}")]
pub struct PipelineError {
    /// The pipeline.
    pub name: &'static str,
    /// Why it cannot be built, or not be appended there.
    pub reason: String,
}

/// A pipeline with its options, to be appended to what a pass manager has already.
#[derive(Clone)]
pub struct Pipeline {
    info: PipelineInfo,
    texts: Vec<String>,
}

impl Pipeline {
    /// A pipeline of the table with options. The passes that it names must be registered when it is appended.
    pub fn new(info: PipelineInfo, options: &impl PassOptions) -> Self {
        Self { info, texts: options.texts() }
    }

    /// The passes as text.
    ///
    /// # Errors
    /// [`PipelineError`], if the options contradict each other or are wrong.
    pub fn text(&self) -> Result<String, PipelineError> {
        let values = OptionValues::new(self.info.options, self.texts.clone());
        (self.info.build)(&values).map_err(|e| self.error(e.to_string()))
    }

    /// Appends the passes to those of a pass manager, of modules.
    ///
    /// # Errors
    /// [`PipelineError`], and nothing is appended.
    pub fn append_to(&self, manager: &PassManager<'_>) -> Result<(), PipelineError> {
        self.append_to_nested(manager.as_operation_pass_manager())
    }

    /// The same for a nested pass manager.
    ///
    /// # Errors
    /// [`PipelineError`], and nothing is appended.
    pub fn append_to_nested(&self, manager: OperationPassManager<'_, '_>) -> Result<(), PipelineError> {
        registration::append(manager, &self.text()?).map_err(|reason| self.error(reason))
    }

    fn error(&self, reason: String) -> PipelineError {
        PipelineError { name: self.info.name, reason }
    }
}
