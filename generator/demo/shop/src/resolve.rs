//! Reads the commerce files and resolves references. An unresolved reference is an error with file and key.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use indexmap::IndexMap;

use super::catalogue::{Catalogue, CategoryRow, OptionRow, Row, find};
use super::files::{self, CategoryKind};
use super::text::{Fields, Text};
use super::{ShopError, ShopFile, documents, id_of, read_json_or_default, scale};

impl Catalogue {
    /// Reads the commerce files of `shop_dir`.
    ///
    /// # Errors
    /// When a file is missing or invalid, or a reference cannot be resolved.
    pub fn load(shop_dir: &Path, shop: &ShopFile) -> Result<Self, ShopError> {
        load(shop_dir, shop, None)
    }

    /// As [`Catalogue::load`], scaled to this number of sellable products.
    ///
    /// # Errors
    /// As [`Catalogue::load`], and when the shop has more products than that.
    pub fn load_scaled(shop_dir: &Path, shop: &ShopFile, products: usize) -> Result<Self, ShopError> {
        load(shop_dir, shop, Some(products))
    }
}

fn load(shop_dir: &Path, shop: &ShopFile, products: Option<usize>) -> Result<Catalogue, ShopError> {
    let brands: IndexMap<String, files::Brand> = read_json_or_default(&shop_dir.join("brands.json"))?;
    let groups: IndexMap<String, files::PropertyGroup> = read_json_or_default(&shop_dir.join("properties.json"))?;
    let times: IndexMap<String, files::DeliveryTime> = read_json_or_default(&shop_dir.join("delivery_times.json"))?;
    let units: IndexMap<String, files::Unit> = read_json_or_default(&shop_dir.join("units.json"))?;
    let media: IndexMap<String, files::Media> = read_json_or_default(&shop_dir.join("media/manifest.json"))?;
    let promotions: Vec<files::Promotion> = read_json_or_default(&shop_dir.join("promotions.json"))?;
    let customers: Vec<files::CustomerFile> = read_json_or_default(&shop_dir.join("customers.json"))?;
    let orders: Vec<files::OrderFile> = read_json_or_default(&shop_dir.join("orders.json"))?;
    let mut catalogue = Catalogue {
        shop: Arc::new(shop.clone()),
        languages: shop.languages.iter().map(|language| language.iso.clone()).collect(),
        brands: rows("brand", brands, |file| file.id.clone()),
        groups: rows("property", groups, |file| file.id.clone()),
        options: Vec::new(),
        categories: Vec::new(),
        delivery_times: rows("delivery_time", times, |file| file.id.clone()),
        units: rows("unit", units, |file| file.id.clone()),
        media: rows("media", media, |file| file.id.clone()),
        promotions: rows(
            "promotion",
            promotions.into_iter().map(|file| (file.code.clone(), file)),
            |file| file.id.clone(),
        ),
        customers,
        orders,
        products: Vec::new(),
        product_by_id: HashMap::new(),
        product_by_number: HashMap::new(),
        listed: Arc::default(),
        stamps: HashMap::new(),
        taken_out: HashSet::new(),
        growth: 1,
    };
    add_options(&mut catalogue, &shop_dir.join("properties.json"))?;
    add_shown_options(&mut catalogue, &shop_dir.join("media/manifest.json"))?;
    add_categories(&mut catalogue, &shop_dir.join("categories.json"))?;
    check_shipping(&catalogue, &shop_dir.join("shop.json"))?;
    super::products::add_products(&mut catalogue, &shop_dir.join("products"))?;
    documents::check(shop_dir, &catalogue.products)?;
    if let Some(wanted) = products {
        scale::grow(&mut catalogue, wanted, shop_dir)?;
    }
    catalogue.list();
    Ok(catalogue)
}

fn rows<T>(kind: &str, items: impl IntoIterator<Item = (String, T)>, id: impl Fn(&T) -> Option<String>) -> Vec<Row<T>> {
    items
        .into_iter()
        .map(|(key, file)| Row {
            id: id_of(kind, &key, id(&file).as_deref()),
            key,
            file,
        })
        .collect()
}

fn add_options(catalogue: &mut Catalogue, path: &Path) -> Result<(), ShopError> {
    let mut options = Vec::new();
    for (group, row) in catalogue.groups.iter().enumerate() {
        for (key, file) in &row.file.options {
            let media = match &file.media {
                None => None,
                Some(name) => Some(find(&catalogue.media, name).ok_or_else(|| {
                    ShopError::invalid(
                        path,
                        format!("{}.options.{key}.media", row.key),
                        format!("no picture `{name}` in media/manifest.json"),
                    )
                })?),
            };
            let id = id_of("option", &format!("{}.{key}", row.key), file.id.as_deref());
            options.push(OptionRow {
                id,
                key: key.clone(),
                group,
                media,
                file: file.clone(),
            });
        }
    }
    catalogue.options = options;
    Ok(())
}

/// Replaces the names of the options in pictures by ids.
fn add_shown_options(catalogue: &mut Catalogue, path: &Path) -> Result<(), ShopError> {
    let groups = &catalogue.groups;
    let named = |option: &OptionRow| {
        Some((
            format!("{}.{}", groups.get(option.group)?.key, option.key),
            option.id.clone(),
        ))
    };
    let ids: HashMap<String, String> = catalogue.options.iter().filter_map(named).collect();
    for row in &mut catalogue.media {
        for shown in &mut row.file.shows {
            *shown = ids.get(shown).cloned().ok_or_else(|| {
                ShopError::invalid(
                    path,
                    format!("{}.shows", row.key),
                    format!("no option `{shown}` in properties.json"),
                )
            })?;
        }
    }
    Ok(())
}

fn add_categories(catalogue: &mut Catalogue, path: &Path) -> Result<(), ShopError> {
    let tree: Vec<files::Category> = read_json_or_default(path)?;
    let named = catalogue.shop.root.clone();
    let root = files::Category {
        key: "root".to_owned(),
        name: named.as_ref().map_or_else(
            || Text::Same(catalogue.shop.name.as_str().into()),
            |root| root.name.clone(),
        ),
        description: None,
        meta_title: None,
        meta_description: None,
        media: None,
        stream: None,
        seo_path: None,
        active: true,
        visible: true,
        kind: CategoryKind::Page,
        link: None,
        custom_fields: Fields::default(),
        children: tree,
        id: named.and_then(|root| root.id),
    };
    let mut rows = Vec::new();
    let mut keys = HashMap::new();
    add_category(&mut rows, &mut keys, root, None, None, Vec::new()).map_err(|key| {
        ShopError::invalid(
            path,
            &key,
            "this key is used twice; keys of categories are unique in the whole tree",
        )
    })?;
    catalogue.categories = rows;
    check_pictures(catalogue, path)?;
    check_links(catalogue, path)
}

/// Checks that the picture of every category exists.
fn check_pictures(catalogue: &Catalogue, path: &Path) -> Result<(), ShopError> {
    let named = catalogue.categories.iter();
    let mut named = named.filter_map(|row| Some((row, row.media.as_deref()?)));
    match named.find(|(_, media)| find(&catalogue.media, media).is_none()) {
        Some((row, media)) => Err(ShopError::invalid(
            path,
            format!("{}.media", row.key),
            format!("no picture `{media}` in media/manifest.json"),
        )),
        None => Ok(()),
    }
}

/// Checks that every category link has one target, and that it exists.
fn check_links(catalogue: &Catalogue, path: &Path) -> Result<(), ShopError> {
    for row in catalogue.categories.iter().filter(|row| row.kind == CategoryKind::Link) {
        let wrong = |problem: String| Err(ShopError::invalid(path, format!("{}.link", row.key), problem));
        let link = row.link.as_ref();
        let category = link.and_then(|link| link.category.as_ref());
        if category.is_some() == link.and_then(|link| link.url.as_ref()).is_some() {
            return wrong("a link leads either to a `category` or to a `url`".to_owned());
        }
        let mut keys = category.into_iter().flat_map(Text::values);
        if let Some(stray) = keys.find(|key| !catalogue.categories.iter().any(|row| row.key == *key)) {
            return wrong(format!("no category `{stray}` in categories.json"));
        }
    }
    Ok(())
}

fn add_category(
    rows: &mut Vec<CategoryRow>,
    keys: &mut HashMap<String, usize>,
    file: files::Category,
    parent: Option<usize>,
    after: Option<usize>,
    path: Vec<usize>,
) -> Result<usize, String> {
    let index = rows.len();
    if keys.insert(file.key.clone(), index).is_some() {
        return Err(file.key);
    }
    let mut below = path.clone();
    below.push(index);
    rows.push(CategoryRow {
        id: id_of("category", &file.key, file.id.as_deref()),
        key: file.key,
        parent,
        after,
        children: Vec::new(),
        path,
        name: file.name,
        description: file.description,
        meta_title: file.meta_title,
        meta_description: file.meta_description,
        media: file.media,
        stream: file.stream,
        seo_path: file.seo_path,
        active: file.active,
        visible: file.visible,
        kind: file.kind,
        link: file.link,
        custom_fields: file.custom_fields,
    });
    let mut children = Vec::new();
    for child in file.children {
        children.push(add_category(
            rows,
            keys,
            child,
            Some(index),
            children.last().copied(),
            below.clone(),
        )?);
    }
    if let Some(row) = rows.get_mut(index) {
        row.children = children;
    }
    Ok(index)
}

fn check_shipping(catalogue: &Catalogue, path: &Path) -> Result<(), ShopError> {
    for (index, shipping) in catalogue.shop.shipping.iter().enumerate() {
        if let Some(key) = &shipping.delivery_time
            && find(&catalogue.delivery_times, key).is_none()
        {
            let at = format!("shipping[{index}].delivery_time");
            return Err(ShopError::invalid(
                path,
                at,
                format!("no delivery time `{key}` in delivery_times.json"),
            ));
        }
    }
    Ok(())
}
