//! A row of the table: one endpoint with its policy, its request and answer as types, and its handler.
//!
//! **Invariant:** the types that a row documents are those that its handler takes and gives; the compiler compares them.

use std::{borrow::Cow, fmt};

use bytes::Bytes;
use futures::future::BoxFuture;
use http::{Method, StatusCode};
use serde::{Serialize, de::DeserializeOwned};
use utoipa::{
    ToSchema,
    openapi::{RefOr, schema},
};

use crate::{
    policy::Policy,
    problem::{Code, Problem},
    request_context::RequestContext,
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

    /// Itself and every type that it names.
    pub(crate) fn collect(self, schemas: &mut Vec<(String, RefOr<schema::Schema>)>) {
        (self.collect)(schemas);
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// A JSON body that a row takes. The type refuses unknown fields, and its schema holds an example.
pub(crate) trait Body: DeserializeOwned + ToSchema + Send + 'static {}

/// The JSON that a row answers with.
pub(crate) trait Answer: Serialize + ToSchema + 'static {
    /// What the answer means with status 503, for types that come with it too.
    const UNAVAILABLE: Option<&'static str> = None;

    /// The status that the answer comes with: 200, or 503 where [`Self::UNAVAILABLE`] says what that means.
    fn status(&self) -> StatusCode {
        StatusCode::OK
    }
}

/// The body of a request, as a row asks for it.
#[derive(Clone, Copy, Debug)]
pub struct BodyRule {
    /// The type it is read as.
    pub schema: Schema,
    /// Bytes at most; [`crate::ServerLimits::body`] holds too.
    pub cap: usize,
}

/// The parameter that a query must hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueryRule {
    /// Its name.
    pub name: &'static str,
    /// A sentence for the document.
    pub description: &'static str,
    /// A regular expression for the document; the handler reads the query by itself.
    pub pattern: &'static str,
}

/// What an endpoint answers with, as the document says it.
#[derive(Clone, Copy, Debug)]
pub struct AnswerRule {
    /// The type.
    pub schema: Schema,
    /// What it means with status 503; `None` where it never comes with that.
    pub unavailable: Option<&'static str>,
    /// What is answered with status 409, and what that means; `None` where a failure says no more than its code.
    pub conflict: Option<(Schema, &'static str)>,
}

/// An answer in bytes.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) body: Bytes,
}

/// A handler at work.
pub(crate) type Answering<'a, T> = BoxFuture<'a, Result<T, Problem>>;
type Handler = Box<dyn for<'a> Fn(&'a mut RequestContext) -> Answering<'a, Reply> + Send + Sync>;

/// One endpoint.
pub struct Row {
    /// `GET` rows answer `HEAD` too.
    pub method: Method,
    /// Its path, parameters in braces.
    pub path: &'static str,
    /// Its name in logs, its `operationId`, and the name of its function in TypeScript.
    pub name: &'static str,
    /// A sentence for the document.
    pub summary: &'static str,
    /// Who may call it and how often.
    pub policy: Policy,
    /// What its query must hold; `None` reads none.
    pub query: Option<QueryRule>,
    /// Its body; `None` reads none and refuses one that is sent with a write.
    pub body: Option<BodyRule>,
    /// It answers in the page's locale and needs to be told which.
    pub locale: bool,
    /// A page may call it before there is a session, and is given one.
    pub begins_session: bool,
    /// Its answer.
    pub answer: AnswerRule,
    handler: Handler,
}

/// Bytes of a JSON body where a row says nothing else.
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

    /// An endpoint that removes what its path names.
    pub(crate) fn delete<A: Answer>(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext) -> Answering<'a, A>,
    ) -> Self {
        Self::without_body(Method::DELETE, name, path, policy, handler)
    }

    /// An endpoint that adds what the body says.
    pub(crate) fn post<B: Body, A: Answer>(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext, B) -> Answering<'a, A>,
    ) -> Self {
        Self::with_body(Method::POST, name, path, policy, handler)
    }

    /// An endpoint that changes what its path names.
    pub(crate) fn patch<B: Body, A: Answer>(
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext, B) -> Answering<'a, A>,
    ) -> Self {
        Self::with_body(Method::PATCH, name, path, policy, handler)
    }

    fn without_body<A: Answer>(
        method: Method,
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: for<'a> fn(&'a mut RequestContext) -> Answering<'a, A>,
    ) -> Self {
        let handler: Handler = Box::new(move |context| Box::pin(async move { reply(&handler(context).await?) }));
        Self::new::<A>(method, name, path, policy, handler)
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
            ..Self::new::<A>(method, name, path, policy, handler)
        }
    }

    fn new<A: Answer>(
        method: Method,
        name: &'static str,
        path: &'static str,
        policy: Policy,
        handler: Handler,
    ) -> Self {
        Self {
            method,
            path,
            name,
            summary: "",
            policy,
            query: None,
            body: None,
            locale: true,
            begins_session: false,
            answer: AnswerRule {
                schema: Schema::of::<A>(),
                unavailable: A::UNAVAILABLE,
                conflict: None,
            },
            handler,
        }
    }

    /// With a sentence for the document.
    pub(crate) fn summary(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    /// With a parameter in its query.
    pub(crate) fn query(self, query: QueryRule) -> Self {
        Self {
            query: Some(query),
            ..self
        }
    }

    /// With a body of so many bytes at most.
    pub(crate) fn max_body(mut self, cap: usize) -> Self {
        if let Some(body) = &mut self.body {
            body.cap = cap;
        }
        self
    }

    /// With more than a code when it is refused with 409: an object with `errors` and fields of its own.
    pub(crate) fn conflict<T: ToSchema>(mut self, meaning: &'static str) -> Self {
        self.answer.conflict = Some((Schema::of::<T>(), meaning));
        self
    }

    /// The same in every language.
    pub(crate) fn without_locale(self) -> Self {
        Self { locale: false, ..self }
    }

    /// A page may call it before there is a session, and is given one.
    pub(crate) fn begins_session(self) -> Self {
        Self {
            begins_session: true,
            ..self
        }
    }

    /// It changes something: the guard asks its caller for proof (rule 9).
    pub fn is_write(&self) -> bool {
        self.method != Method::GET
    }

    /// Runs the handler on a request that passed the guards.
    pub(crate) fn handle<'a>(&self, context: &'a mut RequestContext) -> Answering<'a, Reply> {
        (self.handler)(context)
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.name, self.method, self.path)
    }
}

fn reply(answer: &impl Answer) -> Result<Reply, Problem> {
    serde_json::to_vec(answer)
        .map(|body| Reply {
            status: answer.status(),
            body: body.into(),
        })
        .map_err(|error| Problem::from(Code::InternalError).because(&error.to_string()))
}
