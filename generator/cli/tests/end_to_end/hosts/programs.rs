//! Debian's nginx and Caddy with the files of `scripts/deploy/`, as processes of a test.
//!
//! **Invariant:** each listens on a loopback address used only by this process, and is stopped when its value is
//! dropped.

use std::{
    fs::{self, File},
    io::Write,
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use crate::support::{Shop, root};

/// Timeout for a host to start.
pub(super) const SOON: Duration = Duration::from_secs(30);

/// A host that runs until it is dropped.
pub(super) struct Host {
    pub(super) name: &'static str,
    pub(super) url: String,
    /// Ports for http, and for the shop's name with `www.`.
    pub(super) others: [u16; 2],
    /// Its log files.
    logs: Vec<PathBuf>,
    child: Child,
}

impl Host {
    /// Its log so far.
    pub(super) fn said(&self) -> String {
        let texts = self.logs.iter().map(|log| fs::read_to_string(log).unwrap_or_default());
        texts.collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // It may have ended already.
        let _gone = self.child.kill().is_ok();
        let _code = self.child.wait().is_ok();
    }
}

/// A loopback address that no other process listens on, so that a port stays free until a host binds it.
pub(super) fn own_address() -> Ipv4Addr {
    let [_, high, middle, low] = std::process::id().to_be_bytes();
    Ipv4Addr::new(127, 64 | high, middle, low)
}

pub(super) fn free_port() -> u16 {
    let listener = TcpListener::bind((own_address(), 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// A Debian program, installed by `scripts/test`.
fn program(name: &str, package: &str) -> PathBuf {
    let places = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/usr/local/sbin"];
    let found = places
        .iter()
        .map(|place| Path::new(place).join(name))
        .find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{name} is missing: install it with  sudo apt-get install {package}"))
}

/// A file of `scripts/deploy/` with the addresses and folders of this machine, which is also the shop's host name. If
/// the shop's folder has a file `behind-a-cdn`, the lines for a CDN are enabled, with the range in that file.
fn deployed(shop: &Shop, file: &str, server: &str) -> String {
    let mut text = fs::read_to_string(root().join("scripts/deploy").join(file)).unwrap();
    if let Ok(range) = fs::read_to_string(shop.path("behind-a-cdn")) {
        for line in [
            "set_real_ip_from 203.0.113.0/24;",
            "set_real_ip_from 2001:db8::/32;",
            "real_ip_header X-Forwarded-For;",
            "real_ip_recursive on;",
            "trusted_proxies 203.0.113.0/24 2001:db8::/32",
        ] {
            text = text.replace(&format!("# {line}"), line);
        }
        text = put(&text, "203.0.113.0/24", &range);
    }
    let folder = shop.path("").display().to_string();
    text.replace("/srv/vitrine", folder.trim_end_matches('/'))
        .replace("127.0.0.1:3000", server)
        .replace("shop.example", &own_address().to_string())
}

/// Replaces a text, which must occur.
fn put(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "{old:?} is not in {text}");
    text.replace(old, new)
}

fn listening(name: &'static str, ports: [u16; 3], mut command: Command, logs: Vec<PathBuf>) -> Host {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(&logs[0]).unwrap());
    let [port, plain, www] = ports;
    let mut host = Host {
        name,
        url: format!("http://{}:{port}", own_address()),
        others: [plain, www],
        logs,
        child: command.spawn().unwrap(),
    };
    let began = Instant::now();
    while TcpStream::connect((own_address(), port)).is_err() {
        let ended = host.child.try_wait().unwrap();
        assert!(ended.is_none() && began.elapsed() < SOON, "{name}: {}", host.said());
        std::thread::sleep(Duration::from_millis(20));
    }
    host
}

/// `scripts/deploy/nginx.conf` without TLS, which needs a certificate, and as a single process: a worker would outlive
/// a killed master.
pub(super) fn nginx(shop: &Shop, server: &str, port: u16) -> Host {
    let site = deployed(shop, "nginx.conf", server);
    let plain: Vec<&str> = site
        .lines()
        .filter(|line| !line.trim_start().starts_with("ssl_"))
        .collect();
    nginx_with(shop, &put(&plain.join("\n"), "443 ssl http2", "443"), port)
}

/// The unmodified `scripts/deploy/nginx.conf`, with a self-signed certificate.
pub(super) fn encrypted_nginx(shop: &Shop, server: &str, port: u16) -> Host {
    let at = shop.path("").display().to_string();
    let (key, certificate) = (format!("{at}/key.pem"), format!("{at}/certificate.pem"));
    let made = Command::new(program("openssl", "openssl"))
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "2",
        ])
        .args(["-subj", "/CN=shop", "-keyout", &key, "-out", &certificate])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let site = deployed(shop, "nginx.conf", server);
    let folder = format!("/etc/letsencrypt/live/{}", own_address());
    let site = put(&site, &format!("{folder}/fullchain.pem"), &certificate);
    nginx_with(shop, &put(&site, &format!("{folder}/privkey.pem"), &key), port)
}

/// The first line and the headers of a TLS answer for a host name; empty if there is none.
pub(super) fn encrypted(host: &Host, name: &str, path: &str) -> String {
    let address = host.url.strip_prefix("http://").unwrap();
    let mut client = Command::new(program("openssl", "openssl"))
        .args(["s_client", "-quiet", "-connect", address, "-servername", name])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
    // The client may have ended already.
    let _sent = client.stdin.take().unwrap().write_all(request.as_bytes()).is_ok();
    let answer = client.wait_with_output().unwrap().stdout;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    answer.split("\r\n\r\n").next().unwrap_or_default().to_owned()
}

fn nginx_with(shop: &Shop, site: &str, port: u16) -> Host {
    let lines: Vec<&str> = site.lines().filter(|line| !line.contains("listen [::]")).collect();
    let (own, unencrypted) = (own_address(), free_port());
    let plain = put(&lines.join("\n"), "listen 80", &format!("listen {own}:{unencrypted}"));
    let plain = put(&plain, "listen 443", &format!("listen {own}:{port}"));
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
    let logs = ["said.log", "start.log", "error.log"].map(|log| folder.join(log));
    listening("nginx", [port, unencrypted, port], command, logs.into())
}

/// `scripts/deploy/Caddyfile` without TLS: sites that need a certificate have their own port.
pub(super) fn caddy(shop: &Shop, server: &str, port: u16) -> Host {
    let own = own_address();
    let [unencrypted, www] = [free_port(), free_port()];
    let site = deployed(shop, "Caddyfile", server);
    let site = put(&site, &format!("\n{own} {{"), &format!("\nhttp://{own}:{port} {{"));
    let site = put(
        &site,
        &format!("http://{own}, http://www.{own} {{"),
        &format!("http://{own}:{unencrypted}, http://www.{own}:{unencrypted} {{"),
    );
    let site = put(
        &site,
        &format!("https://www.{own} {{"),
        &format!("http://www.{own}:{www} {{"),
    );
    let site = put(
        &site,
        "http://, https:// {",
        &format!("http://:{unencrypted}, http://:{port}, http://:{www} {{"),
    );
    let folder = shop.path("caddy");
    fs::create_dir(&folder).unwrap();
    let file = folder.join("Caddyfile");
    fs::write(
        &file,
        format!("{{\n\tadmin off\n\tauto_https off\n\tdefault_bind {own}\n}}\n{site}"),
    )
    .unwrap();
    caddy_with(&folder, &file, [port, unencrypted, www])
}

fn caddy_with(folder: &Path, file: &Path, ports: [u16; 3]) -> Host {
    let mut command = Command::new(program("caddy", "caddy"));
    command
        .args(["run", "--adapter", "caddyfile", "--config"])
        .arg(file)
        .env("HOME", folder)
        .env("XDG_DATA_HOME", folder)
        .env("XDG_CONFIG_HOME", folder);
    listening("Caddy", ports, command, vec![folder.join("said.log")])
}

/// The unmodified `scripts/deploy/Caddyfile`, for a name whose certificate Caddy issues itself.
pub(super) fn encrypted_caddy(shop: &Shop, server: &str, name: &str) -> Host {
    let own = own_address();
    let [encrypted, unencrypted] = [free_port(), free_port()];
    let site = deployed(shop, "Caddyfile", server).replace(&own.to_string(), name);
    let folder = shop.path("caddy");
    fs::create_dir(&folder).unwrap();
    let file = folder.join("Caddyfile");
    let here = format!("http_port {unencrypted}\n\thttps_port {encrypted}\n\tdefault_bind {own}");
    let issuer = "local_certs\n\tskip_install_trust";
    let text = format!("{{\n\tadmin off\n\t{here}\n\t{issuer}\n}}\n{site}");
    fs::write(&file, text).unwrap();
    caddy_with(&folder, &file, [encrypted, unencrypted, encrypted])
}
