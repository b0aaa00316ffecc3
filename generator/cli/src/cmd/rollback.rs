//! `vitrine rollback`: makes a former release live, without a build.
//!
//! **Invariant:** no build runs meanwhile, so that none undoes it. A later build goes live as usual, and the builder of
//! `vitrine serve` waits for the next event (rule 21). Its prices are recorded as live again (law §2).

use anyhow::Result;
use clap::Args;

use crate::{Outcome, cmd::wire, config::Config, progress, published_prices};

/// The target of the rollback.
#[derive(Args)]
pub(crate) struct RollbackArguments {
    /// The release to make live; default: the one before the live one. `vitrine releases` lists them.
    id: Option<String>,
}

/// Rolls back.
pub(crate) fn run(config: &Config, arguments: &RollbackArguments) -> Result<Outcome> {
    let _lock = wire::builder_lock(config, "rollback")?;
    roll_back(config, arguments.id.as_deref())?;
    Ok(Outcome::Done)
}

/// Makes a former release live and says so; the caller holds the builder's lock.
pub(super) fn roll_back(config: &Config, id: Option<&str>) -> Result<()> {
    let dist = config.path(&config.file.build.dist);
    let now = jiff::Timestamp::now();
    published_prices::record_what_is_live(config, &dist, now)?;
    let done = vitrine_site::roll_back(&dist, id)?;
    let recorded = published_prices::record(config, &dist, now);
    progress::say(&match done.from {
        Some(from) if from == done.to => format!("release {} is live already", done.to),
        Some(from) => format!(
            "release {} is live; {from} was taken back. It stays so until the next event or `vitrine build`",
            done.to
        ),
        None => format!("release {} is live", done.to),
    });
    recorded
}
