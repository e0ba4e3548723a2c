import { sql } from 'kysely';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeExpiredTokens } from '../../src/domain/oauth/purge-expired.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { revokeApp } from '../../src/domain/operations/manage-apps.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { clockAhead } from '../support/clock.ts';
import { programDefinition } from '../support/factories.ts';
import { createPartner, OWN_PAGE, oauthOutcome, type Partner } from '../support/oauth.ts';
import { atOnce } from '../support/outcomes.ts';
import { TESTER } from '../support/tester.ts';

const SECOND = 1000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

let test: TestApp;
let partner: Partner;

beforeAll(async () => {
  test = await buildTestApp();
  partner = await createPartner(test);
});
afterAll(() => test.close());

const order = (merchant_id: string) => ({
  merchant_id,
  customer_id: '1001',
  customer_email: null,
  total: 10,
  total_paid: 10,
  payment_status: 'paid',
  discount_codes: [],
});

/** The API's status for a token: 200, or 401 once it is no longer valid. */
const standing = async (token: string | undefined) => (await partner.call('/v2/transactions', token)).status;

describe('an app that an operator approves', () => {
  it('finds out from the metadata where to go and what is understood there', () => {
    expect(partner.as).toMatchObject({
      issuer: 'https://loyalty.example',
      token_endpoint: 'https://loyalty.example/oauth/token',
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    });
  });

  it('gets a token that opens what its scopes open, and nothing else', async () => {
    const tokens = await partner.connect();
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 3_600,
      scope: 'read_customers write_orders',
      access_token: expect.stringMatching(/^loyalty_at_/),
      refresh_token: expect.stringMatching(/^loyalty_rt_/),
    });
    expect(await partner.call('/v2/transactions', tokens.access_token)).toMatchObject({ status: 200 });
    expect((await partner.call('/v2/whoami', tokens.access_token)).body).toEqual({
      kind: 'access_token',
      program_id: (await test.program()).id,
      scopes: ['read_customers', 'write_orders'],
    });
    expect((await partner.call('/v2/orders', tokens.access_token, order('by-token'))).status).toBe(201);
    expect(
      await partner.call('/v2/customers/1001/claimed_rewards', tokens.access_token, { reward_id: 1 }),
    ).toMatchObject({
      status: 403,
      body: {
        error: { code: 'insufficient_scope', message: 'The access token lacks the scope write_customers.' },
      },
    });
  });

  it('sees its own program only', async () => {
    await applyProgram(test.deps, programDefinition({ key: 'other' }), TESTER);
    const theirs = (await test.deps.programs.all()).find(({ key }) => key === 'other')!;
    const guest = await createPartner(test, { program_id: theirs.id });
    const { query } = await guest.parameters();
    const refused = await guest.decide(query, {}, OWN_PAGE, partner.owner);
    expect(refused.location).toBeNull();
    expect(refused.text).toContain('a program in which you have no role');
    const { location } = await guest.decide(query);
    expect(location!.searchParams.get('code')).toMatch(/^loyalty_ac_/);
    const tokens = await partner.connect();
    await partner.call('/v2/orders', tokens.access_token, order('ours'));
    const stranger = await createPartner(test, {
      program_id: theirs.id,
      redirect_uris: [],
      scopes: ['read_customers'],
    });
    const foreign = await stranger.clientCredentials();
    expect((await stranger.call('/v2/transactions', foreign.access_token)).body).toMatchObject({
      transactions: [],
    });
    expect((await stranger.call('/v2/customers/1001/transactions', foreign.access_token)).status).toBe(404);
  });

  it('may ask for less than it may be granted, with commas or spaces, and for reading where it may write', async () => {
    expect((await partner.connect({ scope: 'write_orders,read_customers' })).scope).toBe(
      'write_orders read_customers',
    );
    const reading = await partner.connect({ scope: 'read_orders' });
    expect(reading.scope).toBe('read_orders');
    expect((await partner.call('/v2/orders', reading.access_token, order('not'))).status).toBe(403);
  });

  it('needs no secret where it is public', async () => {
    const publicPartner = await createPartner(test, { public: true });
    expect(publicPartner.client_secret).toBeNull();
    const tokens = await publicPartner.connect();
    expect(await standing(tokens.access_token)).toBe(200);
    expect(await standing((await publicPartner.refresh(tokens.refresh_token!)).access_token)).toBe(200);
  });

  it('is told when the operator denies', async () => {
    const { query } = await partner.parameters();
    const { status, location } = await partner.decide(query, { decision: 'deny' });
    expect(status).toBe(303);
    expect(location!.href).toMatch(
      /^https:\/\/partner\.example\/callback\?from=loyalty&error=access_denied&/,
    );
    expect(() =>
      oauth.validateAuthResponse(partner.as, partner.client, location!, 'the state & more'),
    ).toThrow(expect.objectContaining({ error: 'access_denied' }));
  });

  it('is refused with a token that has expired, which can be had anew', async () => {
    const tokens = await partner.connect();
    test.clock.advance(HOUR - 1);
    expect(await standing(tokens.access_token)).toBe(200);
    test.clock.advance(1);
    expect(await partner.call('/v2/transactions', tokens.access_token)).toMatchObject({
      status: 401,
      body: { error: { code: 'authentication_required', message: 'The access token has expired.' } },
    });
    expect(await standing((await partner.refresh(tokens.refresh_token!)).access_token)).toBe(200);
  });
});

describe('a code', () => {
  it('is good for its verifier only', async () => {
    const approved = await partner.approve();
    const other = { ...approved, verifier: oauth.generateRandomCodeVerifier() };
    expect(await oauthOutcome(partner.redeem(other))).toBe('invalid_grant');
    expect(await oauthOutcome(partner.redeem(approved))).toBe('done');
  });

  it('is good for two minutes', async () => {
    const [kept, late] = [await partner.approve(), await partner.approve()];
    test.clock.advance(120 * SECOND - 1);
    expect(await oauthOutcome(partner.redeem(kept))).toBe('done');
    test.clock.advance(1);
    expect(await oauthOutcome(partner.redeem(late))).toBe('invalid_grant');
  });

  it('is good for the app that it was given to', async () => {
    const other = await createPartner(test);
    const approved = await partner.approve();
    expect(await oauthOutcome(other.redeem(approved))).toBe('invalid_grant');
    expect(await oauthOutcome(partner.redeem(approved))).toBe('done');
  });

  it('is good for the address that it was sent to', async () => {
    const { callback, verifier } = await partner.approve();
    const answer = await oauth.authorizationCodeGrantRequest(
      partner.as,
      partner.client,
      partner.auth,
      callback,
      'https://partner.example/callback',
      verifier,
      partner.options,
    );
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('that comes a second time revokes what the first got', async () => {
    const approved = await partner.approve();
    const tokens = await partner.redeem(approved);
    expect(await standing(tokens.access_token)).toBe(200);
    expect(await oauthOutcome(partner.redeem(approved))).toBe('invalid_grant');
    expect(await standing(tokens.access_token)).toBe(401);
    expect(await oauthOutcome(partner.refresh(tokens.refresh_token!))).toBe('invalid_grant');
  });

  it('that comes from many at once is redeemed once, and the others revoke what the one got', async () => {
    for (let round = 0; round < 5; round += 1) {
      const approved = await partner.approve();
      const got: oauth.TokenEndpointResponse[] = [];
      const outcomes = await Promise.all(
        atOnce(6, () =>
          oauthOutcome(
            partner.redeem(approved).then((tokens) => {
              got.push(tokens);
            }),
          ),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'invalid_grant')).toHaveLength(5);
      expect(got).toHaveLength(1);
      expect(await standing(got[0]!.access_token)).toBe(401);
      expect(await oauthOutcome(partner.refresh(got[0]!.refresh_token!))).toBe('invalid_grant');
    }
  });
});

describe('a refresh token', () => {
  it('is exchanged for the next, each good once, while the approval lasts', async () => {
    let tokens = await partner.connect();
    for (let month = 0; month < 5; month += 1) {
      test.clock.advance(30 * DAY - 1);
      const next = await partner.refresh(tokens.refresh_token!);
      expect(next.refresh_token).not.toBe(tokens.refresh_token);
      tokens = next;
    }
    test.clock.advance(30 * DAY);
    expect(await oauthOutcome(partner.refresh(tokens.refresh_token!))).toBe('invalid_grant');
  });

  it('and its access token end 180 days after the approval, however often they were refreshed', async () => {
    let tokens = await partner.connect();
    for (let day = 20; day < 180; day += 20) {
      test.clock.advance(20 * DAY);
      tokens = await partner.refresh(tokens.refresh_token!);
    }
    test.clock.advance(20 * DAY - 60_000);
    const last = await partner.refresh(tokens.refresh_token!);
    expect(last.expires_in).toBe(60);
    expect(await standing(last.access_token)).toBe(200);
    test.clock.advance(60_000);
    expect(await standing(last.access_token)).toBe(401);
    expect(await oauthOutcome(partner.refresh(last.refresh_token!))).toBe('invalid_grant');
    expect(await oauthOutcome(partner.connect())).toBe('done');
  });

  it('that comes again after ten seconds revokes all that came of its approval, and no other', async () => {
    const other = await partner.connect();
    const first = await partner.connect();
    const second = await partner.refresh(first.refresh_token!);
    const third = await partner.refresh(second.refresh_token!);
    expect(await standing(first.access_token)).toBe(200);
    test.clock.advance(10_000);
    expect(await oauthOutcome(partner.refresh(second.refresh_token!))).toBe('invalid_grant');
    for (const { access_token } of [first, second, third]) expect(await standing(access_token)).toBe(401);
    expect(await oauthOutcome(partner.refresh(third.refresh_token!))).toBe('invalid_grant');
    expect(await standing(other.access_token)).toBe(200);
    expect(await oauthOutcome(partner.refresh(other.refresh_token!))).toBe('done');
  });

  it('that comes again within ten seconds is answered with the same tokens: the answer was lost', async () => {
    const { refresh_token } = await partner.connect();
    const first = await partner.refresh(refresh_token!);
    test.clock.advance(9_999);
    const again = await partner.refresh(refresh_token!);
    expect(again).toEqual({ ...first, expires_in: first.expires_in! - 10 });
    expect(await standing(first.access_token)).toBe(200);
    const next = await partner.refresh(again.refresh_token!);
    expect(await standing(next.access_token)).toBe(200);
  });

  it('that comes again within ten seconds after the next one was used is a thief’s, and revokes the family', async () => {
    const { refresh_token } = await partner.connect();
    const second = await partner.refresh(refresh_token!);
    const third = await partner.refresh(second.refresh_token!);
    expect(await oauthOutcome(partner.refresh(refresh_token!))).toBe('invalid_grant');
    expect(await standing(third.access_token)).toBe(401);
  });

  it('that comes again within ten seconds for other scopes revokes the family', async () => {
    const { refresh_token } = await partner.connect({ scope: 'read_customers write_orders' });
    await partner.refresh(refresh_token!);
    expect(await oauthOutcome(partner.refresh(refresh_token!, 'read_customers'))).toBe('invalid_grant');
  });

  it('that comes from many at once is exchanged once, and all are given the same', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refresh_token } = await partner.connect();
      const got = await Promise.all(atOnce(6, () => partner.refresh(refresh_token!)));
      expect(new Set(got.map((tokens) => `${tokens.access_token} ${tokens.refresh_token}`)).size).toBe(1);
      expect(await standing(got[0]!.access_token)).toBe(200);
      test.clock.advance(10_000);
      const late = await Promise.all(atOnce(6, () => oauthOutcome(partner.refresh(refresh_token!))));
      expect(new Set(late)).toEqual(new Set(['invalid_grant']));
      expect(await standing(got[0]!.access_token)).toBe(401);
    }
  });

  it('has its answer forgotten once it would not be given again', async () => {
    const { refresh_token } = await partner.connect();
    await partner.refresh(refresh_token!);
    const kept = () =>
      test.deps.db.selectFrom('oauth_tokens').select('id').where('answer', 'is not', null).execute();
    expect(await kept()).not.toEqual([]);
    test.clock.advance(10_001);
    await purgeExpiredTokens(test.deps);
    expect(await kept()).toEqual([]);
  });

  it('has its answer kept, and a code its time, where a server with a clock ahead cleans up', async () => {
    const ahead = { ...test.deps, clock: clockAhead(test.clock, 5 * 60 * SECOND) };
    const approved = await partner.approve();
    await purgeExpiredTokens(ahead);
    const { refresh_token } = await partner.redeem(approved);
    const first = await partner.refresh(refresh_token!);
    await purgeExpiredTokens(ahead);
    expect(await partner.refresh(refresh_token!)).toEqual(first);
    expect(await standing(first.access_token)).toBe(200);
  });

  it('gives an access token of fewer scopes, stands for all of them itself, and for no more', async () => {
    const tokens = await partner.connect({ scope: 'read_customers write_orders' });
    const narrow = await partner.refresh(tokens.refresh_token!, 'read_orders');
    expect(narrow.scope).toBe('read_orders');
    const whole = await partner.refresh(narrow.refresh_token!);
    expect(whole.scope).toBe('read_customers write_orders');
    expect(await oauthOutcome(partner.refresh(whole.refresh_token!, 'write_customers'))).toBe(
      'invalid_scope',
    );
    const little = await partner.connect({ scope: 'read_customers' });
    expect(await oauthOutcome(partner.refresh(little.refresh_token!, 'read_orders'))).toBe('invalid_scope');
    // The refused request used nothing up.
    expect(await oauthOutcome(partner.refresh(little.refresh_token!))).toBe('done');
  });

  it('is good for its own app', async () => {
    const other = await createPartner(test);
    const { refresh_token } = await partner.connect();
    expect(await oauthOutcome(other.refresh(refresh_token!))).toBe('invalid_grant');
    expect(await oauthOutcome(partner.refresh(refresh_token!))).toBe('done');
  });
});

describe('client credentials', () => {
  it('give a token without a refresh token, by the secret in the header or in the form', async () => {
    const machine = await createPartner(test, { redirect_uris: [] });
    const tokens = await machine.clientCredentials('read_customers');
    expect(tokens).toMatchObject({ scope: 'read_customers', expires_in: 3_600 });
    expect(tokens.refresh_token).toBeUndefined();
    expect(await standing(tokens.access_token)).toBe(200);
    const posted = await createPartner(test, { redirect_uris: [] });
    posted.auth = oauth.ClientSecretPost(posted.client_secret!);
    const answer = await oauth.clientCredentialsGrantRequest(
      posted.as,
      posted.client,
      posted.auth,
      {},
      posted.options,
    );
    expect((await oauth.processClientCredentialsResponse(posted.as, posted.client, answer)).scope).toBe(
      'read_customers write_orders',
    );
  });

  it('are only for apps that were made for them, with the right secret, within their scopes', async () => {
    expect(await oauthOutcome(partner.clientCredentials())).toBe('unauthorized_client');
    const both = await createPartner(test, { grant_types: ['authorization_code', 'client_credentials'] });
    expect(await oauthOutcome(both.clientCredentials())).toBe('done');
    expect(await oauthOutcome(both.clientCredentials('write_customers'))).toBe('invalid_scope');
    expect(await oauthOutcome(both.clientCredentials('everything'))).toBe('invalid_scope');
    const wrong = await oauth.clientCredentialsGrantRequest(
      both.as,
      both.client,
      oauth.ClientSecretPost(partner.client_secret!),
      {},
      both.options,
    );
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toBe('Basic realm="loyaltyd"');
    expect(await wrong.json()).toMatchObject({ error: 'invalid_client' });
  });
});

describe('introspection', () => {
  it("tells of an app's own tokens what they are good for, and of no others", async () => {
    const { access_token, refresh_token } = await partner.connect();
    const now = Math.floor(test.clock.real() / 1000);
    expect(await partner.introspect(access_token)).toEqual({
      active: true,
      scope: 'read_customers write_orders',
      client_id: partner.client_id,
      token_type: 'Bearer',
      iat: now,
      exp: now + 3_600,
      iss: 'https://loyalty.example',
    });
    expect(await partner.introspect(refresh_token!)).toMatchObject({ active: true, exp: now + 30 * 86_400 });
    const other = await createPartner(test);
    expect(await other.introspect(access_token)).toEqual({ active: false });
    expect(await partner.introspect(test.key)).toEqual({ active: false });
    await partner.refresh(refresh_token!);
    expect(await partner.introspect(refresh_token!)).toEqual({ active: false });
    test.clock.advance(HOUR);
    expect(await partner.introspect(access_token)).toEqual({ active: false });
    const publicPartner = await createPartner(test, { public: true });
    expect(await oauthOutcome(publicPartner.introspect(access_token))).toBe('401');
  });
});

describe('revocation', () => {
  it('of an access token ends that token', async () => {
    const { access_token, refresh_token } = await partner.connect();
    await partner.revoke(access_token);
    expect(await standing(access_token)).toBe(401);
    expect(await partner.introspect(access_token)).toEqual({ active: false });
    expect(await oauthOutcome(partner.refresh(refresh_token!))).toBe('done');
  });

  it('of a refresh token ends all that came of its approval', async () => {
    const { access_token, refresh_token } = await partner.connect();
    await partner.revoke(refresh_token!);
    expect(await standing(access_token)).toBe(401);
    expect(await oauthOutcome(partner.refresh(refresh_token!))).toBe('invalid_grant');
  });

  it("of what is unknown or another app's is answered alike, and ends nothing", async () => {
    const other = await createPartner(test);
    const { access_token, refresh_token } = await partner.connect();
    for (const token of [access_token, refresh_token!, 'nonsense', test.key]) await other.revoke(token);
    expect(await standing(access_token)).toBe(200);
    expect(await oauthOutcome(partner.refresh(refresh_token!))).toBe('done');
  });

  it('of an app refuses its tokens, its codes and the app itself from the next request on, in every process', async () => {
    const second = await buildTestApp({ beside: test });
    const gone = await createPartner(test);
    const tokens = await gone.connect();
    const approved = await gone.approve();
    const { query } = await gone.parameters();
    const program = await test.program();
    expect(await revokeApp(test.deps, program.id, gone.client_id, TESTER)).toBe(true);
    expect(await revokeApp(test.deps, program.id, gone.client_id, TESTER)).toBe(false);
    const elsewhere = await fetch(`${second.url}/v2/transactions`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(elsewhere.status).toBe(401);
    expect(await oauthOutcome(gone.redeem(approved))).toBe('401');
    expect(await oauthOutcome(gone.refresh(tokens.refresh_token!))).toBe('401');
    expect((await gone.open(query)).status).toBe(400);
    await second.close();
  });
});

describe('what is kept', () => {
  it('is nothing in clear: neither the database nor the log holds a token, a code or a secret', async () => {
    const { callback, verifier } = await partner.approve();
    const tokens = await partner.redeem({ callback, verifier });
    const next = await partner.refresh(tokens.refresh_token!);
    await partner.introspect(next.access_token);
    await oauthOutcome(partner.redeem({ callback, verifier }));
    const { query } = await partner.parameters();
    await partner.decide(query, { token: 'wrong' });
    await partner.open(query);
    const secrets = [
      partner.client_secret!,
      callback.get('code')!,
      verifier,
      tokens.access_token,
      tokens.refresh_token!,
      next.access_token,
      next.refresh_token!,
      test.key,
      'the+state',
    ];
    const { rows } = await sql<{ text: string }>`
      select t::text as text from oauth_apps t union all select t::text from oauth_grants t
      union all select t::text from oauth_tokens t`.execute(test.deps.db);
    expect(rows.length).toBeGreaterThan(10);
    const kept = [...rows.map(({ text }) => text), ...test.logged];
    for (const secret of secrets) {
      const hex = Buffer.from(secret).toString('hex');
      expect(kept.filter((text) => text.includes(secret) || text.includes(hex))).toEqual([]);
    }
  });

  it('goes when it has expired, and not before', async () => {
    test.clock.advance(40 * DAY);
    await purgeExpiredTokens(test.deps);
    expect(await count()).toEqual({ grants: 0, tokens: 0 });
    const { refresh_token } = await partner.connect();
    const { refresh_token: second } = await partner.refresh(refresh_token!);
    test.clock.advance(2 * HOUR);
    // The two access tokens.
    expect(await purgeExpiredTokens(test.deps)).toBe(2);
    expect(await count()).toEqual({ grants: 1, tokens: 2 });
    expect(await oauthOutcome(partner.refresh(refresh_token!))).toBe('invalid_grant');
    expect(await oauthOutcome(partner.refresh(second!))).toBe('invalid_grant');
  });

  async function count() {
    const [row] = (
      await sql<{ grants: number; tokens: number }>`
        select (select count(*) from oauth_grants) as grants, (select count(*) from oauth_tokens) as tokens`.execute(
        test.deps.db,
      )
    ).rows;
    return row;
  }
});

it('takes any port of a loopback address', async () => {
  const native = await createPartner(test, { public: true, redirect_uris: ['http://127.0.0.1/done'] });
  const { query, verifier } = await native.parameters({ redirect_uri: 'http://127.0.0.1:51004/done' });
  const { location } = await native.decide(query);
  expect(location!.origin).toBe('http://127.0.0.1:51004');
  const callback = oauth.validateAuthResponse(native.as, native.client, location!, 'the state & more');
  const answer = await oauth.authorizationCodeGrantRequest(
    native.as,
    native.client,
    native.auth,
    callback,
    'http://127.0.0.1:51004/done',
    verifier,
    native.options,
  );
  expect(answer.status).toBe(200);
});
