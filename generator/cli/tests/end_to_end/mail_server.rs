//! An encrypted mail server and its certificate, as used by `vitrine serve`.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::PathBuf,
    process::Command,
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use serde_json::{Value, json};

use crate::support::{Shop, Visitor, started};

const PATIENCE: Duration = Duration::from_mins(1);
/// Number of bytes that the mail server would send if it were read completely.
const MUCH: usize = 64 * 1024 * 1024;

/// A certificate of 127.0.0.1 and its key, as files.
fn certificate(shop: &Shop) -> (PathBuf, PathBuf) {
    let (certificate, key) = (shop.path("certificate.pem"), shop.path("key.pem"));
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "2",
        ])
        .args(["-subj", "/CN=mail", "-addext", "subjectAltName=IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout"])
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    (certificate, key)
}

/// A mail server that sends an endless line once the connection is encrypted: its port, and how many bytes of the line
/// were read from each connection.
fn endless(shop: &Shop, starts_encrypted: bool) -> (u16, mpsc::Receiver<usize>) {
    let (certificate, key) = (shop.path("certificate.pem"), shop.path("key.pem"));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![CertificateDer::from_pem_file(certificate).unwrap()],
            PrivateKeyDer::from_pem_file(key).unwrap(),
        )
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (told, taken) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (told, config) = (told.clone(), Arc::clone(&config));
            thread::spawn(move || told.send(talk(stream.unwrap(), config, starts_encrypted)));
        }
    });
    (port, taken)
}

/// Greets, encrypts, and sends one line until the client disconnects.
fn talk(mut stream: TcpStream, config: Arc<ServerConfig>, starts_encrypted: bool) -> usize {
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    let mut asked = [0; 1_024];
    if !starts_encrypted {
        for answer in [
            "220 mail.test\r\n",
            "250-mail.test\r\n250 STARTTLS\r\n",
            "220 go on\r\n",
        ] {
            stream.write_all(answer.as_bytes()).unwrap();
            if answer != "220 go on\r\n" {
                assert!(stream.read(&mut asked).unwrap() > 0);
            }
        }
    }
    let mut encrypted = StreamOwned::new(ServerConnection::new(config).unwrap(), stream);
    let (piece, mut all) = ([b'2'; 16 * 1024], 0);
    while all < MUCH && encrypted.write_all(&piece).is_ok() {
        all += piece.len();
    }
    all
}

/// The state of the mail to the customer after the first attempt.
fn tried(shop: &Shop) -> Value {
    let since = Instant::now();
    loop {
        let run = shop.vitrine(&["withdrawals", "--format", "json"]);
        let document: Value = serde_json::from_str(&run.stdout).unwrap();
        let state = document["withdrawals"][0]["delivery"]["customer"].clone();
        if !state.is_null() && state["state"] != "waiting" {
            return state;
        }
        assert!(since.elapsed() < PATIENCE, "{document:#}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Rule 13: a mail server that sends an endless line is disconnected long before it uses much memory, and the mail is
/// kept: encrypted from the first byte, and after `STARTTLS`. The text of the line is in no record and no log.
#[test]
fn rule_13_an_encrypted_mail_server_that_does_not_end_its_line_is_left() {
    for (tls, starts_encrypted) in [("tls", true), ("starttls", false)] {
        let shop = Shop::small();
        let (certificate, _) = certificate(&shop);
        let (port, taken) = endless(&shop, starts_encrypted);
        shop.configure(
            "vitrine.toml",
            &[
                ("port = ", &format!("port = {port}")),
                ("tls = ", &format!("tls = \"{tls}\"")),
            ],
        );
        shop.build();
        let mut command = shop.command(&["serve"]);
        command.env("SSL_CERT_FILE", certificate);
        let served = started(command, shop.path("serve.log"));
        let before = served.peak_kib();
        let statement = json!({
            "key": "1".repeat(32), "name": "Noor Visser", "email": "noor@example.test", "order_number": "10042",
            "items": null, "comment": null
        });
        let visitor = Visitor::new(&shop, &served, "nl");
        visitor.post("/api/withdrawals", &statement).ok();
        let state = tried(&shop);
        assert_eq!(state["state"], "failed", "{state:#}");
        let cause = state["cause"].as_str().unwrap();
        assert!(
            cause.starts_with("the mail server") && !cause.contains("22222"),
            "{cause}"
        );
        let taken = taken.recv_timeout(PATIENCE).unwrap();
        // The kernel's own buffers hold some of it.
        assert!(0 < taken && taken < MUCH / 4, "{tls}: it took {taken} bytes");
        let more = served.peak_kib().saturating_sub(before);
        assert!(more < 32 * 1024, "{tls}: {more} KiB more than before");
        assert!(!served.log().contains("22222"), "{}", served.log());
        assert!(served.terminate().success());
    }
}
