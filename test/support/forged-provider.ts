import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignOnConfig } from '../../src/sign-on.ts';

/** The ways in which an answer of a provider may be changed before it is sent. */
export interface Forgery {
  /** Members that replace those of the token. */
  claims?: Record<string, unknown>;
  /** Members that replace those of the token's head. */
  head?: Record<string, unknown>;
  /** Whether another key signs. */
  foreign_key?: boolean;
  /** The answer of /userinfo. */
  told?: Record<string, unknown>;
  /** The whole answer of the token endpoint. */
  answer?: { status: number; body: string };
}

/** A provider that says whatever a test wants, about the person `subject`. */
export class ForgedProvider {
  forgery: Forgery = {};
  /** It answers once this resolves. */
  silence = Promise.resolve();
  /** The clock by which it dates what it says, in ms. */
  now: () => number = Date.now;
  issuer = '';
  /** The requests that came, by path. */
  readonly asked: string[] = [];
  private nonce: string | undefined;
  private challenge: string | undefined;
  private readonly own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://provider');
    this.asked.push(pathname);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    await this.silence;
    const { status, body } = this.answer(pathname, Buffer.concat(parts).toString('utf8'));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
  });

  async open(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  get settings(): SignOnConfig {
    return {
      issuer: this.issuer,
      client_id: 'loyaltyd',
      client_secret: 'a secret: with/signs',
      name: 'Acme',
      scopes: 'openid email',
      groups_claim: 'groups',
      given: [],
    };
  }

  /** Takes note of a request for authorization, as whoever is there agrees to it. Returns the query of the answer. */
  agree(address: string): string {
    const asked = new URL(address).searchParams;
    this.nonce = asked.get('nonce') ?? undefined;
    this.challenge = asked.get('code_challenge') ?? undefined;
    return String(new URLSearchParams({ code: 'a-code', state: asked.get('state')!, iss: this.issuer }));
  }

  private answer(path: string, form: string): { status: number; body: string } {
    const json = (value: object, status = 200) => ({ status, body: JSON.stringify(value) });
    if (path === '/.well-known/openid-configuration') return json(this.description());
    if (path === '/jwks') {
      return json({ keys: [{ ...this.own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] });
    }
    if (path === '/userinfo') return json({ sub: 'subject', ...this.forgery.told });
    if (this.forgery.answer) return this.forgery.answer;
    const verifier = new URLSearchParams(form).get('code_verifier') ?? '';
    if (createHash('sha256').update(verifier).digest('base64url') !== this.challenge) {
      return json({ error: 'invalid_grant' }, 400);
    }
    return json({ access_token: 'a-token', token_type: 'Bearer', id_token: this.token() });
  }

  private description(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  private token(): string {
    const now = Math.floor(this.now() / 1000);
    const claims = {
      iss: this.issuer,
      sub: 'subject',
      aud: 'loyaltyd',
      iat: now,
      exp: now + 300,
      auth_time: now,
      nonce: this.nonce,
      email: 'sue@team.example',
      email_verified: true,
      ...this.forgery.claims,
    };
    const head = { alg: 'RS256', kid: 'one', ...this.forgery.head };
    const key: KeyObject = (this.forgery.foreign_key ? this.foreign : this.own).privateKey;
    const signed = [head, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature =
      head.alg === 'none' ? '' : sign('sha256', Buffer.from(signed), key).toString('base64url');
    return `${signed}.${signature}`;
  }
}
