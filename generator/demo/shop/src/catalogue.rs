//! The commerce data of a shop folder with all references resolved; the stand-in Shopware serves from it. Immutable
//! once loaded; the control API replaces it by a modified copy, so every request sees one consistent state.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use jiff::Timestamp;

use super::files::{
    Brand, CategoryKind, CategoryLink, CustomerFile, DeliveryTime, Media, OrderFile, Promotion, PropertyGroup,
    PropertyOption, Unit,
};
use super::text::{Fields, Text};
use super::{Product, ShopFile};

pub use super::files::{PromotionKind, PromotionScope};

/// A row of the shop data with its id and key.
#[derive(Debug, Clone)]
pub struct Row<T> {
    /// 32 hex.
    pub id: String,
    /// Key in its file.
    pub key: String,
    /// The data from the file.
    pub file: T,
}

/// An option with its group.
#[derive(Debug, Clone)]
pub struct OptionRow {
    /// 32 hex.
    pub id: String,
    /// Key in its group.
    pub key: String,
    /// Index of its group.
    pub group: usize,
    /// Index of its picture.
    pub media: Option<usize>,
    /// The data from the file.
    pub file: PropertyOption,
}

/// A category with its position in the tree.
#[derive(Debug, Clone)]
pub struct CategoryRow {
    /// 32 hex.
    pub id: String,
    /// Key in its file.
    pub key: String,
    /// Index of its parent; `None` for the root.
    pub parent: Option<usize>,
    /// Index of the previous sibling.
    pub after: Option<usize>,
    /// Its children in order.
    pub children: Vec<usize>,
    /// Its ancestors, root first.
    pub path: Vec<usize>,
    /// Name.
    pub name: Text,
    /// Description.
    pub description: Option<Text>,
    /// `metaTitle`.
    pub meta_title: Option<Text>,
    /// `metaDescription`.
    pub meta_description: Option<Text>,
    /// Key of its picture.
    pub media: Option<String>,
    /// Numbers of the products and families in its product stream; `None` if its products are assigned.
    pub stream: Option<Vec<String>>,
    /// SEO path by language.
    pub seo_path: Option<Text>,
    /// Whether it is active.
    pub active: bool,
    /// Shown in the navigation.
    pub visible: bool,
    /// Its type.
    pub kind: CategoryKind,
    /// Link target, for a link.
    pub link: Option<CategoryLink>,
    /// Custom fields.
    pub custom_fields: Fields,
}

/// All data of the stand-in Shopware.
#[derive(Debug, Clone)]
pub struct Catalogue {
    /// `shop.json`.
    pub shop: Arc<ShopFile>,
    /// ISO codes of all languages, in file order.
    pub languages: Vec<String>,
    /// Brands.
    pub brands: Vec<Row<Brand>>,
    /// Property groups.
    pub groups: Vec<Row<PropertyGroup>>,
    /// Options of all groups.
    pub options: Vec<OptionRow>,
    /// The tree, root first, every category after its parent.
    pub categories: Vec<CategoryRow>,
    /// Delivery times.
    pub delivery_times: Vec<Row<DeliveryTime>>,
    /// Units of base prices.
    pub units: Vec<Row<Unit>>,
    /// Pictures.
    pub media: Vec<Row<Media>>,
    /// Promotions.
    pub promotions: Vec<Row<Promotion>>,
    /// Customers with an account at start.
    pub customers: Vec<CustomerFile>,
    /// Orders of those customers at start.
    pub orders: Vec<OrderFile>,
    /// Products and variants, parents before their variants.
    pub products: Vec<Arc<Product>>,
    /// Index by id.
    pub product_by_id: HashMap<String, usize>,
    /// Index by product number.
    pub product_by_number: HashMap<String, usize>,
    /// Indexes of the visible products, sorted by id, so that paging needs no sort.
    pub listed: Arc<Vec<usize>>,
    /// Last change of rows other than products, by id; a missing row was never changed.
    pub stamps: HashMap<String, Timestamp>,
    /// Ids of products removed from the sales channel.
    pub taken_out: HashSet<String>,
    /// Number of copies of every brand, designer and entry: 1 unless the shop was scaled.
    pub growth: usize,
}

impl Catalogue {
    /// Recomputes [`Catalogue::listed`].
    pub(super) fn list(&mut self) {
        let mut visible: Vec<(&str, usize)> = self
            .products
            .iter()
            .enumerate()
            .filter(|(_, product)| self.is_visible(product))
            .map(|(index, product)| (product.id.as_str(), index))
            .collect();
        visible.sort_unstable();
        self.listed = Arc::new(visible.into_iter().map(|(_, index)| index).collect());
    }

    /// A product by id, if it is active (and so is its parent).
    #[must_use]
    pub fn visible_product(&self, id: &str) -> Option<&Arc<Product>> {
        self.product_by_id
            .get(id)
            .and_then(|index| self.products.get(*index))
            .filter(|product| self.is_visible(product))
    }

    /// Whether a product is active and in the sales channel, and its parent too.
    #[must_use]
    pub fn is_visible(&self, product: &Product) -> bool {
        let shown = |product: &Product| product.file.active && !self.taken_out.contains(&product.id);
        let parent = product.parent.and_then(|index| self.products.get(index));
        shown(product) && parent.is_none_or(|parent| shown(parent))
    }

    /// The variants of a product.
    pub fn children<'c, 'p>(&'c self, product: &'p Product) -> impl Iterator<Item = &'c Arc<Product>> + use<'c, 'p> {
        product.children.iter().filter_map(|index| self.products.get(*index))
    }

    /// The representative variant of a family: the main variant, otherwise the first available one, otherwise the
    /// cheapest.
    #[must_use]
    pub fn representative<'c>(&'c self, product: &Product) -> Option<&'c Arc<Product>> {
        let main = product
            .main_variant
            .and_then(|index| self.products.get(index))
            .filter(|child| self.is_visible(child));
        main.or_else(|| {
            let mut children: Vec<_> = self.children(product).filter(|child| self.is_visible(child)).collect();
            children.sort_by(|a, b| {
                b.available()
                    .cmp(&a.available())
                    .then(a.cheapest_price(None).total_cmp(&b.cheapest_price(None)))
            });
            children.first().copied()
        })
    }

    /// Tax rate of a product in percent.
    #[must_use]
    pub fn tax_rate(&self, product: &Product) -> f64 {
        self.shop.taxes.get_index(product.tax).map_or(0.0, |(_, tax)| tax.rate)
    }

    /// A copy in which a product is removed from the sales channel, or added again; `None` if no product has this
    /// number.
    #[must_use]
    pub fn with_visibility(&self, number: &str, visible: bool) -> Option<Self> {
        let id = self.product_id(number)?.to_owned();
        let mut copy = self.clone();
        if visible {
            copy.taken_out.remove(&id);
        } else {
            copy.taken_out.insert(id);
        }
        copy.list();
        Some(copy)
    }

    /// The id of a product by its number.
    pub fn product_id(&self, number: &str) -> Option<&str> {
        let index = *self.product_by_number.get(number)?;
        Some(&self.products.get(index)?.id)
    }

    /// A copy in which the product with this number is modified, or `None` if there is none. Variants of a modified
    /// parent keep their own values.
    #[must_use]
    pub fn with_product(&self, number: &str, change: impl FnOnce(&mut Product)) -> Option<Self> {
        let index = *self.product_by_number.get(number)?;
        let mut copy = self.clone();
        let product = Arc::make_mut(copy.products.get_mut(index)?);
        let active = product.file.active;
        change(product);
        if product.file.active != active {
            copy.list();
        }
        Some(copy)
    }
}

/// Index of the row with a key.
pub(super) fn find<T>(rows: &[Row<T>], key: &str) -> Option<usize> {
    rows.iter().position(|row| row.key == key)
}
