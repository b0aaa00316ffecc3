//! A mail server for the demo: received mails are put into the mailbox of the control API and not forwarded. It
//! supports only the SMTP commands needed to submit a text: no TLS, no authentication.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use vitrine_demo_shopware::ShopwareState;

/// Maximum size of a mail.
const MOST: u64 = 256 * 1024;
/// Timeout when waiting for a client.
const PATIENCE: Duration = Duration::from_secs(30);

/// Serves until the demo stops.
pub(crate) fn serve(
    listener: TcpListener,
    shop: Arc<ShopwareState>,
    mut stopping: watch::Receiver<bool>,
) -> JoinHandle<std::io::Result<()>> {
    tokio::spawn(async move {
        loop {
            let accepted = tokio::select! {
                _ = stopping.wait_for(|stopping| *stopping) => return Ok(()),
                accepted = listener.accept() => accepted,
            };
            let (stream, _) = accepted?;
            let shop = Arc::clone(&shop);
            tokio::spawn(async move {
                if let Ok(Err(error)) = timeout(PATIENCE, talk(stream, &shop)).await {
                    tracing::debug!(%error, "a mail was not handed over");
                }
            });
        }
    })
}

async fn talk(mut stream: TcpStream, shop: &ShopwareState) -> std::io::Result<()> {
    let (read, mut write) = stream.split();
    let mut lines = BufReader::new(read.take(MOST));
    let mut to = String::new();
    write.write_all(b"220 demo.invalid ESMTP\r\n").await?;
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let command = line.trim_end().to_ascii_uppercase();
        let answer = match command.split(' ').next().unwrap_or_default() {
            "EHLO" | "HELO" => "250-demo.invalid\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n",
            "RCPT" => {
                to = between(&line, '<', '>').to_owned();
                // Gives tests an address that the mail server refuses permanently.
                if to.starts_with("refused@") {
                    "550 no such mailbox\r\n"
                } else {
                    "250 ok\r\n"
                }
            }
            "MAIL" | "RSET" | "NOOP" => "250 ok\r\n",
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                let message = message(&mut lines).await?;
                let (subject, text) = read_message(&message);
                shop.receive_mail(&to, subject, text);
                "250 received\r\n"
            }
            "QUIT" => {
                write.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => "502 not known here\r\n",
        };
        write.write_all(answer.as_bytes()).await?;
    }
}

async fn message(lines: &mut (impl AsyncBufRead + Unpin)) -> std::io::Result<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let mut line = Vec::new();
        if lines.read_until(b'\n', &mut line).await? == 0 || line == b".\r\n" {
            return Ok(whole);
        }
        whole.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
    }
}

fn between(text: &str, open: char, close: char) -> &str {
    let inside = text.split_once(open).map_or("", |(_, rest)| rest);
    inside.split_once(close).map_or("", |(inside, _)| inside)
}

/// Subject and text of a message with one part.
fn read_message(message: &[u8]) -> (String, String) {
    let whole = String::from_utf8_lossy(message).replace("\r\n", "\n");
    let (head, body) = whole.split_once("\n\n").unwrap_or((&whole, ""));
    let head = head.replace("\n ", " ").replace("\n\t", " ");
    let header = |name: &str| {
        let found = head.lines().find_map(|line| {
            let (known, value) = line.split_once(':')?;
            known.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        });
        found.unwrap_or_default()
    };
    let text = match header("Content-Transfer-Encoding").to_ascii_lowercase().as_str() {
        "quoted-printable" => quoted_printable(&body.replace("=\n", "")),
        "base64" => String::from_utf8_lossy(&base64(body)).into_owned(),
        _ => body.to_owned(),
    };
    (encoded_words(&header("Subject")), text.replace("\r\n", "\n"))
}

/// Decodes RFC 2047 encoded words, only UTF-8; white space between two encoded words is dropped.
fn encoded_words(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.replace("?= =?", "?==?");
    while let Some((before, behind)) = rest.split_once("=?").map(|(a, b)| (a.to_owned(), b.to_owned())) {
        out.push_str(&before);
        let mut parts = behind.splitn(4, '?');
        let (_, kind, word) = (
            parts.next(),
            parts.next().unwrap_or_default(),
            parts.next().unwrap_or_default(),
        );
        out.push_str(&match kind {
            "b" | "B" => String::from_utf8_lossy(&base64(word)).into_owned(),
            _ => quoted_printable(&word.replace('_', " ")),
        });
        let after = parts.next().unwrap_or_default();
        rest = after.strip_prefix('=').unwrap_or(after).to_owned();
    }
    out.push_str(&rest);
    out
}

fn quoted_printable(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let code = (*first == b'=')
            .then(|| behind.get(..2).and_then(|hex| std::str::from_utf8(hex).ok()))
            .flatten()
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn base64(text: &str) -> Vec<u8> {
    let value = |b: u8| match b {
        b'A'..=b'Z' => Some(u32::from(b - b'A')),
        b'a'..=b'z' => Some(u32::from(b - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(b - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut out = Vec::new();
    let (mut held, mut bits) = (0_u32, 0_u32);
    for six in text.bytes().filter_map(value) {
        held = (held << 6) | six;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push(u8::try_from((held >> bits) & 0xff).unwrap_or_default());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_and_texts_are_read_as_clients_write_them() {
        let message = b"Subject: Wir haben =?utf-8?b?w5xiZXI=?=\r\n =?utf-8?q?=C3=BC_1?=\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=\r\n=C3=9Fe\r\n=3D\r\n";
        assert_eq!(
            read_message(message),
            ("Wir haben Überü 1".to_owned(), "Grüße\n=\n".to_owned())
        );
        let plain = b"subject: Plain\r\n\r\nText\r\n";
        assert_eq!(read_message(plain), ("Plain".to_owned(), "Text\n".to_owned()));
    }
}
