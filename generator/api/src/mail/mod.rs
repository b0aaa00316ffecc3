//! Mail by SMTP.
//!
//! **Invariant:** a header never contains a visitor's line break, nor an encoded word of theirs (RFC 2047); errors contain no address and no text of the server,
//! which may repeat one (rule 5).

mod conversation;

use std::{fmt, time::Duration};

use lettre::{
    Address, Message,
    message::{Mailbox, header::ContentType},
    transport::smtp::{authentication::Credentials, client::TlsParameters, extension::ClientId},
};
use secrecy::{ExposeSecret, SecretString};

use self::conversation::Server;
pub(crate) use self::conversation::Unsent;

/// Whether the connection to the mail server is encrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailTls {
    /// Not at all, for a server on the same machine.
    None,
    /// After `STARTTLS`; a server without it is not used.
    StartTls,
    /// From the first byte.
    Tls,
}

/// How mail is sent.
#[derive(Clone, Debug)]
pub struct MailConfig {
    /// Host of the mail server.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Whether the connection is encrypted.
    pub tls: MailTls,
    /// The sender: `Lindhoven <shop@lindhoven.example>`.
    pub from: String,
    /// The shop's own address, which gets the mails for the shop.
    pub shop: String,
    /// User and password.
    pub credentials: Option<(String, SecretString)>,
    /// Deadline of each step of a delivery.
    pub timeout: Duration,
}

/// A mail.
pub(crate) struct Letter<'a> {
    /// Unique for each mail; the same if it is sent again.
    pub(crate) id: &'a str,
    pub(crate) to: Recipient<'a>,
    pub(crate) subject: &'a str,
    pub(crate) text: &'a str,
}

/// The recipient of a mail.
#[derive(Clone, Copy)]
pub(crate) enum Recipient<'a> {
    /// A person.
    Person { name: &'a str, email: &'a str },
    /// The shop; replies are sent to this person.
    Shop { reply_to: &'a str },
    /// Who runs the shop.
    Operator { email: &'a str },
}

/// Sends a mail to whoever runs the shop. `id` is unique for each mail, and the same if it is sent again. An error contains
/// no address.
pub async fn send_notice(config: &MailConfig, id: &str, to: &str, subject: &str, text: &str) -> Result<(), String> {
    let mailer = Mailer::new(config).map_err(|(key, error)| format!("{key}: {error}"))?;
    let to = Recipient::Operator { email: to };
    let letter = Letter { id, to, subject, text };
    mailer.send(&letter).await.map_err(|unsent| unsent.cause)
}

/// Connects to the mail server and logs in, without sending a mail. An error contains no address.
pub async fn try_mail_server(config: &MailConfig) -> Result<(), String> {
    let mailer = Mailer::new(config).map_err(|(key, error)| format!("{key}: {error}"))?;
    mailer.server.greet().await.map_err(|unsent| unsent.cause)
}

/// A connection to the mail server, opened for each mail.
pub(crate) struct Mailer {
    server: Server,
    from: Mailbox,
    shop: Mailbox,
}

impl fmt::Debug for Mailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mailer").finish_non_exhaustive()
    }
}

impl Mailer {
    /// The error is the key of the setting that cannot be used, and why.
    pub(crate) fn new(config: &MailConfig) -> Result<Self, (&'static str, String)> {
        let mailbox = |key, text: &str| {
            text.parse::<Mailbox>()
                .map_err(|error| (key, format!("{text:?} is no address: {error}")))
        };
        let from = mailbox("mail.from", &config.from)?;
        let tls = || TlsParameters::new(config.host.clone()).map_err(|error| ("mail.tls", error.to_string()));
        let credentials = config.credentials.as_ref();
        Ok(Self {
            server: Server {
                host: config.host.clone(),
                port: config.port,
                tls: match config.tls {
                    MailTls::None => None,
                    MailTls::StartTls | MailTls::Tls => Some(tls()?),
                },
                starts_encrypted: config.tls == MailTls::Tls,
                hello: ClientId::Domain(from.email.domain().to_owned()),
                credentials: credentials
                    .map(|(user, password)| Credentials::new(user.clone(), password.expose_secret().to_owned())),
                step: config.timeout,
            },
            shop: mailbox("mail.shop", &config.shop)?,
            from,
        })
    }

    /// The name under which the shop writes.
    pub(crate) fn sender(&self) -> &str {
        self.from.name.as_deref().unwrap_or_else(|| self.from.email.domain())
    }

    /// Sends a mail.
    pub(crate) async fn send(&self, letter: &Letter<'_>) -> Result<(), Unsent> {
        let message = self.message(letter).map_err(|cause| Unsent { for_good: true, cause })?;
        self.server.take(&message).await
    }

    fn message(&self, letter: &Letter<'_>) -> Result<Message, String> {
        let address = |email: &str| {
            let address = email.parse::<Address>();
            address.map_err(|_| "the address cannot be written to".to_owned())
        };
        let builder = Message::builder()
            .from(self.from.clone())
            .message_id(Some(format!("<{}@{}>", letter.id, self.from.email.domain())))
            .subject(as_text(letter.subject))
            .header(ContentType::TEXT_PLAIN);
        let builder = match letter.to {
            Recipient::Person { name, email } => builder.to(Mailbox::new(Some(as_text(name)), address(email)?)),
            Recipient::Operator { email } => {
                let mailbox = email.parse::<Mailbox>();
                builder.to(mailbox.map_err(|_| "the address cannot be written to".to_owned())?)
            }
            Recipient::Shop { reply_to } => match address(reply_to) {
                Ok(reply_to) => builder.to(self.shop.clone()).reply_to(Mailbox::new(None, reply_to)),
                Err(_) => builder.to(self.shop.clone()),
            },
        };
        builder
            .body(letter.text.to_owned())
            .map_err(|_| "the mail could not be written".to_owned())
    }
}

/// A visitor's text, protected from being decoded: mail programs would decode `=?utf-8?b?…?=`. The inserted character
/// has no width, and the word that contains it is encoded itself.
fn as_text(typed: &str) -> String {
    typed.replace("=?", "=\u{200b}?")
}
