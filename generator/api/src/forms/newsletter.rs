//! The newsletter: its form goes to Shopware, which sends the mail with the link (double opt-in).
//!
//! **Invariant:** the answer does not depend on whether an address is known; the proof of consent is on disk before
//! Shopware is called, and is kept for the configured time (law §10).

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};

use futures::future::BoxFuture;
use jiff::Timestamp;
use tokio::{
    sync::watch,
    task::{JoinHandle, spawn_blocking},
    time::timeout,
};
use vitrine_backends::{
    BackendError,
    shopware::session::{Failure, Refusal, SessionCall},
};
use vitrine_forms::{Fault, HandedForm, Rule};
use vitrine_model::locale::LocaleIndex;

use super::{
    body::Submitted,
    hourly::Hourly,
    recorded::{closed, email_of, first_try, key_of, refused, state_of},
    types::{FormSent, UnsubscribeRequest},
};
use crate::{
    app_state::AppState,
    outbox::{
        self, Deliver, DeliveryFailure, DeliveryState, Outbox, Pace, Sent, Subscribed, Subscription, Subscriptions,
    },
    request::{RequestContext, storefront},
    shop::breaker::Found,
    web::{
        code::Code,
        fields::Form,
        problem::{Problem, cause_of},
    },
};

/// Name of the only channel.
const CHANNEL: &str = "shopware";

/// Records a subscription and sends it to Shopware.
pub(super) async fn subscribe(
    context: &RequestContext,
    form: &HandedForm,
    submitted: &Submitted,
) -> Result<FormSent, Problem> {
    let missing =
        || Problem::from(Code::FormsClosed).because("the form of the newsletter has no field with the rule email");
    let subscription = Subscription {
        email: email_of(form, submitted).ok_or_else(missing)?,
        ends: false,
        words: Some(form.words(context.page().code)),
        ..of_page(context)
    };
    let refused_fields = |fields: &[String]| {
        let email = form.spec.fields.iter().find(|field| field.rules.contains(&Rule::Email));
        let fault = |handle: &str| Fault {
            field: handle.to_owned(),
            key: "email",
            parameters: Vec::new(),
        };
        let faults: Vec<Fault> = email
            .filter(|_| !fields.is_empty())
            .map(|field| fault(&field.handle))
            .into_iter()
            .collect();
        refused(context, form, &faults)
    };
    hand_over(context, &key_of(context, submitted), subscription, refused_fields).await
}

/// Ends a subscription.
pub(super) async fn unsubscribe(context: &mut RequestContext, wanted: UnsubscribeRequest) -> Result<FormSent, Problem> {
    let mut form = Form::default();
    let email = form.email("/email", &wanted.email);
    form.done().map_err(Problem::fields)?;
    context.state.rates.check_form(context.address, "newsletter's end")?;
    let subscription = Subscription {
        email,
        ends: true,
        ..of_page(context)
    };
    let key = key_of(context, &Submitted::default());
    let refused = |_: &[String]| Problem::field("/email", "Shopware refuses the address");
    hand_over(context, &key, subscription, refused).await
}

fn of_page(context: &RequestContext) -> Subscription {
    Subscription {
        email: String::new(),
        ends: false,
        locale: context.page().code.to_owned(),
        release: context.release.as_deref().map_or("", |release| release.id()).to_owned(),
        words: None,
    }
}

async fn hand_over(
    context: &RequestContext,
    key: &str,
    subscription: Subscription,
    refused: impl Fn(&[String]) -> Problem,
) -> Result<FormSent, Problem> {
    let state = &context.state;
    if !state.subscriptions.has_key() {
        return Err(Problem::from(Code::FormsClosed).because("there is no key to keep the proof of consent with"));
    }
    let id = Subscriptions::id_of(key, &subscription);
    let about = Subscribed {
        format: 1,
        received_at: state.now(),
    };
    let (store, name) = (Arc::clone(state), id.clone());
    let recorded = spawn_blocking(move || store.subscriptions.record(&name, &about, &subscription)).await;
    let is_new = recorded
        .map_err(io::Error::other)
        .flatten()
        .map_err(|error| closed(&error))?;
    if is_new && let Some(fields) = first_try(context, Subscribing::new(state), &id, Subscribing::take_refused).await {
        return Err(refused(&fields));
    }
    state_of(state.subscriptions.outbox(), CHANNEL, &id)
}

/// Sends the subscriptions of a server to Shopware.
struct Subscribing {
    state: Arc<AppState>,
    refused: Mutex<Option<Vec<String>>>,
    forgetting: Hourly,
}

impl Subscribing {
    fn new(state: &Arc<AppState>) -> Self {
        Self {
            state: Arc::clone(state),
            refused: Mutex::default(),
            forgetting: Hourly::default(),
        }
    }

    fn take_refused(&self) -> Option<Vec<String>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    async fn tell(&self, subscription: &Subscription) -> Result<(), DeliveryFailure> {
        let state = &self.state;
        let locale = state
            .config
            .locales
            .by_code(&subscription.locale)
            .unwrap_or(LocaleIndex(0));
        let language = state.languages.of(locale);
        let language = language.ok_or_else(|| DeliveryFailure::later("the language of the locale is not known yet"))?;
        let session = SessionCall {
            token: None,
            language: language.clone(),
            // The address is not kept with the record.
            visitor: None,
        };
        let permit = state.breaker.pass();
        let permit = permit.map_err(|_| DeliveryFailure::later("Shopware does not answer"))?;
        let told = async {
            if subscription.ends {
                let ended = state
                    .shopware
                    .unsubscribe_newsletter(&session, &subscription.email)
                    .await;
                return ended.map(|_| true);
            }
            let Some(url) = storefront::url_for(state, &session, locale).await? else {
                return Ok(false);
            };
            let told = state
                .shopware
                .subscribe_newsletter(&session, &subscription.email, &url)
                .await;
            told.map(|_| true)
        };
        match timeout(state.config.limits.backend_timeout, told).await {
            Ok(Ok(has_domain)) => {
                permit.found(Found::Answered);
                match has_domain {
                    true => Ok(()),
                    false => Err(DeliveryFailure::later(
                        "the sales channel has no domain that the mail could lead to",
                    )),
                }
            }
            Ok(Err(failure)) => {
                permit.found(Found::of(&failure.error));
                self.missed(&failure, subscription.ends)
            }
            Err(_) => {
                permit.found(Found::Nothing);
                Err(DeliveryFailure::later("Shopware did not answer in time"))
            }
        }
    }

    /// An unsubscription of an unknown address counts as delivered.
    fn missed(&self, failure: &Failure, ends: bool) -> Result<(), DeliveryFailure> {
        let unknown = matches!(&failure.error, BackendError::Status { errors, .. }
            if errors.iter().any(|error| error.code == "CONTENT__NEWSLETTER_RECIPIENT_NOT_FOUND"));
        if ends && unknown {
            return Ok(());
        }
        let (for_good, wait) = match failure.refusal() {
            Refusal::Throttled(wait) | Refusal::Maintenance(wait) => (false, wait),
            _ => (matches!(failure.error.status(), Some(400 | 404 | 422)), None),
        };
        if for_good {
            *self.refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(vec!["email".to_owned()]);
        }
        Err(DeliveryFailure {
            for_good,
            cause: cause_of(&failure.error),
            wait,
        })
    }
}

impl Deliver for Subscribing {
    fn outbox(&self) -> &Arc<Outbox> {
        self.state.subscriptions.outbox()
    }

    fn pace(&self) -> Pace {
        Pace {
            retry: self.state.config.limits.form_retry,
            patience: self.state.config.limits.form_patience,
        }
    }

    fn now(&self) -> Timestamp {
        self.state.now()
    }

    fn send<'a>(&'a self, _channel: &'a str, id: &'a str) -> BoxFuture<'a, io::Result<Sent>> {
        Box::pin(async move {
            let subscription = match self.state.subscriptions.read(id) {
                Ok(subscription) => subscription,
                Err(error) => return Ok(Sent::Failed(DeliveryFailure::later(&error.to_string()))),
            };
            Ok(match self.tell(&subscription).await {
                Ok(()) => Sent::Delivered,
                Err(missed) => Sent::Failed(missed),
            })
        })
    }

    fn forget(&self) -> io::Result<()> {
        if !self.forgetting.is_due(self.now()) {
            return Ok(());
        }
        let (outbox, time) = (self.outbox(), self.state.config.forms.consent);
        for id in outbox.ids()? {
            let Ok(about) = outbox.read::<Subscribed>(&id) else {
                continue;
            };
            if self.now().duration_since(about.received_at).unsigned_abs() > time {
                outbox.remove(&id)?;
            }
        }
        Ok(())
    }

    fn log(&self, channel: &str, subscription: &str, state: &DeliveryState) {
        match state {
            DeliveryState::Delivered { .. } => tracing::info!(subscription, channel, "Shopware has a subscription"),
            DeliveryState::Failed { cause, tries, .. } => {
                tracing::warn!(
                    subscription,
                    channel,
                    cause,
                    tries,
                    "Shopware was not told of a subscription yet"
                );
            }
            DeliveryState::GivenUp { cause, .. } => tracing::error!(
                subscription,
                channel,
                cause,
                "a subscription was given up: see `vitrine outbox --undelivered`"
            ),
            DeliveryState::Waiting | DeliveryState::Absent => {}
        }
    }

    fn log_error(&self, subscription: Option<&str>, error: &io::Error) {
        tracing::error!(subscription, %error, "the records of the newsletter could not be read or written");
    }
}

/// Sends pending subscriptions at start and periodically, until the server stops.
pub(crate) fn subscribe_in_background(state: &Arc<AppState>, stop: watch::Receiver<bool>) -> JoinHandle<()> {
    outbox::deliver_in_background(Subscribing::new(state), stop)
}
