//! `/api/forms`: the forms of the CMS, sent by the island or by a browser without JavaScript; and the newsletter, whose
//! form goes to Shopware (contract "Forms: the page, the API and the CMS").
//!
//! A submission is judged by the definition of the live release ([`judge`]), recorded in the outbox before anything else is
//! done with it, then delivered ([`delivery`], [`newsletter`]). Statamic itself checks neither options nor types nor
//! conditions, and echoes any `_redirect`: nothing but the definition's fields is passed on.

mod body;
mod content;
mod copy;
mod delivery;
mod handlers;
mod hourly;
mod judge;
mod newsletter;
mod page;
mod recorded;
mod types;
mod unsubscribe_page;

use self::types::{FormBody, FormSent, UnsubscribeRequest};
pub(crate) use self::{delivery::deliver_in_background, newsletter::subscribe_in_background};
use crate::{
    request::row::Row,
    web::policy::{Action, Policy},
};

pub(crate) fn rows() -> Vec<Row> {
    vec![
        Row::page_or_form::<FormBody, FormSent>(
            "sendForm",
            "/api/forms/{form}",
            Policy::page_or_form(Action::Form),
            |context| Box::pin(handlers::send(context)),
            |context, problem| Box::pin(page::page_of_problem(context, problem)),
        )
        .summary("Records a form of the CMS, once for each key, and hands it over. A browser without JavaScript gets a page."),
        Row::post::<UnsubscribeRequest, FormSent>(
            "unsubscribeNewsletter",
            "/api/newsletter/unsubscribe",
            Policy::public(Action::Form),
            |context, body| Box::pin(newsletter::unsubscribe(context, body)),
        )
        .summary("Ends the subscription of an e-mail address; the response is the same for every address."),
        Row::form::<UnsubscribeRequest>(
            "unsubscribeNewsletterByForm",
            "/api/newsletter/unsubscribe/form",
            Policy::form(Action::Form),
            |context, body| Box::pin(unsubscribe_page::unsubscribe(context, body)),
            |context, problem| Box::pin(unsubscribe_page::page_of_problem(context, problem)),
        )
        .summary("Ends the subscription of an e-mail address, sent by a form without JavaScript, and returns a page."),
    ]
}
