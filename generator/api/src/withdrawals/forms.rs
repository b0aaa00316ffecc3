//! The steps of a withdrawal without JavaScript: each answer is a filled page of the release.
//!
//! **Invariant:** the visitor's input is kept on every page, errors included, and only in the page: the server keeps
//! nothing between the steps.

use std::hash::{BuildHasher, Hasher, RandomState};

use http::StatusCode;

use super::{content, handlers, types::WithdrawalForm};
use crate::{
    outbox::withdrawals::statement::Statement,
    request::{
        RequestContext,
        row::{HtmlPage, Reply, page},
    },
    static_files::answer_page::{filled, problem_as_text},
    web::{fields::key_of_missing, filling::Filling, problem::Problem},
};

/// The pages, by their names in the release.
const FORM: &str = "bor.withdrawal";
const REVIEW: &str = "bor.withdrawal.review";
const RECEIPT: &str = "bor.withdrawal.receipt";

/// The fields that are shown again.
const FIELDS: [&str; 5] = ["name", "email", "order_number", "items", "comment"];

pub(super) async fn review(context: &mut RequestContext, sent: WithdrawalForm) -> Result<HtmlPage, Problem> {
    let statement = Statement::of_form(&sent)?;
    let mut filling = stated(&statement);
    filling.text("key", new_key());
    filled(context, REVIEW, StatusCode::OK, &filling).await
}

pub(super) async fn change(context: &mut RequestContext, sent: WithdrawalForm) -> Result<HtmlPage, Problem> {
    filled(context, FORM, StatusCode::OK, &typed(&sent)).await
}

pub(super) async fn confirm(context: &mut RequestContext, sent: WithdrawalForm) -> Result<HtmlPage, Problem> {
    let key = content::key(&sent.key)?;
    let statement = Statement::of_form(&sent)?;
    let received = handlers::receive(context, key, statement).await?;
    let told = handlers::acknowledgement(context, &received);
    let mut filling = stated(&received.recorded.statement);
    filling.text("received_at", told.received_on);
    filling.text("reference", told.reference);
    filling.show(if told.mailed { "mailed" } else { "not_mailed" });
    filled(context, RECEIPT, StatusCode::OK, &filling).await
}

/// The form again, with the input and the errors; a text if the release has no such page.
pub(super) async fn page_of_problem(context: &RequestContext, problem: &Problem) -> Reply {
    let told = context.page();
    let mut filling = context
        .urlencoded::<WithdrawalForm>()
        .map_or_else(|_| Filling::default(), |sent| typed(&sent));
    filling.show("faults");
    let missing = |name: &str| told.messages.text(told.code, key_of_missing(name), &[]);
    for error in problem.errors(told.messages, told.code) {
        let pointer = error
            .source
            .as_ref()
            .map(|source| source.pointer.trim_start_matches('/'));
        match pointer.filter(|name| FIELDS.contains(name)) {
            // The page has its own text for a missing field, which states what to enter.
            Some(name) if error.detail == missing(name) => filling.show(&format!("fault.{name}")),
            Some(name) => filling.shown_text(&format!("fault.{name}"), &error.detail),
            None => filling.shown_text("problem", &error.detail),
        }
    }
    match filled(context, FORM, problem.code.status(), &filling).await {
        Ok(form) => page(form),
        Err(_) => problem_as_text(context, problem),
    }
}

fn typed(sent: &WithdrawalForm) -> Filling {
    let mut filling = Filling::default();
    for (name, text) in [
        ("name", &sent.name),
        ("email", &sent.email),
        ("order_number", &sent.order_number),
        ("items", &sent.items),
        ("comment", &sent.comment),
    ] {
        filling.text(name, text.as_str());
    }
    filling
}

fn stated(statement: &Statement) -> Filling {
    let mut filling = Filling::default();
    filling.text("name", statement.name.as_str());
    filling.text("email", statement.email.as_str());
    filling.text("order_number", statement.order_number.as_str());
    filling.shown_text("items", statement.items.as_deref().unwrap_or_default());
    filling.shown_text("comment", statement.comment.as_deref().unwrap_or_default());
    if statement.items.is_none() {
        filling.show("whole_order");
    }
    filling
}

/// Distinguishes two statements with the same words, and keeps a reload from being a second one; it is no secret.
fn new_key() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}
