//! The policy of a row: who may call it and how often (rule 8).

/// Who the visitor must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Auth {
    /// Any visitor.
    Public,
    /// A session with a customer, guests included. Shopware itself refuses the calls of such rows without a customer.
    Guest,
    /// A session with a customer logged in to an account.
    Customer,
}

/// The sender of the request, which determines how a write proves its origin (rule 9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// A script on one of the shop's own pages. A write needs an allowed `Origin`, `Sec-Fetch-Site: same-origin` if the
    /// browser sends that header, and `X-Vitrine: 1`.
    Page,
    /// An HTML form on one of the shop's own pages, which works without JavaScript: a write needs an allowed `Origin`
    /// and `Sec-Fetch-Site: same-origin`, both of them, because forms cannot send custom headers. Its body is
    /// urlencoded, its query names the locale, and its answers are pages, including errors.
    Form,
    /// A form of the CMS, sent by a script as [`Self::Page`] and by a browser without JavaScript as [`Self::Form`]:
    /// they are distinguished by the header `X-Vitrine`, which a plain form cannot send.
    PageOrForm,
    /// Another server, which proves by a secret that it is one of the shop's backends; no browser sends it (rule 20).
    Signed(Sender),
}

/// Whose secret proves a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sender {
    /// The CMS.
    Content,
    /// Shopware.
    Commerce,
    /// A shop that registers Shopware's app: it signs its query with the app's secret.
    App,
    /// A shop that confirms the secret issued at its registration.
    NewShop,
    /// Whoever has either secret.
    Any,
}

/// The rate limit that counts the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// No limit; for monitoring.
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
    /// `rates.hooks`
    Hook,
    /// `rates.withdrawals`
    Withdrawal,
    /// `rates.accounts`
    Account,
    /// `rates.forms`
    Form,
}

/// The policy of one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Who the visitor must be.
    pub auth: Auth,
    /// The sender of the request.
    pub caller: Caller,
    /// The rate limit that counts the request.
    pub action: Action,
}

impl Policy {
    /// The policy of a request that any visitor's page may send.
    pub(crate) const fn public(action: Action) -> Self {
        Self {
            auth: Auth::Public,
            caller: Caller::Page,
            action,
        }
    }

    /// The policy of a request that a backend of the shop signs.
    pub(crate) const fn signed(sender: Sender, action: Action) -> Self {
        Self {
            auth: Auth::Public,
            caller: Caller::Signed(sender),
            action,
        }
    }

    /// The policy of a form that any visitor may send.
    pub(crate) const fn form(action: Action) -> Self {
        Self {
            caller: Caller::Form,
            ..Self::public(action)
        }
    }

    /// The policy of a form of the CMS.
    pub(crate) const fn page_or_form(action: Action) -> Self {
        Self {
            caller: Caller::PageOrForm,
            ..Self::public(action)
        }
    }

    /// The policy of a request that requires a logged-in customer.
    pub(crate) const fn customer(action: Action) -> Self {
        Self {
            auth: Auth::Customer,
            caller: Caller::Page,
            action,
        }
    }

    /// The policy of a request that the session's customer may send, guests included.
    pub(crate) const fn guest(action: Action) -> Self {
        Self {
            auth: Auth::Guest,
            caller: Caller::Page,
            action,
        }
    }
}
