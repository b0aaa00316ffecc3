//! Sends forms to the CMS: `POST /!/forms/{handle}` (Statamic §10, Part C "Forms").
//!
//! **Invariant:** every field that is given is sent, and nothing else; never `_redirect` or another parameter of Statamic,
//! and no `X-Requested-With`, which would change the form of its errors. A submission is sent once.

use std::{fmt, sync::Arc};

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use jiff::civil::Date;
use reqwest::{
    Body,
    header::{AUTHORIZATION, HeaderMap, HeaderValue},
    multipart,
};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value, json};

use super::version::StatamicVersion;
use crate::{
    error::{Backend, BackendError},
    http::{Answered, CallObserver, FormBody, HttpConfig, Target, Transport},
};

/// Configuration of the client.
#[derive(Clone, Debug)]
pub struct StatamicFormsConfig {
    /// `https://cms.example`: forms are below `/!/forms`, not below the API.
    pub endpoint: String,
    /// Name and password that a web server before the CMS asks for.
    pub basic: Option<(String, SecretString)>,
    /// Limits.
    pub http: HttpConfig,
}

/// A client for the forms of one CMS.
#[derive(Clone)]
pub struct StatamicForms(pub(super) Arc<Transport>);

impl fmt::Debug for StatamicForms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StatamicForms")
    }
}

/// A file of a submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormFile {
    /// Its name.
    pub name: String,
    /// Its type, found in its content.
    pub mime: String,
    /// Its content.
    pub content: Bytes,
}

/// What is sent for a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormValue {
    /// A text; `None` where nothing was filled in.
    Text(Option<String>),
    /// Of a toggle.
    Flag(bool),
    /// Of a field with several options.
    List(Vec<String>),
    /// Of a date.
    Day(Option<Date>),
    /// Files, of a field that takes several or one.
    Files {
        /// Whether the field takes several.
        several: bool,
        /// The files.
        files: Vec<FormFile>,
    },
}

/// A submission: its fields in the form's order, without those that are hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormSubmission {
    /// The form's handle.
    pub form: String,
    /// Values by field.
    pub fields: Vec<(String, FormValue)>,
}

/// What the CMS did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormOutcome {
    /// It keeps the submission.
    Stored,
    /// It thanked and kept nothing: its honeypot has another name, or a listener of its own refused.
    Dropped,
    /// It refuses the values of these fields; empty if it names none.
    Refused(Vec<String>),
}

impl StatamicForms {
    /// Checks the configuration; makes no call (R-BACK-05).
    pub fn new(config: StatamicFormsConfig) -> Result<Self, BackendError> {
        let mut headers = HeaderMap::new();
        if let Some((name, password)) = &config.basic {
            let encoded = STANDARD.encode(format!("{name}:{}", password.expose_secret()));
            let value = HeaderValue::from_str(&format!("Basic {encoded}"));
            let mut value = value.map_err(|_| BackendError::Configuration {
                backend: Backend::Statamic,
                reason: "the password holds characters it cannot".to_owned(),
            })?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        let endpoint = config.endpoint.trim().trim_end_matches('/');
        let transport = Transport::new(Backend::Statamic, endpoint, headers, config.http)?;
        Ok(Self(Arc::new(transport)))
    }

    /// The same client, which tells `observer` of every call; only before it is cloned.
    #[must_use]
    pub fn observed(mut self, observer: Arc<dyn CallObserver>) -> Self {
        if let Some(transport) = Arc::get_mut(&mut self.0) {
            transport.observe(observer);
        }
        self
    }

    /// Sends a submission once. An error says that it is not known whether the CMS has it, or that it cannot take any now.
    pub async fn submit(&self, submission: &FormSubmission) -> Result<FormOutcome, BackendError> {
        let target = Target::new(format!("/!/forms/{}", submission.form));
        let has_day = |value: &FormValue| matches!(value, FormValue::Day(Some(_)));
        let version = match submission.fields.iter().any(|(_, value)| has_day(value)) {
            true => self.version(&target).await?,
            false => StatamicVersion::Six,
        };
        let has_files = |value: &FormValue| matches!(value, FormValue::Files { files, .. } if !files.is_empty());
        let body = match submission.fields.iter().any(|(_, value)| has_files(value)) {
            true => FormBody::Parts(parts(submission, version)?),
            false => FormBody::Json(json_body(submission, version)),
        };
        outcome(&self.0.send_form(&target, body).await?)
    }

    /// The version that answers now: it may have been brought up to date since the last pull. The address of a form is
    /// answered with a page to any other method.
    async fn version(&self, target: &Target) -> Result<StatamicVersion, BackendError> {
        match self.0.get(target, &HeaderMap::new()).await {
            Ok(answered) => Ok(StatamicVersion::by_headers(&answered.headers)),
            Err(refused) if matches!(refused.error.status(), Some(404 | 405)) => {
                Ok(StatamicVersion::by_headers(&refused.headers))
            }
            Err(refused) => Err(refused.error),
        }
    }
}

fn json_body(submission: &FormSubmission, version: StatamicVersion) -> Value {
    let value = |value: &FormValue| match value {
        FormValue::Text(text) => Some(json!(text)),
        FormValue::Flag(on) => Some(json!(on)),
        FormValue::List(list) => Some(json!(list)),
        FormValue::Day(day) => Some(day.map_or(Value::Null, |day| version.form_date(day))),
        FormValue::Files { .. } => None,
    };
    let fields = submission.fields.iter();
    let fields = fields.filter_map(|(field, sent)| Some((field.clone(), value(sent)?)));
    Value::Object(fields.collect::<Map<_, _>>())
}

/// Laravel makes nothing of an empty text, so that what is empty is sent as one.
fn parts(submission: &FormSubmission, version: StatamicVersion) -> Result<multipart::Form, BackendError> {
    let mut form = multipart::Form::new();
    for (field, value) in &submission.fields {
        form = match value {
            FormValue::Text(text) => form.text(field.clone(), text.clone().unwrap_or_default()),
            FormValue::Flag(on) => form.text(field.clone(), if *on { "1" } else { "0" }),
            FormValue::List(list) if list.is_empty() => form.text(field.clone(), ""),
            FormValue::List(list) => {
                let name = format!("{field}[]");
                list.iter()
                    .fold(form, |form, item| form.text(name.clone(), item.clone()))
            }
            FormValue::Day(None) => form.text(field.clone(), ""),
            FormValue::Day(Some(day)) => match version {
                StatamicVersion::Five => form.text(format!("{field}[date]"), day.to_string()),
                StatamicVersion::Six => form.text(field.clone(), format!("{day}T00:00:00.000Z")),
            },
            FormValue::Files { several, files } => {
                let name = if *several { format!("{field}[]") } else { field.clone() };
                let mut form = form;
                for file in files {
                    form = form.part(name.clone(), part(file)?);
                }
                form
            }
        };
    }
    Ok(form)
}

fn part(file: &FormFile) -> Result<multipart::Part, BackendError> {
    let length = file.content.len() as u64;
    multipart::Part::stream_with_length(Body::from(file.content.clone()), length)
        .file_name(file.name.clone())
        .mime_str(&file.mime)
        .map_err(|_| BackendError::Configuration {
            backend: Backend::Statamic,
            reason: format!("{:?} is no type of a file", file.mime),
        })
}

/// What an answer means: both forms of Statamic's errors, by their fields.
fn outcome(answered: &Answered) -> Result<FormOutcome, BackendError> {
    match answered.status {
        200..=299 => {
            let body: Value = answered.json()?;
            match (body["success"].as_bool(), body["submission_created"].as_bool()) {
                (Some(true), Some(false)) => Ok(FormOutcome::Dropped),
                (Some(true), _) => Ok(FormOutcome::Stored),
                _ => Err(answered.unusable("it says nothing of the submission")),
            }
        }
        status @ (400 | 422) => {
            let body: Value = answered.json().map_err(|_| answered.failure())?;
            let fields = if status == 422 { &body["errors"] } else { &body["error"] };
            let Some(fields) = fields.as_object() else {
                return Err(answered.failure());
            };
            let mut named: Vec<String> = Vec::new();
            for key in fields.keys() {
                let field = key.split('.').next().unwrap_or(key).to_owned();
                if !named.contains(&field) {
                    named.push(field);
                }
            }
            Ok(FormOutcome::Refused(named))
        }
        _ => Err(answered.failure()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Call;

    fn answered(status: u16, body: &Value) -> Answered {
        let json = HeaderValue::from_static("application/json");
        Answered {
            place: None,
            call: Call {
                backend: Backend::Statamic,
                method: "POST",
                path: "/!/forms/contact".to_owned(),
            },
            status,
            headers: [(reqwest::header::CONTENT_TYPE, json)].into_iter().collect(),
            body: body.to_string().into_bytes(),
        }
    }

    /// The bodies are those recorded of 5.73 (`form-post-*`, `run-form-*`).
    #[test]
    fn answers_are_read_in_every_form() {
        let read = |status: u16, body: Value| outcome(&answered(status, &body));
        let stored =
            json!({"success": true, "submission_created": true, "submission": {"email": "x"}, "redirect": null});
        assert_eq!(read(200, stored).unwrap(), FormOutcome::Stored);
        let trapped = json!({"success": true, "submission_created": false, "submission": [], "redirect": null});
        assert_eq!(read(200, trapped).unwrap(), FormOutcome::Dropped);
        let refused = |fields: &[&str]| FormOutcome::Refused(fields.iter().map(|field| (*field).to_owned()).collect());
        let errors =
            json!({"message": "…", "errors": {"attachments": ["…"], "attachments.0": ["…", "…"], "email": ["…"]}});
        assert_eq!(read(422, errors).unwrap(), refused(&["attachments", "email"]));
        let by_script = json!({"errors": ["…", "…"], "error": {"first_name": "…", "email": "…"}});
        assert_eq!(read(400, by_script).unwrap(), refused(&["first_name", "email"]));
        for (status, body) in [
            (419, json!({"message": "CSRF token mismatch."})),
            (500, json!({"message": "Server Error"})),
            (404, json!({})),
            (429, json!({"message": "Too Many Attempts."})),
            (422, json!({"message": "?"})),
            (302, json!({})),
        ] {
            assert_eq!(read(status, body).unwrap_err().status(), Some(status));
        }
        assert!(read(200, json!({"ok": 1})).is_err());
    }

    #[test]
    fn dates_and_empty_fields_are_sent_as_each_version_takes_them() {
        let submission = FormSubmission {
            form: "showroom_appointment".to_owned(),
            fields: vec![
                ("date".to_owned(), FormValue::Day(Some(jiff::civil::date(2026, 12, 24)))),
                ("other".to_owned(), FormValue::Day(None)),
                ("phone".to_owned(), FormValue::Text(None)),
                ("rooms".to_owned(), FormValue::List(Vec::new())),
                ("privacy".to_owned(), FormValue::Flag(true)),
                (
                    "plan".to_owned(),
                    FormValue::Files {
                        several: false,
                        files: Vec::new(),
                    },
                ),
            ],
        };
        let rest = json!({"other": null, "phone": null, "rooms": [], "privacy": true});
        for (version, date) in [
            (StatamicVersion::Five, json!({"date": "2026-12-24", "time": null})),
            (StatamicVersion::Six, json!("2026-12-24T00:00:00.000Z")),
        ] {
            let mut expected = json!({ "date": date });
            expected
                .as_object_mut()
                .unwrap()
                .extend(rest.as_object().unwrap().clone());
            assert_eq!(json_body(&submission, version), expected);
        }
    }
}
