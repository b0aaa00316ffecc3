//! The Catalog: all data of one build, with an index for every join.
//!
//! **Invariant:** immutable after construction; records are sorted by id, so the same parts in any order give the same
//! Catalog.
//! A join that finds nothing returns `None`; missing references are reported during conversion, not here.

mod categories;
mod entries;
mod facets;
mod listed_prices;
mod table;

use std::collections::{BTreeMap, HashSet};

pub use entries::EntryList;
pub use facets::{FacetCounts, FacetValue, PRICE_STEPS, facet_of_group};
use jiff::{Timestamp, civil::Date};
pub use listed_prices::{Candidate, ListedPrice, cheapest};
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
    product::{Brand, Category, Family, Product, PropertyGroup, PropertyOption},
    record::Record,
    redirect::{FormerAddress, FormerPath, OldPath, Redirect},
    taxonomy::Term,
};
use categories::CategoryIndex;
use entries::EntryIndex;
use listed_prices::{ListedPrices, listed_prices};
use table::{Index, Table, table, table_get};

/// The converted records, in any order.
#[derive(Debug)]
pub struct CatalogParts {
    /// The shop's locales, each with its commerce language.
    pub locales: Locales,
    /// The channel's currency.
    pub currency: Currency,
    /// The day of the build, in the shop's time zone.
    pub today: Date,
    /// Sellable products.
    pub products: Vec<Product>,
    /// Parents of variants.
    pub families: Vec<Family>,
    /// Manufacturers.
    pub brands: Vec<Brand>,
    /// Categories.
    pub categories: Vec<Category>,
    /// Property groups.
    pub property_groups: Vec<PropertyGroup>,
    /// Property options.
    pub property_options: Vec<PropertyOption>,
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
    /// SEO paths that products had before.
    pub former_paths: Vec<FormerPath>,
    /// SEO paths of Shopware's own storefront, where its addresses are to lead here.
    pub old_paths: Vec<OldPath>,
    /// Addresses that entries had before.
    pub former_addresses: Vec<FormerAddress>,
}

/// All data of one build, with its indexes.
#[derive(Debug)]
pub struct Catalog {
    locales: Locales,
    currency: Currency,
    today: Date,
    next_change: Option<Timestamp>,
    products: Table<ProductId, Product>,
    families: Table<ProductId, Family>,
    brands: Table<BrandId, Brand>,
    categories: Table<CategoryId, Category>,
    property_groups: Table<PropertyGroupId, PropertyGroup>,
    property_options: Table<PropertyOptionId, PropertyOption>,
    entries: Table<EntryId, Entry>,
    navigations: BTreeMap<(String, LocaleIndex), Record<Navigation>>,
    globals: BTreeMap<LocaleIndex, Record<Globals>>,
    redirects: Vec<Redirect>,
    former_paths: Vec<FormerPath>,
    old_paths: Vec<OldPath>,
    former_addresses: Vec<FormerAddress>,
    newest: ProductList,
    reduced: ProductList,
    listed_prices: ListedPrices,
    by_number: Index<ProductNumber, ProductId>,
    family_numbers: Index<ProductNumber, ProductId>,
    variants: Index<ProductId, Vec<ProductId>>,
    by_brand: Index<BrandId, ProductList>,
    by_category: Index<CategoryId, ProductList>,
    by_property_entry: Index<(String, String), ProductList>,
    brand_codes: Index<String, BrandId>,
    terms: Table<TermId, Term>,
    forms: Table<FormHandle, Form>,
    entry_index: EntryIndex,
    category_index: CategoryIndex,
}

/// Builds the lists by product number and hashes each once, because every page of a brand reads the same list.
fn lists<K: Eq + std::hash::Hash>(
    products: &Table<ProductId, Product>,
    found: Index<K, Vec<ProductId>>,
) -> Index<K, ProductList> {
    let by_number = |(key, mut ids): (K, Vec<ProductId>)| {
        sort_by_number(products, &mut ids);
        (key, Record::new(ids))
    };
    found.into_iter().map(by_number).collect()
}

/// Like [`lists`], with only the first product of each family, so that a brand page does not show one sofa in every
/// fabric.
fn lists_of_families<K: Eq + std::hash::Hash>(
    products: &Table<ProductId, Product>,
    found: Index<K, Vec<ProductId>>,
) -> Index<K, ProductList> {
    let family = |id: &ProductId| products.get(id).and_then(|r| r.value().family.clone());
    let firsts = |(key, mut ids): (K, Vec<ProductId>)| {
        let mut seen = HashSet::new();
        sort_by_number(products, &mut ids);
        ids.retain(|id| family(id).is_none_or(|family| seen.insert(family)));
        (key, Record::new(ids))
    };
    found.into_iter().map(firsts).collect()
}

fn sort_by_number(products: &Table<ProductId, Product>, ids: &mut [ProductId]) {
    let number = |id: &ProductId| products.get(id).map(|r| &r.value().number);
    ids.sort_by(|a, b| number(a).cmp(&number(b)));
}

impl Catalog {
    /// Sorts, hashes and indexes the parts. If two records have the same id, the last one is kept.
    pub fn new(parts: CatalogParts) -> Self {
        let products = table(parts.products, |p| p.id.clone());
        let entries = table(parts.entries, |e| e.id.clone());
        let mut catalog = Self {
            families: table(parts.families, |f| f.id.clone()),
            brands: table(parts.brands, |b| b.id.clone()),
            categories: table(parts.categories, |c| c.id.clone()),
            property_groups: table(parts.property_groups, |g| g.id.clone()),
            property_options: table(parts.property_options, |o| o.id.clone()),
            navigations: parts
                .navigations
                .into_iter()
                .map(|n| ((n.handle.clone(), n.locale), Record::new(n)))
                .collect(),
            globals: parts
                .locales
                .iter()
                .filter_map(|(i, _)| parts.globals.get(i).map(|g| (i, Record::new(g.clone()))))
                .collect(),
            redirects: parts.redirects,
            former_paths: parts.former_paths,
            old_paths: parts.old_paths,
            former_addresses: parts.former_addresses,
            newest: Record::new(Vec::new()),
            reduced: Record::new(Vec::new()),
            listed_prices: listed_prices(&products),
            locales: parts.locales,
            currency: parts.currency,
            today: parts.today,
            next_change: None,
            by_number: Index::default(),
            family_numbers: Index::default(),
            variants: Index::default(),
            by_brand: Index::default(),
            by_category: Index::default(),
            by_property_entry: Index::default(),
            brand_codes: Index::default(),
            terms: table(parts.terms, |t| t.id.clone()),
            forms: table(parts.forms, |f| f.handle.clone()),
            entry_index: EntryIndex::default(),
            category_index: CategoryIndex::default(),
            products,
            entries,
        };
        catalog.redirects.sort_by(|a, b| a.from.cmp(&b.from));
        catalog.index_products();
        catalog.index_property_entries();
        catalog.index_entries();
        catalog.list_products();
        catalog.index_categories();
        catalog
    }

    fn index_products(&mut self) {
        let mut by_brand: Index<BrandId, Vec<ProductId>> = Index::default();
        let mut by_category: Index<CategoryId, Vec<ProductId>> = Index::default();
        for (id, record) in &self.products {
            let product = record.value();
            self.by_number.insert(product.number.clone(), id.clone());
            if let Some(family) = &product.family {
                self.variants.entry(family.clone()).or_default().push(id.clone());
            }
            if let Some(brand) = &product.brand {
                by_brand.entry(brand.clone()).or_default().push(id.clone());
            }
            for category in &product.categories {
                by_category.entry(category.clone()).or_default().push(id.clone());
            }
        }
        for (id, record) in &self.families {
            self.family_numbers.insert(record.value().number.clone(), id.clone());
        }
        let products = &self.products;
        self.variants.values_mut().for_each(|ids| sort_by_number(products, ids));
        self.by_brand = lists_of_families(products, by_brand);
        self.by_category = lists(products, by_category);
    }

    fn index_property_entries(&mut self) {
        let mut by_entry: Index<(String, String), Vec<ProductId>> = Index::default();
        for (id, record) in &self.products {
            for option in &record.value().properties {
                let Some(option) = self.property_options.get(option).map(Record::value) else {
                    continue;
                };
                let group = self.property_groups.get(&option.group).map(Record::value);
                let Some(external) = group.and_then(|g| g.external_id.clone()) else {
                    continue;
                };
                let list = by_entry.entry((external, option.entry.clone())).or_default();
                if list.last() != Some(id) {
                    list.push(id.clone());
                }
            }
        }
        self.by_property_entry = lists_of_families(&self.products, by_entry);
        for (id, record) in &self.brands {
            self.brand_codes
                .entry(record.value().code.clone())
                .or_insert_with(|| id.clone());
        }
    }

    fn index_categories(&mut self) {
        let representatives = facets::representatives(&self.property_options, &self.property_groups);
        self.category_index = CategoryIndex::new(
            &self.categories,
            (&self.products, &self.families),
            &representatives,
            &self.listed_prices,
        );
    }

    fn index_entries(&mut self) {
        let product = |number: &ProductNumber| -> Option<ProductId> {
            if let Some(family) = self.family_numbers.get(number) {
                return Some(family.clone());
            }
            let id = self.by_number.get(number)?;
            let family = table_get(&self.products, id).and_then(|p| p.family.clone());
            Some(family.unwrap_or_else(|| id.clone()))
        };
        self.entry_index = EntryIndex::new(&self.entries, product);
    }

    fn list_products(&mut self) {
        let products = || self.products.values().map(Record::value);
        let mut newest: Vec<&Product> = products().filter(|p| p.created_at.is_some()).collect();
        newest.sort_by(|a, b| (&b.created_at, &a.number).cmp(&(&a.created_at, &b.number)));
        let listed = |p: &&Product| {
            let price = self.listed_prices.get(p.family_or_own_id());
            price.is_some_and(|price| price.value().product == p.id)
        };
        let mut reduced: Vec<&Product> = products().filter(listed).collect();
        reduced.retain(|p| p.first_price().struck().is_some());
        reduced.sort_by(|a, b| a.number.cmp(&b.number));
        let ids = |list: Vec<&Product>| Record::new(list.into_iter().map(|p| p.id.clone()).collect());
        (self.newest, self.reduced) = (ids(newest), ids(reduced));
    }

    /// The shop's locales.
    pub fn locales(&self) -> &Locales {
        &self.locales
    }

    /// The channel's currency.
    pub fn currency(&self) -> Currency {
        self.currency
    }

    /// The day of the build, in the shop's time zone.
    pub fn today(&self) -> Date {
        self.today
    }

    /// Sets the moment at which the shop changes next without an editor's action.
    #[must_use]
    pub fn with_next_change(self, next_change: Option<Timestamp>) -> Self {
        Self { next_change, ..self }
    }

    /// When the shop changes next without an editor's action; `None` if nothing in it has a date to come.
    pub fn next_change(&self) -> Option<Timestamp> {
        self.next_change
    }

    /// Every sellable product, by id.
    pub fn products(&self) -> impl ExactSizeIterator<Item = &Record<Product>> {
        self.products.values()
    }

    /// Every family, by id.
    pub fn families(&self) -> impl ExactSizeIterator<Item = &Record<Family>> {
        self.families.values()
    }

    /// Every entry, by id.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Record<Entry>> {
        self.entries.values()
    }

    /// Every category, by id.
    pub fn categories(&self) -> impl ExactSizeIterator<Item = &Record<Category>> {
        self.categories.values()
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
        &self.former_paths
    }

    /// SEO paths of Shopware's own storefront.
    pub fn old_paths(&self) -> &[OldPath] {
        &self.old_paths
    }

    /// A product by id.
    pub fn product(&self, id: &ProductId) -> Option<&Record<Product>> {
        self.products.get(id)
    }

    /// A product by number.
    pub fn product_by_number(&self, number: &ProductNumber) -> Option<&Record<Product>> {
        self.product(self.by_number.get(number)?)
    }

    /// The variants of a family, by number; empty for an unknown one.
    pub fn variants(&self, family: &ProductId) -> &[ProductId] {
        self.variants.get(family).map_or(&[], Vec::as_slice)
    }

    /// The products of a brand by number, only the first of each family.
    pub fn families_of_brand(&self, brand: &BrandId) -> Option<&ProductList> {
        self.by_brand.get(brand)
    }

    /// The products directly in a category, by number.
    pub fn products_of_category(&self, category: &CategoryId) -> Option<&ProductList> {
        self.by_category.get(category)
    }

    /// One product of each family that has a product in the category or in any below it; `None` = one of each family of
    /// the shop. It is the main variant if that is in the list, otherwise the first by number.
    pub fn cards_of_category(&self, category: Option<&CategoryId>, sort: ProductsSort) -> Option<&ProductList> {
        self.category_index.cards(category, sort)
    }

    /// The facet values of the list of [`Self::cards_of_category`], with the number of families.
    pub fn facets_of_category(&self, category: Option<&CategoryId>) -> Option<&FacetCounts> {
        self.category_index.counts(category)
    }

    /// The page whose list shows the category with this code, in a locale: the first by position in the tree and path.
    pub fn category_page(&self, code: &str, locale: LocaleIndex) -> Option<&Record<Entry>> {
        self.entry(self.entry_index.category_page(code, locale)?)
    }

    /// The categories directly below one, by position; those at the top for `None`.
    pub fn child_categories(&self, category: Option<&CategoryId>) -> Option<&Record<Vec<CategoryId>>> {
        self.category_index.children(category)
    }

    /// The category with its ancestors, from the top down to itself; empty for an unknown one.
    pub fn category_path(&self, category: &CategoryId) -> Vec<&Category> {
        let mut path: Vec<&Category> = categories::upwards(&self.categories, category).collect();
        path.reverse();
        path
    }

    /// The category with a CMS code; if two have the same code, the one with the lower id.
    pub fn category_by_code(&self, code: &str) -> Option<&Record<Category>> {
        self.category(self.category_index.by_code(code)?)
    }

    /// The products that have a property option of a group (`designer`) linked to an entry by its slug; by number, only
    /// the first of each family.
    pub fn families_of_entry(&self, external_id: &str, entry: &str) -> Option<&ProductList> {
        self.by_property_entry.get(&(external_id.to_owned(), entry.to_owned()))
    }

    /// The products by creation date, newest first; products without a date are left out.
    pub fn newest_products(&self) -> &ProductList {
        &self.newest
    }

    /// The products whose price is reduced, by number.
    pub fn reduced_products(&self) -> &ProductList {
        &self.reduced
    }

    /// The brand with a code; if two brands have the same code, the one with the lower id.
    pub fn brand_by_code(&self, code: &str) -> Option<&Record<Brand>> {
        self.brand(self.brand_codes.get(code)?)
    }

    /// A family.
    pub fn family(&self, id: &ProductId) -> Option<&Record<Family>> {
        self.families.get(id)
    }

    /// What a family costs, or a product without one.
    pub fn listed_price(&self, family: &ProductId) -> Option<&Record<ListedPrice>> {
        self.listed_prices.get(family)
    }

    /// A brand.
    pub fn brand(&self, id: &BrandId) -> Option<&Record<Brand>> {
        self.brands.get(id)
    }

    /// A category.
    pub fn category(&self, id: &CategoryId) -> Option<&Record<Category>> {
        self.categories.get(id)
    }

    /// A property group.
    pub fn property_group(&self, id: &PropertyGroupId) -> Option<&Record<PropertyGroup>> {
        self.property_groups.get(id)
    }

    /// A property option.
    pub fn property_option(&self, id: &PropertyOptionId) -> Option<&Record<PropertyOption>> {
        self.property_options.get(id)
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
        if let Some(id) = self.by_number.get(number) {
            return vec![id.clone()];
        }
        let family = self.family_numbers.get(number);
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
