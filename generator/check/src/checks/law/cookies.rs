//! The page about cookies names every cookie and key that the shop stores (law §10).

use vitrine_model::stored::{ALL, Needs, Stored};

use crate::{
    finding::{Kind, Notes},
    page::{Page, Site},
};

static UNNAMED: Kind = Kind::warning(
    "law-cookie-unnamed",
    "Name it on that page with its purpose: the table is in docs/contracts/consent.md (law §10).",
);
static NO_PAGE: Kind = Kind::warning(
    "law-cookie-page",
    "Choose the page in the field `cookie_page` or `privacy_page` of the CMS's global `site`, and publish it in this language (law §10).",
);

pub(super) fn check_page(page: &Page<'_>, notes: &mut Notes) {
    let release = page.release;
    if !release.cookie_pages.values().any(|href| *href == page.entry.href) {
        return;
    }
    let main = page.dom.exposed_elements().filter(|element| element.is("main"));
    let text: String = main.map(|element| element.text() + " ").collect();
    for one in ALL.iter().filter(|one| is_stored(one, release.has_tag_manager)) {
        if !names(&text, one.name) {
            page.note(
                notes,
                &UNNAMED,
                format!(
                    "the page does not name {}, which the shop stores: {}",
                    one.name, one.purpose
                ),
            );
        }
    }
}

pub(super) fn site(site: &Site<'_>, notes: &mut Notes) {
    let release = site.release;
    for locale in &release.locales {
        if release.cookie_pages.contains_key(&locale.code) {
            continue;
        }
        let message = format!(
            "no page in the language {} says which cookies the shop stores",
            locale.code
        );
        notes.other("server/site.json", "global site", &NO_PAGE, message);
    }
}

fn is_stored(one: &Stored, has_tag_manager: bool) -> bool {
    match one.needs {
        Needs::Nothing => true,
        Needs::TagManager | Needs::Consent => has_tag_manager,
        Needs::Desk => false,
    }
}

/// Whether a text has the name as a word: `vitrine-cart` is not named by `vitrine-cartridge`.
fn names(text: &str, name: &str) -> bool {
    let inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let mut places = text.match_indices(name);
    places.any(|(at, _)| {
        let before = text.get(..at).unwrap_or("");
        let after = text.get(at + name.len()..).unwrap_or("");
        let begins = !before.ends_with(inside) || before.ends_with("__Host-");
        begins && !after.starts_with(|c| inside(c) && c != '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_word() {
        for (text, named) in [
            ("De cookie vitrine-cart telt.", true),
            ("(vitrine-cart)", true),
            ("__Host-vitrine-cart", true),
            ("vitrine-cartridge", false),
            ("vitrine-cart-2", false),
            ("x-vitrine-cart", false),
            ("", false),
        ] {
            assert_eq!(names(text, "vitrine-cart"), named, "{text}");
        }
        assert!(names("_ga en _ga_ABC", "_ga") && names("_ga_…", "_ga") && !names("_gat", "_ga"));
    }
}
