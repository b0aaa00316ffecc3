//! Checks of the CMS.

mod asked;
mod content;
mod forms;
mod graphql;

use vitrine_api::{cms_time_zone, of_time_zone};
use vitrine_backends::{
    Backend, BackendError,
    statamic::{SeenList, StatamicClient, StatamicVersion},
};

use self::asked::Asked;
use super::{
    asking::Examined,
    codes::{Area, Row, statamic as codes},
    reach::{self, Clock, Unreached},
    report::Report,
};
use crate::{
    cmd::wire::{self, Purpose},
    config::Config,
};

/// Fewer calls a minute than a pull of a small shop makes.
const TOO_FEW_CALLS: u64 = 150;

pub(super) async fn examine(config: &Config, clock: Clock) -> Examined {
    let mut report = Report::default();
    time_zone(config, &mut report);
    let is_reached = examined(config, clock, &mut report).await.is_some();
    if !is_reached {
        report.not_checked(
            Area::Statamic,
            "everything else in Statamic",
            "its first answer is not as it should be",
        );
    }
    Examined { report, is_reached }
}

async fn examined(config: &Config, clock: Clock, report: &mut Report) -> Option<()> {
    let client = match wire::statamic_for(config, Purpose::Serve) {
        Ok(client) => client,
        Err(error) => {
            report.add(&codes::ADDRESS, crate::outcome::error_line(&error));
            return None;
        }
    };
    first(config, clock, &client, report).await?;
    let anew = client.for_pull(None, jiff::Timestamp::now()).anew();
    let asked = Asked { config, client: &anew };
    let (content, forms, graphql) = tokio::join!(
        content::examine(&asked),
        forms::examine(&asked),
        graphql::examine(&asked)
    );
    for part in [content, forms, graphql] {
        report.append(part);
    }
    Some(())
}

/// The first call, as a pull makes it: a list of entries, whose answer may come from the CMS's cache.
async fn first(config: &Config, clock: Clock, client: &StatamicClient, report: &mut Report) -> Option<()> {
    let (_, locale) = config.locales.iter().next()?;
    let Some(collection) = config.file.statamic.collections.first() else {
        report.not_checked(Area::Statamic, "the CMS", "statamic.collections is empty");
        return None;
    };
    match client.first_entries(collection, &locale.content_site, false).await {
        Ok(list) => answered(report, clock, collection, &list),
        // The API answers; what is wrong with this collection is found with the others.
        Err(error) if is_of_the_api(&error) => {}
        Err(error) => {
            unreached(report, config, &error);
            return None;
        }
    }
    Some(())
}

fn answered(report: &mut Report, clock: Clock, collection: &str, list: &SeenList) {
    report.saw(
        Area::Statamic,
        "version",
        match list.version {
            StatamicVersion::Five => "5",
            StatamicVersion::Six => "6",
        },
    );
    reach::clock(report, &codes::CLOCK, clock, list.at);
    if list.seen > 0 && list.with_address == 0 && collection == PAGES {
        report.add(
            &codes::STACHE_COLD,
            format!(
                "none of the first {} entries of {collection:?} has an address",
                list.seen
            ),
        );
    }
    if let Some(calls) = list.calls_per_minute.filter(|calls| *calls < TOO_FEW_CALLS) {
        report.add(&codes::THROTTLED, format!("the CMS accepts {calls} calls a minute"));
    }
}

/// The collection whose entries all have an address of their own.
const PAGES: &str = "pages";

/// Whether the API itself answered: a resource that is off, or a filter that is not allowed.
fn is_of_the_api(error: &BackendError) -> bool {
    match error {
        // The API has no page for what is off, but a message; the site has a page.
        BackendError::Status {
            status: 404, errors, ..
        } => !errors.is_empty(),
        other => other.status() == Some(422),
    }
}

fn unreached(report: &mut Report, config: &Config, error: &BackendError) {
    let row: &'static Row = match Unreached::by(error) {
        Unreached::Network => &codes::UNREACHABLE,
        Unreached::Silent => &codes::SILENT,
        Unreached::Address => &codes::ADDRESS,
        Unreached::Refused => &codes::TOKEN,
        Unreached::Password => &codes::PASSWORD,
        Unreached::Redirect => &codes::LOGIN,
        Unreached::Maintenance => &codes::MAINTENANCE,
        Unreached::TooMany => &codes::THROTTLED,
        Unreached::Failed => &codes::FAILED,
    };
    reach::add(report, config, row, reach::line(error), error);
}

/// The time zone that the CMS told with an event.
fn time_zone(config: &Config, report: &mut Report) {
    match cms_time_zone(&config.state()) {
        Some(zone) => {
            report.saw(Area::Statamic, "time zone of dates", &*zone);
            if let Some(found) = of_time_zone(&zone, &config.time_zone) {
                report.add_setup(&found);
            }
        }
        None => report.not_checked(
            Area::Statamic,
            "the time zone of dates",
            format!(
                "{} tells it with an event only (the add-on in scripts/connect/statamic), and none has come. It must be site.time_zone: timezone of config/app.php in Statamic 5; Statamic 6 takes that of the editor's browser",
                Backend::Statamic
            ),
        ),
    }
}
