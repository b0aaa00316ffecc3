//! What the CMS tells a new shop.
//!
//! **Invariant:** each list is what the CMS has, or unknown with the reason; a failure of one does not hide another.

use std::time::Duration;

use vitrine_backends::{
    BackendError,
    http::HttpConfig,
    statamic::{HandleKind, SeenSite, StatamicClient, StatamicConfig},
};

use super::answers::Given;
use crate::config::Environment;

/// The routes that GraphQL has as shipped, and below the REST API.
const ROUTES: [&str; 2] = ["graphql", "api/graphql"];

/// Names that the program knows, which are looked for where GraphQL does not list them.
const KNOWN: [(HandleKind, &[&str]); 4] = [
    (
        HandleKind::Collections,
        &[
            "pages",
            "brands",
            "designers",
            "collections",
            "projects",
            "events",
            "news",
            "showrooms",
            "stores",
            "vacancies",
            "faq",
            "catalogues",
        ],
    ),
    (
        HandleKind::Taxonomies,
        &[
            "categories",
            "materials",
            "topics",
            "sectors",
            "event_types",
            "faq_categories",
            "departments",
        ],
    ),
    (HandleKind::Navigations, &["main", "top", "footer", "colophon"]),
    (HandleKind::Containers, &["assets", "images"]),
];

/// The handles of a kind.
#[derive(Debug, Default, Clone)]
pub(super) struct Handles {
    /// Those that the REST API answers.
    pub(super) on: Vec<String>,
    /// Those that it does not.
    pub(super) off: Vec<String>,
    /// Whether there may be others: only known names were looked for.
    pub(super) is_guess: bool,
}

/// What the CMS told.
#[derive(Debug, Default)]
pub(super) struct Cms {
    /// Why nothing was told.
    pub(super) why_not: Option<String>,
    /// The route at which GraphQL answered.
    pub(super) graphql: Option<&'static str>,
    pub(super) sites: Option<Vec<SeenSite>>,
    pub(super) collections: Handles,
    pub(super) taxonomies: Handles,
    pub(super) navigations: Handles,
    pub(super) containers: Handles,
    /// The globals; `None` if the CMS does not list them.
    pub(super) globals: Option<Vec<String>>,
    /// The forms with the fields that people never see.
    pub(super) forms: Vec<(String, Option<String>)>,
}

impl Cms {
    pub(super) fn not_asked() -> Self {
        Self {
            why_not: Some("it was not asked (--offline)".to_owned()),
            ..Self::default()
        }
    }
}

/// Limits: a person waits.
pub(super) fn limits() -> HttpConfig {
    HttpConfig {
        connect_timeout: Duration::from_secs(5),
        read_timeout: Duration::from_secs(10),
        free_retries: 0,
        ..HttpConfig::api()
    }
}

/// An error as a part of a sentence.
pub(super) fn line(error: &BackendError) -> String {
    error.to_string().replace('\n', "; ").trim_end_matches('.').to_owned()
}

fn client(given: &Given, environment: &Environment, route: &str) -> Result<StatamicClient, BackendError> {
    let basic = environment
        .statamic_user
        .clone()
        .zip(environment.statamic_password.clone());
    StatamicClient::new(StatamicConfig {
        endpoint: format!("{}/api", given.statamic),
        graphql: format!("{}/{route}", given.statamic),
        token: environment.statamic_token.clone().map(Into::into),
        basic: basic.map(|(user, password)| (user, password.into())),
        headers: Vec::new(),
        http: limits(),
    })
}

/// Asks for everything.
pub(super) async fn ask(given: &Given, environment: &Environment) -> Cms {
    match asked(given, environment).await {
        Ok(cms) => cms,
        Err(error) => Cms {
            why_not: Some(line(&error)),
            ..Cms::default()
        },
    }
}

async fn asked(given: &Given, environment: &Environment) -> Result<Cms, BackendError> {
    let mut cms = Cms::default();
    let rest = client(given, environment, ROUTES[0])?;
    // Tells an address, a token or a network that is wrong, before everything else.
    rest.is_answered(HandleKind::Collections, "pages").await?;
    for route in ROUTES {
        let client = client(given, environment, route)?;
        if let Ok(sites @ Some(_)) = client.site_locales().await {
            (cms.graphql, cms.sites) = (Some(route), sites);
            break;
        }
        // Without the list of sites it may have others.
        if let (None, Ok(Some(_))) = (cms.graphql, client.handles(HandleKind::Collections).await) {
            cms.graphql = Some(route);
        }
    }
    let graphql = match cms.graphql {
        Some(route) => Some(client(given, environment, route)?),
        None => None,
    };
    let of = |kind| handles(&rest, graphql.as_ref(), kind);
    let (collections, taxonomies, navigations, containers) = tokio::join!(
        of(HandleKind::Collections),
        of(HandleKind::Taxonomies),
        of(HandleKind::Navigations),
        of(HandleKind::Containers)
    );
    (cms.collections, cms.taxonomies) = (collections?, taxonomies?);
    (cms.navigations, cms.containers) = (navigations?, containers?);
    if let Some(graphql) = &graphql {
        cms.globals = graphql.globals_listed().await.ok().flatten();
        cms.forms = graphql.form_traps().await.ok().flatten().unwrap_or_default();
    }
    Ok(cms)
}

async fn handles(
    rest: &StatamicClient,
    graphql: Option<&StatamicClient>,
    kind: HandleKind,
) -> Result<Handles, BackendError> {
    let told = match graphql {
        Some(graphql) => graphql.handles(kind).await.ok().flatten(),
        None => None,
    };
    let known = KNOWN
        .iter()
        .find(|(of, _)| *of == kind)
        .map_or(&[][..], |(_, names)| names);
    let is_guess = told.is_none();
    let names = told.unwrap_or_else(|| known.iter().map(|name| (*name).to_owned()).collect());
    let mut handles = Handles {
        is_guess,
        ..Handles::default()
    };
    for name in names {
        match rest.is_answered(kind, &name).await? {
            true => handles.on.push(name),
            // A known name that is not there is none of the CMS's.
            false if is_guess => {}
            false => handles.off.push(name),
        }
    }
    Ok(handles)
}
