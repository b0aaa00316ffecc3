//! The exchange with the mail server, for one mail.
//!
//! **Invariant:** the connection is closed if the mail server sends more than [`MOST_SAID`], however long its lines, or
//! takes longer than a step may; its texts are never kept (rules 5 and 13).

use std::{
    fmt,
    future::Future,
    io,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

#[expect(
    deprecated,
    reason = "the only way to encryption from the first byte over a stream of one's own"
)]
use lettre::transport::smtp::client::AsyncNetworkStream;
use lettre::{
    Message,
    transport::smtp::{
        Error,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, AsyncTokioStream, TlsParameters},
        extension::ClientId,
    },
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::timeout,
};

/// Maximum number of bytes that a mail server may send for one mail, encryption included: its answers are lines, its
/// certificates a few KiB.
const MOST_SAID: usize = 128 * 1024;

/// Why a mail was not sent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unsent {
    /// Whether sending it again is pointless.
    pub(crate) for_good: bool,
    pub(crate) cause: String,
}

/// The mail server and how to connect to it.
pub(super) struct Server {
    pub(super) host: String,
    pub(super) port: u16,
    /// `None` for a server that is used without encryption.
    pub(super) tls: Option<TlsParameters>,
    /// Whether the connection is encrypted from the first byte, and not after `STARTTLS`.
    pub(super) starts_encrypted: bool,
    pub(super) hello: ClientId,
    pub(super) credentials: Option<Credentials>,
    /// Deadline of each step: connecting, and sending the mail.
    pub(super) step: Duration,
}

impl Server {
    /// Sends a mail.
    pub(super) async fn take(&self, message: &Message) -> Result<(), Unsent> {
        let mut connection = self.in_time(self.connect()).await?;
        let (envelope, bytes) = (message.envelope(), message.formatted());
        let sent = self
            .in_time(async { connection.send(envelope, &bytes).await.map_err(|error| unsent(&error)) })
            .await;
        if sent.is_ok() {
            // The mail is accepted at this point, whether or not the server answers `QUIT`.
            let _farewell = timeout(self.step, connection.quit()).await.is_ok();
        }
        sent.map(|_| ())
    }

    /// Connects, logs in and leaves.
    pub(super) async fn greet(&self) -> Result<(), Unsent> {
        let mut connection = self.in_time(self.connect()).await?;
        let _farewell = timeout(self.step, connection.quit()).await.is_ok();
        Ok(())
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Unsent> {
        let unreached = |_: io::Error| not_now("the mail server could not be reached");
        let stream = TcpStream::connect((self.host.as_str(), self.port))
            .await
            .map_err(unreached)?;
        let stream = Bounded {
            stream,
            left: MOST_SAID,
        };
        let refused = |error: Error| unsent(&error);
        let (now, later) = match &self.tls {
            Some(tls) if self.starts_encrypted => (Some(tls), None),
            tls => (None, tls.as_ref()),
        };
        let stream: Box<dyn AsyncTokioStream> = match now {
            Some(tls) => Box::new(Encrypted::over(stream, tls).await.map_err(refused)?),
            None => Box::new(stream),
        };
        let connection = AsyncSmtpConnection::connect_with_transport(stream, &self.hello).await;
        let mut connection = connection.map_err(refused)?;
        if let Some(tls) = later {
            connection.starttls(tls.clone(), &self.hello).await.map_err(refused)?;
        }
        if let Some(credentials) = &self.credentials {
            connection
                .auth(DEFAULT_MECHANISMS, credentials)
                .await
                .map_err(refused)?;
        }
        Ok(connection)
    }

    async fn in_time<T>(&self, step: impl Future<Output = Result<T, Unsent>>) -> Result<T, Unsent> {
        timeout(self.step, step)
            .await
            .unwrap_or_else(|_| Err(not_now("the mail server did not answer in time")))
    }
}

fn not_now(cause: &str) -> Unsent {
    Unsent {
        for_good: false,
        cause: cause.to_owned(),
    }
}

/// The reason, without any text of the server, which may repeat an address.
fn unsent(error: &Error) -> Unsent {
    let cause = match error.status() {
        Some(status) => format!("the mail server answered {status}"),
        None if error.is_timeout() => "the mail server did not answer in time".to_owned(),
        None if error.is_response() => "the mail server answered what is no answer".to_owned(),
        None => "the mail server could not be reached, or ended the conversation".to_owned(),
    };
    Unsent {
        for_good: error.is_permanent(),
        cause,
    }
}

/// A connection that reads a limited number of bytes: a line is kept in memory until it ends.
#[derive(Debug)]
struct Bounded {
    stream: TcpStream,
    left: usize,
}

impl AsyncTokioStream for Bounded {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.stream.peer_addr()
    }
}

impl AsyncRead for Bounded {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.left == 0 {
            return Poll::Ready(Err(io::Error::other("the mail server says too much")));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.left = self.left.saturating_sub(buffer.filled().len() - before);
        read
    }
}

impl AsyncWrite for Bounded {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// An encrypted connection over a bounded one.
#[expect(
    deprecated,
    reason = "the only way to encryption from the first byte over a stream of one's own"
)]
struct Encrypted(AsyncNetworkStream);

#[expect(
    deprecated,
    reason = "the only way to encryption from the first byte over a stream of one's own"
)]
impl Encrypted {
    async fn over(stream: Bounded, tls: &TlsParameters) -> Result<Self, Error> {
        let mut stream = AsyncNetworkStream::use_existing_tokio1(Box::new(stream));
        stream.upgrade_tls(tls.clone()).await?;
        Ok(Self(stream))
    }
}

impl fmt::Debug for Encrypted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encrypted").finish_non_exhaustive()
    }
}

impl AsyncTokioStream for Encrypted {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        self.0.peer_addr()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let read = futures::AsyncRead::poll_read(Pin::new(&mut self.0), cx, buffer.initialize_unfilled());
        read.map_ok(|count| buffer.advance(count))
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        futures::AsyncWrite::poll_write(Pin::new(&mut self.0), cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        futures::AsyncWrite::poll_flush(Pin::new(&mut self.0), cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        futures::AsyncWrite::poll_close(Pin::new(&mut self.0), cx)
    }
}
