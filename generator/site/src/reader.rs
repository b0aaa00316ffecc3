//! The only access of view builders to the Catalog and the plan: it records what was asked.
//!
//! **Invariant:** every answer that can change a page's bytes is recorded, including "not found", by the query that gives
//! it again; the hash of the records is the page's fingerprint.

mod places;

use std::{
    cell::RefCell,
    sync::{Arc, LazyLock, OnceLock},
};

use serde::{Deserialize, Serialize};
use vitrine_model::{
    catalog::{Catalog, EntryList, FacetValue, ListedPrice, ProductList},
    content::{Entry, EntryKind, ProductsSort},
    form::Form,
    globals::Globals,
    ids::{
        BrandId, CategoryId, EntryId, FormHandle, ProductId, ProductNumber, PropertyGroupId, PropertyOptionId, TermId,
    },
    locale::{LocaleIndex, Locales},
    money::Currency,
    navigation::Navigation,
    product::{Brand, Category, Family, Product, PropertyGroup, PropertyOption},
    record::{Record, RecordHash},
    taxonomy::Term,
};

use crate::{
    plan::PlanIndex,
    query::{Asked, Query, Sort, answers, hash_of},
};

/// One read: what was asked, and the hash of the answer, which is compared first: it nearly always decides.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Note {
    /// Hash of the answer; if there was none, that of an empty value.
    pub hash: RecordHash,
    /// The question.
    pub query: Query,
}

/// The notes of a part that many pages share: sorted, without duplicates, hashed and numbered once.
#[derive(Debug)]
pub struct Bundle {
    pub(crate) notes: Vec<Note>,
    /// The hash of all notes.
    pub(crate) hash: RecordHash,
    /// The number of these notes among those of all parts.
    pub(crate) number: OnceLock<u32>,
}

/// The reads of a page: its own, and those of its shared parts. Without duplicates, in a deterministic order.
#[derive(Debug)]
pub struct Notes {
    pub(crate) own: Vec<Note>,
    pub(crate) bundles: Vec<Arc<Bundle>>,
}

impl Notes {
    /// The hash of all notes, after the given start.
    pub(crate) fn hash(&self, begin: &[&[u8]]) -> RecordHash {
        let mut bytes = Vec::with_capacity(self.own.len() * 64 + self.bundles.len() * 32 + 64);
        begin.iter().for_each(|part| bytes.extend_from_slice(part));
        for note in &self.own {
            bytes.push(0);
            note.query.write(&mut bytes);
            bytes.push(0);
            bytes.extend_from_slice(note.hash.as_bytes());
        }
        for bundle in &self.bundles {
            bytes.push(1);
            bytes.extend_from_slice(bundle.hash.as_bytes());
        }
        RecordHash::of_bytes(&bytes)
    }

    /// All notes, sorted.
    pub(crate) fn all(self) -> Vec<Note> {
        let parts = self.bundles.iter().flat_map(|bundle| bundle.notes.iter().cloned());
        sorted(self.own.into_iter().chain(parts).collect())
    }

    /// Converts the notes to bundles for a shared part: one for its own notes, and those of the parts it contains.
    pub(crate) fn into_bundles(self) -> Vec<Arc<Bundle>> {
        let own = Self {
            own: self.own,
            bundles: Vec::new(),
        };
        let own = Bundle {
            hash: own.hash(&[]),
            notes: own.own,
            number: OnceLock::new(),
        };
        let mut bundles = self.bundles;
        bundles.push(Arc::new(own));
        bundles
    }
}

fn sorted(mut notes: Vec<Note>) -> Vec<Note> {
    notes.sort_unstable();
    notes.dedup();
    notes
}

/// Access to the Catalog and the plan that notes reads, one for each page.
pub struct Reader<'a> {
    asked: Asked<'a>,
    notes: RefCell<Vec<Note>>,
    bundles: RefCell<Vec<Arc<Bundle>>>,
}

/// The plan of a reader that is used before there is one: it has no page.
static NO_PLAN: LazyLock<PlanIndex> = LazyLock::new(PlanIndex::default);

impl<'a> Reader<'a> {
    /// A reader without notes.
    pub fn new(catalog: &'a Catalog, plan: &'a PlanIndex) -> Self {
        Self {
            asked: Asked { catalog, plan },
            notes: RefCell::new(Vec::with_capacity(32)),
            bundles: RefCell::default(),
        }
    }

    /// A reader of the Catalog only, for the plan itself.
    pub(crate) fn before_the_plan(catalog: &'a Catalog) -> Self {
        Self::new(catalog, &NO_PLAN)
    }

    /// Adds the notes of a shared part that is reused.
    pub(crate) fn repeat(&self, bundles: &[Arc<Bundle>]) {
        self.bundles.borrow_mut().extend_from_slice(bundles);
    }

    /// Another reader of the same Catalog and plan, without notes.
    pub(crate) fn fresh(&self) -> Self {
        Self::new(self.asked.catalog, self.asked.plan)
    }

    /// The notes of all reads.
    pub fn into_notes(self) -> Notes {
        let mut bundles = self.bundles.into_inner();
        bundles.sort_unstable_by_key(|bundle| bundle.hash);
        bundles.dedup_by_key(|bundle| bundle.hash);
        Notes {
            own: sorted(self.notes.into_inner()),
            bundles,
        }
    }

    /// Notes a question with the hash of its answer, and returns where to answer it.
    fn ask(&self, query: Query) -> Asked<'a> {
        let hash = query.hash(&self.asked);
        self.notes.borrow_mut().push(Note { hash, query });
        self.asked
    }

    /// Notes a question whose answer is one record, with the record's hash: [`Query::hash`] would look it up once more.
    fn record<T>(&self, query: Query, record: Option<&'a Record<T>>) -> Option<&'a T> {
        let hash = hash_of(record);
        self.notes.borrow_mut().push(Note { hash, query });
        record.map(Record::value)
    }

    fn asked_of_catalog(&self, query: Query) -> &'a Catalog {
        self.ask(query).catalog
    }

    /// The shop's locales; not noted, because the configuration is part of every fingerprint.
    pub fn locales(&self) -> &'a Locales {
        self.asked.catalog.locales()
    }

    /// The channel's currency; not noted, like the locales.
    pub fn currency(&self) -> Currency {
        self.asked.catalog.currency()
    }

    /// A product by id.
    pub fn product(&self, id: &ProductId) -> Option<&'a Product> {
        self.record(Query::Product(id.clone()), self.asked.catalog.product(id))
    }

    /// A product by number.
    pub fn product_by_number(&self, number: &ProductNumber) -> Option<&'a Product> {
        self.record(
            Query::ProductByNumber(number.clone()),
            self.asked.catalog.product_by_number(number),
        )
    }

    /// The variants of a family, by number; each is noted.
    pub fn variants(&self, family: &ProductId) -> Vec<&'a Product> {
        let ids = self.asked_of_catalog(Query::Variants(family.clone())).variants(family);
        ids.iter().filter_map(|id| self.product(id)).collect()
    }

    /// What a family costs, or a product without one.
    pub fn listed_price(&self, family: &ProductId) -> Option<&'a ListedPrice> {
        self.record(
            Query::ListedPrice(family.clone()),
            self.asked.catalog.listed_price(family),
        )
    }

    /// Ids of the products of a brand, by number, only the first of each family.
    pub fn families_of_brand(&self, brand: &BrandId) -> &'a [ProductId] {
        let catalog = self.asked_of_catalog(Query::FamiliesOfBrand(brand.clone()));
        products(catalog.families_of_brand(brand))
    }

    /// Ids of the products of a category, by number.
    pub fn products_of_category(&self, category: &CategoryId) -> &'a [ProductId] {
        let catalog = self.asked_of_catalog(Query::ProductsOfCategory(category.clone()));
        products(catalog.products_of_category(category))
    }

    /// Ids of one product of each family that has a product in the category or in any below it, in the given order;
    /// `None` = of each family of the shop.
    pub fn cards_of_category(&self, category: Option<&CategoryId>, sort: ProductsSort) -> &'a [ProductId] {
        let catalog = self.asked_of_catalog(Query::Cards(category.cloned(), Sort(sort)));
        products(catalog.cards_of_category(category, sort))
    }

    /// The facet values of the list of [`Self::cards_of_category`], with the number of families.
    pub fn facets_of_category(&self, category: Option<&CategoryId>) -> &'a [(FacetValue, u32)] {
        let catalog = self.asked_of_catalog(Query::Facets(category.cloned()));
        let facets = catalog.facets_of_category(category);
        facets.map_or(&[], |record| record.value().as_slice())
    }

    /// The number of families in a category and all below it.
    pub fn size_of_category(&self, category: &CategoryId) -> usize {
        let catalog = self.asked_of_catalog(Query::SizeOfCategory(category.clone()));
        answers::size_of_category(catalog, category)
    }

    /// Ids of the categories directly below one, by position; those at the top for `None`.
    pub fn child_categories(&self, category: Option<&CategoryId>) -> &'a [CategoryId] {
        let catalog = self.asked_of_catalog(Query::ChildCategories(category.cloned()));
        let children = catalog.child_categories(category);
        children.map_or(&[], |record| record.value().as_slice())
    }

    /// The category with its ancestors, from the top down to itself; each is noted, and which they are: a parent that is
    /// absent ends the path, and may come.
    pub fn category_path(&self, category: &CategoryId) -> Vec<&'a Category> {
        let path = self
            .asked_of_catalog(Query::CategoryPath(category.clone()))
            .category_path(category);
        path.into_iter()
            .filter_map(|category| self.category(&category.id))
            .collect()
    }

    /// The page whose list shows the category with this code.
    pub fn category_page(&self, code: &str, locale: LocaleIndex) -> Option<&'a Entry> {
        self.record(
            Query::CategoryPage(code.into(), locale),
            self.asked.catalog.category_page(code, locale),
        )
    }

    /// Ids of the products that have a property option of a group (`designer`) linked to an entry by its slug; by
    /// number, only the first of each family.
    pub fn families_of_entry(&self, external_id: &str, entry: &str) -> &'a [ProductId] {
        let catalog = self.asked_of_catalog(Query::FamiliesOfEntry(external_id.into(), entry.into()));
        products(catalog.families_of_entry(external_id, entry))
    }

    /// Ids of the products by creation date, newest first.
    pub fn newest_products(&self) -> &'a [ProductId] {
        self.asked_of_catalog(Query::NewestProducts).newest_products().value()
    }

    /// Ids of the products whose reduced price is that of their family, by number.
    pub fn reduced_products(&self) -> &'a [ProductId] {
        self.asked_of_catalog(Query::ReducedProducts).reduced_products().value()
    }

    /// The localization of an entry in a locale, given the id of any of its localizations.
    pub fn entry_in(&self, id: &EntryId, locale: LocaleIndex) -> Option<&'a Entry> {
        self.record(
            Query::EntryIn(id.clone(), locale),
            answers::entry_in(self.asked.catalog, id, locale),
        )
    }

    /// The brand with a code.
    pub fn brand_by_code(&self, code: &str) -> Option<&'a Brand> {
        self.record(Query::BrandByCode(code.into()), self.asked.catalog.brand_by_code(code))
    }

    /// The first category with a CMS code.
    pub fn category_by_code(&self, code: &str) -> Option<&'a Category> {
        self.record(
            Query::CategoryByCode(code.into()),
            self.asked.catalog.category_by_code(code),
        )
    }

    /// A family.
    pub fn family(&self, id: &ProductId) -> Option<&'a Family> {
        self.record(Query::Family(id.clone()), self.asked.catalog.family(id))
    }

    /// A brand.
    pub fn brand(&self, id: &BrandId) -> Option<&'a Brand> {
        self.record(Query::Brand(id.clone()), self.asked.catalog.brand(id))
    }

    /// A category.
    pub fn category(&self, id: &CategoryId) -> Option<&'a Category> {
        self.record(Query::Category(id.clone()), self.asked.catalog.category(id))
    }

    /// A property group.
    pub fn property_group(&self, id: &PropertyGroupId) -> Option<&'a PropertyGroup> {
        self.record(Query::PropertyGroup(id.clone()), self.asked.catalog.property_group(id))
    }

    /// A property option.
    pub fn property_option(&self, id: &PropertyOptionId) -> Option<&'a PropertyOption> {
        self.record(
            Query::PropertyOption(id.clone()),
            self.asked.catalog.property_option(id),
        )
    }

    /// An entry's localization.
    pub fn entry(&self, id: &EntryId) -> Option<&'a Entry> {
        self.record(Query::Entry(id.clone()), self.asked.catalog.entry(id))
    }

    /// The brand entry with a code.
    pub fn brand_entry(&self, code: &str, locale: LocaleIndex) -> Option<&'a Entry> {
        self.record(
            Query::BrandEntry(code.into(), locale),
            self.asked.catalog.brand_entry(code, locale),
        )
    }

    /// The designer entry with a slug.
    pub fn designer_entry(&self, slug: &str, locale: LocaleIndex) -> Option<&'a Entry> {
        self.record(
            Query::DesignerEntry(slug.into(), locale),
            self.asked.catalog.designer_entry(slug, locale),
        )
    }

    /// Ids of the entries of a kind in a locale, in display order.
    pub fn entries_of(&self, kind: EntryKind, locale: LocaleIndex) -> &'a [EntryId] {
        let catalog = self.asked_of_catalog(Query::EntriesOf(kind, locale));
        entries(catalog.entries_of(kind, locale))
    }

    /// The page with the overview of a kind of entries, in a locale.
    pub fn overview_of(&self, kind: EntryKind, locale: LocaleIndex) -> Option<&'a Entry> {
        let catalog = self.asked_of_catalog(Query::OverviewOf(kind, locale));
        self.entry(&catalog.overview_of(kind, locale)?.value().id)
    }

    /// Whether the last day of an event or a vacancy is before the day of the build. Only the answer is noted, so that
    /// a page changes only on the day after its entry has ended.
    pub fn is_over(&self, entry: &Entry) -> bool {
        let catalog = self.asked_of_catalog(Query::IsOver(entry.id.clone()));
        answers::is_over(catalog, &entry.id)
    }

    /// Ids of the entries of a kind that refer to an entry (for example the showrooms that show a brand), in display
    /// order.
    pub fn entries_naming(&self, entry: &EntryId, kind: EntryKind) -> &'a [EntryId] {
        let catalog = self.asked_of_catalog(Query::EntriesNaming(entry.clone(), kind));
        entries(catalog.entries_naming(entry, kind))
    }

    /// Ids of the entries of a kind that refer to a family or one of its variants, in display order; a product without
    /// a family counts as its own family.
    pub fn entries_with_family(&self, family: &ProductId, kind: EntryKind, locale: LocaleIndex) -> &'a [EntryId] {
        let catalog = self.asked_of_catalog(Query::EntriesWithFamily(family.clone(), kind, locale));
        entries(catalog.entries_with_family(family, kind, locale))
    }

    /// Ids of the pages with a block for a form, in display order.
    pub fn pages_with_form(&self, form: &FormHandle, locale: LocaleIndex) -> &'a [EntryId] {
        let catalog = self.asked_of_catalog(Query::PagesWithForm(form.clone(), locale));
        entries(catalog.pages_with_form(form, locale))
    }

    /// The sellable products for a number: the product itself, or the variants of the family with that number.
    pub fn products_of_number(&self, number: &ProductNumber) -> Vec<ProductId> {
        let catalog = self.asked_of_catalog(Query::ProductsOfNumber(number.clone()));
        catalog.products_of_number(number)
    }

    /// A term.
    pub fn term(&self, id: &TermId) -> Option<&'a Term> {
        self.record(Query::Term(id.clone()), self.asked.catalog.term(id))
    }

    /// A form.
    pub fn form(&self, handle: &FormHandle) -> Option<&'a Form> {
        self.record(Query::Form(handle.clone()), self.asked.catalog.form(handle))
    }

    /// A navigation.
    pub fn navigation(&self, handle: &str, locale: LocaleIndex) -> Option<&'a Navigation> {
        self.record(
            Query::Navigation(handle.into(), locale),
            self.asked.catalog.navigation(handle, locale),
        )
    }

    /// The globals of a locale.
    pub fn globals(&self, locale: LocaleIndex) -> Option<&'a Globals> {
        self.record(Query::Globals(locale), self.asked.catalog.globals(locale))
    }
}

fn products(list: Option<&ProductList>) -> &[ProductId] {
    list.map_or(&[], |record| record.value().as_slice())
}

fn entries(list: Option<&EntryList>) -> &[EntryId] {
    list.map_or(&[], |record| record.value().as_slice())
}
