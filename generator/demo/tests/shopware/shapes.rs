//! The form of the answers: every key path of a recorded answer is in ours, with the same JSON type. `null` is tolerated both ways, but what is
//! unset or empty in ours and filled in the recording is named here, so that nothing can go missing unnoticed.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::support::{Shop, recording};

/// All items of all lists folded into one.
#[derive(Debug, Default)]
struct Shape {
    kinds: BTreeSet<&'static str>,
    fields: BTreeMap<String, Shape>,
    items: Option<Box<Shape>>,
}

impl Shape {
    fn of(value: &Value) -> Self {
        let mut shape = Self::default();
        shape.add(value);
        shape
    }

    fn add(&mut self, value: &Value) {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        self.kinds.insert(kind);
        match value {
            Value::Array(list) => list
                .iter()
                .for_each(|item| self.items.get_or_insert_default().add(item)),
            Value::Object(map) => {
                for (key, item) in map {
                    // Keys that are ids, and keys of cart errors that end in one.
                    let is_hex = |part: &str| part.len() == 32 && part.bytes().all(|b| b.is_ascii_hexdigit());
                    let key = match key.len().checked_sub(32).and_then(|at| key.split_at_checked(at)) {
                        Some((head, id)) if is_hex(id) => format!("{head}<id>"),
                        _ => key.clone(),
                    };
                    self.fields.entry(key).or_default().add(item);
                }
            }
            _ => {}
        }
    }

    /// Collects what is missing, of another type, or unset in ours.
    fn compare(&self, theirs: &Self, at: &str, wrong: &mut Vec<String>, unset: &mut BTreeSet<String>) {
        let filled = |shape: &Self| {
            shape
                .kinds
                .iter()
                .filter(|kind| **kind != "null")
                .copied()
                .collect::<BTreeSet<_>>()
        };
        let (ours, wanted) = (filled(self), filled(theirs));
        if wanted.is_empty() {
            return;
        }
        if ours.is_empty() {
            unset.insert(at.to_owned());
            return;
        }
        // An empty map is `[]`.
        let empty_list = |shape: &Self| shape.kinds.contains("array") && shape.items.is_none();
        if (empty_list(self) && wanted.contains("object")) || (empty_list(theirs) && ours.contains("object")) {
            if !theirs.fields.is_empty() && self.fields.is_empty() {
                unset.insert(at.to_owned());
            }
        } else if !ours.is_subset(&wanted) && !wanted.is_subset(&ours) {
            wrong.push(format!("{at}: {ours:?} instead of {wanted:?}"));
        }
        for (key, their) in &theirs.fields {
            match self.fields.get(key) {
                Some(our) => our.compare(their, &format!("{at}.{key}"), wrong, unset),
                None if self.fields.is_empty() => {}
                None => wrong.push(format!("{at}.{key} is missing")),
            }
        }
        match (&self.items, &theirs.items) {
            (Some(our), Some(their)) => our.compare(their, &format!("{at}[]"), wrong, unset),
            (None, Some(_)) if wanted.contains("array") => {
                unset.insert(format!("{at}[]"));
            }
            _ => {}
        }
    }
}

/// What the demo's shop has no data for: units and base prices, layouts, links as categories, files' sizes, when master data was changed.
const UNSET: [&str; 19] = [
    "updatedAt",
    "fileSize",
    "cmsPageId",
    "keywords",
    "purchaseUnit",
    "referenceUnit",
    "referencePrice",
    "referencePriceDefinition",
    "packUnit",
    "packUnitPlural",
    "unit",
    "unitId",
    "linkType",
    "internalLink",
    "externalLink",
    "linkNewTab",
    "afterCategoryId",
    "media",
    "metaData",
];

async fn assert_shape(shop: &Shop, number: &str) {
    let recorded = recording(number);
    let reply = shop.replay(&recorded, None).await;
    assert_eq!(reply.status, recorded.status, "{}", recorded.name);
    let (mut wrong, mut unset) = (Vec::new(), BTreeSet::new());
    Shape::of(&reply.body).compare(&Shape::of(&recorded.body), "", &mut wrong, &mut unset);
    let unset: Vec<&String> = unset
        .iter()
        .filter(|path| !UNSET.contains(&path.rsplit('.').next().unwrap_or(path)))
        .collect();
    assert_eq!((wrong, unset), (Vec::new(), Vec::new()), "{}", recorded.name);
}

#[tokio::test]
async fn master_data_has_the_recorded_form() {
    let shop = Shop::start().await;
    for number in ["000", "009", "010", "011", "012", "013", "014"] {
        assert_shape(&shop, number).await;
    }
}

#[tokio::test]
async fn products_have_the_recorded_form() {
    let shop = Shop::start().await;
    for number in ["017", "018", "019", "025", "026", "027", "032"] {
        assert_shape(&shop, number).await;
    }
}

#[tokio::test]
async fn navigation_and_seo_urls_have_the_recorded_form() {
    let shop = Shop::start().await;
    for number in ["048", "051", "052", "252", "253"] {
        assert_shape(&shop, number).await;
    }
}

#[tokio::test]
async fn carts_have_the_recorded_form() {
    let shop = Shop::start().await;
    for number in [
        "055", "056", "057", "058", "060", "061", "064", "065", "067", "068", "071", "077", "361",
    ] {
        assert_shape(&shop, number).await;
    }
}
