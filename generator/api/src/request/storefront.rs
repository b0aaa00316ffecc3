//! The shop's URL in mails of Shopware.
//!
//! **Invariant:** it is one of the sales channel's domains, as Shopware requires; nothing of the request is in it
//! (rule 7).

use std::{sync::Arc, time::Duration};

use vitrine_backends::shopware::session::{Failure, SessionCall};
use vitrine_model::locale::LocaleIndex;

use super::RequestContext;
use crate::{
    app_state::AppState,
    shop::setup::best_for,
    web::{code::Code, problem::Problem},
};

/// How old the known domains may be: Shopware refuses requests with a domain that was removed.
const FRESH: Duration = Duration::from_secs(60);

/// The channel's domain for a locale, for a call that no visitor waits for; `None` if the channel has no domain.
pub(crate) async fn url_for(
    state: &AppState,
    session: &SessionCall,
    locale: LocaleIndex,
) -> Result<Option<String>, Failure> {
    let domains = match state.setup.domains(FRESH) {
        Some(known) => known,
        None => {
            let read = state.shopware.context(session).await?.value;
            state.setup.learn(&read.domains);
            read.domains.into()
        }
    };
    let locales = state.languages.locales();
    let best = locales
        .get(locale)
        .and_then(|locale| best_for(&domains, locale, &state.config.origins));
    Ok(best.map(str::to_owned))
}

/// The channel's domain for the page's language.
pub(crate) async fn url(context: &mut RequestContext) -> Result<String, Problem> {
    let state = Arc::clone(&context.state);
    let domains = match state.setup.domains(FRESH) {
        Some(known) => known,
        None => {
            let session = context
                .call_as_stranger(|shopware, session| Box::pin(shopware.context(session)))
                .await?;
            state.setup.learn(&session.domains);
            session.domains.into()
        }
    };
    let locales = state.languages.locales();
    let locale = locales.get(context.locale);
    let best = locale.and_then(|locale| best_for(&domains, locale, &state.config.origins));
    let none = || Problem::from(Code::BackendUnavailable).because("the sales channel has no domain");
    best.map(str::to_owned).ok_or_else(none)
}
