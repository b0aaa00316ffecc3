//! Every endpoint, with its policy, in one table (rule 8).
//!
//! **Invariant:** an endpoint exists only as a [`Row`]; router, guards, OpenAPI document and tests are all made from [`ROUTES`].

use std::{future::Future, pin::Pin};

use http::Method;

use crate::{
    call::{Call, Reply},
    handlers::{cart, offers, session, system},
    problem::Problem,
};

/// Who may call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Auth {
    /// Everybody.
    Public,
    /// A session with a customer, be it a guest.
    Guest,
    /// A session with a customer who is logged in to an account.
    Customer,
}

/// Which of the limits on people counts the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// None: monitoring.
    Unlimited,
    /// Reading.
    Read,
    /// Changing a cart.
    CartWrite,
}

/// The request's body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodyRule {
    /// None is read, and one that is sent with a write is refused.
    None,
    /// JSON of a schema of the document.
    Json {
        /// The schema's name.
        schema: &'static str,
        /// Bytes at most; [`crate::Limits::body`] holds too.
        cap: usize,
    },
}

/// The one parameter that a path's query may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueryRule {
    /// Its name.
    pub name: &'static str,
    /// One line for the document.
    pub summary: &'static str,
    /// What it must be like, as a regular expression of the document.
    pub pattern: &'static str,
}

/// What a handler is: it sees the finished [`Call`] only, never the request.
pub(crate) type Handler = for<'a> fn(&'a mut Call) -> Pin<Box<dyn Future<Output = Result<Reply, Problem>> + Send + 'a>>;

/// One endpoint.
pub struct Row {
    /// Its method; `GET` rows answer `HEAD` too.
    pub method: Method,
    /// Its path, parameters in braces.
    pub path: &'static str,
    /// What its query holds; `None` reads none.
    pub query: Option<QueryRule>,
    /// Its name in logs and its `operationId`.
    pub name: &'static str,
    /// One line for the document.
    pub summary: &'static str,
    /// Who may call.
    pub auth: Auth,
    /// It changes something: origin, fetch site, own header and JSON are asked for (rule 9).
    pub write: bool,
    /// Which limit counts it.
    pub action: Action,
    /// Its body.
    pub body: BodyRule,
    /// It answers in the page's locale and needs to be told which.
    pub locale: bool,
    /// The schema of its answer; `None` for the document itself.
    pub answer: Option<&'static str>,
    /// Its answer also comes with 503.
    pub unavailable: bool,
    pub(crate) handler: Handler,
}

const CART_BODY: usize = 1_024;

/// The table.
pub static ROUTES: [Row; 9] = [
    Row {
        method: Method::GET,
        path: "/api/session",
        query: None,
        name: "getSession",
        summary: "Who the visitor is, and whether they may order here",
        auth: Auth::Public,
        write: false,
        action: Action::Read,
        body: BodyRule::None,
        locale: true,
        answer: Some("SessionResponse"),
        unavailable: false,
        handler: |call| Box::pin(session::read(call)),
    },
    Row {
        method: Method::GET,
        path: "/api/offers",
        query: Some(QueryRule {
            name: "ids",
            summary: "1 to 24 products, separated by commas",
            pattern: "^[0-9a-f]{32}(,[0-9a-f]{32}){0,23}$",
        }),
        name: "getOffers",
        summary: "Price and stock of products for this visitor; what is not sold any more is left out",
        auth: Auth::Public,
        write: false,
        action: Action::Read,
        body: BodyRule::None,
        locale: true,
        answer: Some("OffersResponse"),
        unavailable: false,
        handler: |call| Box::pin(offers::read(call)),
    },
    Row {
        method: Method::GET,
        path: "/api/cart",
        query: None,
        name: "getCart",
        summary: "The cart; empty without a session",
        auth: Auth::Public,
        write: false,
        action: Action::Read,
        body: BodyRule::None,
        locale: true,
        answer: Some("CartResponse"),
        unavailable: false,
        handler: |call| Box::pin(cart::read(call)),
    },
    Row {
        method: Method::POST,
        path: "/api/cart/line-items",
        query: None,
        name: "addLineItem",
        summary: "Puts a product into the cart; adds up with what is there",
        auth: Auth::Public,
        write: true,
        action: Action::CartWrite,
        body: BodyRule::Json {
            schema: "AddLineItemRequest",
            cap: CART_BODY,
        },
        locale: true,
        answer: Some("CartResponse"),
        unavailable: false,
        handler: |call| Box::pin(cart::add(call)),
    },
    Row {
        method: Method::PATCH,
        path: "/api/cart/line-items/{id}",
        query: None,
        name: "changeLineItem",
        summary: "Sets a row's quantity",
        auth: Auth::Public,
        write: true,
        action: Action::CartWrite,
        body: BodyRule::Json {
            schema: "ChangeLineItemRequest",
            cap: CART_BODY,
        },
        locale: true,
        answer: Some("CartResponse"),
        unavailable: false,
        handler: |call| Box::pin(cart::change(call)),
    },
    Row {
        method: Method::DELETE,
        path: "/api/cart/line-items/{id}",
        query: None,
        name: "removeLineItem",
        summary: "Takes a row out of the cart",
        auth: Auth::Public,
        write: true,
        action: Action::CartWrite,
        body: BodyRule::None,
        locale: true,
        answer: Some("CartResponse"),
        unavailable: false,
        handler: |call| Box::pin(cart::remove(call)),
    },
    Row {
        method: Method::GET,
        path: "/api/health",
        query: None,
        name: "getHealth",
        summary: "The process answers",
        auth: Auth::Public,
        write: false,
        action: Action::Unlimited,
        body: BodyRule::None,
        locale: false,
        answer: Some("StatusResponse"),
        unavailable: false,
        handler: |call| Box::pin(system::health(call)),
    },
    Row {
        method: Method::GET,
        path: "/api/ready",
        query: None,
        name: "getReady",
        summary: "Whether a release is live (503 while none is) and the backends are up (200 whatever they are)",
        auth: Auth::Public,
        write: false,
        action: Action::Unlimited,
        body: BodyRule::None,
        locale: false,
        answer: Some("ReadyResponse"),
        unavailable: true,
        handler: |call| Box::pin(system::ready(call)),
    },
    Row {
        method: Method::GET,
        path: "/api/openapi.json",
        query: None,
        name: "getOpenapi",
        summary: "This document",
        auth: Auth::Public,
        write: false,
        action: Action::Read,
        body: BodyRule::None,
        locale: false,
        answer: None,
        unavailable: false,
        handler: |call| Box::pin(system::document(call)),
    },
];
