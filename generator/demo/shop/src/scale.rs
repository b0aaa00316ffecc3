//! Scales a loaded shop to any number of sellable products: copies of its families with their own names, prices and
//! dimensions, and with more brands, designers, fabrics and categories. A copy depends only on its number; values that
//! copies have in common are shared in memory.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use super::catalogue::{Catalogue, CategoryRow, OptionRow, Row};
use super::product::{CrossSelling, Product};
use super::scale_family::{Copy, copied, copied_variant, ean};
use super::text::{Fields, Text};
use super::{ShopError, id_of, names};

/// Groups whose options are always copied: designers and collections, by external id.
const GROWING: [&str; 2] = ["designer", "collection"];

/// Scales `catalogue` to `wanted` sellable products.
pub(super) fn grow(catalogue: &mut Catalogue, wanted: usize, shop_dir: &Path) -> Result<(), ShopError> {
    let families: Vec<usize> = (0..catalogue.products.len())
        .filter(|index| {
            let root = |product: &&Arc<Product>| product.parent.is_none() && catalogue.is_visible(product);
            catalogue.products.get(*index).is_some_and(|product| root(&product))
        })
        .collect();
    let sellable = |product: &&Arc<Product>| product.sellable() && catalogue.is_visible(product);
    let loaded = catalogue.products.iter().filter(sellable).count();
    let Some(mut missing) = wanted.checked_sub(loaded).filter(|_| loaded > 0) else {
        let problem =
            format!("the shop has {loaded} sellable products and can only be scaled to more, not to {wanted}");
        return Err(ShopError::invalid(&shop_dir.join("products"), "--products", problem));
    };
    // The number of brands grows with the square root: ten times the products have about three times the brands.
    catalogue.growth = (wanted / loaded).isqrt().max(1);
    let places = Places::grow(catalogue);
    let mut copy = 0;
    while missing > 0 {
        copy += 1;
        let first = catalogue.products.len();
        let mut copies = HashMap::new();
        for (place, family) in families.iter().enumerate() {
            if missing == 0 {
                break;
            }
            let as_copy = Copy::new(copy, (copy - 1) * families.len() + place + 1);
            missing -= add_family(catalogue, &places, *family, &as_copy, missing, &mut copies);
        }
        cross_sell(catalogue, first, &copies);
    }
    let twice = catalogue.products.len() - catalogue.product_by_number.len();
    if twice > 0 {
        let problem =
            format!("{twice} copies have the number of another product: give the shop's own numbers other ends");
        return Err(ShopError::invalid(&shop_dir.join("products"), "--products", problem));
    }
    Ok(())
}

/// Indexes of the brands, options and categories of copies.
struct Places {
    growth: usize,
    brands: usize,
    /// By option, then by sibling.
    options: Vec<Vec<usize>>,
    /// By category, then by sibling.
    categories: Vec<Vec<usize>>,
}

impl Places {
    fn grow(catalogue: &mut Catalogue) -> Self {
        let growth = catalogue.growth;
        let brands = catalogue.brands.len();
        for sibling in 1..growth {
            for place in 0..brands {
                if let Some(row) = catalogue.brands.get(place).map(|row| brand(row, sibling)) {
                    catalogue.brands.push(row);
                }
            }
        }
        Self {
            growth,
            brands,
            options: grow_options(catalogue),
            categories: grow_categories(catalogue),
        }
    }

    fn sibling(&self, copy: &Copy) -> usize {
        copy.number % self.growth
    }

    fn place(table: &[Vec<usize>], of: usize, sibling: usize) -> usize {
        table
            .get(of)
            .and_then(|siblings| siblings.get(sibling))
            .copied()
            .unwrap_or(of)
    }

    /// Assigns a copied product to the copies of its original's brand, options and categories.
    fn assign(&self, product: &mut Product, copy: &Copy) {
        let sibling = self.sibling(copy);
        product.brand += sibling * self.brands;
        for option in product.properties.iter_mut().chain(&mut product.options) {
            *option = Self::place(&self.options, *option, sibling);
        }
        for category in &mut product.categories {
            *category = Self::place(&self.categories, *category, sibling);
        }
    }
}

fn brand(row: &Row<super::Brand>, sibling: usize) -> Row<super::Brand> {
    let key = names::key(&row.key, sibling);
    let mut file = row.file.clone();
    file.name = names::thing(&file.name, sibling);
    file.custom_fields = suffixed(&file.custom_fields, "vitrine_brand_code", sibling);
    Row {
        id: id_of("brand", &key, None),
        key,
        file,
    }
}

/// The fields, with the key in one of them replaced by that of a copy.
fn suffixed(fields: &Fields, name: &str, sibling: usize) -> Fields {
    let change = |(key, value): (&Arc<str>, &Arc<serde_json::Value>)| {
        let value = match value.as_str() {
            Some(text) if **key == *name => Arc::new(names::key(text, sibling).into()),
            _ => Arc::clone(value),
        };
        (Arc::clone(key), value)
    };
    fields.iter().map(change).collect()
}

fn grow_options(catalogue: &mut Catalogue) -> Vec<Vec<usize>> {
    let loaded = catalogue.options.len();
    let mut places: Vec<Vec<usize>> = (0..loaded).map(|option| vec![option]).collect();
    for sibling in 1..catalogue.growth {
        for (place, siblings) in places.iter_mut().enumerate() {
            let Some(row) = catalogue.options.get(place) else {
                continue;
            };
            let Some(group) = catalogue.groups.get(row.group) else {
                continue;
            };
            let means = group.file.external_id.as_deref().unwrap_or_default();
            if GROWING.contains(&means) || group.file.display == "color" {
                let row = option(row, &group.key, means, loaded, sibling);
                siblings.push(catalogue.options.len());
                catalogue.options.push(row);
            }
        }
    }
    places
}

fn option(row: &OptionRow, group: &str, means: &str, loaded: usize, sibling: usize) -> OptionRow {
    let key = names::key(&row.key, sibling);
    let mut file = row.file.clone();
    file.name = file.name.map(|_, name| match means {
        "designer" => names::person(name, sibling),
        "collection" => names::thing(name, sibling),
        _ => format!("{name} {}", sibling + 1),
    });
    file.position += i64::try_from(loaded * sibling).unwrap_or(i64::MAX);
    file.custom_fields = suffixed(&file.custom_fields, "vitrine_entry", sibling);
    OptionRow {
        id: id_of("option", &format!("{group}.{key}"), None),
        key,
        group: row.group,
        media: row.media,
        file,
    }
}

/// Adds sub-categories to every category without any, after all others, so that listings do not grow with the shop.
fn grow_categories(catalogue: &mut Catalogue) -> Vec<Vec<usize>> {
    let leaves: Vec<bool> = catalogue
        .categories
        .iter()
        .map(|row| row.children.is_empty() && row.parent.is_some())
        .collect();
    let mut places: Vec<Vec<usize>> = (0..leaves.len()).map(|category| vec![category]).collect();
    for sibling in 1..catalogue.growth {
        for (place, siblings) in places.iter_mut().enumerate() {
            if leaves.get(place) != Some(&true) {
                continue;
            }
            let index = catalogue.categories.len();
            let Some(leaf) = catalogue.categories.get_mut(place) else {
                continue;
            };
            let row = series(leaf, place, sibling);
            leaf.children.push(index);
            siblings.push(index);
            catalogue.categories.push(row);
        }
    }
    places
}

fn series(leaf: &CategoryRow, place: usize, sibling: usize) -> CategoryRow {
    let key = names::key(&leaf.key, sibling);
    let word = names::coined(sibling);
    let mut path = leaf.path.clone();
    path.push(place);
    CategoryRow {
        id: id_of("category", &key, None),
        parent: Some(place),
        after: leaf.children.last().copied(),
        children: Vec::new(),
        path,
        name: leaf.name.map(|_, name| names::thing(name, sibling)),
        description: leaf.description.clone(),
        meta_title: None,
        meta_description: None,
        media: leaf.media.clone(),
        stream: None,
        seo_path: leaf.seo_path.as_ref().map(|path| below(path, &word)),
        active: leaf.active,
        visible: leaf.visible,
        kind: leaf.kind,
        link: leaf.link.clone(),
        // The CMS has no page for it, so it has no code.
        custom_fields: Fields::default(),
        key,
    }
}

fn below(path: &Text, word: &str) -> Text {
    path.map(|_, path| format!("{}/{word}/", path.trim_end_matches('/')))
}

/// Adds a copy of a family with at most `missing` sellable products; returns their number.
fn add_family(
    catalogue: &mut Catalogue,
    places: &Places,
    family: usize,
    copy: &Copy,
    missing: usize,
    copies: &mut HashMap<usize, usize>,
) -> usize {
    let Some(original) = catalogue.products.get(family).map(Arc::clone) else {
        return 0;
    };
    let children: Vec<usize> = original
        .children
        .iter()
        .copied()
        .filter(|index| catalogue.products.get(*index).is_some_and(|child| child.file.active))
        .take(missing)
        .collect();
    if children.is_empty() && !original.sellable() {
        return 0;
    }
    let index = catalogue.products.len();
    let mut parent = copied(&original, copy);
    places.assign(&mut parent, copy);
    parent.children = (index + 1..=index + children.len()).collect();
    let main = original
        .main_variant
        .and_then(|main| children.iter().position(|child| *child == main));
    parent.main_variant = original.main_variant.map(|_| index + 1 + main.unwrap_or(0));
    let mut variants = Vec::with_capacity(children.len());
    for child in &children {
        if let Some(original) = catalogue.products.get(*child) {
            let mut variant = copied_variant(original, &parent, copy);
            places.assign(&mut variant, copy);
            variant.parent = Some(index);
            variants.push(variant);
        }
    }
    let sellable = variants.len().max(1);
    for (original, product) in std::iter::once(family)
        .chain(children)
        .zip(std::iter::once(parent).chain(variants))
    {
        copies.insert(original, catalogue.products.len());
        insert(catalogue, product);
    }
    sellable
}

fn insert(catalogue: &mut Catalogue, mut product: Product) {
    let index = catalogue.products.len();
    product.file.ean = product.file.ean.map(|_| ean(index));
    catalogue.product_by_number.insert(product.file.number.clone(), index);
    catalogue.product_by_id.insert(product.id.clone(), index);
    catalogue.products.push(Arc::new(product));
}

/// Cross-selling of copies refers to copies of the same round, if there are any.
fn cross_sell(catalogue: &mut Catalogue, first: usize, copies: &HashMap<usize, usize>) {
    for product in catalogue.products.iter_mut().skip(first) {
        if product.cross_selling.is_empty() {
            continue;
        }
        let product = Arc::make_mut(product);
        let number = product.file.number.clone();
        for (position, row) in product.cross_selling.iter_mut().enumerate() {
            *row = CrossSelling {
                id: id_of("cross_selling", &format!("{number}.{position}"), None),
                name: row.name.clone(),
                products: row
                    .products
                    .iter()
                    .map(|index| copies.get(index).copied().unwrap_or(*index))
                    .collect(),
            };
        }
    }
}
