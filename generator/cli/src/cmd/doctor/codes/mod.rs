//! The findings of the doctor, by area.
//!
//! **Invariant:** every row is in [`all`], and in docs/contracts/doctor.md.

pub(super) mod delivery;
pub(super) mod machine;
pub(super) mod records;
mod row;
pub(super) mod shopware;
pub(super) mod statamic;

pub(super) use self::row::{Area, Row, Severity};

/// All rows, by area.
pub(super) fn all() -> impl Iterator<Item = &'static Row> {
    let areas = [
        shopware::ROWS,
        statamic::ROWS,
        records::ROWS,
        delivery::ROWS,
        machine::ROWS,
    ];
    areas.into_iter().flatten().copied()
}

/// The row with a code.
pub(super) fn by_code(code: &str) -> Option<&'static Row> {
    all().find(|row| row.code == code)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const DOCUMENT: &str = include_str!("../../../../../docs/contracts/doctor.md");

    /// The table of the contract has each code with its severity and place, and no other.
    #[test]
    fn the_doctors_codes_are_those_of_its_contract() {
        let (_, table) = DOCUMENT.split_once("## Codes").expect("the table of codes");
        let rows = table.lines().filter(|line| line.starts_with("| `"));
        let told: BTreeSet<String> = rows
            .map(|line| line.split('|').map(str::trim).collect::<Vec<_>>())
            .map(|cells| format!("{} {} {}", cells[1].trim_matches('`'), cells[2], cells[3]))
            .collect();
        let own = all().map(|row| {
            let severity = match row.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            format!("{} {severity} {}", row.code, row.set_at)
        });
        let own: Vec<String> = own.collect();
        let unique: BTreeSet<String> = own.iter().cloned().collect();
        assert_eq!(unique.len(), own.len(), "a code stands twice");
        assert_eq!(told, unique);
    }
}
