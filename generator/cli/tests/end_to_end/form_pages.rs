//! Forms of the CMS as HTML that posts to the API without a script (R-FORM-01, contract "forms-api").

use std::{collections::BTreeSet, fs};

use serde_json::Value;

use crate::support::{Shop, lindhoven, read_json, tree};

/// The part of a page with the form, and its data for the island.
fn form<'p>(html: &'p str, handle: &str) -> &'p str {
    let start = html
        .find(&format!("data-form=\"{handle}\""))
        .unwrap_or_else(|| panic!("no form {handle}"));
    let form = html.get(start..).unwrap();
    form.split("</script>").next().unwrap()
}

fn text(texts: &Value, key: &str) -> String {
    texts[key].as_str().unwrap_or(key).replace('&', "&amp;")
}

/// The HTML of a form's field, up to the next one.
fn field<'p>(form: &'p str, handle: &str) -> &'p str {
    let mark = format!("data-field=\"{handle}\"");
    let start = form.find(&mark).unwrap_or_else(|| panic!("no field {handle}"));
    let field = form.get(start + mark.len()..).unwrap();
    field.split("data-field=").next().unwrap()
}

#[test]
fn r_form_01_a_form_is_built_from_the_definition_of_the_cms() {
    let shop = Shop::small();
    shop.build();
    let contact = read_json(&lindhoven().join("content/forms/contact.json"));
    for (code, file, submit) in [
        ("nl", "contact", "Verstuur het bericht"),
        ("en", "en/contact", "Send the message"),
        ("de", "de/kontakt", "Nachricht senden"),
    ] {
        let html = shop.file(&format!("site/{file}.html"));
        let form = form(&html, "contact");
        let texts = read_json(&lindhoven().join(format!("../../../../locales/{code}/forms.json")));
        assert!(form.contains(&format!(
            "method=\"post\" action=\"/api/forms/contact?locale={code}&amp;page=/{file}\" enctype=\"multipart/form-data\" novalidate"
        )), "{code}");
        assert!(
            form.contains("name=\"fax\" tabindex=\"-1\" autocomplete=\"off\" value=\"\""),
            "{code}: the honeypot"
        );
        assert!(form.contains(&format!(">{submit}</button>")), "{code}");
        for (handle, definition) in contact["fields"].as_object().unwrap() {
            built(code, form, handle, definition, &texts);
        }
        let order: Vec<&str> = form
            .split("data-field=\"")
            .skip(1)
            .map(|part| part.split('"').next().unwrap())
            .collect();
        let hidden = ["locale", "page_url"];
        let wanted: Vec<&str> = contact["fields"]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .filter(|handle| !hidden.contains(handle))
            .collect();
        assert_eq!(order, wanted, "{code}");
        assert!(html.contains("/assets/form-"), "{code}: the sheet of forms");
    }
    let html = shop.file("site/index.html");
    assert!(
        !html.contains("data-form=\"contact\"") && !html.contains("/assets/form-"),
        "a page without a form has no sheet for it"
    );
}

/// One field: its label and required mark, its control, options, width and condition.
fn built(code: &str, form: &str, handle: &str, definition: &Value, texts: &Value) {
    let kind = definition["type"].as_str().unwrap();
    if kind == "hidden" {
        let value = if handle == "locale" { code } else { "" };
        assert!(
            form.contains(&format!("<input type=\"hidden\" name=\"{handle}\" value=\"{value}\">")),
            "{code} {handle}"
        );
        return;
    }
    let html = field(form, handle);
    let label = definition
        .get("inline_label")
        .unwrap_or(&definition["display"])
        .as_str()
        .unwrap();
    let required = definition["validate"].to_string().contains("required")
        || definition["validate"].to_string().contains("accepted");
    let mark = if required {
        "<span class=\"field__mark\" aria-hidden=\"true\">*</span>"
    } else {
        ""
    };
    assert!(
        html.contains(&format!(">{}{mark}</", text(texts, label))),
        "{code} {handle}: {html}"
    );
    let control = match kind {
        "textarea" => "<textarea ",
        "select" => "<select ",
        "radio" => "type=\"radio\"",
        "checkboxes" | "toggle" => "type=\"checkbox\"",
        "assets" => "type=\"file\"",
        _ => "<input class=\"field__input\"",
    };
    assert!(html.contains(control), "{code} {handle}");
    let is_native = matches!(kind, "text" | "select" | "textarea");
    assert_eq!(
        html.contains("aria-required=\"true\""),
        required && (is_native || kind == "toggle"),
        "{code} {handle}"
    );
    for (key, label) in definition["options"].as_object().into_iter().flatten() {
        assert!(
            html.contains(&format!("value=\"{key}\"")) && html.contains(&text(texts, label.as_str().unwrap())),
            "{code} {handle} {key}"
        );
    }
    if let Some(kind) = definition["input_type"].as_str() {
        assert!(html.contains(&format!("type=\"{kind}\"")), "{code} {handle}");
    }
    if let Some(token) = definition["autocomplete"].as_str() {
        assert!(html.contains(&format!("autocomplete=\"{token}\"")), "{code} {handle}");
    }
    assert_eq!(
        html.starts_with(" data-conditional data-off"),
        definition.get("if").is_some(),
        "{code} {handle}"
    );
    let width = definition["width"].as_u64().unwrap_or(100);
    if width < 100 {
        let class = format!("form__field--{width}\" data-field=\"{handle}\"");
        assert!(form.contains(&class), "{code} {handle}");
    }
}

/// R-FORM-06: "honeypot": Statamic does not tell its name, so that the configuration of the demo shop names each.
#[test]
fn r_form_06_each_form_has_the_honeypot_of_the_cms() {
    let shop = Shop::small();
    shop.build();
    let handed = read_json(&shop.path("dist/current/server/forms.json"));
    let forms = handed.as_object().unwrap();
    assert_eq!(forms.len(), 10);
    for (handle, form) in forms {
        let definition = read_json(&lindhoven().join(format!("content/forms/{handle}.json")));
        assert_eq!(form["spec"]["honeypot"], definition["honeypot"], "{handle}");
    }
}

/// The page contains the rules of its form and the messages that these may need, in its own language.
#[test]
fn r_form_03_a_page_has_the_messages_that_its_form_may_need() {
    let shop = Shop::small();
    shop.build();
    for (code, file) in [("nl", "nieuwsbrief"), ("en", "en/newsletter"), ("de", "de/newsletter")] {
        let html = shop.file(&format!("site/{file}.html"));
        let json = form(&html, "newsletter")
            .split("<script type=\"application/json\">")
            .nth(1)
            .unwrap();
        let data: Value = serde_json::from_str(json).unwrap();
        let errors = read_json(&lindhoven().join(format!("../../../../locales/{code}/errors.json")));
        let texts = data["props"]["texts"].as_object().unwrap();
        let keys: BTreeSet<&str> = texts.keys().map(String::as_str).collect();
        for key in [
            "required",
            "email",
            "accepted",
            "incomplete",
            "length_max",
            "is",
            "invalid",
        ] {
            assert!(keys.contains(format!("errors.form.{key}").as_str()), "{code}: {key}");
        }
        assert!(!keys.contains("errors.form.file_kind"), "{code}: no field takes a file");
        for (key, text) in texts {
            assert_eq!(text, &errors[key], "{code}: {key}");
        }
        assert_eq!(data["props"]["spec"]["handle"], "newsletter");
        assert_eq!(data["props"]["time_zone"], "Europe/Amsterdam");
    }
}

/// The pages of a chair in a cloth, and of the form for samples.
const CHAIR: [(&str, &str, &str); 3] = [
    (
        "nl",
        "producten/ravel-armstoel--roest-eiken",
        "/service/stalen-aanvragen",
    ),
    (
        "en",
        "en/products/ravel-armchair--rust-oak",
        "/en/service/order-samples",
    ),
    (
        "de",
        "de/produkte/ravel-armlehnstuhl--rost-eiche",
        "/de/service/muster-bestellen",
    ),
];

/// A cloth is put into the basket of samples below the options of its product.
#[test]
fn a_cloth_has_a_button_and_a_link_to_the_form_for_samples() {
    let shop = Shop::small();
    shop.build();
    for (code, chair, page) in CHAIR {
        let html = shop.file(&format!("site/{chair}.html"));
        let texts = read_json(&lindhoven().join(format!("../../../../locales/{code}/product.json")));
        let groups: Vec<&str> = html.split("<section aria-label=").collect();
        let with_button = groups.iter().filter(|group| group.contains("data-island=\"samples\""));
        let [cloth] = with_button.collect::<Vec<_>>()[..] else {
            panic!("{code}: one group is of cloths, the wood is none")
        };
        assert!(cloth.contains(&format!(">{}</button>", text(&texts, "product.sample_of_cloth"))));
        assert!(
            cloth.contains(&format!("class=\"sample__page text-link\" href=\"{page}\"")),
            "{code}"
        );
        let json = cloth.split("<script type=\"application/json\">").nth(1).unwrap();
        let data: Value = serde_json::from_str(json.split("</script>").next().unwrap()).unwrap();
        let chosen = &data["props"]["cloth"];
        assert_eq!(chosen["number"], "RAVEL-RU-OA", "{code}");
        assert_eq!(chosen["color"], "#9c4327", "{code}");
        assert_eq!(chosen["path"], format!("/{chair}"), "{code}");
        // The facts of the product link to it as well.
        assert!(
            html.contains(&format!("<dd class=\"facts__value\"><a href=\"{page}\">")),
            "{code}"
        );
        let form = shop.file(&format!("site{page}.html"));
        assert!(form.contains("data-island=\"samples\" data-when=\"load\""), "{code}");
        assert!(form.contains("\"field\":\"form-samples-cloths\"") && form.contains("id=\"form-samples-cloths\""));
    }
}

#[test]
fn without_a_form_for_samples_no_cloth_has_a_button() {
    let shop = Shop::small_with(|data| {
        fs::remove_file(data.join("content/forms/samples.json")).unwrap();
        let page = data.join("content/pages/stalen-aanvragen.json");
        let mut sites = read_json(&page);
        for site in sites.as_object_mut().unwrap().values_mut() {
            site["blocks"] = serde_json::json!([]);
        }
        fs::write(page, sites.to_string()).unwrap();
    });
    shop.build();
    for (code, chair, _) in CHAIR {
        let html = shop.file(&format!("site/{chair}.html"));
        assert!(!html.contains("data-island=\"samples\""), "{code}");
    }
}

/// The links of a page that write a letter with a subject: label and URL.
fn letters(html: &str) -> Vec<(&str, &str)> {
    let links = html.split("<a ").skip(1).filter_map(|link| {
        let (attributes, rest) = link.split_once('>')?;
        let href = attributes.split("href=\"").nth(1)?.split('"').next()?;
        let is_letter = href.starts_with("mailto:") && href.contains("?subject=");
        is_letter.then(|| (rest.split('<').next().unwrap_or_default().trim(), href))
    });
    links.collect()
}

/// R-CMS-08, R-STORE-02, R-ROUTE-14: where the shop has a form, no page asks for a letter in its place. Beside each form
/// telephone and letter stay as other ways.
#[test]
fn r_form_01_no_page_asks_for_a_letter_where_a_form_belongs() {
    let shop = Shop::small();
    shop.build();
    let site = shop.path("dist/current/site");
    let (mut beside, mut forms) = (0, 0);
    for (path, bytes) in tree(&site) {
        if !path.ends_with(".html") {
            continue;
        }
        let html = String::from_utf8(bytes).unwrap();
        let code = ["en", "de"]
            .into_iter()
            .find(|code| path == format!("{code}.html") || path.starts_with(&format!("{code}/")));
        let texts = read_json(&lindhoven().join(format!("../../../../locales/{}/content.json", code.unwrap_or("nl"))));
        let has_form = html.contains("class=\"form-frame");
        if has_form {
            assert!(html.contains(" action=\"/api/forms/"), "{path}: its form goes nowhere");
            // Law §10: "purpose line and link at each form".
            for key in ["content.form_purpose", "content.form_privacy"] {
                assert!(html.contains(&text(&texts, key)), "{path}: {key}");
            }
            forms += 1;
        }
        for (label, href) in letters(&html) {
            let is_beside = has_form && label == text(&texts, "content.form_write");
            assert!(is_beside, "{path}: {label:?} leads to {href}");
            beside += 1;
        }
        assert!(!html.contains(&text(&texts, "content.newsletter_by_mail")), "{path}");
    }
    assert!(
        forms > 20 && beside > 20,
        "{forms} pages with forms, {beside} letters beside them"
    );
}
