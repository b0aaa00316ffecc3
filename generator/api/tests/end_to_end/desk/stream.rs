//! The stream of events: tells of what is new, and ends with its session.

use std::time::Duration;

use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use super::{ANNA, Desk, Session};

/// A limit that only a hanging test reaches.
const PATIENCE: Duration = Duration::from_secs(60);

struct Stream(TcpStream, String);

impl Stream {
    async fn open(desk: &Desk, session: &Session) -> Self {
        let mut stream = TcpStream::connect(desk.running.addr).await.expect("a connection");
        let head = format!(
            "GET /api/desk/events HTTP/1.1\r\nHost: shop.test\r\nAccept: text/event-stream\r\nCookie: {}\r\n\r\n",
            session.cookie
        );
        stream.write_all(head.as_bytes()).await.expect("sent");
        Self(stream, String::new())
    }

    /// Reads until the words came; `false` if the stream ended before.
    async fn until(&mut self, words: &str) -> bool {
        let reading = async {
            let mut bytes = [0; 4_096];
            while !self.1.contains(words) {
                match self.0.read(&mut bytes).await {
                    Ok(0) | Err(_) => return false,
                    Ok(read) => self.1.push_str(&String::from_utf8_lossy(&bytes[..read])),
                }
            }
            true
        };
        timeout(PATIENCE, reading).await.expect("in time")
    }

    fn read_so_far(&mut self) {
        self.1.clear();
    }
}

#[tokio::test]
async fn a_stream_tells_of_a_save_and_ends_with_the_session() {
    let desk = Desk::start().await;
    let session = desk.login(ANNA).await;
    let mut stream = Stream::open(&desk, &session).await;
    assert!(
        stream.until("event: state\ndata: {\"version\":\"").await,
        "{}",
        stream.1
    );
    let head = stream.1.to_lowercase();
    assert!(
        head.contains("content-type: text/event-stream") && head.contains("cache-control: no-store"),
        "{head}"
    );
    stream.read_so_far();
    desk.saved(&json!("Noor")).await;
    assert!(stream.until("event: state").await, "{}", stream.1);
    stream.read_so_far();
    assert_eq!(desk.post(&session, "/desk/logout", &[]).await.status, 303);
    assert!(stream.until("event: end").await, "{}", stream.1);
    assert!(!stream.until("never").await, "the stream is over");
}

/// "bounded in number": a session has six streams, and a seventh when one of them is closed.
#[tokio::test]
async fn a_session_has_a_bounded_number_of_streams() {
    let desk = Desk::start().await;
    let session = desk.login(ANNA).await;
    let mut open = Vec::new();
    for _ in 0..6 {
        let mut stream = Stream::open(&desk, &session).await;
        assert!(stream.until("event: state").await);
        open.push(stream);
    }
    let mut seventh = Stream::open(&desk, &session).await;
    assert!(seventh.until("429").await, "{}", seventh.1);
    let other = desk.login(ANNA).await;
    assert!(
        Stream::open(&desk, &other).await.until("event: state").await,
        "another session has its own"
    );
    open.clear();
    let freed = async { while !Stream::open(&desk, &session).await.until("event: state").await {} };
    timeout(PATIENCE, freed).await.expect("a place becomes free");
}

/// A server that stops does not wait for those who look.
#[tokio::test]
async fn a_stop_ends_the_streams() {
    let desk = Desk::start().await;
    let session = desk.login(ANNA).await;
    let mut stream = Stream::open(&desk, &session).await;
    assert!(stream.until("event: state").await);
    let stopping = desk.running.stop();
    timeout(Duration::from_secs(10), stopping)
        .await
        .expect("it stops before its drain time is over");
    assert!(!stream.until("never").await);
}
