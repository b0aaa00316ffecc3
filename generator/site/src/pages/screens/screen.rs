//! The type of a screen, and its implementation as a page kind.

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
    page::{Crumb, PlannedPage, Subject, Tone},
    page_view::{HeadView, PageView},
    pages::PageKind,
    plan::PlanContext,
    routes::{Layout, name},
    view::{self, ViewError, breadcrumbs, sheet},
};

/// A screen. Under `page`, its template receives the values of [`Content`] with `title`, the `island` and its `props`
/// (if any), and `layout`, the values of its layout; it extends `layout`, the template of its layout, and fills the
/// block `main`.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Name of its page kind, used in reports and `release.json`.
    pub kind: &'static str,
    /// Its path or file.
    pub at: At,
    /// Path of its template below `templates/`.
    pub template: &'static str,
    /// The island of the screen, loaded with the page, if any.
    pub island: Option<Island>,
    /// The content until the island is loaded.
    pub content: fn(&ViewContext<'_>, &PlannedPage) -> Content,
}

/// The path or file of a screen.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// The path of this route, in every locale. With a parameter in the path, it is one file that rewrites lead to
    /// (R-ROUTE-04).
    Route(&'static str),
    /// A file without a route that servers return as an error page; one in every locale, without links to it.
    ErrorPage {
        /// Name used in place of a route name.
        name: &'static str,
        /// Path below the locale's home, without `.html`.
        file: &'static str,
        /// Where an editor finds its texts, for messages.
        source: &'static str,
    },
    /// A file without a route that the API fills with submitted data and returns; one in every locale, without links to
    /// it.
    Answer {
        /// Name used in place of a route name.
        name: &'static str,
        /// Path below the locale's home, without `.html`.
        file: &'static str,
    },
}

/// The content of a screen until its island is loaded.
#[derive(Debug)]
pub struct Content {
    /// Title for `<head>` and breadcrumbs.
    pub title: String,
    /// Breadcrumbs between the home page and this one.
    pub between: Vec<Crumb>,
    /// Values for the template, under `page`.
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

    /// Only a title, by the key of its text, for screens whose other content is in the island.
    pub fn titled(cx: &ViewContext<'_>, key: &str) -> Self {
        Self::new(cx.t(key, &[]), context! {})
    }
}

/// The props of the island of a screen.
pub trait IslandProps: Serialize + ToSchema {
    /// The props for a page.
    fn of(cx: &ViewContext<'_>, page: &PlannedPage) -> Self;
}

/// An island with the type of its props.
#[derive(Clone, Copy, Debug)]
pub struct Island {
    name: &'static str,
    props: fn(&ViewContext<'_>, &PlannedPage) -> Value,
    schemas: fn(&mut Schemas),
}

impl Island {
    /// An island by name, with props of type `P`.
    pub const fn of<P: IslandProps>(name: &'static str) -> Self {
        Self {
            name,
            props: |cx, page| view::value(P::of(cx, page)),
            schemas: collect::<P>,
        }
    }

    /// An island by name, without props.
    pub const fn without_props(name: &'static str) -> Self {
        Self {
            name,
            props: |_, _| Value::from(()),
            schemas: |_| {},
        }
    }
}

/// The position of a screen in one locale.
struct Place {
    locale: LocaleIndex,
    path: SitePath,
    file: String,
}

impl Screen {
    /// The name of its island.
    pub(crate) fn island_name(&self) -> Option<&'static str> {
        self.island.as_ref().map(|island| island.name)
    }

    /// Adds the schemas of its island's props.
    pub fn collect_props(&self, schemas: &mut Schemas) {
        if let Some(island) = &self.island {
            (island.schemas)(schemas);
        }
    }

    fn name(&self) -> &'static str {
        match self.at {
            At::Route(name) | At::ErrorPage { name, .. } | At::Answer { name, .. } => name,
        }
    }

    fn place(&self, cx: &PlanContext<'_>, locale: LocaleIndex) -> Option<Place> {
        let path = match self.at {
            At::Route(name) => SitePath::parse(&cx.routes.get(name, locale)?.pattern).ok()?,
            At::ErrorPage { file, .. } | At::Answer { file, .. } => cx.routes.home(locale).join(file).ok()?,
        };
        let shell = cx.routes.get(self.name(), locale).and_then(|route| route.shell());
        Some(Place {
            locale,
            file: shell.map_or_else(|| path.file(), |shell| shell.file.clone()),
            path,
        })
    }

    /// An error page is shown for other paths, and the path of a shell is only known at run time.
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
            // The layout of a single order is `none`, but it belongs to the account area.
            At::Route(name) if self.layout() == Layout::Account || name == name::ACCOUNT_ORDER => &[sheet::ACCOUNT],
            At::Route(name::SEARCH) => &[sheet::SEARCH],
            At::Route(_) | At::Answer { .. } => &[sheet::SCREENS],
            At::ErrorPage { .. } if self.layout() == Layout::Simple => &[sheet::FAILURE],
            At::ErrorPage { .. } => &[sheet::CONTENT, sheet::NOT_FOUND],
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
                    At::Route(name) | At::Answer { name, .. } => format!("screen {name}"),
                    At::ErrorPage { source, .. } => source.to_owned(),
                },
                last_modified: None,
                list: None,
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
            head: HeadView::unindexed(title),
            tone: Tone::Light,
            body,
            search: None,
            markdown: None,
            islands: island.map(|island| island.name).into_iter().collect(),
        })
    }
}
