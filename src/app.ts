import type { Server } from 'node:http';
import { setTimeout as pauseFor } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyServerOptions, LogController } from 'fastify';
import { FairTurns } from './db/fair-turns.ts';
import { onBehalfOf } from './db/on-behalf.ts';
import { OAuthRefusal } from './domain/oauth/refusal.ts';
import { ConsumersAhead } from './domain/programs/consumers-ahead.ts';
import type { Deps } from './domain/programs/deps.ts';
import { KeyLookup } from './domain/programs/key-lookup.ts';
import type { KeyUsage } from './domain/programs/key-usage.ts';
import type { RecentRequests } from './domain/programs/recent-requests.ts';
import type { App } from './http/app-types.ts';
import { authenticateRequests } from './http/authenticate.ts';
import { authenticateOperators } from './http/authenticate-operators.ts';
import { closeGracefully } from './http/close-gracefully.ts';
import { compressTexts } from './http/compression.ts';
import type { SignInTurns } from './http/console/access/sign-in-queue.ts';
import { consoleRoutes } from './http/console/routes.ts';
import { acceptUploads } from './http/console/upload.ts';
import { warnConsumersAhead } from './http/consumer-ahead.ts';
import { docsRoutes } from './http/docs/routes.ts';
import { sendFailure, TransportError } from './http/errors.ts';
import type { FailedAttempts } from './http/failed-attempts.ts';
import { type FairShare, shareExports, shareFairly, tooBusy } from './http/fair-share.ts';
import { HEADLESS_ROUTES } from './http/headless/routes.ts';
import { type Health, healthRoutes } from './http/health.ts';
import { homeRoute } from './http/home/show-home.tsx';
import { acceptJsonBodies } from './http/json-body.ts';
import { LateLookups } from './http/late-lookups.ts';
import { answerForNode, answerMalformedHttp } from './http/malformed-http.ts';
import { OAUTH_ROUTES } from './http/oauth/routes.ts';
import { publishOpenApi } from './http/openapi.ts';
import { MOST_PRESENT, refuseOverload } from './http/overload.ts';
import { previewPage } from './http/page/preview-page.tsx';
import { PAGE_ROUTES } from './http/page/routes.ts';
import { type DemoCustomer, showDemoRoute } from './http/page/show-demo.ts';
import { programSchemaRoute } from './http/program-schema.ts';
import { limitRates } from './http/rate-limit.ts';
import { rememberContexts } from './http/request-context.ts';
import { requestId } from './http/request-id.ts';
import { logRequest, logRequests } from './http/request-log.ts';
import { acceptForms, parametersOfForm } from './http/shared/form-parameters.ts';
import { rememberPlaces } from './http/shared/page-place.ts';
import { refuseUnknownRoutes } from './http/unknown-routes.ts';
import { V2_ROUTES } from './http/v2/routes.ts';
import { validateRequests } from './http/validate.ts';
import { webhookOperations } from './http/webhooks/openapi-webhooks.ts';
import { samplePayload } from './http/webhooks/sample-payload.ts';
import type { SignOnConfig } from './sign-on.ts';

export interface AppOptions {
  /** The proxies whose X-Forwarded-* headers are believed: addresses, a number of proxies, or none. */
  trust_proxy: boolean | string | number;
  /** If the whole request has not arrived in this time, it is answered 408. */
  request_timeout_seconds: number;
  body_limit_bytes: number;
  /** How long requests in flight may take after closing begins, before their connections are cut. */
  shutdown_timeout_seconds: number;
  /** One for all apps of this process. */
  failed_attempts: FailedAttempts;
  key_usage: KeyUsage;
  recent_requests: RecentRequests;
  /** For each key or app, in all processes together; 0: no limit. The program sets the limit of web view sessions. */
  rate_limit_requests_per_second: number;
  version: string;
  health: Health;
  /** How long a request waits for its turn; default: 1.5 s. */
  patience_ms?: number;
  /** The server refuses callers while so many requests are present. */
  most_present?: number;
  /** The server works on at most so many of them at once; default: 64. */
  most_in_flight?: number;
  /** Waits so many ms. Absent: by the clock. */
  pause?: (ms: number) => Promise<void>;
  /** The identity provider by which operators may sign in; absent: there is none. */
  sign_on?: SignOnConfig;
  /** Another app listens. It passes this app its requests and manages the connections. */
  is_inside?: boolean;
  /** Adds hooks that trace requests. */
  trace?: (app: App) => void;
  /** The customer whose page `/demo` shows; absent: the address does not exist. */
  demo?: DemoCustomer;
}

/** Far longer than any pause in an answer that is being made. */
const IDLE_CONNECTION_MS = 60_000;

/** The default of the most requests that are worked on at once. The others wait for their turn. */
const MOST_IN_FLIGHT = 64;
/** The most whole listings that are sent as csv at once. Each takes up to 32 MB while its reader is slow. */
const MOST_EXPORTS = 8;
const PATIENCE_MS = 1_500;
const SIGN_IN_PATIENCE_MS = 5_000;

/** Builds the server with all its routes. It does not listen yet. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<App> {
  const timeout_ms = options.request_timeout_seconds * 1000;
  const app = Fastify<Server>({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: (request) => requestId(request, deps.random),
    trustProxy: trustProxy(options.trust_proxy),
    bodyLimit: options.body_limit_bytes,
    requestTimeout: timeout_ms,
    // Without this limit, a client that stopped reading would keep its answer in memory for ever.
    connectionTimeout: IDLE_CONNECTION_MS,
    http: {
      headersTimeout: timeout_ms,
      connectionsCheckingInterval: Math.min(timeout_ms, 5_000),
      requireHostHeader: false,
    },
    // A path segment of any length reaches the validation, which says what is wrong with it.
    routerOptions: { maxParamLength: 1_000_000 },
    // If a connection was open when closing began, its present request is still served to the end.
    return503OnClosing: false,
    forceCloseConnections: false,
    clientErrorHandler: answerMalformedHttp(deps),
    frameworkErrors: (error, request, reply) => {
      reply.raw.once('close', () => logRequest(request, reply, 0));
      sendFailure(error, request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setErrorHandler(sendFailure);
  // The server sends the text of the presenters unchanged. The schemas describe the answers, and tests compare the two.
  app.setSerializerCompiler(() => JSON.stringify);

  const { most_in_flight = MOST_IN_FLIGHT, patience_ms = PATIENCE_MS } = options;
  const share = fairShare(most_in_flight, patience_ms);
  options.trace?.(app);
  logRequests(app, options.recent_requests);
  answerForNode(app, deps);
  if (!options.is_inside) closeGracefully(app, options.shutdown_timeout_seconds * 1000);
  refuseOverload(app, options.most_present ?? MOST_PRESENT);
  refuseUnknownRoutes(app);
  rememberContexts(app);
  const keys = new KeyLookup(deps.hot);
  authenticateRequests(app, deps, {
    keys,
    late_keys: new LateLookups(keys),
    // If the rate limit refuses a request, only the look-up of its key is spent.
    has_room: () => options.rate_limit_requests_per_second <= 0 && !share.somebodyWaits(),
    usage: options.key_usage,
    attempts: options.failed_attempts,
  });
  authenticateOperators(app, deps, (request) => parametersOfForm(request).parameters.token);
  limitRates(app, deps, { requests_per_second: options.rate_limit_requests_per_second });
  acceptJsonBodies(app);
  shareFairly(app, share);
  shareExports(app, fairShare(MOST_EXPORTS, patience_ms));
  validateRequests(app);
  const consumers = new ConsumersAhead(deps);
  warnConsumersAhead(app, consumers);

  await publishOpenApi(app, deps, options.version, webhookOperations);
  programSchemaRoute(app);
  healthRoutes(app, deps, options.health, consumers);
  await app.register(async (headless: App) => addRoutes(headless, deps, HEADLESS_ROUTES), {
    prefix: '/headless/2025-06/:site_id',
  });
  await app.register(async (v2: App) => addRoutes(v2, deps, V2_ROUTES), { prefix: '/v2' });
  await app.register(async (oauth: App) => {
    acceptForms(oauth, false, () => new OAuthRefusal('invalid_request', 'The form is not valid UTF-8.'));
    addRoutes(oauth, deps, OAUTH_ROUTES);
  });
  await app.register(async (page: App) => {
    await page.register(cookie);
    // Compressed for phones. A page repeats nothing of its request but its form tokens, so its length reveals nothing
    // about them.
    compressTexts(page);
    rememberPlaces(page, deps);
    acceptForms(page, true, () => new TransportError(400));
    addRoutes(page, deps, PAGE_ROUTES);
  });
  await app.register(async (screens: App) => {
    await screens.register(cookie);
    compressTexts(screens);
    acceptForms(screens, true, () => new TransportError(400));
    acceptUploads(screens);
    consoleRoutes(screens, deps, {
      has_demo: options.demo !== undefined,
      sign_in: signInTurns(options.pause),
      sign_on: options.sign_on,
      tools: { samplePayload, previewPage, version: options.version },
    });
  });
  await app.register(async (docs: App) => {
    compressTexts(docs);
    docsRoutes(docs, options.demo);
  });
  if (options.demo) showDemoRoute(app, deps, options.demo);
  const { version, health, demo } = options;
  homeRoute(app, deps, { version, ready: health.ready, has_demo: demo !== undefined });
  return app;
}

function addRoutes(app: App, deps: Deps, routes: readonly ((app: App, deps: Deps) => void)[]): void {
  for (const route of routes) route(app, deps);
}

/** Only a few passwords are checked at once: each takes 16 MB, and a thread that file reads share. */
function signInTurns(pause: (ms: number) => Promise<void> = pauseFor): SignInTurns {
  const turns = new FairTurns({
    turns: 4,
    patience_ms: SIGN_IN_PATIENCE_MS,
    now: () => performance.now(),
    refusal: () => tooBusy(),
  });
  const ownerOf = (network: string) => ({ program_id: 0, key: network });
  return {
    take: (network) => turns.take(ownerOf(network)),
    give: (network) => turns.give(ownerOf(network)),
    pause,
  };
}

function fairShare(most: number, patience_ms: number): FairShare & { somebodyWaits(): boolean } {
  const turns = new FairTurns({
    turns: most,
    patience_ms,
    now: () => performance.now(),
    refusal: () => tooBusy(),
    foresees: true,
  });
  return {
    take: (owner, onWait) => turns.take(owner, onWait),
    give: (owner) => turns.give(owner),
    somebodyWaits: () => turns.countWaiting() > 0,
    onBehalfOf,
  };
}

/** A number means so many proxies in front are believed, counted from this server outwards. */
function trustProxy(trusted: AppOptions['trust_proxy']): FastifyServerOptions['trustProxy'] {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted;
}
