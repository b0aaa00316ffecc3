//! GraphQL, by which the dealers are read.

use vitrine_backends::BackendError;

use super::asked::{Asked, failed};
use crate::cmd::{
    doctor::{
        codes::{Area, statamic as codes},
        reach,
        report::Report,
    },
    wire::{self, Purpose},
};

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
            closed(asked, &error, &mut report).await;
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
        Err(error) => closed(asked, &error, &mut report).await,
    }
    report
}

/// The routes that GraphQL has as shipped, and below the REST API.
const ROUTES: [&str; 2] = ["graphql", "api/graphql"];

async fn closed(asked: &Asked<'_>, error: &BackendError, report: &mut Report) {
    let is_closed =
        matches!(error, BackendError::NotJson { .. }) || matches!(error.status(), Some(300..=399 | 404 | 405 | 419));
    if !is_closed {
        failed(report, asked.config, "the dealers", error);
        return;
    }
    let message = format!("GraphQL does not answer: {}", reach::line(error));
    match elsewhere(asked).await {
        Some(route) => report.add_with(
            &codes::GRAPHQL_CLOSED,
            message,
            format!("It answers at another route: set statamic.graphql_route to {route:?}."),
        ),
        None => reach::add(report, asked.config, &codes::GRAPHQL_CLOSED, message, error),
    }
}

/// Another route at which GraphQL answers.
async fn elsewhere(asked: &Asked<'_>) -> Option<&'static str> {
    let own = asked.config.file.statamic.graphql_route.trim_matches('/');
    for route in ROUTES.into_iter().filter(|route| *route != own) {
        let client = wire::statamic_with(asked.config, Purpose::Serve, route).ok()?;
        if let Ok(Some(_)) = client.seen_sites().await {
            return Some(route);
        }
    }
    None
}
