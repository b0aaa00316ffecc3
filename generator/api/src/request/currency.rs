//! The currency of a session: another client of the same sales channel may switch it, and only the context contains it.
//!
//! **Invariant:** no amounts are shown and nothing is ordered in a session whose currency was not compared with the
//! shop's within the last seconds; a session in another currency is brought back first.

use tokio::time::timeout_at;
use vitrine_backends::shopware::session::{Answer, Cart, Context, Failure, SessionCall};

use super::RequestContext;
use crate::{
    visitors::{queue::SessionLock, seen, sessions::Anonymous},
    web::problem::Problem,
};

impl RequestContext {
    /// Whether a session must be brought back to the shop's currency; one that need not be is known from then on, for
    /// some seconds. Without a session there is nothing to bring back.
    pub(crate) async fn has_foreign_currency(&self, session: &Context) -> Result<bool, Problem> {
        let Some(token) = self.jar.token() else {
            return Ok(false);
        };
        let retry = self.state.config.limits.maintenance_retry;
        let own = timeout_at(self.deadline, self.state.shopware.currency()).await;
        let own = own.map_err(|_| Problem::too_late())?;
        let own = own.map_err(|error| Problem::of_backend(&error.into(), retry))?;
        if session.currency != own {
            return Ok(true);
        }
        let anonymous = session.customer.is_none().then(|| Anonymous {
            tax: session.tax_status,
            country: session.country.as_ref().map(|country| country.id.clone()),
        });
        self.state.sessions.confirm(token, anonymous);
        Ok(false)
    }

    /// Whether this is the id of the shop's currency, in which every session is.
    pub(crate) async fn is_own_currency(&self, id: &str) -> Result<bool, Problem> {
        let retry = self.state.config.limits.maintenance_retry;
        let own = timeout_at(self.deadline, self.state.shopware.currency_id()).await;
        let own = own.map_err(|_| Problem::too_late())?;
        let own = own.map_err(|error| Problem::of_backend(&error.into(), retry))?;
        Ok(own == Some(id))
    }

    /// Brings the session back to the shop's currency; the row that this writes is one that the other client has
    /// written already. A read does it without the session's lock: it changes nothing that an earlier change could
    /// need.
    pub(crate) async fn bring_back(
        &mut self,
        session_lock: Option<SessionLock>,
    ) -> Result<Option<SessionLock>, Problem> {
        tracing::info!("a session in another currency is brought back to the shop's");
        let ((), session_lock) = self
            .change(session_lock, |shopware, session| {
                Box::pin(shopware.set_own_currency(session))
            })
            .await?;
        Ok(session_lock)
    }

    /// Waits for earlier changes of this session and ensures its currency: for a change whose answer has amounts.
    pub(crate) async fn lock_cart(&mut self) -> Result<Option<SessionLock>, Problem> {
        let session_lock = self.lock().await?;
        if self
            .jar
            .token()
            .is_none_or(|token| self.state.sessions.is_confirmed(token))
        {
            return Ok(session_lock);
        }
        let session = match self.shopware_context().await {
            Ok(session) => session,
            Err(problem) => {
                problem.log_unread("the session before a change of its cart");
                return Ok(session_lock);
            }
        };
        match self.has_foreign_currency(&session).await? {
            true => self.bring_back(session_lock).await,
            false => Ok(session_lock),
        }
    }

    /// The cart, in the shop's currency. A session that is known is read again only if its cart differs from the one
    /// shown last.
    pub(crate) async fn cart(&mut self) -> Result<Cart, Problem> {
        let known = self
            .jar
            .token()
            .is_some_and(|token| self.state.sessions.is_confirmed(token));
        if known {
            let cart = self.cart_alone().await?;
            if self.is_as_shown(&cart) {
                return Ok(cart);
            }
        }
        Ok(self.cart_and_session().await?.0)
    }

    /// The cart in the shop's currency, and its session; `None` if that could not be read.
    pub(crate) async fn cart_and_session(&mut self) -> Result<(Cart, Option<Context>), Problem> {
        let ((session, cart), sent) = self
            .side_by_side(|shopware, session| {
                Box::pin(async move { tokio::join!(shopware.context(session), shopware.cart(session, false)) })
            })
            .await?;
        self.beside_session(&sent, session, cart).await
    }

    /// Whether a cart is the one that the browser was shown last.
    pub(crate) fn is_as_shown(&self, cart: &Cart) -> bool {
        self.jar.seen().is_none_or(|seen| seen == seen::name_of(cart))
    }

    /// A cart in the shop's currency, and the session that was read in parallel; `None` if that could not be read.
    pub(crate) async fn beside_session(
        &mut self,
        sent: &SessionCall,
        session: Result<Answer<Context>, Failure>,
        cart: Result<Answer<Cart>, Failure>,
    ) -> Result<(Cart, Option<Context>), Problem> {
        // A cart returned with the session's own token: a context with another one belongs to somebody else (rule 10).
        let lives = matches!(&cart, Ok(cart) if cart.token.is_some() && !cart.token_changed(sent));
        let is_foreign = matches!(&session, Ok(session) if session.token_changed(sent));
        let cart = self.accept(sent, cart).await?;
        if lives && is_foreign {
            return Ok((cart, None));
        }
        let session = match self.accept(sent, session).await {
            Ok(session) => session,
            Err(problem) => {
                problem.log_unread("the session beside its cart");
                return Ok((cart, None));
            }
        };
        if !self.has_foreign_currency(&session).await? {
            return Ok((cart, Some(session)));
        }
        self.bring_back(None).await?;
        let cart = self.cart_alone().await?;
        Ok((cart, Some(self.shopware_context().await?)))
    }

    async fn cart_alone(&mut self) -> Result<Cart, Problem> {
        self.call_backend(|shopware, session| Box::pin(shopware.cart(session, false)))
            .await
    }
}
