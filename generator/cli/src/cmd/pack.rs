//! `vitrine pack`: appends templates, texts and built assets to a program.
//!
//! **Invariant:** the program itself stays as it is; one that has an archive gets the new one in its place.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use vitrine_site::sources::{Archive, Place};

use crate::{Outcome, carried, progress};

/// Arguments of `pack`.
#[derive(Args)]
pub(crate) struct PackArguments {
    /// The program, which is changed.
    #[arg(long, value_name = "FILE")]
    into: PathBuf,
    #[arg(long, default_value = "templates", value_name = "FOLDER")]
    templates: PathBuf,
    #[arg(long, default_value = "locales", value_name = "FOLDER")]
    locales: PathBuf,
    /// The built assets, with their manifest.json.
    #[arg(long, default_value = "islands/build", value_name = "FOLDER")]
    assets: PathBuf,
    /// The folder of THIRD-PARTY-NOTICES.txt, which `vitrine licenses` prints.
    #[arg(long, value_name = "FOLDER")]
    notices: Option<PathBuf>,
}

pub(crate) fn run(arguments: &PackArguments) -> Result<Outcome> {
    let folders = [
        (carried::TEMPLATES, Some(&arguments.templates)),
        (carried::LOCALES, Some(&arguments.locales)),
        (carried::ASSETS, Some(&arguments.assets)),
        (carried::NOTICES, arguments.notices.as_ref()),
    ];
    let places: Vec<(&str, Place)> = folders
        .into_iter()
        .filter_map(|(part, folder)| Some((part, Place::Folder(folder?.clone()))))
        .collect();
    let archive = Archive::of(&places.iter().map(|(part, place)| (*part, place)).collect::<Vec<_>>())
        .context("could not read templates, locales and assets: run this in the folder of the project, or name them")?;
    let bytes = carried::append(&archive, &arguments.into)?;
    progress::say(&format!(
        "{} carries {} files now, {bytes} bytes",
        arguments.into.display(),
        archive.count()
    ));
    Ok(Outcome::Done)
}
