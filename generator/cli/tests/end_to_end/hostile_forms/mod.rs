//! Hostile submissions to every form of a built release: none gets a 500, none reaches the CMS, Shopware or a mailbox in
//! another form than it was typed.

mod files;
mod forms;
mod mails;
mod sender;
mod values;

use std::{
    collections::{BTreeMap, BTreeSet},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Map, Value, json};

use self::{
    forms::{ALL_KINDS, ALL_RULES, EVERYTHING, whole},
    mails::{Mail, MailServer},
    sender::{Sender, Transport},
    values::{is_as_typed, trimmed},
};
use crate::support::{Served, Shop, read_json, started};

const PATIENCE: Duration = Duration::from_mins(1);

const MEGABYTE: usize = 1024 * 1024;

/// The form that goes to Shopware.
const NEWSLETTER: &str = "newsletter";

/// Forms whose sender gets a copy by mail.
const COPIED: [&str; 2] = ["contact", "samples"];

/// A shop that serves its forms.
struct Open {
    shop: Shop,
    served: Served,
    mail: MailServer,
    /// The forms of the release, by their handles.
    forms: BTreeMap<String, Value>,
}

impl Open {
    fn start() -> Self {
        let shop = Shop::small_with(forms::add_everything);
        let mail = MailServer::start();
        shop.configure(
            "vitrine.toml",
            &[
                ("port = ", &format!("port = {}", mail.port)),
                ("copies = ", &format!("copies = {}", json!(COPIED))),
                ("trusted_proxies = ", "trusted_proxies = [\"127.0.0.1/32\"]"),
                ("forms = ", "forms = 1000000"),
            ],
        );
        forms::build_with_rules(&shop);
        shop.control("POST", "statamic", &json!({"version": 5, "csrf": false}));
        let served = started(shop.command(&["serve", "--no-builder"]), shop.path("serve.log"));
        let handed = read_json(&shop.path("dist/current/server/forms.json"));
        let forms = serde_json::from_value(handed).unwrap();
        Self {
            shop,
            served,
            mail,
            forms,
        }
    }

    fn fields(&self, form: &str) -> &[Value] {
        self.forms[form]["spec"]["fields"].as_array().unwrap()
    }

    fn submissions(&self) -> Vec<Value> {
        let told = self.shop.control("GET", "submissions", &Value::Null);
        told["submissions"].as_array().unwrap().clone()
    }

    /// The mails of Shopware.
    fn mailbox(&self) -> Vec<Value> {
        let told = self.shop.control("GET", "mailbox", &Value::Null);
        told["mails"].as_array().unwrap().clone()
    }

    fn forget(&self) {
        self.shop.control("DELETE", "submissions", &Value::Null);
        self.shop.control("DELETE", "mailbox", &Value::Null);
    }

    /// Copies are sent after the answer.
    fn copies(&self, count: usize) -> Vec<Mail> {
        let since = Instant::now();
        loop {
            let mails = self.mail.mails();
            if mails.len() >= count {
                return mails;
            }
            assert!(since.elapsed() < PATIENCE, "{} of {count} copies came", mails.len());
            thread::sleep(Duration::from_millis(20));
        }
    }
}

fn text<'v>(of: &'v Value, key: &str) -> &'v str {
    of[key].as_str().unwrap()
}

fn is_list(field: &Value) -> bool {
    text(field, "kind") == "checkboxes" || (text(field, "kind") == "select" && field["multiple"] == true)
}

/// The forms of the release have every kind of field and every rule.
fn assert_everything_is_there(open: &Open) {
    let all: Vec<&Value> = open.forms.keys().flat_map(|form| open.fields(form)).collect();
    let kinds: BTreeSet<&str> = all.iter().map(|field| text(field, "kind")).collect();
    assert_eq!(kinds, ALL_KINDS.iter().copied().collect());
    let rules = all.iter().filter_map(|field| field["rules"].as_array()).flatten();
    let rules: BTreeSet<&str> = rules
        .map(|rule| match rule {
            Value::String(name) => name.as_str(),
            rule => rule.as_object().unwrap().keys().next().unwrap(),
        })
        .collect();
    assert_eq!(rules, ALL_RULES.iter().copied().collect());
}

/// A submission that was taken.
struct Taken {
    what: String,
    field: String,
    typed: Map<String, Value>,
}

/// Sends a form with a value in one field; `None` if it was refused.
fn send(open: &Open, sender: &mut Sender, form: &str, field: &Value, value: &Value, by: Transport) -> Option<Taken> {
    let handle = text(field, "handle");
    let mut typed = whole(form);
    sender.own_address(&mut typed);
    typed.insert(handle.to_owned(), value.clone());
    // JSON has no files, and only JSON has other values than texts: then the missing file is one more fault.
    let file = (form == "vacancy_application" && handle != "cv" && value.is_string()).then_some("cv");
    let status = sender.send(form, &typed, by, file);
    let what = format!("{form}.{handle} by {by:?}: {:.80}", value.to_string());
    assert!(
        matches!(status, 200 | 400 | 422),
        "{what}: {status}: {}",
        open.served.log()
    );
    (status == 200).then(|| Taken {
        what,
        field: handle.to_owned(),
        typed,
    })
}

/// What the CMS stored of a submission is what was typed.
fn assert_as_typed(open: &Open, form: &str, stored: &Value, taken: &Taken) {
    let Taken {
        what,
        field: varied,
        typed,
    } = taken;
    let data = stored["data"].as_object().unwrap();
    for field in open.fields(form) {
        let (handle, kind) = (text(field, "handle"), text(field, "kind"));
        let Some(stored) = data.get(handle) else {
            assert!(matches!(kind, "section" | "html"), "{what}: {handle} is not stored");
            continue;
        };
        let nothing = Value::Null;
        let typed = match handle {
            "locale" => &json!("nl"),
            "page_url" => &json!("/contact"),
            _ => typed.get(handle).unwrap_or(&nothing),
        };
        let is_absent = stored.is_null() || *stored == json!([]) || *stored == json!(false);
        // A field that is not shown, because of the value of another one, is left out.
        let left_out = !field["condition"].is_null() && is_absent;
        let is_file = kind == "files" && handle != varied;
        assert!(
            left_out || is_file || is_as_typed(kind, is_list(field), stored, typed),
            "{what}: {handle} was {typed} and is {stored}"
        );
    }
    for handle in data.keys() {
        let is_known = open.fields(form).iter().any(|field| text(field, "handle") == handle);
        assert!(is_known, "{what}: {handle} is no field");
    }
}

/// A copy goes to the address that was typed and to nobody else, and its head has the lines that the shop writes.
fn assert_copy(mail: &Mail, addresses: &BTreeSet<String>) {
    assert_eq!(mail.to.len(), 1, "{mail:?}");
    let address = mail.to[0]
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'))
        .unwrap()
        .0;
    assert!(addresses.contains(address), "{address}");
    let (head, _) = mail.message.split_once("\r\n\r\n").unwrap();
    let head = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let mut names = BTreeSet::new();
    for line in head.split("\r\n") {
        let (name, value) = line.split_once(':').unwrap_or_else(|| panic!("{head}"));
        let name = name.to_ascii_lowercase();
        let known = [
            "from",
            "to",
            "subject",
            "date",
            "message-id",
            "mime-version",
            "content-type",
            "content-transfer-encoding",
            "auto-submitted",
            "x-auto-response-suppress",
            "reply-to",
        ];
        assert!(known.contains(&name.as_str()), "{line}");
        assert!(
            !value.contains("evil") || name == "to" && address.contains("evil"),
            "{line}"
        );
        assert!(names.insert(name), "twice: {line}");
    }
}

/// Every field of every form, of every kind, with every rule, takes each hostile value as it was typed or refuses it; each
/// is sent as JSON, as pairs or as parts in turn. Returns the numbers of submissions and of those that were taken.
fn send_values(open: &Open) -> (usize, usize) {
    open.forget();
    let values = values::values();
    let shares = shares(open);
    let taken: Vec<(&String, Vec<Taken>)> = thread::scope(|scope| {
        let senders = open.forms.keys().enumerate().map(|(number, form)| {
            let (values, shares) = (&values, &shares[number]);
            let sender = Sender::of(&open.served.url, number);
            let sending = scope.spawn(move || send_values_to(open, sender, form, values, shares));
            (form, sending)
        });
        let senders: Vec<_> = senders.collect();
        senders
            .into_iter()
            .map(|(form, sending)| (form, sending.join().unwrap()))
            .collect()
    });
    let stored = open.submissions();
    for (form, taken) in &taken {
        if *form == NEWSLETTER {
            assert_subscribed(&open.mailbox(), taken);
            continue;
        }
        let stored: Vec<&Value> = stored.iter().filter(|one| one["form"] == **form).collect();
        assert_eq!(
            stored.len(),
            taken.len(),
            "{form}: what was refused did not reach the CMS"
        );
        for (stored, taken) in stored.iter().zip(taken) {
            assert_as_typed(open, form, stored, taken);
        }
    }
    assert_copies(open, &taken);
    let sent = shares.iter().flatten().map(|share| values.len() / share).sum();
    (sent, taken.iter().map(|(_, taken)| taken.len()).sum())
}

/// For each form and field: 1 if it gets all values, 3 if it gets every third one, because an earlier field is of the same
/// kind with the same options and rules.
fn shares(open: &Open) -> Vec<Vec<usize>> {
    let mut seen = BTreeSet::new();
    let mut share = |field: &Value| {
        let same = ["kind", "multiple", "options", "rules", "condition"].map(|key| field[key].to_string());
        if seen.insert(same) { 1 } else { 3 }
    };
    let forms = open.forms.keys();
    forms
        .map(|form| open.fields(form).iter().map(&mut share).collect())
        .collect()
}

fn send_values_to(open: &Open, mut sender: Sender, form: &str, values: &[Value], shares: &[usize]) -> Vec<Taken> {
    let mut taken = Vec::new();
    for (row, field) in open.fields(form).iter().enumerate() {
        let share = shares[row];
        for (column, value) in values.iter().enumerate().skip(row % share).step_by(share) {
            let by = Transport::of(value, row + column);
            taken.extend(send(open, &mut sender, form, field, value, by));
        }
    }
    taken
}

/// Shopware sends its mail to each address that was typed, and to no other one.
fn assert_subscribed(mails: &[Value], taken: &[Taken]) {
    let mut to: Vec<&str> = mails.iter().map(|mail| text(mail, "to")).collect();
    let mut typed: Vec<String> = taken
        .iter()
        .map(|taken| trimmed(taken.typed["email"].as_str().unwrap()))
        .collect();
    // The newest mail comes first.
    to.sort_unstable();
    typed.sort_unstable();
    assert_eq!(to, typed);
}

fn assert_copies(open: &Open, taken: &[(&String, Vec<Taken>)]) {
    let copied = taken.iter().filter(|(form, _)| COPIED.contains(&form.as_str()));
    let all: Vec<&Taken> = copied.flat_map(|(_, taken)| taken).collect();
    let addresses: BTreeSet<String> = all
        .iter()
        .map(|taken| trimmed(taken.typed["email"].as_str().unwrap()))
        .collect();
    let mails = open.copies(all.len());
    assert_eq!(mails.len(), all.len());
    for mail in &mails {
        assert_copy(mail, &addresses);
    }
}

/// Bodies that are too large, too many, too deep or broken, for every form; those of megabytes for three forms, because
/// they are refused before the form counts. Returns their number.
fn send_bodies(open: &Open) -> usize {
    open.forget();
    let copies = open.mail.mails().len();
    let mut sender = Sender::of(&open.served.url, 100);
    let bodies = sender::bodies();
    let mut sent = 0;
    for form in open.forms.keys() {
        let takes_large = ["contact", NEWSLETTER, EVERYTHING].contains(&form.as_str());
        for (what, content_type, body, expected) in bodies.iter().filter(|body| takes_large || body.2.len() < MEGABYTE)
        {
            sent += 1;
            let began = Instant::now();
            let status = sender.send_body(form, Transport::Json, content_type, body.clone());
            assert!(expected.contains(&status), "{form}, {what}: {status}");
            let waited = began.elapsed();
            assert!(waited < Duration::from_secs(10), "{form}, {what}: {waited:?}");
        }
    }
    assert!(open.submissions().is_empty() && open.mailbox().is_empty());
    assert_eq!(open.mail.mails().len(), copies);
    let mut typed = whole("contact");
    sender.own_address(&mut typed);
    let status = sender.send("contact", &typed, Transport::Json, None);
    assert_eq!(status, 200, "it still serves");
    assert!(open.served.peak_kib() < 512 * 1024, "{} KiB", open.served.peak_kib());
    sent
}

/// Every file field of every form: what is not the kind that its name says, or not of a kind that the field takes, is
/// refused on its field; what is taken arrives byte for byte, below a name without folders. Returns the numbers of files
/// and of those that were taken.
fn send_files(open: &Open) -> (usize, usize) {
    let mut sender = Sender::of(&open.served.url, 101);
    let (mut sent, mut kept) = (0, 0);
    for form in open.forms.keys() {
        open.forget();
        let mut hashes = Vec::new();
        for field in open.fields(form).iter().filter(|field| text(field, "kind") == "files") {
            let limits = files::Limits::of(field);
            for file in files::hostile() {
                sent += 1;
                let mut typed = whole(form);
                sender.own_address(&mut typed);
                let status = sender.send_file(form, &typed, text(field, "handle"), &file);
                let what = format!("{form}.{}: {:?}", text(field, "handle"), file.name);
                match file.fits(&limits) {
                    true => {
                        assert_eq!(status, 200, "{what}");
                        hashes.push(blake3_of(&file.content));
                    }
                    false => assert!(matches!(status, 413 | 422), "{what}: {status}"),
                }
            }
        }
        kept += hashes.len();
        assert_files(form, &open.submissions(), &hashes);
    }
    (sent, kept)
}

fn assert_files(form: &str, stored: &[Value], hashes: &[String]) {
    assert_eq!(stored.len(), hashes.len(), "{form}");
    for (one, hash) in stored.iter().zip(hashes) {
        let files = one["files"].as_array().unwrap();
        assert!(files.iter().any(|file| text(file, "blake3") == hash), "{form}: {one:#}");
        for name in files.iter().map(|file| text(file, "name")) {
            let unfit = ['/', '\\', '\u{202e}', '"', '\r', '\n', '\0'];
            assert!(!name.contains(unfit) && !name.contains(".php"), "{form}: {name:?}");
        }
    }
}

/// R-FORM-04, R-FORM-06: hostile values, bodies and files for every form of a release: none is answered with a 500, and
/// none reaches the CMS, Shopware or a mailbox in another form than it was typed.
#[test]
fn r_form_04_hostile_submissions_are_taken_as_typed_or_refused() {
    let open = Open::start();
    assert_everything_is_there(&open);
    let began = Instant::now();
    let (values, taken) = send_values(&open);
    println!("{values} values, {taken} taken as typed: {:?}", began.elapsed());
    let bodies = send_bodies(&open);
    println!("{bodies} bodies: {:?}", began.elapsed());
    let (files, kept) = send_files(&open);
    println!("{files} files, {kept} taken as they are: {:?}", began.elapsed());
    let log = open.served.log();
    assert!(
        !log.contains("evil.test") && !log.contains("panicked"),
        "nothing typed is logged"
    );
}

fn blake3_of(content: &[u8]) -> String {
    blake3::hash(content).to_hex().to_string()
}
