//! `vitrine withdrawals`: lists the recorded withdrawals from contracts and their delivery state (law §4a).
//!
//! **Invariant:** changes nothing. It prints personal data, for the operator only.

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use vitrine_api::{Delivery, Recorded, ServerLimits, Withdrawals};

use crate::{
    Outcome,
    cmd::{delivery_words::delivery_lines, format::Format},
    config::Config,
    progress,
};

/// What to print.
#[derive(Args)]
pub(crate) struct WithdrawalsArguments {
    /// Only records that are not fully delivered: still being retried by the server, or given up.
    #[arg(long)]
    undelivered: bool,
    /// `text` for people, `json` for machines (one document).
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Prints the records, oldest first.
pub(crate) fn run(config: &Config, arguments: &WithdrawalsArguments) -> Result<Outcome> {
    let records = Withdrawals::open(&config.state(), ServerLimits::default().withdrawals)?;
    let shown = || format!("could not read the withdrawals in {}", records.place());
    let mut list = records.list().with_context(shown)?;
    if arguments.undelivered {
        list.retain(|(_, delivery)| delivery.is_undelivered());
    }
    let text = match arguments.format {
        Format::Json => {
            let list: Vec<Value> = list
                .iter()
                .map(|(recorded, delivery)| as_json(recorded, delivery))
                .collect();
            serde_json::to_string_pretty(&json!({"format": 1, "withdrawals": list}))?
        }
        Format::Text if list.is_empty() => "no withdrawals".to_owned(),
        Format::Text => list
            .iter()
            .map(|(recorded, delivery)| as_text(recorded, delivery))
            .collect::<Vec<_>>()
            .join("\n\n"),
    };
    progress::print(&text).context("could not print the withdrawals")?;
    Ok(Outcome::Done)
}

fn as_json(recorded: &Recorded, delivery: &Delivery) -> Value {
    json!({"reference": recorded.reference(), "record": recorded, "delivery": delivery})
}

fn as_text(recorded: &Recorded, delivery: &Delivery) -> String {
    let statement = &recorded.statement;
    let mut lines = vec![format!(
        "{}  {}  order {}",
        recorded.reference(),
        recorded.received_local,
        statement.order_number
    )];
    lines.push(format!("  {} <{}>", statement.name, statement.email));
    lines.push(format!(
        "  items: {}",
        statement
            .items
            .as_deref()
            .unwrap_or("the whole order")
            .replace('\n', " / ")
    ));
    if let Some(comment) = &statement.comment {
        lines.push(format!("  remark: {}", comment.replace('\n', " / ")));
    }
    lines.extend(delivery_lines(delivery));
    lines.join("\n")
}
