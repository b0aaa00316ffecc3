//! Reads the products of a shop folder: variants inherit from their family, references are resolved.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::catalogue::{Catalogue, find};
use super::files::{self, ProductFile};
use super::product::{CrossSelling, Own, Product};
use super::{ShopError, from_value, id_of, read_json};

/// Keys that a variant never inherits from its family, because they identify a product.
const NOT_INHERITED: [&str; 7] = [
    "id",
    "variants",
    "options",
    "main_variant",
    "cross_selling",
    "seo_path",
    "custom_fields",
];

/// Reads `products/` and resolves the references of products.
pub(super) fn add_products(catalogue: &mut Catalogue, folder: &Path) -> Result<(), ShopError> {
    let mut crossings: Vec<(PathBuf, usize, Vec<files::CrossSelling>)> = Vec::new();
    let keys = CategoryKeys::of(catalogue);
    for path in product_files(folder)? {
        let mut family: Map<String, Value> = read_json(&path)?;
        let variants: Vec<Map<String, Value>> = take(&path, &mut family, "variants")?;
        let groups: Vec<String> = take(&path, &mut family, "options")?;
        let main: Option<String> = take(&path, &mut family, "main_variant")?;
        let parent_file: ProductFile = from_value(&path, "the product", Value::Object(family.clone()))?;
        let parent_index = catalogue.products.len();
        let mut parent = product(catalogue, &keys, &path, parent_file, &family, None)?;
        parent.configurator = groups
            .iter()
            .map(|key| {
                find(&catalogue.groups, key)
                    .ok_or_else(|| ShopError::invalid(&path, "options", format!("no group `{key}` in properties.json")))
            })
            .collect::<Result<_, _>>()?;
        crossings.push((path.clone(), parent_index, parent.file.cross_selling.clone()));
        let family_groups = parent.configurator.clone();
        insert(catalogue, &path, parent)?;
        let mut children = Vec::new();
        for (position, own) in variants.into_iter().enumerate() {
            let at = format!("variants[{position}]");
            let child = variant(
                catalogue,
                &keys,
                &path,
                &at,
                (&family, &family_groups, parent_index),
                own,
            )?;
            children.push(insert(catalogue, &path, child)?);
        }
        let main_variant = match main {
            None => None,
            Some(number) => Some(
                catalogue
                    .product_by_number
                    .get(&number)
                    .copied()
                    .filter(|index| children.contains(index))
                    .ok_or_else(|| {
                        ShopError::invalid(&path, "main_variant", format!("`{number}` is none of the variants"))
                    })?,
            ),
        };
        if let Some(parent) = catalogue.products.get_mut(parent_index) {
            let parent = Arc::make_mut(parent);
            parent.children = children;
            parent.main_variant = main_variant;
        }
    }
    for (path, index, crossing) in crossings {
        add_cross_selling(catalogue, &path, index, crossing)?;
    }
    Ok(())
}

fn product_files(folder: &Path) -> Result<Vec<PathBuf>, ShopError> {
    let read = |source| ShopError::Read {
        path: folder.to_owned(),
        source,
    };
    let mut paths = Vec::new();
    // A shop may have only content.
    if !folder.exists() {
        return Ok(paths);
    }
    for entry in std::fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn take<T: serde::de::DeserializeOwned + Default>(
    path: &Path,
    map: &mut Map<String, Value>,
    key: &str,
) -> Result<T, ShopError> {
    map.shift_remove(key)
        .map_or_else(|| Ok(T::default()), |value| from_value(path, key, value))
}

/// A variant: the family's values, overridden by its own. Custom fields are merged by name, as Shopware does.
fn variant(
    catalogue: &Catalogue,
    keys: &CategoryKeys,
    path: &Path,
    at: &str,
    (family, groups, parent): (&Map<String, Value>, &[usize], usize),
    mut own: Map<String, Value>,
) -> Result<Product, ShopError> {
    let choice: IndexMap<String, String> = take(path, &mut own, "options")?;
    let mut merged: Map<String, Value> = family.clone();
    for key in NOT_INHERITED {
        merged.shift_remove(key);
    }
    let mut custom = family
        .get("custom_fields")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    custom.extend(
        own.get("custom_fields")
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default(),
    );
    merged.extend(own.clone());
    merged.insert("custom_fields".to_owned(), Value::Object(custom));
    let file: ProductFile = from_value(path, at, Value::Object(merged))?;
    let mut child = product(catalogue, keys, path, file, &own, Some(parent))?;
    for group in groups {
        let key = catalogue.groups.get(*group).map_or("", |row| row.key.as_str());
        let option = choice
            .get(key)
            .ok_or_else(|| ShopError::invalid(path, format!("{at}.options"), format!("`{key}` is missing")))?;
        child
            .options
            .push(find_option(catalogue, *group, option).ok_or_else(|| {
                ShopError::invalid(
                    path,
                    format!("{at}.options.{key}"),
                    format!("no option `{option}` in properties.json"),
                )
            })?);
    }
    if let Some(stray) = choice.keys().find(|key| {
        !groups
            .iter()
            .any(|group| catalogue.groups.get(*group).is_some_and(|row| row.key == **key))
    }) {
        return Err(ShopError::invalid(
            path,
            format!("{at}.options.{stray}"),
            "is not among the family's `options`",
        ));
    }
    Ok(child)
}

fn find_option(catalogue: &Catalogue, group: usize, key: &str) -> Option<usize> {
    catalogue
        .options
        .iter()
        .position(|option| option.group == group && option.key == key)
}

fn product(
    catalogue: &Catalogue,
    keys: &CategoryKeys,
    path: &Path,
    file: ProductFile,
    named: &Map<String, Value>,
    parent: Option<usize>,
) -> Result<Product, ShopError> {
    let wrong = |key: &str, problem: String| ShopError::invalid(path, format!("{}: {key}", file.number), problem);
    let brand = find(&catalogue.brands, &file.brand)
        .ok_or_else(|| wrong("brand", format!("no brand `{}` in brands.json", file.brand)))?;
    let tax = file
        .tax
        .as_deref()
        .map_or(Some(0), |key| catalogue.shop.taxes.get_index_of(key))
        .ok_or_else(|| wrong("tax", "is none of `taxes` in shop.json".to_owned()))?;
    let delivery_time = file
        .delivery_time
        .as_deref()
        .map(|key| {
            find(&catalogue.delivery_times, key)
                .ok_or_else(|| wrong("delivery_time", format!("no `{key}` in delivery_times.json")))
        })
        .transpose()?;
    let unit = file
        .unit
        .as_deref()
        .map(|key| find(&catalogue.units, key).ok_or_else(|| wrong("unit", format!("no unit `{key}` in units.json"))))
        .transpose()?;
    let categories = file
        .categories
        .iter()
        .map(|key| {
            keys.0
                .get(key)
                .copied()
                .ok_or_else(|| wrong("categories", format!("no category `{key}` in categories.json")))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let media = file
        .media
        .iter()
        .map(|name| {
            find(&catalogue.media, name)
                .ok_or_else(|| wrong("media", format!("no picture `{name}` in media/manifest.json")))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let mut properties = Vec::new();
    for (group_key, option_keys) in &file.properties {
        let group = find(&catalogue.groups, group_key)
            .ok_or_else(|| wrong("properties", format!("no group `{group_key}` in properties.json")))?;
        for key in option_keys {
            properties.push(find_option(catalogue, group, key).ok_or_else(|| {
                wrong(
                    &format!("properties.{group_key}"),
                    format!("no option `{key}` in properties.json"),
                )
            })?);
        }
    }
    let root = parent.is_none();
    let own = Own {
        name: root || named.contains_key("name"),
        description: root || named.contains_key("description"),
        keywords: root || named.contains_key("keywords"),
        pack_unit: root || named.contains_key("pack_unit"),
        meta_title: root || named.contains_key("meta_title"),
        meta_description: root || named.contains_key("meta_description"),
        media: root || named.contains_key("media"),
        custom_fields: named
            .get("custom_fields")
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default()
            .into(),
    };
    Ok(Product {
        id: id_of("product", &file.number, file.id.as_deref()),
        own,
        parent,
        children: Vec::new(),
        main_variant: None,
        brand,
        tax,
        categories,
        properties,
        options: Vec::new(),
        configurator: Vec::new(),
        media,
        delivery_time,
        unit,
        cross_selling: Vec::new(),
        file,
    })
}

fn insert(catalogue: &mut Catalogue, path: &Path, product: Product) -> Result<usize, ShopError> {
    let index = catalogue.products.len();
    let number = product.file.number.clone();
    if catalogue.product_by_number.insert(number.clone(), index).is_some() {
        return Err(ShopError::invalid(
            path,
            "number",
            format!("`{number}` is used twice; product numbers are unique"),
        ));
    }
    if catalogue.product_by_id.insert(product.id.clone(), index).is_some() {
        return Err(ShopError::invalid(
            path,
            format!("{number}: id"),
            "is used twice; ids are unique",
        ));
    }
    catalogue.products.push(Arc::new(product));
    Ok(index)
}

fn add_cross_selling(
    catalogue: &mut Catalogue,
    path: &Path,
    index: usize,
    files: Vec<files::CrossSelling>,
) -> Result<(), ShopError> {
    let number = catalogue
        .products
        .get(index)
        .map(|product| product.file.number.clone())
        .unwrap_or_default();
    let mut rows = Vec::new();
    for (position, file) in files.into_iter().enumerate() {
        let products = file
            .products
            .iter()
            .map(|wanted| {
                catalogue.product_by_number.get(wanted).copied().ok_or_else(|| {
                    ShopError::invalid(
                        path,
                        format!("cross_selling[{position}].products"),
                        format!("no product `{wanted}`"),
                    )
                })
            })
            .collect::<Result<_, _>>()?;
        rows.push(CrossSelling {
            id: id_of("cross_selling", &format!("{number}.{position}"), file.id.as_deref()),
            name: file.name,
            products,
        });
    }
    if let Some(product) = catalogue.products.get_mut(index) {
        Arc::make_mut(product).cross_selling = rows;
    }
    Ok(())
}

/// Index of each category by key.
struct CategoryKeys(HashMap<String, usize>);

impl CategoryKeys {
    fn of(catalogue: &Catalogue) -> Self {
        Self(
            catalogue
                .categories
                .iter()
                .enumerate()
                .map(|(index, row)| (row.key.clone(), index))
                .collect(),
        )
    }
}
