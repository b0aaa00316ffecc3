//! Handlers of orders.
//!
//! **Invariant:** an order is read and paid only by its customer, as determined by Shopware, or with the code of its
//! link, e-mail address and postal code.

use vitrine_backends::shopware::session::{
    DeepLinkCode, GuestLookup, Order, OrderId, PaymentMethod as Method, PaymentMethodId, Refusal,
};

use super::{
    invoice_account, payment,
    spellings::spellings,
    standing::Standing,
    types::{
        CancelOrderRequest, LookUpOrderRequest, OrderPaymentResponse, OrderResponse, PayOrderRequest, PaymentStart,
    },
    view,
};
use crate::{
    request::{RequestContext, refused_methods},
    types::payment_method::PaymentMethod,
    web::{code::Code, fields::Form, problem::Problem},
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
    let mut order = context.accept(&sent, order).await?.ok_or(Code::OrderNotFound)?;
    let methods = context.accept(&sent, methods).await?;
    invoice_account::add(context, &mut order).await;
    Ok(answer(context, &order, &methods).await)
}

async fn answer(context: &RequestContext, order: &Order, methods: &[Method]) -> OrderResponse {
    let offered = context.state.hidden_methods.offered(methods);
    let payable = |method: &&Method| method.after_order && Standing::of(order).can_be_paid();
    OrderResponse {
        order: view::order(order, context).await,
        payment_methods: offered.filter(payable).map(PaymentMethod::from).collect(),
    }
}

/// Never creates a session. The response to an unknown code is the same as to a wrong postal code. It does report that
/// an order belongs to an account, which is only visible with a valid code.
pub(super) async fn look_up(
    context: &mut RequestContext,
    wanted: LookUpOrderRequest,
) -> Result<OrderResponse, Problem> {
    let proof = proof(&wanted, "")?;
    // Without a proof, the visitor has just opened the link: the owner's session is enough.
    if (proof.credentials.is_none() || context.jar.was_customer())
        && let Some(own) = own_by_code(context, &proof.code).await
    {
        return Ok(own);
    }
    let order = find_by_link(context, proof).await?;
    if let Some(own) = as_own(context, &order.id).await {
        return Ok(own);
    }
    // Changing the method, and reopening a payment that ended, needs a session of the order's customer.
    let mut response = answer(context, &order, &[]).await;
    response.order.payment.can_be_paid = Standing::of(&order).is_open();
    // Files and changes need that session too.
    view::without_session(&mut response.order);
    Ok(response)
}

/// The order of a link, as the session's own customer sees it (Shopware §25.4).
async fn own_by_code(context: &mut RequestContext, code: &DeepLinkCode) -> Option<OrderResponse> {
    context.jar.token()?;
    let lookup = GuestLookup {
        code: code.clone(),
        email: String::new(),
        zipcode: String::new(),
        log_in: false,
    };
    let found = context
        .call_backend(|shopware, session| Box::pin(async move { shopware.order_of_guest(session, &lookup).await }))
        .await;
    as_own(context, &found.ok()??.id).await
}

/// The order as the session's customer sees it; `None` if it belongs to somebody else or cannot be read.
async fn as_own(context: &mut RequestContext, id: &OrderId) -> Option<OrderResponse> {
    context.jar.token()?;
    let id = id.clone();
    let read = context.side_by_side(|shopware, session| {
        Box::pin(async move { tokio::join!(shopware.order(session, &id), shopware.payment_methods(session)) })
    });
    let ((order, methods), sent) = read.await.ok()?;
    let order = context.accept(&sent, order).await.ok()??;
    let methods = context.accept(&sent, methods).await.ok()?;
    Some(answer(context, &order, &methods).await)
}

/// Cancels an order. Shopware 6.6 cancels any order of the customer, whatever its state (Shopware §12.5), so whether it
/// can be cancelled is decided here.
pub(super) async fn cancel(context: &mut RequestContext, _: CancelOrderRequest) -> Result<OrderResponse, Problem> {
    let id = order_id(context)?;
    if !context.state.config.account.cancel_orders {
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

/// The code of a link, with the e-mail address and the postal code as typed.
struct Proof {
    code: DeepLinkCode,
    credentials: Option<(String, String)>,
}

fn proof(wanted: &LookUpOrderRequest, at: &str) -> Result<Proof, Problem> {
    let mut form = Form::default();
    let credentials = match (&wanted.email, &wanted.zipcode) {
        (None, None) => None,
        (email, zipcode) => Some((
            form.text(format!("{at}/email"), email.as_deref().unwrap_or_default(), MAX_EMAIL),
            form.text(
                format!("{at}/zipcode"),
                zipcode.as_deref().unwrap_or_default(),
                MAX_ZIPCODE,
            ),
        )),
    };
    let code = form.id(format!("{at}/code"), &wanted.code, DeepLinkCode::parse);
    form.done().map_err(Problem::fields)?;
    Ok(Proof {
        code: code.ok_or(Code::OrderLookupRefused)?,
        credentials,
    })
}

/// Tries the spellings of the e-mail address and the postal code sequentially.
async fn find_by_link(context: &mut RequestContext, proof: Proof) -> Result<Order, Problem> {
    let pairs = match &proof.credentials {
        Some((email, zipcode)) => spellings(email, zipcode),
        None => vec![<(String, String)>::default()],
    };
    for (email, zipcode) in pairs {
        let lookup = GuestLookup {
            code: proof.code.clone(),
            email,
            zipcode,
            log_in: false,
        };
        // With the customer's session, Shopware would find only their own orders, and would not check e-mail address
        // and postal code.
        let found = context
            .call_as_stranger(|shopware, session| {
                Box::pin(async move { shopware.order_of_guest(session, &lookup).await })
            })
            .await;
        match found {
            Ok(found) => return found.ok_or_else(|| Code::OrderLookupRefused.into()),
            Err(problem) if problem.refusal() == Some(&Refusal::GuestWrongCredentials) => {}
            Err(problem) if problem.code == Code::LoginRequired => return Err(Code::OrderOfAccount.into()),
            Err(problem) => return Err(problem),
        }
    }
    Err(Code::OrderLookupRefused.into())
}

/// Maximum lengths of an e-mail address and a postal code, in characters.
const MAX_EMAIL: usize = 254;
const MAX_ZIPCODE: usize = 50;

/// R-CHK-06: pays the order again, with the same method or another one. Shopware 6.6 starts the payment of any order
/// for any caller (Shopware §11.2), so the owner is checked first.
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
    if let Some(method) = &method {
        refused_methods::refuse_hidden(context, method).await?;
    }
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
    let order = read_to_pay(context, id, method.as_ref()).await?;
    let begun = payment::resume(context, session_lock, &order, method).await;
    match begun {
        Ok(begun) => Ok(begun),
        Err(problem) => Err(with_order(problem, &view::order(&order, context).await)),
    }
}

/// The current order. A method that the shop does not offer for placed orders is refused here, because Shopware accepts
/// it (Shopware §25.4).
async fn read_to_pay(
    context: &mut RequestContext,
    id: &OrderId,
    method: Option<&PaymentMethodId>,
) -> Result<Order, Problem> {
    let asked = id.clone();
    let Some(method) = method else {
        let found = context
            .call_backend(|shopware, session| Box::pin(async move { shopware.order(session, &asked).await }))
            .await?;
        return Ok(found.ok_or(Code::OrderNotFound)?);
    };
    let ((order, methods), sent) = context
        .side_by_side(|shopware, session| {
            Box::pin(async move { tokio::join!(shopware.order(session, &asked), shopware.payment_methods(session)) })
        })
        .await?;
    let order = context.accept(&sent, order).await?.ok_or(Code::OrderNotFound)?;
    let methods = context.accept(&sent, methods).await?;
    let standing = Standing::of(&order);
    let offered = methods.iter().any(|one| one.after_order && one.id == *method);
    // Whether the order may be paid at all is reported first.
    if standing.can_be_paid() && !offered && standing.method() != Some(method) {
        return Err(Problem::choice("/payment_method_id"));
    }
    Ok(order)
}

/// A refused visitor gets the current order.
fn with_order(problem: Problem, order: &super::types::Order) -> Problem {
    if problem.code == Code::OrderNotPayable {
        return problem.beside("order", order);
    }
    problem
}

async fn pay_by_link(
    context: &mut RequestContext,
    lookup: &LookUpOrderRequest,
    id: &OrderId,
    method: Option<PaymentMethodId>,
) -> Result<PaymentStart, Problem> {
    let order = find_by_link(context, proof(lookup, "/lookup")?).await?;
    if order.id != *id {
        return Err(Code::OrderLookupRefused.into());
    }
    let standing = Standing::of(&order);
    if method.is_none() && (standing.is_open() || standing.page().is_some()) {
        return payment::resume(context, None, &order, None).await;
    }
    let mut shown = view::order(&order, context).await;
    view::without_session(&mut shown);
    let not_payable = || with_order(Code::OrderNotPayable.into(), &shown);
    if !standing.can_be_paid() {
        return Err(not_payable());
    }
    // Everything else needs a session of the order's customer; this browser may have one.
    let stranger = match method {
        Some(_) => Problem::choice("/payment_method_id"),
        None => not_payable(),
    };
    if context.jar.token().is_none() {
        return Err(stranger);
    }
    match pay_own(context, id, method).await {
        Err(problem) if matches!(problem.code, Code::LoginRequired | Code::OrderNotFound) => Err(stranger),
        other => other,
    }
}

/// The order id in the path.
pub(super) fn order_id(context: &RequestContext) -> Result<OrderId, Problem> {
    let id = context.parameter("id").and_then(|id| OrderId::parse(id).ok());
    id.ok_or_else(|| Problem::invalid("the order id is not 32 hex digits"))
}
