//! What a page or a shared part asks of the Catalog and of the plan: verifying traces. A page is up to date as long as
//! every question that it asked has the same answer.
//!
//! **Invariant:** a query is total: it can be asked of any Catalog and plan, in any order, and its answer depends on
//! nothing else. [`Query::hash`] is the only place that hashes answers, for pages that read and for the next build.

pub(crate) mod answers;
mod text;

use std::{cmp::Ordering, fmt, sync::LazyLock};

use serde::{Deserialize, Serialize};
use vitrine_model::{
    content::{EntryKind, ProductsSort},
    ids::{
        BrandId, CategoryId, EntryId, FormHandle, ProductId, ProductNumber, PropertyGroupId, PropertyOptionId, TermId,
    },
    locale::LocaleIndex,
    path::SitePath,
    record::{Record, RecordHash},
};

pub(crate) use self::answers::Asked;

/// The order of a list of products.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Sort(pub ProductsSort);

impl Ord for Sort {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.word().cmp(other.0.word())
    }
}

impl PartialOrd for Sort {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A question. Methods of [`Reader`](crate::reader::Reader) with the same names say what each answer is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the methods of the reader say what each one answers")]
pub enum Query {
    Product(ProductId),
    ProductByNumber(ProductNumber),
    ProductsOfNumber(ProductNumber),
    Variants(ProductId),
    Family(ProductId),
    ListedPrice(ProductId),
    FamiliesOfBrand(BrandId),
    FamiliesOfEntry(Box<str>, Box<str>),
    ProductsOfCategory(CategoryId),
    Cards(Option<CategoryId>, Sort),
    Facets(Option<CategoryId>),
    SizeOfCategory(CategoryId),
    ChildCategories(Option<CategoryId>),
    /// Which categories are above one; an absent parent ends the path.
    CategoryPath(CategoryId),
    Category(CategoryId),
    CategoryByCode(Box<str>),
    CategoryPage(Box<str>, LocaleIndex),
    NewestProducts,
    ReducedProducts,
    Brand(BrandId),
    BrandByCode(Box<str>),
    PropertyGroup(PropertyGroupId),
    PropertyOption(PropertyOptionId),
    Entry(EntryId),
    EntryIn(EntryId, LocaleIndex),
    BrandEntry(Box<str>, LocaleIndex),
    DesignerEntry(Box<str>, LocaleIndex),
    EntriesOf(EntryKind, LocaleIndex),
    /// Which entry is the overview.
    OverviewOf(EntryKind, LocaleIndex),
    EntriesNaming(EntryId, EntryKind),
    EntriesWithFamily(ProductId, EntryKind, LocaleIndex),
    PagesWithForm(FormHandle, LocaleIndex),
    IsOver(EntryId),
    Term(TermId),
    Form(FormHandle),
    Navigation(Box<str>, LocaleIndex),
    Globals(LocaleIndex),
    /// Everything that the plan says about the page at a path, except for its source and its date; and the feed that it
    /// links.
    Page(#[serde(with = "encoded")] SitePath),
    EntryHref(EntryId, LocaleIndex),
    /// The page of the linked localization itself.
    EntryHrefAnywhere(EntryId),
    EntryElsewhere(EntryId, LocaleIndex),
    ProductHref(ProductId, LocaleIndex),
    ScreenHref(Box<str>, LocaleIndex),
    LocalPath(#[serde(with = "encoded")] SitePath),
    PathSubject(#[serde(with = "encoded")] SitePath),
    Feed(LocaleIndex),
    /// By the handle of the main navigation.
    LightLogo(Box<str>, LocaleIndex, #[serde(with = "encoded")] SitePath),
}

/// Paths with their percent-encoding, which is what parses to the same path.
mod encoded {
    use serde::{Deserialize, Deserializer, Serializer};
    use vitrine_model::path::SitePath;

    pub(super) fn serialize<S: Serializer>(path: &SitePath, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&path.href())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SitePath, D::Error> {
        SitePath::deserialize(deserializer)
    }
}

/// The hash of no answer.
static NOTHING: LazyLock<RecordHash> = LazyLock::new(|| RecordHash::of(&()));

/// The hash of an answer that is one record.
pub(crate) fn hash_of<T>(record: Option<&Record<T>>) -> RecordHash {
    record.map_or_else(|| *NOTHING, Record::hash)
}

impl Query {
    /// The hash of the answer.
    pub(crate) fn hash(&self, asked: &Asked<'_>) -> RecordHash {
        let catalog = asked.catalog;
        match self {
            Self::Product(id) => hash_of(catalog.product(id)),
            Self::ProductByNumber(number) => hash_of(catalog.product_by_number(number)),
            Self::ProductsOfNumber(number) => RecordHash::of(&catalog.products_of_number(number)),
            Self::Variants(family) => RecordHash::of(catalog.variants(family)),
            Self::Family(id) => hash_of(catalog.family(id)),
            Self::ListedPrice(id) => hash_of(catalog.listed_price(id)),
            Self::FamiliesOfBrand(id) => hash_of(catalog.families_of_brand(id)),
            Self::FamiliesOfEntry(group, entry) => hash_of(catalog.families_of_entry(group, entry)),
            Self::NewestProducts => catalog.newest_products().hash(),
            Self::ReducedProducts => catalog.reduced_products().hash(),
            Self::Brand(id) => hash_of(catalog.brand(id)),
            Self::BrandByCode(code) => hash_of(catalog.brand_by_code(code)),
            Self::PropertyGroup(id) => hash_of(catalog.property_group(id)),
            Self::PropertyOption(id) => hash_of(catalog.property_option(id)),
            Self::Term(id) => hash_of(catalog.term(id)),
            Self::Form(handle) => hash_of(catalog.form(handle)),
            Self::Navigation(handle, locale) => hash_of(catalog.navigation(handle, *locale)),
            Self::Globals(locale) => hash_of(catalog.globals(*locale)),
            Self::ProductsOfCategory(id) => hash_of(catalog.products_of_category(id)),
            Self::Cards(category, sort) => hash_of(catalog.cards_of_category(category.as_ref(), sort.0)),
            Self::Facets(category) => hash_of(catalog.facets_of_category(category.as_ref())),
            Self::SizeOfCategory(id) => RecordHash::of(&answers::size_of_category(catalog, id)),
            Self::ChildCategories(category) => hash_of(catalog.child_categories(category.as_ref())),
            Self::CategoryPath(id) => {
                let path = catalog.category_path(id);
                RecordHash::of(&path.iter().map(|category| &category.id).collect::<Vec<_>>())
            }
            Self::Category(id) => hash_of(catalog.category(id)),
            Self::CategoryByCode(code) => hash_of(catalog.category_by_code(code)),
            Self::CategoryPage(code, locale) => hash_of(catalog.category_page(code, *locale)),
            Self::Entry(id) => hash_of(catalog.entry(id)),
            Self::EntryIn(id, locale) => hash_of(answers::entry_in(catalog, id, *locale)),
            Self::BrandEntry(code, locale) => hash_of(catalog.brand_entry(code, *locale)),
            Self::DesignerEntry(slug, locale) => hash_of(catalog.designer_entry(slug, *locale)),
            Self::EntriesOf(kind, locale) => hash_of(catalog.entries_of(*kind, *locale)),
            Self::OverviewOf(kind, locale) => {
                let found = catalog.overview_of(*kind, *locale);
                RecordHash::of(&found.map(|record| &record.value().id))
            }
            Self::EntriesNaming(id, kind) => hash_of(catalog.entries_naming(id, *kind)),
            Self::EntriesWithFamily(family, kind, locale) => {
                hash_of(catalog.entries_with_family(family, *kind, *locale))
            }
            Self::PagesWithForm(form, locale) => hash_of(catalog.pages_with_form(form, *locale)),
            Self::IsOver(id) => RecordHash::of(&answers::is_over(catalog, id)),
            Self::Page(path) => asked.page(path),
            Self::EntryHref(id, locale) => RecordHash::of(&asked.entry_href(id, *locale)),
            Self::EntryHrefAnywhere(id) => RecordHash::of(&asked.entry_href_anywhere(id)),
            Self::EntryElsewhere(id, locale) => RecordHash::of(&asked.entry_elsewhere(id, *locale)),
            Self::ProductHref(id, locale) => RecordHash::of(&asked.product_href(id, *locale)),
            Self::ScreenHref(name, locale) => RecordHash::of(&asked.screen_href(name, *locale)),
            Self::LocalPath(path) => RecordHash::of(&asked.local_path(path)),
            Self::PathSubject(path) => RecordHash::of(&asked.path_subject(path)),
            Self::Feed(locale) => RecordHash::of(&asked.feed(*locale)),
            Self::LightLogo(navigation, locale, path) => RecordHash::of(&asked.light_logo(navigation, *locale, path)),
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write(&mut text);
        f.write_str(&String::from_utf8_lossy(&text))
    }
}
