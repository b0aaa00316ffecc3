//! A connection's socket; closes it if the client reads too slowly (rule 14).
//!
//! **Invariant:** no write waits longer than six write deadlines, and reading a few bytes before each deadline does not
//! help: the waiting times of writes are added up, and each byte read reduces the sum according to the minimum rate.
//! Bytes in the kernel's buffers count as read; what was read before a pause pays for up to five deadlines more,
//! because a client's kernel announces free space in steps: at 4 KiB a second half of its usual buffer of 128 KiB takes
//! a client 16 seconds, and a step as large as the buffer 32. The buffer of this side is kept small, and
//! `TCP_USER_TIMEOUT` is set only once the connection is closed here: if the client's buffer is smaller than what the
//! kernel wants to send at once, that timeout counts from the first pause and would end connections whose clients read
//! all the time.

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

/// How long the client may still let writes wait.
#[derive(Debug)]
struct Account {
    left: Duration,
    /// The write deadline.
    deadline: Duration,
    bytes_a_second: u32,
}

impl Account {
    fn new(deadline: Duration, bytes_a_second: u32) -> Self {
        Self {
            left: deadline,
            deadline,
            bytes_a_second,
        }
    }

    fn took(&mut self, bytes: usize, waited: Duration) {
        let paid = bytes as f64 / f64::from(self.bytes_a_second.max(1));
        let paid = Duration::try_from_secs_f64(paid).unwrap_or(Duration::MAX);
        let most = self.left.saturating_add(paid).min(longest(self.deadline));
        self.left = most.saturating_sub(waited);
    }
}

/// How many write deadlines the kernel keeps the last bytes of a closed connection: the lowest rate needs four for them.
const LAST_BYTES: u32 = 6;

/// How many write deadlines one write may wait, however much was read before.
const MOST_DEADLINES: u32 = 6;

const fn longest(deadline: Duration) -> Duration {
    deadline.saturating_mul(MOST_DEADLINES)
}

impl Socket {
    /// Wraps an accepted connection.
    pub(crate) fn new(stream: TcpStream, seat: Arc<Seat>, limits: &ServerLimits) -> Self {
        if let Err(error) = stream.set_nodelay(true).and_then(|()| bound(&stream, limits)) {
            tracing::debug!(%error, "an option of a connection could not be set");
        }
        let account = Account::new(limits.write_timeout, limits.write_rate);
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
        let left = self.account.left;
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
        let socket = SockRef::from(&self.stream);
        // Discards data in the kernel that the client has not read.
        let bounded = match self.waiting {
            Some(_) => socket.set_linger(Some(Duration::ZERO)),
            None => keep_for(&socket, self.account.deadline.saturating_mul(LAST_BYTES)),
        };
        if let Err(error) = bounded {
            tracing::debug!(%error, "what the kernel keeps for a closed connection could not be bounded");
        }
    }
}

/// Limits how much data the kernel keeps for a client.
#[cfg(target_os = "linux")]
fn bound(stream: &TcpStream, limits: &ServerLimits) -> io::Result<()> {
    SockRef::from(stream).set_tcp_notsent_lowat(limits.unsent)
}

/// How long the kernel keeps data that the client of a closed connection has not read.
#[cfg(target_os = "linux")]
fn keep_for(socket: &SockRef<'_>, time: Duration) -> io::Result<()> {
    socket.set_tcp_user_timeout(Some(time))
}

#[cfg(not(target_os = "linux"))]
fn keep_for(_: &SockRef<'_>, _: Duration) -> io::Result<()> {
    Ok(())
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
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        // Checked when everything passed on is written.
        if flushed.is_ready() {
            self.seat.flushed();
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account() -> Account {
        Account::new(Duration::from_secs(10), 1_024)
    }

    #[test]
    fn a_client_at_the_minimum_rate_is_kept_and_a_slower_one_is_not() {
        let mut slow = account();
        for _ in 0..1_000 {
            slow.took(9 * 1_024, Duration::from_secs(9));
        }
        assert_eq!(slow.left, Duration::from_secs(10));
        let mut slower = account();
        let mut pieces = 0;
        while !slower.left.is_zero() {
            slower.took(1, Duration::from_secs(9));
            pieces += 1;
        }
        assert_eq!(pieces, 2, "a byte every nine seconds does not keep a connection");
    }

    #[test]
    fn what_was_taken_quickly_pays_for_pauses_of_six_deadlines_in_all() {
        let mut quick = account();
        quick.took(100 * 1_024 * 1_024, Duration::ZERO);
        assert_eq!(quick.left, Duration::from_secs(60));
        quick.took(1, Duration::from_secs(59));
        assert!(quick.left <= Duration::from_millis(1_001), "{:?}", quick.left);
    }

    #[test]
    fn who_takes_four_kib_a_second_is_borne_in_steps_of_the_kernel() {
        let mut slow = account();
        for step in [64 * 1_024, 48 * 1_024, 128 * 1_024, 128 * 1_024] {
            let waited = Duration::from_secs(step / 4_096);
            slow.took(usize::try_from(step).expect("small"), Duration::ZERO);
            assert!(slow.left > waited, "{:?} of {waited:?}", slow.left);
            slow.took(0, waited);
        }
    }
}
