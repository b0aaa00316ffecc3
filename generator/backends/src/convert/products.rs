//! Products and families (Shopware §15, shopware-fields.md).
//!
//! **Invariant:** the default locale's file defines products, prices and stock; other locales only add texts. One raw
//! record is held at a time.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;
use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    ids::{CategoryId, ProductId, ProductNumber, PropertyGroupId},
    locale::{Locale, LocaleIndex, Localized},
    product::{Brand, Dimensions, Family, Product, ProductTexts, PropertyGroup, PropertyOption, gtin},
};

use super::{
    config::{ConvertConfig, FieldNames},
    cross_selling::CrossSellings,
    custom_fields::CustomFields,
    duplicates::{self, Duplicates},
    error::ConvertError,
    findings::Findings,
    input::{Input, lenient, place_of_line},
    inspect, media, prices,
    product_texts::{KnownTexts, texts},
    properties::Shared,
};
use crate::{
    json,
    shopware::{
        AdminScreen,
        wire::{WireProduct, WirePropertyOption, canonical_path, count},
    },
    snapshot::name,
};

/// The commerce data of a Catalog.
pub(crate) struct Commerce {
    pub(crate) products: Vec<Product>,
    pub(crate) families: Vec<Family>,
    pub(crate) brands: Vec<Brand>,
    pub(crate) groups: Vec<PropertyGroup>,
    pub(crate) options: Vec<PropertyOption>,
}

/// Why a product cannot be sold: the field and the reason.
struct Refused(&'static str, String);

/// The article number as in Shopware. One that is not a valid GTIN is reported, because it is omitted from structured
/// data.
fn ean(wire: &WireProduct, place: &Place, findings: &Findings) -> Option<String> {
    let ean = wire.ean.clone().filter(|text| !text.trim().is_empty())?;
    if gtin(&ean).is_none() {
        let shown: String = ean.chars().take(100).collect();
        let message = format!(
            "the EAN {shown:?} of product {} is no valid GTIN; search engines are not told it",
            place.id
        );
        let place = Place {
            field: Some("ean".to_owned()),
            ..place.clone()
        };
        findings.push(
            Diagnostic::warning("gtin-invalid", message, place)
                .hint("Enter the 8, 12, 13 or 14 digits with their check digit, or leave the field empty."),
        );
    }
    Some(ean)
}

struct Builder<'a> {
    input: &'a Input<'a>,
    findings: &'a Findings,
    products: BTreeMap<ProductId, Product>,
    families: BTreeMap<ProductId, Family>,
    /// The products that others name as their parent.
    parents: BTreeSet<String>,
    shared: Shared,
    cross_sellings: CrossSellings,
    known_texts: KnownTexts,
}

/// Converts the products of every locale. Their prices are not measured by what was published before.
pub(crate) fn convert(input: &Input<'_>, findings: &Findings) -> Result<Commerce, ConvertError> {
    let mut builder = Builder {
        input,
        findings,
        products: BTreeMap::new(),
        families: BTreeMap::new(),
        parents: parents(input)?,
        shared: Shared::default(),
        cross_sellings: CrossSellings::read(input, findings)?,
        known_texts: KnownTexts::default(),
    };
    for (index, locale) in input.locales() {
        let file = name(&["shopware", "products", locale.code.as_str()])?;
        for (number, line) in input.snapshot.read_lines(&file)?.enumerate() {
            let line = line?;
            let unknown = || place_of_line(&file, number);
            if let Some(wire) = read(lenient(&line)?, index, unknown, input.config, findings) {
                let place = place(&wire, Some(locale), input.config);
                if inspect::may_have_findings(line.json())
                    && let Ok(record) = json::read(line.json().as_bytes())
                {
                    inspect::check(&record, &place, findings);
                }
                builder.record(&wire, index, locale);
            }
        }
    }
    Ok(builder.finish())
}

/// Fields that determine a product's identity, price and availability. If one of them is unreadable, the product is
/// left out.
const DECIDING: [&str; 13] = [
    "id",
    "productNumber",
    "parentId",
    "childCount",
    "calculatedPrice",
    "calculatedPrices",
    "available",
    "availableStock",
    "isCloseout",
    "minPurchase",
    "maxPurchase",
    "calculatedMaxPurchase",
    "purchaseSteps",
];
/// The same for locales that only add texts.
const NAMING: &[&str] = &["id", "productNumber", "parentId", "childCount"];

/// A product that was parsed. Values of the wrong type are reported and left out; if one of them is in the list of
/// required fields, the product is left out.
fn read(
    (wire, faults): (Option<WireProduct>, Vec<json::Fault>),
    locale: LocaleIndex,
    unknown: impl Fn() -> Place,
    config: &ConvertConfig,
    findings: &Findings,
) -> Option<WireProduct> {
    let known = |wire: &WireProduct| match name_of(wire) {
        "" => unknown(),
        _ => place(wire, None, config),
    };
    let Some(wire) = wire else {
        let fault = faults.first();
        findings.left_out(
            unknown(),
            fault.map_or("record", |f| &f.path),
            fault.map_or("it cannot be read", |f| &f.reason),
        );
        return None;
    };
    let deciding = if locale == LocaleIndex(0) {
        &DECIDING[..]
    } else {
        NAMING
    };
    for fault in &faults {
        if deciding.contains(&field_of(&fault.path)) {
            findings.left_out(known(&wire), &fault.path, &fault.reason);
            return None;
        }
        findings.shape(&known(&wire), &fault.path, &fault.reason);
    }
    Some(wire)
}

/// Whether a value at this path decides about identity, price or availability.
pub(super) fn decides(path: &str) -> bool {
    DECIDING.contains(&field_of(path))
}

fn field_of(path: &str) -> &str {
    path.split(['.', '[']).next().unwrap_or(path)
}

/// The place of a product's findings, of one locale or of all.
fn place(wire: &WireProduct, locale: Option<&Locale>, config: &ConvertConfig) -> Place {
    let id = ProductId::parse(&wire.id).ok();
    Place {
        source: "shopware".to_owned(),
        kind: "product".to_owned(),
        id: name_of(wire).to_owned(),
        locale: locale.map(|locale| locale.code.to_string()),
        edit_url: id.and_then(|id| config.edit_url(AdminScreen::Product(&id))),
        ..Place::default()
    }
}

/// The product's number, otherwise its id.
fn name_of(wire: &WireProduct) -> &str {
    let number = wire
        .product_number
        .as_deref()
        .filter(|number| !number.trim().is_empty());
    number.unwrap_or(&wire.id)
}

/// The field of a variant that names its parent.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Child {
    parent_id: Value,
}

/// The ids that products name as their parent. `childCount` is null until Shopware's indexer has counted the children,
/// and a parent cannot be bought (Shopware §25.6).
fn parents(input: &Input<'_>) -> Result<BTreeSet<String>, ConvertError> {
    let mut parents = BTreeSet::new();
    if let Some((_, locale)) = input.locales().next() {
        let file = name(&["shopware", "products", locale.code.as_str()])?;
        for line in input.snapshot.read_lines(&file)? {
            let line = line?;
            match json::read::<Child>(line.json().as_bytes()) {
                Ok(child) => parents.extend(child.parent_id.as_str().map(str::to_owned)),
                Err(_) => line.is_json()?,
            }
        }
    }
    Ok(parents)
}

/// The properties of a product without those that only its siblings have: a variant inherits its parent's properties,
/// which list the values of all variants (Shopware §25.6).
fn own_properties(wire: &WireProduct) -> impl Iterator<Item = &WirePropertyOption> {
    let options = &wire.options.0;
    wire.properties.0.iter().filter(move |property| {
        let group = group_of(property);
        let chosen = options.iter().any(|option| option.id == property.id);
        let varies =
            wire.parent_id.is_some() && group.is_some() && options.iter().any(|option| group_of(option) == group);
        chosen || !varies
    })
}

fn group_of(option: &WirePropertyOption) -> Option<&str> {
    let group = option.group.as_ref();
    option.group_id.as_deref().or(group.map(|group| group.id.as_str()))
}

impl Builder<'_> {
    fn is_parent(&self, wire: &WireProduct) -> bool {
        let counted = count(wire.child_count.as_ref()).is_some_and(|n| n > 0);
        counted || (wire.parent_id.is_none() && self.parents.contains(&wire.id))
    }

    fn record(&mut self, wire: &WireProduct, index: LocaleIndex, locale: &Locale) {
        let place = place(wire, Some(locale), self.input.config);
        let number = wire.product_number.as_deref().unwrap_or_default();
        let ids = ProductId::parse(&wire.id)
            .map_err(|e| Refused("id", e.to_string()))
            .and_then(|id| {
                let number = ProductNumber::parse(number);
                Ok((id, number.map_err(|e| Refused("productNumber", e.to_string()))?))
            });
        let result = ids.and_then(|(id, number)| {
            if self.is_parent(wire) {
                self.family(&id, number, wire, index, locale);
                return Ok(());
            }
            if index == LocaleIndex(0) {
                let product = self.product(id.clone(), number.clone(), wire, locale)?;
                self.products.insert(id.clone(), product);
            }
            self.names(wire, index);
            self.cross_sellings.note(&id, wire, index);
            let Some(product) = self.products.get_mut(&id) else {
                return Ok(());
            };
            let known = (self.findings, &self.known_texts);
            let texts = texts(wire, &number, locale, self.input, &place, known);
            product.texts.set(index, texts);
            Ok(())
        });
        if let Err(Refused(field, reason)) = result {
            let message = format!("the product {} is left out: {reason}", place.id);
            let place = Place {
                field: Some(field.to_owned()),
                ..place
            };
            let finding = Diagnostic::warning("product-left-out", message, place);
            self.findings
                .push(finding.hint("Mend the product in Shopware and build again."));
        }
    }

    /// Adds the names of brand, properties and options in this locale.
    fn names(&mut self, wire: &WireProduct, index: LocaleIndex) {
        if let Some(maker) = &wire.manufacturer {
            self.shared.brand(maker, index, self.input, self.findings);
        }
        for option in wire.properties.0.iter().chain(&wire.options.0) {
            self.shared.option(option, index, self.input);
        }
    }

    fn family(
        &mut self,
        id: &ProductId,
        number: ProductNumber,
        wire: &WireProduct,
        index: LocaleIndex,
        locale: &Locale,
    ) {
        if index == LocaleIndex(0) {
            let main = wire.variant_listing_config.text("mainVariantId");
            let main = main.or(wire.main_variant_id.as_deref());
            self.families.insert(
                id.clone(),
                Family {
                    id: id.clone(),
                    number,
                    main_variant: main.and_then(|id| ProductId::parse(id).ok()),
                    option_groups: Vec::new(),
                    seo_paths: Localized::new(),
                },
            );
        }
        let path = canonical_path(&wire.seo_urls.0, &wire.id, locale.commerce_language.as_ref());
        if let (Some(family), Some(path)) = (self.families.get_mut(id), path) {
            family.seo_paths.set(index, path);
        }
    }

    fn product(
        &mut self,
        id: ProductId,
        number: ProductNumber,
        wire: &WireProduct,
        locale: &Locale,
    ) -> Result<Product, Refused> {
        let input = self.input;
        let about = input.snapshot.about();
        let place = place(wire, Some(locale), self.input.config);
        let mut prices = prices::prices(wire, about.currency, about.tax_status)
            .and_then(|prices| prices::not_negative(prices, &place, self.findings))
            .map_err(|reason| Refused("calculatedPrice", format!("its price cannot be used: {reason}")))?;
        media::report_refused(wire, &place, self.findings);
        let ean = ean(wire, &place, self.findings);
        let index = LocaleIndex(0);
        let brand = wire
            .manufacturer
            .as_ref()
            .and_then(|m| self.shared.brand(m, index, input, self.findings));
        let mut id_of = |option: &WirePropertyOption| self.shared.option(option, index, input);
        let properties = own_properties(wire).filter_map(&mut id_of).collect();
        let options = wire.options.0.iter().filter_map(&mut id_of).collect();
        let names = &input.config.fields;
        let mut custom = CustomFields::new(&wire.translated, place, self.findings);
        prices.recommended = custom.money(&names.retail_price, about.currency);
        let limits = prices::limits(wire);
        let mut categories: Vec<CategoryId> = wire
            .category_ids
            .0
            .iter()
            .chain(wire.categories.0.iter().map(|c| &c.id))
            .filter_map(|id| CategoryId::parse(id).ok())
            .collect();
        if categories.is_empty() {
            // Version 6.6 sends null here; the last id of the tree is the category itself.
            categories.extend(wire.category_tree.0.last().and_then(|id| CategoryId::parse(id).ok()));
        }
        categories.sort();
        categories.dedup();
        Ok(Product {
            family: wire.parent_id.as_deref().and_then(|id| ProductId::parse(id).ok()),
            brand,
            prices,
            stock: prices::stock(wire, input.config.limited_at_most),
            limits,
            return_cost: custom.cost(&names.return_cost, about.currency),
            weee: custom.category(&names.weee),
            dimensions: dimensions(wire, &mut custom, names),
            media: media::images(wire, &names.shows),
            categories,
            properties,
            options,
            parts: custom.numbers(&names.parts),
            bundle: custom.bundle(&names.bundle),
            cross_selling: Vec::new(),
            ean,
            manufacturer_number: wire.manufacturer_number.clone().filter(|t| !t.trim().is_empty()),
            free_delivery: wire.shipping_free == Some(true),
            digital: wire.kind.as_deref() == Some("digital") || wire.states.0.iter().any(|s| s == "is-download"),
            texts: Localized::<ProductTexts>::new(),
            created_at: wire.created_at.clone(),
            updated_at: wire.updated_at.clone().or_else(|| wire.created_at.clone()),
            id,
            number,
        })
    }

    fn finish(mut self) -> Commerce {
        let mut groups: BTreeMap<&ProductId, BTreeSet<PropertyGroupId>> = BTreeMap::new();
        let duplicates = Duplicates::merge(&mut self.shared, self.input, self.findings);
        for product in self.products.values_mut() {
            duplicates.resolve(product);
            product.cross_selling = self.cross_sellings.take(&product.id);
            self.shared.sort(&mut product.properties);
            self.shared.sort(&mut product.options);
        }
        duplicates::report_equal_variants(&self.products, self.input, self.findings);
        for product in self.products.values() {
            if let Some(family) = &product.family {
                let of = product.options.iter().filter_map(|o| self.shared.options.get(o));
                groups.entry(family).or_default().extend(of.map(|o| o.group.clone()));
            }
        }
        for (id, family) in &mut self.families {
            let mut list: Vec<_> = groups.remove(id).unwrap_or_default().into_iter().collect();
            list.sort_by_cached_key(|id| {
                let group = self.shared.groups.get(id);
                group.map(|g| (g.position, g.names.get(LocaleIndex(0)).cloned(), g.id.clone()))
            });
            family.option_groups = list;
        }
        Commerce {
            products: self.products.into_values().collect(),
            families: self.families.into_values().collect(),
            brands: self.shared.brands.into_values().collect(),
            groups: self.shared.groups.into_values().collect(),
            options: self.shared.options.into_values().collect(),
        }
    }
}

fn dimensions(wire: &WireProduct, custom: &mut CustomFields<'_>, names: &FieldNames) -> Dimensions {
    let measure = |number: Option<&serde_json::Number>| count(number).filter(|n| *n > 0);
    let grams = wire
        .weight
        .as_ref()
        .and_then(serde_json::Number::as_f64)
        .map(|kg| (kg * 1_000.0).round());
    Dimensions {
        length: measure(wire.length.as_ref()),
        width: measure(wire.width.as_ref()),
        height: measure(wire.height.as_ref()),
        diameter: custom.millimetres(&names.diameter),
        depth: custom.millimetres(&names.depth),
        weight: grams
            .filter(|g| *g >= 1.0 && *g < f64::from(u32::MAX))
            .map(|g| g as u32),
    }
}
