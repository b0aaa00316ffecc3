//! `vitrine consents`: the proof that an address subscribed to the newsletter (law §10).
//!
//! **Invariant:** changes nothing. It prints personal data, for the operator only.

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use vitrine_api::{Consent, Consents, NEWSLETTER, Outbox, Seal, consents_of};

use crate::{
    Outcome,
    cmd::format::Format,
    config::{Config, FORMS_KEY},
    progress,
};

/// Whose proof to print.
#[derive(Args)]
pub(crate) struct ConsentsArguments {
    /// The e-mail address.
    address: String,
    /// `text` for people, `json` for machines (one document).
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Prints the records of the address, oldest first. Fails if a record cannot be opened: it may be one of the address.
pub(crate) fn run(config: &Config, arguments: &ConsentsArguments) -> Result<Outcome> {
    let seal = config.forms_key.as_ref().and_then(Seal::of).with_context(|| {
        format!("could not open the records of subscriptions: set {FORMS_KEY} to the key that `vitrine serve` had when they were written")
    })?;
    let outbox = Outbox::open(&config.state(), &NEWSLETTER, usize::MAX)?;
    let read = consents_of(&arguments.address, &outbox, &seal);
    let Consents { found, unopened } =
        read.with_context(|| format!("could not read the subscriptions in {}", outbox.place()))?;
    let text = match arguments.format {
        Format::Json => serde_json::to_string_pretty(&json!({"format": 1, "consents": found}))?,
        Format::Text if found.is_empty() => "no subscriptions of this address".to_owned(),
        Format::Text => found.iter().map(as_text).collect::<Vec<_>>().join("\n\n"),
    };
    progress::print(&text).context("could not print the subscriptions")?;
    if let Some((reference, error)) = unopened.first() {
        anyhow::bail!(
            "{} of the records in {} could not be opened ({reference}: {error}), and may be of this address: run this again with the {FORMS_KEY} of that time",
            unopened.len(),
            outbox.place()
        );
    }
    Ok(Outcome::Done)
}

fn as_text(consent: &Consent) -> String {
    let what = if consent.ends { "ended" } else { "subscribed" };
    let mut lines = vec![
        format!(
            "{}  {what}  {}  <{}>",
            consent.reference, consent.received_at, consent.email
        ),
        format!("  language: {}, release: {}", consent.locale, consent.release),
    ];
    if let (Some(version), Some(words)) = (&consent.text_version, &consent.words) {
        lines.push(format!("  words, version {version}: {}", words.title));
        let shown = words
            .fields
            .iter()
            .map(|(handle, label)| (handle, words.beside.get(handle).unwrap_or(label)));
        lines.extend(shown.map(|(handle, text)| format!("    {handle}: {text}")));
    }
    lines.join("\n")
}
