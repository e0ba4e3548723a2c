import { beforeEach, describe, expect, it } from 'vitest';
import { WHOLE_SERVER } from '../../src/domain/audit/server-deeds.ts';
import { type Grant, inviteOperator, renewInvitation } from '../../src/domain/operations/invite-operator.ts';
import { joinOperator, makeFirstAdminLink, readLink } from '../../src/domain/operations/join-operator.ts';
import {
  listOperators,
  resetOperator,
  revokeOperator,
} from '../../src/domain/operations/manage-operators.ts';
import {
  addOwnTotp,
  changeOwnPassword,
  endOwnSessions,
  proposeTotpSecret,
  readOwnAccess,
  removeOwnTotp,
  signOut,
} from '../../src/domain/operations/manage-sign-in.ts';
import { findSignedIn } from '../../src/domain/operators/find-session.ts';
import { purgeEndedAccess } from '../../src/domain/operators/purge-ended.ts';
import { totpCode } from '../../src/domain/operators/totp.ts';
import {
  joinedOperator,
  PASSWORD,
  revokeEverybody,
  SENDER,
  sessionOf,
  tokenOf,
} from '../support/operators.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const domain = testDomain();

const invite = (email: string, grant: Grant, whole_server = true) =>
  inviteOperator(domain.deps, { email, grant, by: TESTER, whole_server });
const join = (link: { address: string }, rest: object = {}) =>
  joinOperator(domain.deps, {
    token: tokenOf(link),
    email: 'ada@team.example',
    name: 'Ada',
    password: PASSWORD,
    from: SENDER,
    ...rest,
  });
const support = (): Grant => ({ program_id: domain.program.id, role: 'support' });
const deedsOf = async (program_id: number) =>
  domain.deps.db
    .selectFrom('audit_entries')
    .select(['actor_kind', 'actor_name', 'action', 'details'])
    .where('program_id', '=', program_id)
    .where('subject_kind', '=', 'operator')
    .orderBy('id')
    .execute();
const byEmail = async (email: string) =>
  (await listOperators(domain.deps, null)).find((operator) => operator.email === email)!;

beforeEach(async () => {
  await domain.begin();
  // An operator belongs to the server, so each test begins without those of the others.
  await revokeEverybody(domain.deps);
});

describe('the first admin', () => {
  it('comes by a link, which is used once', async () => {
    const link = (await makeFirstAdminLink(domain.deps))!;
    expect(await readLink(domain.deps, tokenOf(link))).toMatchObject({
      purpose: 'first_admin',
      operator: null,
    });
    const { token } = await join(link, { email: 'first@team.example' });
    expect(await findSignedIn(domain.deps, token)).toMatchObject({
      email: 'first@team.example',
      name: 'Ada',
      is_admin: true,
      roles: {},
      confirmed: true,
    });
    expect(await outcomeOf(join(link, { email: 'second@team.example' }))).toBe('not_found');
    expect(await makeFirstAdminLink(domain.deps)).toBeNull();
  });

  it('is one, however many race by one link or by links of their own', async () => {
    const one = (await makeFirstAdminLink(domain.deps))!;
    const another = (await makeFirstAdminLink(domain.deps))!;
    const links = [one, another, one, another, one, another];
    const raced = links.map(
      (link, i) => () => join(link, { email: `racer-${domain.program.id}-${i}@team.example` }),
    );
    expect(await tally(raced.map((race) => race()))).toEqual({ done: 1, not_found: 5 });
    const admins = (await listOperators(domain.deps, null)).filter(({ is_admin }) => is_admin);
    expect(admins).toHaveLength(1);
    const { db } = domain.deps;
    expect(await db.selectFrom('operator_links').selectAll().execute()).toEqual([]);
  });

  it('comes no more once somebody else was made an admin', async () => {
    const link = (await makeFirstAdminLink(domain.deps))!;
    await invite('boss-2@team.example', 'admin');
    expect(await outcomeOf(join(link))).toBe('not_found');
  });

  it('comes no more after half an hour, nor by a text that is no link', async () => {
    const link = (await makeFirstAdminLink(domain.deps))!;
    domain.clock.advance(30 * MINUTE);
    expect(await outcomeOf(join(link))).toBe('not_found');
    expect(await outcomeOf(readLink(domain.deps, 'loyalty_ol_nonsense'))).toBe('not_found');
  });

  it('needs a good password and an email, and the link stays good meanwhile', async () => {
    const link = (await makeFirstAdminLink(domain.deps))!;
    const misfit = join(link, { email: 'nobody', password: 'short' });
    await expect(misfit).rejects.toMatchObject({
      code: 'invalid_request',
      extra: { details: { email: expect.any(String), password: expect.stringContaining('12') } },
    });
    await join(link, { email: `late-${domain.program.id}@team.example` });
  });
});

describe('an invitation', () => {
  it('gives a role in one program by a link of seven days', async () => {
    const email = 'Sue@Team.example';
    const { link, joined } = await invite(email, support());
    expect(joined).toBe(false);
    expect(link!.address).toMatch(/^https:\/\/loyalty\.example\/console\/join\?link=loyalty_ol_\w{33}$/);
    domain.clock.advance(7 * 24 * HOUR - 1);
    const { token } = await join(link!, { email: 'somebody-else@team.example' });
    expect(await findSignedIn(domain.deps, token)).toMatchObject({
      email,
      is_admin: false,
      roles: { [domain.program.id]: 'support' },
    });
    expect(await deedsOf(domain.program.id)).toEqual([
      {
        actor_kind: 'command',
        actor_name: 'a test',
        action: 'operator.invited',
        details: { role: 'support' },
      },
    ]);
    expect((await deedsOf(WHOLE_SERVER)).at(-1)).toEqual({
      actor_kind: 'operator',
      actor_name: 'Ada',
      action: 'operator.joined',
      details: { credential: 'password' },
    });
  });

  it('that is repeated makes the one before useless, and a new role takes the place of the old', async () => {
    const first = await invite('sue-2@team.example', support());
    const second = await invite('SUE-2@team.example', { program_id: domain.program.id, role: 'analyst' });
    expect(second.operator_id).toBe(first.operator_id);
    expect(await outcomeOf(join(first.link!))).toBe('not_found');
    const { token } = await join(second.link!);
    expect((await findSignedIn(domain.deps, token))!.roles).toEqual({ [domain.program.id]: 'analyst' });
  });

  it('of somebody who has joined changes what it may do, ends its sessions and makes no link', async () => {
    const sue = await joinedOperator(domain.deps, support());
    const again = await invite(sue.email, support());
    expect(again).toMatchObject({ link: null, joined: true });
    expect(await findSignedIn(domain.deps, sue.token)).toBeDefined();
    expect(await invite(sue.email, { program_id: domain.program.id, role: 'owner' })).toMatchObject({
      link: null,
    });
    expect(await findSignedIn(domain.deps, sue.token)).toBeUndefined();
  });

  it('by an owner changes the role of somebody with rights elsewhere, and signs nobody out there', async () => {
    const sue = await joinedOperator(domain.deps, support());
    await domain.begin();
    await invite(sue.email, support());
    const held = await sessionOf(domain.deps, sue);
    for (const role of ['analyst', 'support', 'manager'] as const) {
      await invite(sue.email, { program_id: domain.program.id, role }, false);
      expect((await findSignedIn(domain.deps, held.token))!.roles[domain.program.id]).toBe(role);
    }
    await invite(sue.email, { program_id: domain.program.id, role: 'owner' });
    expect(await findSignedIn(domain.deps, held.token)).toBeUndefined();
  });

  it('by an owner gives no role to somebody who was invited elsewhere, whose link goes on', async () => {
    const first = await invite('shared@team.example', support(), false);
    await domain.begin();
    expect(await outcomeOf(invite('shared@team.example', support(), false))).toBe('insufficient_scope');
    expect(await invite('boss@team.example', 'admin')).toMatchObject({ joined: false });
    expect(await outcomeOf(invite('boss@team.example', support(), false))).toBe('insufficient_scope');
    expect((await invite('own@team.example', support(), false)).link).not.toBeNull();
    // Whoever made the first link may have kept it, and would have the new role by it.
    const { link } = await invite('shared@team.example', support());
    expect(await outcomeOf(join(first.link!))).toBe('not_found');
    for (const role of ['analyst', 'support'] as const)
      expect(
        await invite('shared@team.example', { program_id: domain.program.id, role }, false),
      ).toMatchObject({ link: null, joined: false });
    expect(await outcomeOf(join(link!))).toBe('done');
  });

  it('by an owner gives no role to somebody who joined elsewhere: another owner may have joined by that email', async () => {
    const squatter = await joinedOperator(domain.deps, support());
    const elsewhere = domain.program.id;
    await domain.begin();
    expect(await outcomeOf(invite(squatter.email, support(), false))).toBe('insufficient_scope');
    expect((await byEmail(squatter.email)).roles).toEqual({ [elsewhere]: 'support' });
    expect(await findSignedIn(domain.deps, squatter.token)).toBeDefined();
    await invite(squatter.email, support());
    expect((await byEmail(squatter.email)).roles).toHaveProperty(String(domain.program.id));
    expect(
      await invite(squatter.email, { program_id: domain.program.id, role: 'owner' }, false),
    ).toMatchObject({
      joined: true,
    });
  });

  it('by an owner lets somebody without any rights begin again, by a link and without former credentials', async () => {
    const left = await joinedOperator(domain.deps, support());
    await revokeOperator(domain.deps, { email: left.email, program_id: domain.program.id, by: TESTER });
    await domain.begin();
    const { link, joined } = await invite(left.email, support(), false);
    expect(joined).toBe(false);
    expect(await byEmail(left.email)).toMatchObject({
      has_password: false,
      has_totp: false,
      joined_at: null,
    });
    expect((await findSignedIn(domain.deps, (await join(link!)).token))!.id).toBe(left.id);
  });

  it('needs an email', async () => {
    expect(await outcomeOf(invite('nobody', support()))).toBe('invalid_request');
  });

  it('that many use at once lets one of them in', async () => {
    const { link } = await invite('raced@team.example', support());
    expect(await tally(atOnce(4, () => join(link!)))).toEqual({ done: 1, not_found: 3 });
  });
});

describe('an operator who is revoked', () => {
  it('in one program loses that role, and its sessions if it has no rights elsewhere', async () => {
    const one = domain.program.id;
    const sue = await joinedOperator(domain.deps, support());
    await domain.begin();
    await invite(sue.email, support());
    const held = await sessionOf(domain.deps, sue);
    const revoke = () => revokeOperator(domain.deps, { email: sue.email, program_id: one, by: TESTER });
    expect(await revoke()).toBe(true);
    expect(await revoke()).toBe(false);
    expect(await byEmail(sue.email)).toMatchObject({
      roles: { [domain.program.id]: 'support' },
      disabled_at: null,
    });
    expect((await listOperators(domain.deps, one)).map(({ email }) => email)).toEqual([]);
    const rest = { [domain.program.id]: 'support' };
    expect((await findSignedIn(domain.deps, held.token))!.roles).toEqual(rest);
    await revokeOperator(domain.deps, { email: sue.email, program_id: domain.program.id, by: TESTER });
    expect(await findSignedIn(domain.deps, held.token)).toBeUndefined();
  });

  it('wholly can do nothing any more, and begins anew when it is invited', async () => {
    const sue = await joinedOperator(domain.deps, support());
    const reset = await resetOperator(domain.deps, { email: sue.email, by: TESTER });
    await revokeOperator(domain.deps, { email: sue.email, program_id: null, by: TESTER });
    expect(await findSignedIn(domain.deps, sue.token)).toBeUndefined();
    expect(await outcomeOf(join(reset))).toBe('not_found');
    expect(await outcomeOf(resetOperator(domain.deps, { email: sue.email, by: TESTER }))).toBe('not_found');
    expect(await byEmail(sue.email)).toMatchObject({
      roles: {},
      has_password: false,
      disabled_at: expect.any(Number),
    });
    const { link } = await invite(sue.email, support());
    expect((await findSignedIn(domain.deps, (await join(link!)).token))!.id).toBe(sue.id);
  });
});

describe('a session', () => {
  it('ends half an hour after the last request, and twelve hours after it began', async () => {
    const { token } = await joinedOperator(domain.deps, support());
    domain.clock.advance(29 * MINUTE);
    expect(await findSignedIn(domain.deps, token)).toBeDefined();
    domain.clock.advance(30 * MINUTE);
    expect(await findSignedIn(domain.deps, token)).toBeUndefined();

    const worked = await joinedOperator(domain.deps, support());
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      domain.clock.advance(20 * MINUTE);
      expect(await findSignedIn(domain.deps, worked.token)).toBeDefined();
    }
    domain.clock.advance(20 * MINUTE);
    expect(await findSignedIn(domain.deps, worked.token)).toBeUndefined();
  });

  it('is confirmed for a quarter of an hour', async () => {
    const { token } = await joinedOperator(domain.deps, support());
    domain.clock.advance(15 * MINUTE - 1);
    expect((await findSignedIn(domain.deps, token))!.confirmed).toBe(true);
    domain.clock.advance(1);
    expect((await findSignedIn(domain.deps, token))!.confirmed).toBe(false);
  });

  it('stands in the database as a hash, and ends when its operator signs out', async () => {
    const { token } = await joinedOperator(domain.deps, support());
    const rows = await domain.deps.db.selectFrom('operator_sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const me = (await findSignedIn(domain.deps, token))!;
    await signOut(domain.deps, me, SENDER);
    expect(await findSignedIn(domain.deps, token)).toBeUndefined();
    expect((await deedsOf(WHOLE_SERVER)).at(-1)).toMatchObject({ action: 'operator.signed_out' });
  });

  it('is listed with others of its operator, who can end each, and nobody else can', async () => {
    const sue = await joinedOperator(domain.deps, support());
    const other = await joinedOperator(domain.deps, support());
    const [me, stranger] = [
      await findSignedIn(domain.deps, sue.token),
      await findSignedIn(domain.deps, other.token),
    ];
    const { sessions } = await readOwnAccess(domain.deps, me!);
    expect(sessions).toMatchObject([{ id: sue.session_id, address: '192.0.2.7', agent: 'Test Browser 1.0' }]);
    expect(await endOwnSessions(domain.deps, stranger!, { id: sue.session_id }, SENDER)).toBe(0);
    expect(await endOwnSessions(domain.deps, me!, 'others', SENDER)).toBe(0);
    expect(await endOwnSessions(domain.deps, me!, { id: sue.session_id }, SENDER)).toBe(1);
    expect(await findSignedIn(domain.deps, sue.token)).toBeUndefined();
  });

  it('ends with a change of credentials, and a new one begins in its place', async () => {
    const sue = await joinedOperator(domain.deps, support());
    let me = (await findSignedIn(domain.deps, sue.token))!;
    const step = async (change: () => Promise<{ token: string }>) => {
      const { session_id } = me;
      const { token } = await change();
      me = (await findSignedIn(domain.deps, token))!;
      expect(me.session_id).not.toBe(session_id);
      const { sessions } = await readOwnAccess(domain.deps, me);
      expect(sessions.map(({ id }) => id)).toEqual([me.session_id]);
    };
    await step(() => changeOwnPassword(domain.deps, me, 'another walk by the sea', SENDER));
    const secret = proposeTotpSecret(domain.deps);
    const wrong = addOwnTotp(domain.deps, me, { secret, code: '000000' }, SENDER);
    expect(await outcomeOf(wrong)).toBe('invalid_request');
    const code = totpCode(secret, Math.floor(domain.clock.real() / 30_000));
    await step(() => addOwnTotp(domain.deps, me, { secret, code }, SENDER));
    expect(await readOwnAccess(domain.deps, me)).toMatchObject({ has_password: true, has_totp: true });
    await step(() => removeOwnTotp(domain.deps, me, SENDER));
    expect(await outcomeOf(changeOwnPassword(domain.deps, me, 'short', SENDER))).toBe('invalid_request');
  });

  it('and links are deleted once they have ended', async () => {
    await joinedOperator(domain.deps, support());
    await invite('never@team.example', support());
    domain.clock.advance(8 * 24 * HOUR);
    expect(await purgeEndedAccess(domain.deps)).toBeGreaterThanOrEqual(2);
    const { db } = domain.deps;
    expect(await db.selectFrom('operator_sessions').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('operator_links').selectAll().execute()).toEqual([]);
    expect(await purgeEndedAccess(domain.deps)).toBe(0);
  });
});

describe('a new link for somebody who has not joined', () => {
  const renew = (operator_id: number, whole_server = true) =>
    renewInvitation(domain.deps, { operator_id, program_id: domain.program.id, by: TESTER, whole_server });
  const rolesOf = async (email: string) => (await byEmail(email)).roles;

  it('keeps the role of that moment, and takes the place of the link before', async () => {
    const { operator_id, link } = await invite('new@team.example', support());
    await invite('new@team.example', { program_id: domain.program.id, role: 'analyst' });
    const renewed = await renew(operator_id);
    expect(renewed).toMatchObject({ role: 'analyst', joined: false });
    expect(await rolesOf('new@team.example')).toEqual({ [domain.program.id]: 'analyst' });
    expect(await outcomeOf(join(link!))).toBe('not_found');
    expect((await deedsOf(domain.program.id)).at(-1)).toMatchObject({
      action: 'operator.invited',
      details: { role: 'analyst', new_link: true },
    });
    expect(await outcomeOf(join(renewed.link!))).toBe('done');
  });

  it('gives no role back that was taken away, whoever is first', async () => {
    const email = 'gone@team.example';
    const { operator_id } = await invite(email, support());
    await Promise.all([
      revokeOperator(domain.deps, { email, program_id: domain.program.id, by: TESTER }),
      outcomeOf(renew(operator_id)),
    ]);
    expect(await outcomeOf(renew(operator_id))).toBe('not_found');
    expect(await rolesOf(email)).toEqual({});
  });

  it('is for an admin to make where the person may do something elsewhere', async () => {
    const { operator_id } = await invite('both@team.example', support());
    await invite('both@team.example', 'admin');
    const before = await deedsOf(domain.program.id);
    expect((await renew(operator_id, false)).link).toBeNull();
    expect(await deedsOf(domain.program.id)).toEqual(before);
    expect((await renew(operator_id)).link).not.toBeNull();
  });
});
