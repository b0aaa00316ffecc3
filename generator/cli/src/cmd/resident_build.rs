//! `vitrine resident-build`: the builds of `vitrine serve`, one after the other in one process.
//!
//! **Invariant:** each build reads configuration, environment and folders as `vitrine build` does and has its result; what
//! is kept from one to the next saves time alone. A failed build keeps nothing. The process ends with its input.

use std::{
    io::{BufRead, stdin},
    path::Path,
};

use anyhow::{Context, Result};

use super::build::{self, BuildArguments, Ending, Kept};
use crate::{
    Outcome,
    builder::{BuildEnded, BuildOrder},
    config::{Config, Environment},
    outcome::error_line,
    progress,
};

pub(crate) fn run(file: &Path) -> Result<Outcome> {
    build::yield_to_the_server();
    let mut kept = Kept::for_more();
    for line in stdin().lock().lines() {
        let line = line.context("the next order to build could not be read")?;
        let order: BuildOrder = serde_json::from_str(&line).context("an order to build could not be read")?;
        let ended = build(file, &order, &mut kept);
        if ended.is_err() {
            kept = Kept::for_more();
        }
        let error = match ended {
            Ok(Ending::Done) => None,
            Ok(Ending::Refused(why)) => Some(why),
            Err(error) => Some(error_line(&error)),
        };
        if let Some(error) = &error {
            progress::say(&format!("vitrine: {error}"));
        }
        let memory_bytes = progress::memory();
        let told = progress::print(&BuildEnded { error, memory_bytes }.line());
        told.context("the end of the build could not be told")?;
    }
    Ok(Outcome::Done)
}

fn build(file: &Path, order: &BuildOrder, kept: &mut Kept) -> Result<Ending> {
    let config = Config::load(file, Environment::read())?;
    build::build_once(&config, &BuildArguments::for_server(order.now), kept)
}
