//! A mail server that keeps what it was told, byte for byte.

use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

/// One mail: the recipients of the envelope, and the message with its head.
#[derive(Clone, Debug, Default)]
pub(super) struct Mail {
    pub(super) to: Vec<String>,
    pub(super) message: String,
}

pub(super) struct MailServer {
    pub(super) port: u16,
    mails: Arc<Mutex<Vec<Mail>>>,
}

impl MailServer {
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let mails = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&mails);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let kept = Arc::clone(&kept);
                thread::spawn(move || talk(stream.unwrap(), &kept));
            }
        });
        Self { port, mails }
    }

    pub(super) fn mails(&self) -> Vec<Mail> {
        self.mails.lock().unwrap().clone()
    }
}

fn talk(stream: TcpStream, mails: &Mutex<Vec<Mail>>) {
    let mut write = stream.try_clone().unwrap();
    let mut lines = BufReader::new(stream);
    let mut say = |text: &str| write.write_all(text.as_bytes()).is_ok();
    let (mut mail, mut is_message) = (Mail::default(), false);
    say("220 mail.test\r\n");
    loop {
        let mut line = Vec::new();
        if lines.read_until(b'\n', &mut line).unwrap_or(0) == 0 {
            return;
        }
        let line = String::from_utf8(line).unwrap();
        if is_message {
            if line == ".\r\n" {
                is_message = false;
                mails.lock().unwrap().push(std::mem::take(&mut mail));
                say("250 kept\r\n");
            } else {
                mail.message.push_str(line.strip_prefix('.').unwrap_or(&line));
            }
            continue;
        }
        match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
            "EHLO" => say("250-mail.test\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n"),
            "DATA" => {
                is_message = true;
                say("354 go on\r\n")
            }
            "RCPT" => {
                mail.to.push(line.trim_end().to_owned());
                say("250 ok\r\n")
            }
            "QUIT" => {
                say("221 bye\r\n");
                return;
            }
            "MAIL" | "RSET" | "NOOP" => say("250 ok\r\n"),
            _ => say("502 not known\r\n"),
        };
    }
}
