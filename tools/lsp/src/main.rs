//! `layout-lsp-server`: MLIR's language server with the layout dialect, and what layouts are.
//!
//! MLIR's server has no place for what another wants to say, so it runs as a child of this
//! process, which is the same program with `--upstream`.

use std::io::{self, BufReader};
use std::process::{Command, ExitCode, Stdio};

use layout_lsp::proxy;

const UPSTREAM: &str = "--upstream";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let code = if arguments[1..].iter().any(|a| alone(a)) {
        let upstream = arguments.into_iter().filter(|a| a != UPSTREAM);
        layout_mlir::lsp_server_main(upstream, &layout_dialect::dialects())
    } else {
        serve(&arguments[1..]).unwrap_or_else(|error| {
            eprintln!("error: {error}");
            1
        })
    };
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}

/// Options with which MLIR's server answers alone: they ask for no server, or for one of its tests.
fn alone(argument: &str) -> bool {
    let name = argument.trim_start_matches('-').split('=').next().unwrap_or_default();
    argument == UPSTREAM
        || argument == "-h"
        || argument.starts_with('-') && ["version", "lit-test", "input-style"].contains(&name)
        || argument.starts_with('-') && name.starts_with("help")
}

fn serve(options: &[String]) -> io::Result<i32> {
    let mut server = Command::new(std::env::current_exe()?)
        .arg(UPSTREAM)
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let (Some(input), Some(output)) = (server.stdin.take(), server.stdout.take()) {
        proxy::run(BufReader::new(io::stdin()), input, BufReader::new(output), &mut io::stdout().lock())?;
    }
    Ok(server.wait()?.code().unwrap_or(1))
}
