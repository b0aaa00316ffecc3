//! Handler of the offers.
//!
//! **Invariant:** one backend call for all products, and a parallel one for the tax state of the prices; creates no
//! session.

use serde_json::Value;
use vitrine_backends::{convert::LiveProduct, live_products::LiveProducts};
use vitrine_model::{ids::ProductId, money::TaxStatus, price_history::Baseline};

use super::types::{Offer, OffersResponse};
use crate::{
    delivery_dates::lines,
    release::{Release, known_numbers::numbers_of},
    request::RequestContext,
    web::{
        problem::Problem,
        queries::{Parameter, query},
    },
};

/// Maximum number of products of a request: a row of cards and the page's own product.
const MAX_PRODUCTS: usize = 24;

pub(super) async fn read(
    context: &mut RequestContext,
    OffersQuery { ids: Ids(ids) }: OffersQuery,
) -> Result<OffersResponse, Problem> {
    let limited_at_most = context.state.config.limited_at_most;
    let found = found(context, &ids, limited_at_most).await?;
    let release = context.release.as_deref();
    let numbers = |live: &LiveProduct| match found.business {
        true => numbers_of(release, Some(&live.id), Some(&live.number)),
        false => Vec::new(),
    };
    let page = context.page();
    let session = found.context.as_ref();
    let country = session.and_then(|session| session.country.as_ref());
    let country = country.map(|country| country.iso.as_str());
    let days = |live: &LiveProduct| lines::of_product_now(live, country, &page);
    let offers = found.products.iter();
    Ok(OffersResponse {
        offers: offers
            .map(|live| Offer::new(live, numbers(live), baseline(release, live), days(live)))
            .collect(),
    })
}

/// What a reduced price is measured against (law §2).
fn baseline(release: Option<&Release>, live: &LiveProduct) -> Baseline {
    let currency = live.prices.single.unit.currency;
    release.map_or(Baseline::Partial(None), |release| {
        release.baseline(live.id.as_str(), currency.as_str())
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
        // The group of a customer may have become another one.
        Some(session) if session.customer.is_some() => {
            context.found(session.customer.as_ref());
            Ok(found)
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

query!(/// Whose prices are asked for.
pub(super) OffersQuery {
    /// 1 to 24 product ids, separated by commas.
    ids: Ids = "f299c748b1eba1a51c7918faf24d013c",
});

/// Product ids without duplicates: `ids=a,b` or `ids[]=a&ids[]=b`, within the limits of R-BACK-07. A repeated parameter
/// name is refused.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Ids(Vec<ProductId>);

impl Parameter for Ids {
    const PATTERN: &'static str = "^[0-9a-f]{32}(,[0-9a-f]{32}){0,23}$";
    const REQUIRED: bool = true;

    fn read(value: Option<Value>, query: &str) -> Result<Self, Self> {
        let in_brackets = ["[", "%5B", "%5b"].iter().any(|open| query.contains(open));
        let texts = match &value {
            Some(Value::String(text)) => Some(vec![text.as_str()]),
            Some(Value::Array(list)) if in_brackets => list.iter().map(Value::as_str).collect(),
            _ => None,
        };
        let mut ids = Vec::new();
        for text in texts
            .ok_or_else(Self::default)?
            .into_iter()
            .flat_map(|text| text.split(','))
        {
            let id = ProductId::parse(text).map_err(|_| Self::default())?;
            if ids.len() == MAX_PRODUCTS {
                return Err(Self::default());
            }
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        Ok(Self(ids))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::queries::Query;

    fn ids(query: Option<&str>) -> Result<Vec<ProductId>, Problem> {
        OffersQuery::parse(query).map(|asked| asked.ids.0)
    }

    fn id(place: usize) -> String {
        format!("{place:032x}")
    }

    #[test]
    fn each_product_is_requested_once() {
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
