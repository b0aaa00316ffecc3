// A CDN without sessions: serves the files of a release to everyone, and the API on the same origin.
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Running } from "./running";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const OF_THE_CONNECTION = new Set([
  "host",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "upgrade",
]);

/** Serves the live release of a shop while `use` runs. `takes` returns whether it has handled a request itself. */
export async function withBareCdn(
  shop: Running,
  use: (url: string) => Promise<void>,
  takes: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<void> {
  const server = createServer((request, response) => {
    if (takes(request, response)) return;
    const answered = request.url?.startsWith("/api/")
      ? passOn(shop.url, request, response)
      : file(shop.dist, request, response);
    answered.catch(() => response.writeHead(502).end());
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function file(dist: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://cdn");
  const name = pathname === "/" ? "/index.html" : path.extname(pathname) === "" ? `${pathname}.html` : pathname;
  const content = await readFile(path.join(dist, "current/site", path.normalize(name))).catch(() => null);
  if (content === null) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[path.extname(name)] ?? "application/octet-stream" }).end(content);
}

/** Like a CDN rule for `/api/*`: the origin server sees its own host name. */
async function passOn(origin: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && !OF_THE_CONNECTION.has(name)) headers.set(name, value);
  if (request.headers.origin !== undefined) headers.set("origin", origin);
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = parts.length === 0 ? {} : { body: Buffer.concat(parts) };
  const method = request.method ?? "GET";
  const answer = await fetch(`${origin}${request.url}`, { method, headers, redirect: "manual", ...body });
  response.statusCode = answer.status;
  answer.headers.forEach((value, name) => {
    if (!["set-cookie", "content-encoding", "content-length", "transfer-encoding"].includes(name))
      response.setHeader(name, value);
  });
  response.setHeader("set-cookie", answer.headers.getSetCookie());
  response.end(Buffer.from(await answer.arrayBuffer()));
}
