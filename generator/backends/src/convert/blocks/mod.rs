//! The blocks of a page: one file for each CMS set, and one line in the table here (content model §8).
//!
//! **Invariant:** a set that is not in the table becomes `Unbuilt` with one warning per build; the rest of the page is
//! unaffected (R-CMS-02).

mod brands_grid;
mod calls;
mod cards;
mod cta;
mod faq;
mod featured_entries;
mod featured_products;
mod figures;
mod files;
mod forms;
mod gallery;
mod hero;
mod hero_entry;
mod hero_slider;
mod hero_split;
mod html_embed;
mod nodes;
mod overviews;
mod products_overview;
mod quote;
mod related_entries;
mod rich_text;
mod room;
mod set_fields;
mod store_locations;
mod text_image;
mod usps;

use serde_json::Value;
use vitrine_model::content::{Block, BlockKind};

use super::scope::Scope;
use crate::statamic::wire::{Fields, elements};

pub(crate) use nodes::nodes;

type Converter = fn(Fields<'_>, &mut Scope<'_>) -> BlockKind;

const SETS: &[(&str, Converter)] = &[
    ("hero", hero::convert),
    ("hero_slider", hero_slider::convert),
    ("hero_split", hero_split::convert),
    ("hero_entry", hero_entry::convert),
    ("hero_showroom", hero_entry::convert_showroom),
    ("rich_text", rich_text::convert),
    ("text_image", text_image::convert),
    ("gallery", gallery::convert),
    ("quote", quote::convert),
    ("cards", cards::convert),
    ("usps", usps::convert),
    ("numbers", figures::numbers),
    ("timeline", figures::timeline),
    ("brands_grid", brands_grid::convert),
    ("brands_overview", brands_grid::convert),
    ("featured_products", featured_products::convert),
    ("products_overview", products_overview::convert),
    ("collection_products", products_overview::collection),
    ("featured_brands", featured_entries::brands),
    ("featured_collections", featured_entries::collections),
    ("featured_designers", featured_entries::designers),
    ("featured_events", featured_entries::events),
    ("featured_projects", featured_entries::projects),
    ("featured_showrooms", featured_entries::showrooms),
    ("featured_news", featured_entries::news),
    ("collections_overview", overviews::collections),
    ("designers_overview", overviews::designers),
    ("events_overview", overviews::events),
    ("news_overview", overviews::news),
    ("projects_overview", overviews::projects),
    ("showrooms_overview", overviews::showrooms),
    ("stores_overview", overviews::stores),
    ("vacancies_overview", overviews::vacancies),
    ("catalogues_overview", overviews::catalogues),
    ("related_entries", related_entries::convert),
    ("newsletter_cta", calls::newsletter),
    ("appointment_cta", calls::appointment),
    ("catalogues_cta", calls::catalogues),
    ("cta", cta::convert),
    ("faq", faq::convert),
    ("generic_form", forms::generic),
    ("company_account_form", forms::company_account),
    ("showroom_appointment_form", forms::showroom_appointment),
    ("vacancy_application_form", forms::vacancy_application),
    ("store_locations", store_locations::convert),
    ("video", files::video),
    ("downloads", files::downloads),
    ("instagram_wall", files::instagram_wall),
    ("html_embed", html_embed::convert),
    ("spacer", room::spacer),
    ("divider", room::divider),
];

/// The blocks of a replicator field.
pub(crate) fn blocks(fields: Fields<'_>, scope: &mut Scope<'_>) -> Vec<Block> {
    if !is_list_of_sets(fields) {
        scope.shape("blocks", "it is no list of blocks, each with its type");
    }
    fields
        .rows("blocks")
        .into_iter()
        .enumerate()
        .filter_map(|(place, set)| {
            let handle = set.text("type")?;
            let kind = match SETS.iter().find(|(name, _)| *name == handle) {
                Some((_, converter)) => converter(set, scope),
                None => {
                    scope.findings.unbuilt(&handle, &scope.place);
                    BlockKind::Unbuilt(handle)
                }
            };
            Some(Block {
                // Sets stored without an id have null here.
                id: set.text("id").unwrap_or_else(|| format!("block-{}", place + 1)),
                options: scope.options(set),
                kind,
            })
        })
        .collect()
}

/// Sets that only show text entered by an editor.
const OF_OWN_WORDS: [&str; 12] = [
    "rich_text",
    "text_image",
    "gallery",
    "quote",
    "cards",
    "usps",
    "numbers",
    "timeline",
    "video",
    "downloads",
    "instagram_wall",
    "html_embed",
];
/// Sets that show nothing by themselves.
const OF_SPACE: [&str; 2] = ["spacer", "divider"];

/// Whether any of the blocks is visible: it is supported, and has text or pictures if it has no content by itself.
pub(crate) fn shows_something(fields: Fields<'_>) -> bool {
    fields.quiet().rows("blocks").into_iter().any(|set| {
        let handle = set.text("type").unwrap_or_default();
        let known = SETS.iter().any(|(name, _)| *name == handle);
        known && !OF_SPACE.contains(&handle.as_str()) && (!OF_OWN_WORDS.contains(&handle.as_str()) || set.has_words())
    })
}

/// Whether the field is a list of sets; an absent field counts as an empty list.
fn is_list_of_sets(fields: Fields<'_>) -> bool {
    match fields.get("blocks") {
        None | Some(Value::Bool(false)) => true,
        Some(Value::String(text)) => text.trim().is_empty(),
        Some(value) => elements(value).is_some_and(|sets| {
            sets.into_iter()
                .all(|set| set.is_null() || Fields::of(set).text("type").is_some())
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::*;

    /// Every template has its set in the table, and every set its template; those of two names share one.
    #[test]
    fn every_set_is_converted_and_has_a_template() {
        let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates/blocks")).unwrap();
        let templates: BTreeSet<String> = files
            .map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        let sets = SETS.iter().map(|(set, _)| (*set).to_owned());
        assert_eq!(
            sets.filter(|set| set != "brands_overview").collect::<BTreeSet<_>>(),
            templates
        );
    }
}
