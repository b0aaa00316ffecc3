//! `vitrine prices`: prints the ledger of published prices (law §2).

use std::collections::HashMap;

use anyhow::{Context, Result, bail};
use clap::Args;
use jiff::Timestamp;
use vitrine_state::PriceChange;

use crate::{
    Outcome,
    cmd::format::Format,
    config::Config,
    progress,
    published_prices::{self, ReleasedPrice, moment},
};

/// Which prices, and how to print them.
#[derive(Args)]
pub(crate) struct PricesArguments {
    /// The number of a product that is live, or the id of any; default: all.
    number: Option<String>,
    /// Output format: a line per change, or one JSON document.
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
}

/// A change of a price, with the product's number where it is live.
struct Row<'r> {
    at: Option<Timestamp>,
    number: Option<&'r str>,
    change: &'r PriceChange,
}

impl<'r> Row<'r> {
    fn of(change: &'r PriceChange, live: &'r HashMap<String, ReleasedPrice>) -> Self {
        Self {
            at: moment(change.at),
            number: live.get(&change.variant).map(|price| price.number.as_str()),
            change,
        }
    }
}

/// Prints the changes, oldest first.
pub(crate) fn run(config: &Config, arguments: &PricesArguments) -> Result<Outcome> {
    let recorded = published_prices::read(config)?;
    let live = published_prices::of_the_live_release(&config.path(&config.file.build.dist)).unwrap_or_default();
    let asked = |row: &Row<'_>| {
        let wanted = arguments.number.as_deref();
        wanted.is_none_or(|wanted| row.number == Some(wanted) || row.change.variant == wanted)
    };
    let rows: Vec<Row<'_>> = recorded
        .changes
        .iter()
        .map(|change| Row::of(change, &live))
        .filter(asked)
        .collect();
    if let (true, Some(number)) = (rows.is_empty(), &arguments.number) {
        bail!(
            "no price of {number} was ever live: name the number of a product of the live release, or an id that `vitrine prices` lists"
        );
    }
    let since = recorded.since.and_then(moment);
    match arguments.format {
        Format::Json => {
            let changes: Vec<serde_json::Value> = rows.iter().map(json).collect();
            let document = serde_json::json!({ "format": 1, "recorded_since": since.map(|at| at.to_string()), "changes": changes });
            progress::print(&document.to_string()).context("could not print the prices")?;
        }
        Format::Text => {
            progress::say(&match since {
                Some(since) => format!("recorded since {since}"),
                None => "no price was recorded yet: a build records those that it makes live".to_owned(),
            });
            for row in &rows {
                progress::print(&line(row)).context("could not print the prices")?;
            }
        }
    }
    Ok(Outcome::Done)
}

fn json(row: &Row<'_>) -> serde_json::Value {
    let change = row.change;
    serde_json::json!({
        "at": row.at.map(|at| at.to_string()), "id": change.variant, "number": row.number, "market": change.market,
        "minor": change.minor, "reduced": change.reduced,
    })
}

/// `2026-11-28T09:00:00Z RAVEL-MO-OA EUR 1299.00 reduced`
fn line(row: &Row<'_>) -> String {
    let change = row.change;
    let at = row.at.map_or_else(String::new, |at| at.to_string());
    let name = row.number.unwrap_or(&change.variant);
    let currency = vitrine_model::money::Currency::parse(&change.market).ok();
    let amount = match (change.minor, currency) {
        (Some(minor), Some(currency)) => vitrine_model::money::Money { minor, currency }.decimal(),
        (Some(minor), None) => minor.to_string(),
        (None, _) => "no longer sold".to_owned(),
    };
    let reduced = if change.reduced { " reduced" } else { "" };
    format!("{at} {name} {} {amount}{reduced}", change.market)
}
