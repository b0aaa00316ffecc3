//! The texts that a contract refers to, each as a file of its own (law §1: durable medium): the terms and conditions and
//! the information on withdrawal of each locale, which the API keeps for the orders that are placed while they are live
//! (docs/contracts/legal-texts.md).
//!
//! **Invariant:** a file is named by the hash of its content, has no script and needs no other file. It has the words of
//! the page, so that a change of templates or styles changes no copy.

use minijinja::HtmlEscape;
use serde_json::{Map, Value, json};
use vitrine_model::{
    catalog::Catalog,
    diagnostic::{Diagnostic, Place},
    globals::SiteGlobals,
    ids::EntryId,
    locale::{Locale, LocaleIndex},
    record::RecordHash,
    rich_text::RichText,
};

use crate::{
    diagnostics::Diagnostics,
    error::SiteError,
    json_line::json_line,
    output::staging::Staging,
    page::{PlannedPage, Subject},
    render::Renderer,
};

/// The length of a file's name, in hex digits.
const ID: usize = 32;

/// A text that is kept, by its name in `legal.json`.
struct Kind {
    name: &'static str,
    /// The field of the CMS's global `site` that chooses its page.
    field: &'static str,
    of: fn(&SiteGlobals) -> Option<&EntryId>,
    what: &'static str,
}

static KINDS: [Kind; 2] = [
    Kind {
        name: "terms",
        field: "terms_page",
        of: |site| site.terms_page.as_ref(),
        what: "terms and conditions",
    },
    Kind {
        name: "withdrawal",
        field: "withdrawal_page",
        of: |site| site.withdrawal_page.as_ref(),
        what: "information on the right of withdrawal",
    },
];

/// Writes `server/legal.json` and the texts in `server/legal/`, and reports each text that a locale lacks.
pub(crate) fn write(
    renderer: &Renderer<'_>,
    staging: &Staging<'_>,
    diagnostics: &Diagnostics,
) -> Result<(), SiteError> {
    let mut all = Map::new();
    for (index, locale) in renderer.catalog.locales().iter() {
        let mut texts = Map::new();
        for kind in &KINDS {
            match written(renderer, staging, (index, locale), kind)? {
                Some(text) => drop(texts.insert(kind.name.to_owned(), text)),
                None => diagnostics.push(missing(kind, locale)),
            }
        }
        all.insert(locale.code.to_string(), texts.into());
    }
    staging.write_with_folder("server/legal.json", &json_line(&Value::from(all)))
}

/// Writes the file of a text; `None` if the locale has no page with it.
fn written(
    renderer: &Renderer<'_>,
    staging: &Staging<'_>,
    (index, locale): (LocaleIndex, &Locale),
    kind: &Kind,
) -> Result<Option<Value>, SiteError> {
    let Some(page) = page(renderer, index, kind) else {
        return Ok(None);
    };
    let text = renderer
        .text_of(page)
        .map_err(|failure| SiteError::Pages(vec![failure]))?;
    let Some(text) = text else { return Ok(None) };
    let title = title(renderer.catalog, page);
    let html = document(locale, &title, &text);
    let mut id = RecordHash::of_bytes(html.as_bytes()).to_hex();
    id.truncate(ID);
    let file = format!("server/legal/{id}.html");
    // Two fields may name one page.
    if !staging.has(&file) {
        staging.write_with_folder(&file, html.as_bytes())?;
    }
    Ok(Some(json!({"title": title, "id": id})))
}

fn page<'r>(renderer: &Renderer<'r>, index: LocaleIndex, kind: &Kind) -> Option<&'r PlannedPage> {
    let globals = renderer.catalog.globals(index)?.value();
    renderer.plan.entry((kind.of)(&globals.site)?, index)
}

fn title(catalog: &Catalog, page: &PlannedPage) -> String {
    let entry = match &page.subject {
        Subject::Entry(id) => catalog.entry(id),
        Subject::Product(_) | Subject::Screen(_) => None,
    };
    entry.map_or_else(|| page.path.to_string(), |entry| entry.value().title.clone())
}

fn document(locale: &Locale, title: &str, markdown: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n</head>\n<body>\n{}</body>\n</html>\n",
        locale.iso,
        HtmlEscape(title),
        RichText::document_of_markdown(markdown)
    )
}

fn missing(kind: &Kind, locale: &Locale) -> Diagnostic {
    let (what, code) = (kind.what, &locale.code);
    let place = Place {
        source: "statamic".to_owned(),
        kind: "global".to_owned(),
        id: "site".to_owned(),
        locale: Some(code.to_string()),
        field: Some(kind.field.to_owned()),
        ..Place::default()
    };
    let message = format!("no {what} in {code} can be kept for orders: there is no page with this text");
    let hint = format!(
        "choose the page in the field `{}` of the global `site`, and publish it in this language",
        kind.field
    );
    Diagnostic::warning("legal-text", message, place).hint(hint)
}
