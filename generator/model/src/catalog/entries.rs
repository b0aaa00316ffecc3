//! Indexes over entries: alternates, brands and designers by key, and entries by the brand, designer, showroom or
//! product they refer to.
//!
//! **Invariant:** every list is in the display order of its kind (see [`reading_order`]), whatever the order of the
//! records was.

use std::cmp::Reverse;

use super::table::{Index, Table, table_get};
use crate::{
    content::{BlockKind, Entry, EntryFields, EntryKind},
    ids::{EntryId, FormHandle, ProductId, ProductNumber},
    locale::LocaleIndex,
    path::SitePath,
    record::Record,
};

/// Entry ids in display order, with the hash of the list.
pub type EntryList = Record<Vec<EntryId>>;

/// The joins between entries, and from products to entries.
#[derive(Debug, Default)]
pub(super) struct EntryIndex {
    alternates: Index<EntryId, Vec<EntryId>>,
    brands: Index<(String, LocaleIndex), EntryId>,
    designers: Index<(String, LocaleIndex), EntryId>,
    category_pages: Index<(String, LocaleIndex), EntryId>,
    by_kind: Index<(EntryKind, LocaleIndex), EntryList>,
    naming: Index<(EntryId, EntryKind), EntryList>,
    with_product: Index<(ProductId, EntryKind, LocaleIndex), EntryList>,
    overviews: Index<(EntryKind, LocaleIndex), EntryId>,
    with_form: Index<(FormHandle, LocaleIndex), EntryList>,
}

/// Lists being built.
type Lists<K> = Index<K, Vec<EntryId>>;

fn add<K: Eq + std::hash::Hash>(lists: &mut Lists<K>, key: K, id: &EntryId) {
    let list = lists.entry(key).or_default();
    if list.last() != Some(id) {
        list.push(id.clone());
    }
}

/// The sort key: the editor's order if there is one; otherwise news and articles newest first, events earliest first, projects and
/// product lines by year (newest first), everything else by title.
fn reading_order(entry: &Entry) -> impl Ord + use<> {
    let order = entry.order.unwrap_or(u32::MAX);
    let (newest, earliest) = match &entry.fields {
        EntryFields::News(fields) => (fields.date.map(|d| d.to_string()), None),
        EntryFields::Article(fields) => (fields.date.map(|d| d.to_string()), None),
        EntryFields::Project(fields) => (fields.year.map(|y| format!("{y:06}")), None),
        EntryFields::Collection(fields) => (fields.year.map(|y| format!("{y:06}")), None),
        EntryFields::Event(fields) => (None, fields.start.as_ref().map(|at| at.timestamp())),
        _ => (None, None),
    };
    let by_name = match &entry.fields {
        EntryFields::Designer(fields) => fields.last_name.clone(),
        _ => None,
    };
    let title = by_name.unwrap_or_else(|| entry.title.clone()).to_lowercase();
    (order, Reverse(newest), earliest, title, entry.id.clone())
}

fn lists<K: Eq + std::hash::Hash>(entries: &Table<EntryId, Entry>, found: Lists<K>) -> Index<K, EntryList> {
    found
        .into_iter()
        .map(|(key, mut list)| {
            list.sort_by_cached_key(|id| table_get(entries, id).map(reading_order));
            list.dedup();
            (key, Record::new(list))
        })
        .collect()
}

/// What an entry is found by.
#[derive(PartialEq, Eq)]
struct Keys<'e> {
    place: (&'e EntryId, EntryKind, LocaleIndex, &'e EntryId),
    /// Of brands and designers.
    names: (&'e str, Option<&'e str>),
    path: Option<&'e SitePath>,
    relations: Vec<&'e EntryId>,
    products: &'e [ProductNumber],
    forms: Vec<&'e FormHandle>,
    overviews: Vec<EntryKind>,
    category: Option<&'e str>,
}

impl<'e> Keys<'e> {
    fn of(entry: &'e Entry) -> Self {
        let code = match &entry.fields {
            EntryFields::Brand(fields) => fields.code.as_deref(),
            _ => None,
        };
        let blocks = || entry.blocks.iter().map(|block| &block.kind);
        Self {
            place: (&entry.id, entry.fields.kind(), entry.locale, &entry.group),
            names: (&entry.slug, code),
            path: entry.path.as_ref(),
            relations: entry.fields.relations(),
            products: entry.fields.products(),
            forms: blocks().filter_map(BlockKind::form).collect(),
            overviews: blocks().filter_map(BlockKind::overview_of).collect(),
            category: category_of(entry),
        }
    }
}

/// The code of the category whose products a page lists.
fn category_of(entry: &Entry) -> Option<&str> {
    match &entry.paged_list()?.kind {
        BlockKind::ProductsOverview(list) => list.root_category_code.as_deref(),
        _ => None,
    }
}

/// The page of each category code and locale.
fn category_pages(entries: &Table<EntryId, Entry>) -> Index<(String, LocaleIndex), EntryId> {
    let mut with_path: Vec<&Entry> = entries
        .values()
        .map(Record::value)
        .filter(|e| e.path.is_some())
        .collect();
    with_path.sort_by_key(|entry| (entry.order.unwrap_or(u32::MAX), &entry.path));
    let mut found = Index::default();
    for entry in with_path {
        if let Some(code) = category_of(entry) {
            found
                .entry((code.to_owned(), entry.locale))
                .or_insert_with(|| entry.id.clone());
        }
    }
    found
}

impl EntryIndex {
    /// Reads every entry once. `product` returns the product for a number: a family for its own number or the number of
    /// any variant.
    pub(super) fn new(entries: &Table<EntryId, Entry>, product: impl Fn(&ProductNumber) -> Option<ProductId>) -> Self {
        let mut index = Self::default();
        let (mut by_kind, mut naming, mut with_product) = (Lists::default(), Lists::default(), Lists::default());
        let mut with_form = Lists::default();
        for (id, record) in entries {
            let entry = record.value();
            let kind = entry.fields.kind();
            index
                .alternates
                .entry(entry.group.clone())
                .or_default()
                .push(id.clone());
            add(&mut by_kind, (kind, entry.locale), id);
            for other in entry.fields.relations() {
                add(&mut naming, (other.clone(), kind), id);
            }
            for product in entry.fields.products().iter().filter_map(&product) {
                add(&mut with_product, (product, kind, entry.locale), id);
            }
            if kind == EntryKind::Page && entry.path.is_some() {
                for form in entry.blocks.iter().filter_map(|block| block.kind.form()) {
                    add(&mut with_form, (form.clone(), entry.locale), id);
                }
            }
            match &entry.fields {
                EntryFields::Brand(fields) => {
                    let code = fields.code.clone().unwrap_or_else(|| entry.slug.clone());
                    index.brands.insert((code, entry.locale), id.clone());
                }
                EntryFields::Designer(_) => {
                    index.designers.insert((entry.slug.clone(), entry.locale), id.clone());
                }
                _ => {}
            }
        }
        index.category_pages = category_pages(entries);
        index.by_kind = lists(entries, by_kind);
        index.naming = lists(entries, naming);
        index.with_product = lists(entries, with_product);
        index.find_overviews(entries);
        index.with_form = lists(entries, with_form);
        index
    }

    fn find_overviews(&mut self, entries: &Table<EntryId, Entry>) {
        let pages = self.by_kind.iter().filter(|((kind, _), _)| *kind == EntryKind::Page);
        for ((_, locale), list) in pages {
            let pages = list.value().iter().filter_map(|id| table_get(entries, id));
            for page in pages.filter(|page| page.path.is_some()) {
                for kind in page.blocks.iter().filter_map(|block| block.kind.overview_of()) {
                    self.overviews.entry((kind, *locale)).or_insert_with(|| page.id.clone());
                }
            }
        }
    }

    /// Whether an index of the entries would find an entry as this one found it before: by the same keys, at the same places of all
    /// lists. `entries` has it as it is now.
    pub(super) fn finds_alike(&self, before: &Entry, now: &Entry, entries: &Table<EntryId, Entry>) -> bool {
        if Keys::of(before) != Keys::of(now) {
            return false;
        }
        let place = reading_order(now);
        if reading_order(before) == place {
            return true;
        }
        let at = |id: &EntryId| table_get(entries, id).map(reading_order);
        self.lists_with(now).all(|list| {
            let ids = list.value();
            let Some(number) = ids.iter().position(|id| *id == now.id) else {
                return true;
            };
            let (first, rest) = ids.split_at(number);
            let is_after = first.last().and_then(at).is_none_or(|before| before < place);
            is_after && rest.get(1).and_then(at).is_none_or(|after| place < after)
        })
    }

    /// The lists that an entry can be in.
    fn lists_with<'i>(&'i self, entry: &'i Entry) -> impl Iterator<Item = &'i EntryList> {
        let kind = entry.fields.kind();
        let naming = entry.fields.relations().into_iter();
        let naming = naming.filter_map(move |other| self.naming(other, kind));
        // A product's lists are few, and found by the product alone.
        let of_products = self.with_product.iter().filter(move |((_, of, _), _)| *of == kind);
        let with_form = entry.blocks.iter().filter_map(|block| block.kind.form());
        let with_form = with_form.filter_map(|form| self.with_form(form, entry.locale));
        let own = self.of_kind(kind, entry.locale).into_iter();
        own.chain(naming)
            .chain(of_products.map(|(_, list)| list))
            .chain(with_form)
    }

    pub(super) fn alternates(&self, group: &EntryId) -> &[EntryId] {
        self.alternates.get(group).map_or(&[], Vec::as_slice)
    }

    pub(super) fn brand(&self, code: &str, locale: LocaleIndex) -> Option<&EntryId> {
        self.brands.get(&(code.to_owned(), locale))
    }

    pub(super) fn designer(&self, slug: &str, locale: LocaleIndex) -> Option<&EntryId> {
        self.designers.get(&(slug.to_owned(), locale))
    }

    pub(super) fn category_page(&self, code: &str, locale: LocaleIndex) -> Option<&EntryId> {
        self.category_pages.get(&(code.to_owned(), locale))
    }

    pub(super) fn of_kind(&self, kind: EntryKind, locale: LocaleIndex) -> Option<&EntryList> {
        self.by_kind.get(&(kind, locale))
    }

    pub(super) fn overview(&self, kind: EntryKind, locale: LocaleIndex) -> Option<&EntryId> {
        self.overviews.get(&(kind, locale))
    }

    pub(super) fn naming(&self, entry: &EntryId, kind: EntryKind) -> Option<&EntryList> {
        self.naming.get(&(entry.clone(), kind))
    }

    pub(super) fn with_product(&self, product: &ProductId, kind: EntryKind, locale: LocaleIndex) -> Option<&EntryList> {
        self.with_product.get(&(product.clone(), kind, locale))
    }

    pub(super) fn with_form(&self, form: &FormHandle, locale: LocaleIndex) -> Option<&EntryList> {
        self.with_form.get(&(form.clone(), locale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{CollectionFields, NewsFields, ProjectFields, Seo, ShowroomFields};

    const NL: LocaleIndex = LocaleIndex(0);

    fn id(text: &str) -> EntryId {
        EntryId::parse(text).unwrap()
    }

    fn entry(name: &str, order: Option<u32>, fields: EntryFields) -> (EntryId, Record<Entry>) {
        let entry = Entry {
            id: id(name),
            group: id(name),
            collection: String::new(),
            locale: NL,
            title: name.to_owned(),
            slug: name.to_owned(),
            path: None,
            parent: None,
            order,
            seo: Seo::default(),
            blocks: Vec::new(),
            fields,
            updated_at: None,
            edit_url: None,
        };
        (id(name), Record::new(entry))
    }

    fn news(name: &str, date: Option<jiff::civil::Date>) -> (EntryId, Record<Entry>) {
        entry(
            name,
            None,
            EntryFields::News(Box::new(NewsFields {
                date,
                ..NewsFields::default()
            })),
        )
    }

    fn names(list: Option<&EntryList>) -> Vec<&str> {
        list.map_or_else(Vec::new, |list| list.value().iter().map(EntryId::as_str).collect())
    }

    #[test]
    fn entries_are_found_by_brand_and_product_in_reading_order() {
        let showroom = |name, order| {
            let fields = ShowroomFields {
                brands: vec![id("kante"), id("kante")],
                ..ShowroomFields::default()
            };
            entry(name, Some(order), EntryFields::Showroom(Box::new(fields)))
        };
        let number = ProductNumber::parse("RAVEL-MO-OA").unwrap();
        let collection = CollectionFields {
            brand: Some(id("kante")),
            products: vec![number.clone(), ProductNumber::parse("UNKNOWN").unwrap()],
            ..CollectionFields::default()
        };
        let project = |name, year| {
            let fields = ProjectFields {
                year: Some(year),
                products: vec![number.clone()],
                ..ProjectFields::default()
            };
            entry(name, None, EntryFields::Project(Box::new(fields)))
        };
        let entries: Table<_, _> = [
            showroom("utrecht", 2),
            showroom("breda", 1),
            entry("kade", None, EntryFields::Collection(Box::new(collection))),
            project("old", 2019),
            project("new", 2024),
            news("b", Some(jiff::civil::date(2026, 5, 1))),
            news("a", Some(jiff::civil::date(2026, 6, 1))),
            news("undated", None),
        ]
        .into_iter()
        .collect();
        let family = ProductId::parse("4aebf74af34345a7cd7118f4547f8587").unwrap();
        let index = EntryIndex::new(&entries, |asked| (*asked == number).then(|| family.clone()));
        assert_eq!(
            names(index.naming(&id("kante"), EntryKind::Showroom)),
            ["breda", "utrecht"]
        );
        assert_eq!(names(index.naming(&id("kante"), EntryKind::Collection)), ["kade"]);
        assert_eq!(
            names(index.with_product(&family, EntryKind::Project, NL)),
            ["new", "old"]
        );
        assert_eq!(names(index.with_product(&family, EntryKind::Collection, NL)), ["kade"]);
        assert_eq!(names(index.of_kind(EntryKind::News, NL)), ["a", "b", "undated"]);
        assert!(
            index
                .with_product(&family, EntryKind::Collection, LocaleIndex(1))
                .is_none()
        );
    }
}
