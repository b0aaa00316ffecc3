//! Memory of a running server under load: at most 128 MiB for any requests (rule 13), without its search index, whose
//! size is the shop's and which `scripts/bench search` measures.
//!
//! Every load runs against a new `vitrine serve` on a release built here; the peak memory of the process is read from
//! the kernel.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    thread,
    time::Duration,
};

use serde_json::json;

use crate::support::{NO_ADDRESS, Served, Shop, change_json, read_json, root, started, tree};

/// The limit, in KiB as in `/proc`.
const MAX_PEAK_KIB: u64 = 128 * 1024;
const SCRIPT: &str = "assets/large-A1B2C3D4.js";
const BR: &str = "Accept-Encoding: br\r\n";

/// The head of an answer, lower-cased, and its body.
struct Answer {
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn is_200(&self) -> bool {
        self.head.starts_with("http/1.1 200 ")
    }

    fn coding(&self) -> Option<&str> {
        self.head.split("content-encoding: ").nth(1)?.lines().next()
    }
}

fn connect(served: &Served) -> TcpStream {
    let stream = TcpStream::connect(served.url.trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    stream
}

fn send(stream: &mut TcpStream, path: &str, headers: &str) {
    let host = stream.peer_addr().unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n").unwrap();
}

/// Reads one answer; the connection can be used again.
fn receive(stream: &mut TcpStream) -> Answer {
    // Nothing is sent after the answer that is read here, so that the buffer holds no part of another.
    let mut stream = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(stream.read_line(&mut head).unwrap() > 0, "ended within {head}");
    }
    let head = head.to_lowercase();
    let length = head
        .split("content-length: ")
        .nth(1)
        .and_then(|rest| rest.lines().next());
    let mut body = vec![0; length.unwrap().parse().unwrap()];
    stream.read_exact(&mut body).unwrap();
    Answer { head, body }
}

fn get(served: &Served, path: &str, headers: &str) -> Answer {
    let mut stream = connect(served);
    send(&mut stream, path, headers);
    receive(&mut stream)
}

/// The paths of all pages of the live release, except the 404 pages, those that need encoding, and those of a single
/// order, which does not exist.
fn pages(shop: &Shop) -> Vec<String> {
    let files = tree(&shop.path("dist/current/site")).into_keys();
    files
        // The file of a shell has an underscore in place of a runtime parameter.
        .filter(|file| !file.contains("/_"))
        .filter_map(|file| file.strip_suffix(".html").map(|page| format!("/{page}")))
        // Without a login, the account screens redirect.
        .filter(|page| !page.split('/').any(|segment| segment == "account"))
        .filter(|page| page.is_ascii() && !NO_ADDRESS.iter().chain(&["/index"]).any(|end| page.ends_with(end)))
        .collect()
}

/// Adds a script to the built assets; its bytes do not repeat, so that compressing it is expensive.
fn add_script(shop: &Shop, length: u32) {
    let text: String = (0..length / 8)
        .map(|n| format!("{:08x}", n.wrapping_mul(2_654_435_761)))
        .collect();
    fs::write(shop.path("assets").join(SCRIPT), &text).unwrap();
    change_json(&shop.path("assets/manifest.json"), |manifest| {
        manifest["files"][SCRIPT] = json!({ "integrity": "sha384-A", "bytes": text.len() });
    });
}

/// Adds a precompressed variant of the script. It is not decompressed, so any bytes will do.
fn add_twin(shop: &Shop, ending: &str, bytes: &[u8]) {
    let file = shop.path("assets/twins").join(format!("{SCRIPT}.{ending}"));
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, bytes).unwrap();
    change_json(&shop.path("assets/manifest.json"), |manifest| {
        manifest["twins"][format!("{SCRIPT}.{ending}")] = json!({ "bytes": bytes.len() });
    });
}

/// All clients of a test have the same address.
const CROWD: (&str, &str) = ("connections_per_address = ", "connections_per_address = 1000");

/// Serves, runs a load, and checks the peak memory of the process.
fn under(shop: &Shop, name: &str, load: impl FnOnce(&Served)) {
    for (file, _) in tree(&shop.path("dist/current/server/search")) {
        if !file.contains(".labels.") && !file.contains(".words.") {
            fs::write(shop.path("dist/current/server/search").join(file), "").unwrap();
        }
    }
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    load(&served);
    let peak = served.peak_kib();
    assert!(peak < MAX_PEAK_KIB, "{name}: {} MiB at the most", peak / 1024);
    assert!(served.terminate().success(), "{name}");
}

/// Requests every page once, in shuffled order, over 64 connections. Returns the number of compressed answers.
fn ask_for_all(served: &Served, pages: &[String]) -> usize {
    thread::scope(|scope| {
        let asking: Vec<_> = (0..64)
            .map(|first| {
                scope.spawn(move || {
                    let mut stream = connect(served);
                    let mine = pages.iter().skip(first).step_by(64);
                    mine.filter(|page| {
                        send(&mut stream, page, BR);
                        let answer = receive(&mut stream);
                        assert!(answer.is_200(), "{page}: {}", answer.head);
                        answer.coding() == Some("br")
                    })
                    .count()
                })
            })
            .collect();
        asking.into_iter().map(|one| one.join().unwrap()).sum()
    })
}

/// Rule 13: pages and scripts that were not requested before, and clients that do not read, use a bounded amount of
/// memory.
#[test]
fn rule_13_serving_files_holds_at_most_128_mib() {
    let shop = Shop::start();
    add_script(&shop, 600_000);
    shop.configure("vitrine.toml", &[CROWD]);
    shop.build();
    let pages = pages(&shop);
    assert!(pages.len() > 1_500, "{}", pages.len());

    under(&shop, "all pages compressed, by 64 connections", |served| {
        ask_for_all(served, &pages);
        // An aborted request leaves its compression running; a page is compressed once and then cached.
        let mut rounds = 0;
        while ask_for_all(served, &pages) < pages.len() {
            rounds += 1;
            assert!(rounds < 50, "some pages are never kept");
        }
    });
    for (path, clients) in [(format!("/{SCRIPT}"), 256), (pages[0].clone(), 256)] {
        under(&shop, &format!("{clients} first requests for {path}"), |served| {
            let mut streams: Vec<_> = (0..clients).map(|_| connect(served)).collect();
            streams.iter_mut().for_each(|stream| send(stream, &path, BR));
            let answers: Vec<_> = streams.iter_mut().map(receive).collect();
            assert!(answers.iter().all(Answer::is_200));
        });
    }
    under(&shop, "400 readers of pages as they are, who do not read", |served| {
        let mut streams: Vec<_> = (0..400).map(|_| connect(served)).collect();
        for (stream, page) in streams.iter_mut().zip(&pages) {
            send(stream, page, "");
        }
        // The last ones are answered, so the earlier ones were too, as far as possible.
        for stream in streams.iter_mut().rev().take(20) {
            assert!(receive(stream).is_200());
        }
    });
}

/// Precompressed assets are sent unchanged, and are in a folder that is not given to a CDN.
#[test]
fn ready_made_forms_of_assets_are_sent() {
    let shop = Shop::small();
    add_script(&shop, 4_000);
    let (br, gz) = (b"ready-made br".as_slice(), b"ready-made gz".as_slice());
    add_twin(&shop, "br", br);
    add_twin(&shop, "gz", gz);
    shop.build();
    let twins = ["br", "gz"].map(|ending| format!("server/{SCRIPT}.{ending}"));
    let listed = read_json(&shop.path("dist/current/release.json"));
    for twin in &twins {
        assert!(listed["files"][twin].is_object(), "{twin} is listed");
    }
    let uploaded = tree(&shop.path("dist/current/site"));
    assert!(
        !uploaded
            .keys()
            .any(|file| file.ends_with(".br") || file.ends_with(".gz")),
        "not for a CDN"
    );

    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let path = format!("/{SCRIPT}");
    let plain = get(&served, &path, "");
    assert_eq!((plain.coding(), plain.body.len()), (None, 4_000));
    for (accepts, coding, bytes) in [("gzip, br", "br", br), ("gzip", "gzip", gz)] {
        let answer = get(&served, &path, &format!("Accept-Encoding: {accepts}\r\n"));
        assert!(answer.is_200());
        assert_eq!((answer.coding(), answer.body.as_slice()), (Some(coding), bytes));
    }
    let outside = get(&served, &format!("/{}", twins[0]), "");
    assert!(outside.head.starts_with("http/1.1 404 "), "{}", outside.head);
    assert!(served.terminate().success());

    change_json(&shop.path("assets/manifest.json"), |manifest| {
        manifest["twins"]["assets/nobody-A1B2C3D4.js.br"] = json!({ "bytes": 1 });
    });
    let refused = shop.vitrine(&["build"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.said().contains("assets/nobody-A1B2C3D4.js.br") && refused.said().contains("npm run build"),
        "{}",
        refused.said()
    );
}

/// A Shopware whose carts are 8 MiB. Ends with the process.
fn heavy_backend() -> String {
    let recorded =
        |name: &str| read_json(&root().join(format!("generator/api/tests/recorded/{name}.json")))["body"].clone();
    let mut cart = recorded("055-cart-empty");
    cart["padding"] = "x".repeat(8 * 1024 * 1024 - 16 * 1024).into();
    let [context, cart]: [&'static str; 2] = [recorded("000-context-anonymous"), cart].map(|body| {
        let body = body.to_string();
        let length = body.len();
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n";
        &*format!("{head}Content-Length: {length}\r\n\r\n{body}").leak()
    });
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for mut client in listener.incoming().flatten() {
            thread::spawn(move || {
                let mut request = [0; 4_096];
                let read = client.read(&mut request).unwrap_or_default();
                let asks_context = request[..read].starts_with(b"GET /store-api/context");
                let answer = if asks_context { context } else { cart };
                // A client that disconnects is not an error here.
                let _gone = client.write_all(answer.as_bytes()).is_err();
            });
        }
    });
    format!("http://{address}/store-api")
}

/// Rule 13: backend answers of the maximum size are not all held at once.
#[test]
fn rule_13_large_answers_of_a_backend_hold_at_most_128_mib() {
    let shop = Shop::small();
    shop.build();
    let endpoint = format!("endpoint = \"{}\"", heavy_backend());
    let demos = format!("endpoint = \"{}", shop.store_api());
    // A long timeout, because a busy machine may be slow.
    let patient = ("backend = ", "backend = 60");
    shop.configure("vitrine.toml", &[(&demos, &endpoint), patient, CROWD]);
    under(&shop, "200 clients, answers of 8 MiB", |served| {
        thread::scope(|scope| {
            let asking: Vec<_> = (0..200)
                .map(|_| {
                    scope.spawn(|| {
                        let cookie = format!("Cookie: vitrine-session={}\r\n", "q".repeat(32));
                        get(served, "/api/cart", &format!("X-Vitrine-Locale: nl\r\n{cookie}"))
                    })
                })
                .collect();
            for one in asking {
                let answer = one.join().unwrap();
                assert!(answer.is_200(), "{}", answer.head);
            }
        });
    });
}
