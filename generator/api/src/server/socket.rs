//! A connection's socket; closes it if the client reads too slowly (rule 14).
//!
//! **Invariant:** no write waits longer than the write deadline, and reading a few bytes before each deadline does not
//! help: the waiting times of writes are added up, and each byte read reduces the sum according to the minimum rate.
//! Bytes in the kernel's buffer count as read; that buffer is kept small, and the kernel closes connections whose data
//! stays unacknowledged.

use std::{
    future::Future,
    io::{self, IoSlice},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use socket2::SockRef;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Sleep, sleep},
};

use super::pool::Seat;
use crate::limits::ServerLimits;

/// The socket of one connection.
pub(crate) struct Socket {
    stream: TcpStream,
    seat: Arc<Seat>,
    account: Account,
    waiting: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

/// The waiting time of writes that the bytes read so far do not compensate.
#[derive(Debug)]
struct Account {
    debt: Duration,
    most: Duration,
    bytes_a_second: u32,
}

impl Account {
    fn left(&self) -> Duration {
        self.most.saturating_sub(self.debt)
    }

    fn took(&mut self, bytes: usize, waited: Duration) {
        let paid = bytes as f64 / f64::from(self.bytes_a_second.max(1));
        self.debt = (self.debt + waited).saturating_sub(Duration::try_from_secs_f64(paid).unwrap_or(Duration::MAX));
    }
}

impl Socket {
    /// Wraps an accepted connection.
    pub(crate) fn new(stream: TcpStream, seat: Arc<Seat>, limits: &ServerLimits) -> Self {
        if let Err(error) = stream.set_nodelay(true).and_then(|()| bound(&stream, limits)) {
            tracing::debug!(%error, "an option of a connection could not be set");
        }
        let account = Account {
            debt: Duration::ZERO,
            most: limits.write_timeout,
            bytes_a_second: limits.write_rate,
        };
        Self {
            stream,
            seat,
            account,
            waiting: None,
            timer: None,
        }
    }

    fn after_write(&mut self, cx: &mut Context<'_>, wrote: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        let Poll::Ready(wrote) = wrote else {
            return self.overdue(cx).map(Err);
        };
        let waited = self.waiting.take().map(|since| since.elapsed());
        if waited.is_some() {
            self.seat.stalled(None);
        }
        if let Ok(bytes) = wrote {
            self.account.took(bytes, waited.unwrap_or_default());
        }
        Poll::Ready(wrote)
    }

    /// Ready with an error when a write has waited too long for the client.
    fn overdue(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        let left = self.account.left();
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(left)));
        if self.waiting.is_none() {
            let now = Instant::now();
            self.waiting = Some(now);
            self.seat.stalled(Some(now));
            timer.as_mut().reset(tokio::time::Instant::now() + left);
        }
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(io::Error::new(
            io::ErrorKind::TimedOut,
            "the client takes the answer too slowly",
        ))
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        // Discards data in the kernel that the client has not read.
        if self.waiting.is_some()
            && let Err(error) = SockRef::from(&self.stream).set_linger(Some(Duration::ZERO))
        {
            tracing::debug!(%error, "a slow connection could not be reset");
        }
    }
}

/// Limits how much data the kernel keeps for a client, and for how long.
#[cfg(target_os = "linux")]
fn bound(stream: &TcpStream, limits: &ServerLimits) -> io::Result<()> {
    let socket = SockRef::from(stream);
    socket.set_tcp_notsent_lowat(limits.unsent)?;
    socket.set_tcp_user_timeout(Some(limits.write_timeout))
}

#[cfg(not(target_os = "linux"))]
fn bound(stream: &TcpStream, limits: &ServerLimits) -> io::Result<()> {
    SockRef::from(stream).set_send_buffer_size(usize::try_from(limits.unsent).unwrap_or(usize::MAX))
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.after_write(cx, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.after_write(cx, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account() -> Account {
        Account {
            debt: Duration::ZERO,
            most: Duration::from_secs(10),
            bytes_a_second: 1_024,
        }
    }

    #[test]
    fn who_takes_the_lowest_rate_in_pieces_is_borne_and_who_takes_less_is_not() {
        let mut slow = account();
        for _ in 0..1_000 {
            slow.took(9 * 1_024, Duration::from_secs(9));
        }
        assert_eq!(slow.left(), Duration::from_secs(10));
        let mut slower = account();
        let mut pieces = 0;
        while !slower.left().is_zero() {
            slower.took(1, Duration::from_secs(9));
            pieces += 1;
        }
        assert_eq!(pieces, 2, "a byte every nine seconds does not keep a connection");
    }

    #[test]
    fn what_was_taken_quickly_pays_for_no_later_pause() {
        let mut quick = account();
        quick.took(100 * 1_024 * 1_024, Duration::ZERO);
        quick.took(1, Duration::from_secs(9));
        assert!(quick.left() <= Duration::from_millis(1_001), "{:?}", quick.left());
    }
}
