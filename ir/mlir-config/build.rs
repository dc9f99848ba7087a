//! Finds MLIR 22, and checks that all crates that need it are told so.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// What must be set, and to what; the other two to where MLIR is.
const SHARED: (&str, &str) = ("MLIR_SYS_LINK_SHARED", "1");
const PREFIXES: [&str; 2] = ["MLIR_SYS_220_PREFIX", "TABLEGEN_220_PREFIX"];

fn main() -> ExitCode {
    match checked() {
        Ok(prefix) => {
            println!("cargo:prefix={}", prefix.display());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Where MLIR is, if all are told so; else what to do.
fn checked() -> Result<PathBuf, String> {
    for name in PREFIXES.into_iter().chain([SHARED.0]) {
        println!("cargo:rerun-if-env-changed={name}");
    }
    let given = PREFIXES.map(|name| env::var(name).ok());
    let Some(prefix) = find(&given) else {
        let looked = given[0].clone().unwrap_or_else(|| "/usr/lib/llvm-22".into());
        return Err(format!(
            "MLIR 22 is not in {looked}. Install it (Debian 12 and later: apt-get install libmlir-22-dev mlir-22-tools \
             llvm-22-dev libclang-22-dev libpolly-22-dev zlib1g-dev libzstd-dev g++; macOS: brew install llvm@22), \
             then set, in .cargo/config.toml or the environment:\n{}",
            settings(Path::new("/usr/lib/llvm-22"))
        ));
    };
    let shared = env::var(SHARED.0).is_ok_and(|value| value == SHARED.1);
    if given.iter().any(Option::is_none) || !shared {
        return Err(format!(
            "MLIR 22 is in {}; write that into .cargo/config.toml beside your Cargo.toml (or set it in the \
             environment), and build again:\n{}",
            prefix.display(),
            settings(&prefix)
        ));
    }
    Ok(prefix)
}

/// Where MLIR is: where it is said to be, else where it is installed.
fn find(given: &[Option<String>]) -> Option<PathBuf> {
    let has_mlir =
        |prefix: &PathBuf| prefix.join("include/mlir").exists() && prefix.join("bin/mlir-tblgen").exists();
    if let Some(said) = given.iter().flatten().next() {
        return Some(PathBuf::from(said)).filter(has_mlir);
    }
    let asked = Command::new("llvm-config-22").arg("--prefix").output().ok();
    let asked = asked.and_then(|out| String::from_utf8(out.stdout).ok()).map(|out| out.trim().to_string());
    let usual = ["/usr/lib/llvm-22", "/opt/homebrew/opt/llvm@22", "/usr/local/opt/llvm@22"].map(String::from);
    asked.into_iter().chain(usual).map(PathBuf::from).find(has_mlir)
}

/// The lines to write.
fn settings(prefix: &Path) -> String {
    let prefix = prefix.display();
    let [mlir, tablegen] = PREFIXES;
    format!(
        "[env]\n{mlir} = \"{prefix}\"\n{tablegen} = \"{prefix}\"\nLIBCLANG_PATH = \"{prefix}/lib\"\n{} = \"{}\"\n\
         (docs/embedding.md says more.)",
        SHARED.0, SHARED.1
    )
}
