//! Instructions that came to PTX after the first version that has a chip with them.

use crate::chip::Chip;

/// The instruction of a PTX text that needs the latest version, and that version, where a chip's first may be older.
///
/// ```
/// use layout_target::{Chip, latest_instruction};
/// let chip = Chip::named("sm_89").unwrap();
/// let text = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {$0}, {$1}, {$2}, {$3};";
/// let (instruction, version) = latest_instruction(text, chip).unwrap();
/// assert_eq!(instruction, "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32");
/// assert_eq!(version, 84);
/// assert_eq!(latest_instruction("cp.async.wait_all;", chip), None);
/// ```
pub fn latest_instruction<'a>(text: &'a str, chip: &Chip) -> Option<(&'a str, u32)> {
    let words = text.split(|c: char| c.is_whitespace() || ";{}".contains(c));
    words.filter_map(|word| Some((word, version(word, chip)?))).max_by_key(|(_, version)| *version)
}

/// The version of one instruction (PTX ISA, "PTX ISA Notes" of each; tried with ptxas).
fn version(instruction: &str, chip: &Chip) -> Option<u32> {
    let (name, _) = instruction.split_once('.')?;
    let has = |part: &str| instruction.split('.').any(|p| p == part);
    Some(match name {
        "mma" if has("e4m3") || has("e5m2") => {
            if has("m16n8k16") || has("f16") {
                87
            } else {
                84
            }
        }
        // sm_90 has it from the first.
        "cvt" if (has("e4m3x2") || has("e5m2x2")) && chip.capability == (8, 9) => 81,
        "multimem" => 81,
        "tensormap" => 83,
        "fence" if has("tensormap::generic") => 83,
        "fence" if instruction.contains("sync_restrict::") => 86,
        // To shared memory of a block without a cluster.
        "cp" if instruction.contains(".shared::cta.global") => 86,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The versions are those from which ptxas takes the instructions.
    #[test]
    fn versions_of_instructions() {
        let of = |text: &str, chip: &str| {
            latest_instruction(text, Chip::named(chip).unwrap()).map(|(_, version)| version)
        };
        let f8 = "mma.sync.aligned.m16n8k32.row.col";
        assert_eq!(of(&format!("{f8}.f16.e4m3.e4m3.f16 {{$0}};"), "sm_89"), Some(87));
        assert_eq!(of("mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e5m2.f32 {$0};", "sm_90"), Some(87));
        assert_eq!(of("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0};", "sm_90"), None);
        assert_eq!(of("{ .reg .b16 h; cvt.rn.f16x2.e4m3x2 $0, h; }", "sm_89"), Some(81));
        assert_eq!(of("{ .reg .b16 h; cvt.rn.f16x2.e4m3x2 $0, h; }", "sm_90"), None);
        assert_eq!(of(&format!("tensormap.replace;\n@p {f8}.f32.e4m3.e4m3.f32;"), "sm_90a"), Some(84));
        let bulk = "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [$0], [$1], 16, [$2];";
        assert_eq!(of(bulk, "sm_90"), Some(86));
        assert_eq!(of("cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], 16;", "sm_90"), None);
        assert_eq!(of("fence.proxy.tensormap::generic.release.cta;", "sm_90"), Some(83));
        assert_eq!(of("fence.acquire.sync_restrict::shared::cluster.cluster;", "sm_90"), Some(86));
        assert_eq!(of("fence.proxy.async;", "sm_90"), None);
    }
}
