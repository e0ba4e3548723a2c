import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '../../db/tables.ts';
import type { CoreDeps as Deps } from '../core/deps.ts';
import type { Tx } from '../core/transaction.ts';
import { addFailures, deleteFailures, type Failures, listFailures } from './failure-store.ts';
import { FAILURES_KEPT_MS, WRONG_CODES_KEPT_MS } from './lifetimes.ts';

/** The number of failures of an address before the address has to wait. */
const FREE_OF_ADDRESS = 5;
const LONGEST_REFUSAL_MS = 15 * 60_000;

/**
 * The number of wrong codes after a right password, from any addresses, before the operator's next code has to wait.
 */
const FREE_OF_CODES = 10;

/** The number of failures for one email, from any addresses, before answers about the email are delayed. */
const FREE_OF_EMAIL = 10;
const LONGEST_DELAY_MS = 4_000;

/** The two subjects of failures, as keyed hashes, so that the table contains no names. */
export interface Subjects {
  address: Buffer;
  email: Buffer;
}

/** `network`: an IPv4 address, or the /64 of an IPv6 address. */
export function subjectsOf(secret: Buffer, network: string, email: string): Subjects {
  const hash = (kind: string, value: string) =>
    createHmac('sha256', secret).update(`sign in by ${kind}\0${value}`).digest();
  return { address: hash('address', network), email: hash('email', email.toLowerCase()) };
}

/** The waiting times before the next try. */
export interface Waits {
  /** How long an address that failed often is refused, in ms; 0: it is not refused. */
  refused_ms: number;
  /** How long every answer about this email is delayed, right or wrong, from any address. Nobody is locked out. */
  delay_ms: number;
  /** Failures of the email since the last sign-in with it. */
  failures: number;
}

/** Both times double with each failure. */
export async function readWaits(db: Kysely<DB>, subjects: Subjects, now: number): Promise<Waits> {
  const since = now - FAILURES_KEPT_MS;
  const [address, email] = await listFailures(db, [subjects.address, subjects.email], since);
  return {
    refused_ms: refusalAfter(address, FREE_OF_ADDRESS, now),
    delay_ms: doubled((email?.failures ?? 0) - FREE_OF_EMAIL, 250, LONGEST_DELAY_MS),
    failures: email?.failures ?? 0,
  };
}

function refusalAfter(failed: Failures | undefined, free: number, now: number): number {
  if (!failed) return 0;
  const wait = doubled(failed.failures - free, 1_000, LONGEST_REFUSAL_MS);
  return Math.max(0, wait - Math.max(0, now - failed.last_at));
}

/**
 * The subject for wrong codes of one operator. Only a person who knows the password reaches the codes, so nobody can
 * lock an operator out by its email alone.
 */
function codesOf(secret: Buffer, operatorId: number): Buffer {
  return createHmac('sha256', secret).update(`codes of operator\0${operatorId}`).digest();
}

type CodeDeps = Pick<Deps, 'clock' | 'secret'>;

/** How long codes of a locked operator are refused, in ms; 0: they are not refused. */
export async function codesRefusedFor(tx: Tx, deps: CodeDeps, operatorId: number): Promise<number> {
  const now = deps.clock.real();
  const [failed] = await listFailures(tx, [codesOf(deps.secret, operatorId)], now - WRONG_CODES_KEPT_MS);
  return refusalAfter(failed, FREE_OF_CODES, now);
}

/** Counts a wrong code of a locked operator. */
export async function noteWrongCode(tx: Tx, deps: CodeDeps, operatorId: number): Promise<void> {
  const now = deps.clock.real();
  await addFailures(tx, [codesOf(deps.secret, operatorId)], { now, since: now - WRONG_CODES_KEPT_MS });
}

export async function forgetWrongCodes(tx: Tx, deps: CodeDeps, operatorId: number): Promise<void> {
  await deleteFailures(tx, codesOf(deps.secret, operatorId));
}

/** How long an address that failed often is refused, in ms; 0: it is not refused. */
export async function refusedFor(
  { db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>,
  network: string,
): Promise<number> {
  return (await readWaits(db, subjectsOf(secret, network, ''), clock.real())).refused_ms;
}

/** Counts a failure to sign in without an email. */
export async function noteAddressFailure(
  { db, clock, secret }: Pick<Deps, 'db' | 'clock' | 'secret'>,
  network: string,
): Promise<void> {
  const now = clock.real();
  const { address } = subjectsOf(secret, network, '');
  await addFailures(db, [address], { now, since: now - FAILURES_KEPT_MS });
}

export async function noteSignInFailure(db: Kysely<DB>, subjects: Subjects, now: number): Promise<void> {
  const since = now - FAILURES_KEPT_MS;
  await addFailures(db, [subjects.address, subjects.email], { now, since });
}

function doubled(times: number, first: number, longest: number): number {
  return times < 0 ? 0 : Math.min(longest, first * 2 ** Math.min(times, 30));
}
