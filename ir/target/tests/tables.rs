//! What holds of every row: instructions cover their operands, chips are in order.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use layout_algebra::{Layout, Nested};
use layout_target::{CHIPS, Chip, Feature, copy_atom, copy_atoms, mma_atom, mma_atoms};

/// All values of a thread-value layout, in order of coordinates.
fn image(tv: &Layout) -> Vec<i64> {
    let size = tv.size().unwrap().as_const().unwrap();
    (0..size).map(|i| tv.eval(i).unwrap()).collect()
}

#[test]
fn fragments_cover_their_operands() {
    let mut tried = 0;
    for name in mma_atoms() {
        let atom = mma_atom(&name).unwrap();
        let [m, n, k] = atom.shape;
        for (operand, tv, elements) in [("A", &atom.a, m * k), ("B", &atom.b, n * k), ("C", &atom.c, m * n)] {
            // What lies in shared memory belongs to every thread alike: one of them is enough.
            let [threads, values] = [0, 1].map(|mode| tv.get(&[mode]).unwrap());
            let alike = threads.stride_leaves().iter().all(|d| d.is(0));
            let all = image(if alike { &values } else { tv });
            let different: BTreeSet<i64> = all.iter().copied().collect();
            assert_eq!(different, (0..elements).collect(), "{name}: {operand} {tv}");
            // Sums have one owner; operands in shared memory belong to all.
            assert!(operand != "C" || all.len() as i64 == elements, "{name}: {operand} {tv}");
        }
        tried += 1;
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn copies_move_what_they_take() {
    let mut tried = 0;
    // Of `tcgen05.cp` these write what they read to several places.
    let multiplies = |name: &str| name.contains("_4x32dp") || name.contains("_2x64dp");
    for name in copy_atoms().filter(|name| !multiplies(name)) {
        let atom = copy_atom(name).or_else(|_| copy_atom(&format!("{name}<float>"))).unwrap();
        let sides = [&atom.src, &atom.dst].map(|side| image(side).into_iter().collect::<BTreeSet<i64>>());
        assert_eq!(sides[0], sides[1], "{name}");
        tried += 1;
    }
    assert!(tried > 30, "{tried}");
}

/// The number in a name such as `SM80_…`.
fn generation(name: &str) -> Option<u32> {
    name.strip_prefix("SM")?.split('_').next()?.parse().ok()
}

#[test]
fn a_chip_has_no_instruction_of_a_later_one() {
    for chip in CHIPS {
        let (major, minor) = chip.capability;
        let number: String = chip.name.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(number, format!("{major}{minor}"), "{}", chip.name);
        for atom in chip.atoms() {
            assert!(generation(&atom).is_none_or(|g| g <= 10 * major + minor), "{} {atom}", chip.name);
        }
    }
    let names: BTreeSet<&str> = CHIPS.iter().map(|c| c.name).collect();
    assert_eq!(names.len(), CHIPS.len());
}

#[test]
fn every_instruction_has_a_chip() {
    let all: BTreeSet<String> = CHIPS.iter().flat_map(Chip::atoms).collect();
    for name in mma_atoms().chain(copy_atoms().map(String::from)) {
        assert!(all.contains(&name), "{name}");
    }
}

#[test]
fn limits_hold_together() {
    for chip in CHIPS {
        let limits = &chip.limits;
        assert!(limits.static_shared <= limits.shared_per_block && limits.shared_per_block <= limits.shared);
        assert!(limits.threads_per_block <= limits.threads && limits.threads % 32 == 0, "{}", chip.name);
        assert_eq!(limits.cluster > 1, chip.has(Feature::Clusters), "{}", chip.name);
    }
}
