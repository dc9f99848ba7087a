//! Where the time of a compilation goes: our passes, upstream's, LLVM's code generation.

use serde::Deserialize;

/// What makes MLIR's tools write the report that [`split`] finds.
pub const FLAGS: [&str; 3] = ["--mlir-timing", "--mlir-timing-display=list", "--mlir-output-format=json"];

/// The pass that has LLVM optimize a kernel and write PTX, by the name that the report has for it.
const LLVM: &str = "GpuModuleToBinaryPass";

/// Seconds by what took them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timing {
    /// Each of our passes that ran, the longest first. The verification of what it wrote is
    /// part of a pass.
    pub ours: Vec<(String, f64)>,
    /// All passes of upstream but [`Self::llvm`].
    pub upstream: f64,
    /// LLVM's optimizations, and its code generation.
    pub llvm: f64,
    /// The rest: reading, writing, setting up.
    pub rest: f64,
}

/// A report that is none.
#[derive(Debug, thiserror::Error)]
#[error("the times that layout-opt reports cannot be read: {0}")]
pub struct TimingError(#[from] serde_json::Error);

#[derive(Deserialize)]
struct Entry {
    name: String,
    wall: Wall,
}

#[derive(Deserialize)]
struct Wall {
    duration: f64,
}

/// What a tool that was called with [`FLAGS`] wrote to standard error: diagnostics, and behind
/// them the report.
pub fn split(errors: &str) -> (&str, &str) {
    let start = if errors.starts_with("[\n") { Some(0) } else { errors.rfind("\n[\n").map(|at| at + 1) };
    errors.split_at(start.unwrap_or(errors.len()))
}

impl Timing {
    /// Reads a report; `is_ours` says of a pass whether it is one of this project.
    ///
    /// # Errors
    /// [`TimingError`] if it is no such report.
    pub fn read(report: &str, is_ours: impl Fn(&str) -> bool) -> Result<Self, TimingError> {
        let entries: Vec<Entry> = serde_json::from_str(report)?;
        let mut timing = Self::default();
        for Entry { name, wall: Wall { duration } } in entries {
            match name.as_str() {
                "Parser" | "Output" | "Rest" => timing.rest += duration,
                LLVM => timing.llvm += duration,
                _ if is_ours(&name) => timing.ours.push((name, duration)),
                // What holds passes or is a part of one is counted with these.
                name if name == "root" || name == "Total" || name.starts_with(['\'', '(']) => {}
                _ => timing.upstream += duration,
            }
        }
        timing.ours.sort_by(|a, b| b.1.total_cmp(&a.1));
        Ok(timing)
    }

    /// The seconds of our passes.
    pub fn own(&self) -> f64 {
        self.ours.iter().map(|(_, seconds)| seconds).sum()
    }

    /// A table in milliseconds; of our passes those that take any time stand in it by name.
    pub fn table(&self) -> String {
        let row = |name: &str, seconds: f64| format!("{name:<30}{:>8.1}\n", 1000.0 * seconds);
        let mut out = row("our passes", self.own());
        for (name, seconds) in self.ours.iter().filter(|(_, seconds)| *seconds > 0.0) {
            out += &row(&format!("  {name}"), *seconds);
        }
        out + &row("upstream's passes", self.upstream)
            + &row("LLVM", self.llvm)
            + &row("reading, writing, the rest", self.rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_told_apart() {
        let errors = "note: [\nsaid\n[\n\
            {\"wall\": {\"duration\":   0.0200, \"percentage\": 100.0}, \"name\": \"root\"},\n\
            {\"wall\": {\"duration\":   0.0010, \"percentage\":  5.0}, \"name\": \"Parser\"},\n\
            {\"wall\": {\"duration\":   0.0060, \"percentage\": 30.0}, \"name\": \"'gpu.module' Pipeline\"},\n\
            {\"wall\": {\"duration\":   0.0020, \"percentage\": 10.0}, \"name\": \"layout-sync\"},\n\
            {\"wall\": {\"duration\":   0.0030, \"percentage\": 15.0}, \"name\": \"layout-select\"},\n\
            {\"wall\": {\"duration\":   0.0060, \"percentage\": 30.0}, \"name\": \"CSEPass\"},\n\
            {\"wall\": {\"duration\":   0.0001, \"percentage\":  0.5}, \"name\": \"(A) DominanceInfo\"},\n\
            {\"wall\": {\"duration\":   0.0080, \"percentage\": 40.0}, \"name\": \"GpuModuleToBinaryPass\"},\n\
            {\"wall\": {\"duration\":   0.0200, \"percentage\": 100.0}, \"name\": \"Total\"}\n]\n";
        let (said, report) = split(errors);
        assert_eq!(said, "note: [\nsaid\n");
        let timing = Timing::read(report, |name| name.starts_with("layout-")).unwrap();
        let ours = vec![("layout-select".to_string(), 0.003), ("layout-sync".to_string(), 0.002)];
        assert_eq!(timing, Timing { ours, upstream: 0.006, llvm: 0.008, rest: 0.001 });
        assert_eq!(split("error: no report\n"), ("error: no report\n", ""));
    }
}
