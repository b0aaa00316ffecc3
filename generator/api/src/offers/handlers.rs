//! Handler of the offers.
//!
//! **Invariant:** one backend call for all products, and one beside it for whose prices they are; creates no session.

use serde_json::Value;
use vitrine_backends::{convert::LiveProduct, query::parse_query, shopware::session::LiveProducts};
use vitrine_model::{ids::ProductId, money::TaxStatus};

use super::types::{Offer, OffersResponse};
use crate::{known_numbers::numbers_of, problem::Problem, request_context::RequestContext};

/// Maximum number of products of a request: a row of cards and the page's own product.
const MAX_PRODUCTS: usize = 24;

pub(super) async fn read(context: &mut RequestContext) -> Result<OffersResponse, Problem> {
    let ids = ids(context.query.as_deref())?;
    let limited_at_most = context.state.config.limited_at_most;
    let found = found(context, &ids, limited_at_most).await?;
    let release = context.release.as_deref().filter(|_| found.business);
    let numbers = |live: &LiveProduct| match found.business {
        true => numbers_of(release, Some(&live.id), Some(&live.number)),
        false => Vec::new(),
    };
    let offers = found.products.iter();
    Ok(OffersResponse {
        offers: offers.map(|live| Offer::new(live, numbers(live))).collect(),
    })
}

/// The products, in the shop's currency.
async fn found(context: &mut RequestContext, ids: &[ProductId], limited_at_most: u32) -> Result<LiveProducts, Problem> {
    let known = context
        .jar
        .token()
        .and_then(|token| context.state.sessions.anonymous(token));
    let known = known.map(|anonymous| anonymous.tax);
    let found = products(context, ids, limited_at_most, known).await?;
    match &found.context {
        Some(session) if context.has_foreign_currency(session).await? => {
            context.bring_back(None).await?;
            products(context, ids, limited_at_most, None).await
        }
        _ => Ok(found),
    }
}

async fn products(
    context: &mut RequestContext,
    ids: &[ProductId],
    limited_at_most: u32,
    known: Option<TaxStatus>,
) -> Result<LiveProducts, Problem> {
    let ids = ids.to_vec();
    context
        .call_backend(|shopware, session| {
            Box::pin(async move { shopware.products_known(session, &ids, limited_at_most, known).await })
        })
        .await
}

/// The product ids of a query without duplicates: `ids=a,b` or `ids[]=a&ids[]=b`, within the limits of R-BACK-07. A
/// repeated parameter name is refused.
fn ids(query: Option<&str>) -> Result<Vec<ProductId>, Problem> {
    let refuse = |cause: &str| Problem::invalid(cause);
    let query = query.unwrap_or_default();
    let in_brackets = ["[", "%5B", "%5b"].iter().any(|open| query.contains(open));
    let mut parameters = parse_query(query);
    let named = parameters.remove("ids").unwrap_or_default();
    if !parameters.is_empty() {
        return Err(refuse("the query holds more than ids"));
    }
    let texts: Vec<&str> = match &named {
        Value::String(text) => vec![text],
        Value::Array(list) if in_brackets => list
            .iter()
            .map(|text| text.as_str().ok_or_else(|| refuse("ids is a list of lists")))
            .collect::<Result<_, _>>()?,
        _ => return Err(refuse("ids is neither a text nor a list within the limits")),
    };
    let mut ids = Vec::new();
    for text in texts.into_iter().flat_map(|text| text.split(',')) {
        let id = ProductId::parse(text).map_err(|_| refuse("a product id is not 32 hex digits"))?;
        if ids.len() == MAX_PRODUCTS {
            return Err(refuse("more than 24 products are asked for"));
        }
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(place: usize) -> String {
        format!("{place:032x}")
    }

    #[test]
    fn each_product_is_asked_for_once() {
        let query = format!("ids={0},{1}%2C{0}", id(1), id(2));
        let listed = format!("ids[]={0}&ids%5B%5D={1}&ids[]={0}", id(1), id(2));
        for query in [query, listed] {
            let found = ids(Some(&query)).expect("ids");
            let found: Vec<&str> = found.iter().map(ProductId::as_str).collect();
            assert_eq!(found, [id(1), id(2)], "{query}");
        }
    }

    #[test]
    fn what_is_no_list_of_ids_is_refused() {
        let many = (0..25).map(id).collect::<Vec<_>>().join(",");
        let most = many.rsplit_once(',').map(|(most, _)| most).unwrap_or_default();
        assert!(ids(Some(&format!("ids={most}"))).is_ok(), "24 are not too many");
        let refused = [
            None,
            Some(String::new()),
            Some("ids=".into()),
            Some(format!("ids={}", id(1).to_uppercase().replace('0', "A"))),
            Some(format!("ids={},", id(1))),
            Some(format!("ids[first]={}", id(1))),
            Some(format!("ids[][]={}", id(1))),
            Some(format!("ids={}&locale=nl", id(1))),
            Some(format!("ids={}%00", id(1))),
            Some(format!("ids={0}&ids={0}", id(1))),
            Some(format!("ids={many}")),
        ];
        for query in refused {
            assert!(ids(query.as_deref()).is_err(), "{query:?}");
        }
    }
}
