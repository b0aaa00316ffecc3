//! Handlers of the checkout.
//!
//! **Invariant:** independent reads run in parallel; a change runs in its session's queue, in the page's language, and
//! is sent once.

use std::sync::{Arc, atomic::Ordering};

use vitrine_backends::shopware::session::{
    AccountType, Address, AddressId, Answer, Cart, Context, ContextChange, CountryId, Customer, Failure,
    GuestRegistration, NewAddress, PaymentMethodId, SessionCall, ShippingMethodId,
};

use super::{
    types::{AddressFormResponse, ChangeCheckoutRequest, CheckoutChangedResponse, CheckoutResponse, GuestRequest},
    view,
};
use crate::{
    addresses,
    cart::answer,
    customer::Salutation,
    fields::{Form, Sent},
    problem::{Code, Problem},
    queue::SessionLock,
    release::Release,
    request_context::RequestContext,
    storefront,
};

/// Shopware's response to one of several parallel calls.
type Answered<T> = Result<Answer<T>, Failure>;

/// R-CHK-04: the cart is read with `taxed=1`.
pub(super) async fn read(context: &mut RequestContext) -> Result<CheckoutResponse, Problem> {
    context.settled().await?;
    whole(context, false).await
}

/// Reads everything in one parallel step.
async fn whole(context: &mut RequestContext, after_change: bool) -> Result<CheckoutResponse, Problem> {
    let known = context.jar.token().is_some();
    let (answers, sent) = context
        .side_by_side(|shopware, session| {
            Box::pin(async move {
                // Without a session there is neither a cart nor an address book.
                let cart = async {
                    match known {
                        true => Some(shopware.cart(session, true).await),
                        false => None,
                    }
                };
                let book = async {
                    match known {
                        true => Some(shopware.addresses(session).await),
                        false => None,
                    }
                };
                tokio::join!(
                    shopware.context(session),
                    cart,
                    book,
                    shopware.shipping_methods(session),
                    shopware.payment_methods(session),
                    shopware.countries(session),
                    shopware.salutations(session),
                )
            })
        })
        .await?;
    let (session, cart, book, shipping, payment, countries, salutations) = answers;
    let session = context.accept(&sent, session)?;
    // A guest's registration needs the domains. An error means that they are already set.
    let _ = context.state.storefronts.set(session.domains.clone());
    let cart = cart.map(|cart| context.accept(&sent, cart)).transpose()?;
    let addresses = address_book(
        context,
        book.filter(|_| session.customer.is_some()).map(|book| (book, &sent)),
    )?;
    let shipping = context.accept(&sent, shipping)?;
    let payment = context.accept(&sent, payment)?;
    let countries = context.accept(&sent, countries)?;
    let salutations = context.accept(&sent, salutations)?;
    if !known {
        context.jar.forget();
    }
    let mut response = CheckoutResponse {
        addresses,
        shipping_methods: shipping
            .iter()
            .map(|m| view::shipping_method(m, session.tax_status))
            .collect(),
        payment_methods: payment.iter().map(view::payment_method).collect(),
        countries: countries.iter().map(view::country).collect(),
        salutations: salutations.iter().map(Salutation::from).collect(),
        ..of_session(context, &session, cart.as_ref(), after_change)
    };
    response.blockers = view::blockers(&response, &context.page());
    Ok(response)
}

/// Countries and salutations, for an address that is no part of an order.
pub(super) async fn address_form(context: &mut RequestContext) -> Result<AddressFormResponse, Problem> {
    let known = context.jar.token().is_some();
    let ((session, countries, salutations), sent) = context
        .side_by_side(|shopware, session| {
            Box::pin(async move {
                tokio::join!(
                    shopware.context(session),
                    shopware.countries(session),
                    shopware.salutations(session),
                )
            })
        })
        .await?;
    let session = context.accept(&sent, session)?;
    let countries = context.accept(&sent, countries)?;
    let salutations = context.accept(&sent, salutations)?;
    if !known {
        context.jar.forget();
    }
    Ok(AddressFormResponse {
        countries: countries.iter().map(view::country).collect(),
        salutations: salutations.iter().map(Salutation::from).collect(),
        country_id: session.country.map(|country| country.id.as_str().to_owned()),
    })
}

/// Shopware refuses the address book to an anonymous visitor; it is then empty.
fn address_book(
    context: &mut RequestContext,
    book: Option<(Answered<Vec<Address>>, &SessionCall)>,
) -> Result<Vec<addresses::types::Address>, Problem> {
    let Some((book, sent)) = book else {
        return Ok(Vec::new());
    };
    let book = context.accept(sent, book)?;
    Ok(book.iter().map(addresses::view::address).collect())
}

/// The parts of the response that come from context and cart.
fn of_session(
    context: &mut RequestContext,
    session: &Context,
    cart: Option<&Cart>,
    after_change: bool,
) -> CheckoutResponse {
    let cart = match cart {
        Some(cart) if after_change => answer::recalculated(context, cart),
        Some(cart) => answer::shown(context, cart),
        None => crate::cart::view::empty_cart(Release::currency(context.release.as_deref())),
    };
    let logged_in = context.found(session.customer.as_ref());
    CheckoutResponse {
        customer: session.customer.as_ref().map(view::customer),
        billing_address: session.billing_address.as_ref().map(addresses::view::address),
        shipping_address: session.shipping_address.as_ref().map(addresses::view::address),
        addresses: Vec::new(),
        country_id: session.country.as_ref().map(|country| country.id.as_str().to_owned()),
        shipping_methods: Vec::new(),
        shipping_method_id: session.shipping_method.as_ref().map(|m| m.id.as_str().to_owned()),
        payment_methods: Vec::new(),
        payment_method_id: session.payment_method.as_ref().map(|m| m.id.as_str().to_owned()),
        countries: Vec::new(),
        salutations: Vec::new(),
        cart,
        ordering_allowed: context.open_to_all() || logged_in,
        blockers: Vec::new(),
    }
}

/// R-CHK-07: the message that the specification prescribes, the same in every language.
const NO_SHIPPING_METHOD: &str = "You need to provide shipping method id in order to set shipping method.";
const NO_PAYMENT_METHOD: &str = "You need to provide payment method id in order to set payment method.";
const NO_ADDRESS: &str = "You need to provide address id in order to set the address.";

fn id<T, E>(
    sent: Sent,
    pointer: &'static str,
    without: &str,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Result<Option<T>, Problem> {
    let Some(sent) = sent else { return Ok(None) };
    let Some(text) = sent.filter(|text| !text.is_empty()) else {
        let mut problem = Problem::field(pointer, "it was sent without an id");
        problem.details = [without.to_owned()].into();
        return Err(problem);
    };
    parse(&text).map(Some).map_err(|_| Problem::choice(pointer))
}

fn context_change(wanted: ChangeCheckoutRequest) -> Result<ContextChange, Problem> {
    // A country without an id changes nothing, like a language (R-CHK-07 does not mention it).
    let country = wanted.country_id.flatten().filter(|id| !id.is_empty());
    let country = country.map(|id| CountryId::parse(&id).map_err(|_| Problem::choice("/country_id")));
    Ok(ContextChange {
        shipping_method: id(
            wanted.shipping_method_id,
            "/shipping_method_id",
            NO_SHIPPING_METHOD,
            ShippingMethodId::parse,
        )?,
        payment_method: id(
            wanted.payment_method_id,
            "/payment_method_id",
            NO_PAYMENT_METHOD,
            PaymentMethodId::parse,
        )?,
        billing_address: id(
            wanted.billing_address_id,
            "/billing_address_id",
            NO_ADDRESS,
            AddressId::parse,
        )?,
        shipping_address: id(
            wanted.shipping_address_id,
            "/shipping_address_id",
            NO_ADDRESS,
            AddressId::parse,
        )?,
        country: country.transpose()?,
        ..ContextChange::default()
    })
}

/// R-CHK-02: each change refreshes the session context and the cart. The language is part of the same call.
pub(super) async fn change(
    context: &mut RequestContext,
    wanted: ChangeCheckoutRequest,
) -> Result<CheckoutChangedResponse, Problem> {
    let mut change = context_change(wanted)?;
    let payment = change.payment_method.clone();
    if context.jar.token().is_none() {
        return Err(Problem::from(Code::LoginRequired).because("there is no session to change"));
    }
    context.may_order().await?;
    let session_lock = context.lock().await?;
    change.language = Some(context.language()?.clone());
    let ((), session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.change_context(session, &change).await })
        })
        .await?;
    context.still_may_order()?;
    context.knows_language();
    let checkout = refreshed(whole(context, true).await);
    if let Some(method) = payment {
        keep_payment_method(context, session_lock, method).await;
    }
    Ok(CheckoutChangedResponse { checkout })
}

/// R-CHK-09: the method is kept with the customer where the backend has a call for it (6.6). It is in the session
/// already, so a failure is only logged, and a backend without the call is not asked again.
async fn keep_payment_method(context: &mut RequestContext, session_lock: Option<SessionLock>, method: PaymentMethodId) {
    let keeps = &Arc::clone(&context.state).keeps_payment_method;
    let logged_in = context.customer.as_ref().is_some_and(Customer::is_logged_in);
    if !logged_in || !keeps.load(Ordering::Relaxed) {
        return;
    }
    let kept = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.change_payment_method(session, &method).await })
        })
        .await;
    if let Err(problem) = kept {
        if problem.is_unknown_call() {
            keeps.store(false, Ordering::Relaxed);
        }
        problem.log_refresh();
    }
}

/// R-SESS-01: a failed refresh is logged only.
fn refreshed(read: Result<CheckoutResponse, Problem>) -> Option<CheckoutResponse> {
    read.inspect_err(Problem::log_refresh).ok()
}

/// R-CHK-01: registers a guest; the cart moves to the guest's session.
pub(super) async fn guest(
    context: &mut RequestContext,
    wanted: GuestRequest,
) -> Result<CheckoutChangedResponse, Problem> {
    let registration = registration(&wanted)?;
    if context.jar.token().is_none() {
        return Err(Problem::from(Code::OrderRejected).because("there is no cart to order as a guest"));
    }
    context.may_order().await?;
    let request = *blake3::hash(&context.body).as_bytes();
    let session_lock = match context.lock().await {
        // The same request was sent before and its response was lost, or the button was pressed twice.
        Err(problem) if problem.code == Code::SessionChanged && context.follow_customer(request) => {
            let checkout = refreshed(whole(context, true).await);
            return Ok(CheckoutChangedResponse { checkout });
        }
        other => other?,
    };
    let storefront_url = storefront::url(context).await?;
    let registration = GuestRegistration {
        storefront_url,
        ..registration
    };
    let (registered, session_lock) = context
        .become_customer(session_lock, request, |shopware, session| {
            Box::pin(async move { shopware.register_guest(session, &registration).await })
        })
        .await?;
    if registered.confirmation_pending {
        tracing::warn!("a guest must confirm their e-mail address before they can order (doubleOptInGuestOrder)");
    }
    let checkout = refreshed(whole(context, true).await);
    drop(session_lock);
    Ok(CheckoutChangedResponse { checkout })
}

fn registration(wanted: &GuestRequest) -> Result<GuestRegistration, Problem> {
    let mut form = Form::default();
    let email = form.email("/email", &wanted.email);
    let vat_id = form.optional("/vat_id".to_owned(), wanted.vat_id.as_deref(), 30);
    let (billing, shipping) =
        addresses::view::both(&mut form, &wanted.billing_address, wanted.shipping_address.as_ref());
    form.done().map_err(Problem::fields)?;
    let billing: NewAddress = billing.ok_or_else(|| Problem::choice("/billing_address/country_id"))?;
    Ok(GuestRegistration {
        email,
        salutation: billing.salutation.clone(),
        first_name: billing.first_name.clone(),
        last_name: billing.last_name.clone(),
        account_type: match billing.company {
            Some(_) => AccountType::Business,
            None => AccountType::Private,
        },
        vat_ids: vat_id.into_iter().collect(),
        shipping_address: shipping,
        accepted_data_protection: wanted.accept_privacy,
        storefront_url: String::new(),
        billing_address: billing,
    })
}
