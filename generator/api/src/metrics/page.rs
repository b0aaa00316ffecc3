//! The page of numbers: what was counted, and what is so now.

use std::{fmt::Write as _, sync::Arc};

use crate::{
    app_state::AppState,
    events::report::{BuildOutcome, BuilderState},
};

/// The whole page.
pub(super) async fn of(state: &Arc<AppState>) -> String {
    let mut text = String::new();
    if let Some(counts) = &state.counts {
        counts.write(&mut text);
    }
    now(state, &mut text);
    builder(state, &mut text);
    let read = Arc::clone(state);
    // Reads files.
    let stored = tokio::task::spawn_blocking(move || stored(&read)).await;
    text.push_str(&stored.unwrap_or_default());
    text
}

/// A number that goes up and down, for each of these labels.
fn gauge(text: &mut String, name: &str, help: &str, values: &[(String, f64)]) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge");
    for (labels, value) in values {
        let _ = writeln!(text, "{name}{labels} {value}");
    }
}

fn plain(value: usize) -> [(String, f64); 1] {
    [(String::new(), value as f64)]
}

fn now(state: &AppState, text: &mut String) {
    gauge(
        text,
        "vitrine_breaker_open",
        "Whether calls to Shopware fail at once, because it failed several times in a row.",
        &[(
            "{backend=\"shopware\"}".to_owned(),
            f64::from(u8::from(state.breaker.is_open())),
        )],
    );
    gauge(
        text,
        "vitrine_sessions_changing",
        "Sessions with a change under way.",
        &plain(state.queue.sessions()),
    );
    gauge(
        text,
        "vitrine_cache_bytes",
        "Bytes of compressed files in memory.",
        &plain(state.bodies.kept_bytes()),
    );
    gauge(
        text,
        "vitrine_compressions",
        "Files that are being compressed.",
        &plain(state.bodies.in_the_making()),
    );
    let release = state.releases.opened();
    let live: Vec<(String, f64)> = release
        .iter()
        .map(|release| (format!("{{release=\"{}\"}}", release.id()), 1.0))
        .collect();
    gauge(text, "vitrine_release_live", "The live release.", &live);
}

fn builder(state: &AppState, text: &mut String) {
    let report = state.builder.report();
    let named = match report.state {
        BuilderState::None => "none",
        BuilderState::Idle => "idle",
        BuilderState::Waiting => "waiting",
        BuilderState::Building => "building",
        BuilderState::RolledBack => "rolled-back",
    };
    gauge(
        text,
        "vitrine_builder_state",
        "The state of the builder of this process.",
        &[(format!("{{state=\"{named}\"}}"), 1.0)],
    );
    let last: Vec<(String, f64)> = report
        .builds
        .first()
        .map(|build| {
            let outcome = match build.outcome {
                BuildOutcome::Live => "live",
                BuildOutcome::Unchanged => "unchanged",
                BuildOutcome::Failed => "failed",
                BuildOutcome::Refused => "refused",
            };
            (format!("{{outcome=\"{outcome}\"}}"), build.seconds)
        })
        .into_iter()
        .collect();
    gauge(
        text,
        "vitrine_last_build_seconds",
        "How long the last build took, by what became of it.",
        &last,
    );
    if let Some(bytes) = report.memory_bytes {
        gauge(
            text,
            "vitrine_builder_memory_bytes",
            "Memory of the process that waits for the next build.",
            &[(String::new(), bytes as f64)],
        );
    }
}

/// Events and outboxes, from the state folder.
fn stored(state: &AppState) -> String {
    let mut text = String::new();
    if let Ok((accepted, _)) = state.log.last() {
        let built = state.log.built().ok().flatten().map_or(0, |built| built.events);
        gauge(
            &mut text,
            "vitrine_events",
            "The number of the last event that was accepted, and of the last that a build has seen.",
            &[
                ("{are=\"accepted\"}".to_owned(), accepted as f64),
                ("{are=\"built\"}".to_owned(), built as f64),
            ],
        );
    }
    let outboxes = [
        state.withdrawals.outbox(),
        state.forms.outbox(),
        state.subscriptions.outbox(),
    ];
    let mut all = Vec::new();
    for outbox in outboxes {
        if let Ok((records, waiting)) = outbox.counts() {
            let name = outbox.kind().name;
            all.push((format!("{{outbox=\"{name}\",are=\"kept\"}}"), records as f64));
            all.push((format!("{{outbox=\"{name}\",are=\"undelivered\"}}"), waiting as f64));
        }
    }
    gauge(
        &mut text,
        "vitrine_outbox_records",
        "Records of the outboxes, and those of them that are not delivered.",
        &all,
    );
    text
}
