//! Saved is live: an event of a backend triggers a build, without a command (R-GEN-03, R-GEN-05; rules 17 to 21).

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader},
    process::Stdio,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
};

use serde_json::{Value, json};

use crate::support::{Building, NOW, Shop, read_json};

/// R-GEN-03 "coalesced": the events of one save (a page in three languages sends four, a renamed picture 26) cause one
/// build that includes them all, and no second one that finds no changes.
#[test]
fn r_gen_03_the_events_of_one_save_make_one_build() {
    let shop = Shop::small();
    // Long enough for a slow machine to send them all.
    shop.configure(
        "vitrine.toml",
        &[("burst = ", "burst = 3.0"), ("quiet = ", "quiet = 30.0")],
    );
    let served = Building::start(&shop, &[]);
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    for save in [4, 26] {
        let before = served.report();
        let accepted = before["accepted"].as_u64().unwrap();
        for _ in 0..save {
            served.event();
        }
        let after = served.built(accepted + save);
        let builds = |report: &Value| report["builds"].as_array().unwrap().len();
        assert_eq!(builds(&after), builds(&before) + 1, "{after:#}");
        assert_eq!(after["builds"][0]["events"], accepted + save, "{after:#}");
    }
}

/// R-GEN-03: "a text saved through the demo CMS is in the browser … without a command"; "a product switched off is
/// gone, its page redirects or says so". The builder reports what was saved, what it built and why.
#[test]
fn r_gen_03_saved_content_is_live_without_a_command() {
    let shop = Shop::small();
    let served = Building::start(&shop, &[]);
    let first = served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    assert_eq!(
        (&first["builds"][0]["reason"], &first["accepted"]),
        (&json!("first"), &json!(0))
    );
    assert!(!served.page("/privacy").1.contains("Privacy in vier zinnen"));

    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Privacy in vier zinnen" }));
    let saved = served.until("the event is built", |report| {
        report["built"] == 1 && report["state"] != "building"
    });
    let (status, page) = served.page("/privacy");
    assert!(status == 200 && page.contains("Privacy in vier zinnen"), "{page}");
    assert_eq!(
        (&saved["events"][0]["from"], &saved["events"][0]["kind"]),
        (&json!("content"), &json!("entry.saved"))
    );
    let build = &saved["builds"][0];
    assert_eq!(
        (&build["reason"], &build["outcome"], &build["events"]),
        (&json!("event"), &json!("live"), &json!(1))
    );
    assert_eq!(build["release"], saved["release"]);
    assert!(
        build["seconds"].as_f64().unwrap() > 0.0 && build["error"].is_null(),
        "{build}"
    );

    let product = shop.file("server/products.json");
    let products: Value = serde_json::from_str(&product).unwrap();
    let (number, path) = a_product(&shop, &products);
    assert_eq!(served.page(&path).0, 200);
    shop.control("POST", "active", &json!({ "product_number": number, "active": false }));
    served.until("the product is gone", |report| {
        report["built"] == 2 && report["state"] != "building"
    });
    let (status, page) = served.page(&path);
    assert!(status == 404 || !page.contains(&number), "{status} {page}");
    shop.holds_no_secret(served.log().as_bytes(), "the log of the server");
    served.terminate();
}

/// The number and the path of a product without variants.
fn a_product(shop: &Shop, products: &Value) -> (String, String) {
    let manifest = read_json(&shop.path("dist/current/release.json"));
    let pages = manifest["pages"].as_array().unwrap();
    let is_dutch = |path: &Value| products.as_object().unwrap().values().any(|paths| paths["nl"] == *path);
    let page = pages
        .iter()
        .find(|page| page["kind"] == "product" && is_dutch(&page["path"]))
        .unwrap();
    let number = page["source"].as_str().unwrap().strip_prefix("product ").unwrap();
    let path = page["path"].as_str().unwrap();
    (number.to_owned(), path.to_owned())
}

/// The builder uses the running program, even after an operator has replaced the binary by another version.
#[test]
fn r_gen_03_builds_go_on_while_the_program_is_replaced() {
    let shop = Shop::small();
    shop.build();
    let program = shop.path("vitrine");
    fs::copy(env!("CARGO_BIN_EXE_vitrine"), &program).unwrap();
    let served = Building::start_program(&shop, &program, &[]);
    served.settled();
    fs::remove_file(&program).unwrap();
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Na de nieuwe versie" }));
    let report = served.built(1);
    assert_eq!(report["builds"][0]["error"], Value::Null);
    assert!(served.page("/privacy").1.contains("Na de nieuwe versie"));
    served.terminate();
}

/// R-GEN-02: a failed build keeps the live release, reports the reason, and is retried after the next save.
#[test]
fn r_gen_02_a_failed_build_is_told_and_tried_again() {
    let shop = Shop::small();
    shop.build();
    let served = Building::start(&shop, &[]);
    served.settled();
    let live = shop.live();
    let fault = json!({ "backend": "statamic", "path": "/api/navs/colophon/tree", "kind": "status", "status": 404 });
    shop.control("POST", "faults", &fault);
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Nog niet" }));
    let failed = served.until("a failure", |report| report["builds"][0]["outcome"] == "failed");
    let error = failed["builds"][0]["error"].as_str().unwrap();
    assert!(
        error.contains("navs/colophon") && error.contains("live release and the last pull are as they were"),
        "{error}"
    );
    assert_eq!(shop.live(), live);
    assert!(
        failed["built"].as_u64().unwrap() < failed["accepted"].as_u64().unwrap(),
        "{failed}"
    );
    assert!(served.log().contains("failed after"), "{}", served.log());
    shop.control("DELETE", "faults", &json!(null));
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Weer goed" }));
    served.built(2);
    assert!(served.page("/privacy").1.contains("Weer goed"));
    served.terminate();
}

/// R-GEN-02, `builder.retry` "A new event tries at once": a record that is mended while its build fails is built when
/// that build has ended, not after the pause, however many builds failed before and whichever backend sends the event.
#[test]
fn r_gen_02_what_is_mended_during_a_failing_build_is_built_at_once() {
    const TREE: &[&str] = &["/api/navs/colophon/tree", "nl-NL"];
    let shop = Shop::small();
    // Longer than the test waits. Nothing but an event makes it build: Shopware is not polled.
    let between = shop.before_statamic(&[("retry = ", "retry = [3600]"), ("look = ", "look = 0")]);
    shop.build();
    let products: Value = serde_json::from_str(&shop.file("server/products.json")).unwrap();
    let (number, path) = a_product(&shop, &products);
    let served = Building::start(&shop, &[]);
    let builds = |report: &Value| report["builds"].as_array().unwrap().clone();
    let before = builds(&served.settled()).len();
    let accepted = |events: usize| served.until("it is accepted", move |report| report["accepted"] == json!(events));
    let title = |round: usize| json!({ "title": format!("Privacy, poging {round}") });

    between.hold(TREE);
    shop.edit("pages/privacy", "nl-NL", &title(1));
    for failed in 1..=3 {
        served.until("a build reads the tree", |_| between.waiting() > 0);
        if failed == 2 {
            shop.control("POST", "active", &json!({ "product_number": number, "active": false }));
        } else {
            shop.edit("pages/privacy", "nl-NL", &title(failed + 1));
        }
        assert_eq!(accepted(failed + 1)["state"], "building", "attempt {failed}");
        if failed < 3 {
            between.hold(TREE);
        } else {
            between.refuse_held();
        }
        served.until("the build ends", |report| builds(report).len() == before + failed);
    }
    let report = served.built(4);
    assert_eq!(builds(&report).len() - before, 4, "{report:#}");
    for (build, events) in builds(&report).iter().zip([4, 3, 2, 1]) {
        let outcome = if events == 4 { "live" } else { "failed" };
        assert_eq!(
            (&build["reason"], &build["events"], &build["outcome"]),
            (&json!("event"), &json!(events), &json!(outcome)),
            "{report:#}"
        );
    }
    assert!(served.page("/privacy").1.contains("Privacy, poging 4"));
    let (status, page) = served.page(&path);
    assert!(status == 404 || !page.contains(&number), "{status} {page}");
    served.terminate();
}

/// "nothing accepted is lost by a kill -9 right after the 202": another process builds the events that the first one
/// accepted, also if the first one was killed in the middle of the build.
#[test]
fn rule_19_an_accepted_event_survives_a_kill() {
    let shop = Shop::small();
    shop.build();
    for (round, middle) in [(1, false), (2, true)] {
        let served = Building::start(&shop, &[]);
        served.settled();
        let title = format!("Privacy, ronde {round}");
        shop.control("POST", "hooks", &json!({}));
        shop.edit("pages/privacy", "nl-NL", &json!({ "title": title }));
        served.event();
        if middle {
            served.until("a build", |report| {
                report["stage"] == "pull" || report["accepted"] == report["built"]
            });
        }
        served.kill();
        let again = Building::start(&shop, &[]);
        let report = again.settled();
        assert_eq!(report["accepted"], json!(round));
        assert!(again.page("/privacy").1.contains(&title));
        again.terminate();
    }
}

/// R-GEN-03 "coalesced": hundreds of events during builds cause few builds, and the last edit is live. (A thousand in
/// ten seconds are covered by `scripts/bench live`, and by the unit test of the plan.)
#[test]
fn r_gen_03_many_events_make_few_builds() {
    let shop = Shop::small();
    shop.build();
    let served = Building::start(&shop, &[]);
    let before = served.settled()["builds"].as_array().unwrap().len();
    shop.control("POST", "hooks", &json!({}));
    for n in 0..200 {
        if n % 50 == 49 {
            shop.edit("pages/privacy", "nl-NL", &json!({ "title": format!("Versie {n}") }));
        }
        served.event();
    }
    let report = served.settled();
    let builds = report["builds"].as_array().unwrap().len() - before;
    assert!((1..=3).contains(&builds), "{builds} builds: {report:#}");
    assert_eq!(report["accepted"], 200);
    assert!(served.page("/privacy").1.contains("Versie 199"));
    served.terminate();
}

/// R-GEN-05 "Scheduled entries appear and expired ones go at their time, without an editor's action": news with a
/// future date.
#[test]
fn r_gen_05_entries_appear_at_their_time() {
    let shop = Shop::small();
    // The demo sends no events in this test; its clock has the same time as the builder's.
    shop.build();
    let news = any_news(&shop);
    shop.control("POST", "clock", &json!({ "now": NOW }));
    shop.edit(
        &news,
        "nl-NL",
        &json!({ "date": "2026-11-21 09:00:20", "title": "Op tijd verschenen" }),
    );
    // The entry's date is in the future at the start of the test.
    let served = Building::start(&shop, &["--now", NOW]);
    let waiting = served.until("it knows the date", |report| !report["next_change"].is_null());
    assert_eq!(waiting["next_change"], "2026-11-21T09:00:20Z", "{waiting:#}");
    let built = read_json(&shop.path("state/hooks/built"));
    let mut planned = built["planned"].as_array().unwrap().iter();
    let own = planned.find(|one| one["locale"] == "nl").unwrap();
    assert_eq!(
        (&own["at"], &own["appears"], &own["title"]),
        (
            &json!("2026-11-21T09:00:20Z"),
            &json!(true),
            &json!("Op tijd verschenen")
        ),
        "{built:#}"
    );
    let gone = |text: &str| !text.contains("Op tijd verschenen");
    assert!(gone(&shop.file("site/sitemap.xml")) && gone(&served.page("/nieuws").1));
    let after = served.until("its time has come", |report| {
        report["builds"]
            .as_array()
            .unwrap()
            .iter()
            .any(|build| build["reason"] == "schedule" && build["outcome"] == "live")
    });
    assert_eq!(after["accepted"], 0, "nobody sent an event");
    assert!(!gone(&served.page("/nieuws").1));
    served.terminate();
}

/// R-GEN-05 "expired ones go at their time, without an editor's action": a vacancy and an event, at midnight after
/// their last day in the shop's time zone. The vacancy loses its page, the event moves to the archive.
#[test]
fn r_gen_05_entries_go_at_their_time() {
    let shop = Shop::small();
    shop.edit("events/kluisavond", "nl-NL", &json!({ "end": "2027-01-31 20:00" }));
    shop.vitrine(&["build", "--json", "--now", "2027-01-31T22:59:00Z"])
        .report();
    let served = Building::start(&shop, &["--now", "2027-01-31T22:59:45Z"]);
    let waiting = served.until("it knows the date", |report| !report["next_change"].is_null());
    assert_eq!(waiting["next_change"], "2027-01-31T23:00:00Z", "{waiting:#}");
    let planned = &read_json(&shop.path("state/hooks/built"))["planned"];
    let all = planned.as_array().unwrap().iter();
    let ends: Vec<_> = all.filter(|one| one["at"] == "2027-01-31T23:00:00Z").collect();
    assert!(
        ends.len() >= 2 && ends.iter().all(|one| one["appears"] == false),
        "{planned:#}"
    );
    let listed = |path: &str, entry: &str| served.page(path).1.contains(&format!("\"{entry}\""));
    let vacancy = "/vacatures/lichtadviseur";
    assert_eq!(served.page(vacancy).0, 200);
    assert!(listed("/vacatures", vacancy) && shop.file("site/nl-NL-sitemap.xml").contains("/lichtadviseur<"));
    let before = served.page("/evenementen").1;
    let after = served.until("its time has come", |report| {
        let mut builds = report["builds"].as_array().unwrap().iter();
        builds.any(|build| build["reason"] == "schedule" && build["outcome"] == "live")
    });
    assert_eq!(after["accepted"], 0, "nobody sent an event");
    assert_eq!(served.page(vacancy).0, 404);
    assert!(!listed("/vacatures", vacancy) && !shop.file("site/nl-NL-sitemap.xml").contains("/lichtadviseur<"));
    let order = |page: &str| {
        let place = |entry: &str| page.find(&format!("/evenementen/{entry}\"")).expect("it is listed");
        place("drie-lampen-in-de-kluis") < place("werkplek-op-proef")
    };
    let now = served.page("/evenementen").1;
    assert_ne!(before, now);
    assert!(
        order(&before) && !order(&now),
        "those that are over stand behind those to come"
    );
    served.terminate();
}

/// The latest news with a page, as `collection/key`.
fn any_news(shop: &Shop) -> String {
    let folder = crate::support::lindhoven().join("content/news");
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let pages = read_json(&shop.path("dist/current/release.json"));
    let has_page = |key: &str| {
        let ending = format!("/{key}");
        pages["pages"]
            .as_array()
            .unwrap()
            .iter()
            .any(|page| page["path"].as_str().unwrap().ends_with(&ending))
    };
    let keys = names.iter().filter_map(|name| name.strip_suffix(".json"));
    let key = keys
        .clone()
        .find(|key| has_page(key))
        .or_else(|| names.first().and_then(|name| name.strip_suffix(".json")));
    format!("news/{}", key.unwrap())
}

/// Rule 21: "a release that was rolled back from stays so until the next event".
#[test]
fn rule_21_a_rollback_stays_until_the_next_event() {
    let shop = Shop::small();
    shop.build();
    let served = Building::start(&shop, &[]);
    served.settled();
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Een fout" }));
    served.built(1);
    assert!(served.page("/privacy").1.contains("Een fout"));
    let run = shop.vitrine(&["rollback"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    served.follows(&shop);
    assert!(!served.page("/privacy").1.contains("Een fout"));
    served.until("it knows", |report| report["state"] == "rolled-back");
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Verbeterd" }));
    let report = served.built(2);
    assert_eq!(report["state"], "idle");
    assert!(served.page("/privacy").1.contains("Verbeterd"));
    served.terminate();
}

/// `--no-builder`: events are accepted and stored, but nothing is built; a `vitrine build` elsewhere sees them.
#[test]
fn r_gen_03_a_server_without_a_builder_takes_events() {
    let shop = Shop::small();
    shop.build();
    let served = Building::start(&shop, &["--no-builder"]);
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Elders gebouwd" }));
    let report = served.until("the event", |report| report["accepted"] == 1);
    assert_eq!((&report["state"], &report["built"]), (&json!("none"), &json!(0)));
    shop.build();
    assert_eq!(served.report()["built"], 1);
    assert!(served.page("/privacy").1.contains("Elders gebouwd"));
    served.terminate();
}

/// Rule 17: a build killed at any stage leaves a complete live release, and the next build succeeds. (Fifty kills at
/// random points are covered by `scripts/bench live`.)
#[test]
fn rule_17_a_kill_at_any_stage_leaves_a_complete_release() {
    let shop = Shop::small();
    shop.build();
    for (round, stage) in ["pull", "convert", "plan", "render", "write", "check", "release"]
        .iter()
        .enumerate()
    {
        shop.edit("pages/privacy", "nl-NL", &json!({ "title": format!("Ronde {round}") }));
        let before = shop.live();
        let mut command = shop.command(&["build", "--json", "--for-server"]);
        let mut build = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let lines = BufReader::new(build.stdout.take().unwrap()).lines();
        let mut lines = lines.map(Result::unwrap);
        let tells = |line: &String, stage: &str| line.contains(&format!("\"stage\":\"{stage}\""));
        assert!(lines.any(|line| tells(&line, stage)), "{stage} is told");
        build.kill().unwrap();
        build.wait().unwrap();
        // A build that continued until the signal arrived may have switched the release.
        let switching = *stage == "release" || lines.any(|line| tells(&line, "release"));
        assert!(shop.live() == before || switching, "{stage}");
        is_whole(&shop);
    }
    let report = shop.build_as_in_full("after the kills");
    assert!(report["rendered"].as_u64() < report["pages"].as_u64(), "{report}");
    assert!(shop.file("site/privacy.html").contains("Ronde 6"));
    is_whole(&shop);
}

/// Checks that every file of the manifest exists with its length.
fn is_whole(shop: &Shop) {
    let release = shop.path("dist").join(shop.live());
    let manifest = read_json(&release.join("release.json"));
    for (file, about) in manifest["files"].as_object().unwrap() {
        let length = fs::metadata(release.join(file))
            .unwrap_or_else(|error| panic!("{file}: {error}"))
            .len();
        assert_eq!(Some(length), about["bytes"].as_u64(), "{file}");
    }
}

/// "the API swaps routes, redirects and texts with the release, without a restart and without a failed request":
/// requests from four threads during switches and rollbacks; each page is entirely from one release, and its assets
/// exist. (100,000 requests during 100 switches are covered by `scripts/bench live`.)
#[test]
fn r_gen_03_no_request_fails_while_releases_are_switched() {
    let shop = Shop::small();
    let ids: Vec<String> = ["Links", "Rechts"]
        .iter()
        .map(|title| {
            shop.edit("pages/privacy", "nl-NL", &json!({ "title": title }));
            shop.edit(
                "pages/privacy",
                "en-GB",
                &json!({ "title": format!("{title} in English") }),
            );
            shop.build()["release"].as_str().unwrap().to_owned()
        })
        .collect();
    let served = Building::start(&shop, &["--no-builder"]);
    let (over, asked) = (AtomicBool::new(false), AtomicUsize::new(0));
    let url = served.url.clone();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !over.load(Ordering::SeqCst) {
                    visit(&shop, &url);
                    asked.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        // Twenty, and more if the machine is too busy for enough visits.
        let seen = || asked.load(Ordering::SeqCst);
        for round in (0..200_usize).take_while(|round| *round < 20 || seen() <= 20) {
            let run = shop.vitrine(&["rollback", &ids[round % 2]]);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
        }
        over.store(true, Ordering::SeqCst);
    });
    assert!(asked.load(Ordering::SeqCst) > 20, "{asked:?}");
    served.terminate();
}

/// A page is entirely from one release, and everything that it loads exists.
fn visit(shop: &Shop, url: &str) {
    let (status, page) = shop.get(&format!("{url}/privacy"));
    assert_eq!(status, 200);
    let of_one = page.contains("Links") != page.contains("Rechts");
    assert!(of_one && page.trim_end().ends_with("</html>"), "{page}");
    let assets: BTreeSet<&str> = page
        .split('"')
        .filter(|part| part.starts_with("/assets/") && !part.contains(' '))
        .collect();
    assert!(!assets.is_empty());
    for asset in assets {
        let asset = asset.split('#').next().unwrap();
        assert_eq!(shop.get(&format!("{url}{asset}")).0, 200, "{asset}");
    }
    assert_eq!(shop.get(&format!("{url}/api/health")).0, 200);
}
