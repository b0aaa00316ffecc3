//! `vitrine manual`: manual pages and completions of shells, made from the description of the commands.
//!
//! **Invariant:** the same program writes the same bytes; hidden commands are in none of them.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::{Shell, generate_to};

use crate::{Outcome, progress};

/// Shells whose completions packages install.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

/// Arguments of `manual`.
#[derive(Args)]
pub(crate) struct ManualArguments {
    /// The folder, in which `man/` and `completions/` are made.
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
}

/// Writes them.
pub(crate) fn run(program: &Command, arguments: &ManualArguments) -> Result<Outcome> {
    let [pages, completions] = ["man", "completions"].map(|part| arguments.into.join(part));
    for folder in [&pages, &completions] {
        fs::create_dir_all(folder).with_context(|| format!("could not make the folder {}", folder.display()))?;
    }
    let program = without_hidden(program);
    clap_mangen::generate_to(program.clone(), &pages)
        .with_context(|| format!("could not write the manual pages to {}", pages.display()))?;
    for shell in SHELLS {
        generate_to(shell, &mut program.clone(), "vitrine", &completions).with_context(|| {
            format!(
                "could not write the completions of {shell} to {}",
                completions.display()
            )
        })?;
    }
    progress::say(&format!(
        "manual pages and completions are in {}",
        arguments.into.display()
    ));
    Ok(Outcome::Done)
}

/// The program as its help shows it: completions would offer hidden commands.
fn without_hidden(program: &Command) -> Command {
    let shown: Vec<Command> = program
        .get_subcommands()
        .filter(|one| !one.is_hide_set())
        .cloned()
        .collect();
    let mut rest = Command::new("vitrine")
        .version(crate::build_info::VERSION)
        .subcommands(shown);
    if let Some(about) = program.get_about() {
        rest = rest.about(about.clone());
    }
    if let Some(after) = program.get_after_help() {
        rest = rest.after_help(after.clone());
    }
    rest.args(program.get_arguments().cloned())
}
