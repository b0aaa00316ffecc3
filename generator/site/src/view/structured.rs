//! Structured data for search engines (schema.org).
//!
//! **Invariant:** says nothing that the page does not show; every URL in it is absolute.

use serde_json::{Map, Value, json};
use vitrine_model::{
    globals::Globals,
    money::TaxStatus,
    product::{Dimensions, Product, StockState},
};

use super::{links, price::first_price};
use crate::{
    context::{SiteConfig, ViewContext},
    page::Crumb,
};

/// A BreadcrumbList; `None` for a trail that is not shown (R-HEAD-09). `own` is the page's absolute URL.
pub fn breadcrumb_list(config: &SiteConfig, crumbs: &[Crumb], own: &str) -> Option<Value> {
    if crumbs.len() < 2 {
        return None;
    }
    let items: Vec<Value> = crumbs
        .iter()
        .enumerate()
        .map(|(place, crumb)| {
            let url = crumb.href.as_deref().map_or_else(
                || own.to_owned(),
                |href| format!("{}{href}", config.base_url.trim_end_matches('/')),
            );
            json!({ "@type": "ListItem", "position": place + 1, "name": crumb.label, "item": url })
        })
        .collect();
    Some(json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items }))
}

/// Who the shop is, for its home page (R-HEAD-10): what the footer shows, and where else it can be found.
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

/// The site as a whole in this language, for its home page; `None` where it has no name.
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

fn home(cx: &ViewContext<'_>) -> String {
    cx.config.absolute(&cx.routes.home(cx.locale))
}

/// One organization in all languages.
fn organization_id(cx: &ViewContext<'_>) -> String {
    format!("{}/#organization", cx.config.base_url.trim_end_matches('/'))
}

/// What a product's structured data needs beside the product.
pub struct ProductFacts<'a> {
    /// Name in the page's locale.
    pub name: &'a str,
    /// Plain description.
    pub description: Option<&'a str>,
    /// The maker's name.
    pub brand: Option<&'a str>,
    /// The family's number, and what its variants differ by.
    pub family: Option<(&'a str, Vec<&'static str>)>,
    /// What makes this variant, by schema.org's words (`color`).
    pub options: &'a [(&'static str, String)],
    /// Absolute URLs of pictures.
    pub images: &'a [String],
    /// The page's absolute URL.
    pub url: &'a str,
}

fn availability(state: StockState) -> &'static str {
    match state {
        StockState::InStock => "https://schema.org/InStock",
        StockState::LimitedStock => "https://schema.org/LimitedAvailability",
        StockState::OutOfStock => "https://schema.org/OutOfStock",
    }
}

/// The measures that schema.org has words for, in millimetres.
fn measures(size: &Dimensions) -> impl Iterator<Item = (&'static str, u32)> {
    [
        ("width", size.width.or(size.diameter)),
        ("height", size.height),
        ("depth", size.depth.or(size.length)),
    ]
    .into_iter()
    .filter_map(|(what, mm)| Some((what, mm?)))
}

/// schema.org's word for what a group of options is, by its external id; `None` where it has none.
pub fn option_word(external_id: Option<&str>) -> Option<&'static str> {
    match external_id? {
        "colour" | "color" => Some("color"),
        "material" => Some("material"),
        "size" => Some("size"),
        "pattern" => Some("pattern"),
        _ => None,
    }
}

/// A Product with its Offer (R-PDP-01).
pub fn product(product: &Product, facts: &ProductFacts<'_>) -> Value {
    let price = first_price(product);
    let mut data = Map::new();
    let mut set = |key: &str, value: Value| {
        if !value.is_null() {
            data.insert(key.to_owned(), value);
        }
    };
    set("@context", json!("https://schema.org"));
    set("@type", json!("Product"));
    set("name", json!(facts.name));
    set("sku", json!(product.number.as_str()));
    set("mpn", json!(product.manufacturer_number));
    set("gtin", json!(product.ean));
    set("description", json!(facts.description));
    set("url", json!(facts.url));
    if !facts.images.is_empty() {
        set("image", json!(facts.images));
    }
    if let Some(brand) = facts.brand {
        set("brand", json!({ "@type": "Brand", "name": brand }));
    }
    if let Some((number, varies_by)) = &facts.family {
        let varies_by: Vec<String> = varies_by
            .iter()
            .map(|what| format!("https://schema.org/{what}"))
            .collect();
        set("inProductGroupWithID", json!(number));
        set(
            "isVariantOf",
            json!({ "@type": "ProductGroup", "productGroupID": number, "name": facts.name, "variesBy": varies_by }),
        );
    }
    for (what, option) in facts.options {
        set(what, json!(option));
    }
    for (what, mm) in measures(&product.dimensions) {
        let value = f64::from(mm) / 10.0;
        set(
            what,
            json!({ "@type": "QuantitativeValue", "value": value, "unitCode": "CMT" }),
        );
    }
    set(
        "offers",
        json!({
            "@type": "Offer",
            "url": facts.url,
            "price": price.decimal(),
            "priceCurrency": price.currency.as_str(),
            "availability": availability(product.stock.state),
            "itemCondition": "https://schema.org/NewCondition",
            "priceSpecification": {
                "@type": "UnitPriceSpecification",
                "price": price.decimal(),
                "priceCurrency": price.currency.as_str(),
                "valueAddedTaxIncluded": product.prices.tax_status == TaxStatus::Gross,
            },
        }),
    );
    Value::Object(data)
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

    /// R-HEAD-09: a trail of one entry is hidden and has no structured data; a longer one has it, with absolute URLs.
    #[test]
    fn r_head_09_breadcrumb_list() {
        let config = SiteConfig {
            base_url: "https://shop.example".into(),
            ..SiteConfig::default()
        };
        let own = "https://shop.example/service";
        assert_eq!(breadcrumb_list(&config, &[crumb("Home", None)], own), None);
        let list = breadcrumb_list(&config, &[crumb("Home", Some("/")), crumb("Service", None)], own).unwrap();
        assert_eq!(list["@type"], "BreadcrumbList");
        assert_eq!(list["itemListElement"][0]["item"], "https://shop.example/");
        assert_eq!(list["itemListElement"][1]["item"], own);
        assert_eq!(list["itemListElement"][1]["position"], 2);
    }
}
