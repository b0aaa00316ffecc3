//! The project's own templates and texts.

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

mod support;

use support::{Place, own, three_locales};
use vitrine_model::locale::Locales;
use vitrine_site::{CheckSources, OwnFiles, Site, SitePaths, check, config::SiteConfig};

/// R-I18N-06: all interface texts exist in nl, en and de, and none is missing or unused.
#[test]
fn r_i18n_06_the_own_texts_are_complete() {
    let place = Place::new();
    let paths = SitePaths {
        templates: own("../../templates").into(),
        locales: own("../../locales").into(),
        assets: place.root.path().join("build").into(),
        own: OwnFiles::default(),
        places: None,
    };
    let site = Site::load(&paths, SiteConfig::default(), &Locales::new(three_locales()).unwrap()).unwrap();
    let sources = CheckSources {
        interface: vec![
            own("../../templates"),
            own("src"),
            own("../api/src"),
            own("../forms/src"),
        ],
        islands: vec![own("../../islands/src")],
    };
    let found: Vec<String> = check(&site, &sources).unwrap().into_iter().map(|d| d.message).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
