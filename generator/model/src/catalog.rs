//! The Catalog: all data of one build, with an index for every join.
//!
//! **Invariant:** immutable after construction; records are sorted by id, so the same parts in any order give the same
//! Catalog.
//! A join that finds nothing returns `None`; missing references are reported during conversion, not here.

mod categories;
mod entries;
mod facets;
mod listed_prices;
mod shop;
mod table;

use std::{collections::BTreeMap, sync::Arc};

pub use entries::EntryList;
pub use facets::{FacetCounts, FacetValue, PRICE_STEPS, facet_of_group};
use jiff::{Timestamp, civil::Date};
pub use listed_prices::{Candidate, ListedPrice, cheapest};
pub use shop::{Shop, ShopParts};
pub use table::ProductList;

use crate::{
    content::{Entry, EntryKind, ProductsSort},
    form::Form,
    globals::Globals,
    ids::{
        BrandId, CategoryId, EntryId, FormHandle, ProductId, ProductNumber, PropertyGroupId, PropertyOptionId, TermId,
    },
    locale::{LocaleIndex, Locales, Localized},
    money::Currency,
    navigation::Navigation,
    planned::PlannedChange,
    product::{Brand, Category, Family, Product, PropertyGroup, PropertyOption},
    record::Record,
    redirect::{FormerAddress, FormerPath, OldPath, Redirect},
    taxonomy::Term,
};
use entries::EntryIndex;
use table::{Table, table};

/// The converted records, in any order.
#[derive(Debug)]
pub struct CatalogParts {
    /// The records of the shop.
    pub shop: ShopParts,
    /// The other records.
    pub content: ContentParts,
}

/// The converted records of the CMS, in any order, and what belongs to no backend.
#[derive(Debug)]
pub struct ContentParts {
    /// The site's locales, each with its commerce language.
    pub locales: Locales,
    /// The day of the build, in the shop's time zone.
    pub today: Date,
    /// Entries, one for each localization.
    pub entries: Vec<Entry>,
    /// Terms of every taxonomy.
    pub terms: Vec<Term>,
    /// Form definitions.
    pub forms: Vec<Form>,
    /// Navigations by handle and locale.
    pub navigations: Vec<Navigation>,
    /// Globals by locale.
    pub globals: Localized<Globals>,
    /// Redirects of the CMS.
    pub redirects: Vec<Redirect>,
    /// Addresses that entries had before.
    pub former_addresses: Vec<FormerAddress>,
}

/// All data of one build, with its indexes. A clone shares them.
#[derive(Clone, Debug)]
pub struct Catalog {
    shop: Arc<Shop>,
    locales: Locales,
    today: Date,
    next_change: Option<Timestamp>,
    planned: Arc<[PlannedChange]>,
    entries: Arc<Table<EntryId, Entry>>,
    navigations: Arc<BTreeMap<(String, LocaleIndex), Record<Navigation>>>,
    globals: Arc<BTreeMap<LocaleIndex, Record<Globals>>>,
    redirects: Arc<[Redirect]>,
    former_addresses: Arc<[FormerAddress]>,
    terms: Arc<Table<TermId, Term>>,
    forms: Arc<Table<FormHandle, Form>>,
    entry_index: Arc<EntryIndex>,
}

impl Catalog {
    /// Sorts, hashes and indexes the parts. If two records have the same id, the last one is kept.
    pub fn new(parts: CatalogParts) -> Self {
        Self::of_shop(Arc::new(Shop::new(parts.shop)), parts.content)
    }

    /// The same with a shop that was indexed before.
    pub fn of_shop(shop: Arc<Shop>, parts: ContentParts) -> Self {
        let entries = table(parts.entries, |e| e.id.clone());
        let entry_index = EntryIndex::new(&entries, |number| shop.family_of_number(number));
        let globals = parts.locales.iter();
        let globals = globals.filter_map(|(i, _)| parts.globals.get(i).map(|g| (i, Record::new(g.clone()))));
        let navigations = parts.navigations.into_iter();
        let mut redirects = parts.redirects;
        redirects.sort_by(|a, b| a.from.cmp(&b.from));
        let navigations = navigations.map(|n| ((n.handle.clone(), n.locale), Record::new(n)));
        Self {
            globals: Arc::new(globals.collect()),
            navigations: Arc::new(navigations.collect()),
            redirects: redirects.into(),
            former_addresses: parts.former_addresses.into(),
            locales: parts.locales,
            today: parts.today,
            next_change: None,
            planned: Arc::default(),
            terms: Arc::new(table(parts.terms, |t| t.id.clone())),
            forms: Arc::new(table(parts.forms, |f| f.handle.clone())),
            shop,
            entries: Arc::new(entries),
            entry_index: Arc::new(entry_index),
        }
    }

    /// The same with one entry as a draft has it, in place of the entry with its id or beside the others. Everything else
    /// is shared, and so is the index if the draft is found as the entry is.
    #[must_use]
    pub fn with(&self, entry: Entry) -> Self {
        let mut entries = Table::clone(&self.entries);
        let (id, record) = (entry.id.clone(), Record::new(entry));
        let before = entries.insert(id, record.clone());
        if before.is_none() {
            entries.sort_unstable_keys();
        }
        let index = &self.entry_index;
        let is_alike = before.is_some_and(|before| index.finds_alike(before.value(), record.value(), &entries));
        let index = match is_alike {
            true => Arc::clone(index),
            false => Arc::new(EntryIndex::new(&entries, |number| self.shop.family_of_number(number))),
        };
        Self {
            entries: Arc::new(entries),
            entry_index: index,
            ..self.clone()
        }
    }

    /// The same with one term as a draft has it. Everything else is shared.
    #[must_use]
    pub fn with_term(&self, term: Term) -> Self {
        let mut terms = Table::clone(&self.terms);
        if terms.insert(term.id.clone(), Record::new(term)).is_none() {
            terms.sort_unstable_keys();
        }
        Self {
            terms: Arc::new(terms),
            ..self.clone()
        }
    }

    /// The shop's locales.
    pub fn locales(&self) -> &Locales {
        &self.locales
    }

    /// The channel's currency.
    pub fn currency(&self) -> Currency {
        self.shop.currency
    }

    /// The day of the build, in the shop's time zone.
    pub fn today(&self) -> Date {
        self.today
    }

    /// Sets the moment at which the shop changes next without an editor's action, and which entries appear and end.
    #[must_use]
    pub fn with_next_change(self, next_change: Option<Timestamp>, planned: Vec<PlannedChange>) -> Self {
        Self {
            next_change,
            planned: planned.into(),
            ..self
        }
    }

    /// The entries that appear and end at a time to come, the next one first.
    pub fn planned(&self) -> &[PlannedChange] {
        &self.planned
    }

    /// When the shop changes next without an editor's action; `None` if nothing in it has a date to come.
    pub fn next_change(&self) -> Option<Timestamp> {
        self.next_change
    }

    /// Every sellable product, by id.
    pub fn products(&self) -> impl ExactSizeIterator<Item = &Record<Product>> {
        self.shop.products.values()
    }

    /// Every family, by id.
    pub fn families(&self) -> impl ExactSizeIterator<Item = &Record<Family>> {
        self.shop.families.values()
    }

    /// Every entry, by id.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Record<Entry>> {
        self.entries.values()
    }

    /// Every category, by id.
    pub fn categories(&self) -> impl ExactSizeIterator<Item = &Record<Category>> {
        self.shop.categories.values()
    }

    /// Redirects of the CMS, by path.
    pub fn redirects(&self) -> &[Redirect] {
        &self.redirects
    }

    /// Addresses that entries had before.
    pub fn former_addresses(&self) -> &[FormerAddress] {
        &self.former_addresses
    }

    /// SEO paths that products had before.
    pub fn former_paths(&self) -> &[FormerPath] {
        &self.shop.former_paths
    }

    /// SEO paths of Shopware's own storefront.
    pub fn old_paths(&self) -> &[OldPath] {
        &self.shop.old_paths
    }

    /// A product by id.
    pub fn product(&self, id: &ProductId) -> Option<&Record<Product>> {
        self.shop.products.get(id)
    }

    /// A product by number.
    pub fn product_by_number(&self, number: &ProductNumber) -> Option<&Record<Product>> {
        self.product(self.shop.by_number.get(number)?)
    }

    /// The variants of a family, by number; empty for an unknown one.
    pub fn variants(&self, family: &ProductId) -> &[ProductId] {
        self.shop.variants.get(family).map_or(&[], Vec::as_slice)
    }

    /// The products of a brand by number, only the first of each family.
    pub fn families_of_brand(&self, brand: &BrandId) -> Option<&ProductList> {
        self.shop.by_brand.get(brand)
    }

    /// The products directly in a category, by number.
    pub fn products_of_category(&self, category: &CategoryId) -> Option<&ProductList> {
        self.shop.by_category.get(category)
    }

    /// One product of each family that has a product in the category or in any below it; `None` = one of each family of
    /// the shop. It is the main variant if that is in the list, otherwise the first by number.
    pub fn cards_of_category(&self, category: Option<&CategoryId>, sort: ProductsSort) -> Option<&ProductList> {
        self.shop.category_index.cards(category, sort)
    }

    /// The facet values of the list of [`Self::cards_of_category`], with the number of families.
    pub fn facets_of_category(&self, category: Option<&CategoryId>) -> Option<&FacetCounts> {
        self.shop.category_index.counts(category)
    }

    /// The page whose list shows the category with this code, in a locale: the first by position in the tree and path.
    pub fn category_page(&self, code: &str, locale: LocaleIndex) -> Option<&Record<Entry>> {
        self.entry(self.entry_index.category_page(code, locale)?)
    }

    /// The categories directly below one, by position; those at the top for `None`.
    pub fn child_categories(&self, category: Option<&CategoryId>) -> Option<&Record<Vec<CategoryId>>> {
        self.shop.category_index.children(category)
    }

    /// The category with its ancestors, from the top down to itself; empty for an unknown one.
    pub fn category_path(&self, category: &CategoryId) -> Vec<&Category> {
        let mut path: Vec<&Category> = categories::upwards(&self.shop.categories, category).collect();
        path.reverse();
        path
    }

    /// The category with a CMS code; if two have the same code, the one with the lower id.
    pub fn category_by_code(&self, code: &str) -> Option<&Record<Category>> {
        self.category(self.shop.category_index.by_code(code)?)
    }

    /// The products that have a property option of a group (`designer`) linked to an entry by its slug; by number, only
    /// the first of each family.
    pub fn families_of_entry(&self, external_id: &str, entry: &str) -> Option<&ProductList> {
        self.shop
            .by_property_entry
            .get(&(external_id.to_owned(), entry.to_owned()))
    }

    /// The products by creation date, newest first; products without a date are left out.
    pub fn newest_products(&self) -> &ProductList {
        &self.shop.newest
    }

    /// The products whose price is reduced, by number.
    pub fn reduced_products(&self) -> &ProductList {
        &self.shop.reduced
    }

    /// The brand with a code; if two brands have the same code, the one with the lower id.
    pub fn brand_by_code(&self, code: &str) -> Option<&Record<Brand>> {
        self.brand(self.shop.brand_codes.get(code)?)
    }

    /// A family.
    pub fn family(&self, id: &ProductId) -> Option<&Record<Family>> {
        self.shop.families.get(id)
    }

    /// What a family costs, or a product without one.
    pub fn listed_price(&self, family: &ProductId) -> Option<&Record<ListedPrice>> {
        self.shop.listed_prices.get(family)
    }

    /// A brand.
    pub fn brand(&self, id: &BrandId) -> Option<&Record<Brand>> {
        self.shop.brands.get(id)
    }

    /// A category.
    pub fn category(&self, id: &CategoryId) -> Option<&Record<Category>> {
        self.shop.categories.get(id)
    }

    /// A property group.
    pub fn property_group(&self, id: &PropertyGroupId) -> Option<&Record<PropertyGroup>> {
        self.shop.property_groups.get(id)
    }

    /// A property option.
    pub fn property_option(&self, id: &PropertyOptionId) -> Option<&Record<PropertyOption>> {
        self.shop.property_options.get(id)
    }

    /// An entry by its own id.
    pub fn entry(&self, id: &EntryId) -> Option<&Record<Entry>> {
        self.entries.get(id)
    }

    /// All localizations of an entry, given the id of any of them, by locale.
    pub fn alternates(&self, id: &EntryId) -> Vec<&Record<Entry>> {
        let group = self.entry(id).map_or(id, |r| &r.value().group);
        let ids = self.entry_index.alternates(group);
        let mut found: Vec<_> = ids.iter().filter_map(|id| self.entry(id)).collect();
        found.sort_by_key(|r| r.value().locale);
        found
    }

    /// The brand entry with a code, in a locale.
    pub fn brand_entry(&self, code: &str, locale: LocaleIndex) -> Option<&Record<Entry>> {
        self.entry(self.entry_index.brand(code, locale)?)
    }

    /// The designer entry with a slug, in a locale.
    pub fn designer_entry(&self, slug: &str, locale: LocaleIndex) -> Option<&Record<Entry>> {
        self.entry(self.entry_index.designer(slug, locale)?)
    }

    /// The entries of a kind in a locale, in display order.
    pub fn entries_of(&self, kind: EntryKind, locale: LocaleIndex) -> Option<&EntryList> {
        self.entry_index.of_kind(kind, locale)
    }

    /// The page with the overview of a kind of entries, in a locale: the first in display order that has a block for
    /// it.
    pub fn overview_of(&self, kind: EntryKind, locale: LocaleIndex) -> Option<&Record<Entry>> {
        self.entry(self.entry_index.overview(kind, locale)?)
    }

    /// The entries of a kind that refer to an entry (for example the showrooms that show a brand), in display order.
    /// All have the locale of that entry.
    pub fn entries_naming(&self, entry: &EntryId, kind: EntryKind) -> Option<&EntryList> {
        self.entry_index.naming(entry, kind)
    }

    /// The entries of a kind that refer to a family or one of its variants, in display order; a product without a
    /// family counts as its own family.
    pub fn entries_with_family(&self, family: &ProductId, kind: EntryKind, locale: LocaleIndex) -> Option<&EntryList> {
        self.entry_index.with_product(family, kind, locale)
    }

    /// The pages with a block for a form, in display order.
    pub fn pages_with_form(&self, form: &FormHandle, locale: LocaleIndex) -> Option<&EntryList> {
        self.entry_index.with_form(form, locale)
    }

    /// A term.
    pub fn term(&self, id: &TermId) -> Option<&Record<Term>> {
        self.terms.get(id)
    }

    /// Every term, by id.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = &Record<Term>> {
        self.terms.values()
    }

    /// A form.
    pub fn form(&self, handle: &FormHandle) -> Option<&Record<Form>> {
        self.forms.get(handle)
    }

    /// Every form, by handle.
    pub fn forms(&self) -> impl ExactSizeIterator<Item = &Record<Form>> {
        self.forms.values()
    }

    /// The sellable products for a number: the product itself, or the variants of the family with that number, by
    /// number.
    pub fn products_of_number(&self, number: &ProductNumber) -> Vec<ProductId> {
        if let Some(id) = self.shop.by_number.get(number) {
            return vec![id.clone()];
        }
        let family = self.shop.family_numbers.get(number);
        family.map_or_else(Vec::new, |id| self.variants(id).to_vec())
    }

    /// A navigation.
    pub fn navigation(&self, handle: &str, locale: LocaleIndex) -> Option<&Record<Navigation>> {
        self.navigations.get(&(handle.to_owned(), locale))
    }

    /// The globals of a locale.
    pub fn globals(&self, locale: LocaleIndex) -> Option<&Record<Globals>> {
        self.globals.get(&locale)
    }
}
