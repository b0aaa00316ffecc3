//! A parsed document: operations and fragments, with the positions for errors.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

/// Line and column, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) line: u32,
    pub(super) column: u32,
}

/// An error as it is answered.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    pub(super) message: String,
    pub(super) spot: Option<Spot>,
    pub(super) path: Vec<Value>,
    pub(super) extensions: Option<Box<Value>>,
}

impl Problem {
    pub(super) fn new(message: impl Into<String>, spot: Spot) -> Self {
        Self {
            message: message.into(),
            spot: Some(spot),
            path: Vec::new(),
            extensions: None,
        }
    }

    /// An error without a position in the document.
    pub(super) fn anywhere(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            spot: None,
            path: Vec::new(),
            extensions: None,
        }
    }

    pub(super) fn syntax(message: &str, spot: Spot) -> Self {
        Self::new(format!("Syntax Error: {message}"), spot)
    }

    pub(super) fn answered(&self) -> Value {
        let mut keys = Map::new();
        keys.insert("message".to_owned(), json!(self.message));
        if let Some(spot) = self.spot {
            let place = json!([{"line": spot.line, "column": spot.column}]);
            keys.insert("locations".to_owned(), place);
        }
        if !self.path.is_empty() {
            keys.insert("path".to_owned(), json!(self.path));
        }
        if let Some(extensions) = &self.extensions {
            keys.insert("extensions".to_owned(), extensions.as_ref().clone());
        }
        Value::Object(keys)
    }
}

/// A whole document.
#[derive(Debug, Default)]
pub(super) struct Document {
    pub(super) operations: Vec<Operation>,
    pub(super) fragments: IndexMap<String, Fragment>,
}

#[derive(Debug)]
pub(super) struct Operation {
    /// `query`, `mutation` or `subscription`.
    pub(super) kind: String,
    pub(super) name: Option<String>,
    pub(super) variables: Vec<Variable>,
    pub(super) selections: Vec<Selection>,
    pub(super) spot: Spot,
}

/// A variable of an operation.
#[derive(Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    /// The type as written, such as `[String!]!`.
    pub(super) kind: String,
    pub(super) default: Option<Literal>,
    pub(super) spot: Spot,
}

#[derive(Debug)]
pub(super) struct Fragment {
    pub(super) on: String,
    pub(super) selections: Vec<Selection>,
    pub(super) spot: Spot,
}

#[derive(Debug)]
pub(super) enum Selection {
    Field(Field),
    /// `... on Type { … }`, or `... { … }`.
    Inline {
        on: Option<String>,
        directives: Vec<Directive>,
        selections: Vec<Selection>,
        spot: Spot,
    },
    /// `...name`.
    Spread {
        name: String,
        directives: Vec<Directive>,
        spot: Spot,
    },
}

#[derive(Debug)]
pub(super) struct Field {
    pub(super) alias: Option<String>,
    pub(super) name: String,
    pub(super) arguments: Vec<Argument>,
    pub(super) directives: Vec<Directive>,
    pub(super) selections: Vec<Selection>,
    pub(super) spot: Spot,
}

impl Field {
    /// The key of its value in the answer.
    pub(super) fn key(&self) -> &str {
        self.alias.as_deref().unwrap_or(&self.name)
    }
}

#[derive(Debug)]
pub(super) struct Argument {
    pub(super) name: String,
    pub(super) value: Literal,
    pub(super) spot: Spot,
}

#[derive(Debug)]
pub(super) struct Directive {
    pub(super) name: String,
    pub(super) arguments: Vec<Argument>,
    pub(super) spot: Spot,
}

/// A value as written.
#[derive(Debug, Clone)]
pub(super) enum Literal {
    Variable(String),
    /// A number, text, boolean, null, or an enum value as a text.
    Plain(Value),
    List(Vec<Literal>),
    Object(Vec<(String, Literal)>),
}

impl Literal {
    /// The value, with variables replaced; a missing variable is null.
    pub(super) fn value(&self, variables: &Map<String, Value>) -> Value {
        match self {
            Self::Variable(name) => variables.get(name).cloned().unwrap_or(Value::Null),
            Self::Plain(value) => value.clone(),
            Self::List(list) => list.iter().map(|item| item.value(variables)).collect(),
            Self::Object(fields) => {
                let pairs = fields.iter().map(|(key, field)| (key.clone(), field.value(variables)));
                Value::Object(pairs.collect())
            }
        }
    }

    /// All variables in it.
    pub(super) fn variables(&self) -> Vec<&str> {
        match self {
            Self::Variable(name) => vec![name],
            Self::Plain(_) => Vec::new(),
            Self::List(list) => list.iter().flat_map(Self::variables).collect(),
            Self::Object(fields) => fields.iter().flat_map(|(_, field)| field.variables()).collect(),
        }
    }
}
