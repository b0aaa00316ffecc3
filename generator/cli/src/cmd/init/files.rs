//! The files of a new shop's folder.
//!
//! **Invariant:** every value in them is an answer of people or of the backends; the folders `theme` and `locales` hold nothing but how to use them.

use toml::Value;
use vitrine_site::theme::THEME_CONTRACT;

use super::{
    answers::Given,
    settled::{Noted, Settled},
};

const THEME: &str = include_str!("theme.md");
const LOCALES: &str = include_str!("locales.md");

/// The files by name.
pub(super) fn all(given: &Given, settled: &Settled) -> [(&'static str, String); 5] {
    [
        ("vitrine.toml", configuration(given, settled)),
        ("theme/README.md", THEME.to_owned()),
        ("theme/contract.json", format!("{{ \"version\": {THEME_CONTRACT} }}\n")),
        ("locales/README.md", LOCALES.to_owned()),
        (".gitignore", "/dist/\n/.vitrine/\nnode_modules/\n".to_owned()),
    ]
}

fn text(value: &str) -> Value {
    Value::String(value.to_owned())
}

fn list<'a>(values: impl IntoIterator<Item = &'a str>) -> Value {
    Value::Array(values.into_iter().map(text).collect())
}

/// A comment, one line for each note.
fn comments(notes: &[String]) -> String {
    notes
        .iter()
        .map(|note| format!("# {}\n", note.replace(['\n', '\r'], " ")))
        .collect()
}

/// A line with its comments; nothing without a value, but for the comments.
fn line(key: &str, noted: &Noted<String>) -> String {
    let value = noted.values.first().map(|value| format!("{key} = {}\n", text(value)));
    comments(&noted.notes) + &value.unwrap_or_default()
}

fn listed(key: &str, noted: &Noted<String>) -> String {
    let value = match noted.values.is_empty() {
        true => String::new(),
        false => format!("{key} = {}\n", list(noted.values.iter().map(String::as_str))),
    };
    comments(&noted.notes) + &value
}

fn bare_or_quoted(name: &str) -> String {
    let is_bare = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    match !name.is_empty() && name.bytes().all(is_bare) {
        true => name.to_owned(),
        // Its escapes are those of TOML, in one line.
        false => serde_json::Value::from(name).to_string(),
    }
}

/// A table in one line; nothing without a value, but for the comments.
fn table(key: &str, noted: &Noted<(String, String)>) -> String {
    let pairs: Vec<String> = noted
        .values
        .iter()
        .map(|(name, value)| format!("{} = {}", bare_or_quoted(name), text(value)))
        .collect();
    let value = match pairs.is_empty() {
        true => String::new(),
        false => format!("{key} = {{ {} }}\n", pairs.join(", ")),
    };
    comments(&noted.notes) + &value
}

fn configuration(given: &Given, settled: &Settled) -> String {
    let mut out = String::from(
        "# What only this shop can know. Everything else has a default: `vitrine.toml` of the project lists every key and what it means.\n# Secrets come from the environment: VITRINE_SHOPWARE_ACCESS_KEY, and the others that the project's file lists.\n\n",
    );
    out.push_str(&format!(
        "[site]\nbase_url = {}\ntime_zone = {}\n\n",
        text(&given.base_url),
        text(&given.time_zone)
    ));
    for (at, settled) in settled.languages.iter().enumerate() {
        let language = &settled.language;
        let prefix = if at == 0 {
            String::new()
        } else {
            format!("/{}", language.code)
        };
        out.push_str(&format!(
            "[[locales]]\ncode = {}\niso = {}\nname = {}\nprefix = {}\n# Statamic's handle of the site.\n{}{}\n",
            text(&language.code),
            text(&language.tag),
            text(&language.name),
            text(&prefix),
            line("content_site", &settled.site),
            line("commerce_language", &settled.commerce),
        ));
    }
    let codes = settled.languages.iter().map(|settled| settled.language.code.as_str());
    out.push_str(&format!(
        "[ordering]\n# Whether people without an account may order, and on the pages of which languages.\nconsumer_ordering = true\nconsumer_locales = {}\n\n",
        list(codes)
    ));
    out.push_str(&backends(given, settled));
    out.push_str(&format!(
        "[server]\nlisten = {}\n# The hosts that are answered, and the origins that may write.\nhosts = {}\norigins = {}\nhttps = {}\n",
        text(&given.listen),
        list([given.host.as_str()]),
        list([given.base_url.as_str()]),
        given.https
    ));
    out
}

fn backends(given: &Given, settled: &Settled) -> String {
    let mut out = format!(
        "[shopware]\n{}endpoint = {}\n\n[statamic]\nendpoint = {}\n",
        comments(&settled.shop_notes),
        text(&given.shopware),
        text(&given.statamic)
    );
    if let Some(route) = settled.graphql_route {
        out.push_str(&format!("graphql_route = {}\n", text(route)));
    }
    out.push_str(
        "# The collections to read, and the navigation of each place; places without one show Shopware's categories.\n",
    );
    out.push_str(&listed("collections", &settled.collections));
    out.push_str(&listed("taxonomies", &settled.taxonomies));
    out.push_str(&listed("asset_containers", &settled.containers));
    out.push_str(&table("navigations", &settled.navigations));
    let traps = table("honeypots", &settled.honeypots);
    if !traps.is_empty() {
        out.push_str("# The field of each form that people never see and machines fill in.\n");
        out.push_str(&traps);
    }
    if !settled.newsletter.values.is_empty() {
        out.push_str(&format!("\n[forms]\n{}", line("newsletter", &settled.newsletter)));
    }
    out.push_str(&format!(
        "\n[images]\n# Where pictures may come from.\nhosts = {}\n\n",
        list(given.image_hosts.iter().map(String::as_str))
    ));
    out
}
