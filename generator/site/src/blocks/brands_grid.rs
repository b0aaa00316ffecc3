//! `brands_grid`: the shop's brands as logos or pictures, optionally grouped by first letter or by category.
//!
//! Every brand is a link with its name; a grid without brands shows a text that says so (R-CMS-10).

use std::collections::{BTreeMap, BTreeSet};

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    content::{BrandsGridBlock, BrandsSource, Entry, EntryFields, EntryKind},
    ids::TermId,
};

use crate::{
    context::ViewContext,
    view::{
        self,
        entry_card::{self, CardLook, EntryCardView},
        links::{self, HeadingView},
        outline::Outline,
    },
};

#[derive(Serialize)]
struct BrandsGridView {
    heading: Option<HeadingView>,
    item_level: u8,
    /// A single group without a letter, or one group for each letter.
    groups: Vec<GroupView>,
    /// Label of the links to the groups.
    groups_label: String,
    pictures: bool,
    empty: Option<String>,
}

#[derive(Serialize)]
struct GroupView {
    /// Heading: a letter or a category.
    title: Option<String>,
    /// Fragment of the link to the group.
    id: Option<String>,
    cards: Vec<EntryCardView>,
}

pub(super) fn view(cx: &ViewContext<'_>, block: &BrandsGridBlock, outline: &mut Outline) -> Value {
    let heading = links::heading(&block.heading, outline);
    let look = CardLook {
        shape: (16, 10),
        sizes: "(width >= 1024px) 32vw, 48vw",
        logo: !block.pictures,
        text: false,
        hours: false,
    };
    let brands = brands(cx, &block.source);
    let card = |entry: &Entry| entry_card::card(cx, entry, look);
    let groups = if block.by_category && !block.by_letter {
        by_category(cx, &brands, card)
    } else {
        groups(brands.iter().map(|entry| card(entry)).collect(), block.by_letter)
    };
    view::value(BrandsGridView {
        heading,
        item_level: outline.items(),
        empty: brands.is_empty().then(|| cx.t("content.empty.brands", &[])),
        groups,
        groups_label: if block.by_letter {
            cx.t("content.by_letter", &[])
        } else {
            cx.t("content.by_category", &[])
        },
        pictures: block.pictures,
    })
}

fn brands<'a>(cx: &ViewContext<'a>, source: &BrandsSource) -> Vec<&'a Entry> {
    match source {
        BrandsSource::All => all(cx),
        BrandsSource::Selected(ids) => ids.iter().filter_map(|id| cx.reader.entry_in(id, cx.locale)).collect(),
        BrandsSource::Category(code) => {
            let codes = codes_in_category(cx, code);
            all(cx)
                .into_iter()
                .filter(|entry| codes.contains(code_of(entry)))
                .collect()
        }
    }
}

fn all<'a>(cx: &ViewContext<'a>) -> Vec<&'a Entry> {
    let ids = cx.reader.entries_of(EntryKind::Brand, cx.locale);
    ids.iter().filter_map(|id| cx.reader.entry(id)).collect()
}

fn code_of(entry: &Entry) -> &str {
    match &entry.fields {
        EntryFields::Brand(fields) => fields.code.as_deref().unwrap_or(&entry.slug),
        _ => &entry.slug,
    }
}

/// The brand codes of the products of a category.
fn codes_in_category<'a>(cx: &ViewContext<'a>, code: &str) -> BTreeSet<&'a str> {
    // The field contains a term; its slug is the code if the term has none.
    let term = TermId::parse(&format!("categories::{code}")).ok();
    let term = term.and_then(|id| cx.reader.term(&id));
    let code = term.and_then(|term| term.shop_category_code.as_deref()).unwrap_or(code);
    let Some(category) = cx.reader.category_by_code(code) else {
        return BTreeSet::new();
    };
    let products = cx.reader.products_of_category(&category.id).iter();
    let brands: BTreeSet<_> = products
        .filter_map(|id| cx.reader.product(id)?.brand.as_ref())
        .collect();
    brands
        .into_iter()
        .filter_map(|id| Some(cx.reader.brand(id)?.code.as_str()))
        .collect()
}

/// The cards in order, split where the letter changes.
fn groups(cards: Vec<EntryCardView>, by_letter: bool) -> Vec<GroupView> {
    let mut groups: Vec<GroupView> = Vec::new();
    for card in cards {
        let title = by_letter.then(|| letter(&card.title));
        match groups.last_mut() {
            Some(group) if group.title == title => group.cards.push(card),
            _ => groups.push(GroupView {
                id: title.as_deref().map(anchor),
                title,
                cards: vec![card],
            }),
        }
    }
    groups
}

/// The cards by the brands' product categories, sorted by title; a brand is in each of its categories, and one without
/// any in the last group.
fn by_category(cx: &ViewContext<'_>, brands: &[&Entry], card: impl Fn(&Entry) -> EntryCardView) -> Vec<GroupView> {
    let mut groups: BTreeMap<(bool, String, Option<String>), Vec<EntryCardView>> = BTreeMap::new();
    for brand in brands {
        let terms = match &brand.fields {
            EntryFields::Brand(fields) => fields.categories.as_slice(),
            _ => &[],
        };
        let titles = terms.iter().filter_map(|id| {
            let slug = id.as_str().rsplit("::").next().unwrap_or_default();
            let texts = cx.reader.term(id)?.texts.get(cx.locale)?;
            Some((false, texts.title.clone(), Some(format!("category-{slug}"))))
        });
        let mut keys: Vec<_> = titles.collect();
        if keys.is_empty() {
            let id = Some("category-other".to_owned());
            keys.push((true, cx.t("content.other_brands", &[]), id));
        }
        for key in keys {
            groups.entry(key).or_default().push(card(brand));
        }
    }
    let group = |((_, title, id), cards)| GroupView {
        title: Some(title),
        id,
        cards,
    };
    groups.into_iter().map(group).collect()
}

/// The group of a name: its first letter, or `#` if it does not start with one.
fn letter(title: &str) -> String {
    let first = title.chars().next().filter(|c| c.is_alphabetic());
    first.map_or_else(|| "#".to_owned(), |c| c.to_uppercase().collect())
}

fn anchor(letter: &str) -> String {
    format!("letter-{}", if letter == "#" { "0" } else { letter }.to_lowercase())
}
