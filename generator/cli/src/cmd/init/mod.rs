//! `vitrine init`: writes the folder of a new shop.
//!
//! **Invariant:** writes only what the shop alone can know, into a folder that is empty or does not exist; nothing of
//! the demo's shop is in it. What both backends tell is not asked of people; what they do not tell is said.

mod answers;
mod cms;
mod commerce;
mod files;
mod settled;

use std::fs;

use anyhow::{Context, Result, bail};

use crate::{Outcome, cmd::wire, config::Environment, progress};
use answers::Given;
pub(crate) use answers::InitArguments;
use settled::Settled;

/// Writes the folder.
pub(crate) fn run(arguments: &InitArguments, environment: &Environment) -> Result<Outcome> {
    let folder = &arguments.folder;
    let shown = folder.display();
    if folder.exists() {
        let mut files = fs::read_dir(folder).with_context(|| format!("could not read the folder {shown}"))?;
        if files.next().is_some() {
            bail!("{shown} is not empty: name a folder that is, or that does not exist yet");
        }
    }
    let given = Given::of(arguments)?;
    let (cms, shop) = if arguments.offline {
        (cms::Cms::not_asked(), commerce::Shop::not_asked())
    } else {
        progress::say("asking Shopware and the CMS …");
        let answers = async { tokio::join!(cms::ask(&given, environment), commerce::ask(&given, environment)) };
        wire::runtime()?.block_on(answers)
    };
    let settled = Settled::of(&given, &cms, &shop)?;
    for (name, text) in files::all(&given, &settled) {
        let path = folder.join(name);
        let written = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, text));
        written.with_context(|| format!("could not write {}", path.display()))?;
    }
    for left in &settled.left {
        progress::say(left);
    }
    let key = match shop.has_key {
        true => "",
        false => "put the sales channel's access key into VITRINE_SHOPWARE_ACCESS_KEY, then ",
    };
    progress::say(&format!(
        "{shown} is written. Next: {key}`cd {shown}`, `vitrine doctor`, `vitrine build`, `vitrine serve`"
    ));
    Ok(Outcome::Done)
}
