//! What one line of a products' file tells.
//!
//! **Invariant:** it depends on the line, its locale, whether other products name it as their parent, the assets of the
//! CMS and the configuration of the shop ([`super::super::config::ConvertConfig::of_shop`]) alone, so that it can be kept.

use std::{mem, sync::Arc};

use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    ids::{CategoryId, ProductId, ProductNumber},
    locale::{Locale, LocaleIndex, Localized},
    product::{Dimensions, Family, Product, ProductTexts, gtin},
};

use super::super::{
    config::{ConvertConfig, FieldNames},
    cross_selling::{self, ShownGroup},
    custom_fields::CustomFields,
    findings::Findings,
    input::{Input, lenient, place_of_line},
    inspect, media, prices,
    product_texts::{KnownTexts, texts},
    properties::{brand_id, group_of, option_id},
};
use super::alike::AlikeRecords;
use crate::{
    json,
    shopware::{
        AdminScreen,
        wire::{WireManufacturer, WireProduct, WirePropertyOption, canonical_path, count},
    },
    snapshot::{Line, SnapshotError},
};

/// A line that was read.
#[derive(Debug)]
pub(super) struct ProductLine {
    /// The id as Shopware has it; empty if it is unreadable.
    pub(super) id: String,
    /// Whether other products name it as their parent.
    pub(super) is_named_as_parent: bool,
    /// Whether its findings name it by its place in the file.
    pub(super) is_anonymous: bool,
    pub(super) findings: Vec<Diagnostic>,
    pub(super) tells: Tells,
}

#[derive(Debug)]
pub(super) enum Tells {
    Nothing,
    Family(Box<Family>),
    Product(Box<ToldProduct>),
}

/// A product in one locale.
#[derive(Debug)]
pub(super) struct ToldProduct {
    pub(super) id: ProductId,
    /// Without texts; of the default locale alone.
    pub(super) product: Option<Product>,
    pub(super) texts: Arc<ProductTexts>,
    /// The findings of its texts, which count if the default locale has the product.
    pub(super) findings: Vec<Diagnostic>,
    pub(super) manufacturer: Option<Arc<WireManufacturer>>,
    /// Its properties and options, in the order in which the shop takes their facts.
    pub(super) described_by: Vec<Arc<WirePropertyOption>>,
    pub(super) cross_selling: Vec<ShownGroup>,
}

/// A line, and where it is.
pub(super) struct LineAt<'a> {
    pub(super) line: &'a Line,
    pub(super) file: &'a str,
    /// From 0.
    pub(super) number: usize,
    pub(super) index: LocaleIndex,
    pub(super) locale: &'a Locale,
}

/// Reads lines, on any thread.
pub(super) struct LineReader<'a> {
    input: &'a Input<'a>,
    known_texts: KnownTexts,
    alike: AlikeRecords,
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
pub(in super::super) fn decides(path: &str) -> bool {
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

/// The properties of a product without those that only its siblings have: a variant inherits its parent's properties,
/// which list the values of all variants (Shopware §25.6).
fn own_properties(wire: &WireProduct) -> impl Iterator<Item = &WirePropertyOption> {
    wire.properties.0.iter().filter(|property| is_own(property, wire))
}

fn is_own(property: &WirePropertyOption, wire: &WireProduct) -> bool {
    let options = &wire.options.0;
    let group = group_of(property);
    let chosen = options.iter().any(|option| option.id == property.id);
    let varies = wire.parent_id.is_some() && group.is_some() && options.iter().any(|option| group_of(option) == group);
    chosen || !varies
}

/// Takes what a product is described by. The first facts of an option count, and those of the default locale come first
/// from what the product shows.
fn described_by(mut wire: WireProduct, index: LocaleIndex) -> impl Iterator<Item = WirePropertyOption> {
    let are_own: Vec<bool> = wire
        .properties
        .0
        .iter()
        .map(|property| is_own(property, &wire))
        .collect();
    let properties = mem::take(&mut wire.properties.0).into_iter().zip(are_own);
    let options = wire.options.0.into_iter();
    let (own, others): (Vec<_>, Vec<_>) = properties.partition(|(_, is_own)| *is_own || index != LocaleIndex(0));
    let of = |list: Vec<(WirePropertyOption, bool)>| list.into_iter().map(|(property, _)| property);
    of(own).chain(options).chain(of(others))
}

impl LineReader<'_> {
    pub(super) fn new<'a>(input: &'a Input<'a>, alike: AlikeRecords) -> LineReader<'a> {
        LineReader {
            input,
            known_texts: KnownTexts::default(),
            alike,
        }
    }

    pub(super) fn into_alike(self) -> AlikeRecords {
        self.alike
    }

    /// Reads a line. `is_parent`: whether products name this id as their parent.
    pub(super) fn read(&self, at: &LineAt<'_>, is_parent: impl Fn(&str) -> bool) -> Result<ProductLine, SnapshotError> {
        let config = self.input.config;
        let findings = Findings::default();
        let unknown = || place_of_line(at.file, at.number);
        let wire = read(lenient(at.line)?, at.index, unknown, config, &findings);
        let mut line = ProductLine {
            id: String::new(),
            is_named_as_parent: false,
            is_anonymous: true,
            findings: Vec::new(),
            tells: Tells::Nothing,
        };
        if let Some(wire) = wire {
            let place = place(&wire, Some(at.locale), config);
            if inspect::may_have_findings(at.line.json())
                && let Ok(record) = json::read(at.line.json().as_bytes())
            {
                inspect::check(&record, &place, &findings);
            }
            line.id.clone_from(&wire.id);
            line.is_named_as_parent = is_parent(&wire.id);
            line.is_anonymous = name_of(&wire).is_empty();
            line.tells = self
                .record(wire, at, &place, line.is_named_as_parent, &findings)
                .unwrap_or_else(|refused| refused.report(place, &findings));
        }
        line.findings = findings.into_list();
        Ok(line)
    }

    fn record(
        &self,
        mut wire: WireProduct,
        at: &LineAt<'_>,
        place: &Place,
        is_named_as_parent: bool,
        findings: &Findings,
    ) -> Result<Tells, Refused> {
        let id = ProductId::parse(&wire.id).map_err(|e| Refused("id", e.to_string()))?;
        let number = ProductNumber::parse(wire.product_number.as_deref().unwrap_or_default())
            .map_err(|e| Refused("productNumber", e.to_string()))?;
        let counted = count(wire.child_count.as_ref()).is_some_and(|n| n > 0);
        if counted || (wire.parent_id.is_none() && is_named_as_parent) {
            return Ok(Tells::Family(Box::new(family(id, number, &wire, at))));
        }
        let product = match at.index {
            LocaleIndex(0) => Some(self.product(id.clone(), number.clone(), &wire, place, findings)?),
            _ => None,
        };
        let of_texts = Findings::default();
        let texts = texts(
            &wire,
            &number,
            at.locale,
            self.input,
            place,
            (&of_texts, &self.known_texts),
        );
        Ok(Tells::Product(Box::new(ToldProduct {
            id,
            product,
            texts: Arc::new(texts),
            findings: of_texts.into_list(),
            cross_selling: cross_selling::groups_of(&wire),
            manufacturer: wire.manufacturer.take().map(|maker| self.alike.manufacturer(maker)),
            described_by: described_by(wire, at.index)
                .map(|option| self.alike.option(option))
                .collect(),
        })))
    }

    fn product(
        &self,
        id: ProductId,
        number: ProductNumber,
        wire: &WireProduct,
        place: &Place,
        findings: &Findings,
    ) -> Result<Product, Refused> {
        let input = self.input;
        let about = input.snapshot.about();
        let mut prices = prices::prices(wire, about.currency, about.tax_status)
            .and_then(|prices| prices::not_negative(prices, place, findings))
            .map_err(|reason| Refused("calculatedPrice", format!("its price cannot be used: {reason}")))?;
        media::report_refused(wire, place, findings);
        let ean = ean(wire, place, findings);
        let brand = wire.manufacturer.as_ref().and_then(brand_id);
        let properties = own_properties(wire).filter_map(option_id).collect();
        let options = wire.options.0.iter().filter_map(option_id).collect();
        let names = &input.config.fields;
        let mut custom = CustomFields::new(&wire.translated, place.clone(), findings);
        prices.recommended = custom.money(&names.retail_price, about.currency);
        let limits = prices::limits(wire);
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
            categories: categories(wire),
            properties,
            options,
            parts: custom.numbers(&names.parts),
            bundle: custom.bundle(&names.bundle),
            cross_selling: Vec::new(),
            ean,
            manufacturer_number: wire.manufacturer_number.clone().filter(|t| !t.trim().is_empty()),
            free_delivery: wire.shipping_free == Some(true),
            digital: wire.kind.as_deref() == Some("digital") || wire.states.0.iter().any(|s| s == "is-download"),
            texts: Localized::new(),
            created_at: wire.created_at.clone(),
            updated_at: wire.updated_at.clone().or_else(|| wire.created_at.clone()),
            id,
            number,
        })
    }
}

fn categories(wire: &WireProduct) -> Vec<CategoryId> {
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
    categories
}

/// A family, with its path in the line's locale alone.
fn family(id: ProductId, number: ProductNumber, wire: &WireProduct, at: &LineAt<'_>) -> Family {
    let main = wire.variant_listing_config.text("mainVariantId");
    let main = main.or(wire.main_variant_id.as_deref());
    let mut seo_paths = Localized::new();
    if let Some(path) = canonical_path(&wire.seo_urls.0, &wire.id, at.locale.commerce_language.as_ref()) {
        seo_paths.set(at.index, path);
    }
    Family {
        id,
        number,
        main_variant: main.and_then(|id| ProductId::parse(id).ok()),
        option_groups: Vec::new(),
        seo_paths,
    }
}

impl Refused {
    /// Reports a product that cannot be sold; it is left out.
    fn report(self, place: Place, findings: &Findings) -> Tells {
        let Self(field, reason) = self;
        let message = format!("the product {} is left out: {reason}", place.id);
        let place = Place {
            field: Some(field.to_owned()),
            ..place
        };
        let finding = Diagnostic::warning("product-left-out", message, place);
        findings.push(finding.hint("Mend the product in Shopware and build again."));
        Tells::Nothing
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
