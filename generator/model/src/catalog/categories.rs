//! The tree of categories, and the products of each category and of all categories below it, as lists of cards.
//!
//! **Invariant:** a list has one product of each family: its main variant if that is in the list, otherwise the first
//! by number.

use std::cmp::Reverse;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::{
    facets::{self, CountsOfLists, FacetCounts, Representatives},
    listed_prices::ListedPrices,
    table::{Index, ProductList, Table, table_get},
};
use crate::{
    content::{Choice, ProductsSort},
    ids::{CategoryId, ProductId},
    product::{Category, Family, Product, StockState},
    record::Record,
};

/// Deeper trees are cut; this also stops at cycles of parents.
const DEEPEST: usize = 16;

/// The lists of one order; `None` is the list of all products.
type Lists = Index<Option<CategoryId>, ProductList>;

/// The joins of categories.
#[derive(Debug, Default)]
pub(super) struct CategoryIndex {
    by_code: Index<String, CategoryId>,
    children: Index<Option<CategoryId>, Record<Vec<CategoryId>>>,
    lists: Index<ProductsSort, Lists>,
    counts: CountsOfLists,
}

impl CategoryIndex {
    pub(super) fn new(
        categories: &Table<CategoryId, Category>,
        (products, families): (&Table<ProductId, Product>, &Table<ProductId, Family>),
        representatives: &Representatives,
        prices: &ListedPrices,
    ) -> Self {
        let cards = cards(categories, products, families);
        let in_order = |sort| (sort, lists((products, prices), &cards, sort));
        Self {
            by_code: by_code(categories),
            children: children(categories),
            lists: ProductsSort::ALL.iter().map(|(_, sort)| in_order(*sort)).collect(),
            counts: facets::counts(products, representatives, prices, |product| {
                lists_of(categories, product)
            }),
        }
    }

    pub(super) fn by_code(&self, code: &str) -> Option<&CategoryId> {
        self.by_code.get(code)
    }

    pub(super) fn children(&self, category: Option<&CategoryId>) -> Option<&Record<Vec<CategoryId>>> {
        self.children.get(&category.cloned())
    }

    pub(super) fn cards(&self, category: Option<&CategoryId>, sort: ProductsSort) -> Option<&ProductList> {
        self.lists.get(&sort)?.get(&category.cloned())
    }

    pub(super) fn counts(&self, category: Option<&CategoryId>) -> Option<&FacetCounts> {
        self.counts.get(&category.cloned())
    }
}

/// The category with its ancestors, from the category up to the top.
pub(super) fn upwards<'c>(
    categories: &'c Table<CategoryId, Category>,
    category: &CategoryId,
) -> impl Iterator<Item = &'c Category> + use<'c> {
    let first = table_get(categories, category);
    let above = |category: &&'c Category| table_get(categories, category.parent.as_ref()?);
    std::iter::successors(first, above).take(DEEPEST)
}

fn by_code(categories: &Table<CategoryId, Category>) -> Index<String, CategoryId> {
    let mut found = Index::default();
    for (id, record) in categories {
        if let Some(code) = &record.value().code {
            found.entry(code.clone()).or_insert_with(|| id.clone());
        }
    }
    found
}

fn children(categories: &Table<CategoryId, Category>) -> Index<Option<CategoryId>, Record<Vec<CategoryId>>> {
    let mut found: Index<Option<CategoryId>, Vec<&Category>> = Index::default();
    for category in categories.values().map(Record::value) {
        found.entry(category.parent.clone()).or_default().push(category);
    }
    let sorted = |mut list: Vec<&Category>| {
        list.sort_by_key(|category| (category.position, &category.id));
        Record::new(list.into_iter().map(|category| category.id.clone()).collect())
    };
    found.into_iter().map(|(parent, list)| (parent, sorted(list))).collect()
}

/// The card of each family in each list.
type Cards<'c> = IndexMap<(Option<&'c CategoryId>, &'c ProductId), &'c Product, FixedState>;

fn cards<'c>(
    categories: &'c Table<CategoryId, Category>,
    products: &'c Table<ProductId, Product>,
    families: &'c Table<ProductId, Family>,
) -> Cards<'c> {
    let mut cards = Cards::default();
    for product in products.values().map(Record::value) {
        let family = product.family_or_own_id();
        let main = table_get(families, family).and_then(|family| family.main_variant.as_ref());
        let rank = |product: &Product| (Some(&product.id) != main, product.number.clone());
        for list in lists_of(categories, product) {
            let card = cards.entry((list, family)).or_insert(product);
            if rank(product) < rank(card) {
                *card = product;
            }
        }
    }
    cards
}

/// The lists that a product is in: that of all products, and those of its categories and of all above them.
fn lists_of<'c>(categories: &'c Table<CategoryId, Category>, product: &'c Product) -> Vec<Option<&'c CategoryId>> {
    let above = product.categories.iter().flat_map(|id| upwards(categories, id));
    let mut lists = vec![None];
    for category in above {
        if !lists.contains(&Some(&category.id)) {
            lists.push(Some(&category.id));
        }
    }
    lists
}

fn lists(
    (products, prices): (&Table<ProductId, Product>, &ListedPrices),
    cards: &Cards<'_>,
    sort: ProductsSort,
) -> Lists {
    let mut order: Vec<&Product> = products.values().map(Record::value).collect();
    order.sort_by_cached_key(|product| key(product, prices, sort));
    let rank: Index<&ProductId, usize> = order
        .iter()
        .zip(0..)
        .map(|(product, rank)| (&product.id, rank))
        .collect();
    let mut found: Index<Option<&CategoryId>, Vec<(usize, &ProductId)>> = Index::default();
    for ((list, _), card) in cards {
        let place = rank.get(&card.id).copied().unwrap_or(usize::MAX);
        found.entry(*list).or_default().push((place, &card.id));
    }
    let sorted = |mut list: Vec<(usize, &ProductId)>| {
        list.sort_unstable();
        Record::new(list.into_iter().map(|(_, id)| id.clone()).collect())
    };
    found
        .into_iter()
        .map(|(list, cards)| (list.cloned(), sorted(cards)))
        .collect()
}

/// The sort key of a product. By relevance, products with a picture that can be bought come first; then, as in every
/// order, equal ones are sorted by creation date, newest first, and by number.
fn key(product: &Product, prices: &ListedPrices, sort: ProductsSort) -> impl Ord + use<> {
    let listed = prices.get(product.family_or_own_id());
    let amount = listed.map_or(i64::MAX, |price| price.value().amount.minor);
    let lesser = product.media.is_empty() || product.stock.state == StockState::OutOfStock;
    let (first, price) = match sort {
        ProductsSort::Relevance => ((product.media.is_empty(), lesser), 0),
        ProductsSort::New => ((false, false), 0),
        ProductsSort::PriceAsc => ((false, false), amount),
        ProductsSort::PriceDesc => ((false, false), amount.saturating_neg()),
    };
    (
        first,
        price,
        Reverse(product.created_at.clone()),
        product.number.clone(),
    )
}

#[cfg(test)]
mod tests {
    use super::{
        super::{facets::FacetValue, listed_prices::listed_prices, table::table},
        *,
    };
    use crate::{
        ids::ProductNumber,
        locale::Localized,
        money::{Currency, Money, TaxStatus},
        product::{Dimensions, Prices, PurchaseLimits, Stock, UnitPrice},
    };

    fn category(number: u32, parent: Option<u32>, position: u32) -> Category {
        let id = |number: u32| CategoryId::parse(&format!("{number:032x}")).unwrap();
        Category {
            id: id(number),
            parent: parent.map(id),
            names: Localized::new(),
            code: Some(format!("code-{number}")),
            position,
        }
    }

    fn product(number: u32, euros: i64, family: Option<u32>, categories: &[u32]) -> Product {
        let id = |number: u32| ProductId::parse(&format!("{number:032x}")).unwrap();
        Product {
            id: id(number),
            family: family.map(id),
            number: ProductNumber::parse(&format!("P-{number}")).unwrap(),
            brand: None,
            prices: Prices {
                single: UnitPrice {
                    unit: Money {
                        minor: euros * 100,
                        currency: Currency::parse("EUR").unwrap(),
                    },
                    list: None,
                    regulation: None,
                    reference: None,
                },
                tiers: Vec::new(),
                tax_status: TaxStatus::Gross,
                recommended: None,
                baseline: None,
            },
            stock: Stock::derive(true, 9, false, None, 5),
            limits: PurchaseLimits {
                min: 1,
                max: 9,
                step: 1,
            },
            return_cost: None,
            weee: None,
            dimensions: Dimensions::default(),
            media: Vec::new(),
            categories: categories.iter().map(|number| category(*number, None, 0).id).collect(),
            properties: Vec::new(),
            options: Vec::new(),
            parts: Vec::new(),
            bundle: Vec::new(),
            ean: None,
            manufacturer_number: None,
            cross_selling: Vec::new(),
            free_delivery: false,
            digital: false,
            texts: Localized::new(),
            created_at: Some(format!("2026-01-{number:02}")),
            updated_at: None,
        }
    }

    fn index(categories: Vec<Category>, products: Vec<Product>, families: Vec<Family>) -> CategoryIndex {
        let products = table(products, |product| product.id.clone());
        CategoryIndex::new(
            &table(categories, |category| category.id.clone()),
            (&products, &table(families, |family| family.id.clone())),
            &Representatives::default(),
            &listed_prices(&products),
        )
    }

    fn shown(index: &CategoryIndex, category_number: Option<u32>, sort: ProductsSort) -> Vec<u32> {
        let id = category_number.map(|number| category(number, None, 0).id);
        let list = index.cards(id.as_ref(), sort).map(Record::value);
        let number = |id: &ProductId| u32::from_str_radix(id.as_str(), 16).unwrap();
        list.into_iter().flatten().map(number).collect()
    }

    #[test]
    fn a_category_has_the_products_of_all_below_it_each_family_once() {
        let families = vec![Family {
            id: product(30, 0, None, &[]).id,
            number: ProductNumber::parse("F").unwrap(),
            main_variant: Some(product(5, 0, None, &[]).id),
            option_groups: Vec::new(),
            seo_paths: Localized::new(),
        }];
        let categories = vec![category(1, None, 0), category(2, Some(1), 1), category(3, Some(1), 0)];
        let products = vec![
            product(4, 30, Some(30), &[2]),
            product(5, 20, Some(30), &[3]),
            product(6, 10, None, &[2, 3]),
            product(7, 40, None, &[]),
        ];
        let index = index(categories, products, families);
        use ProductsSort::{New, PriceAsc, PriceDesc, Relevance};
        assert_eq!(shown(&index, None, New), [7, 6, 5]);
        assert_eq!(
            shown(&index, Some(1), Relevance),
            [6, 5],
            "the main variant stands for its family"
        );
        assert_eq!(
            shown(&index, Some(2), PriceDesc),
            [4, 6],
            "which is not in this category"
        );
        assert_eq!(shown(&index, Some(1), PriceAsc), [6, 5]);
        assert_eq!(shown(&index, Some(9), Relevance), [0; 0]);
        let below = index.children(Some(&category(1, None, 0).id)).unwrap().value();
        assert_eq!(
            below,
            &[category(3, None, 0).id, category(2, None, 0).id],
            "by position"
        );
        assert_eq!(index.by_code("code-2"), Some(&category(2, None, 0).id));
        let counts = index.counts(Some(&category(1, None, 0).id)).unwrap().value();
        assert_eq!(
            counts,
            &[(FacetValue::Price(0), 2), (FacetValue::InStock(true), 2)],
            "a family counts once, by the cheapest of its products"
        );
    }

    #[test]
    fn a_circle_of_parents_ends() {
        let categories = vec![category(1, Some(2), 0), category(2, Some(1), 0)];
        let index = index(categories, vec![product(4, 30, None, &[1])], Vec::new());
        assert_eq!(shown(&index, Some(2), ProductsSort::Relevance), [4]);
    }
}
