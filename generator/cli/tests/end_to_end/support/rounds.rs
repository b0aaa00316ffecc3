//! Calls that must be under way together: each is held until all of its round have arrived, so that calls which wait for one another never come through.

use std::sync::Mutex;

use tokio::sync::watch;

/// The rounds that a request is to make, and how far it has come.
pub(super) struct Rounds {
    state: Mutex<State>,
    done: watch::Sender<usize>,
}

struct State {
    /// What each round waits for still: `GET /context`.
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

    /// A call has arrived; returns when all of its round have. One that belongs to no round is noted and goes on.
    pub(super) async fn arrived(&self, call: String) {
        let Some(round) = self.place(call) else { return };
        let mut done = self.done.subscribe();
        // An error means that the test is over.
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

    /// What did not come, and what came besides.
    pub(super) fn left(&self) -> (Vec<Vec<String>>, Vec<String>) {
        let state = self.state.lock().unwrap();
        (state.missing[state.current..].to_vec(), state.unexpected.clone())
    }
}
