//! Calls that must be concurrent: each is held until all calls of its round have arrived, so calls that wait for one
//! another would never finish.

use std::sync::Mutex;

use tokio::sync::watch;

/// The expected rounds of calls, and the progress.
pub(super) struct Rounds {
    state: Mutex<State>,
    done: watch::Sender<usize>,
}

struct State {
    /// The calls that each round still waits for: `GET /context`.
    missing: Vec<Vec<String>>,
    current: usize,
    unexpected: Vec<String>,
}

impl Rounds {
    pub(super) fn new(rounds: &[&[&str]]) -> Self {
        let missing = rounds
            .iter()
            .map(|round| round.iter().map(|call| (*call).to_owned()).collect());
        Self {
            state: Mutex::new(State {
                missing: missing.collect(),
                current: 0,
                unexpected: Vec::new(),
            }),
            done: watch::Sender::new(0),
        }
    }

    /// Registers a call; returns when all calls of its round have arrived. An unexpected call is recorded and
    /// continues.
    pub(super) async fn arrived(&self, call: String) {
        let Some(round) = self.place(call) else { return };
        let mut done = self.done.subscribe();
        // An error means that the test has ended.
        let _over = done.wait_for(|done| *done > round).await.is_err();
    }

    fn place(&self, call: String) -> Option<usize> {
        let mut state = self.state.lock().unwrap();
        let current = state.current;
        let place = state
            .missing
            .get(current)
            .and_then(|round| round.iter().position(|wanted| *wanted == call));
        let Some(place) = place else {
            state.unexpected.push(call);
            return None;
        };
        state.missing[current].remove(place);
        if state.missing[current].is_empty() {
            state.current += 1;
            self.done.send_replace(state.current);
        }
        Some(current)
    }

    /// The calls that did not arrive, and the unexpected ones.
    pub(super) fn left(&self) -> (Vec<Vec<String>>, Vec<String>) {
        let state = self.state.lock().unwrap();
        (state.missing[state.current..].to_vec(), state.unexpected.clone())
    }
}
