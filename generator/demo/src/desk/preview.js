// The live preview of the edit page, as Statamic's control panel does it: what is typed is sent 150 ms after the last key;
// the first answer opens the page in a frame, later ones are told to the frame by a message (target with `refresh: false`).
const pane = document.querySelector(".pane");
const form = document.querySelector("form[method=post]");
const [label, status, figure] = ["label", "[role=status]", "figure"].map((part) => pane.querySelector(part));
const width = label.querySelector("select");
let frame, token, timer;

async function send() {
  const query = token ? `?token=${token}` : "";
  const answer = await fetch(`${location.pathname}/preview${query}`, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
  });
  const said = await answer.json();
  status.textContent = answer.ok ? "" : said.message;
  if (!answer.ok) return;
  if (frame === undefined) {
    token = said.token;
    frame = document.createElement("iframe");
    frame.title = "The page with what is typed";
    frame.src = said.url;
    figure.append(frame);
    resize();
  } else {
    const { reference } = pane.dataset;
    const message = { name: "statamic.preview.updated", url: said.url, token, reference };
    frame.contentWindow.postMessage(message, new URL(said.url).origin);
  }
}

function resize() {
  frame.style.width = `${width.value}px`;
}

pane.hidden = false;
pane.querySelector("[data-open]").onclick = ({ currentTarget }) => {
  currentTarget.hidden = true;
  label.hidden = false;
  send();
};
width.onchange = resize;
form.addEventListener("input", () => {
  if (frame === undefined) return;
  clearTimeout(timer);
  timer = setTimeout(send, 150);
});
