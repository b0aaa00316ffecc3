//! Structured data for search engines (schema.org).
//!
//! **Invariant:** it contains only what the page shows; every URL is absolute.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use vitrine_model::{
    globals::Globals,
    product::{EnergyLabel, Product, gtin},
};

pub use super::offer::ProductFacts;
use super::{
    links,
    offer::{self, OfferData},
};
use crate::{config::SiteConfig, context::ViewContext, page::Crumb, templates::InlineJson};

/// Reference to the group from the product of the same page.
pub(super) const GROUP: &str = "#group";
/// Reference to the product of the same page.
pub(super) const PRODUCT: &str = "#product";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TrailData<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(rename = "@type")]
    kind: &'static str,
    item_list_element: Vec<StepData<'a>>,
}

#[derive(Serialize)]
struct StepData<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    position: usize,
    name: &'a str,
    item: Cow<'a, str>,
}

/// A BreadcrumbList; `None` if the breadcrumbs are not shown (R-HEAD-09). `own` is the page's absolute URL.
pub fn breadcrumb_list(config: &SiteConfig, crumbs: &[Crumb], own: &str) -> Option<InlineJson> {
    if crumbs.len() < 2 {
        return None;
    }
    let base = config.base_url.trim_end_matches('/');
    let steps = crumbs.iter().zip(1..).map(|(crumb, position)| StepData {
        kind: "ListItem",
        position,
        name: &crumb.label,
        item: match &crumb.href {
            Some(href) => format!("{base}{href}").into(),
            None => own.into(),
        },
    });
    Some(InlineJson::of(&TrailData {
        context: "https://schema.org",
        kind: "BreadcrumbList",
        item_list_element: steps.collect(),
    }))
}

/// The Organization of the shop, for its home page (R-HEAD-10): contact data as in the footer, and social channels.
pub fn organization(cx: &ViewContext<'_>, globals: &Globals) -> Value {
    let site = &globals.site;
    let mut data = Map::new();
    let mut set = |key: &str, value: Value| {
        if !value.is_null() {
            data.insert(key.to_owned(), value);
        }
    };
    set("@context", json!("https://schema.org"));
    set("@type", json!("Organization"));
    set("@id", json!(organization_id(cx)));
    set("name", json!(site.name));
    set("legalName", json!(site.legal_name));
    set("url", json!(home(cx)));
    set("logo", json!(site.logo.as_ref().map(|logo| logo.url.as_str())));
    set("email", json!(site.email));
    set("telephone", json!(site.phone));
    set("vatID", json!(site.vat_number));
    if !site.address.is_empty() {
        set("address", json!(site.address.join(", ")));
    }
    let elsewhere: Vec<String> = globals
        .socials
        .iter()
        .filter_map(|channel| links::web_url(&channel.url))
        .collect();
    if !elsewhere.is_empty() {
        set("sameAs", json!(elsewhere));
    }
    Value::Object(data)
}

/// The WebSite in this language, for the home page; `None` without a name.
pub fn web_site(cx: &ViewContext<'_>, globals: &Globals) -> Option<Value> {
    let name = Some(globals.site.name.as_str()).filter(|name| !name.is_empty())?;
    Some(json!({
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": name,
        "url": home(cx),
        "inLanguage": cx.locale()?.iso.as_str(),
        "publisher": { "@id": organization_id(cx) },
    }))
}

/// A question with its answer as plain text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The question.
    pub name: String,
    /// The answer.
    pub answer: String,
}

/// A FAQPage; `None` without questions.
pub fn faq_page(questions: &[&Question]) -> Option<InlineJson> {
    let entity = |question: &&Question| {
        json!({
            "@type": "Question",
            "name": question.name,
            "acceptedAnswer": {"@type": "Answer", "text": question.answer},
        })
    };
    let entities: Vec<Value> = questions.iter().map(entity).collect();
    (!entities.is_empty())
        .then(|| InlineJson::of(&json!({"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": entities})))
}

fn home(cx: &ViewContext<'_>) -> String {
    cx.config.absolute(&cx.routes.home(cx.locale))
}

/// The id of the Organization, the same in all languages.
fn organization_id(cx: &ViewContext<'_>) -> String {
    format!("{}/#organization", cx.config.base_url.trim_end_matches('/'))
}

/// The schema.org property of an option group, by its external id; `None` if there is none.
pub fn option_word(external_id: Option<&str>) -> Option<&'static str> {
    match external_id? {
        "colour" | "color" => Some("color"),
        "material" => Some("material"),
        "size" => Some("size"),
        "pattern" => Some("pattern"),
        _ => None,
    }
}

/// A Product of schema.org; missing values are left out.
#[derive(Serialize)]
struct ProductData<'a> {
    #[serde(rename = "@context")]
    context: &'static str,
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "@id")]
    id: &'static str,
    name: &'a str,
    sku: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mpn: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gtin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    url: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    image: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    brand: Option<BrandData<'a>>,
    #[serde(rename = "inProductGroupWithID", skip_serializing_if = "Option::is_none")]
    group: Option<&'a str>,
    #[serde(rename = "isVariantOf", skip_serializing_if = "Option::is_none")]
    variant_of: Option<Reference>,
    #[serde(flatten)]
    options: Options<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<MeasureData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<MeasureData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<MeasureData>,
    #[serde(rename = "hasEnergyConsumptionDetails", skip_serializing_if = "Option::is_none")]
    energy: Option<EnergyData>,
    offers: OfferData<'a>,
}

/// A Brand by name.
#[derive(Serialize)]
pub(super) struct BrandData<'a> {
    #[serde(rename = "@type")]
    kind: &'static str,
    name: &'a str,
}

impl<'a> BrandData<'a> {
    pub(super) fn of(name: &'a str) -> Self {
        Self { kind: "Brand", name }
    }
}

/// Other data of the same page, by `@id`.
#[derive(Serialize)]
struct Reference {
    #[serde(rename = "@id")]
    id: &'static str,
}

/// The energy class of a lamp.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EnergyData {
    #[serde(rename = "@type")]
    kind: &'static str,
    has_energy_efficiency_category: String,
    energy_efficiency_scale_min: &'static str,
    energy_efficiency_scale_max: &'static str,
}

/// The class of the product itself: a product that only contains a light source has none.
fn energy(label: Option<&EnergyLabel>) -> Option<EnergyData> {
    let class = label.filter(|label| label.kind == "light_source")?.class.as_deref()?;
    ["A", "B", "C", "D", "E", "F", "G"]
        .contains(&class)
        .then(|| EnergyData {
            kind: "EnergyConsumptionDetails",
            has_energy_efficiency_category: format!("https://schema.org/EUEnergyEfficiencyCategory{class}"),
            energy_efficiency_scale_min: "https://schema.org/EUEnergyEfficiencyCategoryG",
            energy_efficiency_scale_max: "https://schema.org/EUEnergyEfficiencyCategoryA",
        })
}

/// The selected options by schema.org property.
struct Options<'a>(&'a [(&'static str, String)]);

impl Serialize for Options<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(what, option)| (what, option)))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MeasureData {
    #[serde(rename = "@type")]
    kind: &'static str,
    /// Centimetres.
    value: f64,
    unit_code: &'static str,
}

/// A Product with its Offer (R-PDP-01).
pub fn product(product: &Product, facts: &ProductFacts<'_>) -> InlineJson {
    let size = &product.dimensions;
    let measure = |mm: Option<u32>| {
        mm.map(|mm| MeasureData {
            kind: "QuantitativeValue",
            value: f64::from(mm) / 10.0,
            unit_code: "CMT",
        })
    };
    InlineJson::of(&ProductData {
        context: "https://schema.org",
        kind: "Product",
        id: PRODUCT,
        name: facts.name,
        sku: product.number.as_str(),
        mpn: product.manufacturer_number.as_deref(),
        gtin: product.ean.as_deref().and_then(gtin),
        description: facts.description,
        url: facts.url,
        image: facts.images,
        brand: facts.brand.map(BrandData::of),
        group: facts.family,
        variant_of: facts.family.map(|_| Reference { id: GROUP }),
        options: Options(facts.options),
        width: measure(size.width.or(size.diameter)),
        height: measure(size.height),
        depth: measure(size.depth.or(size.length)),
        energy: energy(facts.energy),
        offers: offer::offer(product, facts),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crumb(label: &str, href: Option<&str>) -> Crumb {
        Crumb {
            label: label.into(),
            href: href.map(str::to_owned),
        }
    }

    /// R-HEAD-09: breadcrumbs with one entry are hidden and have no structured data; longer ones have it, with absolute
    /// URLs.
    #[test]
    fn r_head_09_breadcrumb_list() {
        let config = SiteConfig {
            base_url: "https://shop.example".into(),
            ..SiteConfig::default()
        };
        let own = "https://shop.example/service";
        assert!(breadcrumb_list(&config, &[crumb("Home", None)], own).is_none());
        let list = breadcrumb_list(&config, &[crumb("Home", Some("/")), crumb("Service", None)], own).unwrap();
        let list: Value = serde_json::from_str(list.as_str()).unwrap();
        assert_eq!(list["@type"], "BreadcrumbList");
        assert_eq!(list["itemListElement"][0]["item"], "https://shop.example/");
        assert_eq!(list["itemListElement"][1]["item"], own);
        assert_eq!(list["itemListElement"][1]["position"], 2);
    }
}
