//! The page that ends a subscription to the newsletter, without JavaScript.
//!
//! **Invariant:** the page is the same for every address (R-ROUTE-14); what was typed is repeated only after an error.

use http::StatusCode;

use super::{
    newsletter,
    types::{FormState, UnsubscribeRequest},
};
use crate::{
    request::{
        RequestContext,
        row::{HtmlPage, Reply, page},
    },
    static_files::answer_page::{filled, problem_as_text},
    web::{fields::key_of_missing, filling::Filling, problem::Problem},
};

/// Name of the page in the release.
const PAGE: &str = "bor.newsletter.unsubscribe";

/// The handler of the form.
pub(super) async fn unsubscribe(context: &mut RequestContext, wanted: UnsubscribeRequest) -> Result<HtmlPage, Problem> {
    let sent = newsletter::unsubscribe(context, wanted).await?;
    let mut filling = Filling::default();
    filling.show("done");
    filling.show(match sent.outcome {
        FormState::Sent => "sent",
        FormState::Kept => "kept",
    });
    filled(context, PAGE, StatusCode::OK, &filling).await
}

/// The form again, with the address and the errors; a text if the release has no such page.
pub(super) async fn page_of_problem(context: &RequestContext, problem: &Problem) -> Reply {
    let told = context.page();
    let mut filling = Filling::default();
    if let Ok(wanted) = context.urlencoded::<UnsubscribeRequest>() {
        filling.text("email", wanted.email);
    }
    filling.show("faults");
    let missing = told.messages.text(told.code, key_of_missing("email"), &[]);
    for error in problem.errors(told.messages, told.code) {
        match &error.source {
            // The page has its own text for a missing address.
            Some(_) if error.detail == missing => filling.show("fault.email"),
            Some(_) => filling.shown_text("fault.email", &error.detail),
            None => filling.shown_text("problem", &error.detail),
        }
    }
    match filled(context, PAGE, problem.code.status(), &filling).await {
        Ok(form) => page(form),
        Err(_) => problem_as_text(context, problem),
    }
}
