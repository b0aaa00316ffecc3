//! What is read of Shopware: nothing, the products that changed, or all of it.

use serde_json::Value;

use super::{products::ShopPart, undecided::Stopped};
use crate::{
    pull::run::Pull,
    shopware::{ShopChanges, ShopState, ShopwareClient},
    snapshot::Snapshot,
};

/// Events of what products have an update time of (Shopware §25.7, §25.8).
const IN_PRODUCTS: [&str; 4] = [
    "category.written",
    "media.written",
    "product.written",
    "product_price.written",
];

/// What is known of Shopware before a pull.
#[derive(Clone, Debug, Default)]
pub struct ShopNews {
    /// The kinds of its events: `product.written`.
    pub events: Vec<String>,
    /// The state that the last build saw.
    pub before: Option<ShopState>,
    /// Whether it is asked for what no event told.
    pub is_asked: bool,
}

/// What is read of Shopware.
#[derive(Debug)]
pub(super) enum ShopRead {
    /// Nothing: it is that of the last pull.
    Nothing,
    /// The products that changed.
    Part(ShopPart),
    /// All of it, because the products that changed are not enough for this reason, or because an event says so.
    All(Option<String>),
}

impl ShopNews {
    /// The state now; `None` if it is not asked for, or cannot be read: then the pull fails, or the builder asks again.
    pub async fn state(&self, shopware: &ShopwareClient) -> Option<ShopState> {
        if !self.is_asked {
            return None;
        }
        shopware.shop_state(self.before.as_ref(), true).await.ok()
    }

    async fn changes(&self, shopware: &ShopwareClient) -> (Option<ShopState>, Option<ShopChanges>) {
        let changes = match &self.before {
            Some(before) if self.is_asked => shopware.changes_since(before).await,
            _ => Ok(None),
        };
        match changes {
            Ok(Some(changes)) => (Some(changes.state.clone()), Some(changes)),
            Ok(None) => (self.state(shopware).await, None),
            Err(_) => (None, None),
        }
    }
}

impl Pull<'_> {
    /// Reads the products that changed, if that is enough; and the state of the shop before that.
    pub(super) async fn shop_part(
        &self,
        last: &Snapshot,
        news: &ShopNews,
    ) -> Result<(ShopRead, Option<ShopState>), Stopped> {
        let (trees, (state, changes)) = futures::try_join!(
            async {
                match news.events.is_empty() {
                    true => Ok(None),
                    false => self.trees(last).await.map(Some),
                }
            },
            async { Ok(news.changes(self.shopware).await) }
        )?;
        let is_same = news.events.is_empty() && (!news.is_asked || (state.is_some() && state == news.before));
        if is_same {
            return Ok((ShopRead::Nothing, state));
        }
        let is_of_products = news.events.iter().all(|kind| IN_PRODUCTS.contains(&kind.as_str()));
        let read = match changes.filter(|_| is_of_products) {
            Some(changes) => self.few_products(last, &changes, trees).await?,
            None => ShopRead::All(None),
        };
        Ok((read, state))
    }

    async fn few_products(
        &self,
        last: &Snapshot,
        changes: &ShopChanges,
        trees: Option<Vec<Vec<Value>>>,
    ) -> Result<ShopRead, Stopped> {
        match self.products_changed(last, changes, trees).await {
            Ok(part) => Ok(ShopRead::Part(part)),
            Err(Stopped::Undecided(reason)) => Ok(ShopRead::All(Some(reason))),
            Err(failed) => Err(failed),
        }
    }
}
