//! A plain HTTP/1.1 client that sends exactly what a test says and one request a connection.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    pub fn set_cookies(&self) -> Vec<&str> {
        self.headers
            .iter()
            .filter(|(n, _)| n == "set-cookie")
            .map(|(_, v)| v.as_str())
            .collect()
    }

    /// The token that the answer sets, which the API made itself: 32 letters and digits (rule 10).
    pub fn new_token(&self) -> Option<String> {
        let lines = self.set_cookies();
        let token = lines
            .iter()
            .find_map(|line| line.strip_prefix("vitrine-session="))?
            .split(';')
            .next()?;
        assert!(
            token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_alphanumeric()),
            "{token}"
        );
        Some(token.to_owned())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Status and first code of a failure, which must be whole and uncacheable.
    pub fn refused(&self) -> (u16, String) {
        let body = self.json();
        let error = &body["errors"][0];
        assert!(error["detail"].as_str().is_some_and(|d| !d.is_empty()), "{body}");
        assert_eq!(self.header("cache-control"), Some("no-store"), "rule 11");
        assert_eq!(self.header("cross-origin-resource-policy"), Some("same-origin"));
        (self.status, error["code"].as_str().expect("a code").to_owned())
    }
}

/// A request under construction.
#[derive(Clone)]
pub struct Ask {
    to: SocketAddr,
    head: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Ask {
    pub fn new(to: SocketAddr, method: &str, path: &str) -> Self {
        Self {
            to,
            head: format!("{method} {path} HTTP/1.1\r\n"),
            headers: vec![
                ("Host".into(), "shop.test".into()),
                ("Connection".into(), "close".into()),
            ],
            body: Vec::new(),
        }
    }

    /// Sets a header in place of an earlier one.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self = self.without(name);
        self.headers.push((name.into(), value.into()));
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(n, _)| !n.eq_ignore_ascii_case(name));
        self
    }

    pub fn locale(self, code: &str) -> Self {
        self.with("X-Vitrine-Locale", code)
    }

    /// Everything a page of the shop sends with a change.
    pub fn by_page(self) -> Self {
        self.locale("nl")
            .with("Origin", "https://shop.test")
            .with("Sec-Fetch-Site", "same-origin")
            .with("X-Vitrine", "1")
            .with("Content-Type", "application/json")
    }

    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    pub fn json(self, body: &Value) -> Self {
        self.body(body.to_string())
    }

    /// Parts of a form: name, name of a file, content.
    pub fn multipart(self, parts: &[(&str, Option<&str>, &[u8])]) -> Self {
        let mut body = Vec::new();
        for (name, file, content) in parts {
            let file = file.map(|file| format!("; filename=\"{file}\"")).unwrap_or_default();
            body.extend_from_slice(
                format!("--vitrine-parts\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").as_bytes(),
            );
            body.extend_from_slice(content);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"--vitrine-parts--\r\n");
        self.with("Content-Type", "multipart/form-data; boundary=vitrine-parts")
            .body(body)
    }

    pub async fn send(self) -> Answer {
        let mut request = self.head.clone();
        for (name, value) in &self.headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        if !self.body.is_empty() && !self.headers.iter().any(|(n, _)| n == "Transfer-Encoding") {
            request.push_str(&format!("Content-Length: {}\r\n", self.body.len()));
        }
        request.push_str("\r\n");
        let mut stream = TcpStream::connect(self.to).await.expect("a connection");
        stream.write_all(request.as_bytes()).await.expect("sent");
        // A server that refuses early may close before the body is sent; its answer counts.
        let _ = stream.write_all(&self.body).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        parse(&answer)
    }
}

/// Reads one answer that ended with its connection.
pub fn parse(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or_else(|| {
        panic!("no whole answer: {:?}", String::from_utf8_lossy(bytes));
    });
    let head = std::str::from_utf8(&bytes[..end]).expect("ASCII");
    let mut lines = head.split("\r\n");
    let status = lines
        .next()
        .and_then(|l| l.split(' ').nth(1))
        .and_then(|s| s.parse().ok())
        .expect("a status");
    let headers: Vec<(String, String)> = lines
        .filter_map(|l| l.split_once(": "))
        .map(|(n, v)| (n.to_ascii_lowercase(), v.to_owned()))
        .collect();
    let mut body = bytes[end + 4..].to_vec();
    if headers.iter().any(|(n, v)| n == "transfer-encoding" && v == "chunked") {
        body = unchunk(&body);
    }
    Answer { status, headers, body }
}

fn unchunk(mut rest: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = rest.windows(2).position(|w| w == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).expect("ASCII"), 16).expect("a size");
        if size == 0 {
            break;
        }
        whole.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 4 + size..];
    }
    whole
}
