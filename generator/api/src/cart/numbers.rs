//! Adds products by number: typed one by one, or pasted as a list.
//!
//! **Invariant:** one call finds all products and one adds them; every line of the request gets an outcome, in its
//! order.

use std::collections::HashMap;

use vitrine_backends::shopware::session::{Cart, NewLineItem, NumberedProduct};
use vitrine_model::ids::ProductId;

use super::{
    answer,
    types::{AddByNumberRequest, AddedByNumberResponse, NumberLine, NumberOutcome, NumberResult},
};
use crate::{
    request::RequestContext,
    web::{code::Code, fields::Form, problem::Problem},
};

/// Maximum number of lines of a request; `types` documents the same number.
const MAX_LINES: usize = 100;
/// Maximum length of a number in characters, as in Shopware.
const MAX_NUMBER: usize = 64;

/// A line of the request after its check.
struct Wanted {
    number: String,
    quantity: u32,
}

pub(super) async fn add(
    context: &mut RequestContext,
    request: AddByNumberRequest,
) -> Result<AddedByNumberResponse, Problem> {
    let wanted = checked(&request.lines)?;
    context.may_order().await?;
    only_business(context).await?;
    let session_lock = context.lock_cart().await?;
    let numbers: Vec<String> = wanted.iter().map(|line| line.number.clone()).collect();
    let found = context
        .call_backend(|shopware, session| Box::pin(async move { shopware.products_by_number(session, &numbers).await }))
        .await?;
    let found = Found::new(&found);
    let items = items(&wanted, &found);
    let cart = if items.is_empty() {
        context
            .call_backend(|shopware, session| Box::pin(shopware.cart(session, false)))
            .await?
    } else {
        let (cart, _session_lock) = context
            .change(session_lock, |shopware, session| {
                Box::pin(async move { shopware.add_line_items(session, &items).await })
            })
            .await?;
        cart
    };
    context.still_may_order()?;
    let lines: Vec<NumberResult> = wanted.iter().map(|line| outcome(line, &found, &cart)).collect();
    let mut cart = answer::recalculated(context, &cart).await;
    // The visitor's own order is not reported as a silent change.
    let ordered = |id: &str| {
        wanted
            .iter()
            .any(|line| found.of(&line.number).is_some_and(|one| one.id.as_str() == id))
    };
    cart.changes
        .retain(|change| !change.line_item_id.as_deref().is_some_and(ordered));
    Ok(AddedByNumberResponse { cart, lines })
}

/// Ordering by number is restricted to logged-in business customers.
async fn only_business(context: &mut RequestContext) -> Result<(), Problem> {
    let customer = match context.jar.token() {
        Some(_) => context.shopware_context().await?.customer,
        None => None,
    };
    match customer {
        Some(customer) if customer.is_business() => Ok(()),
        Some(customer) if customer.is_logged_in() => Err(Code::BusinessRequired.into()),
        _ => Err(Code::LoginRequired.into()),
    }
}

fn checked(lines: &[NumberLine]) -> Result<Vec<Wanted>, Problem> {
    if !(1..=MAX_LINES).contains(&lines.len()) {
        return Err(Problem::field("/lines", "the request has not 1 to 100 lines"));
    }
    let mut form = Form::default();
    let wanted = lines.iter().enumerate().map(|(place, line)| {
        let number = form.text(format!("/lines/{place}/number"), &line.number, MAX_NUMBER);
        let quantity = super::handlers::quantity_within(line.quantity);
        if quantity.is_none() {
            form.fault(format!("/lines/{place}/quantity"), "fields.invalid");
        }
        Wanted {
            number,
            quantity: quantity.unwrap_or(1),
        }
    });
    let wanted = wanted.collect();
    form.done().map_err(Problem::fields)?;
    Ok(wanted)
}

/// Products by product number and by EAN, ignoring case. An EAN of several products is ambiguous and finds none.
struct Found<'p> {
    by_number: HashMap<String, &'p NumberedProduct>,
    by_ean: HashMap<String, Option<&'p NumberedProduct>>,
}

impl<'p> Found<'p> {
    fn new(products: &'p [NumberedProduct]) -> Self {
        let by_number = products.iter().map(|product| (product.number.to_lowercase(), product));
        let mut by_ean = HashMap::new();
        for product in products {
            if let Some(ean) = &product.ean {
                by_ean
                    .entry(ean.to_lowercase())
                    .and_modify(|known| *known = None)
                    .or_insert(Some(product));
            }
        }
        Self {
            by_number: by_number.collect(),
            by_ean,
        }
    }

    fn of(&self, number: &str) -> Option<&'p NumberedProduct> {
        let number = number.to_lowercase();
        let by_ean = || self.by_ean.get(&number).copied().flatten();
        self.by_number.get(&number).copied().or_else(by_ean)
    }
}

/// The line items to add: each product once, with the sum of its lines.
fn items(wanted: &[Wanted], found: &Found<'_>) -> Vec<NewLineItem> {
    let mut sums: Vec<(ProductId, u32)> = Vec::new();
    for line in wanted {
        let Some(product) = found.of(&line.number).filter(|product| !product.has_variants) else {
            continue;
        };
        match sums.iter_mut().find(|(id, _)| *id == product.id) {
            Some((_, sum)) => *sum = sum.saturating_add(line.quantity),
            None => sums.push((product.id.clone(), line.quantity)),
        }
    }
    let items = sums.into_iter();
    items
        .map(|(product_id, quantity)| NewLineItem::Product { product_id, quantity })
        .collect()
}

fn outcome(line: &Wanted, found: &Found<'_>, cart: &Cart) -> NumberResult {
    let product = found.of(&line.number);
    let in_cart = product.and_then(|product| {
        let mut rows = cart.line_items.iter();
        rows.find(|row| row.product_id.as_ref() == Some(&product.id))
    });
    // The keys of errors about a line item end with the product's id (Shopware §7.3).
    let repaired = product.is_some_and(|product| {
        let mut errors = cart.errors.iter();
        errors.any(|error| error.key.ends_with(product.id.as_str()))
    });
    let outcome = match (product, in_cart) {
        (None, _) => NumberOutcome::NotFound,
        (Some(product), _) if product.has_variants => NumberOutcome::HasVariants,
        (Some(_), None) => NumberOutcome::SoldOut,
        (Some(_), Some(_)) if repaired => NumberOutcome::Adjusted,
        (Some(_), Some(_)) => NumberOutcome::Added,
    };
    NumberResult {
        number: line.number.clone(),
        quantity: line.quantity,
        outcome,
        label: product.map(|product| product.name.clone()),
        in_cart: in_cart.map(|row| row.quantity),
    }
}
