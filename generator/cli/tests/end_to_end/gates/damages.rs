//! What breaks a shop by law, for the tests of the gate: a small shop with texts and templates of its own, and damages
//! that each lead to one error.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;

use super::LOCALES;
use crate::support::{Run, Shop, copy, root};

/// A damage of the content, the texts or the templates, and the code of the error.
pub(super) struct Damage {
    pub(super) code: &'static str,
    /// The locales in which a page has the error.
    pub(super) locales: &'static [&'static str],
    /// Files below the shop's folder by a part of their path, with texts to replace.
    pub(super) changes: &'static [(&'static str, &'static [(&'static str, &'static str)])],
}

/// One row for each error of law that content, texts or templates can have.
pub(super) const DAMAGES: &[Damage] = &[
    Damage {
        code: "law-privacy-link",
        locales: &LOCALES,
        changes: &[(
            "statamic/navs.",
            &[("\"Privacy\"", "\"Data\""), ("\"Datenschutz\"", "\"Daten\"")],
        )],
    },
    Damage {
        code: "law-terms-link",
        locales: &LOCALES,
        changes: &[(
            "statamic/navs.",
            &[
                ("\"Algemene voorwaarden\"", "\"Kleine letters\""),
                ("\"Terms and conditions\"", "\"Small print\""),
                ("\"Allgemeine Geschäftsbedingungen\"", "\"Kleingedrucktes\""),
            ],
        )],
    },
    Damage {
        code: "law-withdrawal-link",
        locales: &LOCALES,
        changes: &[(
            "statamic/navs.",
            &[
                ("\"Herroepen en retourneren\"", "\"Retourneren\""),
                ("\"Withdrawal and returns\"", "\"Returns\""),
                ("\"Widerruf und Rücksendung\"", "\"Rücksendung\""),
            ],
        )],
    },
    Damage {
        code: "law-returns-link",
        locales: &LOCALES,
        changes: &[(
            "statamic/navs.",
            &[
                ("etourneren\"", "uilen\""),
                ("eturns\"", "wapping\""),
                ("ücksendung\"", "ausch\""),
            ],
        )],
    },
    Damage {
        code: "law-withdrawal-function",
        locales: &LOCALES,
        changes: &[(
            "islands/withdrawal.json",
            &[
                ("\"Overeenkomst hier ontbinden\"", "\"Formulier\""),
                ("\"Withdraw from contract here\"", "\"Form\""),
                ("\"Vertrag widerrufen\"", "\"Formular\""),
            ],
        )],
    },
    Damage {
        code: "law-price-note",
        locales: &LOCALES,
        changes: &[(
            "common.json",
            &[(" incl. btw", ""), (" incl. VAT", ""), (" inkl. MwSt.", "")],
        )],
    },
    Damage {
        code: "law-order-button",
        locales: &LOCALES,
        changes: &[(
            "islands/checkout.json",
            &[
                ("\"Bestellen en betalen\"", "\"Bestellen\""),
                ("\"Order with obligation to pay\"", "\"Order\""),
                ("\"Zahlungspflichtig bestellen\"", "\"Bestellen\""),
            ],
        )],
    },
    Damage {
        code: "law-odr-link",
        locales: &LOCALES,
        changes: &[(
            "statamic/entries.pages.",
            &[
                (
                    "\"title\":\"Over ons\"",
                    "\"title\":\"https://ec.europa.eu/consumers/odr\"",
                ),
                (
                    "\"title\":\"About us\"",
                    "\"title\":\"https://ec.europa.eu/consumers/odr\"",
                ),
                (
                    "\"title\":\"Über uns\"",
                    "\"title\":\"https://ec.europa.eu/consumers/odr\"",
                ),
            ],
        )],
    },
    Damage {
        code: "law-struck-price",
        locales: &LOCALES,
        changes: &[(
            "islands/product.json",
            &[("30 dagen", "maand"), ("30 days", "month"), ("30 Tage", "Monats")],
        )],
    },
    Damage {
        code: "law-manufacturer",
        locales: &LOCALES,
        changes: &[("shopware/products.", &[("\"vitrine_gpsr\"", "\"vitrine_maker\"")])],
    },
    Damage {
        code: "law-energy-label",
        locales: &LOCALES,
        changes: &[(
            "shopware/products.",
            &[(
                "\"vitrine_warnings\":",
                "\"vitrine_energy\":{\"kind\":\"light_source\",\"class\":\"F\"},\"vitrine_warnings\":",
            )],
        )],
    },
    Damage {
        code: "law-energy-arrow",
        locales: &LOCALES,
        changes: &[
            ("shopware/products.", &[("\"vitrine_warnings\":", LAMP_WARNINGS)]),
            (
                "components/macros/energy.html",
                &[("href=\"{{ of.sheet_href }}\"", "href=\"#\"")],
            ),
        ],
    },
    Damage {
        code: "law-energy-foreign-host",
        locales: &LOCALES,
        changes: &[("shopware/products.", &[("\"vitrine_warnings\":", LAMP_WARNINGS)])],
    },
    Damage {
        code: "law-withdrawal-exclusion",
        locales: &LOCALES,
        changes: &[
            ("shopware/products.", &[("\"vitrine_warnings\":", EXCLUDED_WARNINGS)]),
            (
                "pages/product.html",
                &[(
                    "<p class=\"product__notice\"><strong>",
                    "<p class=\"product__words\"><strong>",
                )],
            ),
        ],
    },
    Damage {
        code: "law-dispute-settlement",
        locales: &["de"],
        changes: &[(
            "statamic/entries.",
            &[("chlichtungsstelle", "x"), ("treitbeilegung", "x")],
        )],
    },
    Damage {
        code: "law-return-cost",
        locales: &LOCALES,
        changes: &[(
            "shopware/products.",
            &[("\"vitrine_return_cost\":", "\"vitrine_gone\":")],
        )],
    },
    Damage {
        code: "law-legal-text",
        locales: &LOCALES,
        changes: &[("statamic/globals.", &[("\"terms_page\":", "\"another_page\":")])],
    },
    Damage {
        code: "law-legal-text",
        locales: &LOCALES,
        changes: &[("statamic/globals.", &[("\"withdrawal_page\":", "\"another_page\":")])],
    },
    Damage {
        code: "law-guarantee-link",
        locales: &LOCALES,
        changes: &[("statamic/globals.", &[("\"guarantee_page\":", "\"another_page\":")])],
    },
    Damage {
        code: "law-representative",
        locales: &["de"],
        changes: &[("statamic/globals.", &[("\"representative\":", "\"signatory\":")])],
    },
];

/// A lamp beside whose bin nothing says that an old one is taken back: a warning.
pub(super) const NOT_TAKEN_BACK: Damage = Damage {
    code: "law-take-back",
    locales: &LOCALES,
    changes: &[
        ("shopware/products.", &[("\"vitrine_warnings\":", LAMP_WARNINGS)]),
        (
            "product.json",
            &[
                ("; wij nemen een oude lamp gratis mee als wij een nieuwe brengen", ""),
                (
                    "; we take an old lamp with us free of charge when we bring a new one",
                    "",
                ),
                (
                    "nimmt die Sammelstelle an; eine alte Leuchte nehmen wir kostenlos mit, wenn wir eine neue bringen",
                    "gehören zur Sammelstelle",
                ),
            ],
        ),
    ],
};

/// A light source with label and sheet.
const LAMP_WARNINGS: &str = r#""vitrine_energy":{"kind":"light_source","class":"F","label":"https://a.example/l.svg","sheet":"https://a.example/s.pdf"},"vitrine_warnings":"#;

/// A product that cannot be withdrawn from.
const EXCLUDED_WARNINGS: &str = r#""vitrine_withdrawal_excluded":"Op maat","vitrine_warnings":"#;

/// The folders that damages are in, below the shop's own.
const PARTS: [&str; 3] = ["state/snapshot", "texts", "templates"];

/// The small shop built once, with texts and templates of its own.
pub(super) fn built() -> Shop {
    let shop = Shop::small();
    for (from, to) in [("locales", "texts"), ("templates", "templates")] {
        copy(&root().join(from), &shop.path(to));
    }
    own_folders(&shop, &[]);
    shop.build();
    for part in PARTS {
        copy(
            &shop.path(part).canonicalize().unwrap(),
            &shop.path(&format!("whole/{part}")),
        );
    }
    shop
}

pub(super) fn own_folders(shop: &Shop, lines: &[(&str, &str)]) {
    let texts = format!("locales = {:?}", shop.path("texts"));
    let templates = format!("templates = {:?}", shop.path("templates"));
    let own = [
        ("locales = ", texts.as_str()),
        ("templates = ", templates.as_str()),
        ("keep_releases = ", "keep_releases = 50"),
    ];
    shop.configure("vitrine.toml", &[&own[..], lines].concat());
}

pub(super) fn harm(shop: &Shop, damage: &Damage) {
    for (part, replaced) in damage.changes {
        let mut found = BTreeSet::new();
        for folder in PARTS {
            let files = walkdir::WalkDir::new(shop.path(folder).canonicalize().unwrap());
            for file in files
                .into_iter()
                .map(Result::unwrap)
                .filter(|file| file.file_type().is_file())
            {
                if file.path().to_str().unwrap().contains(part) {
                    change(file.path(), replaced, &mut found);
                }
            }
        }
        assert_eq!(found.len(), replaced.len(), "{} {part}: {found:?}", damage.code);
    }
}

fn change(file: &Path, replaced: &'static [(&str, &str)], found: &mut BTreeSet<&'static str>) {
    let Ok(text) = fs::read_to_string(file) else { return };
    let mut new = text.clone();
    for (from, to) in replaced.iter().filter(|(from, _)| text.contains(from)) {
        new = new.replace(from, to);
        found.insert(from);
    }
    if new != text {
        fs::write(file, new).unwrap();
    }
}

pub(super) fn mend(shop: &Shop) {
    for part in PARTS {
        copy(
            &shop.path(&format!("whole/{part}")),
            &shop.path(part).canonicalize().unwrap(),
        );
    }
}

pub(super) fn refused(run: &Run) -> Vec<Value> {
    assert_eq!(run.code, Some(1), "{} {}", run.stdout, run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    report["refused"].as_array().unwrap().clone()
}

pub(super) fn accepting<'a>(codes: &BTreeSet<&'a str>) -> Vec<&'a str> {
    codes.iter().flat_map(|code| ["--accept", *code]).collect()
}
