//! What a new release must not lose as a whole: menus, legal data, labels. The counts are in `release.json`, and the next
//! build compares its own with them.

use vitrine_model::{
    catalog::Catalog,
    globals::SiteGlobals,
    locale::{Locale, LocaleIndex},
    navigation::CATEGORY_TREE,
    product::Product,
};
use vitrine_site::Present;

use super::configured_names::{HOLE_FIELD, HOLE_LABEL, HOLE_MENU};
use crate::config::Config;

/// Whether the global set `site` has something.
type OfCompany = fn(&SiteGlobals) -> bool;

/// Legal data of the company, in each locale (law §9).
const COMPANY: [(&str, OfCompany); 7] = [
    ("legal_name", |site| is_full(site.legal_name.as_deref())),
    ("address", |site| !site.address.is_empty()),
    ("email", |site| is_full(site.email.as_deref())),
    ("phone", |site| is_full(site.phone.as_deref())),
    ("kvk_number", |site| is_full(site.kvk_number.as_deref())),
    ("vat_number", |site| is_full(site.vat_number.as_deref())),
    ("representative", |site| is_full(site.representative.as_deref())),
];

fn is_full(text: Option<&str>) -> bool {
    text.is_some_and(|text| !text.trim().is_empty())
}

/// Whether a product has something, in the locale.
type OfProduct = fn(&Catalog, &Product, LocaleIndex) -> bool;

/// Legal data and labels of products: the setting that names it, code, what it is, and whether a product has it.
const PRODUCTS: [(&str, &str, &str, OfProduct); 5] = [
    ("energy", HOLE_LABEL, "an energy label", |_, product, locale| {
        product.texts.get(locale).is_some_and(|texts| texts.energy.is_some())
    }),
    (
        "external_id",
        HOLE_LABEL,
        "a label (a property of the group product_label)",
        has_label,
    ),
    ("gpsr", HOLE_FIELD, "the address of its manufacturer", has_maker),
    (
        "withdrawal_excluded",
        HOLE_FIELD,
        "an exclusion from withdrawal",
        |_, product, locale| {
            let texts = product.texts.get(locale);
            texts.is_some_and(|texts| texts.withdrawal_excluded.is_some())
        },
    ),
    ("warnings", HOLE_FIELD, "a safety warning", |_, product, locale| {
        product
            .texts
            .get(locale)
            .is_some_and(|texts| !texts.warnings.is_empty())
    }),
];

fn has_label(catalog: &Catalog, product: &Product, _: LocaleIndex) -> bool {
    let values = product.properties.iter().chain(&product.options);
    let groups = values.filter_map(|value| catalog.property_group(&catalog.property_option(value)?.value().group));
    let mut codes = groups.filter_map(|group| group.value().external_id.as_deref());
    codes.any(|code| code == "product_label")
}

fn has_maker(catalog: &Catalog, product: &Product, _: LocaleIndex) -> bool {
    let brand = product.brand.as_ref().and_then(|brand| catalog.brand(brand));
    brand.is_some_and(|brand| brand.value().gpsr.is_some())
}

/// Everything of a Catalog that the next release must not lose.
pub(super) fn of(config: &Config, catalog: &Catalog) -> Vec<Present> {
    let mut present = Vec::new();
    for (index, locale) in catalog.locales().iter() {
        present.extend(menus(config, catalog, index, locale));
        present.extend(company(catalog, index, locale));
        present.extend(products(catalog, index, locale));
    }
    present
}

fn menus(config: &Config, catalog: &Catalog, index: LocaleIndex, locale: &Locale) -> Vec<Present> {
    let places = config.file.statamic.navigations.places().into_iter();
    let menus = places.map(|(place, handle)| {
        let named = handle.unwrap_or(CATEGORY_TREE);
        let navigation = catalog.navigation(named, index);
        let code = locale.code.as_str();
        Present {
            name: format!("menu {place} {code}"),
            count: navigation.map_or(0, |menu| menu.value().pages.len() as u64),
            code: HOLE_MENU,
            locale: Some(code.to_owned()),
            missing: match handle {
                Some(handle) => format!("the menu {place} (the navigation {handle:?} of the CMS) is empty in {code}"),
                None => format!("the menu {place} (the tree of categories) is empty in {code}"),
            },
            hint: format!("Correct statamic.navigations.{place} in vitrine.toml, or fill the navigation in the CMS."),
        }
    });
    menus.collect()
}

fn company(catalog: &Catalog, index: LocaleIndex, locale: &Locale) -> Vec<Present> {
    let site = catalog.globals(index).map(|globals| &globals.value().site);
    let code = locale.code.as_str();
    let fields = COMPANY.iter().map(|(field, has)| Present {
        name: format!("company {field} {code}"),
        count: u64::from(site.is_some_and(has)),
        code: HOLE_FIELD,
        locale: Some(code.to_owned()),
        missing: format!("the field {field} of the global set site is empty in {code}"),
        hint: "Fill it in again in the CMS: every page has to name it (law §9).".to_owned(),
    });
    fields.collect()
}

/// At most this many products may lose what they have as a whole, as at most this many pages may vanish unasked.
const FEW: u64 = 5;

/// Without products there is nothing that they could have: that is accepted by `--accept-empty product`.
fn products(catalog: &Catalog, index: LocaleIndex, locale: &Locale) -> Vec<Present> {
    if catalog.products().len() == 0 {
        return Vec::new();
    }
    let code = locale.code.as_str();
    let count = |has: OfProduct| {
        let having = catalog
            .products()
            .filter(|product| has(catalog, product.value(), index));
        having.count() as u64
    };
    let kinds = PRODUCTS.iter().map(|(setting, hole, what, has)| Present {
        name: format!("products {setting} {code}"),
        count: count(*has),
        code: hole,
        locale: Some(code.to_owned()),
        missing: format!("no product has {what} in {code}"),
        hint: format!("Correct shopware.fields.{setting} in vitrine.toml, or the field in Shopware."),
    });
    kinds.filter(|one| one.count == 0 || one.count > FEW).collect()
}
