//! Products and families (Shopware §15, shopware-fields.md).
//!
//! **Invariant:** the default locale's file defines products, prices and stock; other locales only add texts. One raw
//! record is held at a time.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;
use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    ids::{CategoryId, ProductId, ProductNumber, PropertyGroupId},
    locale::{Locale, LocaleIndex, Localized},
    product::{Brand, Dimensions, Family, Product, ProductTexts, PropertyGroup, PropertyOption},
};

use super::{
    config::FieldNames,
    cross_selling::CrossSellings,
    custom_fields::CustomFields,
    error::ConvertError,
    findings::Findings,
    input::{Input, place_of_line},
    inspect, media, prices,
    product_texts::{seo_path, texts},
    properties::Shared,
};
use crate::{
    json,
    shopware::wire::{WireProduct, count},
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

struct Builder<'a> {
    input: &'a Input<'a>,
    findings: &'a Findings,
    products: BTreeMap<ProductId, Product>,
    families: BTreeMap<ProductId, Family>,
    shared: Shared,
    cross_sellings: CrossSellings,
}

/// Converts the products of every locale.
pub(crate) fn convert(input: &Input<'_>, findings: &Findings) -> Result<Commerce, ConvertError> {
    let mut builder = Builder {
        input,
        findings,
        products: BTreeMap::new(),
        families: BTreeMap::new(),
        shared: Shared::default(),
        cross_sellings: CrossSellings::read(input, findings)?,
    };
    for (index, locale) in input.locales() {
        let file = name(&["shopware", "products", locale.code.as_str()])?;
        for (line, raw) in input.snapshot.records::<Box<RawValue>>(&file)?.enumerate() {
            let raw = raw?;
            if let Some(wire) = read(raw.get(), index, || place_of_line(&file, line), findings) {
                let place = place(&wire, locale);
                if inspect::may_tell(raw.get())
                    && let Ok(record) = json::read(raw.get().as_bytes())
                {
                    inspect::look(&record, &place, findings);
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

/// Reads a product. Values of the wrong type are reported and left out; if one of them is in the list of required
/// fields, the product is left out.
fn read(text: &str, locale: LocaleIndex, unknown: impl Fn() -> Place, findings: &Findings) -> Option<WireProduct> {
    let (wire, faults) = json::lenient::<WireProduct>(text);
    let place = |wire: &WireProduct| match name_of(wire) {
        "" => unknown(),
        id => Place {
            source: "shopware".to_owned(),
            kind: "product".to_owned(),
            id: id.to_owned(),
            ..Place::default()
        },
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
    let decides = |path: &str| deciding.contains(&path.split(['.', '[']).next().unwrap_or(path));
    for fault in &faults {
        if decides(&fault.path) {
            findings.left_out(place(&wire), &fault.path, &fault.reason);
            return None;
        }
        findings.shape(&place(&wire), &fault.path, &fault.reason);
    }
    Some(wire)
}

fn place(wire: &WireProduct, locale: &Locale) -> Place {
    Place {
        source: "shopware".to_owned(),
        kind: "product".to_owned(),
        id: name_of(wire).to_owned(),
        locale: Some(locale.code.to_string()),
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

fn is_parent(wire: &WireProduct) -> bool {
    count(wire.child_count.as_ref()).is_some_and(|n| n > 0)
}

impl Builder<'_> {
    fn record(&mut self, wire: &WireProduct, index: LocaleIndex, locale: &Locale) {
        let place = place(wire, locale);
        let number = wire.product_number.as_deref().unwrap_or_default();
        let ids = ProductId::parse(&wire.id)
            .map_err(|e| Refused("id", e.to_string()))
            .and_then(|id| {
                let number = ProductNumber::parse(number);
                Ok((id, number.map_err(|e| Refused("productNumber", e.to_string()))?))
            });
        let result = ids.and_then(|(id, number)| {
            if is_parent(wire) {
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
            let texts = texts(wire, &number, locale, self.input, &place, self.findings);
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
        let path = seo_path(wire, locale.commerce_language.as_ref());
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
        let place = place(wire, locale);
        let mut prices = prices::prices(wire, about.currency, about.tax_status)
            .and_then(|prices| prices::not_negative(prices, &place, self.findings))
            .map_err(|reason| Refused("calculatedPrice", format!("its price cannot be used: {reason}")))?;
        media::tell_refused(wire, &place, self.findings);
        let index = LocaleIndex(0);
        let brand = wire
            .manufacturer
            .as_ref()
            .and_then(|m| self.shared.brand(m, index, input, self.findings));
        let mut ids_of = |list: &[crate::shopware::wire::WirePropertyOption]| {
            list.iter()
                .filter_map(|o| self.shared.option(o, index, input))
                .collect::<Vec<_>>()
        };
        let (properties, options) = (ids_of(&wire.properties.0), ids_of(&wire.options.0));
        let names = &input.config.fields;
        let mut custom = CustomFields::new(&wire.translated, place, self.findings);
        prices.recommended = custom.money(&names.retail_price, about.currency);
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
            limits: prices::limits(wire),
            dimensions: dimensions(wire, &mut custom, names),
            media: media::images(wire, &names.shows),
            categories,
            properties,
            options,
            parts: custom.numbers(&names.parts),
            bundle: custom.bundle(&names.bundle),
            cross_selling: Vec::new(),
            energy: custom.energy(&names.energy),
            ean: wire.ean.clone().filter(|t| !t.trim().is_empty()),
            manufacturer_number: wire.manufacturer_number.clone().filter(|t| !t.trim().is_empty()),
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
        for product in self.products.values_mut() {
            product.cross_selling = self.cross_sellings.take(&product.id);
            self.shared.sort(&mut product.properties);
            self.shared.sort(&mut product.options);
        }
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
