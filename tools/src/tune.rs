//! [`Tuner`]: times the kernels that products may have.
//!
//! A kernel is asked for as everybody asks for it: by a cache that has it for the product. What that makes of the whole module is
//! compiled, and the function of the host that the product calls is run by `layout-run` on random operands.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};
use layout_lowering::matmul::{Cache, CacheError, Candidates, Entry, candidates};
use layout_mlir::ir;
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{Module, OperationRef, ValueLike};
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use serde_json::{Value, json};

/// Why nothing was tuned.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A file that cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// What MLIR or a pass says.
    #[error("{0}")]
    Said(String),
    /// No product to tune.
    #[error(
        "{0} has no product of matrices of known sizes: kernels of others are chosen when it runs, by the model"
    )]
    Nothing(PathBuf),
    /// An operand that no job has.
    #[error("an operand is {0}, of which layout-tune makes none: it makes memory of known sizes and numbers")]
    Operand(String),
    /// The runner did not run.
    #[error("cannot run {0}: {1}")]
    Run(PathBuf, std::io::Error),
    /// The runner failed with every kernel.
    #[error("{program} ran none of the kernels of the product at {place}; of the last one it says: {said}")]
    Runner {
        /// The runner.
        program: PathBuf,
        /// The product.
        place: String,
        /// What it says.
        said: String,
    },
    /// The cache that is there.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// A file of ours in JSON.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
}

/// What compiles and times kernels.
pub struct Tuner {
    context: Context,
    said: Arc<Mutex<Vec<String>>>,
    chip: String,
    tf32: bool,
    samples: u32,
    runner: PathBuf,
}

impl Tuner {
    /// One for a chip; `runner` is what runs jobs, by default the `layout-run` beside this program.
    ///
    /// # Errors
    /// [`TuneError::Said`] where passes are registered already.
    pub fn new(chip: &str, tf32: bool, samples: u32, runner: Option<PathBuf>) -> Result<Self, TuneError> {
        melior::utility::register_all_passes();
        layout_lowering::register_passes().map_err(|error| TuneError::Said(error.to_string()))?;
        let context = layout_dialect::context();
        melior::utility::register_all_llvm_translations(&context);
        let said: Arc<Mutex<Vec<String>>> = Arc::default();
        let heard = said.clone();
        context.attach_diagnostic_handler(move |diagnostic| {
            heard.lock().unwrap_or_else(PoisonError::into_inner).push(diagnostic.to_string());
            true
        });
        let runner = runner.unwrap_or_else(|| {
            let here = std::env::current_exe().ok();
            here.as_deref()
                .and_then(Path::parent)
                .map_or_else(|| "layout-run".into(), |directory| directory.join("layout-run"))
        });
        Ok(Self { context, said, chip: chip.into(), tf32, samples, runner })
    }

    /// Times at most so many kernels of each product in a file, and puts the fastest into a cache. What was found is
    /// written after each product.
    ///
    /// # Errors
    /// [`TuneError`].
    pub fn tune(&self, file: &Path, cache: &Path, most: usize) -> Result<(), TuneError> {
        let text = std::fs::read_to_string(file).map_err(|error| TuneError::File(file.into(), error))?;
        let mut known = if cache.exists() { Cache::read(cache)? } else { Cache::default() };
        let module = self.parse(&text)?;
        let found =
            candidates(module.as_operation(), &self.chip, self.tf32, most).map_err(TuneError::Said)?;
        if found.is_empty() {
            return Err(TuneError::Nothing(file.into()));
        }
        let count: usize = found.iter().map(|product| product.kernels.len()).sum();
        let bar = ProgressBar::new(count as u64);
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} kernels, {eta} left  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        for product in found {
            let entry = self.fastest((file, &text), &product, &bar)?;
            known.put(entry);
            let written = serde_json::to_string_pretty(&known)? + "\n";
            std::fs::write(cache, written).map_err(|error| TuneError::File(cache.into(), error))?;
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// The entry of a product with the kernel that takes the least time.
    fn fastest(
        &self,
        (file, text): (&Path, &str),
        product: &Candidates,
        bar: &ProgressBar,
    ) -> Result<Entry, TuneError> {
        let mut times: Vec<(f64, &str)> = Vec::new();
        let mut said = String::new();
        for kernel in &product.kernels {
            bar.set_message(kernel.clone());
            match self.time(text, product, kernel)? {
                Ok(microseconds) => times.push((microseconds, kernel)),
                Err(error) => said = format!("{kernel}: {error}"),
            }
            bar.inc(1);
        }
        let first =
            times.iter().find(|(_, kernel)| Some(*kernel) == product.kernels.first().map(String::as_str));
        let best = times.iter().min_by(|a, b| a.0.total_cmp(&b.0));
        let place = product.place.trim_start_matches("loc(\"-\":").trim_end_matches(')');
        let place = format!("{}:{place}", file.display());
        let Some((microseconds, kernel)) = best.copied() else {
            return Err(TuneError::Runner { program: self.runner.clone(), place, said });
        };
        let of_model = first.map_or_else(
            || "the model's ran not".into(),
            |(time, name)| format!("the model's, {name}, {time:.2} us"),
        );
        let failed = product.kernels.len() - times.len();
        let failed = if failed > 0 { format!("; {failed} ran not, the last {said}") } else { String::new() };
        bar.suspend(|| println!("{place}: {kernel}, {microseconds:.2} us; {of_model}{failed}"));
        Ok(Entry { kernel: kernel.into(), microseconds, ..product.product.clone() })
    }

    /// The microseconds that a kernel of a product takes, or what the runner says.
    fn time(&self, text: &str, product: &Candidates, kernel: &str) -> Result<Result<f64, String>, TuneError> {
        let folder = tempfile::tempdir().map_err(|error| TuneError::File(std::env::temp_dir(), error))?;
        let [cache, ptx, job] =
            ["cache.json", "kernels.ptx", "job.json"].map(|name| folder.path().join(name));
        let write = |file: &Path, text: String| {
            std::fs::write(file, text).map_err(|error| TuneError::File(file.into(), error))
        };
        let mut asked = Cache::default();
        asked.put(Entry { kernel: kernel.into(), ..product.product.clone() });
        write(&cache, serde_json::to_string(&asked)?)?;
        let (chip, tf32) = (&self.chip, self.tf32);
        let mut module = self.parse(text)?;
        self.run(
            &mut module,
            &format!("layout-matmul{{chip={chip} tf32={tf32} cache={}}}", cache.display()),
        )?;
        let call = Self::call(&module, product)?;
        let (function, described) = self.job(call, product, &ptx)?;
        write(&job, described.to_string())?;
        Self::keep(&module, &function)?;
        let ptx = ptx.display();
        self.run(&mut module, &format!("layout-to-nvvm{{chip={chip} bare-pointers=false ptx={ptx}}}"))?;
        let output = Command::new(&self.runner).arg(&job).arg("--json").output();
        let output = output.map_err(|error| TuneError::Run(self.runner.clone(), error))?;
        let report: Option<Value> = serde_json::from_slice(&output.stdout).ok();
        let median = report.as_ref().and_then(|report| report.pointer("/runs/0/time/median_us")?.as_f64());
        Ok(median.filter(|_| output.status.success()).ok_or_else(|| {
            let said = String::from_utf8_lossy(&output.stderr);
            said.lines().next().unwrap_or("nothing").to_string()
        }))
    }

    /// The call that stands where a product stood.
    fn call<'c, 'm>(module: &'m Module<'c>, product: &Candidates) -> Result<OperationRef<'c, 'm>, TuneError> {
        let is_call = |op: &OperationRef<'_, '_>| {
            ir::name(*op) == "func.call" && ir::location(*op).to_string() == product.place
        };
        let missing = || TuneError::Said(format!("nothing was made of the product at {}", product.place));
        ir::nested(module.as_operation()).into_iter().find(is_call).ok_or_else(missing)
    }

    /// Leaves of a module's functions one, and the kernels that it launches: nothing else is compiled.
    fn keep(module: &Module<'_>, function: &str) -> Result<(), TuneError> {
        let all = ir::nested(module.as_operation());
        let is_kept = |op: &OperationRef<'_, '_>| ir::symbol(*op).as_deref() == Some(function);
        let host = all.iter().copied().find(|op| ir::name(*op) == "func.func" && is_kept(op));
        let kernel = |op: OperationRef<'_, '_>| op.attribute("kernel").ok().map(|kernel| kernel.to_string());
        let inside = host.map(ir::nested).unwrap_or_default();
        let launched: Vec<String> =
            inside.into_iter().filter(|op| ir::name(*op) == "gpu.launch_func").filter_map(kernel).collect();
        let is_launched = |op: &OperationRef<'_, '_>| {
            let name = format!("::@{}", ir::symbol(*op).unwrap_or_default());
            launched.iter().any(|kernel| kernel.ends_with(&name))
        };
        let others = all.into_iter().filter(|op| match ir::name(*op) {
            "func.func" => !is_kept(op),
            "gpu.func" => !is_launched(op),
            _ => false,
        });
        ir::erase_all(&others.collect::<Vec<_>>()).map_err(|error| TuneError::Said(error.to_string()))
    }

    /// The function that a call is of, and what is run: that, on random operands.
    fn job(
        &self,
        call: OperationRef<'_, '_>,
        product: &Candidates,
        ptx: &Path,
    ) -> Result<(String, Value), TuneError> {
        let missing = |_| TuneError::Said(format!("what is called at {} has no name", product.place));
        let callee = call.attribute("callee").map_err(missing)?.to_string();
        let callee = callee.trim_start_matches('@').to_string();
        let (mut arguments, mut buffers) = (Vec::new(), Vec::new());
        for (number, operand) in call.operands().enumerate() {
            let r#type = operand.r#type();
            let refuse = || TuneError::Operand(r#type.to_string());
            let Some(memref) = ir::memref(r#type) else {
                let text = if ir::is_index(r#type) { "i64".into() } else { r#type.to_string() };
                arguments.push(json!({ text: 1 }));
                continue;
            };
            let sizes = ir::extents(r#type);
            let (strides, offset) = ir::strides(r#type).ok_or_else(refuse)?;
            let offset = if offset == ir::DYNAMIC { 0 } else { offset };
            if sizes.iter().chain(&strides).any(|number| *number == ir::DYNAMIC) {
                return Err(refuse());
            }
            let last = sizes.iter().zip(&strides).map(|(n, d)| (n - 1) * d).sum::<i64>();
            let (name, element) = (format!("operand{number}"), memref.element().to_string());
            let init = if element == "i1" {
                json!("zeros")
            } else {
                json!({"uniform": {"low": -1, "high": 1, "seed": number}})
            };
            let element = if element == "i1" { "i8".into() } else { element };
            buffers.push(json!({"name": name, "type": element, "shape": [offset + last + 1], "init": init}));
            arguments.push(
                json!({"memref": {"buffer": name, "offset": offset, "sizes": sizes, "strides": strides}}),
            );
        }
        let job = json!({
            "launch": {"module": ptx, "function": callee, "arguments": arguments},
            "buffers": buffers,
            "timing": {"samples": self.samples, "flops": product.flops},
        });
        Ok((callee, job))
    }

    fn parse(&self, text: &str) -> Result<Module<'_>, TuneError> {
        let _ = self.heard();
        Module::parse(&self.context, text).ok_or_else(|| TuneError::Said(self.heard()))
    }

    fn run(&self, module: &mut Module<'_>, passes: &str) -> Result<(), TuneError> {
        let _ = self.heard();
        let manager = PassManager::new(&self.context);
        let failed =
            |error: melior::Error| TuneError::Said(format!("{} {error}", self.heard()).trim().into());
        let text = format!("builtin.module({passes})");
        parse_pass_pipeline(manager.as_operation_pass_manager(), &text).map_err(failed)?;
        manager.run(module).map_err(failed)
    }

    /// What was said since the last call.
    fn heard(&self) -> String {
        std::mem::take(&mut *self.said.lock().unwrap_or_else(PoisonError::into_inner)).join("; ")
    }
}
