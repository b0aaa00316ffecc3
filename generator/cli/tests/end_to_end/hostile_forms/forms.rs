//! Complete answers to every form of the demo shop, and a form with a field of every kind and a field for every rule.

use std::{fs, path::Path};

use serde_json::{Map, Value, json};

use crate::support::Shop;

/// The form that only this test has.
pub(super) const EVERYTHING: &str = "everything";

/// Rules of fields of [`EVERYTHING`] as Laravel writes them; the CMS itself does not check them.
const RULES: &[(&str, &str)] = &[
    ("r_length", "min:2|max:40"),
    ("r_require_one", "require_one:text"),
    ("r_required_if", "required_if:radio,b"),
    ("r_required_unless", "required_unless:radio,a"),
    ("r_required_with", "required_with:r_never"),
    ("r_required_without", "required_without:text"),
    ("r_confirm", "same:r_pair"),
    ("r_different", "different:text"),
    ("r_alpha", "alpha"),
    ("r_alpha_spaces", "alpha_spaces"),
    ("r_alphanumeric", "alphanumeric:latin"),
    ("r_contains", "contains_numeric"),
    ("r_lowercase", "lowercase"),
    ("r_uppercase", "uppercase"),
    ("r_symbol", "symbol"),
    ("r_number", "numeric"),
    ("r_integer", "integer"),
    ("r_between", "numeric|between:1,5"),
    ("r_bounds", "numeric|min:1|max:9"),
    ("r_digits", "digits:8"),
    ("r_after", "after:today"),
    ("r_from", "after_or_equal:2027-01-01"),
    ("r_before", "before:2027-01-01"),
    ("r_until", "before_or_equal:2027-01-01"),
    ("r_days", "date_between:2027-01-01,2027-12-31"),
    ("r_format", "date_format:d-m-Y"),
    ("r_email", "email"),
    ("r_url", "url"),
    ("r_starts", "starts_with:a,<"),
    ("r_ends", "ends_with:y,>"),
    ("r_in", "in:a,b"),
    ("r_not_in", "not_in:a,b"),
    ("r_matches", "matches:a,b"),
    ("r_pattern", "regex:/^[A-Z]{2}\\d+$/"),
    ("r_not_pattern", "not_regex:/<|>/"),
    ("files", "mimes:pdf,png|max:64|min:0"),
];

/// The names of all rules in `server/forms.json`.
pub(super) const ALL_RULES: &[&str] = &[
    "accepted",
    "alpha",
    "alpha_spaces",
    "alphanumeric",
    "between",
    "confirm",
    "contains",
    "date_after",
    "date_before",
    "date_between",
    "date_format",
    "date_from",
    "date_until",
    "different",
    "digits",
    "email",
    "ends_with",
    "file_kinds",
    "file_size",
    "file_size_min",
    "integer",
    "is",
    "length",
    "lowercase",
    "matches",
    "max",
    "min",
    "not",
    "not_pattern",
    "number",
    "pattern",
    "require_one",
    "required",
    "required_if",
    "required_unless",
    "required_with",
    "required_without",
    "starts_with",
    "symbol",
    "uppercase",
    "url",
];

/// The names of all kinds of fields.
pub(super) const ALL_KINDS: &[&str] = &[
    "text",
    "textarea",
    "select",
    "radio",
    "checkboxes",
    "toggle",
    "files",
    "date",
    "time",
    "integer",
    "decimal",
    "hidden",
    "section",
    "html",
];

/// Adds [`EVERYTHING`] to the CMS of a shop.
pub(super) fn add_everything(data: &Path) {
    let mut fields = Map::new();
    let mut add = |handle: &str, config: Value| fields.insert(handle.to_owned(), config);
    let options = json!({"a": "A", "b": "B"});
    for kind in ["text", "textarea", "date", "time", "integer"] {
        add(kind, json!({"type": kind, "display": kind}));
    }
    add("decimal", json!({"type": "float", "display": "decimal"}));
    add(
        "select",
        json!({"type": "select", "display": "select", "options": options, "max_items": 1}),
    );
    add(
        "many",
        json!({"type": "select", "display": "many", "options": options, "multiple": true}),
    );
    add(
        "radio",
        json!({"type": "radio", "display": "radio", "options": options}),
    );
    add(
        "checkboxes",
        json!({"type": "checkboxes", "display": "checkboxes", "options": options}),
    );
    add("toggle", json!({"type": "toggle", "display": "toggle"}));
    add("files", json!({"type": "files", "display": "files", "max_files": 2}));
    add("section", json!({"type": "section", "display": "section"}));
    add(
        "html",
        json!({"type": "html", "display": "html", "html": "<p>Text</p>"}),
    );
    for handle in ["r_pair", "r_never"]
        .into_iter()
        .chain(RULES.iter().map(|(handle, _)| *handle))
    {
        if handle != "files" {
            add(handle, json!({"type": "text", "display": handle}));
        }
    }
    add("hidden", json!({"type": "hidden", "input_type": "hidden"}));
    add("locale", json!({"type": "hidden", "input_type": "hidden"}));
    let form = json!({"title": "Everything", "honeypot": "fax", "fields": fields});
    fs::write(data.join("content/forms/everything.json"), form.to_string()).unwrap();
}

/// Builds with the rules of [`EVERYTHING`], which the last pull gets: the CMS would refuse to start with those that it does
/// not know.
pub(super) fn build_with_rules(shop: &Shop) {
    shop.build();
    shop.change_pulled(
        "statamic/forms",
        |form| form["handle"] == EVERYTHING,
        |form| {
            for (handle, rules) in RULES {
                let rules: Vec<&str> = match rules.starts_with("regex") || rules.starts_with("not_regex") {
                    true => vec![rules],
                    false => rules.split('|').collect(),
                };
                form["fields"][handle]["validate"] = json!(rules);
            }
        },
    );
    let run = shop.offline(&[]);
    assert_eq!(run.code, Some(0), "{}", run.said());
}

/// A complete answer; every submission has an e-mail address of its own.
pub(super) fn whole(form: &str) -> Map<String, Value> {
    let name = json!({"first_name": "Noor", "last_name": "Bakker", "email": "", "privacy": true});
    let address =
        json!({"street": "Kadelaan", "number": "12", "postcode": "6211 KL", "city": "Maasdrecht", "country": "NL"});
    let own = match form {
        "contact" => json!({"subject": "order", "order_number": "10042", "message": "Past de tafel in een lift?"}),
        "showroom_appointment" => json!({
            "showroom": "breda", "type": "interior", "date": "2027-02-10", "time_slot": "11:00", "phone": "085 000 12 34",
        }),
        "company_account_request" => json!({
            "company_name": "Bakker & zonen", "business_type": "office", "kvk_number": "12345678",
            "vat_number": "NL123456789B01", "phone": "085 000 12 34", "terms": true, "invoice_same": true,
        }),
        "catalogue_request" => json!({"catalogues": ["getij-buiten"], "delivery": "post"}),
        "samples" => json!({"cloths": "Roest"}),
        "vacancy_application" => json!({
            "phone": "085 000 12 34", "motivation": "Ik heb twaalf jaar in een werkplaats gestaan en wil met mensen werken.",
        }),
        "event_registration" => json!({"event": "drie-lampen", "persons": "3"}),
        "project_inquiry" => json!({
            "company": "Bakker & zonen", "contact": "Noor", "phone": "085 000 12 34", "sector": "kantoor",
            "brief": "Veertig werkplekken op twee verdiepingen, in twee weekenden.",
        }),
        "back_in_stock" => json!({"product": "Boog (BOOG-1)"}),
        "newsletter" => json!({}),
        _ => json!({
            "text": "Noor", "textarea": "Een regel", "select": "a", "many": ["a"], "radio": "a", "checkboxes": ["a", "b"],
            "toggle": true, "date": "2027-02-10", "time": "11:00", "integer": "3", "decimal": "2.5", "r_pair": "x",
            "r_confirm": "x",
        }),
    };
    let parts = match form {
        EVERYTHING => vec![own],
        "samples" | "company_account_request" | "catalogue_request" => vec![name, address, own],
        _ => vec![name, own],
    };
    let mut all = Map::new();
    for part in parts {
        let Value::Object(fields) = part else {
            unreachable!("objects above")
        };
        all.extend(fields);
    }
    all
}
