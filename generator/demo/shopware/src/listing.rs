//! POST|GET /product-listing/{categoryId} (Shopware §16.3): the products of a category and its descendants, one of each
//! family, with facets. Facets count the products that match the category and the criteria's filters; the visitor's
//! selection restricts only the hits, unless the request asks for reduced facets.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use http::StatusCode;
use serde_json::{Map, Value, json};

use super::candidate::{Candidate, Group};
use super::criteria::Criteria;
use super::errors::ApiError;
use super::facets::Facets;
use super::listing_choice::Choice;
use super::out::Out;
use super::product::{Place, entity, family_price};
use super::product_fields::ProductRow;
use super::query::whole;
use super::search_result::matching;
use super::{Ctx, aggregation, category, product_calls};
use vitrine_demo_shop::{Product, Text, id_of};

/// Hits of a page by default.
const DEFAULT_LIMIT: usize = 100;

/// The sortings of a fresh installation: key, priority, label in English and German.
const SORTINGS: [(&str, i64, &str, &str); 5] = [
    ("name-asc", 4, "Name A-Z", "Name A-Z"),
    ("name-desc", 3, "Name Z-A", "Name Z-A"),
    ("price-asc", 2, "Price ascending", "Preis aufsteigend"),
    ("price-desc", 1, "Price descending", "Preis absteigend"),
    ("topseller", 0, "Topseller", "Topseller"),
];

/// Answers the call.
pub(crate) fn read(ctx: &mut Ctx, id: &str) -> Result<Value, ApiError> {
    if ctx.body.get("limit").is_some_and(Value::is_null) {
        let detail = "Input value \"limit\" is invalid and flag \"FILTER_NULL_ON_FAILURE\" was not set.";
        return Err(ApiError::plain(StatusCode::BAD_REQUEST, "0", detail));
    }
    let criteria = Criteria::parse(ctx.input(), "product")?;
    ctx.includes = criteria.includes.clone();
    let ctx = &*ctx;
    let root = category::find(ctx, id)?.ok_or_else(|| no_category(id))?;
    let choice = Choice::read(ctx);
    let rows = in_category(ctx, root);
    let rows = matching(rows, &criteria.filters, "product")?;
    let aggregations = aggregations(ctx, &criteria, &choice, &rows)?;
    let candidates = candidates(ctx, &rows);
    let facets = aggregations.map_or_else(|| json!([]), |own| facets(ctx, &choice, &candidates, own));
    let mut hits = hits(ctx, &choice, candidates, &criteria)?;
    let sorting = sort(ctx, &mut hits);
    let page = Page::read(ctx, &criteria);
    let (shown, total) = page.cut(&hits);
    let mut out = Out::new(&ctx.includes, "product_listing");
    out.with("elements", || {
        let made = |hit: &&Candidate<'_>| entity(ctx, hit.product, &criteria.associations, Place::Listing);
        shown.iter().map(|hit| criteria.fields.of(made(&hit))).collect()
    });
    out.put("aggregations", facets)
        .put("page", page.number)
        .put("limit", page.limit)
        .put("entity", "product")
        .put("total", total)
        .put("states", json!([]))
        .put("sorting", sorting);
    out.with("currentFilters", || choice.current(id))
        .with("availableSortings", || available_sortings(ctx))
        .put("streamId", stream_id(ctx, root));
    Ok(out.done())
}

/// The id of the category's product stream.
fn stream_id(ctx: &Ctx, root: usize) -> Value {
    let row = ctx.shop.categories.get(root).filter(|row| row.stream.is_some());
    row.map_or(Value::Null, |row| id_of("product-stream", &row.key, None).into())
}

fn no_category(id: &str) -> ApiError {
    ApiError::new(
        StatusCode::NOT_FOUND,
        "PRODUCT__CATEGORY_NOT_FOUND",
        format!("Could not find category with id \"{id}\""),
        json!({"entity": "category", "field": "id", "value": id}),
    )
}

/// The sellable products of a category and its descendants, sorted by id; those of its product stream alone, if it has
/// one.
fn in_category(ctx: &Ctx, root: usize) -> Vec<ProductRow<'_>> {
    if let Some(stream) = ctx.shop.categories.get(root).and_then(|row| row.stream.as_ref()) {
        return in_stream(ctx, stream);
    }
    let within: Vec<bool> = ctx
        .shop
        .categories
        .iter()
        .enumerate()
        .map(|(index, row)| index == root || row.path.contains(&root))
        .collect();
    let mut rows = product_calls::rows(ctx);
    rows.retain(|row| {
        let mut categories = row.product.categories.iter();
        row.product.sellable() && categories.any(|index| within.get(*index) == Some(&true))
    });
    rows
}

fn in_stream<'c>(ctx: &'c Ctx, stream: &[String]) -> Vec<ProductRow<'c>> {
    let chosen = |product: &Product| stream.contains(&product.file.number);
    let mut rows = product_calls::rows(ctx);
    rows.retain(|row| {
        let parent = row.product.parent.and_then(|index| ctx.shop.products.get(index));
        row.product.sellable() && (chosen(row.product) || parent.is_some_and(|parent| chosen(parent)))
    });
    rows
}

fn candidates<'c>(ctx: &'c Ctx, rows: &[ProductRow<'c>]) -> Vec<Candidate<'c>> {
    let mut prices: HashMap<usize, f64> = HashMap::new();
    let candidate = |row: &ProductRow<'c>| {
        let product = row.product;
        let (group, price) = match product.parent {
            None => (
                Group::Single(product.id.as_str()),
                product.cheapest_price(ctx.group_key()),
            ),
            Some(family) => {
                let price = *prices.entry(family).or_insert_with(|| family_price(ctx, product));
                (Group::Family(family), price)
            }
        };
        Candidate { product, group, price }
    };
    rows.iter().map(candidate).collect()
}

/// The aggregations of the criteria itself; `None` if the request disables them.
fn aggregations(
    ctx: &Ctx,
    criteria: &Criteria,
    choice: &Choice,
    rows: &[ProductRow<'_>],
) -> Result<Option<Map<String, Value>>, ApiError> {
    if choice.no_aggregations {
        return Ok(None);
    }
    let by_ids = |definition: &str, ids: &[String]| product_calls::by_ids(ctx, definition, ids);
    let own = aggregation::compute(rows, &criteria.aggregations, "product", &by_ids)?;
    Ok(Some(own.as_object().cloned().unwrap_or_default()))
}

fn facets(ctx: &Ctx, choice: &Choice, candidates: &[Candidate<'_>], mut own: Map<String, Value>) -> Value {
    own.extend(
        Facets {
            ctx,
            choice,
            candidates,
        }
        .value(),
    );
    super::out::list_if_empty(own)
}

/// The first product of each family that matches the selection.
fn hits<'c>(
    ctx: &'c Ctx,
    choice: &Choice,
    candidates: Vec<Candidate<'c>>,
    criteria: &Criteria,
) -> Result<Vec<Candidate<'c>>, ApiError> {
    if choice.only_aggregations {
        return Ok(Vec::new());
    }
    let mut seen = HashSet::new();
    let mut hits = Vec::new();
    for candidate in candidates {
        let row = ProductRow {
            ctx,
            product: candidate.product,
        };
        let chosen = choice.passes(&candidate, None) && !seen.contains(&candidate.group);
        if chosen && !matching(vec![row], &criteria.post_filters, "product")?.is_empty() {
            seen.insert(candidate.group);
            hits.push(candidate);
        }
    }
    Ok(hits)
}

/// Sorts the hits and returns the sorting used; an unknown key is ignored.
fn sort(ctx: &Ctx, hits: &mut [Candidate<'_>]) -> &'static str {
    let wanted = ctx.parameter("order").unwrap_or_default();
    let known = SORTINGS.iter().map(|(key, ..)| *key).chain(["score"]);
    let key = known.into_iter().find(|key| *key == wanted).unwrap_or("name-asc");
    let name = |hit: &Candidate<'_>| ctx.label(&hit.product.file.name).to_lowercase();
    match key {
        "name-asc" => hits.sort_by_cached_key(name),
        "name-desc" => hits.sort_by_cached_key(|hit| std::cmp::Reverse(name(hit))),
        "price-asc" => hits.sort_by(|a, b| a.price.total_cmp(&b.price)),
        "price-desc" => hits.sort_by(|a, b| b.price.total_cmp(&a.price)),
        "topseller" => hits.sort_by_key(|hit| std::cmp::Reverse(hit.product.file.sales)),
        _ => hits.sort_by(|_, _| Ordering::Equal),
    }
    key
}

/// Paging of the hits.
struct Page {
    number: usize,
    limit: usize,
}

impl Page {
    fn read(ctx: &Ctx, criteria: &Criteria) -> Self {
        let number = |name: &str| -> Option<usize> { ctx.parameter(name)?.parse().ok() };
        let in_query = || ctx.query.get("limit").and_then(whole);
        let limit = criteria
            .limit
            .or_else(in_query)
            .and_then(|limit| usize::try_from(limit).ok());
        let only_aggregations = Choice::read(ctx).only_aggregations;
        Self {
            number: number("p").unwrap_or(1).max(1),
            limit: if only_aggregations {
                0
            } else {
                limit.unwrap_or(DEFAULT_LIMIT)
            },
        }
    }

    /// The hits of this page and their total; past the end both are empty, as before 6.7.11.
    fn cut<'h, 'c>(&self, hits: &'h [Candidate<'c>]) -> (&'h [Candidate<'c>], usize) {
        let from = self.limit.saturating_mul(self.number - 1);
        let to = from.saturating_add(self.limit).min(hits.len());
        match hits.get(from..to) {
            Some(shown) if !shown.is_empty() => (shown, hits.len()),
            _ => (&[], 0),
        }
    }
}

fn available_sortings(ctx: &Ctx) -> Value {
    let sorting = |(key, priority, english, german): &(&str, i64, &str, &str)| {
        let labels = [("en-GB", english), ("de-DE", german)].map(|(iso, label)| (iso.to_owned(), (*label).to_owned()));
        let label = Text::ByLanguage(std::sync::Arc::new(labels.into_iter().collect()));
        let translated = label.exact(&ctx.iso).unwrap_or(english);
        let mut out = Out::new(&ctx.includes, "product_sorting");
        out.put("translated", json!({"label": translated}))
            .put("createdAt", super::CREATED)
            .put("updatedAt", Value::Null)
            .put("key", *key)
            .put("priority", *priority);
        out.put("label", ctx.exact(Some(&label)));
        out.done()
    };
    SORTINGS.iter().map(sorting).collect()
}
