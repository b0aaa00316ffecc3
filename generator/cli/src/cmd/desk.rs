//! `vitrine desk`: what an operator needs for the editors' desk.

use std::io::{BufRead, IsTerminal, stdin};

use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use secrecy::SecretString;

use crate::{Outcome, progress};

/// What to do.
#[derive(Args)]
pub(crate) struct DeskArguments {
    #[command(subcommand)]
    command: DeskCommand,
}

#[derive(Subcommand)]
enum DeskCommand {
    /// Reads a password from the standard input, and prints its hash for `desk.users` of vitrine.toml.
    Password,
}

/// Runs it; it needs no configuration.
pub(crate) fn run(arguments: &DeskArguments) -> Result<Outcome> {
    match arguments.command {
        DeskCommand::Password => password(),
    }
}

fn password() -> Result<Outcome> {
    if stdin().is_terminal() {
        progress::say("Type the password (it is shown), then press Enter:");
    }
    let mut line = String::new();
    stdin()
        .lock()
        .read_line(&mut line)
        .context("the password could not be read from the standard input")?;
    let typed = SecretString::from(line.trim_end_matches(['\r', '\n']).to_owned());
    let hash = vitrine_api::hash_desk_password(&typed).map_err(|reason| anyhow!("no hash was made: {reason}"))?;
    progress::print(&hash).context("could not print the hash")?;
    Ok(Outcome::Done)
}
