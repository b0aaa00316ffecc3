//! The properties that search engines need for rich results, by type of structured data, and whether the pages of a
//! release have them.
//!
//! Required and recommended are those of Google's documentation ("Structured data markup that Google Search supports").
//! Recommended properties without data in the demo shop (`offers` and `organizer` of events, reviews, `priceRange`) are
//! not in the table: nothing is made up.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

const BASE: &str = "http://127.0.0.1:3000";

/// A type of structured data. Nested values are written with dots; in a list, each value is checked.
struct Rich {
    /// `@type`
    kind: &'static str,
    /// Page kinds on which it is mandatory; empty if it depends on the page.
    pages: &'static [&'static str],
    /// On every page with this type.
    required: &'static [&'static str],
    /// On at least some pages with this type: those for which the shop has the value.
    recommended: &'static [&'static str],
}

const TABLE: &[Rich] = &[
    Rich {
        kind: "Product",
        pages: &["product"],
        required: &[
            "name",
            "sku",
            "image",
            "url",
            "offers.price",
            "offers.priceCurrency",
            "offers.availability",
            "offers.itemCondition",
            "offers.url",
            "offers.hasMerchantReturnPolicy.applicableCountry",
            "offers.hasMerchantReturnPolicy.returnPolicyCategory",
        ],
        recommended: &[
            "description",
            "brand.name",
            "gtin",
            "mpn",
            "color",
            "material",
            "isVariantOf.@id",
            "inProductGroupWithID",
            "hasEnergyConsumptionDetails.hasEnergyEfficiencyCategory",
            "offers.shippingDetails.shippingRate.value",
            "offers.shippingDetails.shippingRate.currency",
            "offers.shippingDetails.shippingDestination.addressCountry",
            "offers.shippingDetails.deliveryTime.transitTime.maxValue",
            "offers.hasMerchantReturnPolicy.merchantReturnDays",
            "offers.hasMerchantReturnPolicy.returnMethod",
            "offers.seller.name",
        ],
    },
    Rich {
        kind: "ProductGroup",
        pages: &[],
        required: &["name", "productGroupID", "hasVariant"],
        recommended: &["brand.name", "description", "hasVariant.url", "variesBy"],
    },
    Rich {
        kind: "Event",
        pages: &["event"],
        required: &[
            "name",
            "startDate",
            "location.address.streetAddress",
            "location.address.addressLocality",
            "location.address.addressCountry",
            "eventStatus",
            "eventAttendanceMode",
            "url",
        ],
        recommended: &[
            "endDate",
            "description",
            "image",
            "location.name",
            "maximumAttendeeCapacity",
        ],
    },
    Rich {
        kind: "JobPosting",
        pages: &["vacancy"],
        required: &[
            "title",
            "description",
            "datePosted",
            "hiringOrganization.name",
            "hiringOrganization.sameAs",
            "hiringOrganization.logo",
            "jobLocation.address.addressLocality",
            "jobLocation.address.addressCountry",
            "url",
        ],
        recommended: &[
            "validThrough",
            "employmentType",
            "baseSalary.currency",
            "baseSalary.value.minValue",
            "baseSalary.value.unitText",
            "jobLocation.address.streetAddress",
            "jobLocation.address.postalCode",
        ],
    },
    Rich {
        kind: "NewsArticle",
        pages: &["news"],
        required: &["headline", "datePublished", "publisher.name", "url"],
        recommended: &["image", "dateModified", "author.name", "description"],
    },
    Rich {
        kind: "FurnitureStore",
        pages: &["showroom"],
        required: &[
            "name",
            "address.streetAddress",
            "address.postalCode",
            "address.addressLocality",
            "address.addressCountry",
            "openingHoursSpecification.opens",
            "openingHoursSpecification.closes",
            "openingHoursSpecification.dayOfWeek",
            "url",
        ],
        recommended: &[
            "geo.latitude",
            "geo.longitude",
            "telephone",
            "email",
            "image",
            "specialOpeningHoursSpecification.validFrom",
        ],
    },
    Rich {
        kind: "Person",
        pages: &["designer"],
        required: &["name", "url"],
        recommended: &[
            "image",
            "description",
            "givenName",
            "familyName",
            "birthDate",
            "worksFor.name",
            "worksFor.url",
        ],
    },
    Rich {
        kind: "Brand",
        pages: &["brand"],
        required: &["name", "url"],
        recommended: &["logo", "image", "description", "sameAs"],
    },
    Rich {
        kind: "BreadcrumbList",
        pages: &[],
        required: &[
            "itemListElement.name",
            "itemListElement.item",
            "itemListElement.position",
        ],
        recommended: &[],
    },
    Rich {
        kind: "Organization",
        pages: &[],
        required: &["name", "url", "logo"],
        recommended: &["legalName", "vatID", "address", "email", "telephone", "sameAs"],
    },
    Rich {
        kind: "WebSite",
        pages: &[],
        required: &["name", "url"],
        recommended: &[],
    },
];

/// Values that are full URLs.
const URLS: &[&str] = &[
    "url",
    "image",
    "item",
    "logo",
    "sameAs",
    "availability",
    "itemCondition",
    "variesBy",
];
/// Values that are dates, or times with an offset.
const DATES: &[&str] = &[
    "startDate",
    "endDate",
    "datePosted",
    "datePublished",
    "dateModified",
    "validThrough",
    "validFrom",
];

/// The types and values found on the pages of a release.
#[derive(Default)]
pub(crate) struct RichResults {
    faults: Vec<String>,
    /// Types and their recommended values.
    seen: BTreeSet<(&'static str, &'static str)>,
    types: BTreeMap<&'static str, usize>,
    /// By locale and number of the group: the pages of its variants, and the variants that each page lists.
    groups: BTreeMap<(String, String), BTreeMap<String, Vec<Value>>>,
}

impl RichResults {
    /// Adds a page with all its data.
    pub(crate) fn page(&mut self, path: &str, kind: &str, data: &[Value]) {
        for rich in TABLE.iter().filter(|rich| rich.pages.contains(&kind)) {
            let count = data.iter().filter(|one| one["@type"] == rich.kind).count();
            if count != 1 {
                self.faults.push(format!("{path}: {count} of {}", rich.kind));
            }
        }
        for one in data {
            self.values(path, one);
            let Some(rich) = TABLE.iter().find(|rich| one["@type"] == rich.kind) else {
                continue;
            };
            *self.types.entry(rich.kind).or_default() += 1;
            for name in rich.required {
                if !has(one, name) {
                    self.faults.push(format!("{path}: {} without {name}", rich.kind));
                }
            }
            self.seen.extend(
                rich.recommended
                    .iter()
                    .filter(|name| has(one, name))
                    .map(|name| (rich.kind, *name)),
            );
        }
        self.group(path, data);
    }

    /// A variant's page has its group, and the group has the variant's own data and the pages of the others.
    fn group(&mut self, path: &str, data: &[Value]) {
        let of = |kind: &str| data.iter().find(|one| one["@type"] == kind);
        let (product, group) = (of("Product"), of("ProductGroup"));
        let variant_of = product.map_or(&Value::Null, |product| &product["isVariantOf"]["@id"]);
        let Some(group) = group else {
            if !variant_of.is_null() {
                self.faults.push(format!("{path}: a variant of nothing"));
            }
            return;
        };
        let product = product.unwrap();
        if group["@id"] != *variant_of || group["productGroupID"] != product["inProductGroupWithID"] {
            self.faults.push(format!("{path}: {group} and {product}"));
        }
        let variants = group["hasVariant"].as_array().unwrap();
        let own = variants
            .iter()
            .filter(|variant| variant["@id"] == product["@id"])
            .count();
        if own != 1 {
            self.faults.push(format!("{path}: {own} times among its variants"));
        }
        let locale = path
            .split('/')
            .nth(1)
            .filter(|first| ["en", "de"].contains(first))
            .unwrap_or("nl");
        let number = group["productGroupID"].as_str().unwrap().to_owned();
        let pages = self.groups.entry((locale.to_owned(), number)).or_default();
        pages.insert(
            format!("{BASE}{path}"),
            variants.iter().map(|variant| variant["url"].clone()).collect(),
        );
    }

    fn values(&mut self, path: &str, value: &Value) {
        match value {
            Value::Object(map) => {
                for (key, inner) in map {
                    let texts = inner.as_array().map_or(std::slice::from_ref(inner), Vec::as_slice);
                    for text in texts.iter().filter_map(Value::as_str) {
                        if let Some(fault) = fault(key, text) {
                            self.faults.push(format!("{path}: {fault}"));
                        }
                    }
                    self.values(path, inner);
                }
                if map.contains_key("price") {
                    let price = map["price"].as_str().unwrap_or_default();
                    let amount = price.parse::<f64>().is_ok_and(|amount| amount > 0.0);
                    if !amount || map["priceCurrency"] != "EUR" {
                        self.faults.push(format!("{path}: the price {value}"));
                    }
                }
            }
            Value::Array(values) => values.iter().for_each(|inner| self.values(path, inner)),
            Value::String(text) if text.trim().is_empty() => self.faults.push(format!("{path}: an empty text")),
            Value::Null => self.faults.push(format!("{path}: null")),
            _ => {}
        }
    }

    /// The faults of all pages.
    pub(crate) fn faults(mut self) -> Vec<String> {
        for rich in TABLE {
            if !self.types.contains_key(rich.kind) {
                self.faults.push(format!("no page has {}", rich.kind));
            }
            for name in rich.recommended {
                if !self.seen.contains(&(rich.kind, *name)) {
                    self.faults.push(format!("no {} has {name}", rich.kind));
                }
            }
        }
        for ((locale, number), pages) in &self.groups {
            for (page, listed) in pages {
                let others: BTreeSet<&str> = pages.keys().map(String::as_str).filter(|other| other != page).collect();
                let urls: BTreeSet<&str> = listed.iter().filter_map(Value::as_str).collect();
                // Large families do not list the others.
                let expected = if pages.len() > 50 { BTreeSet::new() } else { others };
                if urls != expected || pages.len() < 2 {
                    self.faults.push(format!("{number} ({locale}): {page} lists {urls:?}"));
                }
            }
        }
        self.faults
    }
}

fn fault(key: &str, text: &str) -> Option<String> {
    let is_url = text.starts_with("http://") || text.starts_with("https://");
    if URLS.contains(&key) && !is_url {
        return Some(format!("{key} is no full URL: {text}"));
    }
    let date = text.parse::<jiff::civil::Date>().is_ok() && text.len() == 10;
    let time = text.parse::<jiff::Timestamp>().is_ok();
    (DATES.contains(&key) && !date && !time).then(|| format!("{key} is no date and no time with an offset: {text}"))
}

/// Whether the value at a path exists, in every value of each list.
fn has(value: &Value, path: &str) -> bool {
    if let Value::Array(values) = value {
        return !values.is_empty() && values.iter().any(|value| has(value, path));
    }
    let (name, rest) = path
        .split_once('.')
        .map_or((path, None), |(name, rest)| (name, Some(rest)));
    match (value.get(name), rest) {
        (None, _) => false,
        (Some(inner), Some(rest)) => has(inner, rest),
        (Some(inner), None) => inner.as_array().is_none_or(|values| !values.is_empty()),
    }
}
