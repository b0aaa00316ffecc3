//! Placing an order once (R-CHK-03, R-CHK-08).
//!
//! **Invariant:** the order is sent only after its key is on disk, and after every earlier request with that key is
//! known to have placed no order. The session's lock is held from the lookup of the key until the outcome is recorded.

use std::{io, sync::Arc, time::Duration};

use jiff::{SignedDuration, Timestamp};
use tokio::task::spawn_blocking;
use vitrine_backends::shopware::session::{Context, ContextToken, NewOrder, Order, OrderId, Refusal};

use super::{
    payment,
    standing::Standing,
    types::{PaymentStart, PlaceOrderRequest, PlacedOrderResponse},
};
use crate::{
    addresses::salutations,
    cart::answer,
    delivery_dates::orders::promised,
    request::{RequestContext, refused_methods},
    visitors::{
        order_keys::{Known, OrderKeys, Progress, Record},
        promised_days::Promise,
        queue::SessionLock,
    },
    web::{code::Code, fields::Form, problem::Problem},
};

/// Maximum length of the customer's comment, in characters.
const MAX_COMMENT: usize = 2_000;
/// Maximum length of the customer's reference, in characters.
const MAX_REFERENCE: usize = 100;
/// Time before the record of a key in which its order may lie: clocks have a resolution of seconds, and a shop may have
/// several servers.
const MARGIN: SignedDuration = SignedDuration::from_secs(120);
/// Number of the session's newest orders that are searched after a lost response.
const LATEST: u8 = 10;

struct Wanted {
    key: String,
    cart_hash: String,
    reference: Option<String>,
    comment: Option<String>,
    /// Whether the right of withdrawal is waived for downloads.
    waives: bool,
    /// Whether an old device is handed over at the delivery.
    old_device: Option<bool>,
}

pub(super) async fn place(
    context: &mut RequestContext,
    wanted: PlaceOrderRequest,
) -> Result<PlacedOrderResponse, Problem> {
    let wanted = checked(wanted)?;
    context.may_order().await?;
    let Some(token) = context.jar.token().cloned() else {
        return Err(Code::LoginRequired.into());
    };
    let session_lock = context.lock().await?;
    let key = wanted.key.clone();
    let owner = token.clone();
    match on_disk(context, move |keys| keys.find(&key, &owner)).await? {
        Known::Foreign => return Err(Problem::field("/idempotency_key", "the key is another session's")),
        Known::Own(Record {
            progress:
                Progress::Placed {
                    order_id,
                    order_number,
                    page,
                },
            ..
        }) => {
            let kept = Kept {
                key: wanted.key,
                order_number,
                page,
            };
            return again(context, session_lock, &order_id, kept).await;
        }
        Known::Own(record) => {
            if let Some(order) = lost(context, &record).await? {
                let (key, id, number) = (wanted.key.clone(), order.id.as_str().to_owned(), order.number.clone());
                on_disk(context, move |keys| keys.placed(&key, &id, &number)).await?;
                let kept = Kept {
                    key: wanted.key,
                    order_number: order.number.clone(),
                    page: None,
                };
                return repeated(context, session_lock, &order, kept).await;
            }
            still_settling(context, &record)?;
        }
        Known::Unknown => {}
    }
    let (session_lock, promise) = prepared(context, session_lock, wanted.waives).await?;
    let placed = send(context, session_lock, token, wanted).await?;
    keep_promise(context, &placed.order_id, promise).await;
    Ok(placed)
}

/// Refuses a deactivated customer and an unsupported payment method (Shopware refuses neither), brings the session back
/// to the shop's currency, and corrects the order's addresses. A download needs the waiver of the right of withdrawal
/// (law §4). If the session cannot be read, the decision is left to Shopware. The promise is what [`session_and_cart`]
/// says.
async fn prepared(
    context: &mut RequestContext,
    session_lock: Option<SessionLock>,
    waives: bool,
) -> Result<(Option<SessionLock>, Option<Promise>), Problem> {
    let (known, promise, has_download) = match session_and_cart(context, waives).await {
        Ok(read) => read,
        Err(problem) => {
            problem.log_unread("the session before its order");
            return Ok((session_lock, None));
        }
    };
    if has_download && !waives {
        let mut problem = Problem::from(Code::WithdrawalNotWaived);
        problem.pointer = Some("/waive_withdrawal");
        return Err(problem);
    }
    if known
        .customer
        .as_ref()
        .is_some_and(|customer| !customer.guest && !customer.active)
    {
        return Err(Code::AccountInactive.into());
    }
    refused_methods::refuse_hidden_of_session(context, &known)?;
    let session_lock = match context.has_foreign_currency(&known).await? {
        true => context.bring_back(session_lock).await?,
        false => session_lock,
    };
    Ok((salutations::mend(context, session_lock, &known).await?, promise))
}

/// The session, the days that the screens name for the cart as it is now, and whether a download is in it. The order is
/// placed without them if the cart cannot be read or is another session's: its screens then name the backend's days. The
/// cart is read only if one of the two is needed.
async fn session_and_cart(
    context: &mut RequestContext,
    waives: bool,
) -> Result<(Context, Option<Promise>, bool), Problem> {
    if context.state.config.delivery.is_none() && waives {
        return Ok((context.shopware_context().await?, None, false));
    }
    let ((session, cart), sent) = context
        .side_by_side(|shopware, session| {
            Box::pin(async move { tokio::join!(shopware.context(session), shopware.cart(session, false)) })
        })
        .await?;
    let known = context.accept(&sent, session).await?;
    let cart = match cart {
        Ok(cart) => (!cart.token_changed(&sent)).then_some(cart.value),
        Err(failure) => {
            tracing::warn!(error = %failure.error, "the cart could not be read before its order");
            None
        }
    };
    let has_download = cart
        .as_ref()
        .is_some_and(|cart| cart.all_line_items().any(|item| item.digital));
    let delivery = context.state.config.delivery.as_ref().zip(cart);
    let promise = delivery.and_then(|(delivery, cart)| promised(delivery, &cart));
    Ok((known, promise, has_download))
}

fn checked(wanted: PlaceOrderRequest) -> Result<Wanted, Problem> {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let key = wanted.idempotency_key;
    if !(16..=64).contains(&key.len()) || !key.bytes().all(allowed) {
        return Err(Problem::field(
            "/idempotency_key",
            "the key has not 16 to 64 letters, digits, - and _",
        ));
    }
    let hash = wanted.cart_hash;
    if !(16..=128).contains(&hash.len()) || !hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
        return Err(Problem::field("/cart_hash", "the hash has not 16 to 128 hex digits"));
    }
    let mut form = Form::default();
    let reference = form.optional("/reference".to_owned(), wanted.reference.as_deref(), MAX_REFERENCE);
    let comment = form.lines("/comment".to_owned(), wanted.comment.as_deref(), MAX_COMMENT);
    form.done().map_err(Problem::fields)?;
    if !wanted.accept_terms {
        let mut problem = Problem::from(Code::TermsNotAccepted);
        problem.pointer = Some("/accept_terms");
        return Err(problem);
    }
    Ok(Wanted {
        key,
        cart_hash: hash,
        reference,
        comment,
        waives: wanted.waive_withdrawal,
        old_device: wanted.old_device,
    })
}

/// Sends the order and records its outcome on disk, even if the client has disconnected.
async fn send(
    context: &mut RequestContext,
    session_lock: Option<SessionLock>,
    token: ContextToken,
    wanted: Wanted,
) -> Result<PlacedOrderResponse, Problem> {
    let key = wanted.key.clone();
    // Without its key the order is not sent.
    on_disk(context, move |keys| keys.begin(&key, &token))
        .await
        .map_err(|problem| Problem::from(Code::NotRecorded).because(problem.cause.as_deref().unwrap_or_default()))?;
    let order = NewOrder {
        reference: wanted.reference,
        withdrawal_waived: wanted.waives.then(|| waived_at(context)).flatten(),
        old_device: wanted.old_device,
        comment: wanted.comment,
        hash: Some(wanted.cart_hash.clone()),
    };
    let (keys, key) = (Arc::clone(&context.state.orders), wanted.key.clone());
    let sent = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move {
                let answer = shopware.place_order(session, &order).await;
                let noted = match &answer {
                    Ok(answer) => keys.placed(&key, answer.value.id.as_str(), &answer.value.number),
                    Err(failure) if failure.may_have_been_done() => Ok(()),
                    Err(_) => keys.failed(&key),
                };
                // The order is placed even if the write fails; a key without its order is resolved when the request is
                // repeated.
                if let Err(error) = noted {
                    tracing::error!(%error, "what became of an order could not be noted");
                }
                answer
            })
        })
        .await;
    let (order, session_lock) = match sent {
        Ok(placed) => placed,
        Err(problem) => return Err(refused(context, problem, &wanted.cart_hash).await),
    };
    context.jar.set_count(0);
    context.jar.forget_seen();
    // A payment provider refuses an amount of zero.
    let payment = match order.total.minor {
        0 => PaymentStart::nothing(),
        _ => or_failed(payment::begin(context, session_lock, &order.id).await),
    };
    keep_page(context, wanted.key, &payment).await;
    Ok(PlacedOrderResponse {
        order_id: order.id.as_str().to_owned(),
        order_number: order.number,
        repeated: false,
        payment,
    })
}

/// The instant of a waiver, to the second.
fn waived_at(context: &RequestContext) -> Option<String> {
    let now = Timestamp::try_from((context.state.clock)()).ok()?;
    Some(now.round(jiff::Unit::Second).ok()?.to_string())
}

async fn keep_promise(context: &RequestContext, order: &str, promise: Option<Promise>) {
    let Some(promise) = promise else { return };
    let (promises, order) = (Arc::clone(&context.state.promises), order.to_owned());
    let kept = spawn_blocking(move || promises.keep(&order, promise)).await;
    if let Err(error) = kept.map_err(io::Error::other).and_then(|kept| kept) {
        tracing::error!(%error, "the days that were promised with an order could not be kept in state.dir");
    }
}

/// Stores the payment page with the order's key, so that a client that lost this response is led to the same payment.
/// Without it a new payment is started.
async fn keep_page(context: &RequestContext, key: String, payment: &PaymentStart) {
    let Some(page) = payment.redirect_url.clone() else {
        return;
    };
    if let Err(problem) = on_disk(context, move |keys| keys.paying(&key, &page)).await {
        let cause = problem.cause.as_deref().unwrap_or_default();
        tracing::error!(cause, "the page of a payment could not be kept with its order");
    }
}

/// The order is placed even if its payment could not be started.
fn or_failed(payment: Result<PaymentStart, Problem>) -> PaymentStart {
    payment.unwrap_or_else(|problem| {
        let cause = problem.cause.as_deref().unwrap_or_default();
        tracing::warn!(
            code = problem.code.as_str(),
            cause,
            "an order was placed and its payment could not be begun"
        );
        PaymentStart::failed()
    })
}

/// Returns the order that the key has placed.
async fn again(
    context: &mut RequestContext,
    session_lock: Option<SessionLock>,
    order_id: &str,
    kept: Kept,
) -> Result<PlacedOrderResponse, Problem> {
    let id = OrderId::parse(order_id)
        .map_err(|_| Problem::from(Code::BackendUnavailable).because("an order's id was kept that is none"))?;
    let order = context
        .call_backend(|shopware, session| Box::pin(async move { shopware.order(session, &id).await }))
        .await?
        .ok_or(Code::OrderNotFound)?;
    repeated(context, session_lock, &order, kept).await
}

/// The data stored with the key of a placed order.
struct Kept {
    key: String,
    order_number: String,
    /// The page of the payment that was begun with it.
    page: Option<String>,
}

/// The response for an order that was placed before: its payment continues where it was started, and otherwise is
/// started again if it can be paid.
async fn repeated(
    context: &mut RequestContext,
    session_lock: Option<SessionLock>,
    order: &Order,
    kept: Kept,
) -> Result<PlacedOrderResponse, Problem> {
    context.jar.forget_seen();
    let standing = Standing::of(order);
    // A stored page only belongs to the first payment.
    let first = kept
        .page
        .filter(|_| order.transactions.len() == 1 && standing.is_begun());
    let payment = if let Some(page) = standing.page().map(str::to_owned).or(first) {
        PaymentStart::redirect(page)
    } else if standing.can_be_paid() {
        let payment = or_failed(payment::resume(context, session_lock, order, None).await);
        keep_page(context, kept.key, &payment).await;
        payment
    } else {
        PaymentStart::nothing()
    };
    Ok(PlacedOrderResponse {
        order_id: order.id.as_str().to_owned(),
        order_number: kept.order_number,
        repeated: true,
        payment,
    })
}

/// The order whose response was lost: the first of the session's newest orders that was placed since the key was
/// recorded and belongs to no other key.
async fn lost(context: &mut RequestContext, record: &Record) -> Result<Option<Order>, Problem> {
    let others = on_disk(context, |keys| keys.placed_orders()).await?;
    let latest = context
        .call_backend(|shopware, session| Box::pin(shopware.latest_orders(session, LATEST)))
        .await?;
    let since = recorded_at(record, context.state.orders.age(record), latest.at) - MARGIN;
    let orders = latest.orders.into_iter();
    let mut found: Vec<Order> = orders
        .filter(|order| !others.contains(order.id.as_str()))
        .filter(|order| order.placed_at.is_some_and(|at| at >= since))
        .collect();
    found.sort_by_key(|order| order.placed_at);
    Ok(found.into_iter().next())
}

/// When the key was recorded, by the same clock as the times of orders: the shop's if its answer has a time, otherwise
/// this server's.
fn recorded_at(record: &Record, age: Duration, at_the_shop: Option<Timestamp>) -> Timestamp {
    let by_the_shop = at_the_shop.and_then(|now| now.checked_sub(age).ok());
    by_the_shop.unwrap_or_else(|| {
        let seconds = i64::try_from(record.begun_at).unwrap_or(i64::MAX);
        Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX)
    })
}

/// An error while the backend may still be processing an order that cannot be found yet.
fn still_settling(context: &RequestContext, record: &Record) -> Result<(), Problem> {
    let age = context.state.orders.age(record);
    let settles = context.state.config.limits.order_settles;
    match settles.checked_sub(age).filter(|left| !left.is_zero()) {
        Some(left) => Err(Problem::from(Code::OrderInProgress).after(left)),
        None => Ok(()),
    }
}

/// The error of a refused order; contains the current cart if it differs from the one that was shown.
async fn refused(context: &mut RequestContext, problem: Problem, cart_hash: &str) -> Problem {
    let blocked: Vec<String> = match problem.refusal() {
        Some(Refusal::CartChanged | Refusal::CartEmpty) => Vec::new(),
        Some(Refusal::CartBlocked(errors)) => errors.iter().map(|error| error.message_key.clone()).collect(),
        _ => return problem,
    };
    let cart = context
        .call_backend(|shopware, session| Box::pin(shopware.cart(session, true)))
        .await;
    let Ok(cart) = cart else { return problem };
    if cart.hash.as_deref() == Some(cart_hash) {
        // The cart is unchanged: its own errors explain why it cannot be ordered.
        let response = answer::shown(context, &cart).await;
        let blocking = response
            .errors
            .iter()
            .filter(|error| blocked.contains(&error.message_key));
        let mut rejected = Problem::from(Code::OrderRejected).because(problem.cause.as_deref().unwrap_or_default());
        rejected.details = blocking.map(|error| error.message.clone()).collect();
        return rejected;
    }
    let response = answer::other_than(context, &cart, cart_hash).await;
    Problem::from(Code::CartChanged)
        .because(problem.cause.as_deref().unwrap_or_default())
        .beside("cart", &response)
}

/// Accesses the stored keys without blocking other requests.
async fn on_disk<T: Send + 'static>(
    context: &RequestContext,
    ask: impl FnOnce(&OrderKeys) -> io::Result<T> + Send + 'static,
) -> Result<T, Problem> {
    let keys = Arc::clone(&context.state.orders);
    let asked = spawn_blocking(move || ask(&keys)).await.map_err(io::Error::other);
    asked.and_then(|answer| answer).map_err(|error| {
        let cause = format!("the keys of orders cannot be read or written in state.dir: {error}");
        Problem::from(Code::BackendUnavailable).because(&cause)
    })
}
