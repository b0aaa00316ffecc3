//! The limits in the help of `vitrine serve`.

use crate::config::limit_rows;

/// Each limit of `vitrine.toml` with its range and its default.
pub(crate) fn help() -> String {
    let lines = limit_rows().map(|row| {
        format!(
            "  {}\n      {} (as shipped: {})",
            row.key,
            row.comment(),
            row.default_in_file()
        )
    });
    format!("Limits (vitrine.toml):\n{}", lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_is_in_the_help() {
        let help = help();
        for row in limit_rows() {
            assert!(
                help.contains(&format!("  {}\n", row.key)) && help.contains(&row.comment()),
                "{}",
                row.key
            );
        }
    }
}
