//! Releases that are opened while requests are answered: the list of files of a new release is a pipe, so that a test
//! decides when its opening ends.

use std::{
    fs::{self, File},
    io::Write,
    path::PathBuf,
    time::Duration,
};

use tokio::{task::spawn_blocking, time::timeout};

use crate::{
    shop::{Shop, go_live, release},
    shopware::Shopware,
};

/// Far more than an answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

async fn shop() -> Shop {
    Shop::start(Shopware::start().await.client()).await
}

/// A release whose list of files nobody has written yet.
pub struct Held {
    list: PathBuf,
    bytes: Vec<u8>,
}

/// A release whose opening has begun, and ends when its list of files is written.
pub struct Opening {
    pipe: File,
    bytes: Vec<u8>,
}

impl Held {
    pub fn release(shop: &Shop, id: &str) -> Self {
        release(shop.folder.path(), id);
        let list = shop.folder.path().join(format!("dist/releases/{id}/release.json"));
        let bytes = fs::read(&list).expect("a list");
        Self::at(list, bytes)
    }

    /// A new pipe in the place of what is there; whoever reads that goes on.
    fn at(list: PathBuf, bytes: Vec<u8>) -> Self {
        fs::remove_file(&list).expect("removed");
        let made = std::process::Command::new("mkfifo").arg(&list).status();
        assert!(made.expect("mkfifo").success());
        Self { list, bytes }
    }

    /// Waits until the server reads the list: a pipe can be opened for writing from then on.
    pub async fn begins(self) -> Opening {
        let list = self.list;
        let opened = spawn_blocking(move || File::options().write(true).open(list));
        let pipe = timeout(PATIENCE, opened).await.expect("a reader in time");
        Opening {
            pipe: pipe.expect("a thread").expect("a pipe"),
            bytes: self.bytes,
        }
    }
}

impl Opening {
    pub fn ends(mut self) {
        self.pipe.write_all(&self.bytes).expect("written");
    }

    /// The list is cut off in the middle.
    fn fails(mut self) {
        self.pipe
            .write_all(&self.bytes[..self.bytes.len() / 2])
            .expect("written");
    }
}

async fn home(shop: &Shop) -> String {
    let page = timeout(PATIENCE, shop.ask("GET", "/").send()).await;
    let page = page.expect("an answer meanwhile");
    assert_eq!(page.status, 200);
    page.text()
}

/// "`serve` goes on with the old release until the new one is open, without making a request wait": pages, missing
/// pages, and the API; the new one answers as soon as it is open.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_answered_while_a_release_is_opened() {
    let shop = shop().await;
    let held = Held::release(&shop, "two");
    go_live(shop.folder.path(), "two");
    assert!(home(&shop).await.contains("Home of one"));
    let opening = held.begins().await;
    for path in [
        "/",
        "/en",
        "/nowhere",
        "/api/health",
        "/api/nowhere",
        "/api/search?q=lamp",
        "/oud",
    ] {
        let answer = timeout(PATIENCE, shop.get(path).send()).await;
        assert!(answer.expect("an answer meanwhile").status < 500, "{path}");
    }
    assert!(home(&shop).await.contains("Home of one"));
    opening.ends();
    shop.switched("two").await;
    assert!(home(&shop).await.contains("Home of two"));
}

/// A switch is noticed without a request, so that the first one for a long time is not answered from an old release.
#[tokio::test(flavor = "multi_thread")]
async fn a_release_is_opened_before_a_request_comes() {
    let shop = shop().await;
    let held = Held::release(&shop, "two");
    go_live(shop.folder.path(), "two");
    held.begins().await.ends();
    shop.switched("two").await;
    assert!(home(&shop).await.contains("Home of two"));
}

/// `dist/current` may change again while a release is being opened: the one that it names in the end is served.
#[tokio::test(flavor = "multi_thread")]
async fn the_newest_of_several_targets_is_opened() {
    let shop = shop().await;
    let held = Held::release(&shop, "two");
    go_live(shop.folder.path(), "two");
    home(&shop).await;
    let two = held.begins().await;
    release(shop.folder.path(), "three");
    let held = Held::release(&shop, "four");
    go_live(shop.folder.path(), "three");
    go_live(shop.folder.path(), "four");
    assert!(home(&shop).await.contains("Home of one"));
    two.ends();
    // Nobody asks meanwhile: the opening goes on by itself, and past what was named only for a moment.
    let four = held.begins().await;
    assert!(home(&shop).await.contains("Home of two"));
    four.ends();
    shop.switched("four").await;
    assert!(home(&shop).await.contains("Home of four"));
}

/// A release that cannot be read leaves the one before in use, and is tried again until it can.
#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_release_is_tried_again_and_the_old_one_stays() {
    let shop = shop().await;
    let held = Held::release(&shop, "two");
    let (list, bytes) = (held.list.clone(), held.bytes.clone());
    go_live(shop.folder.path(), "two");
    let opening = held.begins().await;
    // The reader of the first pipe may still have it open when the second opening is waited for.
    let again = Held::at(list, bytes);
    opening.fails();
    assert!(home(&shop).await.contains("Home of one"));
    let opening = again.begins().await;
    assert!(home(&shop).await.contains("Home of one"));
    opening.ends();
    shop.switched("two").await;
    assert!(home(&shop).await.contains("Home of two"));
}

/// `/api/ready` answers once the newest release is open: whoever deploys may ask for its pages then.
#[tokio::test(flavor = "multi_thread")]
async fn ready_waits_for_the_release_that_is_being_opened() {
    let shop = shop().await;
    let held = Held::release(&shop, "two");
    go_live(shop.folder.path(), "two");
    let ready = tokio::spawn(shop.ask("GET", "/api/ready").send());
    let opening = held.begins().await;
    assert!(home(&shop).await.contains("Home of one"));
    assert!(!ready.is_finished());
    opening.ends();
    assert_eq!(ready.await.expect("an answer").status, 200);
    assert!(home(&shop).await.contains("Home of two"));
}
