//! A file of GPU code, before the driver sees it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

/// The contents of a PTX file, a cubin or a fatbin.
#[derive(Clone, Debug)]
pub struct Image {
    /// The file.
    pub path: PathBuf,
    /// Its contents and a zero byte, which the driver wants behind PTX and does not mind behind others.
    pub bytes: Vec<u8>,
}

impl Image {
    /// Bytes of shared memory that a launch must give a kernel, as `layout-emit-ptx` writes them before the PTX
    /// of a module; 0 where nothing is said.
    pub fn dynamic_shared(&self, kernel: &str) -> u32 {
        let stated = |line: &[u8]| {
            let (name, rest) = std::str::from_utf8(line).ok()?.strip_prefix("// ")?.split_once(": ")?;
            let bytes = rest.strip_suffix(" bytes of dynamic shared memory")?;
            (name == kernel).then(|| bytes.parse().ok()).flatten()
        };
        self.bytes.split(|byte| *byte == b'\n').find_map(stated).unwrap_or(0)
    }
}

/// Why a file is no image.
#[derive(Debug, Error)]
pub enum ImageError {
    /// It cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It is something else.
    #[error("{}: neither PTX (a text with `.version`) nor a cubin nor a fatbin", path.display())]
    Unknown {
        /// The file.
        path: PathBuf,
    },
}

/// How cubins (ELF) and fatbins begin.
const MAGIC: [&[u8]; 2] = [b"\x7fELF", &[0x50, 0xed, 0x55, 0xba]];

/// Reads a file.
///
/// # Errors
///
/// [`ImageError`].
pub fn read(path: &Path) -> Result<Image, ImageError> {
    let mut bytes = fs::read(path).map_err(|error| ImageError::Read { path: path.to_owned(), error })?;
    let is_ptx = || std::str::from_utf8(&bytes).is_ok_and(|text| text.contains(".version"));
    if !MAGIC.iter().any(|magic| bytes.starts_with(magic)) && !is_ptx() {
        return Err(ImageError::Unknown { path: path.to_owned() });
    }
    bytes.push(0);
    Ok(Image { path: path.to_owned(), bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dynamic_shared_memory_is_read_by_kernel() {
        let text = "// a: 98304 bytes of dynamic shared memory\n// ab: 5 bytes of dynamic shared memory\n.version 8.0\n";
        let image = Image { path: PathBuf::new(), bytes: text.as_bytes().to_vec() };
        assert_eq!(["a", "ab", "b"].map(|name| image.dynamic_shared(name)), [98304, 5, 0]);
    }
}
