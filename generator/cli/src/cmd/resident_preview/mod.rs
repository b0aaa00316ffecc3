//! `vitrine resident-preview`: renders previews of drafts for `vitrine serve`, which writes its orders to the standard input.
//!
//! **Invariant:** nothing of a draft is written anywhere but to the standard output. The shop is that of the last pull; while a
//! newer one is read, pages are rendered from the one before. The process ends with its input.

mod edited;
mod loaded;

use std::{
    io::{BufRead, stdin},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use anyhow::{Context, Result};
use jiff::Timestamp;
use secrecy::SecretString;
use tokio::{
    sync::{Semaphore, mpsc},
    task::spawn_blocking,
};
use vitrine_backends::{convert::Converter, statamic::PreviewAnswer as CmsAnswer};
use vitrine_model::path::SitePath;

use self::{
    edited::{Edited, EditedAt, EditedPlaces},
    loaded::{Loaded, Read, Shown},
};
use super::wire;
use crate::{
    Outcome,
    outcome::error_line,
    preview::{PreviewAnswer, PreviewOrder, Rendered},
    progress,
};

pub(crate) fn run(file: &Path) -> Result<Outcome> {
    let runtime = wire::runtime()?;
    let outcome = runtime.block_on(serve(file));
    // The last pages are for nobody any more.
    runtime.shutdown_background();
    outcome
}

async fn serve(file: &Path) -> Result<Outcome> {
    let (sender, mut orders) = mpsc::channel(1);
    // A thread of its own: waiting for input cannot be interrupted.
    thread::spawn(move || {
        for line in stdin().lock().lines() {
            let order = line.context("the next order could not be read");
            let order = order.and_then(|line| serde_json::from_str(&line).context("an order could not be read"));
            if sender.blocking_send(order).is_err() {
                return;
            }
        }
    });
    let mut opened: Option<Arc<Previews>> = None;
    while let Some(order) = orders.recv().await {
        let order: PreviewOrder = order?;
        let previews = match opened.take() {
            Some(previews) => previews,
            None => Arc::new(Previews::open(file, order.now).await?),
        };
        tokio::spawn(answer(Arc::clone(&previews), order));
        opened = Some(previews);
    }
    Ok(Outcome::Done)
}

async fn answer(previews: Arc<Previews>, order: PreviewOrder) {
    let number = order.number;
    let result = previews.render(order).await.unwrap_or_else(|_| {
        // The cause may quote the draft.
        progress::say("vitrine: a page could not be rendered with its draft");
        Rendered::Failed
    });
    let answer = PreviewAnswer {
        number,
        result,
        memory_bytes: progress::memory(),
    };
    let printed = serde_json::to_string(&answer).map(|line| progress::print(&line));
    if !matches!(printed, Ok(Ok(()))) {
        progress::say("vitrine: a preview could not be handed over");
    }
}

/// What the CMS says to a proven token; otherwise the answer to the order.
fn proven<T>(answer: CmsAnswer<T>) -> Result<T, Rendered> {
    match answer {
        CmsAnswer::Proven(value) => Ok(value),
        CmsAnswer::Unknown => Err(Rendered::Unknown),
        CmsAnswer::Unsaved => Err(Rendered::Unsaved),
    }
}

/// The state of the process.
struct Previews {
    file: PathBuf,
    loaded: Mutex<Arc<Loaded>>,
    /// Held while a newer pull is read.
    converter: Arc<tokio::sync::Mutex<Converter>>,
    edited: EditedPlaces,
    /// As many pages are rendered at once as there are cores.
    at_once: Semaphore,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Previews {
    async fn open(file: &Path, now: Option<Timestamp>) -> Result<Self> {
        let (file, mut converter) = (file.to_owned(), Converter::default());
        let opened = spawn_blocking(move || {
            let loaded = Loaded::of(&file, now, &mut converter)?;
            Ok(Self {
                file,
                loaded: Mutex::new(Arc::new(loaded)),
                converter: Arc::new(tokio::sync::Mutex::new(converter)),
                edited: EditedPlaces::default(),
                at_once: Semaphore::new(thread::available_parallelism().map_or(1, usize::from)),
            })
        });
        opened.await.context("reading the shop ended badly")?
    }

    async fn render(self: &Arc<Self>, order: PreviewOrder) -> Result<Rendered> {
        let loaded = Arc::clone(&locked(&self.loaded));
        self.renew(&loaded, order.now);
        let token = SecretString::from(order.token);
        let path = SitePath::parse(&order.path).context("the path cannot be read")?;
        let shown = match proven(loaded.shown(&path, &token).await?) {
            Ok(shown) => shown,
            Err(refused) => return Ok(refused),
        };
        let (drafts, is_draft) = match self.drafts(&loaded, &shown, &token).await? {
            Ok(drafts) => drafts,
            Err(refused) => return Ok(refused),
        };
        let _place = self.at_once.acquire().await.context("the process ends")?;
        let page = spawn_blocking(move || loaded.page(&path, &shown, drafts));
        Ok(match page.await.context("rendering ended badly")?? {
            Some(html) => Rendered::Page { html, is_draft },
            None => Rendered::NoPage,
        })
    }

    /// The drafts that a page has to show, and whether one is of the page itself.
    async fn drafts(
        &self,
        loaded: &Loaded,
        shown: &Shown,
        token: &SecretString,
    ) -> Result<Result<(Vec<Edited>, bool), Rendered>> {
        let own = match shown {
            Shown::Nothing => return Ok(Err(Rendered::NoPage)),
            Shown::Page => None,
            Shown::Entry(place) => Some(EditedAt::Entry(place.clone())),
            Shown::Term(place, ..) => Some(EditedAt::Term(place.clone())),
        };
        let mut drafts = Vec::new();
        if let Some(at) = &own {
            match proven(loaded.read(at, token).await?) {
                Ok(Read::Draft(edited)) => {
                    self.edited.note(token, at);
                    drafts.push(edited);
                }
                Ok(Read::Unpublished(edited)) => drafts.push(edited),
                Ok(Read::Published) => {}
                Ok(Read::Absent) => return Ok(Err(Rendered::NoPage)),
                Err(refused) => return Ok(Err(refused)),
            }
        }
        let is_draft = !drafts.is_empty();
        if let Some(at) = self.edited.of(token).filter(|at| own.as_ref() != Some(at)) {
            match proven(loaded.read(&at, token).await?) {
                Ok(Read::Draft(edited)) => drafts.push(edited),
                Ok(_) => {}
                Err(refused) => return Ok(Err(refused)),
            }
        }
        Ok(Ok((drafts, is_draft)))
    }

    /// Reads a newer pull in the background, if there is one and nobody does.
    fn renew(self: &Arc<Self>, loaded: &Loaded, now: Option<Timestamp>) {
        if loaded.is_of_last_pull() {
            return;
        }
        let Ok(mut converter) = Arc::clone(&self.converter).try_lock_owned() else {
            return;
        };
        let previews = Arc::clone(self);
        spawn_blocking(move || match Loaded::of(&previews.file, now, &mut converter) {
            Ok(loaded) => *locked(&previews.loaded) = Arc::new(loaded),
            Err(error) => progress::say(&format!("vitrine: {}", error_line(&error))),
        });
    }
}
