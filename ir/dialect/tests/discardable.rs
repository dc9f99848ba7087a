//! The attributes that operations may have are those that `docs/dialect.md` lists, with what they take and where they stand.

use layout_dialect::DISCARDABLE;

#[test]
fn documentation_has_each_with_what_it_takes() {
    let text = include_str!("../../../docs/dialect.md");
    let section =
        text.split("\n### Attributes\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let listed: Vec<Vec<&str>> =
        rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect();
    let known: Vec<Vec<String>> = DISCARDABLE
        .iter()
        .map(|known| {
            let on: Vec<String> = known.on.iter().map(|op| format!("`{op}`")).collect();
            let mut row = vec![format!("`{}`", known.name), known.takes.text().into()];
            row.extend((!on.is_empty()).then(|| on.join(", ")));
            row
        })
        .collect();
    assert_eq!(listed.len(), known.len());
    for (listed, known) in listed.iter().zip(&known) {
        assert_eq!(listed[..listed.len() - 1], *known);
        assert!(!listed[listed.len() - 1].is_empty(), "{known:?} does something");
    }
}
