//! What a row of the table says about who may call it and how often (rule 8).

/// Who the visitor must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Auth {
    /// Anybody.
    Public,
    /// A session with a customer, who may be a guest. The backend itself refuses all that such rows ask it for to others.
    Guest,
    /// A session with a customer who is logged in to an account.
    Customer,
}

/// What sends the request, and so how a write proves where it comes from (rule 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// A script of one of the shop's own pages. A write needs `Origin` on the list, `Sec-Fetch-Site: same-origin` where the browser sends it, and `X-Vitrine: 1`.
    Page,
}

/// Which of the rate limits counts the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// None: monitoring.
    Unlimited,
    /// `rates.reads`
    Read,
    /// `rates.cart_writes`
    CartWrite,
    /// `rates.checkout_writes`
    CheckoutWrite,
    /// `rates.orders`
    Order,
    /// `rates.order_lookups`
    OrderLookup,
}

/// The policy of one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Who the visitor must be.
    pub auth: Auth,
    /// What sends the request.
    pub caller: Caller,
    /// Which rate limit counts it.
    pub action: Action,
}

impl Policy {
    /// A request of a page that anybody may send.
    pub(crate) const fn public(action: Action) -> Self {
        Self {
            auth: Auth::Public,
            caller: Caller::Page,
            action,
        }
    }

    /// A request of a page that the session's customer may send, a guest too.
    pub(crate) const fn guest(action: Action) -> Self {
        Self {
            auth: Auth::Guest,
            caller: Caller::Page,
            action,
        }
    }
}
