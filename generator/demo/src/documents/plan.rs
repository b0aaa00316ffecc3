//! Which documents a shop has: the addresses its products name, and the recipe for each in `documents/plan.json`.
//! What energy law asks of a light has its recipe by the light.
//!
//! **Invariant:** every address below `base` that a product names has a recipe; a shop without one is an error at start, not a dead link.

use std::path::Path;
use std::sync::Arc;

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::texts::{CertificateText, DrawingText, Light, SectionsText, StepsText};
use crate::shop::catalogue::Catalogue;
use crate::shop::{Product, ShopError, Text, read_json};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    base: String,
    issued: jiff::civil::Date,
    edition: Text,
    documents: IndexMap<String, RecipeFile>,
    #[serde(default)]
    lights: IndexMap<String, Arc<Light>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecipeFile {
    sheet: String,
    #[serde(default)]
    text: Option<String>,
}

/// How a document is made.
#[derive(Debug, Clone)]
pub(super) enum Recipe {
    /// All facts.
    Datasheet,
    /// Numbered steps; the word for its kind.
    Steps(&'static str, Arc<StepsText>),
    /// A template on its true scale, then numbered steps.
    Template(Arc<StepsText>),
    /// Sections of text; the word for its kind.
    Sections(&'static str, Arc<SectionsText>),
    /// What was tested.
    Certificate(Arc<CertificateText>),
    /// Views to scale.
    Drawing(Arc<DrawingText>),
    /// The product information sheet of a light.
    Energy(Arc<Light>),
    /// Its energy label.
    Label(Arc<Light>),
}

/// One document.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) recipe: Recipe,
    /// Index of its family.
    pub(super) product: usize,
    pub(super) iso: String,
    /// What the shop calls it.
    pub(super) label: Option<String>,
}

/// All of them by name.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// What the addresses in the shop's data begin with.
    pub(super) base: String,
    pub(super) issued: (u16, u8, u8),
    pub(super) edition: Option<Text>,
    pub(super) requests: IndexMap<String, Request>,
}

/// Reads `documents/` of a shop folder. A shop without the folder makes no documents.
pub(super) fn load(folder: &Path, shop: &Catalogue) -> Result<Plan, ShopError> {
    let path = folder.join("plan.json");
    if !path.exists() {
        return Ok(Plan::default());
    }
    let file: PlanFile = read_json(&path)?;
    let recipes = file.documents.iter().map(|(stem, recipe)| {
        let wrong = |problem: &str| ShopError::invalid(&path, format!("documents.{stem}"), problem);
        Ok((stem.clone(), read_recipe(folder, recipe, &wrong)?))
    });
    let recipes: IndexMap<String, Recipe> = recipes.collect::<Result<_, ShopError>>()?;
    let number = |part: i8| u8::try_from(part).unwrap_or(1);
    let mut plan = Plan {
        issued: (
            u16::try_from(file.issued.year()).unwrap_or(0),
            number(file.issued.month()),
            number(file.issued.day()),
        ),
        edition: Some(file.edition),
        base: file.base,
        requests: IndexMap::new(),
    };
    for (index, product) in shop.products.iter().enumerate() {
        add(&mut plan, shop, (&recipes, &file.lights), index, product)
            .map_err(|(name, problem)| ShopError::invalid(&path, name, problem))?;
    }
    Ok(plan)
}

fn read_recipe(folder: &Path, recipe: &RecipeFile, wrong: &dyn Fn(&str) -> ShopError) -> Result<Recipe, ShopError> {
    let name = || recipe.text.as_deref().ok_or_else(|| wrong("this sheet needs a `text`"));
    Ok(match recipe.sheet.as_str() {
        "datasheet" => Recipe::Datasheet,
        "assembly" => Recipe::Steps("assembly", text(folder, name()?)?),
        "manual" => Recipe::Steps("manual", text(folder, name()?)?),
        "template" => Recipe::Template(text(folder, name()?)?),
        "care" => Recipe::Sections("care", text(folder, name()?)?),
        "safety" => Recipe::Sections("safety", text(folder, name()?)?),
        "certificate" => Recipe::Certificate(text(folder, name()?)?),
        "drawing" => Recipe::Drawing(text(folder, name()?)?),
        _ => return Err(wrong("no such sheet")),
    })
}

fn text<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<Arc<T>, ShopError> {
    read_json(&folder.join(format!("{name}.json"))).map(Arc::new)
}

/// Adds what a product names. What another product named before is shared: so do the copies of a grown shop with their family.
fn add(
    plan: &mut Plan,
    shop: &Catalogue,
    (recipes, lights): (&IndexMap<String, Recipe>, &IndexMap<String, Arc<Light>>),
    index: usize,
    product: &Product,
) -> Result<(), (String, String)> {
    let fields = &product.own.custom_fields;
    if let Some(by_language) = fields.get("vitrine_downloads").and_then(|value| value.as_object()) {
        for (iso, list) in by_language {
            for download in downloads(list) {
                let Some(name) = download
                    .get("url")
                    .and_then(Value::as_str)
                    .and_then(|url| name_of(&plan.base, url))
                else {
                    continue;
                };
                if !plan.requests.contains_key(name) {
                    let suffix = format!("-{}", short(iso));
                    let stem = name.strip_suffix(suffix.as_str());
                    let stem = stem.ok_or_else(|| (name.to_owned(), format!("must end in {suffix}")))?;
                    let label = download.get("label").and_then(Value::as_str).map(str::to_owned);
                    let request = request(recipes, stem, index, iso, label)?;
                    plan.requests.insert(name.to_owned(), request);
                }
            }
        }
    }
    let Some(energy) = fields.get("vitrine_energy") else {
        return Ok(());
    };
    for key in ENERGY {
        let Some(light) = energy
            .get(key)
            .and_then(Value::as_str)
            .and_then(|url| light_of(&plan.base, url))
        else {
            continue;
        };
        let recipe = lights.get(light).map(|light| match key {
            "label" => Recipe::Label(Arc::clone(light)),
            _ => Recipe::Energy(Arc::clone(light)),
        });
        let recipe = recipe.ok_or_else(|| {
            (
                format!("lights.{light}"),
                "a product names its label, and it is not here".to_owned(),
            )
        })?;
        for iso in &shop.languages {
            plan.requests
                .entry(energy_name(light, key, iso))
                .or_insert_with(|| Request {
                    recipe: recipe.clone(),
                    product: index,
                    iso: iso.clone(),
                    label: None,
                });
        }
    }
    Ok(())
}

/// What `vitrine_energy` names: the label and the product information sheet.
pub(super) const ENERGY: [&str; 2] = ["label", "sheet"];

/// The light in the address of its label or sheet: `goot` of `goot-label.png`. They are named once for all languages.
pub(super) fn light_of<'u>(base: &str, url: &'u str) -> Option<&'u str> {
    name_of(base, url)?.rsplit_once('-').map(|(light, _)| light)
}

/// The name of a light's label or sheet in a language.
pub(super) fn energy_name(light: &str, key: &str, iso: &str) -> String {
    let what = if key == "label" { "label" } else { "energy" };
    format!("{light}-{what}-{}", short(iso))
}

fn request(
    recipes: &IndexMap<String, Recipe>,
    stem: &str,
    product: usize,
    iso: &str,
    label: Option<String>,
) -> Result<Request, (String, String)> {
    let recipe = recipes.get(stem).cloned();
    Ok(Request {
        recipe: recipe.ok_or_else(|| {
            (
                format!("documents.{stem}"),
                "a product names this document, and it has no recipe".to_owned(),
            )
        })?,
        product,
        iso: iso.to_owned(),
        label,
    })
}

/// The downloads of a language: a list, or a list written as a string.
pub(super) fn downloads(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(list) => list.clone(),
        Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// The name in an address below `base`, without its ending.
pub(super) fn name_of<'u>(base: &str, url: &'u str) -> Option<&'u str> {
    let file = url.strip_prefix(base).filter(|_| !base.is_empty())?;
    file.rsplit_once('.').map(|(name, _)| name)
}

/// `nl` of `nl-NL`.
pub(super) fn short(iso: &str) -> &str {
    iso.split('-').next().unwrap_or(iso)
}
