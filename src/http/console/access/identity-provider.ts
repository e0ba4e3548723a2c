import type { ClientAuth, Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { ProvidedPerson } from '../../../domain/operations/sign-in-by-provider.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { SignOnConfig } from '../../../sign-on.ts';

/** The secrets of one journey to the provider and back. The browser stores them meanwhile. */
export interface Journey {
  state: string;
  nonce: string;
  verifier: string;
  /** In ms of the wall clock. */
  begun_at: number;
  /** Whether the provider must ask the person again, even if it asked a short time ago. */
  asked_anew: boolean;
}

/**
 * down: the provider does not answer, or not correctly; unknown: it does not know the code that the browser brought;
 * undated: it does not say when the person last proved its identity; refused: its answer is refused for another reason.
 */
export class ProviderFailure extends Error {
  constructor(
    readonly kind: 'down' | 'unknown' | 'undated' | 'refused',
    options: { cause: unknown },
  ) {
    super(`the identity provider: ${kind}`, options);
    this.name = 'ProviderFailure';
  }
}

type Library = typeof import('openid-client');

// Loaded at its first use: few servers have a provider, and operators seldom sign in.
const library = () => import('openid-client');

const TIMEOUT_SECONDS = 10;

/** After this time the provider's description is read again. */
const KEPT_MS = 10 * 60_000;

const PATH = '/console/sign-in/provider/answer';

interface Held {
  until: number;
  skew_seconds: number;
  found: Promise<Configuration>;
}

/** The OpenID Connect provider of the operators. */
export class IdentityProvider {
  private held: Held | undefined;

  constructor(
    readonly settings: SignOnConfig,
    private readonly deps: Pick<Deps, 'clock' | 'random' | 'publicUrl'>,
  ) {}

  /** The address at which the provider asks the person. Throws ProviderFailure. */
  async begin(asked_anew: boolean): Promise<{ address: string; journey: Journey }> {
    const client = await library();
    const configuration = await this.configuration(client);
    const [state, nonce, verifier] = [this.secret(), this.secret(), this.secret()];
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri,
      scope: this.settings.scopes,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(asked_anew && { prompt: 'login', max_age: '0' }),
    });
    const begun_at = this.deps.clock.real();
    return { address: address.href, journey: { state, nonce, verifier, begun_at, asked_anew } };
  }

  /**
   * Reads the provider's answer from the query of the browser's request, and returns the person that the provider
   * vouches for. The answer must belong to the journey, be signed by the provider for this server, and be valid now.
   * Throws ProviderFailure.
   */
  async finish(query: string, journey: Journey): Promise<ProvidedPerson> {
    const client = await library();
    const configuration = await this.configuration(client);
    try {
      const tokens = await client.authorizationCodeGrant(
        configuration,
        new URL(`${this.redirectUri}?${query}`),
        {
          expectedState: journey.state,
          expectedNonce: journey.nonce,
          pkceCodeVerifier: journey.verifier,
          // A proof from before the journey began is too old: the provider did not ask again.
          ...(journey.asked_anew && { maxAge: this.secondsSince(journey.begun_at) }),
        },
      );
      const claims = tokens.claims()!;
      const told = configuration.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : undefined;
      return this.personOf(claims, told);
    } catch (error) {
      throw failureOf(client, error, journey);
    }
  }

  private get redirectUri(): string {
    return `${this.deps.publicUrl}${PATH}`;
  }

  private secret(): string {
    return this.deps.random.bytes(32).toString('base64url');
  }

  private secondsSince(moment: number): number {
    return Math.max(0, Math.ceil((this.deps.clock.real() - moment) / 1000));
  }

  /** The provider's description of itself. Simultaneous callers share one request. */
  private async configuration(client: Library): Promise<Configuration> {
    const now = this.deps.clock.real();
    // The library has its own clock. Both clocks are the same, unless a test turns this server's.
    const skew_seconds = Math.round((now - Date.now()) / 1000);
    if (!this.held || this.held.until <= now || this.held.skew_seconds !== skew_seconds) {
      this.held = { until: now + KEPT_MS, skew_seconds, found: this.discover(client, skew_seconds) };
    }
    const { held } = this;
    try {
      return await held.found;
    } catch (error) {
      if (this.held === held) this.held = undefined;
      throw new ProviderFailure('down', { cause: error });
    }
  }

  private discover(client: Library, skewSeconds: number): Promise<Configuration> {
    const { issuer, client_id, client_secret } = this.settings;
    const server = new URL(issuer);
    const metadata = { [client.clockSkew]: skewSeconds };
    const extensions = [client.enableNonRepudiationChecks];
    // An issuer with http is on this machine: the configuration allows no other.
    if (server.protocol === 'http:') extensions.push(client.allowInsecureRequests);
    return client.discovery(server, client_id, metadata, authentication(client, client_secret), {
      timeout: TIMEOUT_SECONDS,
      execute: extensions,
    });
  }

  private personOf(claims: IDToken, told: UserInfoResponse | undefined): ProvidedPerson {
    const sources = [claims, ...(told ? [told] : [])];
    // The email and its verification must come from the same source.
    if (hasNull(claims.sub)) throw new ProviderFailure('refused', { cause: new Error('a sub with U+0000') });
    const email = sources.find((one) => isText(one.email) && isTrue(one.email_verified))?.email;
    const name = sources.find((one) => isText(one.name))?.name;
    const groups = sources.map((one) => one[this.settings.groups_claim]).find((one) => one !== undefined);
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: isText(email) ? email : null,
      name: isText(name) ? name : null,
      groups: [groups].flat().filter((group) => typeof group === 'string'),
      proved_at: claims.auth_time === undefined ? null : claims.auth_time * 1000,
    };
  }
}

/** The database cannot store a text with this character. */
function hasNull(text: string): boolean {
  return text.includes('\0');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && !hasNull(value);
}

/** Some providers send the boolean as a text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** The method that the provider supports: a header, which every provider should accept, or a field of the form. */
function authentication(client: Library, secret: string | null): ClientAuth {
  if (secret === null) return client.None();
  return (server, ...rest) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = known.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    way(secret)(server, ...rest);
  };
}

/** The library's codes for answers that a working provider does not give. */
const DOWN = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];

function failureOf(client: Library, error: unknown, { asked_anew }: Journey): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  // fetch rejects with a TypeError if nobody answers.
  const silent = error instanceof TypeError;
  const broken = error instanceof client.ClientError && DOWN.includes(error.code ?? '');
  const unknown = error instanceof client.ResponseBodyError && error.error === 'invalid_grant';
  const kind =
    silent || broken ? 'down' : unknown ? 'unknown' : asked_anew && isUndated(error) ? 'undated' : 'refused';
  return new ProviderFailure(kind, { cause: error });
}

/** Whether the library misses `auth_time` in a token. Its error contains another error with the token's claims. */
function isUndated(error: unknown): boolean {
  const { cause } = error as { cause?: { cause?: { claims?: Partial<IDToken> } } };
  const claims = cause?.cause?.claims;
  return claims !== undefined && claims.auth_time === undefined;
}
