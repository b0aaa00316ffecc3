//! What a row of the table of screens is, and how a page is made of it.

use minijinja::{Value, context};
use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::{locale::LocaleIndex, path::SitePath};

use super::{
    layouts,
    schemas::{Schemas, collect},
};
use crate::{
    context::ViewContext,
    page::{Crumb, HeadView, PageView, PlannedPage, Subject, Tone},
    pages::{PageKind, ViewError, sheet},
    plan::PlanContext,
    routes::Layout,
    view::{self, breadcrumbs},
};

/// A screen. Its template gets under `page` the values of [`Content`] with `title`, `island` and `props` of its island (or none), and `layout`, the values of its
/// layout; it extends `layout`, the template of its layout, and fills the block `main`.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// The name of its page kind, as reports and `release.json` write it.
    pub kind: &'static str,
    /// Where it is.
    pub at: At,
    /// Below `templates/`.
    pub template: &'static str,
    /// The island that the screen is made of, fetched with the page. A screen may have none.
    pub island: Option<Island>,
    /// What is shown before the island comes.
    pub content: fn(&ViewContext<'_>, &PlannedPage) -> Content,
}

/// Where a screen is.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// At the path of this route, in every locale. With a parameter in it, it is one file that rewrites lead to (R-ROUTE-04).
    Route(&'static str),
    /// In a file without a route, which servers answer with instead of a page: one in every locale, linked by nothing.
    ErrorPage {
        /// The name that stands for its route.
        name: &'static str,
        /// Below the locale's home, without `.html`.
        file: &'static str,
        /// Where an editor finds its words, for messages.
        source: &'static str,
    },
}

/// What a screen shows before its island comes.
#[derive(Debug)]
pub struct Content {
    /// In the head, and in the breadcrumbs.
    pub title: String,
    /// What stands in the breadcrumbs between the home page and this one.
    pub between: Vec<Crumb>,
    /// For the template, under `page`.
    pub values: Value,
}

impl Content {
    /// A title, and values for the template.
    pub fn new(title: String, values: Value) -> Self {
        Self {
            title,
            between: Vec::new(),
            values,
        }
    }

    /// A title by its text's key, and nothing more: enough where all else is the island's.
    pub fn titled(cx: &ViewContext<'_>, key: &str) -> Self {
        Self::new(cx.t(key, &[]), context! {})
    }
}

/// The props of the island of a screen.
pub trait IslandProps: Serialize + ToSchema {
    /// Those of a page.
    fn of(cx: &ViewContext<'_>, page: &PlannedPage) -> Self;
}

/// An island, and the type of its props.
#[derive(Clone, Copy, Debug)]
pub struct Island {
    name: &'static str,
    props: fn(&ViewContext<'_>, &PlannedPage) -> Value,
    schemas: fn(&mut Schemas),
}

impl Island {
    /// The island of this name, which gets `P`.
    pub const fn of<P: IslandProps>(name: &'static str) -> Self {
        Self {
            name,
            props: |cx, page| view::value(P::of(cx, page)),
            schemas: collect::<P>,
        }
    }
}

/// Where a screen is in one locale.
struct Place {
    locale: LocaleIndex,
    path: SitePath,
    file: String,
}

impl Screen {
    /// Adds the schemas of the props of its island.
    pub fn collect_props(&self, schemas: &mut Schemas) {
        if let Some(island) = &self.island {
            (island.schemas)(schemas);
        }
    }

    fn name(&self) -> &'static str {
        match self.at {
            At::Route(name) | At::ErrorPage { name, .. } => name,
        }
    }

    fn place(&self, cx: &PlanContext<'_>, locale: LocaleIndex) -> Option<Place> {
        let path = match self.at {
            At::Route(name) => SitePath::parse(&cx.routes.get(name, locale)?.pattern).ok()?,
            At::ErrorPage { file, .. } => cx.routes.home(locale).join(file).ok()?,
        };
        let shell = cx.routes.get(self.name(), locale).and_then(|route| route.shell());
        Some(Place {
            locale,
            file: shell.map_or_else(|| path.file(), |shell| shell.file.clone()),
            path,
        })
    }

    /// An error page is about another path; a shell's path in another locale is known at run time alone.
    fn alternates(&self, cx: &PlanContext<'_>) -> Vec<(LocaleIndex, SitePath)> {
        let At::Route(name) = self.at else {
            return Vec::new();
        };
        let path = |locale| Some((locale, cx.routes.path(name, locale)?.clone()));
        cx.catalog
            .locales()
            .iter()
            .filter_map(|(locale, _)| path(locale))
            .collect()
    }

    fn breadcrumbs(&self, cx: &ViewContext<'_>, between: Vec<Crumb>, title: &str) -> Vec<Crumb> {
        match self.at {
            At::Route(_) if self.layout() == Layout::Default => breadcrumbs::trail(cx, between, title.to_owned()),
            _ => Vec::new(),
        }
    }
}

impl PageKind for Screen {
    fn name(&self) -> &'static str {
        self.kind
    }

    fn template(&self) -> &'static str {
        self.template
    }

    fn layout(&self) -> Layout {
        Layout::of(self.name())
    }

    fn sheets(&self) -> &'static [&'static str] {
        match self.at {
            At::Route(_) => &[sheet::SCREENS],
            At::ErrorPage { .. } => &[sheet::CONTENT],
        }
    }

    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        let alternates = self.alternates(cx);
        let places = cx.catalog.locales().iter();
        places
            .filter_map(|(locale, _)| self.place(cx, locale))
            .map(|place| PlannedPage {
                path: place.path,
                file: place.file,
                locale: place.locale,
                kind: self.kind,
                subject: Subject::Screen(self.name()),
                alternates: alternates.clone(),
                indexable: false,
                source: match self.at {
                    At::Route(name) => format!("screen {name}"),
                    At::ErrorPage { source, .. } => source.to_owned(),
                },
                last_modified: None,
            })
            .collect()
    }

    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError> {
        let Content { title, between, values } = (self.content)(cx, page);
        let island = self.island.as_ref();
        let body = context! {
            title => title.as_str(),
            island => island.map(|island| island.name),
            props => island.map(|island| (island.props)(cx, page)),
            layout => layouts::values(cx, self.layout()),
            ..values
        };
        Ok(PageView {
            breadcrumbs: self.breadcrumbs(cx, between, &title).into(),
            head: HeadView {
                title,
                description: None,
                noindex: true,
                image: None,
                structured_data: Vec::new(),
                preload_images: Vec::new(),
            },
            tone: Tone::Light,
            body,
            search: None,
            islands: island.map(|island| island.name).into_iter().collect(),
        })
    }
}
