//! The shop: products and what they are sorted and described by, with an index for every join that reads no entry.
//!
//! **Invariant:** immutable after construction, and independent of the CMS, so that builds of the same shop share it.

use std::collections::HashSet;

use super::{
    categories::CategoryIndex,
    facets,
    listed_prices::{ListedPrices, listed_prices},
    table::{Index, ProductList, Table, table, table_after, table_get},
};
use crate::{
    ids::{BrandId, CategoryId, ProductId, ProductNumber, PropertyGroupId, PropertyOptionId},
    money::Currency,
    product::{Brand, Category, Family, Product, PropertyGroup, PropertyOption},
    record::Record,
    redirect::{FormerPath, OldPath},
};

/// The converted records of the shop, in any order.
#[derive(Debug)]
pub struct ShopParts {
    /// The channel's currency.
    pub currency: Currency,
    /// Sellable products.
    pub products: Vec<Product>,
    /// Parents of variants.
    pub families: Vec<Family>,
    /// Manufacturers.
    pub brands: Vec<Brand>,
    /// Categories.
    pub categories: Vec<Category>,
    /// Property groups.
    pub property_groups: Vec<PropertyGroup>,
    /// Property options.
    pub property_options: Vec<PropertyOption>,
    /// SEO paths that products had before.
    pub former_paths: Vec<FormerPath>,
    /// SEO paths of Shopware's own storefront, where its addresses are to lead here.
    pub old_paths: Vec<OldPath>,
}

/// The records of the shop with their indexes. They are read through [`super::Catalog`].
#[derive(Debug)]
pub struct Shop {
    pub(super) currency: Currency,
    pub(super) products: Table<ProductId, Product>,
    pub(super) families: Table<ProductId, Family>,
    pub(super) brands: Table<BrandId, Brand>,
    pub(super) categories: Table<CategoryId, Category>,
    pub(super) property_groups: Table<PropertyGroupId, PropertyGroup>,
    pub(super) property_options: Table<PropertyOptionId, PropertyOption>,
    pub(super) former_paths: Vec<FormerPath>,
    pub(super) old_paths: Vec<OldPath>,
    pub(super) newest: ProductList,
    pub(super) reduced: ProductList,
    pub(super) listed_prices: ListedPrices,
    pub(super) by_number: Index<ProductNumber, ProductId>,
    pub(super) family_numbers: Index<ProductNumber, ProductId>,
    pub(super) variants: Index<ProductId, Vec<ProductId>>,
    pub(super) by_brand: Index<BrandId, ProductList>,
    pub(super) by_category: Index<CategoryId, ProductList>,
    pub(super) by_property_entry: Index<(String, String), ProductList>,
    pub(super) brand_codes: Index<String, BrandId>,
    pub(super) category_index: CategoryIndex,
}

/// Builds the lists by product number and hashes each once, because every page of a brand reads the same list.
fn lists<K: Eq + std::hash::Hash>(
    products: &Table<ProductId, Product>,
    found: Index<K, Vec<ProductId>>,
) -> Index<K, ProductList> {
    let by_number = |(key, mut ids): (K, Vec<ProductId>)| {
        sort_by_number(products, &mut ids);
        (key, Record::new(ids))
    };
    found.into_iter().map(by_number).collect()
}

/// Like [`lists`], with only the first product of each family, so that a brand page does not show one sofa in every
/// fabric.
fn lists_of_families<K: Eq + std::hash::Hash>(
    products: &Table<ProductId, Product>,
    found: Index<K, Vec<ProductId>>,
) -> Index<K, ProductList> {
    let family = |id: &ProductId| products.get(id).and_then(|r| r.value().family.clone());
    let firsts = |(key, mut ids): (K, Vec<ProductId>)| {
        let mut seen = HashSet::new();
        sort_by_number(products, &mut ids);
        ids.retain(|id| family(id).is_none_or(|family| seen.insert(family)));
        (key, Record::new(ids))
    };
    found.into_iter().map(firsts).collect()
}

fn sort_by_number(products: &Table<ProductId, Product>, ids: &mut [ProductId]) {
    let number = |id: &ProductId| products.get(id).map(|r| &r.value().number);
    ids.sort_by(|a, b| number(a).cmp(&number(b)));
}

impl Shop {
    /// Sorts, hashes and indexes the parts. If two records have the same id, the last one is kept.
    pub fn new(parts: ShopParts) -> Self {
        Self::after(None, parts)
    }

    /// As [`Self::new`]. Products that an earlier shop has alike are shared with it.
    pub fn after(earlier: Option<&Self>, parts: ShopParts) -> Self {
        let products = table_after(earlier.map(|shop| &shop.products), parts.products, |p| p.id.clone());
        let mut shop = Self {
            currency: parts.currency,
            families: table(parts.families, |f| f.id.clone()),
            brands: table(parts.brands, |b| b.id.clone()),
            categories: table(parts.categories, |c| c.id.clone()),
            property_groups: table(parts.property_groups, |g| g.id.clone()),
            property_options: table(parts.property_options, |o| o.id.clone()),
            former_paths: parts.former_paths,
            old_paths: parts.old_paths,
            newest: Record::new(Vec::new()),
            reduced: Record::new(Vec::new()),
            listed_prices: listed_prices(&products),
            by_number: Index::default(),
            family_numbers: Index::default(),
            variants: Index::default(),
            by_brand: Index::default(),
            by_category: Index::default(),
            by_property_entry: Index::default(),
            brand_codes: Index::default(),
            category_index: CategoryIndex::default(),
            products,
        };
        shop.index_products();
        shop.index_property_entries();
        shop.list_products();
        shop.index_categories();
        shop
    }

    /// Every sellable product, by id.
    pub fn products(&self) -> impl ExactSizeIterator<Item = &Record<Product>> {
        self.products.values()
    }

    /// The family with a number or of the variant with it; a product without a family counts as its own.
    pub(super) fn family_of_number(&self, number: &ProductNumber) -> Option<ProductId> {
        if let Some(family) = self.family_numbers.get(number) {
            return Some(family.clone());
        }
        let id = self.by_number.get(number)?;
        let family = table_get(&self.products, id).and_then(|p| p.family.clone());
        Some(family.unwrap_or_else(|| id.clone()))
    }

    fn index_products(&mut self) {
        let mut by_brand: Index<BrandId, Vec<ProductId>> = Index::default();
        let mut by_category: Index<CategoryId, Vec<ProductId>> = Index::default();
        for (id, record) in &self.products {
            let product = record.value();
            self.by_number.insert(product.number.clone(), id.clone());
            if let Some(family) = &product.family {
                self.variants.entry(family.clone()).or_default().push(id.clone());
            }
            if let Some(brand) = &product.brand {
                by_brand.entry(brand.clone()).or_default().push(id.clone());
            }
            for category in &product.categories {
                by_category.entry(category.clone()).or_default().push(id.clone());
            }
        }
        for (id, record) in &self.families {
            self.family_numbers.insert(record.value().number.clone(), id.clone());
        }
        let products = &self.products;
        self.variants.values_mut().for_each(|ids| sort_by_number(products, ids));
        self.by_brand = lists_of_families(products, by_brand);
        self.by_category = lists(products, by_category);
    }

    fn index_property_entries(&mut self) {
        let mut by_entry: Index<(String, String), Vec<ProductId>> = Index::default();
        for (id, record) in &self.products {
            for option in &record.value().properties {
                let Some(option) = self.property_options.get(option).map(Record::value) else {
                    continue;
                };
                let group = self.property_groups.get(&option.group).map(Record::value);
                let Some(external) = group.and_then(|g| g.external_id.clone()) else {
                    continue;
                };
                let list = by_entry.entry((external, option.entry.clone())).or_default();
                if list.last() != Some(id) {
                    list.push(id.clone());
                }
            }
        }
        self.by_property_entry = lists_of_families(&self.products, by_entry);
        for (id, record) in &self.brands {
            self.brand_codes
                .entry(record.value().code.clone())
                .or_insert_with(|| id.clone());
        }
    }

    fn index_categories(&mut self) {
        let representatives = facets::representatives(&self.property_options, &self.property_groups);
        self.category_index = CategoryIndex::new(
            &self.categories,
            (&self.products, &self.families),
            &representatives,
            &self.listed_prices,
        );
    }

    fn list_products(&mut self) {
        let products = || self.products.values().map(Record::value);
        let mut newest: Vec<&Product> = products().filter(|p| p.created_at.is_some()).collect();
        newest.sort_by(|a, b| (&b.created_at, &a.number).cmp(&(&a.created_at, &b.number)));
        let listed = |p: &&Product| {
            let price = self.listed_prices.get(p.family_or_own_id());
            price.is_some_and(|price| price.value().product == p.id)
        };
        let mut reduced: Vec<&Product> = products().filter(listed).collect();
        reduced.retain(|p| p.first_price().struck().is_some());
        reduced.sort_by(|a, b| a.number.cmp(&b.number));
        let ids = |list: Vec<&Product>| Record::new(list.into_iter().map(|p| p.id.clone()).collect());
        (self.newest, self.reduced) = (ids(newest), ids(reduced));
    }
}
