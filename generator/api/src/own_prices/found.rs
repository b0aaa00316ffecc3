//! Reads a customer's own prices from Shopware.
//!
//! **Invariant:** without a session, and for an anonymous one that was seen lately, nothing is asked; nothing that was
//! read is kept.

use std::{collections::HashMap, sync::Arc, time::Duration};

use tokio::time::Instant;
use vitrine_backends::{
    convert::LiveProduct,
    live_products::LiveProducts,
    shopware::session::{Context, Customer},
};
use vitrine_model::{ids::ProductId, money::TaxStatus};

use super::{batch::batch, listed, types::CardPrice};
use crate::{
    release::{Release, families::Family, price_words::PriceWords},
    request::RequestContext,
    web::problem::Problem,
};

/// A customer's current prices.
pub(super) struct OwnPrices {
    release: Arc<Release>,
    code: String,
    live: HashMap<ProductId, LiveProduct>,
}

impl OwnPrices {
    /// `code` is that of the page's locale.
    pub(super) fn new(release: Arc<Release>, code: String, products: Vec<LiveProduct>) -> Self {
        Self {
            release,
            code,
            live: products.into_iter().map(|live| (live.id.clone(), live)).collect(),
        }
    }

    fn words(&self) -> Option<&PriceWords> {
        self.release.price_words(&self.code)
    }

    fn priced(&self, id: &ProductId) -> Option<listed::Priced<'_>> {
        let live = self.live.get(id)?;
        let currency = live.prices.single.unit.currency;
        let baseline = self.release.baseline(id.as_str(), currency.as_str());
        Some(listed::Priced::new(live, baseline))
    }

    /// What the family costs.
    pub(super) fn family(&self, family: &Family) -> Option<CardPrice> {
        let variants: Vec<_> = family.variants.iter().filter_map(|id| self.priced(id)).collect();
        listed::of_family(&variants.iter().collect::<Vec<_>>(), self.words()?)
    }

    /// What one variant costs.
    pub(super) fn variant(&self, id: &ProductId) -> Option<CardPrice> {
        listed::of_variant(&self.priced(id)?, self.words()?)
    }
}

/// The prices of these products for the visitor; `None` for one without own prices.
pub(super) async fn of_products(context: &mut RequestContext, ids: &[ProductId]) -> Result<Option<OwnPrices>, Problem> {
    let Some(release) = context.release.clone() else {
        return Ok(None);
    };
    let code = context.state.code(context.locale).to_owned();
    let known = context
        .jar
        .token()
        .map(|token| context.state.sessions.anonymous(token).is_some());
    if known != Some(false) || release.price_words(&code).is_none() {
        return Ok(None);
    }
    let mut found = read(context, ids).await?;
    if let Some(session) = &found.context
        && context.has_foreign_currency(session).await?
    {
        context.bring_back(None).await?;
        found = read(context, ids).await?;
    }
    let customer = found
        .context
        .as_ref()
        .and_then(|session: &Context| session.customer.as_ref());
    context.found(customer);
    let own = customer.is_some_and(Customer::has_own_prices);
    Ok(own.then(|| OwnPrices::new(release, code, found.products)))
}

async fn read(context: &mut RequestContext, ids: &[ProductId]) -> Result<LiveProducts, Problem> {
    let (ids, limited_at_most) = (ids.to_vec(), context.state.config.limited_at_most);
    context
        .call_backend(|shopware, session| {
            Box::pin(async move { shopware.products_of_customer(session, &ids, limited_at_most).await })
        })
        .await
}

/// The own prices behind the links of an answer.
#[derive(Debug, Default)]
pub(crate) struct LinkPrices {
    /// By the links' places; `None` where only the public price is known.
    pub(crate) prices: Vec<Option<CardPrice>>,
    /// The label of public prices.
    pub(crate) public_tax: String,
    /// Says that lists are sorted and filtered by public prices.
    pub(crate) public_order: String,
}

/// The prices of families behind links to their products, for an answer that shows them anyway: it waits at most
/// `wait`, and then has public prices with their label. `None` if the browser's cookie does not say that the visitor
/// has own prices, or it has turned out that the visitor has none.
pub(crate) async fn of_links(context: &mut RequestContext, links: &[String], wait: Duration) -> Option<LinkPrices> {
    if !context.jar.may_have_own_prices() {
        return None;
    }
    let release = context.release.clone()?;
    let deadline = context.deadline;
    context.deadline = deadline.min(Instant::now() + wait);
    let found = of_products(context, &products_of_links(&release, links)).await;
    context.deadline = deadline;
    let own = match found {
        Ok(own) => Some(own?),
        Err(problem) => {
            problem.log_unread("the own prices of a customer");
            None
        }
    };
    link_prices(&release, context.state.code(context.locale), links, own.as_ref())
}

/// The products to read for links: all variants of their families.
pub(crate) fn products_of_links(release: &Release, links: &[String]) -> Vec<ProductId> {
    let families: Vec<Family> = links.iter().filter_map(|link| release.family_of_path(link)).collect();
    batch(&families).ids
}

/// As [`of_links`], with the products that were read for a page, `None` if that failed.
pub(crate) fn of_read(
    release: &Arc<Release>,
    code: &str,
    links: &[String],
    read: Option<LiveProducts>,
) -> Option<LinkPrices> {
    let Some(read) = read else {
        return link_prices(release, code, links, None);
    };
    let customer = read.context.as_ref().and_then(|session| session.customer.as_ref());
    customer.filter(|customer| customer.has_own_prices())?;
    let own = OwnPrices::new(Arc::clone(release), code.to_owned(), read.products);
    link_prices(release, code, links, Some(&own))
}

/// Without `own` only the label of public prices.
fn link_prices(release: &Release, code: &str, links: &[String], own: Option<&OwnPrices>) -> Option<LinkPrices> {
    let words = release.price_words(code)?;
    let price = |link: &String| own?.family(&release.family_of_path(link)?);
    Some(LinkPrices {
        prices: links.iter().map(price).collect(),
        public_tax: words.tax(TaxStatus::Gross)?,
        public_order: words.text("lists.public_prices", &[]).unwrap_or_default(),
    })
}
