//! A request to the desk that passed the checks of its row.

use std::{net::IpAddr, sync::Arc};

use http::HeaderMap;
use url::form_urlencoded;
use vitrine_model::path::LocalPath;

use crate::{app_state::AppState, desk::sessions::Visitor, web::problem::Problem};

/// Maximum length of a parameter in bytes.
const LONGEST: usize = 2_048;

/// A request.
pub(super) struct Visit<'a> {
    pub(super) state: &'a Arc<AppState>,
    pub(super) headers: &'a HeaderMap,
    pub(super) address: IpAddr,
    /// The path as it was asked for.
    pub(super) path: &'a str,
    pub(super) parameters: Vec<&'a str>,
    pub(super) query: Vec<(String, String)>,
    /// The fields of a form.
    pub(super) form: Vec<(String, String)>,
    /// Who is logged in.
    pub(super) visitor: Option<Visitor>,
}

impl Visit<'_> {
    /// The parameter of the query that was sent once.
    pub(super) fn asked(&self, name: &str) -> Option<&str> {
        once(&self.query, name)
    }

    /// The field of the form that was sent once.
    pub(super) fn sent(&self, name: &str) -> Option<&str> {
        once(&self.form, name)
    }

    /// This page, as a form of it names where to come back to; the answer to a form is no page to come back to.
    pub(super) fn back(&self) -> String {
        // What the provider sends is of one login, and is in no page.
        if self.path.starts_with("/desk/login") {
            return "/desk/login".to_owned();
        }
        if !self.form.is_empty() {
            return "/desk".to_owned();
        }
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(&self.query)
            .finish();
        match query.is_empty() {
            true => self.path.to_owned(),
            false => format!("{}?{query}", self.path),
        }
    }

    /// The page of the desk that a form was on (rule 4).
    pub(super) fn sent_back(&self) -> String {
        let sent = self.sent("back").and_then(|back| LocalPath::parse(back).ok());
        let is_desk = |back: &LocalPath| back.path().as_str() == "/desk" || back.path().as_str().starts_with("/desk/");
        sent.filter(is_desk)
            .map_or_else(|| "/desk".to_owned(), |back| back.href())
    }
}

fn once<'f>(fields: &'f [(String, String)], name: &str) -> Option<&'f str> {
    let mut found = fields.iter().filter(|(key, _)| key == name);
    match (found.next(), found.next()) {
        (Some((_, value)), None) => Some(value),
        _ => None,
    }
}

/// The fields of a query or a form, none of them longer than the bound.
pub(super) fn fields(text: &[u8]) -> Result<Vec<(String, String)>, Problem> {
    let fields: Vec<(String, String)> = form_urlencoded::parse(text).into_owned().take(33).collect();
    let is_short = |(key, value): &(String, String)| key.len() <= 64 && value.len() <= LONGEST;
    if fields.len() > 32 || !fields.iter().all(is_short) {
        return Err(Problem::invalid(
            "a field of the desk is too long, or there are too many",
        ));
    }
    Ok(fields)
}
