//! Every door of the desk with who may use it, in one table (rule 8).

use http::Method;

use crate::desk_role::DeskRole;

/// Who may use a door.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Who {
    /// Anybody.
    Anyone,
    /// Somebody with at least this role.
    User(DeskRole),
    /// The same, or a backend with the secret of its hook.
    UserOrBackend,
}

/// What a door does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    Json,
    Receipt,
    Events,
    Style,
    Script,
    Login,
    LogIn,
    Leave,
    Arrive,
    LogOut,
    Language,
    Saves,
    Save,
    Releases,
    Release,
    Compare,
    Findings,
    State,
    Build,
    Back,
    GoBack,
}

/// One door.
#[derive(Debug)]
pub(super) struct DeskRow {
    pub(super) method: Method,
    /// The path; `{}` stands for one segment.
    pub(super) path: &'static str,
    /// The name in the log.
    pub(super) name: &'static str,
    pub(super) who: Who,
    pub(super) work: Work,
}

const fn row(method: Method, path: &'static str, name: &'static str, who: Who, work: Work) -> DeskRow {
    DeskRow {
        method,
        path,
        name,
        who,
        work,
    }
}

const LOOK: Who = Who::User(DeskRole::Look);
const PUBLISH: Who = Who::User(DeskRole::Publish);

/// The table.
pub(super) static ROWS: [DeskRow; 21] = [
    row(Method::GET, "/desk", "deskSaves", LOOK, Work::Saves),
    row(Method::GET, "/desk/saves/{}", "deskSave", LOOK, Work::Save),
    row(Method::GET, "/desk/releases", "deskReleases", LOOK, Work::Releases),
    row(Method::GET, "/desk/releases/{}", "deskRelease", LOOK, Work::Release),
    row(Method::GET, "/desk/releases/{}/return", "deskBack", PUBLISH, Work::Back),
    row(
        Method::POST,
        "/desk/releases/{}/return",
        "deskGoBack",
        PUBLISH,
        Work::GoBack,
    ),
    row(Method::GET, "/desk/compare", "deskCompare", LOOK, Work::Compare),
    row(Method::GET, "/desk/findings", "deskFindings", LOOK, Work::Findings),
    row(Method::GET, "/desk/state", "deskState", LOOK, Work::State),
    row(Method::POST, "/desk/build", "deskBuild", PUBLISH, Work::Build),
    row(Method::GET, "/desk/login", "deskLogin", Who::Anyone, Work::Login),
    row(Method::POST, "/desk/login", "deskLogIn", Who::Anyone, Work::LogIn),
    row(
        Method::POST,
        "/desk/login/provider",
        "deskLeave",
        Who::Anyone,
        Work::Leave,
    ),
    row(
        Method::GET,
        "/desk/login/provider",
        "deskArrive",
        Who::Anyone,
        Work::Arrive,
    ),
    row(Method::POST, "/desk/logout", "deskLogOut", LOOK, Work::LogOut),
    row(
        Method::POST,
        "/desk/language",
        "deskLanguage",
        Who::Anyone,
        Work::Language,
    ),
    row(Method::GET, "/desk/desk.css", "deskStyle", Who::Anyone, Work::Style),
    row(Method::GET, "/desk/desk.js", "deskScript", Who::Anyone, Work::Script),
    row(Method::GET, "/api/desk", "deskJson", Who::UserOrBackend, Work::Json),
    row(
        Method::GET,
        "/api/desk/receipts",
        "deskReceipt",
        Who::UserOrBackend,
        Work::Receipt,
    ),
    row(Method::GET, "/api/desk/events", "deskEvents", LOOK, Work::Events),
];

impl DeskRow {
    /// The parameters of a path; `None` if it is not this door's.
    pub(super) fn parameters<'p>(&self, path: &'p str) -> Option<Vec<&'p str>> {
        let (mut own, mut asked) = (self.path.split('/'), path.split('/'));
        let mut parameters = Vec::new();
        loop {
            match (own.next(), asked.next()) {
                (None, None) => return Some(parameters),
                (Some("{}"), Some(value)) if !value.is_empty() => parameters.push(value),
                (Some(one), Some(other)) if one == other => {}
                _ => return None,
            }
        }
    }
}
