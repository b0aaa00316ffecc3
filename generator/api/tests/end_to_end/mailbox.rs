//! A mail server that stores received mails; a recipient `refused@…` is refused permanently.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::Notify,
    time::timeout,
};
use vitrine_api::{MailConfig, MailTls};

/// A received mail: its recipient and its bytes.
pub type Mail = (String, String);

pub struct Mailbox {
    pub address: SocketAddr,
    mails: Arc<Mutex<Vec<Mail>>>,
    arrived: Arc<Notify>,
}

impl Mailbox {
    pub async fn start() -> Self {
        Self::at("127.0.0.1:0").await
    }

    /// A server at a given address.
    pub async fn at(address: &str) -> Self {
        let listener = TcpListener::bind(address).await.expect("a port");
        let mailbox = Self {
            address: listener.local_addr().expect("an address"),
            mails: Arc::default(),
            arrived: Arc::default(),
        };
        let (mails, arrived) = (Arc::clone(&mailbox.mails), Arc::clone(&mailbox.arrived));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (mails, arrived) = (Arc::clone(&mails), Arc::clone(&arrived));
                tokio::spawn(async move {
                    let _ = talk(stream, &mails, &arrived).await;
                });
            }
        });
        mailbox
    }

    pub fn config(&self) -> MailConfig {
        MailConfig {
            host: "127.0.0.1".to_owned(),
            port: self.address.port(),
            tls: MailTls::None,
            from: "Winkel <shop@shop.test>".to_owned(),
            shop: "desk@shop.test".to_owned(),
            credentials: None,
            timeout: Duration::from_secs(2),
        }
    }

    pub fn mails(&self) -> Vec<Mail> {
        self.mails.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the mails once this many have arrived.
    pub async fn wait_for(&self, count: usize) -> Vec<Mail> {
        let waiting = async {
            loop {
                let arrived = self.arrived.notified();
                let mails = self.mails();
                if mails.len() >= count {
                    return mails;
                }
                arrived.await;
            }
        };
        timeout(Duration::from_secs(10), waiting)
            .await
            .expect("the mails arrive")
    }
}

async fn talk(mut stream: TcpStream, mails: &Mutex<Vec<Mail>>, arrived: &Notify) -> std::io::Result<()> {
    let (read, mut write) = stream.split();
    let mut lines = BufReader::new(read).lines();
    let mut to = String::new();
    write.write_all(b"220 mail.test\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let answer = match line.get(..4).unwrap_or_default() {
            "EHLO" => "250-mail.test\r\n250 8BITMIME\r\n",
            "RCPT" => {
                to = line.trim_start_matches("RCPT TO:<").trim_end_matches('>').to_owned();
                if to.starts_with("refused@") {
                    "550 no\r\n"
                } else {
                    "250 ok\r\n"
                }
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                let mut text = String::new();
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    text.push_str(&line);
                    text.push('\n');
                }
                let mail = (to.clone(), text.replace("=\n", ""));
                mails.lock().unwrap_or_else(PoisonError::into_inner).push(mail);
                arrived.notify_waiters();
                "250 received\r\n"
            }
            "QUIT" => return write.write_all(b"221 bye\r\n").await,
            _ => "250 ok\r\n",
        };
        write.write_all(answer.as_bytes()).await?;
    }
    Ok(())
}
