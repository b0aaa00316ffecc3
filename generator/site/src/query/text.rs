//! The name of a query: `product 4aebf7…`, `entry href ab-1 0`. Fingerprints are made from it, and people read it.
//!
//! **Invariant:** two queries have different names. Every page writes dozens, so nothing is formatted on the way.

use vitrine_model::{content::EntryKind, ids::CategoryId, locale::LocaleIndex};

use super::Query;

/// One part of a name.
enum Part<'q> {
    Text(&'q str),
    Locale(LocaleIndex),
}

impl<'q> From<&'q str> for Part<'q> {
    fn from(text: &'q str) -> Self {
        Self::Text(text)
    }
}

impl From<&LocaleIndex> for Part<'_> {
    fn from(locale: &LocaleIndex) -> Self {
        Self::Locale(*locale)
    }
}

fn category(id: Option<&CategoryId>) -> &str {
    id.map_or("of the shop", CategoryId::as_str)
}

/// The name of a kind; that of the variant, so that a new kind has one.
fn kind(kind: EntryKind) -> String {
    format!("{kind:?}")
}

impl Query {
    /// Appends the name.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let mut say = |what: &str, parts: &[Part<'_>]| {
            out.extend_from_slice(what.as_bytes());
            for part in parts {
                out.push(b' ');
                match part {
                    Part::Text(text) => out.extend_from_slice(text.as_bytes()),
                    Part::Locale(locale) => out.extend_from_slice(locale.0.to_string().as_bytes()),
                }
            }
        };
        match self {
            Self::Product(id) => say("product", &[id.as_str().into()]),
            Self::ProductByNumber(number) => say("product by number", &[number.as_str().into()]),
            Self::ProductsOfNumber(number) => say("products of number", &[number.as_str().into()]),
            Self::Variants(id) => say("variants", &[id.as_str().into()]),
            Self::Family(id) => say("family", &[id.as_str().into()]),
            Self::ListedPrice(id) => say("listed price", &[id.as_str().into()]),
            Self::FamiliesOfBrand(id) => say("families of brand", &[id.as_str().into()]),
            Self::FamiliesOfEntry(group, entry) => say("families of entry", &[(&**group).into(), (&**entry).into()]),
            Self::ProductsOfCategory(id) => say("products of category", &[id.as_str().into()]),
            Self::Cards(of, sort) => say("cards", &[category(of.as_ref()).into(), sort.0.word().into()]),
            Self::Facets(of) => say("facets", &[category(of.as_ref()).into()]),
            Self::SizeOfCategory(id) => say("size of category", &[id.as_str().into()]),
            Self::ChildCategories(of) => say("categories below", &[category(of.as_ref()).into()]),
            Self::CategoryPath(id) => say("category path", &[id.as_str().into()]),
            Self::Category(id) => say("category", &[id.as_str().into()]),
            Self::CategoryByCode(code) => say("category by code", &[(&**code).into()]),
            Self::CategoryPage(code, locale) => say("category page", &[(&**code).into(), locale.into()]),
            Self::NewestProducts => say("newest products", &[]),
            Self::ReducedProducts => say("reduced products", &[]),
            Self::Brand(id) => say("brand", &[id.as_str().into()]),
            Self::BrandByCode(code) => say("brand by code", &[(&**code).into()]),
            Self::PropertyGroup(id) => say("property group", &[id.as_str().into()]),
            Self::PropertyOption(id) => say("property option", &[id.as_str().into()]),
            Self::Term(id) => say("term", &[id.as_str().into()]),
            Self::Form(handle) => say("form", &[handle.as_str().into()]),
            Self::Navigation(handle, locale) => say("navigation", &[(&**handle).into(), locale.into()]),
            Self::Globals(locale) => say("globals", &[locale.into()]),
            Self::Entry(id) => say("entry", &[id.as_str().into()]),
            Self::EntryIn(id, locale) => say("entry in", &[id.as_str().into(), locale.into()]),
            Self::BrandEntry(code, locale) => say("brand entry", &[(&**code).into(), locale.into()]),
            Self::DesignerEntry(slug, locale) => say("designer entry", &[(&**slug).into(), locale.into()]),
            Self::EntriesOf(of, locale) => say("entries", &[kind(*of).as_str().into(), locale.into()]),
            Self::OverviewOf(of, locale) => say("overview", &[kind(*of).as_str().into(), locale.into()]),
            Self::EntriesNaming(id, of) => say("entries naming", &[kind(*of).as_str().into(), id.as_str().into()]),
            Self::EntriesWithFamily(id, of, locale) => {
                say(
                    "entries with family",
                    &[kind(*of).as_str().into(), id.as_str().into(), locale.into()],
                );
            }
            Self::PagesWithForm(form, locale) => say("pages with form", &[form.as_str().into(), locale.into()]),
            Self::IsOver(id) => say("over", &[id.as_str().into()]),
            Self::Page(path) => say("page", &[path.as_str().into()]),
            Self::EntryHref(id, locale) => say("href of entry", &[id.as_str().into(), locale.into()]),
            Self::EntryHrefAnywhere(id) => say("href of localization", &[id.as_str().into()]),
            Self::EntryElsewhere(id, locale) => say("elsewhere entry", &[id.as_str().into(), locale.into()]),
            Self::ProductHref(id, locale) => say("href of product", &[id.as_str().into(), locale.into()]),
            Self::ScreenHref(name, locale) => say("href of screen", &[(&**name).into(), locale.into()]),
            Self::LocalPath(path) => say("path", &[path.as_str().into()]),
            Self::PathSubject(path) => say("subject of path", &[path.as_str().into()]),
            Self::Feed(locale) => say("feed", &[locale.into()]),
            Self::LightLogo(navigation, locale, path) => {
                say(
                    "light logo",
                    &[(&**navigation).into(), locale.into(), path.as_str().into()],
                );
            }
        }
    }
}
