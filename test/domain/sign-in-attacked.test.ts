import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DomainError } from '../../src/domain/core/errors.ts';
import { inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { revokeOperator } from '../../src/domain/operations/manage-operators.ts';
import { addOwnTotp } from '../../src/domain/operations/manage-sign-in.ts';
import { type SecondFactorNeeded, signIn, signInWithCode } from '../../src/domain/operations/sign-in.ts';
import { findSignedIn } from '../../src/domain/operators/find-session.ts';
import { newTotpSecret, totpCode } from '../../src/domain/operators/totp.ts';
import { attemptFrom, type Joined, joinedOperator, PASSWORD, SENDER } from '../support/operators.ts';
import { atOnce, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

// The module that hashes is loaded already where other files ran before: what it imports is counted.
const hashes = { count: 0 };
const { scrypt } = crypto;
const countHashes = vi.spyOn(crypto, 'scrypt').mockImplementation((...given) => {
  hashes.count += 1;
  scrypt(...given);
});
syncBuiltinESMExports();
afterAll(() => {
  countHashes.mockRestore();
  syncBuiltinESMExports();
});

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const domain = testDomain();

let sue: Joined;
let networks = 0;
const elsewhere = () => attemptFrom(`192.0.2.${++networks}`);
beforeEach(async () => {
  await domain.begin();
  sue = await joinedOperator(domain.deps, { program_id: domain.program.id, role: 'support' });
});

const guess = (attempt = elsewhere(), email = sue.email) =>
  signIn(domain.deps, { ...attempt, email, password: 'not it, I am afraid' });
const unrefused = (): never => {
  throw new Error('nobody refused');
};

describe('whoever guesses passwords', () => {
  it('has as much work done for nobody as for somebody, by one hash each', async () => {
    const gone = await joinedOperator(domain.deps, { program_id: domain.program.id, role: 'support' });
    await revokeOperator(domain.deps, { email: gone.email, program_id: null, by: TESTER });
    const grant = { program_id: domain.program.id, role: 'support' } as const;
    const invited = { email: 'invited@team.example', grant, by: TESTER, whole_server: true };
    await inviteOperator(domain.deps, invited);
    for (const email of [sue.email, gone.email, invited.email, 'nobody@team.example']) {
      hashes.count = 0;
      expect(await outcomeOf(guess(elsewhere(), email))).toBe('authentication_required');
      expect([email, hashes.count]).toEqual([email, 1]);
    }
  });

  it('has no hash made while its network waits, whatever email it names', async () => {
    const here = elsewhere();
    for (const email of ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example', sue.email]) {
      await outcomeOf(guess(here, email));
    }
    hashes.count = 0;
    for (const email of [sue.email, 'e@x.example'])
      expect(await outcomeOf(guess(here, email))).toBe('rate_limited');
    expect(hashes.count).toBe(0);
  });

  // As many at once as one process takes of a network. docs/security.md tells the figures.
  it.each([
    ['an hour', 'one account', 60, 15, HOUR],
    ['an hour', 'all accounts', 60, 15, HOUR],
    ['a day', 'one account and all others by turns', 800, 100, DAY],
  ])(
    'gets in %s from one network, against %s, at most %i guesses, eight at once as soon as it may',
    async (_span, against, most, least, span) => {
      const here = elsewhere();
      const begin = domain.clock.real();
      let guesses = 0;
      const victim = (at: number) => {
        const isHers = against === 'one account' || (against !== 'all accounts' && at % 2 === 0);
        return isHers ? sue.email : `person-${guesses + at}@team.example`;
      };
      while (domain.clock.real() < begin + span) {
        const refusals = await Promise.all(
          atOnce(8, (at) => guess(here, victim(at)).then(unrefused, (error) => error)),
        );
        const waits = refusals.flatMap(({ extra }: DomainError) => extra.retry_after_seconds ?? []);
        guesses += refusals.length - waits.length;
        domain.clock.advance(Math.max(1, ...waits) * SECOND);
      }
      // Those that come at once hinder each other by chance. One at a time would get 17 in an hour, and 110 in a day.
      expect(guesses).toBeGreaterThan(least);
      expect(guesses).toBeLessThanOrEqual(most);
    },
    120_000,
  );

  it('of many networks locks nobody out: the operator waits four seconds at most', async () => {
    for (let count = 0; count < 30; count++) await outcomeOf(guess());
    const own = elsewhere();
    const entered = await signIn(domain.deps, { ...own, email: sue.email, password: PASSWORD });
    expect(entered).toHaveProperty('token');
    expect(own.paused).toEqual([4 * SECOND]);
    const other = await joinedOperator(domain.deps, { program_id: domain.program.id, role: 'support' });
    const beside = elsewhere();
    await signIn(domain.deps, { ...beside, email: other.email, password: PASSWORD });
    expect(beside.paused).toEqual([]);
  });
});

describe('whoever knows the password and guesses codes', () => {
  let secret: string;
  let needed: SecondFactorNeeded;
  const codeNow = () => totpCode(secret, Math.floor(domain.clock.real() / 30_000));
  const wrongCode = () => (codeNow() === '000000' ? '000001' : '000000');
  const tryCode = (code: string) =>
    signInWithCode(domain.deps, { ...elsewhere(), email: sue.email, needed, code });

  beforeEach(async () => {
    secret = newTotpSecret(domain.deps.random);
    const me = (await findSignedIn(domain.deps, sue.token))!;
    await addOwnTotp(domain.deps, me, { secret, code: codeNow() }, SENDER);
    domain.clock.advance(60 * SECOND);
    needed = (await signIn(domain.deps, {
      ...elsewhere(),
      email: sue.email,
      password: PASSWORD,
    })) as SecondFactorNeeded;
  });

  it('gets ten, however many networks it comes from at once, and then waits', async () => {
    const outcomes = await Promise.all(atOnce(24, () => outcomeOf(tryCode(wrongCode()))));
    const looked = outcomes.flat().filter((outcome) => String(outcome) === 'authentication_required');
    expect(looked.length).toBeLessThanOrEqual(11);
    expect(await outcomeOf(tryCode(codeNow()))).toBe('rate_limited');
  });

  it.each([
    ['without a rest', () => 300],
    ['with a rest of an hour after each twenty', (guesses: number) => (guesses % 20 === 0 ? 3_700 : 120)],
  ])(
    'gets at most 120 codes a day, of a million, %s',
    async (_, restAfter) => {
      const begin = domain.clock.real();
      let guesses = 0;
      while (domain.clock.real() < begin + DAY) {
        const looked = (await outcomeOf(tryCode(wrongCode()))) === 'authentication_required';
        if (looked) guesses += 1;
        domain.clock.advance((guesses < 15 ? 30 : looked ? restAfter(guesses) : 120) * SECOND);
      }
      expect(guesses).toBeGreaterThan(30);
      expect(guesses).toBeLessThanOrEqual(120);
    },
    60_000,
  );

  it('leaves the operator in peace once it has waited, and a right code begins anew', async () => {
    for (let count = 0; count < 10; count++) await outcomeOf(tryCode(wrongCode()));
    expect(await outcomeOf(tryCode(codeNow()))).toBe('rate_limited');
    domain.clock.advance(60 * SECOND);
    expect(await outcomeOf(tryCode(codeNow()))).toBe('done');
    for (let count = 0; count < 9; count++) await outcomeOf(tryCode(wrongCode()));
    domain.clock.advance(60 * SECOND);
    expect(await outcomeOf(tryCode(codeNow()))).toBe('done');
  });
});
