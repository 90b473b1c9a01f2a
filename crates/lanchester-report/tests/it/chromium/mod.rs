//! A Chromium without a window, spoken to in its DevTools protocol: one page, what happened on it, what it looks like.
//!
//! A client of the whole protocol takes as long to build as everything else here together; the tests need a dozen
//! messages of it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::protocol::Role;
use tungstenite::{Message, WebSocket};

/// The browser on the path, if there is one.
pub fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names.iter().find_map(|name| std::env::split_paths(&path).map(|p| p.join(name)).find(|p| p.is_file()))
}

/// A browser with one page.
pub struct Browser {
    child: Child,
    socket: WebSocket<TcpStream>,
    session: Option<String>,
    sent: u64,
    /// Everything that the page reported, in order.
    pub events: Vec<Value>,
    _profile: TempDir,
}

impl Browser {
    /// Starts the program at `path` with an empty profile.
    pub fn start(path: &Path) -> Self {
        let profile = tempfile::tempdir().expect("a folder");
        let child = Command::new(path)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a browser that starts");
        let (port, path) = address(profile.path());
        let socket = connect(port, &path);
        let mut browser = Self { child, socket, session: None, sent: 0, events: Vec::new(), _profile: profile };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        browser.session = browser.call("Target.attachToTarget", attach)["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Sends a command and returns its result; what happens meanwhile is added to `events`.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.sent += 1;
        let mut message = json!({ "id": self.sent, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).expect("a browser that listens");
        loop {
            let answer = self.read();
            if answer["id"] == json!(self.sent) {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    fn read(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("a browser that answers") {
                let value: Value = serde_json::from_str(&text).expect("JSON");
                if value["method"].is_string() {
                    self.events.push(value.clone());
                }
                return value;
            }
        }
    }

    /// Opens a file and waits until it is loaded.
    pub fn open(&mut self, file: &Path) {
        self.events.clear();
        self.call("Page.navigate", json!({ "url": format!("file://{}", file.display()) }));
        while self.of("Page.loadEventFired").is_empty() {
            self.read();
        }
    }

    /// The reports of one kind.
    pub fn of(&self, method: &str) -> Vec<&Value> {
        self.events.iter().filter(|e| e["method"] == method).collect()
    }

    /// What an expression comes to on the page, a promise when it is kept.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// A number that an expression comes to.
    pub fn number(&mut self, expression: &str) -> f64 {
        self.evaluate(expression).as_f64().unwrap_or_else(|| panic!("{expression} is no number"))
    }

    /// Sets the size of the view, the colour scheme, and starts without a pointer.
    pub fn view(&mut self, width: u32, height: u32, scheme: &str) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Brings what a selector finds into view and moves the mouse onto its middle.
    pub fn hover(&mut self, selector: &str, index: usize) {
        let found = format!("document.querySelectorAll({selector:?})[{index}]");
        self.evaluate(&format!("{found}.scrollIntoView({{ behavior: 'instant', block: 'center', inline: 'center' }})"));
        let middle = |a: &str, b: &str| {
            format!("(() => {{ const r = {found}.getBoundingClientRect(); return (r.{a} + r.{b}) / 2 }})()")
        };
        let (x, y) = (self.number(&middle("left", "right")), self.number(&middle("top", "bottom")));
        // The scrolling may be reported after it is done, and hides tooltips: two frames later it is over.
        let frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
        self.evaluate(frames);
        for dx in [-1.0, 0.0] {
            self.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x + dx, "y": y }));
        }
    }

    /// Colours of the view: how many different ones, and which is in the corner; and the picture, a PNG. The browser itself counts.
    pub fn screenshot(&mut self) -> (usize, [u8; 3], Vec<u8>) {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let text = shot["data"].as_str().expect("an image");
        let count = format!(
            "(async () => {{
                const bytes = Uint8Array.from(atob({text:?}), (c) => c.charCodeAt(0));
                const image = await createImageBitmap(new Blob([bytes]));
                const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
                context.drawImage(image, 0, 0);
                const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
                return [new Set(pixels).size, pixels[0]];
            }})()"
        );
        let counted = self.evaluate(&count);
        let number = |index: usize| counted[index].as_u64().expect("a number");
        let [r, g, b, _] = (number(1) as u32).to_le_bytes();
        (number(0) as usize, [r, g, b], data_encoding::BASE64.decode(text.as_bytes()).expect("base64"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may be gone already; then there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where the browser listens, port and path: it writes that into its profile when it is ready.
fn address(profile: &Path) -> (u16, String) {
    for _ in 0..600 {
        let text = std::fs::read_to_string(profile.join("DevToolsActivePort")).unwrap_or_default();
        if let Some((port, path)) = text.split_once('\n') {
            return (port.parse().expect("a port"), path.trim().to_owned());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the browser did not get ready");
}

/// Opens a WebSocket (RFC 6455, 4.1). The key is a constant, and what the browser makes of it is not looked at: the library's own
/// handshake asks more of crates that the program has as well, which would be compiled a second time for that.
fn connect(port: u16, path: &str) -> WebSocket<TcpStream> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a browser that listens");
    // A browser that hangs must not hang the tests.
    stream.set_read_timeout(Some(Duration::from_mins(2))).expect("a stream");
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: bGFuY2hlc3RlciB0ZXN0cw==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("a browser that listens");
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("a browser that answers");
        answer.extend(byte);
    }
    assert!(answer.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&answer));
    WebSocket::from_raw_socket(stream, Role::Client, None)
}
