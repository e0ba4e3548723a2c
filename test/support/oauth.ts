import type { FastifyRequest } from 'fastify';
import * as oauth from 'oauth4webapi';
import { type AppInput, createApp } from '../../src/domain/operations/manage-apps.ts';
import type { Scope } from '../../src/domain/programs/scopes.ts';
import { operatorFormToken } from '../../src/http/operator-session.ts';
import type { TestApp } from './app.ts';
import { cookieOf, plainOperator, sessionOf } from './operators.ts';
import { TESTER } from './tester.ts';

export const CALLBACK = 'https://partner.example/callback?from=loyalty';

/** The headers that operators' browsers send with a form of our own page. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** The result of a consent form or of its answer. */
export interface Decision {
  status: number;
  headers: Headers;
  text: string;
  /** The address to which the browser is sent; null: none. */
  location: URL | null;
}

/** An app that uses a real client library, and the operator whose browser it sends here. */
export interface Partner {
  client_id: string;
  client_secret: string | null;
  as: oauth.AuthorizationServer;
  client: oauth.Client;
  auth: oauth.ClientAuth;
  /** For every call of the library: it maps the server's public address to the one on which it listens. */
  options: { [oauth.customFetch]: (address: string, init: RequestInit) => Promise<Response> };
  /** The parameters with which the app sends a browser; `rest` differs from the usual. */
  parameters(
    rest?: Record<string, string | undefined>,
  ): Promise<{ query: URLSearchParams; verifier: string }>;
  /** The id of an owner of the app's program. */
  owner: { id: number };
  /** The browser of an operator follows the app's address, up to the screen or back to the app. */
  open(query: URLSearchParams, by?: { id: number }): Promise<Decision>;
  /** Sends the form of that screen; `more` differs from what it holds. */
  decide(
    query: URLSearchParams,
    more?: Record<string, string>,
    headers?: Record<string, string>,
    by?: { id: number },
  ): Promise<Decision>;
  /** The whole way to tokens, approved by the owner. */
  connect(rest?: Record<string, string | undefined>): Promise<oauth.TokenEndpointResponse>;
  /** The way up to the code, and the values with which the library redeems it. */
  approve(
    rest?: Record<string, string | undefined>,
  ): Promise<{ callback: URLSearchParams; verifier: string }>;
  redeem(approved: { callback: URLSearchParams; verifier: string }): Promise<oauth.TokenEndpointResponse>;
  refresh(token: string, scope?: string): Promise<oauth.TokenEndpointResponse>;
  clientCredentials(scope?: string): Promise<oauth.TokenEndpointResponse>;
  introspect(token: string): Promise<oauth.IntrospectionResponse>;
  revoke(token: string): Promise<void>;
  /** Calls an operation of the API with an access token instead of a key. */
  call(path: string, token: string | undefined, body?: object): Promise<{ status: number; body: unknown }>;
}

/** `test.url` has the path that PUBLIC_URL has. */
export async function createPartner(
  test: Pick<TestApp, 'deps' | 'url' | 'program'>,
  rest: Partial<AppInput> = {},
): Promise<Partner> {
  const program_id = rest.program_id ?? (await test.program()).id;
  const { client_id, client_secret } = await createApp(test.deps, {
    program_id,
    name: 'Partner',
    redirect_uris: [CALLBACK],
    scopes: ['read_customers', 'write_orders'] satisfies Scope[],
    public: false,
    ...rest,
    by: TESTER,
  });
  const { publicUrl } = test.deps;
  const reach = (address: string) =>
    new URL(test.url).origin + address.slice(new URL(publicUrl).origin.length);
  const issuer = new URL(publicUrl);
  const options = {
    [oauth.customFetch]: (address: string, init: RequestInit) => fetch(reach(address), init),
    [oauth.allowInsecureRequests]: issuer.protocol === 'http:',
  };
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' }),
  );
  const client = { client_id };
  const auth = client_secret === null ? oauth.None() : oauth.ClientSecretBasic(client_secret);

  async function browse(url: string, init: RequestInit): Promise<Decision> {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    const { status, headers } = response;
    return {
      status,
      headers,
      text: await response.text(),
      location: location ? new URL(location, url) : null,
    };
  }

  /** The headers of a request of an operator who signed in just now, and the token of its forms. */
  async function signedIn(by: { id: number }) {
    const session = await sessionOf(test.deps, by);
    const cookie = issuer.protocol === 'http:' ? `loyalty_console=${session.token}` : cookieOf(session);
    return { cookie, token: operatorFormToken(test.deps, { headers: { cookie } } as FastifyRequest) };
  }

  const partner: Partner = {
    owner: await plainOperator(test.deps, { program_id, role: 'owner' }),
    client_id,
    client_secret,
    as,
    client,
    auth,
    options,
    async parameters(more = {}) {
      const verifier = oauth.generateRandomCodeVerifier();
      const query = new URLSearchParams();
      const all: Record<string, string | undefined> = {
        response_type: 'code',
        client_id,
        redirect_uri: CALLBACK,
        state: 'the state & more',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...more,
      };
      for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, value);
      return { query, verifier };
    },
    async open(query, by = partner.owner) {
      const first = await browse(`${reach(as.authorization_endpoint!)}?${query}`, {});
      if (first.location?.pathname !== '/console/approve') return first;
      const { cookie } = await signedIn(by);
      return browse(first.location.href, { headers: { cookie } });
    },
    async decide(query, more = {}, headers = OWN_PAGE, by = partner.owner) {
      const { cookie, token } = await signedIn(by);
      const body = new URLSearchParams({ token, decision: 'approve', ...more });
      return browse(`${test.url}/console/approve?${query}`, {
        method: 'POST',
        body,
        headers: { cookie, ...headers },
      });
    },
    async approve(more) {
      const { query, verifier } = await partner.parameters(more);
      const { location, text } = await partner.decide(query);
      if (!location) throw new Error(`not sent back: ${text}`);
      return { callback: oauth.validateAuthResponse(as, client, location, query.get('state')!), verifier };
    },
    async redeem({ callback, verifier }) {
      const response = await oauth.authorizationCodeGrantRequest(
        as,
        client,
        auth,
        callback,
        CALLBACK,
        verifier,
        options,
      );
      return oauth.processAuthorizationCodeResponse(as, client, response);
    },
    async connect(more) {
      return partner.redeem(await partner.approve(more));
    },
    async refresh(token, scope) {
      const additionalParameters: Record<string, string> = scope === undefined ? {} : { scope };
      const sent = { ...options, additionalParameters };
      const response = await oauth.refreshTokenGrantRequest(as, client, auth, token, sent);
      return oauth.processRefreshTokenResponse(as, client, response);
    },
    async clientCredentials(scope) {
      const asked: Record<string, string> = scope === undefined ? {} : { scope };
      const response = await oauth.clientCredentialsGrantRequest(as, client, auth, asked, options);
      return oauth.processClientCredentialsResponse(as, client, response);
    },
    async introspect(token) {
      const response = await oauth.introspectionRequest(as, client, auth, token, options);
      return oauth.processIntrospectionResponse(as, client, response);
    },
    async revoke(token) {
      await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, auth, token, options));
    },
    async call(path, token, body) {
      const response = await fetch(test.url + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
  return partner;
}

/** 'done', or the error code of RFC 6749 that the library got. */
export async function oauthOutcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) return error.error;
    if (error instanceof oauth.WWWAuthenticateChallengeError) return `${error.status}`;
    throw error;
  }
}
