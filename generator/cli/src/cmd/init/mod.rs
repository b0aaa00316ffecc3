//! `vitrine init`: writes the folder of a new shop.
//!
//! **Invariant:** writes only what the shop alone can know, into a folder that is empty or does not exist; nothing of
//! the demo's shop is in it.

mod answers;
mod files;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{Outcome, progress};
use answers::Answers;

/// Arguments of `init`. What is left out is asked for, if this is a terminal.
#[derive(Args)]
pub(crate) struct InitArguments {
    /// The folder: it must be empty, or not exist yet.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Where visitors find the shop: https://shop.example
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Shopware's Store API: https://commerce.example/store-api
    #[arg(long, value_name = "URL")]
    shopware_url: Option<String>,
    /// Where the CMS answers, without /api: https://cms.example
    #[arg(long, value_name = "URL")]
    statamic_url: Option<String>,
    /// A language of the shop by its tag, the first one without a prefix in addresses: nl-NL. After an equals sign
    /// Statamic's handle of the site, if it has another one: nl-NL=default.
    #[arg(long = "locale", value_name = "TAG[=SITE]")]
    locales: Vec<String>,
    /// The shop's time zone: Europe/Amsterdam
    #[arg(long, value_name = "ZONE")]
    time_zone: Option<String>,
    /// Where pictures come from, if not from Shopware's and the CMS's hosts: https://images.example
    #[arg(long = "image-host", value_name = "URL")]
    image_hosts: Vec<String>,
    /// The collections of the CMS to read.
    #[arg(long, value_delimiter = ',', default_value = "pages", value_name = "HANDLE,…")]
    collections: Vec<String>,
    /// The taxonomies of the CMS to read.
    #[arg(long, value_delimiter = ',', value_name = "HANDLE,…")]
    taxonomies: Vec<String>,
    /// The asset containers of the CMS, for the sizes of pictures and their alternative texts.
    #[arg(long, value_delimiter = ',', value_name = "HANDLE,…")]
    asset_containers: Vec<String>,
    /// A navigation of the CMS and its place (main, top, footer, colophon). Places without one show Shopware's categories.
    #[arg(long, value_delimiter = ',', value_name = "PLACE=HANDLE,…")]
    navigations: Vec<String>,
    /// The address and port to listen on.
    #[arg(long, default_value = "127.0.0.1:3000", value_name = "ADDRESS")]
    listen: String,
}

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
