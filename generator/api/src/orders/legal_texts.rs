//! The terms and the information on withdrawal that were in force when an order was placed (law §1).
//!
//! **Invariant:** an order has the texts of its own moment and language, never those of today.

use std::io;

use tokio::task::spawn_blocking;
use vitrine_backends::shopware::session as shopware;

use super::types::OrderText;
use crate::{
    release::legal_texts::{LegalText, is_id},
    request::{RequestContext, row::FileAnswer},
    web::{code::Code, file_name::FileName, problem::Problem},
};

/// The texts of an order, in its language; empty if none were kept when it was placed.
pub(super) async fn of_order(context: &RequestContext, order: &shopware::Order) -> Vec<OrderText> {
    let Some(placed) = order.placed_at else {
        return Vec::new();
    };
    let kept = context.state.releases.legal_texts().clone();
    let found = spawn_blocking(move || kept.at(placed)).await;
    let mut in_force = match found.map_err(io::Error::other).flatten() {
        Ok(found) => found.unwrap_or_default(),
        Err(error) => {
            tracing::error!(%error, "the terms of an order cannot be read from state.dir");
            return Vec::new();
        }
    };
    let page = context.page();
    let own = page.release.zip(order.language.as_ref());
    let own = own.and_then(|(release, language)| release.locale_of(language));
    let texts = in_force.remove(own.unwrap_or(page.code)).unwrap_or_default();
    texts.terms.into_iter().chain(texts.withdrawal).map(shown).collect()
}

fn shown(LegalText { title, id }: LegalText) -> OrderText {
    OrderText {
        title,
        path: format!("/api/legal-texts/{id}"),
    }
}

/// A kept text, as a file that is readable without this shop.
pub(super) async fn file(context: &mut RequestContext) -> Result<FileAnswer, Problem> {
    let id = context.parameter("id").filter(|id| is_id(id)).map(str::to_owned);
    let id = id.ok_or_else(|| Problem::invalid("the id of the text is not 32 hex digits"))?;
    let name = FileName::of(&format!("{id}.html"), "text.html");
    let kept = context.state.releases.legal_texts().clone();
    let read = spawn_blocking(move || kept.read(&id)).await;
    let content = read
        .map_err(io::Error::other)
        .flatten()
        .map_err(|error| Problem::from(Code::MaintenanceMode).because(&error.to_string()))?;
    Ok(FileAnswer {
        content: content.ok_or(Code::DocumentNotFound)?.into(),
        name,
    })
}
