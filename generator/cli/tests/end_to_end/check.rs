//! `vitrine check`: all interface texts exist in nl, en and de; missing or unused keys are errors, and so are wrong
//! plural forms of a language (R-I18N-06).

use serde_json::{Value, json};

use crate::support::{Run, Shop, change_json, copy, root};

/// A shop with a modifiable copy of the texts, run in the project's folder, where the sources are.
struct Copied(Shop);

impl Copied {
    fn new() -> Self {
        let shop = Shop::start();
        copy(&root().join("locales"), &shop.path("locales"));
        // `check` looks for sources that use texts below the configuration's folder.
        for sources in [
            "generator/site/src",
            "generator/api/src",
            "generator/forms/src",
            "islands/src",
        ] {
            copy(&root().join(sources), &shop.path(sources));
        }
        let line = format!("locales = {:?}", shop.path("locales"));
        shop.configure("vitrine.toml", &[("locales = ", &line)]);
        Self(shop)
    }

    fn change(&self, file: &str, change: impl FnOnce(&mut Value)) {
        change_json(&self.0.path("locales").join(file), change);
    }

    fn check(&self) -> Run {
        self.0.vitrine(&["check"])
    }

    /// Exit status 1 and one diagnostic that contains all of these.
    fn finds(&self, parts: &[&str]) {
        let run = self.check();
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        let said = run.said();
        let end = format!("texts: 1 findings in 3 locales\n{}", self.without_release());
        let findings: Vec<&str> = said.lines().take(said.lines().count().saturating_sub(2)).collect();
        assert_eq!(findings.len(), 1, "{said}");
        for part in parts {
            assert!(findings[0].contains(part), "{part:?} is not in: {said}");
        }
        assert!(said.ends_with(&end), "{said}");
    }

    /// The message if no release is live.
    fn without_release(&self) -> String {
        format!(
            "release: none is live in {}, so only the texts were checked; vitrine build makes one",
            self.0.path("dist").display()
        )
    }
}

/// R-I18N-06: the project itself has no diagnostic.
#[test]
fn r_i18n_06_the_project_lacks_no_text() {
    let copied = Copied::new();
    let run = copied.check();
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(
        run.said(),
        format!("texts: 0 findings in 3 locales\n{}", copied.without_release())
    );
    let alone = copied.0.vitrine(&["check", "--texts"]);
    assert_eq!(
        (alone.code, alone.said().as_str()),
        (Some(0), "texts: 0 findings in 3 locales")
    );
}

/// R-I18N-06: a missing key fails.
#[test]
fn r_i18n_06_a_missing_key_is_named_with_locale_and_file() {
    let copied = Copied::new();
    assert_eq!(copied.check().code, Some(0));
    copied.change("de/common.json", |texts| {
        texts.as_object_mut().unwrap().remove("common.cart").expect("the key");
    });
    copied.finds(&["common.cart", "(de)", "common.json"]);
    let build = copied.0.vitrine(&["build"]);
    assert_eq!(build.code, Some(2), "nor does a release come of it");
    assert!(build.said().contains("common.cart"), "{}", build.said());
}

/// R-I18N-06: an unused key fails.
#[test]
fn r_i18n_06_an_unused_key_is_named_with_file() {
    let copied = Copied::new();
    for locale in ["nl", "en", "de"] {
        copied.change(&format!("{locale}/common.json"), |texts| {
            texts["common.nobody_asks"] = json!("?");
        });
    }
    copied.finds(&["text-unused", "common.nobody_asks", "(nl)", "locales/nl/common.json"]);
    for locale in ["nl", "en", "de"] {
        copied.change(&format!("{locale}/common.json"), |texts| {
            texts.as_object_mut().unwrap().remove("common.nobody_asks");
        });
        copied.change(&format!("{locale}/islands/cart.json"), |texts| {
            texts["cart.nobody_asks"] = json!("?")
        });
    }
    copied.finds(&["text-unused", "cart.nobody_asks", "(nl)", "islands/cart.json"]);
}

/// R-I18N-06: a key that only one locale has fails.
#[test]
fn r_i18n_06_an_extra_key_is_named_with_locale_and_file() {
    let copied = Copied::new();
    copied.change("en/product.json", |texts| texts["product.only_here"] = json!("?"));
    let run = copied.check();
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let said = run.said();
    assert!(
        said.contains("product.only_here") && said.contains("product.json") && said.contains("en"),
        "{said}"
    );
}

/// R-I18N-06: the same parameters in every locale.
#[test]
fn r_i18n_06_a_differing_parameter_is_named_with_locale_and_file() {
    let copied = Copied::new();
    copied.change("de/islands/cart-count.json", |texts| {
        let plural = texts["cart_count.items"].to_string().replace("{count}", "{number}");
        texts["cart_count.items"] = serde_json::from_str(&plural).unwrap();
    });
    let run = copied.check();
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    for part in ["cart_count.items", "(de)", "cart-count.json"] {
        assert!(run.said().contains(part), "{part:?} is not in: {}", run.said());
    }
}

/// R-I18N-06: plurals follow CLDR categories.
#[test]
fn r_i18n_06_a_missing_plural_form_is_named_with_locale_and_file() {
    let copied = Copied::new();
    copied.change("nl/islands/cart-count.json", |texts| {
        texts["cart_count.items"]
            .as_object_mut()
            .unwrap()
            .remove("one")
            .expect("the form");
    });
    let run = copied.check();
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    for part in ["cart_count.items", "(nl)", "cart-count.json", "one"] {
        assert!(run.said().contains(part), "{part:?} is not in: {}", run.said());
    }
}
