//! The output of a build (R-GEN-04): plain lines without a terminal, and one JSON document.

use std::time::Instant;

use serde_json::Value;

use crate::support::Shop;

const STAGES: [&str; 7] = ["pull", "convert", "plan", "render", "write", "check", "release"];

/// R-GEN-04: without a terminal a build prints plain lines, one for each stage with its count, and no control
/// characters.
#[test]
fn r_gen_04_plain_lines_without_a_terminal() {
    let shop = Shop::small();
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout, "", "stdout is for machines");
    let drawn = run.stderr.chars().find(|c| c.is_control() && *c != '\n');
    assert_eq!(drawn, None, "{:?}", run.stderr);
    let said = run.said();
    for stage in STAGES {
        let begins = format!("{stage}: ");
        let lines: Vec<&str> = said.lines().filter(|line| line.starts_with(&begins)).collect();
        assert!(
            matches!(lines.as_slice(), [line] if line.contains(" in ") && line.contains(" s, peak memory ")),
            "one line for {stage} in: {said}"
        );
    }
}

/// R-GEN-04 "Progress bars on a terminal": bars with the stage and its progress, which are removed at the end; the
/// lines of the stages are the same as without a terminal.
#[test]
fn r_gen_04_progress_bars_on_a_terminal() {
    let shop = Shop::small();
    // `script` gives the command a terminal and copies its output; COLUMNS is the width that indicatif uses.
    let run = shop.shell("TERM=xterm COLUMNS=100 script --quiet --return --command 'vitrine build' /dev/null");
    assert_eq!(run.code, Some(0), "{} {}", run.stdout, run.stderr);
    let shown = run.stdout;
    assert!(shown.contains('\u{1b}'), "nothing was drawn: {shown:?}");
    let bars: Vec<&str> = shown
        .split(['\r', '\n', '\u{1b}'])
        .filter(|part| part.contains('█') || part.contains('░'))
        .collect();
    // The number of drawn steps of a bar depends on the machine.
    let mut moved = 0;
    for stage in ["products nl", "render", "write"] {
        let of_stage = bars.iter().filter(|bar| bar.contains(&format!(" {stage} ")));
        let counts = of_stage.filter_map(|bar| bar.trim_end().rsplit(' ').next()?.split_once('/'));
        let counts = counts.map(|(done, total)| (done.parse::<u64>().unwrap(), total.parse::<u64>().unwrap()));
        let counts: Vec<(u64, u64)> = counts.collect();
        assert!(
            counts.is_sorted() && counts.iter().all(|(done, total)| done <= total),
            "{stage}: {counts:?}"
        );
        assert!(counts.iter().any(|(_, total)| *total > 0), "{stage}: {counts:?}");
        moved += usize::from(counts.first() != counts.last());
    }
    assert!(moved > 0, "no bar moves: {bars:?}");
    for stage in STAGES {
        let lines = shown
            .split(['\r', '\n'])
            .map(without_control)
            .filter(|line| line.starts_with(&format!("{stage}: ")));
        assert_eq!(lines.count(), 1, "one line for {stage} in {shown:?}");
    }
}

/// A line without the sequences that move the cursor and clear.
fn without_control(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let end = part
            .find(|c: char| c.is_ascii_alphabetic())
            .map_or(part.len(), |end| end + 1);
        text + &part[end..]
    })
}

/// R-GEN-04: `--json` is one document with timings, peak memory, counts and warnings.
#[test]
fn r_gen_04_a_report_for_machines() {
    let shop = Shop::start();
    let began = Instant::now();
    let run = shop.vitrine(&["build", "--json"]);
    let took = began.elapsed().as_secs_f64();
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 1, "one document");
    let whole: Value = serde_json::from_str(&run.stdout).unwrap();

    let stages = whole["stages"].as_array().unwrap();
    let names: Vec<&str> = stages.iter().map(|s| s["stage"].as_str().unwrap()).collect();
    assert_eq!(names, STAGES);
    let mut sum = 0.0;
    let mut peaks = Vec::new();
    for stage in stages {
        let name = stage["stage"].as_str().unwrap();
        let seconds = stage["seconds"].as_f64().unwrap();
        assert!(seconds > 0.0, "no stage takes no time: {stage}");
        assert_eq!(whole["seconds"][name], stage["seconds"]);
        sum += seconds;
        peaks.push(stage["peak_memory_bytes"].as_u64().unwrap());
        assert!(stage["unit"].is_string(), "{stage}");
    }
    let total = whole["seconds"]["total"].as_f64().unwrap();
    assert!(sum <= total, "stages overlap: {sum} of {total} s");
    assert!(sum > 0.9 * total, "every moment belongs to a stage: {sum} of {total} s");
    assert!(total < took, "the build says {total} s, its process lived for {took} s");
    let (first, last) = (peaks[0], peaks[peaks.len() - 1]);
    assert!(first > 4 << 20, "bytes, of a process with a shop in memory: {peaks:?}");
    assert!(last < memory_of_the_machine(), "{peaks:?}");
    // The number of answers that a pull holds in memory depends on their timing, so the pull may have the highest peak.
    assert!(peaks.is_sorted(), "the peak of a process never falls: {peaks:?}");
    assert_eq!(
        whole["peak_memory_bytes"], last,
        "the whole build's peak is that of its end"
    );

    let report = &whole["report"];
    let count = |name: &str| stages.iter().find(|s| s["stage"] == name).unwrap()["count"].clone();
    assert!(count("pull").as_u64().unwrap() > 100);
    assert_eq!(count("plan"), report["pages"]);
    assert_eq!(count("render"), report["pages"]);
    assert_eq!(count("release"), report["files"]);
    assert_eq!(count("check"), report["warnings"].as_array().unwrap().len());
    for kind in ["products", "families", "categories", "entries"] {
        assert!(
            whole["counts"][kind].as_u64().unwrap() > 0,
            "{kind}: {}",
            whole["counts"]
        );
    }
    let by_kind = report["pages_by_kind"]["product"]["nl"].clone();
    assert_eq!(by_kind, whole["counts"]["products"], "one page a product");
    for warning in report["warnings"].as_array().unwrap() {
        assert!(
            warning["code"].is_string() && warning["message"].is_string(),
            "{warning}"
        );
    }
}

/// In bytes.
fn memory_of_the_machine() -> u64 {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap();
    let line = told.lines().find_map(|line| line.strip_prefix("MemTotal:")).unwrap();
    let kib: u64 = line.trim().strip_suffix(" kB").unwrap().parse().unwrap();
    kib << 10
}

/// R-GEN-04: a failed build prints no report, so that a partial one cannot be mistaken for a complete one.
#[test]
fn r_gen_04_no_report_of_a_failed_build() {
    let shop = Shop::start();
    let run = shop.vitrine(&["build", "--offline", "--json"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.stdout, "");
}

/// The report is asked for as that of `check` and `doctor`; the older switch does the same.
#[test]
fn r_gen_04_the_format_of_the_report_is_chosen_as_elsewhere() {
    let shop = Shop::small();
    shop.build();
    let printed = |arguments: &[&str]| {
        let run = shop.vitrine(&[&["build", "--offline"], arguments].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    let keys = |text: &str| {
        let document: Value = serde_json::from_str(text).unwrap();
        let report = document["report"].as_object().unwrap();
        report.keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(keys(&printed(&["--format", "json"])), keys(&printed(&["--json"])));
    assert_eq!(printed(&["--format", "text"]), "");
    let both = shop.vitrine(&["build", "--format", "json", "--json"]);
    assert_eq!(both.code, Some(2), "one of them");
}
