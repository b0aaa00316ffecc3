//! Shopware's custom fields of products and manufacturers (shopware-fields.md).
//!
//! **Invariant:** JSON fields are accepted as JSON and as a string that contains JSON; a value of the wrong shape is
//! reported with product number and field, and left out.

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Number, Value};
use vitrine_model::{
    diagnostic::Place,
    ids::ProductNumber,
    media::web_address,
    money::{Currency, Money},
    product::{BundleItem, Download, EnergyLabel, MakerGuarantee},
};

use super::findings::Findings;
use crate::shopware::wire::{Dict, decoded, money, whole};

/// The custom fields of one record.
pub(crate) struct CustomFields<'a> {
    translated: &'a Dict<Value>,
    place: Place,
    findings: &'a Findings,
}

#[derive(Deserialize)]
struct WireDownload {
    label: String,
    url: String,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    bytes: Option<u64>,
}

#[derive(Deserialize)]
struct WireGuarantee {
    years: Number,
    #[serde(default)]
    words: String,
    #[serde(default)]
    terms: String,
    #[serde(default)]
    label: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireBundleItem {
    product_number: String,
    #[serde(default)]
    quantity: Option<u32>,
}

/// A question in Shopware's JSON; the answer is HTML.
#[derive(Deserialize)]
pub(crate) struct WireQuestion {
    pub(crate) question: String,
    pub(crate) answer: String,
}

const DOWNLOAD_KINDS: [&str; 4] = ["assembly", "datasheet", "care", "cad"];

impl<'a> CustomFields<'a> {
    pub(crate) fn new(translated: &'a Dict<Value>, place: Place, findings: &'a Findings) -> Self {
        Self {
            translated,
            place,
            findings,
        }
    }

    fn read<T>(&mut self, name: &str, read: impl FnOnce(&Value) -> Result<T, String>) -> Option<T> {
        let value = self.translated.custom_field(name)?;
        if value.as_str().is_some_and(|text| text.trim().is_empty()) || value.as_array().is_some_and(Vec::is_empty) {
            return None;
        }
        match read(value) {
            Ok(found) => Some(found),
            Err(reason) => {
                self.findings.shape(&self.place, name, &reason);
                None
            }
        }
    }

    /// A text.
    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        self.read(name, |value| match value {
            Value::String(text) => Ok(text.trim().to_owned()),
            Value::Number(number) => Ok(number.to_string()),
            other => Err(format!("it should be a text, it is {}", kind(other))),
        })
    }

    /// A JSON field.
    pub(crate) fn json<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        self.read(name, |value| {
            let result = match value {
                Value::String(text) => serde_json::from_str(text),
                other => T::deserialize(other),
            };
            result.map_err(|error| {
                format!("it is not the JSON it should be: {error}")
                    .chars()
                    .take(200)
                    .collect()
            })
        })
    }

    /// A gross amount in the channel's currency.
    pub(crate) fn money(&mut self, name: &str, currency: Currency) -> Option<Money> {
        self.read(name, |value| amount(value, currency))
            .filter(|money| money.minor > 0)
    }

    /// A gross amount that may be 0; one below is reported and left out.
    pub(crate) fn cost(&mut self, name: &str, currency: Currency) -> Option<Money> {
        self.read(name, |value| match amount(value, currency)? {
            cost if cost.minor < 0 => Err("it is negative".to_owned()),
            cost => Ok(cost),
        })
    }

    /// A category of electrical equipment, 1 to 6.
    pub(crate) fn category(&mut self, name: &str) -> Option<u8> {
        self.read(name, |value| {
            let number = match value {
                Value::Number(number) => whole(number),
                Value::String(text) => text.trim().parse().ok(),
                _ => None,
            };
            let category = number.and_then(|number| u8::try_from(number).ok());
            category
                .filter(|category| (1..=6).contains(category))
                .ok_or_else(|| "it should be a category of electrical equipment, 1 to 6".to_owned())
        })
    }

    /// Whole millimetres, greater than 0.
    pub(crate) fn millimetres(&mut self, name: &str) -> Option<u32> {
        self.read(name, |value| {
            let number = match value {
                Value::Number(number) => whole(number),
                Value::String(text) => text.trim().parse::<f64>().ok().map(|f| f.round() as i64),
                _ => None,
            };
            number
                .and_then(|n| u32::try_from(n).ok())
                .ok_or_else(|| format!("it should be a number of millimetres, it is {}", kind(value)))
        })
        .filter(|n| *n > 0)
    }

    /// Documents; one without a web address is reported and left out.
    pub(crate) fn downloads(&mut self, name: &str) -> Vec<Download> {
        let list: Vec<WireDownload> = self.json(name).unwrap_or_default();
        list.into_iter()
            .filter_map(|download| Some((self.web(name, &download.label, &download.url)?, download)))
            .map(|(url, download)| Download {
                label: decoded(&download.label).into_owned(),
                url,
                kind: download
                    .kind
                    .filter(|k| DOWNLOAD_KINDS.contains(&k.as_str()))
                    .unwrap_or_else(|| "other".to_owned()),
                // A form field without a value stores 0.
                bytes: download.bytes.filter(|bytes| *bytes > 0),
            })
            .collect()
    }

    /// The address of a document; `None` and a finding if it is not a web address.
    fn web(&self, name: &str, label: &str, url: &str) -> Option<String> {
        let address = web_address(url);
        if address.is_none() {
            let reason = format!("the document {label:?} has no https address");
            self.findings.shape(&self.place, name, &reason);
        }
        address
    }

    /// Product numbers.
    pub(crate) fn numbers(&mut self, name: &str) -> Vec<ProductNumber> {
        let list: Vec<String> = self.json(name).unwrap_or_default();
        list.iter().filter_map(|number| self.number(name, number)).collect()
    }

    fn number(&mut self, name: &str, number: &str) -> Option<ProductNumber> {
        let parsed = ProductNumber::parse(number);
        if let Err(error) = &parsed {
            self.findings.shape(&self.place, name, &error.to_string());
        }
        parsed.ok()
    }

    /// The items of a bundle.
    pub(crate) fn bundle(&mut self, name: &str) -> Vec<BundleItem> {
        let list: Vec<WireBundleItem> = self.json(name).unwrap_or_default();
        list.into_iter()
            .filter_map(|item| {
                Some(BundleItem {
                    number: self.number(name, &item.product_number)?,
                    quantity: item.quantity.unwrap_or(1).max(1),
                })
            })
            .collect()
    }

    /// The maker's guarantee of durability; `None` and a finding for what no label may be shown for (law §5).
    pub(crate) fn maker_guarantee(&mut self, name: &str) -> Option<MakerGuarantee> {
        let wire: WireGuarantee = self.json(name)?;
        let half_years = half_years(&wire.years);
        if half_years.is_none() {
            let reason = format!(
                "a guarantee of {} years has no label: it is longer than two years, in years or half years",
                wire.years
            );
            self.findings.shape(&self.place, name, &reason);
        }
        let words = decoded(&wire.words).trim().to_owned();
        if words.is_empty() {
            self.findings
                .shape(&self.place, name, "the guarantee lacks the maker's words");
        }
        let terms = self.web(name, "terms", &wire.terms)?;
        Some(MakerGuarantee {
            half_years: half_years?,
            words: Some(words).filter(|words| !words.is_empty())?,
            terms,
            label: wire.label.filter(|label| !label.trim().is_empty()),
        })
    }

    /// The energy label.
    pub(crate) fn energy(&mut self, name: &str) -> Option<EnergyLabel> {
        let label: EnergyLabel = self.json(name)?;
        if !matches!(label.kind.as_str(), "light_source" | "containing" | "none") {
            let reason = format!("the kind {:?} is not light_source, containing or none", label.kind);
            self.findings.shape(&self.place, name, &reason);
            return None;
        }
        Some(EnergyLabel {
            label: label
                .label
                .as_deref()
                .filter(|url| !url.trim().is_empty())
                .and_then(|url| self.web(name, "label", url)),
            sheet: label
                .sheet
                .as_deref()
                .filter(|url| !url.trim().is_empty())
                .and_then(|url| self.web(name, "sheet", url)),
            ..label
        })
    }
}

/// The duration of a guarantee in half years: more than four.
fn half_years(years: &Number) -> Option<u8> {
    let text = years.to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let half = match fraction {
        "" | "0" => 0,
        "5" => 1,
        _ => return None,
    };
    let whole: u8 = whole.parse().ok()?;
    whole.checked_mul(2)?.checked_add(half).filter(|half| *half > 4)
}

/// An amount, as a number or as a text with a number.
fn amount(value: &Value, currency: Currency) -> Result<Money, String> {
    match value {
        Value::Number(number) => money(number, currency),
        Value::String(text) => Money::from_decimal(text.trim(), currency).map_err(|e| e.to_string()),
        other => Err(format!("it should be a number, it is {}", kind(other))),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
