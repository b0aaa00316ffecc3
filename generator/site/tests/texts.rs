//! Texts and templates: missing or unsafe ones are found before pages are rendered.

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

mod support;

use std::collections::BTreeMap;

use minijinja::context;
use support::{NL, Place, three_locales};
use vitrine_site::{
    CheckSources, check,
    message_check::UsedKeys,
    templates::{TemplateError, Templates},
};

fn findings(place: &Place, interface: &str, islands: &str) -> Vec<(String, String)> {
    place.put("sources/pages/x.html", interface);
    // Texts of `llms.txt` and of the search, which every build uses.
    let always = r#"{{ t("llms.note") }} {{ t("llms.pages") }} {{ t("common.products") }} `lists.${x}` `search.${x}`"#;
    place.put("sources/llms.html", always);
    place.put("islands/x.ts", islands);
    let sources = CheckSources {
        interface: vec![place.root.path().join("sources")],
        islands: vec![place.root.path().join("islands")],
    };
    let site = place.site(&three_locales()).unwrap();
    let found = check(&site, &sources).unwrap();
    found
        .into_iter()
        .map(|d| {
            (
                d.code.into_owned(),
                format!("{} {}", d.place.locale.unwrap(), d.place.id),
            )
        })
        .collect()
}

const USES: &str = r#"{{ t("screen.title") }} {{ plural("screen.count", 3) }} {{ t("screen.languages") }} let x = format!("errors.{}", code); match x { "errors.rate_limited" => 1 }"#;

/// R-I18N-06: a missing or an unused text fails `check`, and so do extra texts and differing parameters.
#[test]
fn r_i18n_06_missing_and_unused_texts_are_found() {
    let place = Place::new();
    let island = "t('cart.title')";
    assert_eq!(findings(&place, USES, island), []);
    let less = USES.replace("{{ t(\"screen.languages\") }}", "");
    assert_eq!(
        findings(&place, &less, island),
        [("text-unused".to_owned(), "nl screen.languages".to_owned())]
    );
    let more = format!("{USES} {{{{ t(\"screen.nobody\") }}}}");
    assert_eq!(
        findings(&place, &more, island),
        [("text-missing".to_owned(), "nl screen.nobody".to_owned())]
    );
    assert_eq!(
        findings(&place, USES, "t(\"cart.gone\")"),
        [
            ("text-missing".to_owned(), "nl cart.gone".to_owned()),
            ("text-unused".to_owned(), "nl cart.title".to_owned())
        ]
    );
    place.put(
        "locales/de/common.json",
        r#"{"screen.title": "Titel {name}", "screen.extra": "x", "screen.count": {"one": "{count}", "few": "{count}", "other": "{count}"}}"#,
    );
    assert_eq!(
        findings(&place, USES, island),
        [
            ("text-extra".to_owned(), "de screen.extra".to_owned()),
            ("text-missing".to_owned(), "de screen.languages".to_owned()),
            ("text-parameters".to_owned(), "de screen.title".to_owned()),
            ("text-plural".to_owned(), "de screen.count".to_owned()),
        ]
    );
    place.put("locales/de/islands/cart.json", "{}");
    assert!(findings(&place, USES, island).contains(&("text-missing".to_owned(), "de cart.title".to_owned())));
}

/// R-I18N-06: a key with a placeholder counts for all keys that match.
#[test]
fn r_i18n_06_keys_that_are_put_together_count_as_used() {
    let place = Place::new();
    let uses = USES
        .replace("t(\"screen.title\")", "t(`screen.${name}`)")
        .replace("\"errors.rate_limited\" => 1", "");
    assert_eq!(findings(&place, &uses, "const key = \"cart.title\";"), []);
    // TypeScript that names the type of such a key uses the keys of the type, and no others.
    let typed = "type Text = \"cart.title\"; t(`cart.${key}` satisfies Text)";
    assert_eq!(findings(&place, &uses, typed), []);
    let whole = "const key = \"cart.title\" satisfies Text;";
    assert_eq!(findings(&place, &uses, whole), []);
    let other = "type Text = \"cart.gone\"; t(`cart.${key}` satisfies Text)";
    assert_eq!(
        findings(&place, &uses, other),
        [("text-unused".to_owned(), "nl cart.title".to_owned())]
    );
    let mut used = UsedKeys::default();
    used.add("x", "don't \"a.b\" it's");
    assert!(format!("{used:?}").contains("a.b"));
}

/// R-I18N-06: plurals follow the CLDR rule named in the locale's file.
#[test]
fn r_i18n_06_plurals_follow_cldr() {
    let place = Place::new();
    place.put("locales/nl/common.json", r#"{"_plural": "one-many-other", "n": {"one": "{count} un", "many": "{count} million", "other": "{count} des"}}"#);
    let site = place.site(&three_locales()).unwrap();
    let nl = site.messages().next().unwrap();
    let format =
        serde_json::from_str(&std::fs::read_to_string(support::own("../../locales/nl/format.json")).unwrap()).unwrap();
    for (count, expected) in [
        (0, "0 un"),
        (1, "1 un"),
        (2, "2 des"),
        (1_000_000, "1.000.000 million"),
        (1_000_001, "1.000.001 des"),
    ] {
        assert_eq!(nl.plural("n", count, &[], &format).unwrap(), expected);
    }
    place.put("locales/nl/common.json", r#"{"_plural": "some"}"#);
    assert!(
        place
            .site(&three_locales())
            .unwrap_err()
            .to_string()
            .contains("_plural")
    );
    place.put("locales/nl/common.json", r#"{"errors.rate_limited": "x"}"#);
    assert!(
        place
            .site(&three_locales())
            .unwrap_err()
            .to_string()
            .contains("stands in common.json too")
    );
}

fn templates(source: &str) -> Result<Templates, TemplateError> {
    let place = Place::new();
    let site = place.site(&three_locales()).unwrap();
    let format =
        serde_json::from_str(&std::fs::read_to_string(support::own("../../locales/nl/format.json")).unwrap()).unwrap();
    let messages = site.messages().next().unwrap().clone();
    Templates::new(
        &BTreeMap::from([("x.html".to_owned(), source.to_owned())]),
        vitrine_site::templates::OwnParts::default(),
        &[(messages.into(), std::sync::Arc::new(format))],
    )
}

fn rendered(source: &str) -> Result<String, TemplateError> {
    let mut out = Vec::new();
    let values = context! { text => "<b>&\"'/</b>", nothing => minijinja::Value::from(()), safe_markup => minijinja::Value::from_safe_string("<i>".into()) };
    templates(source)?.render(NL, "x.html", &values, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

/// Rules 2 and 3: nothing unescaped is printed, and scripts are files or data.
#[test]
fn templates_cannot_print_unsafe_text() {
    assert_eq!(
        rendered("{{ text }}{{ safe_markup }}").unwrap(),
        "&lt;b&gt;&amp;&quot;&#39;/&lt;/b&gt;<i>"
    );
    assert_eq!(
        rendered("{{ json_script(text, \"application/ld+json\") }}").unwrap(),
        "<script type=\"application/ld+json\">\"\\u003cb\\u003e\\u0026\\\"'/\\u003c/b\\u003e\"</script>"
    );
    for (source, says) in [
        ("{{ text|safe }}", "safe"),
        ("{{ text|tojson }}", "tojson"),
        ("{% autoescape false %}{{ text }}{% endautoescape %}", "escaping"),
        ("\n<script>alert(1)</script>", "x.html:2: a script must have its src"),
        ("<a onclick=\"x\">", "inline"),
        ("{{ json_script(text, \"text/javascript\") }}", "json_script writes"),
        ("{{ json_script(unknown) }}", "undefined"),
        ("{{ nothing }}", "none was printed"),
        ("\n\n{{ page.title }}", "x.html:3: undefined value"),
        ("{{ t(\"nobody\") }}", "\"nobody\" is missing in locales/nl/"),
        ("{{ slot(\"other\", \"x\") }}", "no slot"),
        ("{% if %}", "x.html:1"),
    ] {
        let error = rendered(source).unwrap_err().to_string();
        assert!(error.contains(says), "{source}: {error}");
    }
}
