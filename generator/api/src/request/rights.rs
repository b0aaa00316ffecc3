//! The identity of the visitor, and their permissions (R-ACCT-06, R-HEAD-02).
//!
//! **Invariant:** a visitor counts as a customer only if an answer of Shopware has confirmed it for this session.

use vitrine_backends::shopware::session::Customer;

use super::RequestContext;
use crate::web::{code::Code, cookies::CustomerHint, policy::Auth, problem::Problem};

impl RequestContext {
    /// Checks that the visitor has the identity that the row's policy requires.
    pub(crate) async fn authorise(&mut self, auth: Auth) -> Result<(), Problem> {
        match auth {
            Auth::Public => Ok(()),
            // Without a session there is no guest; otherwise Shopware itself refuses the row's call.
            Auth::Guest if self.jar.token().is_some() => Ok(()),
            Auth::Guest => Err(Code::LoginRequired.into()),
            Auth::Customer => {
                // The session is read only after its pending changes have ended.
                self.settled().await?;
                self.logged_in().await
            }
        }
    }

    /// Records the session's customer, for the visitor's rights and for the cookie that pages read; returns whether
    /// they are logged in (R-ACCT-06).
    pub(crate) fn found(&mut self, customer: Option<&Customer>) -> bool {
        let logged_in = customer.is_some_and(Customer::is_logged_in);
        if let (true, Some(token)) = (logged_in, self.jar.token()) {
            self.state.sessions.allow(token);
        }
        if let (Some(_), Some(token)) = (customer, self.jar.token()) {
            self.state.sessions.note_customer(token);
        }
        self.jar.set_customer(match customer {
            Some(customer) if customer.has_own_prices() => Some(CustomerHint::OwnPrices),
            _ => logged_in.then_some(CustomerHint::LoggedIn),
        });
        self.customer = customer.cloned();
        logged_in
    }

    async fn logged_in(&mut self) -> Result<(), Problem> {
        let session = match self.jar.token() {
            Some(_) => Some(self.shopware_context().await?),
            None => None,
        };
        let logged_in = self.found(session.as_ref().and_then(|session| session.customer.as_ref()));
        self.session = session;
        match logged_in {
            true => Ok(()),
            false => Err(Code::LoginRequired.into()),
        }
    }

    /// Whether every visitor may order on a page of this locale (R-HEAD-02).
    pub(crate) fn open_to_all(&self) -> bool {
        let config = &self.state.config;
        config.ordering.open_to_all(&config.locales, self.locale)
    }

    /// Checks that the visitor may order on a page of this locale (R-HEAD-02). The result is remembered for sessions
    /// with a customer.
    pub(crate) async fn may_order(&mut self) -> Result<(), Problem> {
        if self.open_to_all()
            || self
                .jar
                .token()
                .is_some_and(|token| self.state.sessions.is_allowed(token))
        {
            return Ok(());
        }
        match self.logged_in().await {
            Err(problem) if problem.code == Code::LoginRequired => Err(Code::OrderingNotAllowed.into()),
            other => other,
        }
    }

    /// To be called after a change: if the session had expired in the meantime, it no longer had a customer, and the
    /// new session is dropped.
    pub(crate) fn still_may_order(&mut self) -> Result<(), Problem> {
        if self.expired && !self.open_to_all() {
            self.jar.forget();
            return Err(Code::OrderingNotAllowed.into());
        }
        Ok(())
    }
}
