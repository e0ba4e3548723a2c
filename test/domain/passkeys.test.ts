import { beforeEach, describe, expect, it } from 'vitest';
import { inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { resetOperator, revokeOperator } from '../../src/domain/operations/manage-operators.ts';
import {
  addOwnPasskey,
  proposePasskey,
  removeOwnPasskey,
} from '../../src/domain/operations/manage-passkeys.ts';
import { readOwnAccess } from '../../src/domain/operations/manage-sign-in.ts';
import {
  askForPasskey,
  confirmWithPasskey,
  signInWithPasskey,
} from '../../src/domain/operations/use-passkeys.ts';
import { findSignedIn, type SignedInOperator } from '../../src/domain/operators/find-session.ts';
import { CHALLENGE_MS, CONFIRMED_MS } from '../../src/domain/operators/lifetimes.ts';
import { takesPasskeys } from '../../src/domain/operators/passkeys.ts';
import { purgeEndedAccess } from '../../src/domain/operators/purge-ended.ts';
import { Authenticator } from '../support/authenticator.ts';
import { attemptFrom, SENDER, signedInOperator } from '../support/operators.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();
const HERE = { origin: 'https://loyalty.example', rp_id: 'loyalty.example' };
const REFUSED = 'authentication_required';

let me: SignedInOperator;
let device: Authenticator;
let networks = 0;

beforeEach(async () => {
  await domain.begin();
  await domain.deps.db.deleteFrom('operator_challenges').execute();
  const { token } = await signedInOperator(domain.deps, { program_id: domain.program.id, role: 'owner' });
  me = (await findSignedIn(domain.deps, token))!;
  device = new Authenticator(HERE);
});

function nextNetwork(): string {
  networks += 1;
  return `198.51.100.${networks}`;
}

const attempt = (network = nextNetwork()) => attemptFrom(network);
async function add(by = device, name = 'My laptop') {
  const answer = by.create(await proposePasskey(domain.deps, me));
  const { token } = await addOwnPasskey(domain.deps, me, { name, answer }, SENDER);
  me = (await findSignedIn(domain.deps, token))!;
}
const ask = () => askForPasskey(domain.deps, null);
const enter = (answer: string, network?: string) =>
  signInWithPasskey(domain.deps, { ...attempt(network), answer });
const challenges = () => domain.deps.db.selectFrom('operator_challenges').selectAll().execute();
const passkeys = async () => (await readOwnAccess(domain.deps, me)).passkeys;

describe('a passkey', () => {
  it('signs its operator in without any other word, and the audit says so', async () => {
    await add();
    const { token } = await enter(device.get(await ask()));
    expect(await findSignedIn(domain.deps, token)).toMatchObject({ id: me.id, confirmed: true });
    expect(await passkeys()).toMatchObject([{ name: 'My laptop', used_at: domain.clock.real() }]);
    const [deed] = await domain.deps.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'details'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(deed).toEqual({
      action: 'operator.signed_in',
      actor_id: me.id,
      details: { credential: 'passkey' },
    });
  });

  it.each([
    ['of another origin', { origin: 'https://thief.example' }],
    ['of another server name', { rp_id: 'thief.example' }],
    ['whose device did not ask who is there', { verified: false }],
    ['whose counter stands still, as that of a copied device', { counter: 5 }],
    ['whose counter goes back', { counter: 4 }],
  ])('is not taken with an answer %s', async (_how, changed) => {
    await add();
    await enter(device.get(await ask(), { counter: 5 }));
    expect(await outcomeOf(enter(device.get(await ask(), { counter: 6, ...changed })))).toBe(REFUSED);
    expect(await outcomeOf(enter(device.get(await ask(), { counter: 7 })))).toBe('done');
  });

  it('signs a challenge once, though it is sent often at once, and within five minutes', async () => {
    await add();
    const answer = device.get(await ask());
    expect(await tally(atOnce(5, () => enter(answer)))).toEqual({ done: 1, [REFUSED]: 4 });
    const late = device.get(await ask());
    domain.clock.advance(CHALLENGE_MS);
    expect(await outcomeOf(enter(late))).toBe(REFUSED);
  });

  it('takes a challenge of this server alone, written as the server wrote it', async () => {
    await add();
    const asked = await ask();
    const bytes = Buffer.from(asked.challenge, 'base64url');
    const changed = (at: number) => {
      const other = Buffer.from(bytes);
      other[at] = other[at]! ^ 1;
      return other.toString('base64url');
    };
    const others = [
      changed(0),
      changed(23),
      changed(24),
      changed(bytes.length - 1),
      `${asked.challenge}=`,
      '',
    ];
    for (const challenge of others) {
      expect(await outcomeOf(enter(device.get({ ...asked, challenge })))).toBe(REFUSED);
    }
    expect(await outcomeOf(enter(device.get(asked)))).toBe('done');
  });

  it('does not pass for another one, nor a challenge for one of another purpose', async () => {
    await add();
    expect(await outcomeOf(enter(new Authenticator(HERE).get(await ask())))).toBe(REFUSED);
    for (const asked of [await proposePasskey(domain.deps, me), await askForPasskey(domain.deps, me)]) {
      expect(await outcomeOf(enter(device.get(asked)))).toBe(REFUSED);
    }
    const confirm = { ...attempt(), answer: device.get(await ask()) };
    expect(await outcomeOf(confirmWithPasskey(domain.deps, me, confirm))).toBe(REFUSED);
    for (const odd of ['', '{}', 'null', '{"id":7}', '{"id":"x","response":{"clientDataJSON":"e30"}}']) {
      expect(await outcomeOf(enter(odd))).toBe(REFUSED);
    }
  });

  it('makes an address that failed often wait, and nobody else', async () => {
    await add();
    for (let failures = 0; failures < 6; failures += 1) await outcomeOf(enter('{}', '203.0.113.9'));
    expect(await outcomeOf(enter(device.get(await ask()), '203.0.113.9'))).toBe('rate_limited');
    expect(await outcomeOf(enter(device.get(await ask()), '203.0.113.10'))).toBe('done');
  });

  it('is proof of who it is before something dangerous, for its own operator', async () => {
    await add();
    domain.clock.advance(CONFIRMED_MS);
    const answer = device.get(await askForPasskey(domain.deps, me));
    const { token } = await confirmWithPasskey(domain.deps, me, { ...attempt(), answer });
    const again = (await findSignedIn(domain.deps, token))!;
    expect(again).toMatchObject({ id: me.id, confirmed: true });
    expect(again.session_id).not.toBe(me.session_id);
    const { token: theirs } = await signedInOperator(domain.deps, 'admin');
    const other = (await findSignedIn(domain.deps, theirs))!;
    const foreign = { ...attempt(), answer: device.get(await askForPasskey(domain.deps, other)) };
    expect(await outcomeOf(confirmWithPasskey(domain.deps, other, foreign))).toBe(REFUSED);
  });

  it('is added once, with an answer that holds, and ends other sessions', async () => {
    const before = me.session_id;
    await add();
    expect((await readOwnAccess(domain.deps, me)).sessions.map(({ id }) => id)).toEqual([me.session_id]);
    expect(me.session_id).not.toBe(before);
    expect(await outcomeOf(add())).toBe('invalid_request');
    expect(await outcomeOf(add(new Authenticator({ ...HERE, origin: 'https://thief.example' })))).toBe(
      'invalid_request',
    );
    expect(await outcomeOf(add(new Authenticator(HERE), 'x'.repeat(61)))).toBe('invalid_request');
    const taken = { name: '', answer: device.create(await ask()) };
    expect(await outcomeOf(addOwnPasskey(domain.deps, me, taken, SENDER))).toBe('invalid_request');
    expect(await passkeys()).toHaveLength(1);
    const offered = await proposePasskey(domain.deps, me);
    expect(offered.excludeCredentials).toHaveLength(1);
    expect(offered.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    });
  });

  it('is removed by its own operator alone', async () => {
    await add();
    const [{ id } = { id: 0 }] = await passkeys();
    const { token } = await signedInOperator(domain.deps, 'admin');
    const other = (await findSignedIn(domain.deps, token))!;
    expect(await outcomeOf(removeOwnPasskey(domain.deps, other, id, SENDER))).toBe('not_found');
    await removeOwnPasskey(domain.deps, me, id, SENDER);
    expect(await passkeys()).toEqual([]);
    expect(await outcomeOf(enter(device.get(await ask())))).toBe(REFUSED);
  });

  it.each([
    ['reset', () => resetOperator(domain.deps, { email: me.email, by: TESTER })],
    [
      'revoked, also after a new invitation',
      async () => {
        const { email } = me;
        await revokeOperator(domain.deps, { email, program_id: null, by: TESTER, even_last: true });
        await inviteOperator(domain.deps, { email, grant: 'admin', by: TESTER, whole_server: true });
      },
    ],
  ])('is gone once its operator was %s', async (_how, away) => {
    await add();
    await away();
    expect(await outcomeOf(enter(device.get(await ask())))).toBe(REFUSED);
  });

  it('is asked for by strangers as often as they like, and nothing of it is kept', async () => {
    for (let asked = 0; asked < 20; asked += 1) await ask();
    await proposePasskey(domain.deps, me);
    const failed = device.get(await ask(), { verified: false });
    expect(await outcomeOf(enter(failed))).toBe(REFUSED);
    expect(await challenges()).toEqual([]);
  });

  it('leaves a challenge that was used behind as long as somebody might take it', async () => {
    await add();
    const answer = device.get(await ask());
    await enter(answer);
    domain.clock.advance(CHALLENGE_MS - 1);
    await purgeEndedAccess(domain.deps);
    expect(await outcomeOf(enter(answer))).toBe(REFUSED);
    expect(await challenges()).toHaveLength(2);
    domain.clock.advance(CHALLENGE_MS + 2);
    await purgeEndedAccess(domain.deps);
    expect(await challenges()).toEqual([]);
  });
});

describe('a server', () => {
  it.each([
    ['https://loyalty.example', true],
    ['https://shop.example/loyalty', true],
    ['http://localhost:3000', true],
    ['http://127.0.0.1:3000', false],
    ['http://loyalty.example', false],
    ['https://[::1]', false],
  ])('at %s takes passkeys: %s', (publicUrl, takes) => {
    expect(takesPasskeys({ publicUrl })).toBe(takes);
  });
});
