import { beforeEach, describe, expect, it } from 'vitest';
import { WHOLE_SERVER } from '../../src/domain/audit/server-deeds.ts';
import { revokeOperator } from '../../src/domain/operations/manage-operators.ts';
import {
  addOwnTotp,
  changeOwnPassword,
  removeOwnTotp,
  signOut,
} from '../../src/domain/operations/manage-sign-in.ts';
import {
  confirmOperator,
  type SecondFactorNeeded,
  signIn,
  signInWithCode,
} from '../../src/domain/operations/sign-in.ts';
import { findSignedIn } from '../../src/domain/operators/find-session.ts';
import { hashPassword, PASSWORD_COST, verifyPassword } from '../../src/domain/operators/password.ts';
import type { StartedSession } from '../../src/domain/operators/start-session.ts';
import { newTotpSecret, totpCode } from '../../src/domain/operators/totp.ts';
import { attemptFrom, type Joined, joinedOperator, PASSWORD, SENDER } from '../support/operators.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const MINUTE = 60_000;
const domain = testDomain();

let sue: Joined;
/** Each test comes from a network of its own. */
let here: ReturnType<typeof attemptFrom>;
let networks = 0;
beforeEach(async () => {
  await domain.begin();
  sue = await joinedOperator(domain.deps, { program_id: domain.program.id, role: 'support' });
  here = attemptFrom(`192.0.2.${++networks}`);
});

const enter = (email: string, password = PASSWORD, attempt = here) =>
  signIn(domain.deps, { ...attempt, email, password });
const sessionOf = (entered: StartedSession | SecondFactorNeeded) => entered as StartedSession;
const me = async (token = sue.token) => (await findSignedIn(domain.deps, token))!;
const lastDeed = async () =>
  domain.deps.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'details'])
    .where('program_id', '=', WHOLE_SERVER)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

const codeOf = (secret: string) => totpCode(secret, Math.floor(domain.clock.real() / 30_000));
/** Sue with a second factor: its secret. */
async function withSecondFactor(): Promise<string> {
  const secret = newTotpSecret(domain.deps.random);
  const { token } = await addOwnTotp(domain.deps, await me(), { secret, code: codeOf(secret) }, SENDER);
  sue = { ...sue, token };
  domain.clock.advance(MINUTE);
  return secret;
}

describe('a session that was ended', () => {
  it('changes no way to sign in any more, and is no proof of who it is', async () => {
    const mine = await me();
    await signOut(domain.deps, mine, SENDER);
    const chosen = 'another walk by the sea';
    expect(await outcomeOf(changeOwnPassword(domain.deps, mine, chosen, SENDER))).toBe(
      'authentication_required',
    );
    const confirm = confirmOperator(domain.deps, mine, { ...here, password: PASSWORD, code: '' });
    expect(await outcomeOf(confirm)).toBe('authentication_required');
    expect(await me(sessionOf(await enter(sue.email)).token)).toMatchObject({ id: sue.id });
  });

  it('by a change of the same moment changes nothing after it', async () => {
    const mine = await me();
    const outcomes = await tally(atOnce(4, () => removeOwnTotp(domain.deps, mine, SENDER)));
    expect(outcomes).toEqual({ done: 1, authentication_required: 3 });
  });
});

describe('signing in', () => {
  it('begins a session of its own each time, by the email in any case', async () => {
    const first = sessionOf(await enter(sue.email));
    const second = sessionOf(await enter(sue.email.toUpperCase()));
    expect(new Set([sue.token, first.token, second.token]).size).toBe(3);
    for (const { token } of [sue, first, second]) expect(await me(token)).toMatchObject({ id: sue.id });
  });

  it('is audited with how often it failed before, and failures are not', async () => {
    for (const password of ['wrong', 'wrong again']) await outcomeOf(enter(sue.email, password));
    await enter(sue.email);
    expect(await lastDeed()).toEqual({
      action: 'operator.signed_in',
      actor_id: sue.id,
      details: { credential: 'password', failures_before: 2 },
    });
    await enter(sue.email);
    expect((await lastDeed()).details).toMatchObject({ failures_before: 0 });
    const kept = await domain.deps.db.selectFrom('sign_in_failures').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(sue.email);
  });

  it('is refused alike for a wrong password, an email that nobody has, and an operator who was revoked', async () => {
    const gone = await joinedOperator(domain.deps, { program_id: domain.program.id, role: 'support' });
    await revokeOperator(domain.deps, { email: gone.email, program_id: null, by: TESTER });
    const refusals = [];
    for (const [email, password] of [
      [sue.email, 'not the password'],
      ['nobody@team.example', PASSWORD],
      [gone.email, PASSWORD],
    ] as const) {
      const error = await enter(email, password).catch((refusal: Error) => refusal);
      refusals.push(JSON.stringify([error, (error as Error).message]));
    }
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toContain('authentication_required');
  });
});

describe('failing often', () => {
  const fail = (email: string, attempt = here) => outcomeOf(enter(email, 'wrong', attempt));

  it('makes an address wait, longer with each failure, whatever email it tries', async () => {
    for (let i = 0; i < 5; i++) expect(await fail(`guess-${i}@team.example`)).toBe('authentication_required');
    const waits: number[] = [];
    for (let i = 0; i < 12; i++) {
      const refusal = await enter(sue.email).catch((error) => error);
      expect(refusal).toMatchObject({ code: 'rate_limited' });
      const seconds = refusal.extra.retry_after_seconds as number;
      waits.push(seconds);
      domain.clock.advance(seconds * 1000);
      expect(await fail(sue.email)).toBe('authentication_required');
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    domain.clock.advance(61 * MINUTE);
    expect(await me(sessionOf(await enter(sue.email)).token)).toMatchObject({ id: sue.id });
  });

  it('over many addresses makes every answer about an email later, and locks nobody out', async () => {
    const paused: number[] = [];
    for (let i = 0; i < 18; i++) {
      const attempt = attemptFrom(`198.51.100.${i}`);
      expect(await fail(sue.email, attempt)).toBe('authentication_required');
      paused.push(attempt.paused[0] ?? 0);
    }
    expect(paused).toEqual([...Array(10).fill(0), 250, 500, 1000, 2000, 4000, 4000, 4000, 4000]);
    const entered = await enter(sue.email);
    expect(await me(sessionOf(entered).token)).toMatchObject({ id: sue.id });
    expect(here.paused).toEqual([4000]);
    const again = attemptFrom('203.0.113.9');
    await enter(sue.email, PASSWORD, again);
    expect(again.paused).toEqual([]);
  });

  it('makes answers later for an email that nobody has, too', async () => {
    for (let i = 0; i < 10; i++) await fail('ghost@team.example', attemptFrom(`198.51.100.1${i}`));
    const next = attemptFrom('203.0.113.10');
    await fail('Ghost@Team.example', next);
    expect(next.paused).toEqual([250]);
  });

  it('counts failures that come at once', async () => {
    await Promise.all(atOnce(6, () => fail('ghost-2@team.example')));
    expect(await outcomeOf(enter(sue.email))).toBe('rate_limited');
  });
});

describe('a second factor', () => {
  const begin = async () => (await enter(sue.email)) as SecondFactorNeeded;
  const finish = (needed: SecondFactorNeeded, code: string) =>
    signInWithCode(domain.deps, { ...here, needed, code, email: sue.email });

  it('is asked for after the right password, and no session begins before it', async () => {
    const secret = await withSecondFactor();
    const needed = await begin();
    expect(needed).toEqual({ operator_id: sue.id, password_mark: expect.any(String) });
    expect(await outcomeOf(finish(needed, '000000'))).toBe('authentication_required');
    const { token } = await finish(needed, codeOf(secret));
    expect(await me(token)).toMatchObject({ id: sue.id });
    expect((await lastDeed()).details).toEqual({ credential: 'password and code', failures_before: 1 });
  });

  it('takes each code once, also of many who send it at once', async () => {
    const secret = await withSecondFactor();
    const needed = await begin();
    const code = codeOf(secret);
    expect(await tally(atOnce(4, () => finish(needed, code)))).toEqual({
      done: 1,
      authentication_required: 3,
    });
  });

  it('is worth nothing after the password was changed', async () => {
    const secret = await withSecondFactor();
    const needed = await begin();
    await changeOwnPassword(domain.deps, await me(), 'a third walk by the sea', SENDER);
    expect(await outcomeOf(finish(needed, codeOf(secret)))).toBe('authentication_required');
  });
});

describe('proving once more who one is', () => {
  const confirm = async (password: string, code = '') =>
    confirmOperator(domain.deps, await me(), { ...here, password, code });

  it('puts a new session in the place of the present one', async () => {
    domain.clock.advance(20 * MINUTE);
    expect(await me()).toMatchObject({ confirmed: false });
    expect(await outcomeOf(confirm('wrong'))).toBe('authentication_required');
    const { token } = await confirm(PASSWORD);
    expect(await findSignedIn(domain.deps, sue.token)).toBeUndefined();
    expect(await me(token)).toMatchObject({ confirmed: true });
  });

  it('needs the code of the second factor too', async () => {
    const secret = await withSecondFactor();
    expect(await outcomeOf(confirm(PASSWORD))).toBe('authentication_required');
    expect(await me((await confirm(PASSWORD, codeOf(secret))).token)).toMatchObject({ id: sue.id });
  });
});

describe('a password', () => {
  it('is kept by a costly hash, which is known again where new ones cost something else', async () => {
    const stored = await hashPassword({ ...domain.deps, password_cost: PASSWORD_COST }, 'Bläuliche Katze');
    expect(stored).toMatch(/^scrypt\$14\$8\$5\$/);
    expect(await verifyPassword(domain.deps, stored, 'Bläuliche Katze')).toBe(true);
  });
});
