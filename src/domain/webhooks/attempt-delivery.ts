import type { KeyObject } from 'node:crypto';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { Secrets } from '../core/secrets.ts';
import type { Deps } from '../programs/deps.ts';
import type { LeasedDelivery } from './lease-store.ts';
import { retryAfter } from './retry-plan.ts';
import { openSigningKey, signatureHeaders } from './signing.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const TIMEOUT_MS = 15_000;

/**
 * The length of a lease: longer than all attempts of one lease take together, even to a slow endpoint. After it, the
 * process that leased a delivery counts as dead.
 */
export const LEASE_MS = 180_000;

/**
 * Only the status of a receiver's answer matters. This many bytes of the body are read, so that the connection can be
 * reused.
 */
const ANSWER_BYTES = 16 * 1024;

/** The result of an attempt; moments and durations in ms. */
export interface Attempt {
  delivery: LeasedDelivery;
  at: number;
  duration_ms: number;
  /** null: no answer came; `error` says why. */
  response_status: number | null;
  error: string | null;
  retry_after_ms: number | null;
}

type Outcome = Pick<Attempt, 'response_status' | 'error' | 'retry_after_ms'>;

export function isDelivered({ response_status }: Pick<Attempt, 'response_status'>): boolean {
  return response_status !== null && response_status >= 200 && response_status < 300;
}

/**
 * Sends a delivery once, to its endpoint or, for a listening command, to the address that the command names. Never
 * rejects.
 */
export async function attemptDelivery(
  deps: Secrets & Pick<Deps, 'clock' | 'outbound' | 'logger'>,
  delivery: LeasedDelivery,
): Promise<Attempt> {
  const at = deps.clock.real();
  const told = ({ response_status, error, retry_after_ms }: Outcome): Attempt => {
    const duration_ms = Math.max(0, deps.clock.real() - at);
    return { delivery, at, duration_ms, response_status, error, retry_after_ms };
  };
  try {
    const message = { id: delivery.message_id, body: delivery.body };
    const signed = signatureHeaders(message, at, keysOf(deps, delivery, at));
    const answer = await deps.outbound.send({
      url: delivery.address,
      method: 'POST',
      // Each member is named: V8 makes a slow object from a spread.
      headers: {
        'content-type': 'application/json',
        'user-agent': 'loyaltyd',
        'webhook-id': signed['webhook-id'],
        'webhook-timestamp': signed['webhook-timestamp'],
        'webhook-signature': signed['webhook-signature'],
      },
      body: delivery.body,
      connect_timeout_ms: CONNECT_TIMEOUT_MS,
      timeout_ms: TIMEOUT_MS,
      max_answer_bytes: ANSWER_BYTES,
      too_long: 'cut',
    });
    const [asked] = [answer.headers['retry-after']].flat();
    const retry_after_ms = retryAfter(asked, at);
    return told({ response_status: answer.status, error: null, retry_after_ms });
  } catch (error) {
    if (!(error instanceof OutboundError)) {
      const { program_id, id } = delivery;
      deps.logger.error({ err: error, program_id, delivery_id: id }, 'a webhook could not be sent');
    }
    const code = error instanceof OutboundError ? error.code : 'failed';
    return told({ response_status: null, error: code, retry_after_ms: null });
  }
}

function keysOf(deps: Secrets, delivery: LeasedDelivery, now: number): KeyObject[] {
  const { secret, previous_secret, previous_secret_until } = delivery;
  const both = previous_secret && (previous_secret_until ?? 0) > now;
  return (both ? [secret, previous_secret] : [secret]).map((sealed) => opened(deps, delivery, sealed));
}

/** Deliveries that were leased together share the encrypted secret, which is opened once. */
const openKeys = new WeakMap<Buffer, KeyObject>();

function opened(deps: Secrets, delivery: LeasedDelivery, sealed: Buffer): KeyObject {
  const key = openKeys.get(sealed) ?? openSigningKey(deps, delivery, sealed);
  openKeys.set(sealed, key);
  return key;
}
