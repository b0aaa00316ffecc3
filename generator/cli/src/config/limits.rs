//! `[limits]`, `[timeouts]` and `[rates]`: numbers whose keys are those of the table of limits.
//!
//! **Invariant:** as in the rest of the file, unknown keys are errors; one that is left out has its default.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, de::Error};
use vitrine_api::{BuildLimits, LimitRow, Limits, Rates, ServerLimits};

/// The numbers of a table of the file, by key.
#[derive(Debug, Clone, Default)]
pub(crate) struct Numbers(BTreeMap<String, u64>);

/// The limits of the file; missing ones have their defaults.
#[derive(Debug, Clone, Default)]
pub(crate) struct FileLimits {
    pub(crate) server: ServerLimits,
    pub(crate) build: BuildLimits,
    pub(crate) rates: Rates,
}

/// The rows of the table that are configurable, in the order of the struct's fields.
pub(crate) fn rows() -> impl Iterator<Item = LimitRow> {
    let rows = [ServerLimits::rows(), BuildLimits::rows(), Rates::rows()].concat();
    rows.into_iter().filter(|row| row.in_file)
}

impl FileLimits {
    /// The limits from the numbers of some tables.
    pub(super) fn of(tables: [(&str, &Numbers); 3]) -> Self {
        let mut limits = Self::default();
        for (table, numbers) in tables {
            for (key, value) in &numbers.0 {
                let key = format!("{table}.{key}");
                let _of_one =
                    limits.server.set(&key, *value) || limits.build.set(&key, *value) || limits.rates.set(&key, *value);
            }
        }
        limits
    }
}

/// Reads `[limits]`.
pub(super) fn limits<'de, D: Deserializer<'de>>(file: D) -> Result<Numbers, D::Error> {
    table("limits", file)
}

/// Reads `[timeouts]`.
pub(super) fn timeouts<'de, D: Deserializer<'de>>(file: D) -> Result<Numbers, D::Error> {
    table("timeouts", file)
}

/// Reads `[rates]`.
pub(super) fn rates<'de, D: Deserializer<'de>>(file: D) -> Result<Numbers, D::Error> {
    table("rates", file)
}

fn table<'de, D: Deserializer<'de>>(name: &str, file: D) -> Result<Numbers, D::Error> {
    let numbers = BTreeMap::<String, u64>::deserialize(file)?;
    let sections = rows().map(|row| row.section());
    let keys: Vec<&str> = sections
        .filter(|(table, _)| *table == name)
        .map(|(_, key)| key)
        .collect();
    if let Some(unknown) = numbers.keys().find(|key| !keys.contains(&key.as_str())) {
        let known = keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
        return Err(D::Error::custom(format!(
            "unknown field `{unknown}`, expected one of {known}"
        )));
    }
    Ok(Numbers(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = include_str!("../../../../vitrine.toml");

    /// One table of limits: `vitrine.toml` contains each row's comment, key and default, in the order of the rows.
    #[test]
    fn every_limit_is_in_the_file_with_its_comment() {
        for table in ["limits", "timeouts", "rates"] {
            let (_, after) = FILE.split_once(&format!("\n[{table}]\n")).expect("the table");
            let text = after.split("\n\n[").next().expect("its text");
            let of_table = rows().filter(|row| row.section().0 == table);
            let expected: Vec<String> = of_table
                .flat_map(|row| {
                    [
                        format!("# {}", row.comment()),
                        format!("{} = {}", row.section().1, row.default_in_file()),
                    ]
                })
                .collect();
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(
                lines,
                expected,
                "[{table}] of vitrine.toml should be:\n{}",
                expected.join("\n")
            );
        }
    }
}
