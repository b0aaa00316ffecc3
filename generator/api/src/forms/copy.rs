//! The copy of a form that its sender gets by mail.
//!
//! **Invariant:** the typed address may belong to somebody else: the copy contains nothing that mail programs turn into
//! links, and the number of copies to one address is limited.

use std::num::NonZeroU32;

use vitrine_backends::statamic::FormValue;
use vitrine_forms::{FormWords, HandedForm};
use vitrine_model::form::FieldKind;
use vitrine_state::Quota;

use crate::{
    app_state::{AppState, messages},
    mail::{Letter, Recipient},
    outbox::{DeliveryFailure, FilledIn, Sent, SentForm, withdrawals::statement::unlinked},
    rates::email_spelling::canonical,
    web::messages::ErrorTexts,
};

/// Maximum number of copies to one address per hour.
const AN_HOUR: NonZeroU32 = NonZeroU32::new(6).unwrap();

/// Sends the copy of a form that the CMS has stored.
pub(super) async fn send(state: &AppState, id: &str, about: &SentForm, filled: &FilledIn) -> Sent {
    let (Some(email), Some(mailer)) = (&filled.copy_to, &state.mailer) else {
        return Sent::Absent;
    };
    let key = blake3::hash(format!("copies of forms {}", canonical(email)).as_bytes());
    // Beyond the limit the copy is dropped: the CMS has the form.
    if state
        .form_copies
        .take(Quota::per_hour(AN_HOUR), *key.as_bytes())
        .is_err()
    {
        return Sent::Absent;
    }
    let release = state.releases.live().await;
    let (texts, locale) = (messages(release.as_deref()), about.locale.as_str());
    let form = release.as_deref().and_then(|release| release.form(&about.form));
    let facts = facts(filled, form, texts, locale);
    let parameters = [("shop", mailer.sender()), ("facts", &*facts)];
    let letter = Letter {
        id: &format!("{id}.copy"),
        to: Recipient::Person { name: "", email },
        subject: &texts.text(locale, "mails.form_copy_subject", &parameters),
        text: &texts.text(locale, "mails.form_copy_text", &parameters),
    };
    match mailer.send(&letter).await {
        Ok(()) => Sent::Delivered,
        Err(unsent) if unsent.for_good => {
            tracing::warn!(form = id, cause = unsent.cause, "the copy of a form was refused");
            Sent::Absent
        }
        Err(unsent) => Sent::Failed(DeliveryFailure::later(&unsent.cause)),
    }
}

/// The submitted values, one line per field.
fn facts(filled: &FilledIn, form: Option<&HandedForm>, texts: &ErrorTexts, locale: &str) -> String {
    let words = form.map(|form| form.words(locale)).unwrap_or_default();
    let is_shown = |field: &str| {
        let spec = form.map(|form| &form.spec);
        let known = spec.and_then(|spec| spec.fields.get(spec.position(field)?));
        known.is_none_or(|field| field.kind != FieldKind::Hidden)
    };
    let lines = filled.submission.fields.iter().filter(|(field, _)| is_shown(field));
    let lines = lines.filter_map(|(field, value)| {
        let value = text_of(field, value, &words, texts, locale)?;
        Some(format!("{}: {}", words.field(field), unlinked(&value)))
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn text_of(field: &str, value: &FormValue, words: &FormWords, texts: &ErrorTexts, locale: &str) -> Option<String> {
    let joined = |parts: Vec<&str>| (!parts.is_empty()).then(|| parts.join(", "));
    match value {
        FormValue::Text(text) => text.as_deref().map(|text| words.option(field, text).to_owned()),
        FormValue::Flag(on) => Some(texts.text(locale, if *on { "mails.yes" } else { "mails.no" }, &[])),
        FormValue::List(list) => joined(list.iter().map(|key| words.option(field, key)).collect()),
        FormValue::Day(day) => day.map(|day| day.to_string()),
        FormValue::Files { files, .. } => joined(files.iter().map(|file| file.name.as_str()).collect()),
    }
}
