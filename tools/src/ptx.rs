//! Counting instructions by what they do: of PTX, and of machine code.

/// How many instructions of each kind a text has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Integer arithmetic, logic, conversions between integers, and moves.
    pub integer: usize,
    /// Loads, stores, and copies between memories.
    pub memory: usize,
    /// Matrix instructions.
    pub matrix: usize,
    /// Everything else: floating point, control, barriers.
    pub other: usize,
}

/// Opcodes that compute integers, if their type is one.
const ARITHMETIC: &[&str] = &[
    "abs", "add", "addc", "and", "bfe", "bfi", "bfind", "brev", "cnot", "cvt", "div", "dp4a", "lop3", "mad",
    "max", "min", "mov", "mul", "mul24", "neg", "not", "or", "prmt", "rem", "sad", "selp", "setp", "shf",
    "shl", "shr", "sub", "subc", "vadd", "xor", "cvta",
];
const MEMORY: &[&str] = &["ld", "st", "ldmatrix", "stmatrix", "cp", "red", "atom", "prefetch"];
const MATRIX: &[&str] = &["mma", "wmma", "wgmma", "tcgen05"];

impl Counts {
    /// Counts the instructions of a PTX text; loads of kernel parameters are left out.
    pub fn of(ptx: &str) -> Self {
        let mut counts = Self::default();
        // Comments end with the line, labels fill one, instructions end with a semicolon.
        let code: Vec<&str> = ptx
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default())
            .filter(|line| !line.trim_end().ends_with(':'))
            .collect();
        for statement in code.join("\n").split([';', '{', '}']) {
            let statement = statement.trim();
            let instruction = match statement.strip_prefix('@') {
                Some(predicated) => {
                    predicated.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim())
                }
                None => statement,
            };
            if !instruction.starts_with(|c: char| c.is_ascii_lowercase()) {
                continue;
            }
            let opcode = instruction.split(char::is_whitespace).next().unwrap_or_default();
            let mut parts = opcode.split('.');
            let name = parts.next().unwrap_or_default();
            let float = parts
                .clone()
                .any(|p| matches!(p, "f16" | "f16x2" | "bf16" | "bf16x2" | "f32" | "f64" | "tf32"));
            if name == "ld" && parts.clone().any(|p| p == "param") {
                continue;
            }
            if MATRIX.contains(&name) {
                counts.matrix += 1;
            } else if MEMORY.contains(&name) {
                counts.memory += 1;
            } else if ARITHMETIC.contains(&name) && !float {
                counts.integer += 1;
            } else {
                counts.other += 1;
            }
        }
        counts
    }

    /// Counts the instructions of a disassembly by `nvdisasm`.
    pub fn of_sass(text: &str) -> Self {
        let mut counts = Self::default();
        for line in text.lines() {
            // `/*0040*/  @P0 IMAD.WIDE R2, … ;`
            let Some((_, rest)) = line.split_once("*/") else { continue };
            let mut words = rest.split_whitespace();
            let first = words.next().unwrap_or_default();
            let opcode = if first.starts_with('@') { words.next().unwrap_or_default() } else { first };
            let opcode = opcode.split(['.', ';']).next().unwrap_or_default();
            if !opcode.starts_with(|c: char| c.is_ascii_uppercase())
                || opcode == "NOP"
                || opcode.ends_with("LDC")
            {
                continue;
            }
            let is = |prefixes: &[&str]| prefixes.iter().any(|p| opcode.starts_with(p));
            if is(&["LDG", "STG", "LDS", "STS", "LD", "ST", "ATOM", "RED", "UTMA"]) {
                counts.memory += 1;
            } else if is(&["HMMA", "IMMA", "DMMA", "BMMA", "HGMMA", "IGMMA", "QGMMA"]) {
                counts.matrix += 1;
            } else if is(&[
                "IADD", "IMAD", "LEA", "LOP3", "SHF", "SHL", "SHR", "IMNMX", "VIMNMX", "PRMT", "SEL",
                "ISETP", "IABS", "SGXT", "BMSK", "PLOP3", "MOV", "VIADD", "I2", "UI", "UL", "US", "UM", "UP",
                "R2UR",
            ]) {
                counts.integer += 1;
            } else {
                counts.other += 1;
            }
        }
        counts
    }

    /// A table of these counts against those after simplification.
    pub fn table(&self, after: &Self) -> String {
        let row = |name: &str, before: usize, after: usize| format!("{name:<22}{before:>8}{after:>8}\n");
        let mut out = format!("{:<22}{:>8}{:>8}\n", "", "before", "after");
        out += &row("integer arithmetic", self.integer, after.integer);
        out += &row("memory", self.memory, after.memory);
        out += &row("matrix", self.matrix, after.matrix);
        out += &row("other", self.other, after.other);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machine_instructions_are_told_apart() {
        let sass = "
        /*0000*/                   LDC R1, c[0x0][0x28] ;
        /*0010*/                   S2R R0, SR_TID.X ;
        /*0020*/                   LOP3.LUT R2, R0, 0x38, RZ, 0xc0, !PT ;
        /*0030*/              @!P0 IMAD.WIDE.U32 R2, R0, 0x4, R2 ;
        /*0040*/                   LDG.E R4, desc[UR4][R2.64] ;
        /*0050*/                   HMMA.16816.F32 R4, R4, R8, R4 ;
        /*0060*/                   EXIT ;
        /*0070*/                   NOP;
";
        assert_eq!(Counts::of_sass(sass), Counts { integer: 2, memory: 1, matrix: 1, other: 2 });
    }

    #[test]
    fn instructions_are_told_apart() {
        let ptx = "
.visible .entry k(.param .u64 p)
{
	.reg .pred 	%p<2>;
	ld.param.b64 	%rd1, [p];
	cvta.to.global.u64 	%rd2, %rd1;
	mov.u32 	%r1, %tid.x;
	@%p1 bra 	$L1;
	@%p1 shl.b32 	%r2, %r1, 2;
	ld.global.b32 	%r3, [%rd2];
	add.rn.f32 	%f1, %f2, %f3;
	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r2}, {%f3};
	ret;
}
";
        assert_eq!(Counts::of(ptx), Counts { integer: 3, memory: 1, matrix: 1, other: 3 });
    }
}
