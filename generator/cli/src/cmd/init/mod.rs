//! `vitrine init`: writes the folder of a new shop.
//!
//! **Invariant:** writes only what the shop alone can know, into a folder that is empty or does not exist; nothing of
//! the demo's shop is in it.

mod answers;
mod files;

use std::fs;

use anyhow::{Context, Result, bail};

use crate::{Outcome, progress};
use answers::Answers;
pub(crate) use answers::InitArguments;

/// Writes the folder.
pub(crate) fn run(arguments: &InitArguments) -> Result<Outcome> {
    let folder = &arguments.folder;
    let shown = folder.display();
    if folder.exists() {
        let mut files = fs::read_dir(folder).with_context(|| format!("could not read the folder {shown}"))?;
        if files.next().is_some() {
            bail!("{shown} is not empty: name a folder that is, or that does not exist yet");
        }
    }
    let answers = Answers::of(arguments)?;
    for (name, text) in files::all(&answers) {
        let path = folder.join(name);
        let written = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, text));
        written.with_context(|| format!("could not write {}", path.display()))?;
    }
    progress::say(&format!(
        "{shown} is written. Next: put the sales channel's access key into VITRINE_SHOPWARE_ACCESS_KEY, then `cd {shown}`, `vitrine build`, `vitrine serve`"
    ));
    Ok(Outcome::Done)
}
