//! The process that renders previews for `vitrine serve`: the same program, started by the first preview, which keeps the shop
//! in memory.
//!
//! **Invariant:** a preview that makes it crash, or that waits for it in vain, is only that preview's loss: the next starts
//! another process. It ends with this one, when nobody has previewed anything for long enough, and when it has too much memory.

use std::{
    collections::HashMap,
    io,
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use secrecy::{ExposeSecret, SecretString};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWriteExt, BufReader},
    process::{Child, ChildStdin, ChildStdout},
    sync::{mpsc, oneshot},
    time::{sleep, timeout},
};

use super::orders::{PreviewAnswer, PreviewOrder, Rendered};
use crate::{builder::Clock, child};

/// How many previews may wait: each editor has one.
const MOST_WAITING: usize = 256;
/// How long a preview waits for a process that has answered before, and for one that is reading the shop: the page then tries
/// again by itself.
const PATIENCE: Duration = Duration::from_secs(8);
const PATIENCE_AT_START: Duration = Duration::from_secs(3);

/// The settings of the process.
#[derive(Debug)]
pub(crate) struct PreviewSettings {
    pub(crate) config: PathBuf,
    /// The clock to tell it; `None`: it uses the machine's.
    pub(crate) clock: Option<Clock>,
    /// Names of environment variables that are not passed on.
    pub(crate) without: Vec<&'static str>,
    pub(crate) idle: Duration,
    /// In bytes.
    pub(crate) memory: u64,
}

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// The process is reading the shop.
    Starting,
    /// It ended, could not be started, is busy or takes too long.
    Gone,
}

/// The process, if one runs.
pub(super) struct PreviewProcess {
    settings: PreviewSettings,
    running: Arc<Slot>,
    numbers: AtomicU64,
}

type Slot = Mutex<Option<Arc<Running>>>;

/// A running process. It ends when this is dropped.
struct Running {
    orders: mpsc::Sender<PreviewOrder>,
    waiting: Mutex<HashMap<u64, oneshot::Sender<Rendered>>>,
    has_answered: AtomicBool,
    /// Orders so far, by which its idleness is seen.
    orders_so_far: AtomicU64,
    _child: Child,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PreviewProcess {
    pub(super) fn new(settings: PreviewSettings) -> Self {
        Self {
            settings,
            running: Arc::default(),
            numbers: AtomicU64::default(),
        }
    }

    /// Renders a page; once more in another process if this one ends meanwhile.
    pub(super) async fn render(&self, path: &str, token: &SecretString) -> Result<Rendered, NoAnswer> {
        match self.render_once(path, token).await {
            Err(NoAnswer::Gone) => self.render_once(path, token).await,
            other => other,
        }
    }

    async fn render_once(&self, path: &str, token: &SecretString) -> Result<Rendered, NoAnswer> {
        let running = self.running().map_err(|error| {
            tracing::error!(%error, "the process that renders previews could not be started");
            NoAnswer::Gone
        })?;
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let order = PreviewOrder {
            number,
            path: path.to_owned(),
            token: token.expose_secret().to_owned(),
            now: self.settings.clock.as_ref().map(Clock::now),
        };
        let answer = running.order(order)?;
        let has_answered = running.has_answered.load(Ordering::Relaxed);
        let patience = if has_answered { PATIENCE } else { PATIENCE_AT_START };
        let answered = timeout(patience, answer).await;
        locked(&running.waiting).remove(&number);
        match answered {
            Ok(Ok(rendered)) => Ok(rendered),
            Ok(Err(_)) => Err(NoAnswer::Gone),
            Err(_) if has_answered => Ok(Rendered::Failed),
            Err(_) => Err(NoAnswer::Starting),
        }
    }

    fn running(&self) -> io::Result<Arc<Running>> {
        let mut slot = locked(&self.running);
        if let Some(running) = slot.as_ref().filter(|running| !running.orders.is_closed()) {
            return Ok(Arc::clone(running));
        }
        let running = self.start()?;
        *slot = Some(Arc::clone(&running));
        Ok(running)
    }

    fn start(&self) -> io::Result<Arc<Running>> {
        let gone = || io::Error::other("its input and output are missing");
        let settings = &self.settings;
        let mut child = child::command(&settings.config, "resident-preview", &settings.without)?.spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (input, output) = input.zip(output).ok_or_else(gone)?;
        tokio::spawn(log(child.stderr.take().ok_or_else(gone)?));
        let (orders, taken) = mpsc::channel(MOST_WAITING);
        let running = Arc::new(Running {
            orders,
            waiting: Mutex::default(),
            has_answered: AtomicBool::default(),
            orders_so_far: AtomicU64::default(),
            _child: child,
        });
        tokio::spawn(write(taken, input));
        tokio::spawn(read(
            output,
            Arc::downgrade(&running),
            Arc::clone(&self.running),
            settings.memory,
        ));
        tokio::spawn(end_idle(
            Arc::downgrade(&running),
            Arc::clone(&self.running),
            settings.idle,
        ));
        Ok(running)
    }
}

impl Running {
    fn order(&self, order: PreviewOrder) -> Result<oneshot::Receiver<Rendered>, NoAnswer> {
        let (sender, answer) = oneshot::channel();
        let number = order.number;
        let mut waiting = locked(&self.waiting);
        if waiting.len() >= MOST_WAITING || self.orders.try_send(order).is_err() {
            return Err(NoAnswer::Gone);
        }
        waiting.insert(number, sender);
        self.orders_so_far.fetch_add(1, Ordering::Relaxed);
        Ok(answer)
    }
}

/// Removes a process from its slot, so that no further order goes to it; it ends with the last preview that waits for it.
fn retire(slot: &Slot, running: &Arc<Running>) {
    let mut slot = locked(slot);
    if slot.as_ref().is_some_and(|current| Arc::ptr_eq(current, running)) {
        *slot = None;
    }
}

/// Passes the orders on; ends with the process, or with its last order.
async fn write(mut orders: mpsc::Receiver<PreviewOrder>, mut input: ChildStdin) {
    while let Some(order) = orders.recv().await {
        let Ok(mut line) = serde_json::to_vec(&order) else {
            continue;
        };
        line.push(b'\n');
        if input.write_all(&line).await.is_err() {
            return;
        }
    }
}

/// Passes the answers on. When they end, what waits is told by the end of its channel.
async fn read(output: ChildStdout, running: std::sync::Weak<Running>, slot: Arc<Slot>, memory: u64) {
    let mut lines = BufReader::new(output).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let Ok(answer) = serde_json::from_str::<PreviewAnswer>(&line) else {
            continue;
        };
        let Some(running) = running.upgrade() else { return };
        running.has_answered.store(true, Ordering::Relaxed);
        if let Some(waiting) = locked(&running.waiting).remove(&answer.number) {
            // Whoever waited may have given up.
            let _gone = waiting.send(answer.result).is_err();
        }
        if answer.memory_bytes.is_some_and(|bytes| bytes > memory) {
            retire(&slot, &running);
        }
    }
    if let Some(running) = running.upgrade() {
        retire(&slot, &running);
        locked(&running.waiting).clear();
    }
}

/// Ends the process when it got no order for a while.
async fn end_idle(running: std::sync::Weak<Running>, slot: Arc<Slot>, idle: Duration) {
    let mut before = 0;
    loop {
        sleep(idle).await;
        let Some(running) = running.upgrade() else { return };
        let orders = running.orders_so_far.load(Ordering::Relaxed);
        if orders == before {
            retire(&slot, &running);
            return;
        }
        before = orders;
    }
}

/// Its standard error goes to the log. It writes nothing of a draft.
async fn log(errors: impl AsyncRead + Unpin) {
    let mut lines = BufReader::new(errors).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        tracing::info!(target: "vitrine::preview", "{line}");
    }
}
