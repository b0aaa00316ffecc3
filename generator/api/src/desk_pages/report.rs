//! Puts together what the desk shows.

use std::{
    io,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use tokio::{task::spawn_blocking, time::Instant};

use crate::{
    app_state::AppState,
    desk::{report::DeskReport, saves::Known},
    web::{code::Code, problem::Problem},
};

/// Age up to which several visitors get the same report.
const FRESH: Duration = Duration::from_millis(300);

/// The report, at most [`FRESH`] old. Waits for a release that is being opened, so that what it calls live is what the
/// next request is answered from.
pub(super) async fn report(state: &Arc<AppState>) -> Result<Arc<DeskReport>, Problem> {
    let mut last = state.desk.last.lock().await;
    let changes = state.desk.changes.load(Ordering::SeqCst);
    if let Some((at, seen, report)) = &*last
        && at.elapsed() < FRESH
        && *seen == changes
    {
        return Ok(Arc::clone(report));
    }
    let release = state.releases.newest().await;
    let live = release.map(|release| release.id().to_owned());
    let reader = Arc::clone(state);
    let read = spawn_blocking(move || read(&reader, live)).await;
    let read = read.map_err(io::Error::other).flatten().map(Arc::new);
    let report = read.map_err(|error| {
        Problem::from(Code::BackendUnavailable).because(&format!("the desk could not read what is on disk: {error}"))
    })?;
    *last = Some((Instant::now(), changes, Arc::clone(&report)));
    Ok(report)
}

fn read(state: &AppState, live: Option<String>) -> io::Result<DeskReport> {
    // Read before the events: a build that ends meanwhile has seen fewer of them, not more.
    let report = state.builder.report();
    let built = state.log.built().ok().flatten();
    let (_, events) = state.log.last()?;
    let releases = state.desk.archive.releases()?;
    let saved = events.iter().flat_map(|event| event.saved.iter().flatten());
    let ids: Vec<String> = saved.filter_map(|saved| saved.id.clone()).collect();
    let entries = match &live {
        Some(live) => state.desk.archive.entries(live, &ids).unwrap_or_else(|error| {
            tracing::warn!(%error, "the desk could not read the entries of the live release");
            Vec::new()
        }),
        None => Vec::new(),
    };
    let known = Known {
        report: &report,
        built: built.as_ref(),
        releases: &releases,
        entries: &entries,
    };
    Ok(DeskReport {
        rolled_back: known.is_rolled_back(),
        saves: events.into_iter().map(|event| known.save(event)).collect(),
        refused: state.refused_events.told(),
        release: live,
        state: report.state,
        stage: report.stage.clone(),
        running: report.running.clone(),
        next_change: report.next_change.clone(),
        planned: built.as_ref().map(|built| built.planned.clone()).unwrap_or_default(),
        builds: report.builds.clone(),
        releases,
    })
}
