//! Parses a document: operations, fragments, selections, arguments, variables, directives. Type definitions are not
//! part of requests. This is own code because the errors of a client, with message and column, are part of the imitated
//! behaviour, and parser crates have different ones.
//!
//! **Invariant:** nesting is limited by [`MAX_DEPTH`], so a document cannot overflow the stack here or in code that
//! walks it.

use serde_json::{Value, json};

use super::document::{
    Argument, Directive, Document, Field, Fragment, Literal, Operation, Problem, Selection, Spot, Variable,
};
use super::lexer::{Kind, Token, tokens};

/// Maximum nesting of selections or of values.
const MAX_DEPTH: usize = 40;

struct Parser {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
}

/// Parses a document.
pub(super) fn parse(text: &str) -> Result<Document, Problem> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        next: 0,
        depth: 0,
    };
    let mut document = Document::default();
    loop {
        parser.definition(&mut document)?;
        if *parser.kind() == Kind::End {
            return Ok(document);
        }
    }
}

impl Parser {
    fn kind(&self) -> &Kind {
        self.tokens.get(self.next).map_or(&Kind::End, |token| &token.kind)
    }

    fn spot(&self) -> Spot {
        let token = self.tokens.get(self.next).or(self.tokens.last());
        token.map_or(Spot { line: 1, column: 1 }, |token| token.spot)
    }

    fn unexpected<T>(&self) -> Result<T, Problem> {
        Err(Problem::syntax(
            &format!("Unexpected {}", self.kind().described()),
            self.spot(),
        ))
    }

    fn expected<T>(&self, what: &str) -> Result<T, Problem> {
        let message = format!("Expected {what}, found {}", self.kind().described());
        Err(Problem::syntax(&message, self.spot()))
    }

    /// Consumes a punctuator if it is next.
    fn mark(&mut self, mark: &str) -> bool {
        let here = matches!(self.kind(), Kind::Mark(found) if *found == mark);
        self.next += usize::from(here);
        here
    }

    fn need(&mut self, mark: &str) -> Result<(), Problem> {
        if self.mark(mark) { Ok(()) } else { self.expected(mark) }
    }

    fn name(&mut self) -> Result<String, Problem> {
        match self.kind().clone() {
            Kind::Name(name) => {
                self.next += 1;
                Ok(name)
            }
            _ => self.expected("Name"),
        }
    }

    /// Consumes a name if it is this one.
    fn word(&mut self, word: &str) -> bool {
        let here = matches!(self.kind(), Kind::Name(name) if name == word);
        self.next += usize::from(here);
        here
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Problem>) -> Result<T, Problem> {
        if self.depth >= MAX_DEPTH {
            return Err(Problem::syntax(
                &format!("Nested deeper than {MAX_DEPTH} levels"),
                self.spot(),
            ));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn definition(&mut self, document: &mut Document) -> Result<(), Problem> {
        let spot = self.spot();
        match self.kind().clone() {
            Kind::Mark("{") => {
                let selections = self.selections()?;
                let operation = Operation {
                    kind: "query".to_owned(),
                    name: None,
                    variables: Vec::new(),
                    selections,
                    spot,
                };
                document.operations.push(operation);
            }
            Kind::Name(kind) if matches!(kind.as_str(), "query" | "mutation" | "subscription") => {
                self.next += 1;
                let name = if matches!(self.kind(), Kind::Name(_)) {
                    Some(self.name()?)
                } else {
                    None
                };
                let variables = self.variables()?;
                self.directives()?;
                let selections = self.selections()?;
                document.operations.push(Operation {
                    kind,
                    name,
                    variables,
                    selections,
                    spot,
                });
            }
            Kind::Name(kind) if kind == "fragment" => {
                self.next += 1;
                if matches!(self.kind(), Kind::Name(name) if name == "on") {
                    return self.unexpected();
                }
                let name = self.name()?;
                if !self.word("on") {
                    return self.expected("\"on\"");
                }
                let on = self.name()?;
                self.directives()?;
                let selections = self.selections()?;
                document.fragments.insert(name, Fragment { on, selections, spot });
            }
            _ => return self.unexpected(),
        }
        Ok(())
    }

    fn variables(&mut self) -> Result<Vec<Variable>, Problem> {
        let mut variables = Vec::new();
        if !self.mark("(") {
            return Ok(variables);
        }
        loop {
            let spot = self.spot();
            self.need("$")?;
            let name = self.name()?;
            self.need(":")?;
            let kind = self.nested(Self::kind_of_variable)?;
            let default = if self.mark("=") { Some(self.value()?) } else { None };
            variables.push(Variable {
                name,
                kind,
                default,
                spot,
            });
            if self.mark(")") {
                return Ok(variables);
            }
        }
    }

    fn kind_of_variable(&mut self) -> Result<String, Problem> {
        let mut kind = if self.mark("[") {
            let inner = self.nested(Self::kind_of_variable)?;
            self.need("]")?;
            format!("[{inner}]")
        } else {
            self.name()?
        };
        if self.mark("!") {
            kind.push('!');
        }
        Ok(kind)
    }

    fn selections(&mut self) -> Result<Vec<Selection>, Problem> {
        self.need("{")?;
        self.nested(|parser| {
            let mut selections = Vec::new();
            loop {
                selections.push(parser.selection()?);
                if parser.mark("}") {
                    return Ok(selections);
                }
            }
        })
    }

    fn selection(&mut self) -> Result<Selection, Problem> {
        let spot = self.spot();
        if !self.mark("...") {
            return Ok(Selection::Field(self.field(spot)?));
        }
        let named = matches!(self.kind(), Kind::Name(name) if name != "on");
        if named {
            return Ok(Selection::Spread {
                name: self.name()?,
                directives: self.directives()?,
                spot,
            });
        }
        let on = if self.word("on") { Some(self.name()?) } else { None };
        Ok(Selection::Inline {
            on,
            directives: self.directives()?,
            selections: self.selections()?,
            spot,
        })
    }

    fn field(&mut self, spot: Spot) -> Result<Field, Problem> {
        let first = self.name()?;
        let (alias, name) = if self.mark(":") {
            (Some(first), self.name()?)
        } else {
            (None, first)
        };
        let arguments = self.arguments()?;
        let directives = self.directives()?;
        let has_more = matches!(self.kind(), Kind::Mark("{"));
        Ok(Field {
            alias,
            name,
            arguments,
            directives,
            selections: if has_more { self.selections()? } else { Vec::new() },
            spot,
        })
    }

    fn arguments(&mut self) -> Result<Vec<Argument>, Problem> {
        let mut arguments = Vec::new();
        if !self.mark("(") {
            return Ok(arguments);
        }
        loop {
            let spot = self.spot();
            let name = self.name()?;
            self.need(":")?;
            let value = self.value()?;
            arguments.push(Argument { name, value, spot });
            if self.mark(")") {
                return Ok(arguments);
            }
        }
    }

    fn directives(&mut self) -> Result<Vec<Directive>, Problem> {
        let mut directives = Vec::new();
        loop {
            let spot = self.spot();
            if !self.mark("@") {
                return Ok(directives);
            }
            let name = self.name()?;
            directives.push(Directive {
                name,
                arguments: self.arguments()?,
                spot,
            });
        }
    }

    fn value(&mut self) -> Result<Literal, Problem> {
        self.nested(Self::any_value)
    }

    fn any_value(&mut self) -> Result<Literal, Problem> {
        let plain = match self.kind().clone() {
            Kind::Mark("$") => {
                self.next += 1;
                return Ok(Literal::Variable(self.name()?));
            }
            Kind::Mark("[") => return self.list(),
            Kind::Mark("{") => return self.object(),
            Kind::Text(text) => json!(text),
            Kind::Int(text) => text.parse::<i64>().map(Value::from).unwrap_or_else(|_| json!(text)),
            Kind::Float(text) => text.parse::<f64>().map(Value::from).unwrap_or_else(|_| json!(text)),
            Kind::Name(name) => match name.as_str() {
                "true" => json!(true),
                "false" => json!(false),
                "null" => Value::Null,
                other => json!(other),
            },
            _ => return self.unexpected(),
        };
        self.next += 1;
        Ok(Literal::Plain(plain))
    }

    fn list(&mut self) -> Result<Literal, Problem> {
        self.need("[")?;
        let mut list = Vec::new();
        while !self.mark("]") {
            list.push(self.value()?);
        }
        Ok(Literal::List(list))
    }

    fn object(&mut self) -> Result<Literal, Problem> {
        self.need("{")?;
        let mut fields = Vec::new();
        while !self.mark("}") {
            let name = self.name()?;
            self.need(":")?;
            fields.push((name, self.value()?));
        }
        Ok(Literal::Object(fields))
    }
}
