//! Sends forms as JSON, as pairs and as parts.

use reqwest::{Client, redirect::Policy};
use serde_json::{Map, Value, json};
use tokio::runtime::{Builder, Runtime};

use super::files::{File, PDF};

/// How a form is sent: by the island, or by a browser without JavaScript.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Transport {
    Json,
    Pairs,
    Parts,
}

impl Transport {
    /// A transport that can carry the value; texts use all three in turn.
    pub(super) fn of(value: &Value, turn: usize) -> Self {
        match (value, turn % 3) {
            (Value::String(_), 1) => Self::Pairs,
            (Value::String(_), 2) => Self::Parts,
            _ => Self::Json,
        }
    }
}

/// Instead of a status: the connection was closed before the whole body was sent.
const CLOSED: u16 = 0;

const BOUNDARY: &str = "vitrine-parts";

/// Sends from another address and with another e-mail address each time.
pub(super) struct Sender {
    url: String,
    http: Client,
    runtime: Runtime,
    /// Part of its addresses, so that several senders have different ones.
    number: usize,
    sent: usize,
}

impl Sender {
    pub(super) fn of(url: &str, number: usize) -> Self {
        Self {
            url: url.to_owned(),
            http: Client::builder().no_proxy().redirect(Policy::none()).build().unwrap(),
            runtime: Builder::new_current_thread().enable_all().build().unwrap(),
            number,
            sent: 0,
        }
    }

    /// Copies to one address are limited, so that each submission has an address of its own.
    pub(super) fn own_address(&self, typed: &mut Map<String, Value>) {
        if let Some(email) = typed.get_mut("email") {
            *email = json!(format!("noor{}-{}@example.test", self.number, self.sent));
        }
    }

    /// Sends the fields, with a file in a field that requires one; returns the status.
    pub(super) fn send(&mut self, form: &str, typed: &Map<String, Value>, by: Transport, file: Option<&str>) -> u16 {
        let by = if file.is_some() { Transport::Parts } else { by };
        let cv = cv();
        match by {
            Transport::Json => {
                let mut body = typed.clone();
                body.insert("key".to_owned(), json!(format!("{:032x}", self.sent)));
                let body = Value::Object(body).to_string().into_bytes();
                self.send_body(form, by, "application/json", body)
            }
            Transport::Pairs => {
                let mut body = url::form_urlencoded::Serializer::new(String::new());
                for (name, text) in pairs(typed) {
                    body.append_pair(&name, &text);
                }
                let body = body.append_pair("key", &format!("{:032x}", self.sent)).finish();
                self.send_body(form, by, "application/x-www-form-urlencoded", body.into_bytes())
            }
            Transport::Parts => self.send_parts(
                form,
                typed,
                &file.map(|field| (field, &cv)).into_iter().collect::<Vec<_>>(),
            ),
        }
    }

    /// Sends the fields and a file, with another one in the field that requires it.
    pub(super) fn send_file(&mut self, form: &str, typed: &Map<String, Value>, field: &str, file: &File) -> u16 {
        let cv = cv();
        let mut files = vec![(field, file)];
        if form == "vacancy_application" && field != "cv" {
            files.push(("cv", &cv));
        }
        self.send_parts(form, typed, &files)
    }

    fn send_parts(&mut self, form: &str, typed: &Map<String, Value>, files: &[(&str, &File)]) -> u16 {
        let mut body = Vec::new();
        let mut part = |head: &str, content: &[u8]| {
            let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n");
            body.extend_from_slice(&[head.as_bytes(), content, b"\r\n"].concat());
        };
        part("name=\"key\"", format!("{:032x}", self.sent).as_bytes());
        for (name, text) in pairs(typed) {
            part(&format!("name=\"{name}\""), text.as_bytes());
        }
        for (field, File { name, content }) in files {
            part(&format!("name=\"{field}\"; filename=\"{name}\""), content);
        }
        body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
        self.send_body(form, Transport::Parts, &content_type, body)
    }

    /// Sends a body.
    pub(super) fn send_body(&mut self, form: &str, by: Transport, content_type: &str, body: Vec<u8>) -> u16 {
        let from = format!("198.{}.{}.{}", self.number, self.sent / 250, self.sent % 250);
        self.sent += 1;
        let url = format!("{}/api/forms/{form}?locale=nl&page=/contact", self.url);
        let request = self
            .http
            .post(url)
            .header("Origin", &self.url)
            .header("X-Forwarded-For", from);
        let request = match by {
            Transport::Json => request.header("X-Vitrine", "1").header("X-Vitrine-Locale", "nl"),
            Transport::Pairs | Transport::Parts => request.header("Sec-Fetch-Site", "same-origin"),
        };
        let request = request.header("Content-Type", content_type).body(body);
        self.runtime.block_on(async {
            match request.send().await {
                Ok(answer) => answer.status().as_u16(),
                Err(error) => {
                    assert!(error.is_request(), "{error:?}");
                    CLOSED
                }
            }
        })
    }
}

fn cv() -> File {
    File {
        name: "cv.pdf".to_owned(),
        content: PDF.to_vec(),
    }
}

/// The fields as a browser sends them: lists once for each value, nothing for what is off.
fn pairs(typed: &Map<String, Value>) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for (name, value) in typed {
        match value {
            Value::String(text) => pairs.push((name.clone(), text.clone())),
            Value::Bool(true) => pairs.push((name.clone(), "1".to_owned())),
            Value::Array(list) => pairs.extend(
                list.iter()
                    .map(|one| (format!("{name}[]"), one.as_str().unwrap().to_owned())),
            ),
            _ => {}
        }
    }
    pairs
}

/// A body with its name, its type, and the statuses that may answer it.
type HostileBody = (&'static str, &'static str, Vec<u8>, &'static [u16]);

/// Bodies that no browser sends.
pub(super) fn bodies() -> Vec<HostileBody> {
    let pairs = "application/x-www-form-urlencoded";
    let parts = "multipart/form-data; boundary=x";
    let json = "application/json";
    let part = |head: &str| format!("--x\r\nContent-Disposition: form-data; {head}\r\n\r\nvalue\r\n");
    vec![
        (
            "10 MB of a text",
            pairs,
            format!("email={}", "a".repeat(10_000_000)).into(),
            &[422],
        ),
        (
            "10 MB of JSON",
            json,
            format!("{{\"email\": \"{}\"}}", "a".repeat(10_000_000)).into(),
            &[400, 413, 422],
        ),
        ("100,000 fields", pairs, vec!["a=b"; 100_000].join("&").into(), &[400]),
        ("100,000 fields of JSON", json, many_members(100_000), &[400, 413, 422]),
        (
            "100,000 values",
            pairs,
            vec!["email=b"; 100_000].join("&").into(),
            &[400],
        ),
        (
            "100,000 parts",
            parts,
            part("name=\"email\"").repeat(100_000).into(),
            &[400],
        ),
        ("17 MB", pairs, vec![b'a'; 17 * 1024 * 1024], &[413, CLOSED]),
        (
            "nested names",
            pairs,
            "email[a][b][c]=x&email[]=y&[]=z&=&&%00=%00&email[constructor]=1&email.a=2".into(),
            &[422],
        ),
        (
            "names of the server",
            pairs,
            "_redirect=https://evil.test&_token=a&_method=DELETE&__proto__=1&locale=xx".into(),
            &[422],
        ),
        (
            "deep JSON",
            json,
            format!("{}1{}", "{\"a\":".repeat(10_000), "}".repeat(10_000)).into(),
            &[400],
        ),
        ("a list", json, b"[1,2]".to_vec(), &[400]),
        ("broken JSON", json, b"{\"email\": \"Jan".to_vec(), &[400]),
        (
            "half a surrogate pair",
            json,
            b"{\"email\": \"\\ud800\"}".to_vec(),
            &[400],
        ),
        ("numbers", json, b"{\"email\": 1e999}".to_vec(), &[400, 422]),
        (
            "the same name twice",
            json,
            b"{\"email\": \"a\", \"email\": [\"b\"]}".to_vec(),
            &[400, 422],
        ),
        ("no boundary", "multipart/form-data", b"--x--".to_vec(), &[400]),
        ("another boundary", parts, b"--y\r\n\r\n\r\n--y--".to_vec(), &[400, 422]),
        ("cut off", parts, part("name=\"email\"").into(), &[400]),
        (
            "a head of 100 KB",
            parts,
            part(&format!("name=\"{}\"", "a".repeat(100_000))).into(),
            &[400],
        ),
        (
            "a name with line breaks",
            parts,
            format!("{}--x--\r\n", part("name=\"email\r\nX-Evil: 1\"")).into(),
            &[400, 422],
        ),
        (
            "no UTF-8",
            parts,
            b"--x\r\nContent-Disposition: form-data; name=\"email\"\r\n\r\n\xff\xfe\r\n--x--\r\n".to_vec(),
            &[400],
        ),
        ("no UTF-8 in pairs", pairs, b"email=%ff%fe".to_vec(), &[422]),
        (
            "gzip",
            "application/json; charset=utf-16",
            b"\x1f\x8b".to_vec(),
            &[400, 415],
        ),
        (
            "XML",
            "text/xml",
            b"<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>".to_vec(),
            &[400, 415, 422],
        ),
        ("nothing", pairs, Vec::new(), &[422]),
    ]
}

fn many_members(count: usize) -> Vec<u8> {
    let members: Vec<String> = (0..count).map(|at| format!("\"a{at}\":1")).collect();
    format!("{{{}}}", members.join(",")).into_bytes()
}
