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
    edited::EditedEntries,
    loaded::{Found, Loaded},
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

/// The state of the process.
struct Previews {
    file: PathBuf,
    loaded: Mutex<Arc<Loaded>>,
    /// Held while a newer pull is read.
    converter: Arc<tokio::sync::Mutex<Converter>>,
    edited: EditedEntries,
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
                edited: EditedEntries::default(),
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
        let entry = match loaded.find(&path, &token).await? {
            CmsAnswer::Unknown => return Ok(Rendered::Unknown),
            CmsAnswer::Unsaved => return Ok(Rendered::Unsaved),
            CmsAnswer::Proven(Found::Nothing) => return Ok(Rendered::NoPage),
            CmsAnswer::Proven(Found::Page) => None,
            CmsAnswer::Proven(Found::Draft(entry)) => Some(*entry),
        };
        let is_draft = entry.is_some();
        if let Some(entry) = &entry {
            self.edited.note(&token, entry);
        }
        let edited = self.edited.of(&token).filter(|edited| {
            let own = entry.as_ref().map(|entry| &entry.id);
            own != Some(&edited.id)
        });
        let _place = self.at_once.acquire().await.context("the process ends")?;
        let page = spawn_blocking(move || loaded.page(&path, [edited, entry]));
        Ok(match page.await.context("rendering ended badly")?? {
            Some(html) => Rendered::Page { html, is_draft },
            None => Rendered::NoPage,
        })
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
