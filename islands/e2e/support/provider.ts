// An OpenID Connect provider on loopback: it publishes its addresses and its key, asks who somebody is, and signs.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Somebody whom the provider knows, with the groups that it tells of them. */
export interface Person {
  readonly name: string;
  readonly groups: readonly string[];
}

/** A provider that runs; `exchanged` counts the tokens that it gave. */
export interface Provider {
  readonly issuer: string;
  exchanged(): number;
}

export const CLIENT = "vitrine-desk";

/** What a code stands for until it is exchanged. */
interface Given {
  readonly person: Person;
  readonly asked: URLSearchParams;
}

type Answer = (request: IncomingMessage, url: URL, response: ServerResponse) => Promise<void> | void;

/** Runs a provider while `use` runs. */
export async function withProvider(
  people: readonly Person[],
  use: (provider: Provider) => Promise<void>,
): Promise<void> {
  const codes = new Map<string, Given>();
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  let issuer = "";
  let exchanged = 0;
  const doors: Readonly<Record<string, Answer>> = {
    "/.well-known/openid-configuration": (_, __, response) => json(response, 200, addresses(issuer)),
    "/keys": (_, __, response) => {
      const key = { ...keys.publicKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" };
      json(response, 200, { keys: [key] });
    },
    "/authorize": (_, url, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(choice(people, url.searchParams));
    },
    "/as": (_, { searchParams }, response) => {
      const person = people.find(({ name }) => name === searchParams.get("person"));
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("state", searchParams.get("state") ?? "");
      back.searchParams.set("iss", issuer);
      const code = randomBytes(16).toString("hex");
      if (person) codes.set(code, { person, asked: searchParams });
      if (person) back.searchParams.set("code", code);
      else back.searchParams.set("error", "access_denied");
      response.writeHead(302, { location: back.href }).end();
    },
    "/token": async (request, _, response) => {
      const sent = new URLSearchParams(await text(request));
      const given = codes.get(sent.get("code") ?? "");
      codes.delete(sent.get("code") ?? "");
      if (!given || !isProof(sent, given.asked)) return json(response, 400, { error: "invalid_grant" });
      exchanged += 1;
      const token = idToken(issuer, given, keys.privateKey);
      json(response, 200, { id_token: token, access_token: "unused", token_type: "Bearer" });
    },
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    const door = doors[url.pathname];
    if (door) void door(request, url, response);
    else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await use({ issuer, exchanged: () => exchanged });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function addresses(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    token_endpoint_auth_methods_supported: ["none"],
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** The page that asks who somebody is; nobody knows the last one. */
function choice(people: readonly Person[], asked: URLSearchParams): string {
  const link = (name: string) => {
    const query = new URLSearchParams(asked);
    query.set("person", name);
    return `<li><a href="/as?${query.toString().replaceAll("&", "&amp;")}">${name}</a></li>`;
  };
  const links = [...people.map(({ name }) => name), "Nobody"].map(link).join("");
  return `<!DOCTYPE html><html lang="en"><title>Who are you?</title><h1>Who are you?</h1><ul>${links}</ul></html>`;
}

/** Whether a code is exchanged by who asked for it (RFC 7636), under the same address. */
function isProof(sent: URLSearchParams, asked: URLSearchParams): boolean {
  const hash = createHash("sha256").update(sent.get("code_verifier") ?? "");
  return (
    sent.get("grant_type") === "authorization_code" &&
    sent.get("client_id") === CLIENT &&
    sent.get("redirect_uri") === asked.get("redirect_uri") &&
    asked.get("code_challenge_method") === "S256" &&
    hash.digest("base64url") === asked.get("code_challenge")
  );
}

function idToken(issuer: string, { person, asked }: Given, key: KeyObject): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    sub: person.name,
    aud: CLIENT,
    iat: now,
    exp: now + 300,
    nonce: asked.get("nonce"),
    name: person.name,
    groups: person.groups,
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "RS256", kid: "one", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
}
