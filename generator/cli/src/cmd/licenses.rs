//! `vitrine licenses`: the program's own licenses, and the notices of what it contains.

use anyhow::{Context, Result, bail};

use crate::{Outcome, carried, progress};

const OWN: [(&str, &str); 2] = [
    ("MIT", include_str!("../../../../LICENSE-MIT")),
    ("Apache-2.0", include_str!("../../../../LICENSE-APACHE")),
];

/// Prints them; a program without notices prints its own licenses, and says that the others are missing.
pub(crate) fn run() -> Result<Outcome> {
    let mut text = String::from("Vitrine, licensed under either of MIT and Apache-2.0, at your choice.\n");
    for (name, words) in OWN {
        text.push_str(&format!("\n--- {name} ---\n\n{}\n", words.trim_end()));
    }
    progress::print(text.trim_end()).context("could not print the licenses")?;
    let carried = carried::read()?;
    let notices = carried.as_ref().and_then(|archive| {
        carried::place(archive, carried::NOTICES)
            .read_text(carried::NOTICES_FILE)
            .ok()
    });
    let Some(notices) = notices else {
        bail!(
            "the notices of libraries and packages could not be printed: this program does not carry them, because it was built from a work tree. scripts/release packs them; `node scripts/releasing/notices.mjs` writes them"
        );
    };
    progress::print(&format!("\n{}", notices.trim_end())).context("could not print the notices")?;
    Ok(Outcome::Done)
}
