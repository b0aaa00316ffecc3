//! Checks of the sales channel.

mod asked;
mod catalogue;
mod channel;
mod methods;
mod visitors;

use vitrine_backends::{
    BackendError,
    shopware::{ChannelState, session::SessionCall},
};
use vitrine_model::ids::LanguageId;

use self::asked::{Asked, failed, without_key};
use super::{
    asking::Examined,
    codes::{Area, Row, shopware as codes},
    reach::{self, Clock, Unreached},
    report::Report,
};
use crate::{
    cmd::wire::{self, Purpose},
    config::Config,
};

pub(super) async fn examine(config: &Config, clock: Clock, logins: bool) -> Examined {
    let mut report = Report::default();
    let is_reached = examined(config, clock, logins, &mut report).await.is_some();
    if !is_reached {
        report.not_checked(
            Area::Shopware,
            "everything else in Shopware",
            "its first answer is not as it should be",
        );
    }
    Examined { report, is_reached }
}

async fn examined(config: &Config, clock: Clock, logins: bool, report: &mut Report) -> Option<()> {
    if config.access_key().is_err() {
        report.add(&codes::KEY_MISSING, "no access key is set");
        return None;
    }
    let client = match wire::shopware(config, Purpose::Serve) {
        Ok(client) => client,
        Err(error) => {
            report.add(&codes::KEY, crate::outcome::error_line(&error));
            return None;
        }
    };
    let state = match client.channel_state().await {
        Ok(state) => state,
        Err(error) => {
            unreached(report, config, &error);
            return None;
        }
    };
    channel::state(report, config, clock, &state);
    let languages = match client.languages().await {
        Ok(languages) => languages,
        Err(error) => {
            failed(report, config, "the languages", &error);
            return None;
        }
    };
    channel::languages(report, config, &state, &languages);
    let Some(first) = languages.first().map(|language| language.id.clone()) else {
        return Some(());
    };
    let asked = Asked {
        config,
        client: &client,
        languages,
        call: stranger(first),
    };
    rest(&asked, &state, logins, report).await;
    Some(())
}

/// The checks that need a language, side by side.
async fn rest(asked: &Asked<'_>, state: &ChannelState, logins: bool, report: &mut Report) {
    let (countries, methods, catalogue, visitors) = tokio::join!(
        channel::countries(asked),
        methods::examine(asked),
        catalogue::examine(asked, state),
        visitors::examine(asked, logins),
    );
    for part in [countries, methods, catalogue, visitors] {
        report.append(part);
    }
}

fn stranger(language: LanguageId) -> SessionCall {
    SessionCall {
        token: None,
        language,
        visitor: None,
    }
}

fn unreached(report: &mut Report, config: &Config, error: &BackendError) {
    let row: &'static Row = match Unreached::by(error) {
        Unreached::Network => &codes::UNREACHABLE,
        Unreached::Silent => &codes::SILENT,
        Unreached::Address | Unreached::Redirect => &codes::ADDRESS,
        Unreached::Refused | Unreached::Password => &codes::KEY,
        Unreached::Maintenance => &codes::MAINTENANCE,
        Unreached::TooMany | Unreached::Failed => &codes::FAILED,
    };
    // The remedy of the row names the screen.
    report.add(row, without_key(config, &reach::line(error)));
}
