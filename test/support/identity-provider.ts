import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Context } from 'oidc-provider';
import type { GroupRole } from '../../src/domain/operators/group-rights.ts';
import type { SignOnConfig } from '../../src/sign-on.ts';

/** A person whom the provider knows. */
export interface Person {
  email: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

/** A real provider on this machine. Whoever comes chooses at its page, without a password, who it is. */
export interface TestProvider {
  /** By subject. Changes hold from the next answer on. */
  people: Map<string, Person>;
  settings: SignOnConfig;
  /** Ends it; nothing answers at its address then. */
  close(): Promise<void>;
}

/** `redirectUri`: the address to which it lets people go back. */
export async function openIdentityProvider(
  redirectUri: string,
  given: readonly GroupRole[] = [],
): Promise<TestProvider> {
  const people = new Map<string, Person>();
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client_secret = randomBytes(24).toString('hex');
  const provider = new Provider(issuer, configurationOf(people, { redirectUri, client_secret }));
  const standard = provider.callback();
  answer = (request, response) => {
    if (request.url!.startsWith('/interaction/')) void choose(provider, people, request, response);
    else standard(request, response);
  };
  return {
    people,
    settings: {
      issuer,
      client_id: 'loyaltyd',
      client_secret,
      name: 'Acme',
      scopes: 'openid email profile groups',
      groups_claim: 'groups',
      given,
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function configurationOf(
  people: Map<string, Person>,
  { redirectUri, client_secret }: { redirectUri: string; client_secret: string },
): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      { client_id: 'loyaltyd', client_secret, redirect_uris: [redirectUri], require_auth_time: true },
    ],
    cookies: { keys: [randomBytes(16).toString('hex')] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: Context, subject: string) => {
      const person = people.get(subject);
      return (
        person && { accountId: subject, claims: () => ({ sub: subject, email_verified: true, ...person }) }
      );
    },
    async loadExistingGrant({ oidc }: Context) {
      const { clientId } = oidc.client;
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  };
}

/** The page at which people say who they are, and its form. */
async function choose(
  provider: Provider,
  people: Map<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    const buttons = [...people].map(
      ([subject, { email }]) => `<button name="subject" value="${subject}">I am ${email}</button>`,
    );
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><title>Acme</title><form method="post">${buttons.join('')}
      <button name="subject" value="">I am nobody</button></form>`);
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const subject = new URLSearchParams(Buffer.concat(parts).toString('utf8')).get('subject');
  const result = subject ? { login: { accountId: subject } } : { error: 'access_denied' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
