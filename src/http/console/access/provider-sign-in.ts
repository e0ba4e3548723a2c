import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { DomainError } from '../../../domain/core/errors.ts';
import { linkAccount } from '../../../domain/operations/link-account.ts';
import { tooManyFailures } from '../../../domain/operations/sign-in.ts';
import { confirmByProvider, signInByProvider } from '../../../domain/operations/sign-in-by-provider.ts';
import type { SignedInOperator } from '../../../domain/operators/find-session.ts';
import { noteAddressFailure, refusedFor } from '../../../domain/operators/sign-in-delay.ts';
import type { StartedSession } from '../../../domain/operators/start-session.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { findOperator, operatorOf } from '../../authenticate-operators.ts';
import { openCursor, signCursor } from '../../cursors.ts';
import { networkOf } from '../../failed-attempts.ts';
import { endTurn } from '../../fair-share.ts';
import { dropJourney, journeyOf, keepJourney, keepOperatorSession } from '../../operator-session.ts';
import { logSecurityEvent } from '../../security-log.ts';
import { localPath } from '../place.ts';
import { textsOf } from '../show.ts';
import type { Access } from './access.ts';
import { sendConfirm } from './confirm.tsx';
import { type IdentityProvider, type Journey, ProviderFailure } from './identity-provider.ts';
import { sendMessage } from './refusals.tsx';
import { leadTo, surroundingsOf } from './screens.tsx';
import { senderOf } from './sender.ts';
import { complaintOf, sendSignIn } from './sign-in.tsx';

/** The time that a person may spend at the provider. */
const JOURNEY_MS = 10 * 60_000;

const SIGNED_FOR = 'console single sign-on';

/**
 * A browser stores at most 4 KB of a cookie. After a journey from a longer address, the operator begins at the first
 * screen.
 */
const LONGEST_NEXT = 1_500;

/** confirm: an operator proves its identity again; link: an operator wants to sign in with the provider too. */
type Purpose = 'sign_in' | 'confirm' | 'link';

/** A journey, with the screen that follows it. The browser stores it signed, and can read it. */
interface Sent extends Journey {
  next: string | null;
  purpose: Purpose;
  /** The session of the operator on the journey; null: a person signs in. */
  session_id: number | null;
}

/** The sign-in, and the repeated proof of identity, at the identity provider. */
export function providerRoutes(app: App, deps: Deps, access: Access, provider: IdentityProvider): void {
  app.get(
    '/console/sign-in/provider',
    { config: { right: 'anyone' }, schema: { hide: true } },
    (request, reply) => send(deps, access, provider, request, reply, 'sign_in'),
  );

  app.get(
    '/console/confirm/provider',
    { config: { right: 'self' }, schema: { hide: true } },
    (request, reply) => send(deps, access, provider, request, reply, 'confirm'),
  );

  app.get(
    '/console/account/provider',
    { config: { right: 'self', confirmed: true }, schema: { hide: true } },
    (request, reply) => send(deps, access, provider, request, reply, 'link'),
  );

  app.get(
    '/console/sign-in/provider/answer',
    { config: { right: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      const sent = openJourney(deps, request);
      dropJourney(reply, deps);
      const { base, wording } = surroundingsOf(deps, request);
      const next = sent?.next ?? undefined;
      if (!sent || textsOf(request.query).state !== sent.state) {
        const complaint = wording.say('wrong_window');
        return sendSignIn(deps, access, request, reply.code(403), { next, complaint });
      }
      const me = sent.session_id === null ? null : ((await findOperator(deps, request)) ?? null);
      if (sent.session_id !== (me?.session_id ?? null)) {
        const complaint = wording.say('wrong_signed_out');
        return sendSignIn(deps, access, request, reply.code(403), { next, complaint });
      }
      try {
        const session = await finish(deps, provider, request, sent, me);
        const on = sent.purpose === 'link' ? `${base}/account` : localPath(base, next);
        return leadTo(keepOperatorSession(reply, deps, session), on);
      } catch (error) {
        const complaint = complaintAbout(deps, provider, error, request, reply);
        return sendComplaint(deps, access, request, reply, { purpose: sent.purpose, me, next, complaint });
      }
    },
  );
}

/** Redirects to the provider. */
async function send(
  deps: Deps,
  access: Access,
  provider: IdentityProvider,
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: Purpose,
): Promise<FastifyReply> {
  const me = purpose === 'sign_in' ? null : operatorOf(request);
  const { next } = textsOf(request.query);
  try {
    endTurn(request);
    const { address, journey } = await provider.begin(purpose === 'confirm');
    const short = next !== undefined && next.length <= LONGEST_NEXT ? next : null;
    const sent: Sent = { ...journey, next: short, purpose, session_id: me?.session_id ?? null };
    return leadTo(keepJourney(reply, deps, signCursor(deps, SIGNED_FOR, sent), JOURNEY_MS), address);
  } catch (error) {
    const complaint = complaintAbout(deps, provider, error, request, reply);
    return sendComplaint(deps, access, request, reply, { purpose, me, next, complaint });
  }
}

/** The screen from which the browser went to the provider, with a complaint. The reply's status must be set before. */
async function sendComplaint(
  deps: Deps,
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
  view: {
    purpose: Purpose;
    me: SignedInOperator | null;
    next: string | undefined;
    complaint: ComponentChildren;
  },
): Promise<FastifyReply> {
  const { purpose, me, next, complaint } = view;
  if (purpose === 'link') {
    const { say } = surroundingsOf(deps, request).wording;
    return sendMessage(deps, request, reply, reply.statusCode, say('provider_not_linked'), complaint);
  }
  return me
    ? sendConfirm(deps, access, me, request, reply, { next, complaint })
    : sendSignIn(deps, access, request, reply, { next, complaint });
}

function openJourney(deps: Deps, request: FastifyRequest): Sent | undefined {
  const sent = openCursor<Sent>(deps, SIGNED_FOR, journeyOf(deps, request) ?? '');
  return sent && sent.begun_at + JOURNEY_MS > deps.clock.real() ? sent : undefined;
}

/**
 * Invented codes and accounts without a role count as failures of the address, as wrong passwords do. Faults of the
 * provider do not count: otherwise everybody in a network would be blocked by them.
 */
async function finish(
  deps: Deps,
  provider: IdentityProvider,
  request: FastifyRequest,
  sent: Sent,
  me: SignedInOperator | null,
): Promise<StartedSession> {
  const network = networkOf(request.ip);
  const refused_ms = await refusedFor(deps, network);
  if (refused_ms > 0) throw tooManyFailures(refused_ms);
  try {
    // The provider is another server and may take long, so the turn is given back.
    endTurn(request);
    const person = await provider.finish(new URL(request.raw.url!, 'http://server').search.slice(1), sent);
    const from = senderOf(request);
    if (me && sent.purpose === 'link') return await linkAccount(deps, me, person, from);
    if (me) return await confirmByProvider(deps, me, person, from);
    return await signInByProvider(deps, { person, given: provider.settings.given, from });
  } catch (error) {
    if (isTry(error)) await noteAddressFailure(deps, network);
    throw error;
  }
}

function isTry(error: unknown): boolean {
  if (error instanceof DomainError) return error.code === 'authentication_required';
  return error instanceof ProviderFailure && error.kind === 'unknown';
}

/** The words for a failure. Sets the reply's status. Rethrows errors that are no failed sign-in. */
function complaintAbout(
  deps: Pick<Deps, 'publicUrl'>,
  { settings: { name } }: IdentityProvider,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): ComponentChildren {
  if (!(error instanceof ProviderFailure)) return complaintOf(error, request, reply);
  request.log.warn({ err: error.cause }, error.message);
  const { say } = surroundingsOf(deps, request).wording;
  const values = { name: capital(name) };
  if (error.kind === 'down') {
    reply.code(503);
    return say('provider_down', values);
  }
  logSecurityEvent(request, 'sign_in_failed');
  reply.code(403);
  return say(error.kind === 'undated' ? 'provider_undated' : 'provider_refused', values);
}

/** The name with a capital letter, for the beginning of a sentence. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
