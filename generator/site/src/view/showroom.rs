//! Labels of a showroom's facilities.

use crate::context::ViewContext;

/// The label of a facility; `None` for an unknown one.
pub(crate) fn facility(cx: &ViewContext<'_>, key: &str) -> Option<String> {
    Some(match key {
        "parking" => cx.t("editorial.facility_parking", &[]),
        "charging" => cx.t("editorial.facility_charging", &[]),
        "coffee" => cx.t("editorial.facility_coffee", &[]),
        "accessible" => cx.t("editorial.facility_accessible", &[]),
        "childrens_corner" => cx.t("editorial.facility_childrens_corner", &[]),
        _ => return None,
    })
}
