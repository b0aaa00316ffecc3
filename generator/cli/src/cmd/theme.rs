//! `vitrine theme`: what a shop's own look may build on.
//!
//! **Invariant:** prints what this program has, in the configured or carried files; reads nothing of the shop's data.

use std::{fmt::Write as _, fs, path::Path};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use vitrine_site::{sources::Place, theme};

use super::{island_types, own_islands, wire};
use crate::{
    Outcome,
    config::{Config, THEME},
    progress,
};

/// Arguments of `theme`.
#[derive(Args)]
pub(crate) struct ThemeArguments {
    #[command(subcommand)]
    command: ThemeCommand,
}

#[derive(Subcommand)]
enum ThemeCommand {
    /// Lists the templates that stay as they are, or the blocks and values of one of them, or the design tokens.
    List {
        /// components/header.html, or `tokens`
        name: Option<String>,
    },
    /// Bundles the islands of `theme/islands/` into `theme/bundles/`, as `build` and `dev` do with those that changed.
    Islands,
    /// Writes the types of what those islands import: `theme/islands/vitrine.d.ts`, and a `tsconfig.json` if there is none.
    Types,
    /// Prints a template or style sheet of the program.
    Show {
        /// components/header.html
        name: String,
    },
}

pub(crate) fn run(config: &Config, arguments: &ThemeArguments) -> Result<Outcome> {
    let program = config.site_paths()?.templates;
    let text = match &arguments.command {
        ThemeCommand::List { name: None } => templates(&program)?,
        ThemeCommand::List { name: Some(name) } if name == "tokens" => tokens(&program)?,
        ThemeCommand::List { name: Some(name) } => one(&program, name)?,
        ThemeCommand::Show { name } => show(&program, name)?,
        ThemeCommand::Islands => islands(config)?,
        ThemeCommand::Types => island_types::write(config)?,
    };
    progress::print(text.trim_end()).context("could not print the list")?;
    Ok(Outcome::Done)
}

fn templates(program: &Place) -> Result<String> {
    let mut out = String::new();
    for (name, entry) in theme::Contract::read(program)?.templates {
        writeln!(out, "{name}: {}", entry.about)?;
    }
    Ok(out)
}

fn one(program: &Place, name: &str) -> Result<String> {
    let contract = theme::Contract::read(program)?;
    let Some(entry) = contract.templates.get(name) else {
        let known = contract.templates.keys().map(String::as_str);
        let like = theme::nearest(name, known).unwrap_or_default();
        bail!(
            "{name} is none of the templates that stay as they are; the nearest is {like}. `vitrine theme list` prints them, `vitrine theme show {name}` any other"
        );
    };
    let mut out = format!("{name}: {}\n\nblocks\n", entry.about);
    for (block, about) in &entry.blocks {
        writeln!(out, "  {block}: {about}")?;
    }
    out.push_str("\nvalues\n");
    for value in &entry.values {
        writeln!(out, "  {value}")?;
    }
    Ok(out)
}

fn tokens(program: &Place) -> Result<String> {
    let mut out = String::new();
    for (name, value) in theme::program_tokens(program)? {
        writeln!(
            out,
            "{name}: {};",
            value.split_whitespace().collect::<Vec<_>>().join(" ")
        )?;
    }
    Ok(out)
}

/// Bundles all islands, and says how large each is.
fn islands(config: &Config) -> Result<String> {
    let done = own_islands::bundle(config, true)?;
    if done.all.is_empty() {
        return Ok(
            "theme/islands has no islands: the chapter about the look in the guide says how to make one".to_owned(),
        );
    }
    // With the addresses of what they import, which shows whether the program has that.
    wire::site(config, None)?;
    let built = config.path(Path::new(THEME)).join(own_islands::BUNDLES);
    let mut out = String::new();
    for name in &done.all {
        let bytes = fs::read(built.join(format!("{name}.js")))
            .with_context(|| format!("could not read the bundle of {name}"))?;
        writeln!(out, "theme/{}/{name}.js: {} bytes", own_islands::BUNDLES, bytes.len())?;
    }
    Ok(out)
}

fn show(program: &Place, name: &str) -> Result<String> {
    program.read_text(name).map_err(|_| {
        let names = program.files().unwrap_or_default();
        let like = theme::nearest(name, names.iter().map(String::as_str)).unwrap_or_default();
        anyhow::anyhow!("the program has no file {name}; the nearest is {like}")
    })
}
