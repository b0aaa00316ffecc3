//! Parsed XML: elements with their attributes, text and children.

use std::collections::BTreeMap;

use quick_xml::{
    NsReader, XmlVersion,
    events::{BytesStart, Event},
    name::ResolveResult,
};

/// An element.
#[derive(Debug, Default)]
pub(crate) struct Element {
    /// Its namespace and local name: `http://www.w3.org/2005/Atom link`.
    pub(crate) name: String,
    pub(crate) attributes: BTreeMap<String, String>,
    pub(crate) text: String,
    pub(crate) children: Vec<Element>,
}

impl Element {
    /// The document's root; a fault in the XML ends the test.
    pub(crate) fn parse(text: &str) -> Self {
        let mut reader = NsReader::from_str(text);
        reader.config_mut().check_end_names = true;
        let mut open = vec![Self::default()];
        loop {
            let (namespace, event) = reader
                .read_resolved_event()
                .unwrap_or_else(|error| panic!("{error}: {text}"));
            let namespace = match namespace {
                ResolveResult::Bound(namespace) => namespace.as_ref().to_owned(),
                _ => String::new(),
            };
            match event {
                Event::Eof => break,
                Event::Start(tag) => open.push(Self::begun(&namespace, &tag)),
                Event::Empty(tag) => {
                    let element = Self::begun(&namespace, &tag);
                    open.last_mut().unwrap().children.push(element);
                }
                Event::End(_) => {
                    let element = open.pop().unwrap();
                    open.last_mut().unwrap().children.push(element);
                }
                Event::Text(text) => open.last_mut().unwrap().text.push_str(&text),
                Event::GeneralRef(name) => {
                    let text = match &*name {
                        "amp" => "&",
                        "lt" => "<",
                        "gt" => ">",
                        "quot" => "\"",
                        "apos" => "'",
                        other => panic!("&{other};"),
                    };
                    open.last_mut().unwrap().text.push_str(text);
                }
                _ => {}
            }
        }
        let mut document = open.pop().unwrap();
        assert!(open.is_empty() && document.children.len() == 1, "one root: {text}");
        document.children.pop().unwrap()
    }

    fn begun(namespace: &str, tag: &BytesStart<'_>) -> Self {
        let local = tag.local_name();
        let attributes = tag.attributes().map(|attribute| {
            let attribute = attribute.unwrap();
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).unwrap();
            (attribute.key.as_ref().to_owned(), value.into_owned())
        });
        Self {
            name: format!("{namespace} {}", local.as_ref()).trim().to_owned(),
            attributes: attributes.collect(),
            ..Self::default()
        }
    }

    /// The children with a name.
    pub(crate) fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The text of the only child with a name; `None` if there is none.
    pub(crate) fn of(&self, name: &str) -> Option<&str> {
        let mut found = self.children.iter().filter(|child| child.name == name);
        let first = found.next()?;
        assert!(found.next().is_none(), "{} has {name} twice", self.name);
        Some(&first.text)
    }
}
