//! Forms: whether they can be read, their rules, and whether the CMS accepts them.

use std::collections::BTreeMap;

use jiff::Timestamp;
use vitrine_backends::{
    BackendError,
    statamic::{CsrfCheck, FormRules, SeenForm},
};

use super::asked::{Asked, failed};
use crate::cmd::{
    doctor::{
        codes::{Area, statamic as codes},
        report::{Report, list},
    },
    wire,
};

pub(super) async fn examine(asked: &Asked<'_>) -> Report {
    let mut report = Report::default();
    let (forms, csrf) = tokio::join!(asked.client.seen_forms(), csrf(asked));
    match forms {
        Ok(Some(forms)) => seen(asked, &forms, &mut report),
        Ok(None) => report.add(&codes::FORMS_CLOSED, "the CMS answers with 404 to forms"),
        Err(error) => failed(&mut report, asked.config, "forms", &error),
    }
    match csrf {
        None => report.not_checked(
            Area::Statamic,
            "whether forms are accepted",
            "no client for them could be made",
        ),
        Some(Ok(CsrfCheck::Exempt)) => report.saw(Area::Statamic, "forms without a CSRF token", "accepted"),
        Some(Ok(CsrfCheck::Required)) => {
            report.add(&codes::FORM_CSRF, "a form without a CSRF token is refused with 419")
        }
        Some(Err(error)) => failed(&mut report, asked.config, "whether forms are accepted", &error),
    }
    report
}

/// Sends an empty form to one that does not exist; `None` if there is no client for forms.
async fn csrf(asked: &Asked<'_>) -> Option<Result<CsrfCheck, BackendError>> {
    let forms = wire::forms(asked.config).ok()?.cms?;
    let unknown = format!("vitrine-doctor-{}", Timestamp::now().as_millisecond());
    Some(forms.csrf_check(&unknown).await)
}

fn seen(asked: &Asked<'_>, forms: &[SeenForm], report: &mut Report) {
    let names: Vec<&str> = forms.iter().map(|form| form.handle.as_str()).collect();
    report.saw(Area::Statamic, "forms", list(&names));
    if !forms.is_empty() && asked.config.forms_key.is_none() {
        report.add(
            &codes::FORMS_KEY_MISSING,
            "the CMS has forms, and there is no key to keep them with: none is taken",
        );
    }
    let is_file = |rules: &&FormRules| matches!(rules.kind.as_str(), "assets" | "files");
    let as_text: Vec<String> = forms
        .iter()
        .flat_map(|form| form.rules.iter().filter(is_file).map(move |rules| (form, rules)))
        .filter(|(_, rules)| rules.as_text.as_ref().is_some_and(|text| text.contains('|')))
        .map(|(form, rules)| format!("{}.{}", form.handle, rules.field))
        .collect();
    if !as_text.is_empty() {
        report.add(
            &codes::FORM_RULE_TEXT,
            format!("the rules of a file are one text: {}", list(&as_text)),
        );
    }
    let mut missing: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (key, name) in named(asked) {
        if !names.contains(&name) {
            missing.entry(name).or_default().push(key);
        }
    }
    for (name, keys) in missing {
        report.add(
            &codes::FORM_MISSING,
            format!(
                "{} names the form {name:?}; the CMS has {}",
                keys.join(" and "),
                list(&names)
            ),
        );
    }
}

/// The forms that the configuration names.
fn named<'a>(asked: &Asked<'a>) -> Vec<(&'static str, &'a str)> {
    let (forms, cms) = (&asked.config.file.forms, &asked.config.file.statamic);
    let newsletter = forms.newsletter.iter().map(|name| ("forms.newsletter", name.as_str()));
    let copies = forms.copies.iter().map(|name| ("forms.copies", name.as_str()));
    let kept = forms
        .keep_days_of
        .keys()
        .map(|name| ("forms.keep_days_of", name.as_str()));
    let honeypots = cms.honeypots.keys().map(|name| ("statamic.honeypots", name.as_str()));
    newsletter.chain(copies).chain(kept).chain(honeypots).collect()
}
