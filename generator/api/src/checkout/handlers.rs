//! Handlers of the checkout.
//!
//! **Invariant:** independent reads run in parallel; a change runs in its session's queue, in the page's language, and
//! is sent once.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Instant,
};

use vitrine_backends::shopware::session::{
    self as shopware, AccountType, Address, AddressId, Cart, Context, ContextChange, Country, CountryId, Customer,
    GuestRegistration, NewAddress, PaymentMethodId, ShippingMethod, ShippingMethodId,
};

use super::{
    types::{
        AddressFormResponse, ChangeCheckoutRequest, CheckoutChangedResponse, CheckoutResponse, GuestOutcome,
        GuestRequest, GuestResponse, WaitingGuestRequest,
    },
    view,
};
use crate::{
    addresses::{self, salutations},
    cart::answer,
    release::{Release, line_duties::is_electrical},
    request::{
        RequestContext,
        account_rules::{self, RequiredField},
        refused_methods, storefront,
    },
    types::{customer::Salutation, payment_method::PaymentMethod},
    visitors::queue::SessionLock,
    web::{
        code::Code,
        fields::{Form, Sent},
        problem::Problem,
    },
};

/// R-CHK-04: the cart is read with `taxed=1`.
pub(super) async fn read(context: &mut RequestContext) -> Result<CheckoutResponse, Problem> {
    context.settled().await?;
    whole(context, false).await
}

/// The data of the checkout as read.
struct Read {
    session: Context,
    cart: Option<Cart>,
    book: Option<Vec<Address>>,
    shipping: Vec<ShippingMethod>,
    payment: Vec<shopware::PaymentMethod>,
    countries: Vec<Country>,
    salutations: Vec<shopware::Salutation>,
    required_fields: Vec<RequiredField>,
}

/// Reads everything in one parallel step. Without a session there is neither a cart nor an address book, and only
/// customers have an address book.
async fn read_all(context: &mut RequestContext) -> Result<Read, Problem> {
    let known = context.jar.token().is_some();
    let has_book = context
        .jar
        .token()
        .is_some_and(|token| context.state.sessions.has_customer(token));
    let has_book = has_book || (known && context.jar.was_customer());
    let reads = context.side_by_side(|shopware, session| {
        Box::pin(async move {
            let cart = async {
                match known {
                    true => Some(shopware.cart(session, true).await),
                    false => None,
                }
            };
            let book = async {
                match has_book {
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
    });
    // Usually cached.
    let (read, required_fields) = tokio::join!(reads, account_rules::required_fields(context));
    let (answers, sent) = read?;
    let (session, cart, book, shipping, payment, countries, salutations) = answers;
    let session = context.accept(&sent, session).await?;
    let cart = match cart {
        Some(cart) => Some(context.accept(&sent, cart).await?),
        None => None,
    };
    // Shopware refuses the address book to an anonymous visitor.
    let book = match book.filter(|_| session.customer.is_some()) {
        Some(book) => Some(context.accept(&sent, book).await?),
        None => None,
    };
    Ok(Read {
        cart,
        book,
        shipping: context.accept(&sent, shipping).await?,
        payment: context.accept(&sent, payment).await?,
        countries: context.accept(&sent, countries).await?,
        salutations: context.accept(&sent, salutations).await?,
        required_fields,
        session,
    })
}

/// All data of the checkout, in the shop's currency.
async fn whole(context: &mut RequestContext, after_change: bool) -> Result<CheckoutResponse, Problem> {
    let mut read = read_all(context).await?;
    if context.has_foreign_currency(&read.session).await? {
        context.bring_back(None).await?;
        read = read_all(context).await?;
    }
    // A guest's registration needs the domains.
    context.state.setup.learn(&read.session.domains);
    let own = of_session(context, &read.session, read.cart.as_ref(), after_change).await;
    let addresses = match (read.book, &read.session.customer) {
        (Some(book), _) => book,
        (None, None) => Vec::new(),
        // This process has not seen the customer before.
        (None, Some(_)) => {
            context
                .call_backend(|shopware, session| Box::pin(shopware.addresses(session)))
                .await?
        }
    };
    let Read {
        session,
        cart,
        shipping,
        payment,
        countries,
        salutations,
        required_fields,
        ..
    } = read;
    let addresses = addresses.iter().map(addresses::view::address).collect();
    let state = Arc::clone(&context.state);
    let payment: Vec<_> = state.hidden_methods.offered(&payment).collect();
    let costs = cart
        .as_ref()
        .map_or(view::DeliveryCosts::OfMethod, view::DeliveryCosts::of);
    let mut response = CheckoutResponse {
        addresses,
        shipping_methods: shipping
            .iter()
            .map(|m| view::shipping_method(m, session.tax_status, costs, cart.as_ref(), &context.page()))
            .collect(),
        payment_methods: payment.iter().copied().map(PaymentMethod::from).collect(),
        countries: countries.iter().map(view::country).collect(),
        salutations: salutations.iter().map(Salutation::from).collect(),
        required_fields,
        ..own
    };
    response.blockers = view::blockers(&response, &context.page());
    if let Some(cart) = cart.filter(|_| !salutations.iter().any(shopware::Salutation::is_unspecified)) {
        response
            .blockers
            .extend(view::missing_salutations(&cart, &context.page()));
    }
    Ok(response)
}

/// Countries and salutations, for an address that is no part of an order.
pub(super) async fn address_form(context: &mut RequestContext) -> Result<AddressFormResponse, Problem> {
    let reads = context.side_by_side(|shopware, session| {
        Box::pin(async move {
            tokio::join!(
                shopware.context(session),
                shopware.countries(session),
                shopware.salutations(session),
            )
        })
    });
    let (read, required_fields) = tokio::join!(reads, account_rules::required_fields(context));
    let ((session, countries, salutations), sent) = read?;
    let session = context.accept(&sent, session).await?;
    let countries = context.accept(&sent, countries).await?;
    let salutations = context.accept(&sent, salutations).await?;
    Ok(AddressFormResponse {
        countries: countries.iter().map(view::country).collect(),
        salutations: salutations.iter().map(Salutation::from).collect(),
        required_fields,
        country_id: session.country.map(|country| country.id.as_str().to_owned()),
    })
}

/// The parts of the response that come from context and cart.
async fn of_session(
    context: &mut RequestContext,
    session: &Context,
    cart: Option<&Cart>,
    after_change: bool,
) -> CheckoutResponse {
    let cart_of_shop = cart;
    let cart = match cart {
        Some(cart) if after_change => answer::recalculated(context, cart).await,
        Some(cart) => answer::shown(context, cart).await,
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
        required_fields: Vec::new(),
        electrical: cart_of_shop.is_some_and(|cart| has_electrical(context.release.as_deref(), &cart.line_items)),
        cart,
        ordering_allowed: context.open_to_all() || logged_in,
        blockers: Vec::new(),
    }
}

/// Whether there is electrical equipment among the line items, or inside of one, that is delivered.
fn has_electrical(release: Option<&Release>, items: &[shopware::LineItem]) -> bool {
    items.iter().any(|item| {
        (!item.digital && is_electrical(release, item.product_id.as_ref())) || has_electrical(release, &item.children)
    })
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

/// R-CHK-02: each change refreshes the session context and the cart. A changed language is set in the same call.
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
    if let Some(method) = &payment {
        refused_methods::refuse_hidden(context, method).await?;
    }
    let session_lock = context.lock().await?;
    if !context.has_language() {
        change.language = Some(context.language()?.clone());
    }
    let ((), session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.change_context(session, &change).await })
        })
        .await?;
    context.still_may_order()?;
    context.knows_language();
    if let Some(token) = context.jar.token() {
        context.state.sessions.unconfirm(token);
    }
    let checkout = refreshed(whole(context, true).await);
    if let Some(method) = payment {
        keep_payment_method(context, session_lock, method).await;
    }
    Ok(CheckoutChangedResponse { checkout })
}

/// R-CHK-09: the method is stored with the customer if the backend has a call for it (6.6). The session has it already,
/// so a failure is only logged, and a backend without the call is not called again.
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
pub(super) async fn guest(context: &mut RequestContext, wanted: GuestRequest) -> Result<GuestResponse, Problem> {
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
            let outcome = GuestOutcome::Entered;
            return Ok(GuestResponse {
                outcome,
                waiting: None,
                checkout,
            });
        }
        other => other?,
    };
    let storefront_url = storefront::url(context).await?;
    let mut registration = GuestRegistration {
        storefront_url,
        ..registration
    };
    let written = [
        Some(&mut registration.billing_address),
        registration.shipping_address.as_mut(),
    ];
    salutations::fill(context, written.into_iter().flatten()).await;
    let email = shopware::email_hash(&registration.email);
    let (registered, session_lock) = context
        .become_customer(session_lock, request, |shopware, session| {
            Box::pin(async move { shopware.register_guest(session, &registration).await })
        })
        .await
        .map_err(|problem| {
            let pointer_of = addresses::view::pointer_of_registration(&problem, &wanted.billing_address, true);
            problem.repointed(pointer_of)
        })?;
    // With `doubleOptInGuestOrder` the session has no customer before the link of the mail is opened (Shopware §25.2).
    let outcome = match registered.confirmation_pending {
        true => GuestOutcome::ConfirmEmail,
        false => GuestOutcome::Entered,
    };
    let guest = registered.customer.id.filter(|_| registered.confirmation_pending);
    let waiting = context.jar.token().zip(guest).map(|(token, guest)| {
        let now = Instant::now();
        context.state.waiting_guests.wait(&email, token, guest, now)
    });
    // The guest's address book is read in parallel with the rest.
    if let (GuestOutcome::Entered, Some(token)) = (&outcome, context.jar.token()) {
        context.state.sessions.note_customer(token);
    }
    let checkout = refreshed(whole(context, true).await);
    drop(session_lock);
    Ok(GuestResponse {
        outcome,
        waiting,
        checkout,
    })
}

/// R-CHK-01: the guest's e-mail address may have been confirmed on another device, in this browser's session.
pub(super) async fn go_on(
    context: &mut RequestContext,
    wanted: WaitingGuestRequest,
) -> Result<CheckoutChangedResponse, Problem> {
    let state = Arc::clone(&context.state);
    let guest = state.waiting_guests.claim(context.jar.token(), &wanted.waiting);
    if let Some(guest) = guest.filter(|guest| !state.logged_out.has(guest)) {
        context.jar.go_over(guest);
    }
    context.settled().await?;
    let checkout = whole(context, true).await?;
    Ok(CheckoutChangedResponse {
        checkout: Some(checkout),
    })
}

fn registration(wanted: &GuestRequest) -> Result<GuestRegistration, Problem> {
    let mut form = Form::default();
    let email = form.email("/email", &wanted.email);
    let vat_id = form.vat_id("/vat_id", wanted.vat_id.as_deref());
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
