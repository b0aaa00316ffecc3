//! Serves the pages of a `dev` session: pages of the newest sources, the error if there is one, and an event for each
//! change. Everything else comes from the release.
//!
//! **Invariant:** a page carries the version of the state it was made from, or an older one, so that a browser never
//! misses a change.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use axum::body::{Body, Bytes};
use futures::stream;
use http::{HeaderValue, Response, StatusCode, header};
use tokio::sync::watch;
use vitrine_api::{OVERLAY_PREFIX, Overlay};
use vitrine_site::{draft::Draft, sources::Place};

use super::fault::{Fault, Folders};
use crate::progress;

/// Style sheet of the error panel.
const PANEL: &str = include_str!("panel.css");
/// The browser reconnects after this many milliseconds.
const RETRY: u32 = 300;

/// The state that is served.
#[derive(Clone, Default)]
struct State {
    draft: Option<Arc<Draft>>,
    /// Error of the last turn.
    fault: Option<Fault>,
    /// Error of the last build of a release.
    release_fault: Option<Fault>,
}

/// The pages of the current draft, served before the files of the live release.
pub(super) struct DevOverlay {
    folders: Folders,
    assets: Place,
    state: RwLock<State>,
    /// `None` ends every event stream.
    version: watch::Sender<Option<u64>>,
    /// The last error that was printed, so that each is printed once.
    printed: Mutex<Option<Fault>>,
}

impl DevOverlay {
    /// Starts without a draft. `first` is the first version; it differs with each start, so that pages of a previous
    /// start reload.
    pub(super) fn new(folders: Folders, assets: Place, first: u64) -> Self {
        Self {
            folders,
            assets,
            state: RwLock::default(),
            version: watch::Sender::new(Some(first)),
            printed: Mutex::default(),
        }
    }

    /// Serves pages of this draft from now on.
    pub(super) fn show(&self, draft: Draft) {
        self.change(|state| {
            *state = State {
                draft: Some(Arc::new(draft)),
                ..State::default()
            };
        });
        *self.printed.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The sources cannot be used; the previous pages stay.
    pub(super) fn fail(&self, fault: Fault) {
        self.report(&fault);
        self.change(|state| state.fault = Some(fault));
    }

    /// A release of the current sources could not be built.
    pub(super) fn fail_release(&self, fault: Fault) {
        self.report(&fault);
        self.change(|state| state.release_fault = Some(fault));
    }

    /// A release was built. If the last build failed only because its assets were replaced by the next bundle, this
    /// clears that error.
    pub(super) fn pass_release(&self) {
        let failed = self
            .state
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .release_fault
            .is_some();
        if failed {
            self.change(|state| state.release_fault = None);
        }
    }

    /// Ends every event stream.
    pub(super) fn close(&self) {
        self.version.send_replace(None);
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.write().unwrap_or_else(PoisonError::into_inner));
        self.version.send_modify(|version| *version = version.map(|v| v + 1));
    }

    fn report(&self, fault: &Fault) {
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        if printed.as_ref() != Some(fault) {
            progress::say(&fault.text());
            *printed = Some(fault.clone());
        }
    }

    fn page(&self, file: &str, released: Option<Bytes>) -> Option<Bytes> {
        // Read before the state: a page may then be newer than its version, and is loaded once more, but never older.
        let version = self.version.borrow().unwrap_or_default();
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner).clone();
        let made = state.draft.and_then(|draft| draft.page(file));
        let own_fault = match &made {
            Some(Err(failure)) => Some(Fault::of_page(failure, &self.folders)),
            _ => None,
        };
        if let Some(fault) = &own_fault {
            self.report(fault);
        }
        let fault = state.fault.or(own_fault).or(state.release_fault);
        let html = match (made, &fault) {
            (Some(Ok(html)), _) => html,
            (_, _) if released.is_some() => released.map(|bytes| bytes.to_vec())?,
            (_, Some(_)) => BLANK.as_bytes().to_vec(),
            (_, None) => return None,
        };
        Some(overlaid(&html, version, fault.as_ref()))
    }
}

/// The page served if no good page exists yet.
const BLANK: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>vitrine dev</title>\n</head>\n<body>\n</body>\n</html>\n";

/// The page with the reload script and the error.
fn overlaid(html: &[u8], version: u64, fault: Option<&Fault>) -> Bytes {
    let text = String::from_utf8_lossy(html);
    let mut head = format!("<script defer src=\"{OVERLAY_PREFIX}dev.js\" data-version=\"{version}\"></script>\n");
    if fault.is_some() {
        head.push_str(&format!(
            "<link rel=\"stylesheet\" href=\"{OVERLAY_PREFIX}panel.css\">\n"
        ));
    }
    let body = fault.map(Fault::html).unwrap_or_default();
    let text = before(&text, "</head>", &head);
    Bytes::from(before(&text, "</body>", &body))
}

/// Inserts a text before the last occurrence of a tag; at the end if there is none.
fn before(text: &str, tag: &str, put: &str) -> String {
    let at = text.rfind(tag).unwrap_or(text.len());
    let (first, rest) = text.split_at(at);
    format!("{first}{put}{rest}")
}

impl Overlay for DevOverlay {
    fn file(&self, file: &str, released: Option<Bytes>) -> Option<Bytes> {
        if file.ends_with(".html") {
            return self.page(file, released);
        }
        if released.is_some() {
            return None;
        }
        let draft = self
            .state
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .draft
            .clone()?;
        if let Some(made) = draft.made(file) {
            return Some(Bytes::from(made.to_owned()));
        }
        draft.asset(file).map(Bytes::from)
    }

    fn answer(&self, path: &str) -> Option<Response<Body>> {
        match path.strip_prefix(OVERLAY_PREFIX)? {
            "events" => Some(events(self.version.subscribe())),
            "dev.js" => {
                let script = self.assets.read("dev.js").ok()?;
                Some(answer("text/javascript; charset=utf-8", Body::from(script)))
            }
            "panel.css" => Some(answer("text/css; charset=utf-8", Body::from(PANEL))),
            _ => None,
        }
    }
}

/// An event stream of the current version and all later ones.
fn events(versions: watch::Receiver<Option<u64>>) -> Response<Body> {
    let lines = stream::unfold((versions, true), |(mut versions, first)| async move {
        if !first {
            versions.changed().await.ok()?;
        }
        let version = (*versions.borrow_and_update())?;
        let retry = if first {
            format!("retry: {RETRY}\n")
        } else {
            String::new()
        };
        let line = Bytes::from(format!("{retry}data: {version}\n\n"));
        Some((Ok::<_, std::convert::Infallible>(line), (versions, false)))
    });
    answer("text/event-stream", Body::from_stream(lines))
}

fn answer(media_type: &'static str, body: Body) -> Response<Body> {
    let mut answer = Response::new(body);
    *answer.status_mut() = StatusCode::OK;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}
