//! Compiled kernels with one thing left out or changed: [`mutants`].

/// What is changed, and the text.
type Mutant = (String, String);

/// All of a text, whose loop has so many stages.
pub fn mutants(text: &str, stages: i64) -> Vec<Mutant> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let next = lines.get(number + 1).copied().unwrap_or_default();
        let changed = changes(line.trim(), next.trim(), stages);
        out.extend(changed.into_iter().map(|(what, new)| {
            let all = [&lines[..number], &[&*new], &lines[number + 1..]].concat();
            (format!("{what}: {}, line {}", line.trim(), number + 1), all.join("\n"))
        }));
    }
    for change in [Ring::Longer, Ring::SamePhase] {
        let all: Vec<String> = lines.iter().map(|line| change.of(line)).collect();
        if all != lines {
            out.push((format!("{change:?}"), all.join("\n")));
        }
    }
    if lines.iter().any(|line| line.contains(ARRIVE)) {
        out.extend([0, 1].map(|which| without_meeting(&lines, which)));
    }
    out
}

/// The halves of a barrier of the cluster.
const ARRIVE: &str = "nvvm.cluster.arrive";
const WAIT: &str = "nvvm.cluster.wait";

/// Without the barrier of the cluster that each program begins with, or the one that it ends with: the first is one of the block
/// then.
fn without_meeting(lines: &[&str], which: usize) -> Mutant {
    let mut seen = [0, 0];
    let changed = lines.iter().map(|line| {
        let Some(half) = [ARRIVE, WAIT].iter().position(|half| line.contains(half)) else { return *line };
        seen[half] += 1;
        match (seen[half] % 2 != which, half, which) {
            (false, ..) => *line,
            (true, 0, 0) => "gpu.barrier",
            _ => "",
        }
    });
    (
        ["no meeting at the beginning", "no meeting at the end"][which].into(),
        changed.collect::<Vec<_>>().join("\n"),
    )
}

/// What is changed wherever the mbarrier of the next copy is computed.
#[derive(Debug)]
enum Ring {
    /// There is one mbarrier more.
    Longer,
    /// What begins again at the first one is in the phase of before.
    SamePhase,
}

impl Ring {
    fn of(&self, line: &str) -> String {
        match self {
            Self::Longer => match compared(line, "arith.cmpi ult, ").filter(|_| line.ends_with("i32")) {
                Some((of, last)) => constant(of, last + 8, "i32"),
                None => line.into(),
            },
            // (Bits of the mbarrier's place, and that of the phase; others are of a block's rank.)
            Self::SamePhase => match compared(line, "arith.xori ").filter(|_| line.ends_with("i32")) {
                Some((of, bits)) if bits == 1 || bits > 8 && bits % 8 == 1 => constant(of, bits - 1, "i32"),
                _ => line.into(),
            },
        }
    }
}

/// What a line is changed to, by the one behind it.
fn changes(line: &str, next: &str, stages: i64) -> Vec<(&'static str, String)> {
    const LEFT_OUT: [&str; 15] = [
        ARRIVE,
        WAIT,
        "gpu.barrier",
        "nvvm.barrier",
        "nvvm.bar.warp.sync",
        "nvvm.mbarrier.arrive %",
        "nvvm.mbarrier.init",
        "nvvm.mbarrier.arrive.expect_tx",
        "nvvm.mbarrier.try_wait",
        "nvvm.fence.mbarrier.init",
        "nvvm.fence.proxy",
        "nvvm.cp.async.bulk.tensor.shared",
        "nvvm.cp.async.bulk.commit",
        "nvvm.cp.async.bulk.wait",
        "nvvm.wgmma.wait",
    ];
    let mut out = Vec::new();
    if let Some((before, behind)) = line.split_once("multicast_mask = %") {
        let behind = behind.split_once(' ').unwrap().1;
        out.push((
            "to the first block",
            format!("%other = arith.constant 1 : i16\n{before}multicast_mask = %other {behind}"),
        ));
    }
    // (What an arrival gives is not used.)
    let line =
        line.split_once(" = nvvm.mbarrier.arrive %").map_or(line, |(result, _)| &line[result.len() + 3..]);
    if LEFT_OUT.iter().any(|prefix| line.starts_with(prefix)) {
        out.push(("left out", String::new()));
    }
    // An operand computed otherwise.
    let mut with = |what, operand: usize, compute: &str, constant: i64| {
        let mut names = line.split([',', ' ']).filter(|part| part.starts_with('%'));
        let name = names.nth(operand).unwrap();
        let at = line
            .match_indices(name)
            .find(|(at, _)| !line[at + name.len()..].starts_with(char::is_alphanumeric));
        let at = at.unwrap().0;
        let rest = &line[at + name.len()..];
        out.push((
            what,
            format!(
                "%other = arith.constant {constant} : i32\n%changed = {compute} {name}, %other : i32\n{}%changed{rest}",
                &line[..at]
            ),
        ));
    };
    if line.starts_with("nvvm.mbarrier.try_wait") {
        with("the other parity", 1, "arith.xori", 1);
    } else if line.starts_with("nvvm.mbarrier.arrive.expect_tx") {
        with("more bytes", 1, "arith.addi", 16);
        with("fewer bytes", 1, "arith.subi", 16);
    } else if line.starts_with("nvvm.mbarrier.init") {
        with("for two", 1, "arith.addi", 1);
        with("for one fewer", 1, "arith.subi", 1);
    } else if line.contains("nvvm.mapa") {
        let (name, of) = line.split_once(" = ").unwrap();
        let (of, rank) = of.split_once(", %").unwrap();
        let (rank, types) = rank.split_once(' ').unwrap();
        let other = if rank == "c0_i32" { 1 } else { 0 };
        out.push((
            "to another block",
            format!("%other = arith.constant {other} : i32\n{name} = {of}, %other {types}"),
        ));
    } else if line.contains("gpu.cluster_block_id") {
        let name = line.split(' ').next().unwrap();
        out.push(("the first one's share", format!("{name} = arith.constant 0 : index")));
    } else if line.starts_with("nvvm.wgmma.wait.group") {
        let left: i64 = line.rsplit(' ').next().unwrap().parse().unwrap();
        out.push(("one more left", line.replace(&format!(" {left}"), &format!(" {}", left + 1))));
    } else if line.starts_with("nvvm.cp.async.bulk.wait_group") {
        out.push(("one left", line.replace(" 0", " 1")));
    } else if line.contains("arith.cmpi slt") && next.contains("scf.if") {
        out.push(("a copy more", line.replace("slt", "sle")));
    } else if line.contains("arith.cmpi sgt") && next.contains("scf.if") {
        out.push(("a copy more", line.replace("sgt", "sge")));
    } else if let Some((of, last)) =
        compared(line, "arith.cmpi eq, ").filter(|(_, last)| *last > 0 && last % stages == 0)
    {
        let r#type = line.rsplit(' ').next().unwrap();
        out.push(("a slot fewer", constant(of, last - last / stages, r#type)));
        out.push(("a slot more", constant(of, last + last / stages, r#type)));
    }
    out
}

/// A comparison with a constant: what comes before that, and the constant.
fn compared<'l>(line: &'l str, by: &str) -> Option<(&'l str, i64)> {
    let (before, constant) = line.contains(by).then(|| line.rsplit_once("%c"))??;
    let digits = constant.split(|c: char| !c.is_ascii_digit()).next()?;
    Some((before, digits.parse().ok()?))
}

/// The same with another constant.
fn constant(before: &str, value: i64, of: &str) -> String {
    let name = before.trim().split(' ').next().unwrap().trim_start_matches('%');
    format!("%other{name} = arith.constant {value} : {of}\n{before}%other{name} : {of}")
}
