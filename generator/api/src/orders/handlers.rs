//! Handlers of orders.
//!
//! **Invariant:** an order is read and paid only by its customer, as determined by Shopware, or with the code of its
//! link, e-mail address and postal code.

use vitrine_backends::shopware::session::{DeepLinkCode, GuestLookup, Order, OrderId, PaymentMethodId};

use super::{
    payment,
    types::{
        CancelOrderRequest, LookUpOrderRequest, OrderPaymentResponse, OrderResponse, PayOrderRequest, PaymentStart,
    },
    view,
};
use crate::{
    checkout,
    fields::Form,
    payment_method::PaymentMethod,
    problem::{Code, Problem},
    request_context::RequestContext,
};

/// The order and its payment methods, read in parallel.
pub(super) async fn read(context: &mut RequestContext) -> Result<OrderResponse, Problem> {
    let id = order_id(context)?;
    context.settled().await?;
    let ((order, methods), sent) = context
        .side_by_side(|shopware, session| {
            Box::pin(async move { tokio::join!(shopware.order(session, &id), shopware.payment_methods(session)) })
        })
        .await?;
    let order = context.accept(&sent, order)?.ok_or(Code::OrderNotFound)?;
    let methods = context.accept(&sent, methods)?;
    let methods = methods.iter().map(checkout::view::payment_method).collect();
    Ok(answer(context, &order, methods))
}

fn answer(context: &RequestContext, order: &Order, methods: Vec<PaymentMethod>) -> OrderResponse {
    let mut methods = methods;
    methods.retain(|method| method.after_order && view::can_be_paid(order));
    OrderResponse {
        order: view::order(order, context),
        payment_methods: methods,
    }
}

/// Never creates a session. The response to an unknown code is the same as to a wrong postal code.
pub(super) async fn look_up(
    context: &mut RequestContext,
    wanted: LookUpOrderRequest,
) -> Result<OrderResponse, Problem> {
    let order = find_by_link(context, &wanted, "").await?;
    if let Some(own) = as_own(context, &order.id).await {
        return Ok(own);
    }
    // Changing the method, and reopening a payment that ended, needs a session of the order's customer.
    let mut response = answer(context, &order, Vec::new());
    response.order.payment.can_be_paid = view::is_open(&order);
    // Files and changes need that session too.
    view::without_session(&mut response.order);
    Ok(response)
}

/// The order as the session's customer sees it; `None` if it belongs to somebody else or cannot be read.
async fn as_own(context: &mut RequestContext, id: &OrderId) -> Option<OrderResponse> {
    context.jar.token()?;
    let id = id.clone();
    let read = context.side_by_side(|shopware, session| {
        Box::pin(async move { tokio::join!(shopware.order(session, &id), shopware.payment_methods(session)) })
    });
    let ((order, methods), sent) = read.await.ok()?;
    let order = context.accept(&sent, order).ok()??;
    let methods = context.accept(&sent, methods).ok()?;
    Some(answer(
        context,
        &order,
        methods.iter().map(checkout::view::payment_method).collect(),
    ))
}

/// Cancels an order. Shopware 6.6 cancels any order of the customer, whatever its state (Shopware §12.5), so what may
/// be cancelled is decided here.
pub(super) async fn cancel(context: &mut RequestContext, _: CancelOrderRequest) -> Result<OrderResponse, Problem> {
    let id = order_id(context)?;
    if !context.state.config.cancel_orders {
        return Err(Code::NotFound.into());
    }
    let session_lock = context.lock().await?;
    let asked = id.clone();
    let found = context
        .call_backend(|shopware, session| Box::pin(async move { shopware.order(session, &asked).await }))
        .await?;
    if !view::can_be_cancelled(&found.ok_or(Code::OrderNotFound)?) {
        return Err(Code::OrderNotCancellable.into());
    }
    let (_, session_lock) = context
        .change(session_lock, |shopware, session| {
            Box::pin(async move { shopware.cancel_order(session, &id).await })
        })
        .await?;
    drop(session_lock);
    read(context).await
}

async fn find_by_link(context: &mut RequestContext, wanted: &LookUpOrderRequest, at: &str) -> Result<Order, Problem> {
    let mut form = Form::default();
    let email = form.text(format!("{at}/email"), &wanted.email, MAX_EMAIL);
    let zipcode = form.text(format!("{at}/zipcode"), &wanted.zipcode, MAX_ZIPCODE);
    let code = form.id(format!("{at}/code"), &wanted.code, DeepLinkCode::parse);
    form.done().map_err(Problem::fields)?;
    let lookup = GuestLookup {
        code: code.ok_or(Code::OrderLookupRefused)?,
        email,
        zipcode,
        log_in: false,
    };
    // With the customer's session, Shopware would find only their own orders, and would not check e-mail address and
    // postal code.
    let found = context
        .call_as_stranger(|shopware, session| Box::pin(async move { shopware.order_of_guest(session, &lookup).await }))
        .await;
    match found {
        Ok(found) => found.ok_or_else(|| Code::OrderLookupRefused.into()),
        // An order of an account gets the same response as an unknown one.
        Err(problem) if problem.code == Code::LoginRequired => Err(Code::OrderLookupRefused.into()),
        Err(problem) => Err(problem),
    }
}

/// Maximum lengths of an e-mail address and a postal code, in characters.
const MAX_EMAIL: usize = 254;
const MAX_ZIPCODE: usize = 50;

/// R-CHK-06: pays the order again, with the same method or another one. Shopware 6.6 starts the payment of any order
/// for anybody (Shopware §11.2), so the owner is checked first.
pub(super) async fn pay(
    context: &mut RequestContext,
    wanted: PayOrderRequest,
) -> Result<OrderPaymentResponse, Problem> {
    let id = order_id(context)?;
    let text = wanted.payment_method_id.as_deref();
    let mut form = Form::default();
    let method = form.optional_id("/payment_method_id".to_owned(), text, PaymentMethodId::parse);
    form.done().map_err(Problem::fields)?;
    context.may_order().await?;
    let known = context.jar.token().is_some();
    let payment = match &wanted.lookup {
        Some(lookup) => pay_by_link(context, lookup, &id, method).await,
        None if known => pay_own(context, &id, method).await,
        None => Err(Code::LoginRequired.into()),
    };
    if !known {
        context.jar.forget();
    }
    Ok(OrderPaymentResponse { payment: payment? })
}

async fn pay_own(
    context: &mut RequestContext,
    id: &OrderId,
    method: Option<PaymentMethodId>,
) -> Result<PaymentStart, Problem> {
    let session_lock = context.lock().await?;
    if let Some(method) = method {
        return payment::begin_by(context, session_lock, id, method).await;
    }
    let order = id.clone();
    let found = context
        .call_backend(|shopware, session| Box::pin(async move { shopware.order(session, &order).await }))
        .await?;
    payment::resume(context, session_lock, &found.ok_or(Code::OrderNotFound)?).await
}

async fn pay_by_link(
    context: &mut RequestContext,
    lookup: &LookUpOrderRequest,
    id: &OrderId,
    method: Option<PaymentMethodId>,
) -> Result<PaymentStart, Problem> {
    let order = find_by_link(context, lookup, "/lookup").await?;
    if order.id != *id {
        return Err(Code::OrderLookupRefused.into());
    }
    if method.is_none() && view::is_open(&order) {
        return payment::begin(context, None, id).await;
    }
    // Everything else needs a session of the order's customer; this browser may have one.
    let refused = match method {
        Some(_) => Problem::choice("/payment_method_id"),
        None => Code::OrderNotPayable.into(),
    };
    if context.jar.token().is_none() || !view::can_be_paid(&order) {
        return Err(refused);
    }
    match pay_own(context, id, method).await {
        Err(problem) if matches!(problem.code, Code::LoginRequired | Code::OrderNotFound) => Err(refused),
        other => other,
    }
}

/// The order id in the path.
pub(super) fn order_id(context: &RequestContext) -> Result<OrderId, Problem> {
    let id = context.parameter("id").and_then(|id| OrderId::parse(id).ok());
    id.ok_or_else(|| Problem::invalid("the order id is not 32 hex digits"))
}
