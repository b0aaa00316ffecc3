//! The only access of view builders to the Catalog: it records what was read.
//!
//! **Invariant:** every answer that can change a page's bytes is recorded, including "not found"; the hash of the
//! records is the page's fingerprint.

use std::{
    cell::RefCell,
    fmt,
    hash::{Hash, Hasher},
    sync::{Arc, LazyLock, OnceLock},
};

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

/// The name of a read: `product 4aebf7…`, `variants 4aebf7…`, `path entry:ab-1`.
///
/// A page reads dozens of records, so the text is only built when it is needed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct What {
    /// The kind of record; empty if `of` is the whole name.
    kind: &'static str,
    of: Arc<str>,
}

impl What {
    fn record(kind: &'static str, of: Arc<str>) -> Self {
        Self { kind, of }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self.kind.as_bytes());
        bytes.push(b' ');
        bytes.extend_from_slice(self.of.as_bytes());
    }
}

impl From<String> for What {
    fn from(of: String) -> Self {
        Self {
            kind: "",
            of: of.into(),
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            "" => f.write_str(&self.of),
            kind => write!(f, "{kind} {}", self.of),
        }
    }
}

/// One read: its name, and the hash of the answer, which is compared first: names have long common beginnings.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Note {
    /// Hash of the answer; if there was none, that of an empty value.
    pub hash: RecordHash,
    /// Name of the read.
    pub what: What,
}

/// The answer's hash and the end of the name distinguish notes sufficiently and are fast to read: a shop has millions.
impl Hash for Note {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash.first_bytes());
        let name = self.what.of.as_bytes();
        state.write_u64(name.last_chunk().map_or(0, |end| u64::from_le_bytes(*end)) ^ name.len() as u64);
    }
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
            note.what.write(&mut bytes);
            bytes.push(0);
            bytes.extend_from_slice(note.hash.as_bytes());
        }
        for bundle in &self.bundles {
            bytes.push(1);
            bytes.extend_from_slice(bundle.hash.as_bytes());
        }
        RecordHash::of_bytes(&bytes)
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

/// The hash of no answer.
static NOTHING: LazyLock<RecordHash> = LazyLock::new(|| RecordHash::of(&()));

fn sorted(mut notes: Vec<Note>) -> Vec<Note> {
    notes.sort_unstable();
    notes.dedup();
    notes
}

/// Access to the Catalog that notes reads, one for each page.
pub struct Reader<'a> {
    catalog: &'a Catalog,
    notes: RefCell<Vec<Note>>,
    bundles: RefCell<Vec<Arc<Bundle>>>,
}

impl<'a> Reader<'a> {
    /// A reader without notes.
    pub fn new(catalog: &'a Catalog) -> Self {
        Self {
            catalog,
            notes: RefCell::new(Vec::with_capacity(32)),
            bundles: RefCell::default(),
        }
    }

    /// Notes a query that is not answered by the Catalog (such as a path of the plan), with its answer.
    pub fn note<T: serde::Serialize + ?Sized>(&self, what: String, answer: &T) {
        self.push(what.into(), RecordHash::of(answer));
    }

    /// Adds the notes of a shared part that is reused.
    pub(crate) fn repeat(&self, bundles: &[Arc<Bundle>]) {
        self.bundles.borrow_mut().extend_from_slice(bundles);
    }

    /// Another reader of the same Catalog, without notes.
    pub(crate) fn fresh(&self) -> Self {
        Self::new(self.catalog)
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

    fn push(&self, what: What, hash: RecordHash) {
        self.notes.borrow_mut().push(Note { what, hash });
    }

    fn noted<T>(&self, what: impl Into<What>, record: Option<&'a Record<T>>) -> Option<&'a T> {
        let hash = record.map_or_else(|| *NOTHING, Record::hash);
        self.push(what.into(), hash);
        record.map(Record::value)
    }

    fn list(&self, what: String, list: Option<&'a ProductList>) -> &'a [ProductId] {
        self.noted(what, list).map_or(&[], Vec::as_slice)
    }

    /// The shop's locales; not noted, because the configuration is part of every fingerprint.
    pub fn locales(&self) -> &'a Locales {
        self.catalog.locales()
    }

    /// The channel's currency; not noted, like the locales.
    pub fn currency(&self) -> Currency {
        self.catalog.currency()
    }

    /// A product by id.
    pub fn product(&self, id: &ProductId) -> Option<&'a Product> {
        self.noted(What::record("product", id.shared()), self.catalog.product(id))
    }

    /// A product by number.
    pub fn product_by_number(&self, number: &ProductNumber) -> Option<&'a Product> {
        self.noted(
            format!("product number {number}"),
            self.catalog.product_by_number(number),
        )
    }

    /// The variants of a family, by number; each is noted.
    pub fn variants(&self, family: &ProductId) -> Vec<&'a Product> {
        let ids = self.catalog.variants(family);
        self.note(format!("variants {family}"), ids);
        ids.iter().filter_map(|id| self.product(id)).collect()
    }

    /// What a family costs, or a product without one.
    pub fn listed_price(&self, family: &ProductId) -> Option<&'a ListedPrice> {
        self.noted(
            What::record("listed price", family.shared()),
            self.catalog.listed_price(family),
        )
    }

    /// Ids of the products of a brand, by number, only the first of each family.
    pub fn families_of_brand(&self, brand: &BrandId) -> &'a [ProductId] {
        self.list(
            format!("families of brand {brand}"),
            self.catalog.families_of_brand(brand),
        )
    }

    /// Ids of the products of a category, by number.
    pub fn products_of_category(&self, category: &CategoryId) -> &'a [ProductId] {
        self.list(
            format!("products of category {category}"),
            self.catalog.products_of_category(category),
        )
    }

    /// Ids of one product of each family that has a product in the category or in any below it, in the given order;
    /// `None` = of each family of the shop.
    pub fn cards_of_category(&self, category: Option<&CategoryId>, sort: ProductsSort) -> &'a [ProductId] {
        let of = category.map_or("the shop", CategoryId::as_str);
        self.list(
            format!("cards of {of} by {}", sort.word()),
            self.catalog.cards_of_category(category, sort),
        )
    }

    /// The facet values of the list of [`Self::cards_of_category`], with the number of families.
    pub fn facets_of_category(&self, category: Option<&CategoryId>) -> &'a [(FacetValue, u32)] {
        let of = category.map_or("the shop", CategoryId::as_str);
        self.noted(format!("facets of {of}"), self.catalog.facets_of_category(category))
            .map_or(&[], Vec::as_slice)
    }

    /// The number of families in a category and all below it.
    pub fn size_of_category(&self, category: &CategoryId) -> usize {
        let list = self.catalog.cards_of_category(Some(category), ProductsSort::default());
        let size = list.map_or(0, |list| list.value().len());
        self.note(format!("size of {category}"), &size);
        size
    }

    /// Ids of the categories directly below one, by position; those at the top for `None`.
    pub fn child_categories(&self, category: Option<&CategoryId>) -> &'a [CategoryId] {
        let of = category.map_or("the shop", CategoryId::as_str);
        self.noted(
            format!("categories below {of}"),
            self.catalog.child_categories(category),
        )
        .map_or(&[], Vec::as_slice)
    }

    /// The category with its ancestors, from the top down to itself; each is noted.
    pub fn category_path(&self, category: &CategoryId) -> Vec<&'a Category> {
        let path = self.catalog.category_path(category);
        path.into_iter()
            .filter_map(|category| self.category(&category.id))
            .collect()
    }

    /// The page whose list shows the category with this code.
    pub fn category_page(&self, code: &str, locale: LocaleIndex) -> Option<&'a Entry> {
        self.noted(
            format!("category page {code} {}", locale.0),
            self.catalog.category_page(code, locale),
        )
    }

    /// Ids of the products that have a property option of a group (`designer`) linked to an entry by its slug; by
    /// number, only the first of each family.
    pub fn families_of_entry(&self, external_id: &str, entry: &str) -> &'a [ProductId] {
        self.list(
            format!("families of {external_id} {entry}"),
            self.catalog.families_of_entry(external_id, entry),
        )
    }

    /// Ids of the products by creation date, newest first.
    pub fn newest_products(&self) -> &'a [ProductId] {
        self.list("newest products".to_owned(), Some(self.catalog.newest_products()))
    }

    /// Ids of the products whose reduced price is that of their family, by number.
    pub fn reduced_products(&self) -> &'a [ProductId] {
        self.list("reduced products".to_owned(), Some(self.catalog.reduced_products()))
    }

    /// The localization of an entry in a locale, given the id of any of its localizations.
    pub fn entry_in(&self, id: &EntryId, locale: LocaleIndex) -> Option<&'a Entry> {
        let found = self.catalog.alternates(id);
        let own = found.into_iter().find(|record| record.value().locale == locale);
        self.noted(format!("entry {id} in {}", locale.0), own)
    }

    /// The brand with a code.
    pub fn brand_by_code(&self, code: &str) -> Option<&'a Brand> {
        self.noted(format!("brand code {code}"), self.catalog.brand_by_code(code))
    }

    /// The first category with a CMS code.
    pub fn category_by_code(&self, code: &str) -> Option<&'a Category> {
        self.noted(format!("category code {code}"), self.catalog.category_by_code(code))
    }

    /// A family.
    pub fn family(&self, id: &ProductId) -> Option<&'a Family> {
        self.noted(What::record("family", id.shared()), self.catalog.family(id))
    }

    /// A brand.
    pub fn brand(&self, id: &BrandId) -> Option<&'a Brand> {
        self.noted(What::record("brand", id.shared()), self.catalog.brand(id))
    }

    /// A category.
    pub fn category(&self, id: &CategoryId) -> Option<&'a Category> {
        self.noted(What::record("category", id.shared()), self.catalog.category(id))
    }

    /// A property group.
    pub fn property_group(&self, id: &PropertyGroupId) -> Option<&'a PropertyGroup> {
        self.noted(
            What::record("property group", id.shared()),
            self.catalog.property_group(id),
        )
    }

    /// A property option.
    pub fn property_option(&self, id: &PropertyOptionId) -> Option<&'a PropertyOption> {
        self.noted(
            What::record("property option", id.shared()),
            self.catalog.property_option(id),
        )
    }

    /// An entry's localization.
    pub fn entry(&self, id: &EntryId) -> Option<&'a Entry> {
        self.noted(What::record("entry", id.shared()), self.catalog.entry(id))
    }

    /// The brand entry with a code.
    pub fn brand_entry(&self, code: &str, locale: LocaleIndex) -> Option<&'a Entry> {
        self.noted(
            format!("brand entry {code} {}", locale.0),
            self.catalog.brand_entry(code, locale),
        )
    }

    /// The designer entry with a slug.
    pub fn designer_entry(&self, slug: &str, locale: LocaleIndex) -> Option<&'a Entry> {
        self.noted(
            format!("designer entry {slug} {}", locale.0),
            self.catalog.designer_entry(slug, locale),
        )
    }

    /// Ids of the entries of a kind in a locale, in display order.
    pub fn entries_of(&self, kind: EntryKind, locale: LocaleIndex) -> &'a [EntryId] {
        let list = self.catalog.entries_of(kind, locale);
        self.entry_list(format!("entries {kind:?} {}", locale.0), list)
    }

    /// The page with the overview of a kind of entries, in a locale.
    pub fn overview_of(&self, kind: EntryKind, locale: LocaleIndex) -> Option<&'a Entry> {
        let found = self.catalog.overview_of(kind, locale);
        let id = found.map(|record| &record.value().id);
        self.note(format!("overview {kind:?} {}", locale.0), &id);
        self.entry(id?)
    }

    /// Whether the last day of an event or a vacancy is before the day of the build. Only the answer is noted, so that
    /// a page changes only on the day after its entry has ended.
    pub fn is_over(&self, entry: &Entry) -> bool {
        let Some(day) = entry.fields.last_day() else {
            return false;
        };
        let over = day < self.catalog.today();
        self.note(format!("over {}", entry.id), &over);
        over
    }

    /// Ids of the entries of a kind that refer to an entry (for example the showrooms that show a brand), in display
    /// order.
    pub fn entries_naming(&self, entry: &EntryId, kind: EntryKind) -> &'a [EntryId] {
        let list = self.catalog.entries_naming(entry, kind);
        self.entry_list(format!("entries {kind:?} naming {entry}"), list)
    }

    /// Ids of the entries of a kind that refer to a family or one of its variants, in display order; a product without
    /// a family counts as its own family.
    pub fn entries_with_family(&self, family: &ProductId, kind: EntryKind, locale: LocaleIndex) -> &'a [EntryId] {
        let list = self.catalog.entries_with_family(family, kind, locale);
        self.entry_list(format!("entries {kind:?} with family {family} {}", locale.0), list)
    }

    /// Ids of the pages with a block for a form, in display order.
    pub fn pages_with_form(&self, form: &FormHandle, locale: LocaleIndex) -> &'a [EntryId] {
        let list = self.catalog.pages_with_form(form, locale);
        self.entry_list(format!("pages with form {form} {}", locale.0), list)
    }

    fn entry_list(&self, what: String, list: Option<&'a EntryList>) -> &'a [EntryId] {
        self.noted(what, list).map_or(&[], Vec::as_slice)
    }

    /// The sellable products for a number: the product itself, or the variants of the family with that number.
    pub fn products_of_number(&self, number: &ProductNumber) -> Vec<ProductId> {
        let ids = self.catalog.products_of_number(number);
        self.note(format!("products of number {number}"), &ids);
        ids
    }

    /// A term.
    pub fn term(&self, id: &TermId) -> Option<&'a Term> {
        self.noted(What::record("term", id.shared()), self.catalog.term(id))
    }

    /// A form.
    pub fn form(&self, handle: &FormHandle) -> Option<&'a Form> {
        self.noted(What::record("form", handle.shared()), self.catalog.form(handle))
    }

    /// A navigation.
    pub fn navigation(&self, handle: &str, locale: LocaleIndex) -> Option<&'a Navigation> {
        self.noted(
            format!("navigation {handle} {}", locale.0),
            self.catalog.navigation(handle, locale),
        )
    }

    /// The globals of a locale.
    pub fn globals(&self, locale: LocaleIndex) -> Option<&'a Globals> {
        self.noted(format!("globals {}", locale.0), self.catalog.globals(locale))
    }
}
