//! `vitrine outbox`: lists the records that are delivered to the shop's staff, of every kind, and their delivery state.
//!
//! **Invariant:** changes nothing, and of the content prints only the time and the form's handle.

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use vitrine_api::{Entry, KINDS, Outbox};

use crate::{
    Outcome,
    cmd::{delivery_words::delivery_lines, format::Format},
    config::Config,
    progress,
};

/// What to print.
#[derive(Args)]
pub(crate) struct OutboxArguments {
    /// Only records that are not fully delivered: still being retried by the server, or given up.
    #[arg(long)]
    undelivered: bool,
    /// `text` for people, `json` for machines (one document).
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Prints the records by kind, oldest first.
pub(crate) fn run(config: &Config, arguments: &OutboxArguments) -> Result<Outcome> {
    let mut entries = Vec::new();
    for kind in KINDS {
        let outbox = Outbox::open(&config.state(), kind, usize::MAX)?;
        let read = outbox.entries();
        entries.extend(read.with_context(|| format!("could not read the {} in {}", kind.name, outbox.place()))?);
    }
    if arguments.undelivered {
        entries.retain(|entry| entry.delivery.is_undelivered());
    }
    let text = match arguments.format {
        Format::Json => {
            let records: Vec<Value> = entries.iter().map(as_json).collect();
            serde_json::to_string_pretty(&json!({"format": 1, "records": records}))?
        }
        Format::Text if entries.is_empty() => "no records".to_owned(),
        Format::Text => entries.iter().map(as_text).collect::<Vec<_>>().join("\n\n"),
    };
    progress::print(&text).context("could not print the records")?;
    Ok(Outcome::Done)
}

fn as_json(entry: &Entry) -> Value {
    let mut record = json!({
        "kind": entry.kind, "reference": entry.reference(), "received_at": entry.received_at, "delivery": entry.delivery
    });
    if let Some(form) = &entry.form {
        record["form"] = json!(form);
    }
    record
}

fn as_text(entry: &Entry) -> String {
    let kind = match &entry.form {
        Some(form) => format!("{} {form}", entry.kind),
        None => entry.kind.to_owned(),
    };
    let first = format!("{}  {kind}  {}", entry.reference(), entry.received_at);
    let lines: Vec<String> = std::iter::once(first).chain(delivery_lines(&entry.delivery)).collect();
    lines.join("\n")
}
