//! GraphQL, by which the dealers are read.

use crate::cmd::doctor::codes::statamic as codes;
use vitrine_backends::BackendError;

use super::asked::{Asked, failed};
use crate::cmd::doctor::{codes::Area, reach, report::Report};

/// The collection of the dealers.
const STORES: &str = "stores";

pub(super) async fn examine(asked: &Asked<'_>) -> Report {
    let mut report = Report::default();
    let config = asked.config;
    if !config.file.statamic.collections.iter().any(|one| one == STORES) {
        report.not_checked(
            Area::Statamic,
            "GraphQL",
            "it is used for the collection stores only, which is not in statamic.collections",
        );
        return report;
    }
    let dialect = match asked.client.dialect().await {
        Ok(dialect) => dialect,
        Err(error) => {
            closed(asked, &error, &mut report);
            return report;
        }
    };
    let Some((_, locale)) = config.locales.iter().next() else {
        return report;
    };
    match asked.client.count_stores(&locale.content_site, &dialect).await {
        Ok(count) => report.saw(Area::Statamic, "dealers", count.to_string()),
        Err(error @ BackendError::GraphQl { .. }) => {
            let message = format!("the query of the dealers is refused: {}", reach::line(&error));
            reach::add(&mut report, config, &codes::STORES_QUERY, message, &error);
        }
        Err(error) => closed(asked, &error, &mut report),
    }
    report
}

fn closed(asked: &Asked<'_>, error: &BackendError, report: &mut Report) {
    let is_closed =
        matches!(error, BackendError::NotJson { .. }) || matches!(error.status(), Some(300..=399 | 404 | 405 | 419));
    if !is_closed {
        failed(report, asked.config, "the dealers", error);
        return;
    }
    reach::add(
        report,
        asked.config,
        &codes::GRAPHQL_CLOSED,
        format!("GraphQL does not answer: {}", reach::line(error)),
        error,
    );
}
