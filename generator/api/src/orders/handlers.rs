//! **Invariant:** an order is read and paid only by whom Shopware knows as its customer, or by who knows the code of its link, e-mail address and postal code.

use vitrine_backends::shopware::session::{DeepLinkCode, GuestLookup, Order, OrderId, PaymentMethodId};

use super::{
    payment,
    types::{LookUpOrderRequest, OrderPaymentResponse, OrderResponse, PayOrderRequest},
    view,
};
use crate::{
    checkout,
    fields::Form,
    payment_method::PaymentMethod,
    problem::{Code, Problem},
    request_context::RequestContext,
};

/// The order and the ways to pay it, side by side.
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
    Ok(answer(&order, methods))
}

fn answer(order: &Order, methods: Vec<PaymentMethod>) -> OrderResponse {
    let mut methods = methods;
    methods.retain(|method| method.after_order && view::can_be_paid(order));
    OrderResponse {
        order: view::order(order),
        payment_methods: methods,
    }
}

/// Whoever asks, the answer begins no session. Of a code that leads to no order the same is said as of a wrong postal code.
pub(super) async fn look_up(
    context: &mut RequestContext,
    wanted: LookUpOrderRequest,
) -> Result<OrderResponse, Problem> {
    let known = context.jar.token().is_some();
    let found = find_by_link(context, &wanted, "").await;
    if !known {
        context.jar.forget();
    }
    // Another method can be chosen by a session of the order's customer alone.
    Ok(answer(&found?, Vec::new()))
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
    let found = context
        .call_backend(|shopware, session| Box::pin(async move { shopware.order_of_guest(session, &lookup).await }))
        .await;
    match found {
        Ok(found) => found.ok_or_else(|| Code::OrderLookupRefused.into()),
        // The order of an account: to strangers the same as none.
        Err(problem) if problem.code == Code::LoginRequired => Err(Code::OrderLookupRefused.into()),
        Err(problem) => Err(problem),
    }
}

/// Characters of an e-mail address and a postal code at most.
const MAX_EMAIL: usize = 254;
const MAX_ZIPCODE: usize = 50;

/// R-CHK-06: the payment once more, with the same method or another one. Shopware 6.6 begins the payment of any order for anybody (Shopware §11.2): whose it is, is
/// found out first.
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
    if let Some(lookup) = &wanted.lookup {
        return pay_by_link(context, lookup, &id, method.is_some()).await;
    }
    if context.jar.token().is_none() {
        return Err(Code::LoginRequired.into());
    }
    let mut session_lock = context.lock().await?;
    match method {
        // Shopware changes the method of the customer's own orders alone, so this finds out whose it is, too.
        Some(method) => {
            let order = id.clone();
            ((), session_lock) = context
                .change(session_lock, |shopware, session| {
                    Box::pin(async move { shopware.change_order_payment(session, &order, &method).await })
                })
                .await?;
        }
        None => {
            let order = id.clone();
            let found = context
                .call_backend(|shopware, session| Box::pin(async move { shopware.order(session, &order).await }))
                .await?;
            payable(&found.ok_or(Code::OrderNotFound)?)?;
        }
    }
    let payment = payment::begin(context, session_lock, &id).await?;
    Ok(OrderPaymentResponse { payment })
}

async fn pay_by_link(
    context: &mut RequestContext,
    lookup: &LookUpOrderRequest,
    id: &OrderId,
    other_method: bool,
) -> Result<OrderPaymentResponse, Problem> {
    let known = context.jar.token().is_some();
    let outcome = async {
        let order = find_by_link(context, lookup, "/lookup").await?;
        if order.id != *id {
            return Err(Code::OrderLookupRefused.into());
        }
        if other_method {
            // Shopware lets only a session of the order's customer choose another one.
            return Err(Problem::choice("/payment_method_id"));
        }
        payable(&order)?;
        payment::begin(context, None, id).await
    }
    .await;
    if !known {
        context.jar.forget();
    }
    Ok(OrderPaymentResponse { payment: outcome? })
}

fn payable(order: &Order) -> Result<(), Problem> {
    if view::can_be_paid(order) {
        return Ok(());
    }
    Err(Code::OrderNotPayable.into())
}

/// The order that the path names.
fn order_id(context: &RequestContext) -> Result<OrderId, Problem> {
    let id = context.parameter("id").and_then(|id| OrderId::parse(id).ok());
    id.ok_or_else(|| Problem::invalid("the order id is not 32 hex digits"))
}
