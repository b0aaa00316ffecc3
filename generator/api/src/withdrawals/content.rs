//! Parses statements of withdrawal from islands and forms.
//!
//! **Invariant:** lengths and characters are limited as by Shopware's route, so that recorded statements can be
//! delivered.

use super::types::{WithdrawRequest, WithdrawalForm};
use crate::{
    outbox::withdrawals::statement::Statement,
    web::{fields::Form, problem::Problem},
};

impl Statement {
    /// Parses the request of an island.
    pub(super) fn read(sent: &WithdrawRequest) -> Result<Self, Problem> {
        let mut form = Form::default();
        let statement = Self {
            name: form.text("/name".to_owned(), &sent.name, 200),
            email: form.email("/email", &sent.email),
            order_number: form.text("/order_number".to_owned(), &sent.order_number, 64),
            items: form
                .lines("/items".to_owned(), sent.items.as_deref(), 2_000)
                .as_deref()
                .map(plain),
            comment: form
                .lines("/comment".to_owned(), sent.comment.as_deref(), 1_000)
                .as_deref()
                .map(plain),
        };
        form.done().map_err(Problem::fields)?;
        Ok(statement)
    }

    /// Parses the request of a form.
    pub(super) fn of_form(sent: &WithdrawalForm) -> Result<Self, Problem> {
        let WithdrawalForm {
            key,
            name,
            email,
            order_number,
            items,
            comment,
        } = sent.clone();
        Self::read(&WithdrawRequest {
            key,
            name,
            email,
            order_number,
            items: Some(items),
            comment: Some(comment),
        })
    }
}

/// Forms send line breaks as CR LF.
fn plain(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// The key of a request: 32 hex digits.
pub(super) fn key(text: &str) -> Result<&str, Problem> {
    let is_hex = |b: u8| b.is_ascii_digit() || matches!(b, b'a'..=b'f');
    if text.len() == 32 && text.bytes().all(is_hex) {
        return Ok(text);
    }
    Err(Problem::field("/key", "the key is not 32 hex digits"))
}
