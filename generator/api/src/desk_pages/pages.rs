//! The pages of the desk.

use std::{collections::BTreeMap, io, sync::Arc};

use axum::body::Body;
use http::{HeaderValue, Response, StatusCode, header};
use minijinja::{Value, context};
use serde::Serialize;
use tokio::task::spawn_blocking;

use super::{
    language::Language,
    report::report,
    view::{self, data, render},
    visit::Visit,
};
use crate::{
    desk::{
        archive::{Archive, ArchivedFinding, ArchivedRelease},
        difference,
        report::DeskReport,
        saves::Standing,
    },
    desk_role::DeskRole,
    events::report::{BuildOutcome, BuilderState},
    outbox::{DeliveryState, Entry, Outbox},
    web::{code::Code, problem::Problem},
};

/// Records of an outbox that are all looked at.
const LOOKED_AT: usize = 2_000;
/// Records that are named.
const NAMED: usize = 100;

type Answer = Result<Response<Body>, Problem>;

/// A page with the values that every page has.
pub(super) fn page(visit: &Visit<'_>, status: StatusCode, template: &str, values: Value) -> Answer {
    let visitor = visit.visitor.as_ref();
    let shared = context! {
        user => visitor.map(|visitor| &visitor.name),
        proof => visitor.map(|visitor| &visitor.proof),
        may_publish => visitor.is_some_and(|visitor| visitor.role >= DeskRole::Publish),
        back => visit.back(),
        here => match visit.path.split('/').nth(2) {
            None => "saves",
            Some("compare") => "releases",
            Some(part) => part,
        },
    };
    let clock = (&visit.state.config.time_zone, visit.state.now());
    let html = render(
        template,
        Language::of(visit.headers),
        clock,
        context! { ..values, ..shared },
    );
    let html = html.map_err(|error| Problem::from(Code::InternalError).because(&format!("{template}: {error}")))?;
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    Ok(response)
}

/// Style sheet or script: their addresses change with them.
pub(super) fn asset(kind: &'static str, text: &'static str) -> Answer {
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let kept = HeaderValue::from_static("private, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, kept);
    Ok(response)
}

pub(super) fn style() -> Answer {
    asset("text/css; charset=utf-8", view::STYLE)
}

pub(super) fn script() -> Answer {
    asset("text/javascript; charset=utf-8", view::SCRIPT)
}

/// Reads the releases where blocking is allowed; what is not on disk is not found.
pub(super) async fn read<T: Send + 'static>(
    visit: &Visit<'_>,
    work: impl FnOnce(&dyn Archive) -> io::Result<T> + Send + 'static,
) -> Result<T, Problem> {
    let archive = Arc::clone(&visit.state.desk.archive);
    let read = spawn_blocking(move || work(&*archive))
        .await
        .map_err(io::Error::other)
        .flatten();
    read.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Code::NotFound.into(),
        _ => Problem::from(Code::BackendUnavailable).because(&format!("the desk could not read a release: {error}")),
    })
}

/// The word for the state of everything.
fn now(report: &DeskReport) -> &'static str {
    let has_failed = report
        .builds
        .first()
        .is_some_and(|last| matches!(last.outcome, BuildOutcome::Failed | BuildOutcome::Refused));
    match report.state {
        BuilderState::None => "none",
        BuilderState::Building => "building",
        _ if report.rolled_back => "rolled-back",
        BuilderState::Waiting if !has_failed => "waiting",
        _ if has_failed => "failed",
        BuilderState::RolledBack | BuilderState::Idle | BuilderState::Waiting => "idle",
    }
}

pub(super) async fn saves(visit: &Visit<'_>) -> Answer {
    let desk = report(visit.state).await?;
    let told = visit
        .asked("told")
        .filter(|told| ["asked", "back", "no_builder"].contains(told));
    let values = context! { desk => data(&*desk), now => now(&desk), told };
    page(visit, StatusCode::OK, "saves.html", values)
}

pub(super) async fn save(visit: &Visit<'_>) -> Answer {
    let desk = report(visit.state).await?;
    let number: Option<u64> = visit.parameters.first().and_then(|text| text.parse().ok());
    let save = desk.saves.iter().find(|save| Some(save.n) == number);
    let save = save.ok_or_else(|| Problem::from(Code::NotFound))?;
    let (release, before) = match &save.standing {
        Standing::Live { release, before, .. } | Standing::TakenBack { release, before } => (release, before),
        _ => (&None, &None),
    };
    let both = before.clone().zip(release.clone());
    let is_unchanged = matches!(&save.standing, Standing::Live { pages: Some(pages), .. } if pages.total() == 0);
    let changes = match both.clone() {
        Some((from, to)) => read(visit, move |archive| archive.changes(&from, &to)).await.ok(),
        None => None,
    };
    let (from, to) = both.unwrap_or_default();
    let save = data(save);
    let values = context! { save, changes => data(&changes), is_unchanged, from, to };
    page(visit, StatusCode::OK, "save.html", values)
}

/// The release before another one, as they went live.
fn before<'r>(releases: &'r [ArchivedRelease], id: &str) -> Option<&'r ArchivedRelease> {
    let place = releases.iter().position(|release| release.id == id)?;
    releases.get(place + 1)
}

#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    release: ArchivedRelease,
    /// Number of pages that are otherwise than in the one before.
    changed: Option<u64>,
}

pub(super) async fn releases(visit: &Visit<'_>) -> Answer {
    let listed = read(visit, |archive| {
        let releases = archive.releases()?;
        let with_changes = |release: &ArchivedRelease| Listed {
            changed: before(&releases, &release.id)
                .and_then(|before| archive.changes(&before.id, &release.id).ok())
                .map(|changes| changes.counts.total()),
            release: release.clone(),
        };
        Ok(releases.iter().map(with_changes).collect::<Vec<_>>())
    })
    .await?;
    page(
        visit,
        StatusCode::OK,
        "releases.html",
        context! { releases => data(&listed) },
    )
}

/// The release that the path names.
pub(super) async fn named(visit: &Visit<'_>) -> Result<(ArchivedRelease, Vec<ArchivedRelease>), Problem> {
    let id = visit.parameters.first().copied().unwrap_or_default();
    let releases = read(visit, |archive| archive.releases()).await?;
    let named = releases.iter().find(|release| release.id == id).cloned();
    named
        .map(|release| (release, releases))
        .ok_or_else(|| Code::NotFound.into())
}

pub(super) async fn release(visit: &Visit<'_>) -> Answer {
    let (release, releases) = named(visit).await?;
    let from = before(&releases, &release.id).map(|before| before.id.clone());
    let to = release.id;
    let changes = match from.clone() {
        Some(from) => {
            let to = to.clone();
            Some(read(visit, move |archive| archive.changes(&from, &to)).await?)
        }
        None => None,
    };
    let from = from.unwrap_or_default();
    let values = context! { from, to, changes => data(&changes) };
    page(visit, StatusCode::OK, "release.html", values)
}

pub(super) async fn compare(visit: &Visit<'_>) -> Answer {
    let asked = |name| {
        visit
            .asked(name)
            .map(str::to_owned)
            .ok_or_else(|| Problem::from(Code::NotFound))
    };
    let (from, to, path) = (asked("from")?, asked("to")?, asked("page")?);
    let names = (from.clone(), to.clone(), path.clone());
    let found = read(visit, move |archive| {
        let (from, to, path) = names;
        let (before, after) = (archive.page(&from, &path)?, archive.page(&to, &path)?);
        if before.is_none() && after.is_none() {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(difference::difference(before.as_deref(), after.as_deref()))
    })
    .await?;
    let values = context! { from, to, page => path, ..data(&found) };
    page(visit, StatusCode::OK, "compare.html", values)
}

#[derive(Serialize)]
struct Group {
    about: String,
    edit_url: Option<String>,
    list: Vec<ArchivedFinding>,
}

pub(super) async fn findings(visit: &Visit<'_>) -> Answer {
    let desk = report(visit.state).await?;
    let Some(live) = desk.release.clone() else {
        return Err(Code::NotFound.into());
    };
    let found = read(visit, move |archive| archive.findings(&live)).await?;
    let (total, shown) = (found.total, found.list.len());
    let mut groups: Vec<Group> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for finding in found.list {
        let place = *places.entry(finding.about.clone()).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Group {
                about: finding.about.clone(),
                edit_url: finding.edit_url.clone(),
                list: Vec::new(),
            });
        }
        if let Some(group) = groups.get_mut(place) {
            group.list.push(finding);
        }
    }
    let values = context! { groups => data(&groups), total, shown };
    page(visit, StatusCode::OK, "findings.html", values)
}

#[derive(Serialize)]
struct Undelivered {
    kind: &'static str,
    form: Option<String>,
    reference: String,
    received_at: String,
    causes: Vec<String>,
}

impl From<Entry> for Undelivered {
    fn from(entry: Entry) -> Self {
        let cause = |(channel, state): (&str, &DeliveryState)| match state {
            DeliveryState::Failed { cause, .. } | DeliveryState::GivenUp { cause, .. } => {
                Some(format!("{channel}: {cause}"))
            }
            _ => None,
        };
        Self {
            kind: entry.kind,
            reference: entry.reference(),
            received_at: entry.received_at.to_string(),
            causes: entry.delivery.channels().filter_map(cause).collect(),
            form: entry.form,
        }
    }
}

/// What could not be delivered; `None` if that cannot be read.
async fn undelivered(visit: &Visit<'_>) -> Option<Vec<Undelivered>> {
    let state = Arc::clone(visit.state);
    let read = spawn_blocking(move || {
        let mut found = Vec::new();
        let outboxes: [&Arc<Outbox>; 3] = [
            state.withdrawals.outbox(),
            state.forms.outbox(),
            state.subscriptions.outbox(),
        ];
        for outbox in outboxes {
            found.extend(outbox.undelivered(LOOKED_AT)?);
        }
        io::Result::Ok(found.into_iter().take(NAMED).map(Undelivered::from).collect())
    });
    let read = read.await.map_err(io::Error::other).flatten();
    read.inspect_err(|error| tracing::error!(%error, "the desk could not read what is not delivered"))
        .ok()
}

pub(super) async fn state(visit: &Visit<'_>) -> Answer {
    let desk = report(visit.state).await?;
    let state = visit.state;
    let shopware = state.readiness.of_shopware().await;
    let mut setup = state.setup.findings();
    setup.extend(state.state_probe.trouble().await);
    setup.extend(state.outbox_probe.troubles(state.now()).await);
    let values = context! {
        shopware => data(&shopware),
        mail => state.mailer.is_some(),
        look => data(&state.builder.report().look),
        setup => data(&setup),
        undelivered => data(&undelivered(visit).await),
        hooks => data(&desk.refused),
        builds => data(&desk.builds),
    };
    page(visit, StatusCode::OK, "state.html", values)
}
