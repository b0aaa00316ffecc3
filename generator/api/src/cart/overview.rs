//! The data of the cart page in one answer: law §1 requires countries of delivery and payment methods to be shown
//! before an order begins.
//!
//! **Invariant:** a session that is known is read again only if its cart differs from the one shown last; data other
//! than the cart is left out if it cannot be read.

use vitrine_backends::shopware::session::{Answer, Cart, Context, Country, Failure, PaymentMethod, SessionCall};

use super::{
    answer,
    types::{CartOverviewResponse, DeliveryCountry},
    view,
};
use crate::{
    release::Release,
    request::RequestContext,
    session::{handlers as session, types::Visitor},
    visitors::sessions::Anonymous,
    web::problem::Problem,
};

/// What is known about the visitor.
enum Known {
    Session(Box<Context>),
    Anonymous(Anonymous),
    Nothing,
}

pub(super) async fn read(context: &mut RequestContext) -> Result<CartOverviewResponse, Problem> {
    if context.jar.token().is_none() {
        return without_session(context).await;
    }
    context.settled().await?;
    let known = context.jar.token();
    let known = known.and_then(|token| context.state.sessions.anonymous(token));
    let asks = known.is_none();
    let ((session, cart, payment, countries), sent) = context
        .side_by_side(|shopware, session| {
            Box::pin(async move {
                let own = async {
                    match asks {
                        true => Some(shopware.context(session).await),
                        false => None,
                    }
                };
                tokio::join!(
                    own,
                    shopware.cart(session, false),
                    shopware.payment_methods(session),
                    shopware.countries(session),
                )
            })
        })
        .await?;
    let (cart, who) = match session {
        Some(session) => {
            let (cart, session) = context.beside_session(&sent, session, cart).await?;
            (
                cart,
                session.map_or(Known::Nothing, |session| Known::Session(Box::new(session))),
            )
        }
        None => as_known(context, &sent, cart, known).await?,
    };
    let payment = payment_methods(context, &sent, payment).await;
    let countries = delivery_countries(context, &sent, countries).await;
    let shown = answer::shown(context, &cart).await;
    let (mut visitor, country_id) = visitor(context, who, &cart);
    // The cart contains the notice itself.
    if let (Some(visitor), true) = (&mut visitor, shown.notice.is_some()) {
        visitor.notice = None;
    }
    Ok(CartOverviewResponse {
        cart: shown,
        visitor,
        country_id,
        delivery_countries: countries,
        payment_methods: payment,
    })
}

/// The cart of a session that is known, unless it differs from the one shown last, or the session has ended.
async fn as_known(
    context: &mut RequestContext,
    sent: &SessionCall,
    cart: Result<Answer<Cart>, Failure>,
    known: Option<Anonymous>,
) -> Result<(Cart, Known), Problem> {
    let cart = context.accept(sent, cart).await?;
    match known {
        Some(anonymous) if !context.expired && context.is_as_shown(&cart) => Ok((cart, Known::Anonymous(anonymous))),
        _ => {
            let cart = context.cart_and_session().await?;
            Ok((
                cart.0,
                cart.1
                    .map_or(Known::Nothing, |session| Known::Session(Box::new(session))),
            ))
        }
    }
}

/// The visitor, and the country that the cart is delivered to.
fn visitor(context: &mut RequestContext, who: Known, cart: &Cart) -> (Option<Visitor>, Option<String>) {
    match who {
        Known::Session(found) => {
            let country = found.country.as_ref().map(|country| country.id.as_str().to_owned());
            (Some(session::visitor(context, &found)), country)
        }
        Known::Anonymous(Anonymous { tax, country }) => {
            let country = country.map(|id| id.as_str().to_owned());
            let visitor = session::visitor_of(context, None, cart.total.currency, tax);
            (Some(visitor), country)
        }
        Known::Nothing => (None, None),
    }
}

/// Without a session the cart is empty.
async fn without_session(context: &mut RequestContext) -> Result<CartOverviewResponse, Problem> {
    let ((session, payment, countries), sent) = context
        .side_by_side(|shopware, session| {
            Box::pin(async move {
                tokio::join!(
                    shopware.context(session),
                    shopware.payment_methods(session),
                    shopware.countries(session),
                )
            })
        })
        .await?;
    let session = context.accept(&sent, session).await?;
    context.jar.set_count(0);
    Ok(CartOverviewResponse {
        cart: view::empty_cart(Release::currency(context.release.as_deref())),
        visitor: Some(session::visitor(context, &session)),
        country_id: session.country.map(|country| country.id.as_str().to_owned()),
        delivery_countries: delivery_countries(context, &sent, countries).await,
        payment_methods: payment_methods(context, &sent, payment).await,
    })
}

async fn payment_methods(
    context: &mut RequestContext,
    sent: &SessionCall,
    found: Result<Answer<Vec<PaymentMethod>>, Failure>,
) -> Vec<String> {
    match context.accept(sent, found).await {
        Ok(found) => {
            let offered = context.state.hidden_methods.offered(&found);
            offered.map(|method| method.name.clone()).collect()
        }
        Err(problem) => {
            problem.log_unread("the payment methods of a cart");
            Vec::new()
        }
    }
}

async fn delivery_countries(
    context: &mut RequestContext,
    sent: &SessionCall,
    found: Result<Answer<Vec<Country>>, Failure>,
) -> Vec<DeliveryCountry> {
    let delivered = |country: &Country| country.shipping_available;
    match context.accept(sent, found).await {
        Ok(found) => found
            .into_iter()
            .filter(delivered)
            .map(|country| DeliveryCountry {
                id: country.id.as_str().to_owned(),
                name: country.name,
            })
            .collect(),
        Err(problem) => {
            problem.log_unread("the countries that the shop delivers to");
            Vec::new()
        }
    }
}
