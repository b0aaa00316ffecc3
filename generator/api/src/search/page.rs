//! The search page: the release's page, filled with the results. With JavaScript an island completes it
//! (`docs/contracts/search-screen.md`).
//!
//! **Invariant:** no HTML is made here; links lead to the same page with another query.

use url::form_urlencoded;
use vitrine_search::{CATEGORY, Order, PRICE, SearchError};

use super::{
    own,
    query::{PriceChoice, SearchQuery},
    types::{CardImage, SearchCard, SearchFacet, SearchHits, SearchResponse},
    view,
};
use crate::{
    own_prices::LinkPrices, release::search::indexes::LocaleSearch, types::energy_arrow::EnergyArrow,
    web::filling::Filling,
};

/// Number of products whose pictures load at once; the island loads the others, and without scripts they load at once
/// too.
const PICTURES_AT_ONCE: usize = 2;

/// Width of a card's picture in pixels where it has one URL: twice the width of a card.
const CARD_WIDTH: &str = " 640w";

/// A search and its page.
struct Asked<'a> {
    query: &'a SearchQuery,
    /// Path of the search screen.
    path: &'a str,
}

/// The results that a page is filled with.
#[derive(Clone)]
pub(crate) struct Results(SearchResponse);

impl Results {
    /// The results of a query.
    pub(crate) fn of(search: &LocaleSearch, query: &SearchQuery) -> Result<Self, SearchError> {
        view::search(search, query).map(Self)
    }

    /// The links of the products.
    pub(crate) fn links(&self) -> Vec<String> {
        self.0.products.iter().map(|card| card.href.clone()).collect()
    }

    /// Puts own prices of a customer into the products, by the places of their links.
    pub(crate) fn put_own_prices(&mut self, found: LinkPrices, query: &SearchQuery) {
        own::put(&mut self.0, found, query.is_by_price());
    }
}

/// The page with the results.
pub(crate) fn fill(Results(found): &Results, query: &SearchQuery, path: &str, template: &str) -> Vec<u8> {
    filling(&Asked { query, path }, found).fill(template)
}

fn filling(asked: &Asked<'_>, found: &SearchResponse) -> Filling {
    let mut page = Filling::default();
    let chosen = asked.has_filters();
    page.show("answered");
    page.text("title", "");
    page.text("query", &*found.query);
    let nothing = found.total == 0 && found.content.is_empty() && !chosen && !found.query.is_empty();
    page.show(if nothing { "nothing" } else { "found" });
    let title = if nothing {
        "title_nothing"
    } else if found.query.is_empty() {
        "title_all"
    } else {
        "title_found"
    };
    page.each(title, [heading_words(found)]);
    if let Some(corrected) = &found.corrected {
        page.shown_text("corrected", corrected);
        page.text("corrected.href", asked.with(|query| query.text.clone_from(corrected)));
    }
    if let Some(exact) = &found.exact {
        page.shown_text("exact", &exact.name);
        page.text("exact.href", &*exact.href);
    }
    let any = found.total > 0 || chosen;
    page.each("kinds", kinds(found, any));
    page.each("products", any.then(|| products(asked, found)));
    page.each("groups", found.content.iter().map(group));
    page
}

fn heading_words(found: &SearchResponse) -> Filling {
    let mut part = words("query", &found.query);
    let total = found.content.iter().fold(found.total, |sum, kind| sum + kind.total);
    part.text("count", total.to_string());
    part.show(if total == 1 { "one" } else { "other" });
    part
}

/// The number of results by kind with links to their sections, if there is more than one kind.
fn kinds(found: &SearchResponse, any: bool) -> Option<Filling> {
    let mut part = Filling::default();
    let link = |kind: &str, total: u32| {
        let mut link = Filling::default();
        link.text("href", format!("#{}", heading(kind)));
        link.text("total", total.to_string());
        link
    };
    part.each("of_products", any.then(|| link("products", found.total)));
    part.each(
        "of_pages",
        found.content.iter().map(|hits| {
            let mut kind = link(&hits.kind, hits.total);
            kind.text("label", &*hits.label);
            kind
        }),
    );
    (usize::from(any) + found.content.len() > 1).then_some(part)
}

/// The id of a section's heading, as the island writes it (`islands/src/islands/search/Content.tsx`).
fn heading(kind: &str) -> String {
    format!("search-{kind}")
}

fn products(asked: &Asked<'_>, found: &SearchResponse) -> Filling {
    let mut part = Filling::default();
    part.text("total", found.total.to_string());
    let none = found.total == 0;
    part.each("none", none.then(|| words("clear", &asked.without_filters())));
    part.each(
        "public_order",
        found
            .public_order
            .as_deref()
            .map(|sentence| words("public_order", sentence)),
    );
    for (name, order) in [
        ("relevance", Order::Relevance),
        ("new", Order::New),
        ("price_asc", Order::PriceAsc),
        ("price_desc", Order::PriceDesc),
    ] {
        part.text(&format!("sort.{name}"), asked.with(|query| query.order = order));
        if asked.query.order == order {
            part.text(&format!("sort.{name}.current"), "true");
        }
    }
    part.each("chips", asked.has_filters().then(|| chips(asked, found)));
    part.each("facets", found.facets.iter().map(|facet| values(asked, facet)));
    let cards = found.products.iter().enumerate();
    part.each(
        "cards",
        cards.map(|(place, product)| card(product, place < PICTURES_AT_ONCE)),
    );
    part.each("pager", (found.pages > 1).then(|| pager(asked, found)));
    part
}

fn chips(asked: &Asked<'_>, found: &SearchResponse) -> Filling {
    let mut part = Filling::default();
    part.each("chosen", found.facets.iter().flat_map(|facet| chosen(asked, facet)));
    part.text("clear", asked.without_filters());
    part
}

fn chosen(asked: &Asked<'_>, facet: &SearchFacet) -> Vec<Filling> {
    let values = facet.values.iter().filter(|value| asked.has(&facet.key, &value.key));
    let filling = values.map(|value| {
        let mut chip = Filling::default();
        chip.text("label", &*value.label);
        chip.text("href", asked.toggled(&facet.key, &value.key));
        chip
    });
    filling.collect()
}

fn values(asked: &Asked<'_>, facet: &SearchFacet) -> Filling {
    let mut part = Filling::default();
    part.text("key", &*facet.key);
    part.text("label", &*facet.label);
    part.each(
        "values",
        facet.values.iter().map(|value| {
            let mut link = Filling::default();
            link.text("label", &*value.label);
            link.text("count", value.count.to_string());
            link.text("href", asked.toggled(&facet.key, &value.key));
            if asked.has(&facet.key, &value.key) {
                link.text("current", "true");
            }
            link
        }),
    );
    part
}

fn card(card: &SearchCard, at_once: bool) -> Filling {
    let mut part = Filling::default();
    part.text("href", &*card.href);
    part.text("name", &*card.name);
    part.text("price", &*card.price);
    part.each("tax", card.tax.as_deref().map(|label| words("tax", label)));
    part.each(
        "list_price",
        card.list_price.as_deref().map(|price| words("list_price", price)),
    );
    part.each("note", card.price_note.as_deref().map(|note| words("price_note", note)));
    part.each("by", card.maker.as_deref().map(|maker| words("maker", maker)));
    // Their place: the island adds them.
    part.each("colours", (!card.swatches.is_empty()).then(Filling::default));
    part.each("picture", card.image.as_ref().filter(|_| at_once).map(picture));
    part.each("later", card.image.as_ref().filter(|_| !at_once).map(later_picture));
    part.each("energy", card.energy.as_ref().map(energy));
    part
}

/// A part that is only there with its text.
fn words(name: &str, text: &str) -> Filling {
    let mut part = Filling::default();
    part.text(name, text);
    part
}

fn picture(image: &CardImage) -> Filling {
    let mut part = Filling::default();
    part.text("src", &*image.src);
    part.text("srcset", &*image.srcset);
    if let Some(sizes) = &image.sizes {
        part.text("sizes", &**sizes);
    }
    part
}

/// A picture for browsers without scripts, which load all of them at once: one URL, because `srcset` on every card takes
/// the page over its 14 KB.
fn later_picture(image: &CardImage) -> Filling {
    let mut part = Filling::default();
    part.text("src", image.of_width(CARD_WIDTH));
    part
}

/// The label opens in place if a page can show it; otherwise the arrow links to it.
fn energy(energy: &EnergyArrow) -> Filling {
    let mut part = Filling::default();
    let opens = energy.label_alt.is_some();
    part.each("label", opens.then(|| label(energy)));
    part.each("label_link", (!opens).then(|| label(energy)));
    part.text("sheet_href", &*energy.sheet_href);
    part.text("sheet_label", &*energy.sheet_label);
    part
}

fn label(energy: &EnergyArrow) -> Filling {
    let mut part = Filling::default();
    part.text("arrow", arrow_classes(&energy.class));
    part.text("class", &*energy.class);
    part.text("alt", &*energy.alt);
    part.text("label_href", &*energy.label_href);
    part.text("label_alt", energy.label_alt.as_deref().unwrap_or_default());
    part
}

/// The CSS classes of the small arrow. Only a letter from A to G becomes a part of one.
fn arrow_classes(class: &str) -> String {
    let letters = ["A", "B", "C", "D", "E", "F"];
    let letter = letters.into_iter().find(|letter| *letter == class).unwrap_or("G");
    format!("energy__arrow energy__arrow--small energy__arrow--{letter}")
}

fn pager(asked: &Asked<'_>, found: &SearchResponse) -> Filling {
    let mut part = Filling::default();
    part.text("page", found.page.to_string());
    part.text("pages", found.pages.to_string());
    let step = |page: u32| {
        let mut link = Filling::default();
        link.text("href", asked.page(page));
        link
    };
    // On a page beyond the last one, the link to the previous page points to the last one.
    let previous = found.page.saturating_sub(1).min(found.pages);
    part.each("previous", (previous > 0).then(|| step(previous)));
    part.each("next", (found.page < found.pages).then(|| step(found.page + 1)));
    part
}

fn group(hits: &SearchHits) -> Filling {
    let mut part = Filling::default();
    part.text("id", heading(&hits.kind));
    part.text("label", &*hits.label);
    part.text("total", hits.total.to_string());
    part.each(
        "hits",
        hits.hits.iter().map(|hit| {
            let mut link = Filling::default();
            link.text("href", &*hit.href);
            link.text("title", &*hit.title);
            link
        }),
    );
    part
}

impl Asked<'_> {
    fn has_filters(&self) -> bool {
        !self.query.filters.is_empty() || !self.query.prices.is_empty()
    }

    fn has(&self, facet: &str, key: &str) -> bool {
        match facet {
            PRICE => self.query.prices.iter().any(|choice| choice.key == key),
            facet => self
                .query
                .filters
                .get(facet)
                .is_some_and(|keys| keys.iter().any(|chosen| chosen == key)),
        }
    }

    /// The first page of the results after a change of the query.
    fn with(&self, change: impl FnOnce(&mut SearchQuery)) -> String {
        let mut query = self.query.clone();
        query.page = 1;
        change(&mut query);
        href(self.path, &query)
    }

    fn without_filters(&self) -> String {
        self.with(|query| {
            query.filters.clear();
            query.prices.clear();
        })
    }

    fn page(&self, page: u32) -> String {
        self.with(|query| query.page = page)
    }

    /// With a value added to the filter, or removed if it was selected. At most one category is selected.
    fn toggled(&self, facet: &str, key: &str) -> String {
        let was = self.has(facet, key);
        self.with(|query| match facet {
            PRICE if was => query.prices.retain(|choice| choice.key != key),
            PRICE => query.prices.extend(PriceChoice::parse(key.to_owned())),
            facet => {
                let keys = query.filters.entry(facet.to_owned()).or_default();
                if facet == CATEGORY {
                    keys.clear();
                }
                keys.retain(|chosen| chosen != key);
                if !was {
                    keys.push(key.to_owned());
                }
            }
        })
    }
}

/// Without the path, if the query makes it the same page.
fn href(path: &str, query: &SearchQuery) -> String {
    let mut pairs = form_urlencoded::Serializer::new(String::new());
    if !query.text.is_empty() {
        pairs.append_pair("q", &query.text);
    }
    for (facet, keys) in &query.filters {
        for key in keys {
            pairs.append_pair(facet, key);
        }
    }
    for choice in &query.prices {
        pairs.append_pair(PRICE, &choice.key);
    }
    match query.order {
        Order::Relevance => {}
        Order::New => drop(pairs.append_pair("sort", "new")),
        Order::PriceAsc => drop(pairs.append_pair("sort", "price_asc")),
        Order::PriceDesc => drop(pairs.append_pair("sort", "price_desc")),
    }
    if query.page > 1 {
        pairs.append_pair("page", &query.page.to_string());
    }
    match pairs.finish() {
        query if query.is_empty() => path.to_owned(),
        query => format!("?{query}"),
    }
}
