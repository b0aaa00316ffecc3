//! What goes into the file of a new shop: what people gave, otherwise what the backends told, otherwise a default.
//!
//! **Invariant:** what was chosen for people stands in a comment, and what could not be known is said.

use anyhow::Result;
use vitrine_backends::{shopware, statamic::SeenSite};

use super::{
    answers::{Given, Language, PLACES, asked_languages, languages},
    cms::{Cms, Handles},
    commerce::Shop,
};

/// Parts of handles that tell the place of a navigation, besides the name of the place.
const WORDS: [(&str, &[&str]); 4] = [
    (
        "main",
        &[
            "primary",
            "header",
            "hoofd",
            "hoofdmenu",
            "haupt",
            "hauptmenu",
            "hauptmenue",
            "principal",
        ],
    ),
    ("top", &["service", "meta", "utility", "topbar"]),
    ("footer", &["voet", "fuss"]),
    (
        "colophon",
        &["legal", "juridisch", "rechtliches", "copyright", "bottom", "imprint"],
    ),
];

/// Statamic's own name of the field that people never see.
const TRAP: &str = "honeypot";

/// The global with the shop's name.
const SITE: &str = "site";

/// Parts of the handle of a form for a newsletter.
const NEWSLETTER: [&str; 2] = ["newsletter", "nieuwsbrief"];

/// Values with the comments above them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Noted<T> {
    pub(super) values: Vec<T>,
    pub(super) notes: Vec<String>,
}

/// A language of the shop in both backends.
#[derive(Debug)]
pub(super) struct SettledLanguage {
    pub(super) language: Language,
    pub(super) site: Noted<String>,
    /// Shopware's id, where the tag does not tell it.
    pub(super) commerce: Noted<String>,
}

/// All values.
#[derive(Debug)]
pub(super) struct Settled {
    pub(super) languages: Vec<SettledLanguage>,
    pub(super) graphql_route: Option<&'static str>,
    pub(super) collections: Noted<String>,
    pub(super) taxonomies: Noted<String>,
    pub(super) containers: Noted<String>,
    /// Places and handles.
    pub(super) navigations: Noted<(String, String)>,
    /// Forms and fields.
    pub(super) honeypots: Noted<(String, String)>,
    pub(super) newsletter: Noted<String>,
    /// About Shopware.
    pub(super) shop_notes: Vec<String>,
    /// What people have to look up.
    pub(super) left: Vec<String>,
}

impl Settled {
    pub(super) fn of(given: &Given, cms: &Cms, shop: &Shop) -> Result<Self> {
        let mut left = not_told(given, cms, shop);
        let chosen = chosen_languages(given, cms, shop)?;
        let languages = chosen.into_iter().map(|language| SettledLanguage {
            site: site(&language, cms.sites.as_deref(), &mut left),
            commerce: commerce(&language, &shop.languages, &mut left),
            language,
        });
        let languages = languages.collect();
        let default_collections = vec!["pages".to_owned()];
        Ok(Self {
            languages,
            // The first one is the default.
            graphql_route: cms.graphql.filter(|route| *route != "graphql"),
            collections: handles(&given.collections, &cms.collections, default_collections),
            taxonomies: handles(&given.taxonomies, &cms.taxonomies, Vec::new()),
            containers: handles(&given.asset_containers, &cms.containers, Vec::new()),
            navigations: navigations(given, &cms.navigations),
            honeypots: honeypots(cms),
            newsletter: newsletter(cms),
            shop_notes: shop_notes(shop),
            left,
        })
    }
}

/// What could not be asked, and the keys that are left.
fn not_told(given: &Given, cms: &Cms, shop: &Shop) -> Vec<String> {
    let mut left = Vec::new();
    let keys = [
        ("collections", given.collections.is_empty()),
        ("taxonomies", given.taxonomies.is_empty()),
        ("asset_containers", given.asset_containers.is_empty()),
        ("navigations", given.navigations.is_empty()),
        ("honeypots", true),
    ];
    let keys: Vec<&str> = keys.iter().filter(|(_, open)| *open).map(|(key, _)| *key).collect();
    let keys = keys.join(", ");
    if cms
        .globals
        .as_ref()
        .is_some_and(|globals| globals.iter().all(|handle| handle != SITE))
    {
        left.push(format!(
            "the CMS has no global {SITE:?}, from which pages have the shop's name, logo and address: make one (docs/content-model.md)"
        ));
    }
    match (&cms.why_not, cms.graphql) {
        (Some(why), _) => left.push(format!(
            "the CMS at {} told nothing: {why}. Set in vitrine.toml what it has, below [statamic]: {keys}; and content_site of each of [[locales]]",
            given.statamic
        )),
        (None, None) => left.push(format!(
            "GraphQL of the CMS does not answer, so only handles that the program knows were looked for. Look through [statamic] of vitrine.toml: {keys}; and content_site of each of [[locales]]"
        )),
        (None, Some(_)) => {}
    }
    if let Some(why) = &shop.why_not {
        left.push(format!(
            "Shopware at {} told nothing: {why}. Where a language there has another tag than iso of [[locales]] in vitrine.toml, set its commerce_language",
            given.shopware
        ));
    }
    left
}

/// The languages that were given, otherwise those that both backends have.
fn chosen_languages(given: &Given, cms: &Cms, shop: &Shop) -> Result<Vec<Language>> {
    if !given.languages.is_empty() {
        return Ok(given.languages.clone());
    }
    let of_shop: Vec<&str> = shop.languages.iter().map(|language| language.iso.as_str()).collect();
    let of_cms: Vec<&str> = cms.sites.iter().flatten().map(|site| site.locale.as_str()).collect();
    let both = match (of_cms.is_empty(), of_shop.is_empty()) {
        (false, false) => of_cms.into_iter().filter(|tag| of_shop.contains(tag)).collect(),
        (false, true) => of_cms,
        (true, _) => of_shop,
    };
    let mut chosen: Vec<Language> = Vec::new();
    for tag in both {
        // One of each language, as addresses begin with it; a tag that is none is left out.
        let Ok(found) = languages(&[tag.to_owned()]) else {
            continue;
        };
        chosen.extend(
            found
                .into_iter()
                .filter(|one| chosen.iter().all(|other| other.code != one.code))
                .collect::<Vec<_>>(),
        );
    }
    match chosen.is_empty() {
        true => asked_languages(),
        false => Ok(chosen),
    }
}

/// The CMS's site of a language.
fn site(language: &Language, sites: Option<&[SeenSite]>, left: &mut Vec<String>) -> Noted<String> {
    let tag = &language.tag;
    let Some(sites) = sites else {
        return Noted::of(language.site.clone().unwrap_or_else(|| tag.clone()));
    };
    let known = || {
        sites
            .iter()
            .map(|site| site.handle.clone())
            .collect::<Vec<_>>()
            .join(", ")
    };
    if let Some(given) = &language.site {
        if sites.iter().all(|site| site.handle != *given) {
            left.push(format!(
                "the CMS has no site {given}, as --locale says; it has {}",
                known()
            ));
        }
        return Noted::of(given.clone());
    }
    let begins = |site: &&SeenSite| site.locale.split('-').next() == Some(language.code.as_str());
    let same: Vec<&SeenSite> = sites.iter().filter(begins).collect();
    let found = sites
        .iter()
        .find(|site| site.locale == *tag)
        .or_else(|| sites.iter().find(|site| site.handle == *tag))
        .or_else(|| Some(same.first()).filter(|_| same.len() == 1).flatten().copied());
    match found {
        Some(site) if site.handle == *tag => Noted::of(site.handle.clone()),
        Some(site) => Noted::of(site.handle.clone()).note(format!("The CMS's site with the locale {}.", site.locale)),
        None => {
            left.push(format!(
                "the CMS has no site for {tag}: set content_site of that locale in vitrine.toml to one of {}",
                known()
            ));
            Noted::of(tag.clone())
        }
    }
}

/// Shopware's language, if its tag is another one.
fn commerce(language: &Language, known: &[shopware::Language], left: &mut Vec<String>) -> Noted<String> {
    let tag = &language.tag;
    if known.is_empty() || known.iter().any(|one| one.iso.as_str() == tag) {
        return Noted::default();
    }
    let same: Vec<&shopware::Language> = known
        .iter()
        .filter(|one| one.iso.as_str().split('-').next() == Some(language.code.as_str()))
        .collect();
    if let [one] = same.as_slice() {
        let note = format!(
            "Shopware's language {}: the sales channel has no {tag}.",
            one.iso.as_str()
        );
        return Noted::of(one.id.as_str().to_owned()).note(note);
    }
    let names: Vec<&str> = known.iter().map(|one| one.iso.as_str()).collect();
    left.push(format!(
        "the sales channel has no language {tag}; it has {}: add it there, or set commerce_language of that locale in vitrine.toml",
        names.join(", ")
    ));
    Noted::default()
}

fn handles(given: &[String], told: &Handles, otherwise: Vec<String>) -> Noted<String> {
    if !given.is_empty() {
        return Noted {
            values: given.to_vec(),
            notes: Vec::new(),
        };
    }
    let mut noted = Noted {
        values: if told.on.is_empty() { otherwise } else { told.on.clone() },
        notes: Vec::new(),
    };
    if !told.off.is_empty() {
        noted = noted.note(format!(
            "Not read, because the CMS's REST API does not answer them (config/statamic/api.php): {}.",
            told.off.join(", ")
        ));
    }
    if told.is_guess && !told.on.is_empty() {
        noted = noted.note("Those that the program knows; the CMS may have others.".to_owned());
    }
    noted
}

/// The navigation of each place, by its handle.
fn navigations(given: &Given, told: &Handles) -> Noted<(String, String)> {
    if !given.navigations.is_empty() {
        return Noted {
            values: given.navigations.clone(),
            notes: Vec::new(),
        };
    }
    let mut noted = Noted::default();
    let mut rest: Vec<&String> = told.on.iter().collect();
    for place in PLACES {
        let Some(at) = rest.iter().position(|handle| is_of(place, handle)) else {
            continue;
        };
        let handle = rest.remove(at);
        if handle != place {
            noted = noted.note(format!("{place} by the handle {handle}: is that meant?"));
        }
        noted.values.push((place.to_owned(), handle.clone()));
    }
    let open: Vec<&str> = PLACES
        .into_iter()
        .filter(|place| noted.values.iter().all(|(known, _)| known != place))
        .collect();
    match (rest.as_slice(), open.as_slice()) {
        // One menu and no main one: it is that.
        ([only], ["main", ..]) => {
            noted.values.insert(0, ("main".to_owned(), (*only).clone()));
            noted.note(format!(
                "main is {only}, the only other navigation of the CMS: is that meant?"
            ))
        }
        ([], _) => noted,
        (others, _) => {
            let others: Vec<&str> = others.iter().map(|handle| handle.as_str()).collect();
            noted.note(format!("The CMS has further navigations: {}.", others.join(", ")))
        }
    }
}

/// Whether a handle says that its navigation stands at a place.
fn is_of(place: &str, handle: &str) -> bool {
    let words = WORDS
        .iter()
        .find(|(of, _)| *of == place)
        .map_or(&[][..], |(_, words)| words);
    handle
        .split(['_', '-'])
        .any(|part| part == place || words.contains(&part))
}

/// The forms whose trap for machines has another name than Statamic's own.
fn honeypots(cms: &Cms) -> Noted<(String, String)> {
    let known = |(form, field): &(String, Option<String>)| Some((form.clone(), field.clone()?));
    let unknown = cms.forms.iter().filter(|(_, field)| field.is_none()).count();
    let noted = Noted {
        values: cms
            .forms
            .iter()
            .filter_map(known)
            .filter(|(_, field)| field != TRAP)
            .collect(),
        notes: Vec::new(),
    };
    match unknown {
        0 => noted,
        _ => noted.note(format!(
            "The CMS does not tell these fields of {unknown} forms: set those that are not called {TRAP}."
        )),
    }
}

fn newsletter(cms: &Cms) -> Noted<String> {
    let is_one = |handle: &&String| NEWSLETTER.iter().any(|word| handle.contains(word));
    let found: Vec<&String> = cms.forms.iter().map(|(form, _)| form).filter(is_one).collect();
    match found.as_slice() {
        [only] => Noted::of((*only).clone())
            .note("The form by which people subscribe, by its handle: is that meant?".to_owned()),
        _ => Noted::default(),
    }
}

fn shop_notes(shop: &Shop) -> Vec<String> {
    let currency = shop
        .currency
        .iter()
        .map(|currency| format!("Prices are in {currency}."));
    let categories = Some(shop.categories.join(", ")).filter(|names| !names.is_empty());
    let categories =
        categories.map(|names| format!("Its categories, which a menu without a navigation shows: {names}."));
    let countries = Some(shop.countries.join(", ")).filter(|codes| !codes.is_empty());
    let countries = countries.map(|codes| format!("It sends to {codes}."));
    currency.chain(countries).chain(categories).collect()
}

impl<T> Noted<T> {
    fn of(value: T) -> Self {
        Self {
            values: vec![value],
            notes: Vec::new(),
        }
    }

    fn note(mut self, note: String) -> Self {
        self.notes.push(note);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_navigation_has_its_place_by_a_part_of_its_handle() {
        for (place, handle) in [
            ("main", "main"),
            ("main", "main_menu"),
            ("main", "hoofdmenu"),
            ("top", "service-links"),
            ("footer", "footer_groups"),
            ("colophon", "legal"),
        ] {
            assert!(is_of(place, handle), "{place} {handle}");
        }
        for (place, handle) in [("main", "domain"), ("top", "stop"), ("footer", "products")] {
            assert!(!is_of(place, handle), "{place} {handle}");
        }
    }
}
