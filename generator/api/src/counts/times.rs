//! A histogram of times.

use std::{fmt::Write as _, time::Duration};

/// Upper bounds in seconds: from a cached file to the longest call.
const BOUNDS: [f64; 11] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// How often something took how long.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// Times up to each bound, without those up to the one before.
    up_to: [u64; BOUNDS.len()],
    count: u64,
    sum: Duration,
}

impl Times {
    pub(super) fn add(&mut self, took: Duration) {
        let seconds = took.as_secs_f64();
        if let Some(place) = BOUNDS.iter().zip(&mut self.up_to).find(|(bound, _)| seconds <= **bound) {
            *place.1 += 1;
        }
        self.count += 1;
        self.sum += took;
    }

    /// Writes the lines of a histogram with these labels.
    pub(super) fn write(&self, text: &mut String, name: &str, labels: &str) {
        let mut sum = 0;
        for (bound, count) in BOUNDS.iter().zip(self.up_to) {
            sum += count;
            let _ = writeln!(text, "{name}_bucket{{{labels},le=\"{bound}\"}} {sum}");
        }
        let _ = writeln!(text, "{name}_bucket{{{labels},le=\"+Inf\"}} {}", self.count);
        let _ = writeln!(text, "{name}_sum{{{labels}}} {}", self.sum.as_secs_f64());
        let _ = writeln!(text, "{name}_count{{{labels}}} {}", self.count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_hold_all_times_up_to_their_bound() {
        let mut times = Times::default();
        for milliseconds in [0, 5, 6, 1_000, 60_000] {
            times.add(Duration::from_millis(milliseconds));
        }
        let mut text = String::new();
        times.write(&mut text, "t", "a=\"b\"");
        for line in [
            "t_bucket{a=\"b\",le=\"0.001\"} 1",
            "t_bucket{a=\"b\",le=\"0.005\"} 2",
            "t_bucket{a=\"b\",le=\"0.01\"} 3",
            "t_bucket{a=\"b\",le=\"1\"} 4",
            "t_bucket{a=\"b\",le=\"10\"} 4",
            "t_bucket{a=\"b\",le=\"+Inf\"} 5",
            "t_sum{a=\"b\"} 61.011",
            "t_count{a=\"b\"} 5",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}: {text}");
        }
    }
}
