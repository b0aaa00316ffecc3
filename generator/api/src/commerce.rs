//! What the API asks of the commerce backend, as a trait, so that handlers know operations and not a client.
//!
//! **Invariant:** every answer and failure hands on the token it carried; there is no way to send anything else than these operations.

use std::{future::Future, pin::Pin};

use vitrine_backends::shopware::{
    ShopwareClient,
    session::{Answer, Cart, Context, Failure, LineItemId, LiveProduct, NewLineItem, SessionCall},
};
use vitrine_model::ids::ProductId;

/// A call under way.
pub type CommerceFuture<'a, T> = Pin<Box<dyn Future<Output = Result<Answer<T>, Failure>> + Send + 'a>>;

/// The operations on one visitor's session.
pub trait Commerce: Send + Sync + 'static {
    /// Who the visitor is, and their currency and tax state.
    fn context<'a>(&'a self, call: &'a SessionCall) -> CommerceFuture<'a, Context>;
    /// Makes the call's language the session's own (R-I18N-05).
    fn set_language<'a>(&'a self, call: &'a SessionCall) -> CommerceFuture<'a, ()>;
    /// Price and stock of products for this visitor; what is not sold to them is left out.
    /// Up to `limited_at_most` pieces are limited stock.
    fn products<'a>(
        &'a self,
        call: &'a SessionCall,
        ids: Vec<ProductId>,
        limited_at_most: u32,
    ) -> CommerceFuture<'a, Vec<LiveProduct>>;
    /// The cart.
    fn cart<'a>(&'a self, call: &'a SessionCall) -> CommerceFuture<'a, Cart>;
    /// Adds; quantities of a product that is there already add up.
    fn add<'a>(&'a self, call: &'a SessionCall, items: Vec<NewLineItem>) -> CommerceFuture<'a, Cart>;
    /// Sets quantities.
    fn change<'a>(&'a self, call: &'a SessionCall, items: Vec<(LineItemId, u32)>) -> CommerceFuture<'a, Cart>;
    /// Removes.
    fn remove<'a>(&'a self, call: &'a SessionCall, ids: Vec<LineItemId>) -> CommerceFuture<'a, Cart>;
}

impl Commerce for ShopwareClient {
    fn context<'a>(&'a self, call: &'a SessionCall) -> CommerceFuture<'a, Context> {
        Box::pin(Self::context(self, call))
    }

    fn set_language<'a>(&'a self, call: &'a SessionCall) -> CommerceFuture<'a, ()> {
        Box::pin(Self::set_language(self, call, &call.language))
    }

    fn products<'a>(
        &'a self,
        call: &'a SessionCall,
        ids: Vec<ProductId>,
        limited_at_most: u32,
    ) -> CommerceFuture<'a, Vec<LiveProduct>> {
        Box::pin(async move { Self::products(self, call, &ids, limited_at_most).await })
    }

    fn cart<'a>(&'a self, call: &'a SessionCall) -> CommerceFuture<'a, Cart> {
        Box::pin(Self::cart(self, call, false))
    }

    fn add<'a>(&'a self, call: &'a SessionCall, items: Vec<NewLineItem>) -> CommerceFuture<'a, Cart> {
        Box::pin(async move { Self::add_line_items(self, call, &items).await })
    }

    fn change<'a>(&'a self, call: &'a SessionCall, items: Vec<(LineItemId, u32)>) -> CommerceFuture<'a, Cart> {
        Box::pin(async move { Self::change_line_items(self, call, &items).await })
    }

    fn remove<'a>(&'a self, call: &'a SessionCall, ids: Vec<LineItemId>) -> CommerceFuture<'a, Cart> {
        Box::pin(async move { Self::remove_line_items(self, call, &ids).await })
    }
}
