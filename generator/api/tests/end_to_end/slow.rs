//! Clients that wait, or send or receive slowly, and many of them: other visitors are not delayed (rules 13, 14, 16).

use std::{net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, Interest},
    net::{TcpSocket, TcpStream},
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
    time::{sleep, timeout},
};
use wiremock::ResponseTemplate;

use crate::{client::parse, shop::Shop, shopware::Shopware};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
const SECOND: Duration = Duration::from_secs(1);
/// Longer than any step of a test may take.
const LONG: Duration = Duration::from_secs(5);
/// Larger than the kernel's buffers for a client.
const LARGE: &str = "/assets/large-AAAA.js";
const LARGE_BYTES: usize = 1024 * 1024 + 1;

/// A connection from 127.0.0.`last` with the smallest receive buffer that the kernel allows.
async fn connect(to: SocketAddr, last: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(1).expect("a small buffer");
    socket.bind(([127, 0, 0, last], 0).into()).expect("a loopback address");
    socket.connect(to).await.expect("a connection")
}

async fn asks(to: SocketAddr, last: u8, head: &str) -> TcpStream {
    let mut stream = connect(to, last).await;
    stream.write_all(head.as_bytes()).await.expect("sent");
    stream
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: shop.test\r\nX-Vitrine-Locale: nl\r\nCookie: {SESSION}\r\n\r\n")
}

/// Waits until the server has reset the connection, without reading from it.
async fn is_reset(stream: &TcpStream) -> bool {
    timeout(LONG, stream.ready(Interest::ERROR)).await.is_ok()
}

async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    timeout(LONG, stream.read_to_end(&mut rest)).await.is_ok()
}

/// A Shopware that never answers a cart request, and reports when it was received.
async fn hanging() -> (Shopware, UnboundedReceiver<()>) {
    let shopware = Shopware::anonymous().await;
    let (came, arrived) = unbounded_channel();
    let never = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    shopware
        .answer("GET", "/checkout/cart", move |_: &wiremock::Request| {
            came.send(()).expect("heard");
            never.clone()
        })
        .await;
    (shopware, arrived)
}

/// Rule 14: a write has a deadline; data that its client did not read is dropped.
#[tokio::test]
async fn rule_14_a_client_that_reads_nothing_is_disconnected() {
    let shop = Shop::with(Shopware::anonymous().await.client(), |config| {
        config.limits.write_timeout = Duration::from_millis(300);
    })
    .await;
    let reader = asks(shop.running.addr, 2, &get(LARGE)).await;
    assert!(is_reset(&reader).await, "it still holds its connection");
}

/// Rule 14: the deadline is not per chunk: a client that reads a little before each one is disconnected too.
#[tokio::test]
async fn rule_14_a_client_below_the_minimum_rate_is_disconnected() {
    let shop = Shop::with(Shopware::anonymous().await.client(), |config| {
        config.limits.write_timeout = Duration::from_millis(500);
        config.limits.write_rate = 100 * 1024 * 1024;
    })
    .await;
    let mut reader = asks(shop.running.addr, 2, &get(LARGE)).await;
    let mut taken = 0;
    let cut = timeout(LONG, async {
        let mut piece = [0; 4096];
        loop {
            match reader.read(&mut piece).await {
                Ok(0) | Err(_) => return,
                Ok(count) => taken += count,
            }
            sleep(Duration::from_millis(50)).await;
        }
    });
    assert!(cut.await.is_ok(), "cut off within {LONG:?}");
    assert!(taken < LARGE_BYTES, "it had its whole answer");
}

/// Rule 14: a slow client that reads at the minimum rate gets its whole answer, however long that takes beyond the
/// deadline.
#[tokio::test]
async fn rule_14_a_slow_client_has_its_whole_answer() {
    const DEADLINE: Duration = Duration::from_millis(1_500);
    let shop = Shop::with(Shopware::anonymous().await.client(), |config| {
        config.limits.write_timeout = DEADLINE;
        config.limits.write_rate = 1024;
    })
    .await;
    let head = get(LARGE).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    let began = std::time::Instant::now();
    let mut reader = asks(shop.running.addr, 2, &head).await;
    let mut answer = Vec::new();
    let mut piece = vec![0; 64 * 1024];
    loop {
        let mut filled = 0;
        while filled < piece.len() {
            match reader.read(&mut piece[filled..]).await.expect("not cut off") {
                0 => break,
                count => filled += count,
            }
        }
        answer.extend_from_slice(&piece[..filled]);
        if filled < piece.len() {
            break;
        }
        sleep(DEADLINE / 8).await;
    }
    assert!(began.elapsed() > DEADLINE, "it was slow");
    let answer = parse(&answer);
    assert_eq!((answer.status, answer.body.len()), (200, LARGE_BYTES));
}

/// Rule 14: a client that reads fast enough is not disconnected because its kernel announces window space in large
/// steps: what it has read before allows for pauses of several deadlines.
#[tokio::test]
async fn rule_14_a_client_at_the_rate_in_large_steps_gets_the_whole_answer() {
    const DEADLINE: Duration = Duration::from_millis(400);
    for (step, rate, pause) in [
        (256 * 1024, 1024, DEADLINE * 3 / 2),
        (128 * 1024, 64 * 1024, DEADLINE * 3 / 2),
        (512 * 1024, 1024, DEADLINE * 4),
    ] {
        let shop = Shop::with(Shopware::anonymous().await.client(), |config| {
            config.limits.write_timeout = DEADLINE;
            config.limits.write_rate = rate;
        })
        .await;
        // The connection stays open, so that the server has to handle all of it.
        let mut reader = asks(shop.running.addr, 2, &get(LARGE)).await;
        let mut answer = Vec::new();
        let whole = |answer: &[u8]| {
            let head = answer.windows(4).position(|end| end == b"\r\n\r\n");
            head.is_some_and(|end| answer.len() == end + 4 + LARGE_BYTES)
        };
        while !whole(&answer) {
            let mut part = vec![0; step];
            let mut filled = 0;
            while filled < step && !whole(&[&answer, &part[..filled]].concat()) {
                let count = reader.read(&mut part[filled..]).await.expect("not cut off");
                assert_ne!(count, 0, "closed");
                filled += count;
            }
            answer.extend_from_slice(&part[..filled]);
            sleep(pause).await;
        }
        let answer = parse(&answer);
        assert_eq!(
            (answer.status, answer.body.len()),
            (200, LARGE_BYTES),
            "{step} {pause:?}"
        );
    }
}

/// Rule 13: whatever occupies all connections, silence, partial heads or bodies, pauses between requests or answers
/// that are not read, one is closed for a new visitor, who is answered within a second.
#[tokio::test]
async fn rule_13_a_full_pool_leaves_a_new_visitor_answered_within_a_second() {
    let body = "POST /api/cart/line-items HTTP/1.1\r\nHost: shop.test\r\nOrigin: https://shop.test\r\nX-Vitrine: 1\r\nX-Vitrine-Locale: nl\r\n\
                Content-Type: application/json\r\nContent-Length: 60\r\n\r\n{";
    let many = get("/") + &get(LARGE).repeat(3);
    let cases = [
        ("half-open", ""),
        ("part of a head", "GET / HTTP/1.1\r\nHo"),
        ("part of a body", body),
        ("kept alive", &get("/robots.txt")),
        ("answers that nobody takes", &many),
    ];
    for (what, head) in cases {
        let shop = Shop::with(Shopware::anonymous().await.client(), |config| {
            config.limits.connections = 8
        })
        .await;
        let mut held = Vec::new();
        for last in 2..10 {
            let mut stream = asks(shop.running.addr, last, head).await;
            if head.contains("robots") {
                let mut first = [0; 8];
                stream.read_exact(&mut first).await.expect("an answer");
            }
            held.push(stream);
        }
        let answer = timeout(SECOND, shop.ask("GET", "/").send()).await;
        assert_eq!(answer.map(|a| a.status), Ok(200), "{what}");
    }
}

/// Rule 13: a connection whose request is being answered is not closed for another.
#[tokio::test]
async fn rule_13_an_answer_under_way_is_not_given_up() {
    let shopware = Shopware::anonymous().await;
    let (came, mut arrived) = unbounded_channel();
    let late = ResponseTemplate::new(500).set_delay(Duration::from_millis(700));
    shopware
        .answer("GET", "/checkout/cart", move |_: &wiremock::Request| {
            came.send(()).expect("heard");
            late.clone()
        })
        .await;
    let shop = Shop::with(shopware.client(), |config| config.limits.connections = 2).await;
    let working = tokio::spawn(shop.get("/api/cart").with("Cookie", SESSION).send());
    arrived.recv().await.expect("the backend is asked");
    for last in 2..5 {
        let _half_open = connect(shop.running.addr, last).await;
        let answer = timeout(SECOND, shop.ask("GET", "/").send()).await;
        assert_eq!(answer.map(|a| a.status), Ok(200));
    }
    let answer = working.await.expect("no panic");
    assert_eq!(answer.refused(), (502, "BACKEND_UNAVAILABLE".to_owned()));
}

/// Rule 16: the number of connections per address is limited; its own idle ones make room for its next one, which waits
/// while all are busy, up to a number; a listed proxy has no such limit.
#[tokio::test]
async fn rule_16_an_address_has_its_share_of_the_connections() {
    let few = |config: &mut vitrine_api::ApiConfig| config.limits.connections_per_address = 3;
    let shop = Shop::with(Shopware::anonymous().await.client(), few).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(asks(shop.running.addr, 2, "GET").await);
    }
    // Only the server knows how long they have been idle: the next one retries until one of them is closed.
    let gave_way = timeout(LONG, async {
        loop {
            let _next = asks(shop.running.addr, 2, &get("/robots.txt")).await;
            if timeout(Duration::from_millis(50), held[0].read(&mut [0])).await.is_ok() {
                return;
            }
        }
    });
    assert!(gave_way.await.is_ok(), "the oldest idle one gave way");
    drop(held);

    let (shopware, mut arrived) = hanging().await;
    let proxied = |config: &mut vitrine_api::ApiConfig| {
        few(config);
        config.trusted_proxies = vec!["127.0.0.3/32".parse().expect("an address")];
    };
    let shop = Shop::with(shopware.client(), proxied).await;
    let mut held = Vec::new();
    for last in [2, 2, 2, 3, 3, 3] {
        held.push(asks(shop.running.addr, last, &get("/api/cart")).await);
        arrived.recv().await.expect("the backend is asked");
    }
    let mut waiting = Vec::new();
    for _ in 0..9 {
        waiting.push(asks(shop.running.addr, 2, "").await);
    }
    let mut refused = asks(shop.running.addr, 2, "").await;
    assert!(is_closed(&mut refused).await, "three work already, and nine wait");
    for last in [3, 4] {
        let mut visitor = asks(shop.running.addr, last, &get("/robots.txt")).await;
        let mut status = [0; 12];
        timeout(SECOND, visitor.read_exact(&mut status))
            .await
            .expect("in time")
            .expect("an answer");
        assert_eq!(&status, b"HTTP/1.1 200", "127.0.0.{last}");
    }
}

/// Rule 14: a shutdown ends within the drain time, even if a client does not read its answer.
#[tokio::test]
async fn rule_14_a_stop_with_slow_readers_ends_within_the_drain_time() {
    const DRAIN: Duration = Duration::from_secs(3);
    let shop = Shop::with(Shopware::anonymous().await.client(), |config| {
        config.limits.drain = DRAIN
    })
    .await;
    let mut readers = Vec::new();
    for last in 2..34 {
        let reader = asks(shop.running.addr, last, &get(LARGE).repeat(4)).await;
        reader.readable().await.expect("the answer has begun");
        readers.push(reader);
    }
    timeout(DRAIN, shop.running.stop()).await.expect("it ends");
    for reader in &readers {
        assert!(is_reset(reader).await);
    }
}
