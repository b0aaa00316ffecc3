//! Chooses the text for the days of a delivery, and fills it in.

use jiff::{
    Timestamp,
    civil::{Date, Time},
};
use vitrine_delivery::{Calendar, Saying, Span};

use crate::request::Page;

/// What is said of the days of a delivery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sentence {
    /// The days.
    pub(crate) span: Span,
    /// The shop's local date of the order.
    pub(crate) ordered: Date,
    /// Until when on that date the days hold; `None` if the order is placed, or if no cut-off decides.
    pub(crate) until: Option<Time>,
}

impl Sentence {
    /// Of something that is ordered at this moment.
    pub(crate) fn at(calendar: &Calendar, now: Timestamp, span: Span) -> Self {
        let until = calendar.in_time_until(now);
        Self {
            span,
            ordered: calendar.day_of(now),
            until: until.map(|until| until.to_zoned(calendar.time_zone.clone()).time()),
        }
    }
}

/// The sentence in the page's language: "Bij u op vrijdag 27 november, als u vandaag voor 15:00 uur bestelt".
pub(crate) fn sentence(sentence: Sentence, page: &Page<'_>) -> String {
    let say = |key: &str, parameters: &[(&str, &str)]| page.messages.text(page.code, key, parameters);
    let day = |day: Date| named(day, page);
    let before = |key: &'static str, with_cut_off: &'static str, parameters: &[(&str, &str)]| match sentence.until {
        Some(until) => {
            let time = format!("{:02}:{:02}", until.hour(), until.minute());
            say(with_cut_off, &[parameters, &[("time", time.as_str())]].concat())
        }
        None => say(key, parameters),
    };
    match sentence.span.saying(sentence.ordered) {
        Saying::On(only) => before("delivery.on", "delivery.on_before", &[("day", &day(only))]),
        Saying::Between(first, last) => before(
            "delivery.between",
            "delivery.between_before",
            &[("first", &day(first)), ("last", &day(last))],
        ),
        Saying::Weeks { first, last, from } => {
            let (from, first, last) = (without_weekday(from, page), first.to_string(), last.to_string());
            if first == last {
                return say("delivery.week", &[("week", &first), ("day", &from)]);
            }
            say("delivery.weeks", &[("week", &first), ("last", &last), ("day", &from)])
        }
    }
}

/// `vrijdag 27 november`
fn named(day: Date, page: &Page<'_>) -> String {
    let weekday = format!("format.weekday.{}", day.weekday().to_monday_one_offset());
    let weekday = page.messages.text(page.code, &weekday, &[]);
    let date = without_weekday(day, page);
    let parameters = [("weekday", weekday.as_str()), ("date", date.as_str())];
    page.messages.text(page.code, "delivery.weekday_and_date", &parameters)
}

/// `27 november`
fn without_weekday(day: Date, page: &Page<'_>) -> String {
    let month = page
        .messages
        .text(page.code, &format!("format.month.{}", day.month()), &[]);
    let number = day.day().to_string();
    let parameters = [("day", number.as_str()), ("month", month.as_str())];
    page.messages.text(page.code, "delivery.day_and_month", &parameters)
}
