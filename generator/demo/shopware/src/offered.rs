//! The methods that are available to a session (Shopware §9).

use super::availability::facts;
use super::cart_rules::calculate;
use super::master_data::{payment_id, shipping_id};
use super::{Ctx, ShopwareState};
use vitrine_demo_shop::Availability;

/// Ids of the methods whose rules do not match the cart of a session.
#[derive(Debug, Default)]
pub(crate) struct Offered(Vec<String>);

impl Offered {
    pub(crate) fn refuses(&self, id: &str) -> bool {
        self.0.iter().any(|refused| refused == id)
    }
}

/// The methods that are not available to the session of a call.
pub(crate) fn offered(state: &ShopwareState, ctx: &Ctx) -> Offered {
    let mut cart = state.sessions().get(&ctx.token).cart.unwrap_or_default();
    let calculated = calculate(ctx, &mut cart, Vec::new());
    let facts = facts(ctx, &calculated);
    let refused = |rule: &Option<Availability>| rule.as_ref().is_some_and(|rule| !rule.matches(&facts));
    let shipping = ctx.shop.shop.shipping.iter().filter(|row| refused(&row.available));
    let payment = ctx.shop.shop.payment.iter().filter(|row| refused(&row.available));
    Offered(shipping.map(shipping_id).chain(payment.map(payment_id)).collect())
}
