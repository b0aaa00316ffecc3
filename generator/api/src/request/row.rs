//! A row of the table: one endpoint with its policy, the types of its request and response, and its handler.
//!
//! **Invariant:** the documented types are those of the handler; the compiler checks that.

use std::{borrow::Cow, fmt};

use bytes::Bytes;
use futures::future::BoxFuture;
use http::{Method, StatusCode};
use serde::{Serialize, de::DeserializeOwned};
use utoipa::{
    ToSchema,
    openapi::{RefOr, schema},
};

use super::RequestContext;
use crate::web::{
    code::Code,
    file_name::FileName,
    policy::{Action, Auth, Caller, Policy},
    problem::Problem,
    queries::{Query, QueryRule},
};

/// A type of the OpenAPI document.
#[derive(Clone, Copy)]
pub struct Schema {
    name: fn() -> Cow<'static, str>,
    collect: fn(&mut Vec<(String, RefOr<schema::Schema>)>),
}

impl Schema {
    pub(crate) fn of<T: ToSchema>() -> Self {
        Self {
            name: T::name,
            collect: |schemas| {
                schemas.push((T::name().into_owned(), T::schema()));
                T::schemas(schemas);
            },
        }
    }

    /// Its name in `components.schemas`.
    pub fn name(self) -> Cow<'static, str> {
        (self.name)()
    }

    /// Adds this type and every type that it uses.
    pub(crate) fn collect(self, schemas: &mut Vec<(String, RefOr<schema::Schema>)>) {
        (self.collect)(schemas);
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// The JSON body of a row. The type refuses unknown fields, and its schema contains an example.
pub(crate) trait Body: DeserializeOwned + ToSchema + Send + 'static {}

/// The JSON response of a row.
pub(crate) trait Answer: Serialize + ToSchema + 'static {
    /// The meaning of the response with status 503, for types that are also sent with it.
    const UNAVAILABLE: Option<&'static str> = None;

    /// The status of the response: 200, or 503 for types with [`Self::UNAVAILABLE`].
    fn status(&self) -> StatusCode {
        StatusCode::OK
    }
}

/// An HTML page.
pub(crate) struct HtmlPage {
    pub(crate) status: StatusCode,
    pub(crate) html: Vec<u8>,
}

/// The body of a row's request.
#[derive(Clone, Copy, Debug)]
pub struct BodyRule {
    /// The type that it is parsed as.
    pub schema: Schema,
    /// Maximum size in bytes; [`crate::ServerLimits::body`] applies too.
    pub cap: usize,
}

/// The kind of a response.
#[derive(Clone, Copy, Debug)]
pub enum AnswerKind {
    /// JSON of this type.
    Json(Schema),
    /// A file with this content type, which a browser saves.
    File(&'static str),
    /// An HTML page.
    Page,
}

/// The response of an endpoint, for the document.
#[derive(Clone, Copy, Debug)]
pub struct AnswerRule {
    /// JSON or a file.
    pub kind: AnswerKind,
    /// The meaning of the response with status 503; `None` if it is never sent with that status.
    pub unavailable: Option<&'static str>,
    /// The type and the meaning of the response with status 409; `None` if it contains only errors.
    pub conflict: Option<(Schema, &'static str)>,
}

impl AnswerRule {
    fn of<A: Answer>() -> Self {
        Self {
            kind: AnswerKind::Json(Schema::of::<A>()),
            unavailable: A::UNAVAILABLE,
            conflict: None,
        }
    }
}

/// A serialised response.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) content_type: &'static str,
    pub(crate) body: Bytes,
    /// The name under which a browser saves it; `None` if it is not a file.
    pub(crate) file: Option<FileName>,
}

/// The response of a row that sends a file.
pub(crate) struct FileAnswer {
    pub(crate) content: Bytes,
    pub(crate) name: FileName,
}

/// The future of a handler.
pub(crate) type Answering<'a, T> = BoxFuture<'a, Result<T, Problem>>;
/// Makes the page that reports a problem with a submitted form.
pub(crate) type ProblemPage = for<'a> fn(&'a RequestContext, &'a Problem) -> BoxFuture<'a, Reply>;
type Handler = Box<dyn for<'a> Fn(&'a mut RequestContext) -> Answering<'a, Reply> + Send + Sync>;

/// One endpoint.
pub struct Row {
    /// The method; `GET` rows also respond to `HEAD`.
    pub method: Method,
    /// The path, with parameters in braces.
    pub path: &'static str,
    /// The name in logs, the `operationId`, and the name of the function in TypeScript.
    pub name: &'static str,
    /// A sentence for the document.
    pub summary: &'static str,
    /// Who may call it, and how often.
    pub policy: Policy,
    /// The query parameters; without any the query is not read.
    pub queries: &'static [QueryRule],
    /// The body; with `None` no body is read, and a write with one is refused.
    pub body: Option<BodyRule>,
    /// Whether the response depends on the page's locale, which the request must then name.
    pub locale: bool,
    /// Whether a page may send the request without a session and gets one in the response.
    pub begins_session: bool,
    /// Whether the answer makes a customer of a visitor without a session.
    pub logs_in: bool,
    /// The response.
    pub answer: AnswerRule,
    handler: Handler,
    problem_page: Option<ProblemPage>,
}

/// How a form names the language of its pages.
const LOCALE_QUERY: QueryRule = QueryRule {
    name: "locale",
    description: "The code of the locale whose page the form is on.",
    pattern: "^[a-z-]{2,10}$",
    required: true,
    repeated: false,
    example: "nl",
};

/// The page that a form is on.
const PAGE_QUERY: QueryRule = QueryRule {
    name: "page",
    description: "The path of the page that the form is on; the answer without JavaScript is that page.",
    pattern: "^/.*$",
    required: false,
    repeated: false,
    example: "/contact",
};

/// Maximum body size in bytes unless a row sets its own.
const MAX_BODY: usize = 1_024;

impl Row {
    /// An endpoint that reads.
    pub(crate) fn get<A: Answer>(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext) -> Answering<'a, A>,
    ) -> Self {
        Self::without_body(Method::GET, name, path, policy, handler)
    }

    /// An endpoint that reads with the parameters of its query.
    pub(crate) fn find<Q: Query + Send + 'static, A: Answer>(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext, Q) -> Answering<'a, A>,
    ) -> Self {
        let handler: Handler = Box::new(move |context| {
            Box::pin(async move {
                let query = Q::parse(context.query.as_deref())?;
                reply(&handler(context, query).await?)
            })
        });
        Self {
            queries: Q::RULES,
            ..Self::new(Method::GET, name, path, policy, AnswerRule::of::<A>(), handler)
        }
    }

    /// An endpoint that deletes the resource in its path.
    pub(crate) fn delete<A: Answer>(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext) -> Answering<'a, A>,
    ) -> Self {
        Self::without_body(Method::DELETE, name, path, policy, handler)
    }

    /// An endpoint that deletes the resource in its path, for a visitor whose body contains a proof of identity.
    pub(crate) fn delete_with<B: Body, A: Answer>(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext, B) -> Answering<'a, A>,
    ) -> Self {
        Self::with_body(Method::DELETE, name, path, policy, handler)
    }

    /// An endpoint that adds what its body contains.
    pub(crate) fn post<B: Body, A: Answer>(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext, B) -> Answering<'a, A>,
    ) -> Self {
        Self::with_body(Method::POST, name, path, policy, handler)
    }

    /// An endpoint that changes the resource in its path.
    pub(crate) fn patch<B: Body, A: Answer>(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext, B) -> Answering<'a, A>,
    ) -> Self {
        Self::with_body(Method::PATCH, name, path, policy, handler)
    }

    /// An endpoint that a backend of the shop calls: the checks verify its proof over the raw body, which the handler
    /// finds in the context.
    pub(crate) fn signed<A: Answer>(
        method: Method,
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext) -> Answering<'a, A>,
    ) -> Self {
        Self::without_body(method, name, path, policy, handler).without_locale()
    }

    /// An endpoint that a backend of the shop calls with a query: the checks verify its proof over the raw query. An
    /// unreadable query has no proof, because verifying it reads the query too.
    pub(crate) fn signed_query<Q: Query + Send + 'static, A: Answer>(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext, Q) -> Answering<'a, A>,
    ) -> Self {
        let handler: Handler = Box::new(move |context| {
            Box::pin(async move {
                let query = Q::of_server(context.query.as_deref().unwrap_or_default());
                let query = query.ok_or_else(|| Problem::invalid("the query of a backend cannot be read"))?;
                reply(&handler(context, query).await?)
            })
        });
        Self {
            queries: Q::RULES,
            ..Self::new(Method::GET, name, path, policy, AnswerRule::of::<A>(), handler).without_locale()
        }
    }

    /// An endpoint that sends a file.
    pub(crate) fn file(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        content_type: &'static str,
        handler: for<'a> fn(&'a mut RequestContext) -> Answering<'a, FileAnswer>,
    ) -> Self {
        let handler: Handler = Box::new(move |context| {
            Box::pin(async move {
                let file = handler(context).await?;
                Ok(Reply {
                    status: StatusCode::OK,
                    body: file.content,
                    content_type,
                    file: Some(file.name),
                })
            })
        });
        let rule = AnswerRule {
            kind: AnswerKind::File(content_type),
            unavailable: None,
            conflict: None,
        };
        Self::new(Method::GET, name, path, policy, rule, handler)
    }

    fn without_body<A: Answer>(
        method: Method,
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext) -> Answering<'a, A>,
    ) -> Self {
        let handler: Handler = Box::new(move |context| Box::pin(async move { reply(&handler(context).await?) }));
        Self::new(method, name, path, policy, AnswerRule::of::<A>(), handler)
    }

    fn with_body<B: Body, A: Answer>(
        method: Method,
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext, B) -> Answering<'a, A>,
    ) -> Self {
        let handler: Handler = Box::new(move |context| {
            Box::pin(async move {
                let body = context.json()?;
                reply(&handler(context, body).await?)
            })
        });
        Self {
            body: Some(BodyRule {
                schema: Schema::of::<B>(),
                cap: MAX_BODY,
            }),
            ..Self::new(method, name, path, policy, AnswerRule::of::<A>(), handler)
        }
    }

    /// A form that works without JavaScript: the response is a page, in the language that the query names, and so is
    /// the report of a problem.
    pub(crate) fn form<B: Body>(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext, B) -> Answering<'a, HtmlPage>,
        problem_page: ProblemPage,
    ) -> Self {
        let handler: Handler = Box::new(move |context| {
            Box::pin(async move {
                let body = context.urlencoded()?;
                Ok(page(handler(context, body).await?))
            })
        });
        let rule = AnswerRule {
            kind: AnswerKind::Page,
            unavailable: None,
            conflict: None,
        };
        Self {
            queries: &[LOCALE_QUERY],
            body: Some(BodyRule {
                schema: Schema::of::<B>(),
                cap: MAX_BODY,
            }),
            locale: false,
            problem_page: Some(problem_page),
            ..Self::new(Method::POST, name, path, policy, rule, handler)
        }
    }

    /// A form of the CMS, sent by a script or by a browser without JavaScript: its handler answers with JSON of `A` or with
    /// a page. The body has its own limits ([`crate::ServerLimits::form_body`]).
    pub(crate) fn page_or_form<B: Body, A: Answer>(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext) -> Answering<'a, Reply>,
        problem_page: ProblemPage,
    ) -> Self {
        let handler: Handler = Box::new(handler);
        Self {
            queries: &[LOCALE_QUERY, PAGE_QUERY],
            body: Some(BodyRule {
                schema: Schema::of::<B>(),
                cap: usize::MAX,
            }),
            locale: false,
            problem_page: Some(problem_page),
            ..Self::new(Method::POST, name, path, policy, AnswerRule::of::<A>(), handler)
        }
    }

    fn new(
        method: Method,
        name: &'static str,
        path: &'static str,
        policy: Policy,
        answer: AnswerRule,
        handler: Handler,
    ) -> Self {
        Self {
            method,
            path,
            name,
            summary: "",
            policy,
            queries: &[],
            body: None,
            locale: true,
            begins_session: false,
            logs_in: false,
            answer,
            handler,
            problem_page: None,
        }
    }

    /// Sets the sentence for the document.
    pub(crate) fn summary(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// Sets the maximum body size in bytes.
    pub(crate) fn max_body(mut self, cap: usize) -> Self {
        if let Some(body) = &mut self.body {
            body.cap = cap;
        }
        self
    }

    /// Sets the type of the response with status 409: an object with `errors` and fields of its own.
    pub(crate) fn conflict<T: ToSchema>(mut self, meaning: &'static str) -> Self {
        self.answer.conflict = Some((Schema::of::<T>(), meaning));
        self
    }

    /// The response is the same in every language.
    pub(crate) fn without_locale(self) -> Self {
        Self { locale: false, ..self }
    }

    /// A page may send the request without a session and gets one in the response.
    pub(crate) fn begins_session(self) -> Self {
        Self {
            begins_session: true,
            ..self
        }
    }

    /// The answer makes a customer of a visitor without a session.
    pub(crate) fn logs_in(self) -> Self {
        Self { logs_in: true, ..self }
    }

    /// Whether the endpoint's change is lost in a browser that keeps no cookies, because it belongs to the session.
    pub fn needs_cookies(&self) -> bool {
        let Policy { auth, caller, action } = self.policy;
        let of_session = auth != Auth::Public || matches!(action, Action::CartWrite | Action::CheckoutWrite);
        caller == Caller::Page && self.is_write() && (of_session || self.logs_in)
    }

    /// Whether the endpoint changes something: its checks then include the origin (rule 9).
    pub fn is_write(&self) -> bool {
        self.method != Method::GET
    }

    /// Runs the handler for a request that passed the checks.
    pub(crate) fn handle<'a>(&self, context: &'a mut RequestContext) -> Answering<'a, Reply> {
        (self.handler)(context)
    }

    /// The page that reports a problem, for rows whose responses are pages.
    pub(crate) async fn page_of(&self, context: &RequestContext, problem: &Problem) -> Option<Reply> {
        let page = self.problem_page?;
        Some(page(context, problem).await)
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.name, self.method, self.path)
    }
}

/// The response with a page.
pub(crate) fn page(page: HtmlPage) -> Reply {
    Reply {
        status: page.status,
        content_type: "text/html; charset=utf-8",
        body: page.html.into(),
        file: None,
    }
}

pub(crate) fn reply(answer: &impl Answer) -> Result<Reply, Problem> {
    serde_json::to_vec(answer)
        .map(|body| Reply {
            status: answer.status(),
            content_type: "application/json",
            body: body.into(),
            file: None,
        })
        .map_err(|error| Problem::from(Code::InternalError).because(&error.to_string()))
}
