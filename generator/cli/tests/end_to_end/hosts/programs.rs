//! Debian's nginx and Caddy with the files of `scripts/deploy/`, as processes of a test.
//!
//! **Invariant:** each listens on a loopback address of this process alone, and ends with the value that holds it.

use std::{
    fs::{self, File},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::support::{Shop, root};

/// How long a host may take to start.
const SOON: Duration = Duration::from_secs(30);

/// A host that runs until it is dropped.
pub(super) struct Host {
    pub(super) name: &'static str,
    pub(super) url: String,
    child: Child,
}

impl Drop for Host {
    fn drop(&mut self) {
        // It may have ended already.
        let _gone = self.child.kill().is_ok();
        let _code = self.child.wait().is_ok();
    }
}

/// A loopback address that no other process listens on, so that a port stays free until a host takes it.
pub(super) fn own_address() -> Ipv4Addr {
    let [_, high, middle, low] = std::process::id().to_be_bytes();
    Ipv4Addr::new(127, 64 | high, middle, low)
}

pub(super) fn free_port() -> u16 {
    let listener = TcpListener::bind((own_address(), 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// A program of Debian's, which `scripts/test` installs.
fn program(name: &str, package: &str) -> PathBuf {
    let places = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/usr/local/sbin"];
    let found = places
        .iter()
        .map(|place| Path::new(place).join(name))
        .find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{name} is missing: install it with  sudo apt-get install {package}"))
}

/// A file of `scripts/deploy/` with the addresses and folders of this machine.
fn deployed(shop: &Shop, file: &str, server: &str) -> String {
    let text = fs::read_to_string(root().join("scripts/deploy").join(file)).unwrap();
    let folder = shop.path("").display().to_string();
    text.replace("/srv/vitrine", folder.trim_end_matches('/'))
        .replace("127.0.0.1:3000", server)
}

fn listening(name: &'static str, port: u16, mut command: Command, log: &Path) -> Host {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(log).unwrap());
    let mut host = Host {
        name,
        url: format!("http://{}:{port}", own_address()),
        child: command.spawn().unwrap(),
    };
    let began = Instant::now();
    while TcpStream::connect((own_address(), port)).is_err() {
        let ended = host.child.try_wait().unwrap();
        let said = || fs::read_to_string(log).unwrap();
        assert!(ended.is_none() && began.elapsed() < SOON, "{name}: {}", said());
        std::thread::sleep(Duration::from_millis(20));
    }
    host
}

/// `scripts/deploy/nginx.conf` without encryption, which needs a certificate, and as a single process: a worker would
/// outlive a master that is killed.
pub(super) fn nginx(shop: &Shop, server: &str, port: u16) -> Host {
    let site = deployed(shop, "nginx.conf", server);
    let plain: Vec<&str> = site
        .lines()
        .filter(|line| !line.trim_start().starts_with("ssl_") && !line.contains("listen [::]"))
        .collect();
    let plain = plain.join("\n");
    let redirect = "listen 80;";
    assert!(
        plain.contains(redirect) && plain.contains("listen 443 ssl http2;"),
        "{plain}"
    );
    let plain = plain
        .replace(redirect, &format!("listen {}:{};", own_address(), free_port()))
        .replace("listen 443 ssl http2;", &format!("listen {}:{port};", own_address()));
    let folder = shop.path("nginx");
    fs::create_dir(&folder).unwrap();
    let at = folder.display();
    let whole = format!(
        "daemon off; master_process off; user root; pid {at}/pid; error_log {at}/error.log;\nevents {{}}\nhttp {{\n\
         access_log off; client_body_temp_path {at}/a; proxy_temp_path {at}/b; fastcgi_temp_path {at}/c; uwsgi_temp_path {at}/d; scgi_temp_path {at}/e;\n{plain}\n}}\n"
    );
    let file = folder.join("nginx.conf");
    fs::write(&file, whole).unwrap();
    let mut command = Command::new(program("nginx", "nginx-light"));
    command.arg("-e").arg(folder.join("start.log")).arg("-c").arg(&file);
    listening("nginx", port, command, &folder.join("said.log"))
}

/// `scripts/deploy/Caddyfile` without encryption.
pub(super) fn caddy(shop: &Shop, server: &str, port: u16) -> Host {
    let site = deployed(shop, "Caddyfile", server);
    assert!(site.contains("\nshop.example {"), "{site}");
    let site = site.replace("shop.example {", &format!("http://{}:{port} {{", own_address()));
    let folder = shop.path("caddy");
    fs::create_dir(&folder).unwrap();
    let file = folder.join("Caddyfile");
    fs::write(&file, format!("{{\n\tadmin off\n\tauto_https off\n}}\n{site}")).unwrap();
    let mut command = Command::new(program("caddy", "caddy"));
    command
        .args(["run", "--adapter", "caddyfile", "--config"])
        .arg(&file)
        .env("HOME", &folder)
        .env("XDG_DATA_HOME", &folder)
        .env("XDG_CONFIG_HOME", &folder);
    listening("caddy", port, command, &folder.join("said.log"))
}
