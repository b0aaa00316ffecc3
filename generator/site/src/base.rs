//! The inputs that all pages of a locale share and that no query asks for: the start of every fingerprint.
//!
//! **Invariant:** whatever a view, a template or a check reads without a query is hashed here.

use vitrine_model::{catalog::Catalog, locale::LocaleIndex, record::RecordHash};

use crate::load::Site;

/// This crate's own version, and its build: a hash of the sources that render pages (`build.rs`).
pub const GENERATOR: &str = concat!(
    "vitrine-site ",
    env!("CARGO_PKG_VERSION"),
    " ",
    env!("VITRINE_SITE_BUILD")
);

/// The base of a locale's pages. The texts of all locales are in it, because a template may address the readers of
/// another language (`t_in`), and the words of all paths, because a page may lead to any screen.
pub(crate) fn of_locale(site: &Site, catalog: &Catalog, locale: LocaleIndex) -> RecordHash {
    let locales = catalog.locales().iter();
    let names: Vec<_> = locales.map(|(_, l)| (&l.code, &l.iso, &l.name, &l.prefix)).collect();
    let own = site.locale(locale);
    let gazetteer = own.and_then(|own| own.gazetteer.as_ref()).map(|own| &own.file);
    let mut hashes = vec![
        RecordHash::of(GENERATOR),
        RecordHash::of(&(&site.config, names, catalog.currency())),
        site.templates.hash(),
        site.assets.hash(),
        site.routes.hash(),
        RecordHash::of(&(own.map(|own| &*own.format), gazetteer)),
        RecordHash::of(&site.theme.color),
    ];
    hashes.extend(site.messages().map(crate::messages::Messages::hash));
    RecordHash::of_all(&hashes)
}
