import { beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { WHOLE_SERVER } from '../../src/domain/audit/server-deeds.ts';
import { inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { joinOperator, readLink } from '../../src/domain/operations/join-operator.ts';
import { resetOperator, revokeOperator } from '../../src/domain/operations/manage-operators.ts';
import { changeOwnPassword } from '../../src/domain/operations/manage-sign-in.ts';
import { confirmOperator, signIn } from '../../src/domain/operations/sign-in.ts';
import {
  confirmByProvider,
  type ProvidedPerson,
  signInByProvider,
} from '../../src/domain/operations/sign-in-by-provider.ts';
import { findSignedIn, type SignedInOperator } from '../../src/domain/operators/find-session.ts';
import type { GroupRole } from '../../src/domain/operators/group-rights.ts';
import { findOperatorByEmail } from '../../src/domain/operators/operator-store.ts';
import type { StartedSession } from '../../src/domain/operators/start-session.ts';
import {
  attemptFrom,
  type Joined,
  joinedOperator,
  PASSWORD,
  revokeEverybody,
  SENDER,
  tokenOf,
} from '../support/operators.ts';
import { atOnce, outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const HOUR = 3_600_000;
const domain = testDomain();

let given: GroupRole[];
let people = 0;
/** Somebody whom nobody knows here. */
const somebody = (rest: Partial<ProvidedPerson> = {}): ProvidedPerson => ({
  issuer: 'https://identity.example',
  subject: `subject-${++people}`,
  email: `person-${people}@team.example`,
  name: 'Pat Person',
  groups: [],
  proved_at: domain.clock.real(),
  ...rest,
});

beforeEach(async () => {
  await domain.begin();
  const program = domain.program.key;
  given = [
    { group: 'admins', role: 'admin', program: null },
    { group: 'managers', role: 'manager', program },
    { group: 'helpers', role: 'support', program },
    { group: 'elsewhere', role: 'owner', program: 'no-such-program' },
  ];
});

const enter = (person: ProvidedPerson) => signInByProvider(domain.deps, { person, given, from: SENDER });
const who = async ({ token }: { token: string }) => findSignedIn(domain.deps, token);
const roleOf = async (session: { token: string }) => (await who(session))?.roles[domain.program.id];
const invited = async (email: string, whole_server = true) =>
  inviteOperator(domain.deps, {
    email,
    grant: { program_id: domain.program.id, role: 'analyst' },
    by: TESTER,
    whole_server,
  });
const byPassword = async (
  { email }: Pick<Joined, 'email'>,
  attempt = attemptFrom(`198.51.100.${++people}`),
) => (await signIn(domain.deps, { ...attempt, email, password: PASSWORD })) as StartedSession;
type Me = Pick<SignedInOperator, 'id' | 'email' | 'session_id'>;
/** The operator of a session also has PASSWORD from now on. */
const withPassword = async (session: { token: string }) =>
  changeOwnPassword(domain.deps, (await who(session))!, PASSWORD, SENDER);
const join = (link: { address: string }) =>
  joinOperator(domain.deps, {
    token: tokenOf(link),
    email: '',
    name: 'Sue',
    password: PASSWORD,
    from: SENDER,
  });
const givePasskey = ({ id }: Me) =>
  domain.deps.db
    .insertInto('operator_passkeys')
    .values({
      operator_id: id,
      credential_id: Buffer.from(`passkey of ${id}`),
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      name: 'A key',
      created_at: ts(domain.clock.real()),
    } as never)
    .execute();
const deeds = async (operatorId: number) =>
  domain.deps.db
    .selectFrom('audit_entries')
    .select(['program_id', 'action', 'actor_kind', 'details'])
    .where('subject_kind', '=', 'operator')
    .where('subject_id', '=', String(operatorId))
    .orderBy('id')
    .execute();

describe('an account that never came', () => {
  it('becomes an operator by a group, with the role of the group that may do most', async () => {
    const person = somebody({ groups: ['helpers', 'managers', 'others'] });
    const session = await enter(person);
    const operator = (await who(session))!;
    expect(operator).toMatchObject({ email: person.email, name: 'Pat Person', is_admin: false });
    expect(operator.roles).toEqual({ [domain.program.id]: 'manager' });
    expect(await deeds(operator.id)).toEqual([
      {
        program_id: WHOLE_SERVER,
        action: 'operator.joined',
        actor_kind: 'operator',
        details: { credential: 'single_sign_on' },
      },
      {
        program_id: domain.program.id,
        action: 'operator.invited',
        actor_kind: 'server',
        details: { role: 'manager', by_groups: true },
      },
      {
        program_id: WHOLE_SERVER,
        action: 'operator.signed_in',
        actor_kind: 'operator',
        details: { credential: 'single_sign_on', failures_before: 0 },
      },
    ]);
  });

  it('becomes nobody without a group that has a right, and is not kept', async () => {
    const person = somebody({ groups: ['others', 'elsewhere'] });
    expect(await outcomeOf(enter(person))).toBe('authentication_required');
    expect(await findOperatorByEmail(domain.deps.db, person.email!)).toBeUndefined();
  });

  it('is the operator who was invited by that email, whose link ends', async () => {
    const person = somebody();
    const { link, operator_id } = await invited(person.email!.toUpperCase());
    const session = await enter(person);
    expect(await who(session)).toMatchObject({ id: operator_id, name: 'Pat Person' });
    expect(await roleOf(session)).toBe('analyst');
    expect(await outcomeOf(readLink(domain.deps, tokenOf(link!)))).toBe('not_found');
  });

  it('leads nowhere by an email for which the provider does not vouch', async () => {
    const sue = await joinedOperator(domain.deps, { program_id: domain.program.id, role: 'support' });
    const person = somebody({ email: null, groups: ['admins'] });
    expect(await outcomeOf(enter(person))).toBe('authentication_required');
    expect(await roleOf(sue)).toBe('support');
  });

  it.each([
    ['a password', (me: Me) => changeOwnPassword(domain.deps, me, PASSWORD, SENDER)],
    ['a passkey', givePasskey],
  ] as const)('leads to nobody who chose %s, which may be that of another person', async (_, choose) => {
    const person = somebody({ groups: ['admins'] });
    const { operator_id, link } = await invited(person.email!);
    const session = await join(link!);
    await domain.deps.db
      .updateTable('operators')
      .set({ password: null })
      .where('id', '=', operator_id)
      .execute();
    await choose((await who(session))!);
    expect(await outcomeOf(enter(person))).toBe('authentication_required');
    const { address } = await resetOperator(domain.deps, { email: person.email!, by: TESTER });
    expect(await who(await enter(person))).toMatchObject({ id: operator_id, is_admin: true });
    expect(await outcomeOf(readLink(domain.deps, tokenOf({ address })))).toBe('not_found');
  });

  it('does not come in by the email of somebody who was revoked', async () => {
    const sue = await joinedOperator(domain.deps, { program_id: domain.program.id, role: 'support' });
    await revokeOperator(domain.deps, { email: sue.email, program_id: null, by: TESTER });
    expect(await outcomeOf(enter(somebody({ email: sue.email, groups: ['admins'] })))).toBe(
      'authentication_required',
    );
  });

  it('takes over no operator whom another account of the provider signs in', async () => {
    const first = somebody({ groups: ['managers'] });
    await enter(first);
    const second = somebody({ email: first.email, groups: ['admins'] });
    expect(await outcomeOf(enter(second))).toBe('authentication_required');
    const elsewhere = somebody({ email: first.email, issuer: 'https://other.example', groups: ['managers'] });
    expect(await outcomeOf(enter(elsewhere))).toBe('done');
  });

  it('makes one operator, however often it comes at once', async () => {
    const person = somebody({ groups: ['managers'] });
    expect(await tally(atOnce(6, () => enter(person)))).toEqual({ done: 6 });
    const { rows } = {
      rows: await domain.deps.db
        .selectFrom('operator_identities')
        .selectAll()
        .where('subject', '=', person.subject)
        .execute(),
    };
    expect(rows).toHaveLength(1);
  });
});

describe('an account that came before', () => {
  it('stays the operator that it was under another email, and takes over nobody by it', async () => {
    const person = somebody({ groups: ['helpers'] });
    const { id, email } = (await who(await enter(person)))!;
    const boss = await joinedOperator(domain.deps, 'admin');
    const session = await enter({ ...person, email: boss.email });
    expect(await who(session)).toMatchObject({ id, email, is_admin: false });
  });

  it('stays out once its operator is revoked, whatever email and groups it comes with', async () => {
    const person = somebody({ groups: ['helpers'] });
    const { email } = (await who(await enter(person)))!;
    await revokeOperator(domain.deps, { email, program_id: null, by: TESTER });
    for (const again of [person, { ...person, email: 'new@team.example', groups: ['admins'] }]) {
      expect(await outcomeOf(enter(again))).toBe('authentication_required');
    }
    const namesake = somebody({ email, groups: ['admins'] });
    expect(await outcomeOf(enter(namesake))).toBe('authentication_required');
  });

  it('stays the way in of a person whom an owner invites, and the owner gets no link to become that person', async () => {
    const person = somebody({ groups: ['helpers'] });
    const session = await enter(person);
    const { id, email } = (await who(session))!;
    const alone = await withPassword(session);
    expect(await outcomeOf(enter({ ...person, groups: [] }))).toBe('authentication_required');
    expect(await who(alone)).toBeUndefined();
    expect(await invited(email, false)).toEqual({ operator_id: id, link: null, joined: true });
    const again = await enter({ ...person, groups: [] });
    expect([(await who(again))!.id, await roleOf(again)]).toEqual([id, 'analyst']);
    expect((await who(await byPassword({ email })))!.id).toBe(id);
  });

  it('stays revoked if an owner invites its operator, and begins anew if an admin does', async () => {
    const person = somebody({ groups: ['helpers'] });
    const { id, email } = (await who(await enter(person)))!;
    await revokeOperator(domain.deps, { email, program_id: null, by: TESTER });
    expect(await outcomeOf(invited(email, false))).toBe('insufficient_scope');
    expect(await outcomeOf(enter(person))).toBe('authentication_required');
    expect((await invited(email)).link).not.toBeNull();
    expect((await who(await enter(person)))!.id).toBe(id);
  });

  it('is known by its email again after a reset', async () => {
    const person = somebody({ groups: ['helpers'] });
    const { id, email } = (await who(await enter(person)))!;
    await resetOperator(domain.deps, { email, by: TESTER });
    const other = somebody({ email, groups: ['helpers'] });
    expect(await who(await enter(other))).toMatchObject({ id });
    expect(await outcomeOf(enter(person))).toBe('authentication_required');
  });
});

describe('a right by a group', () => {
  it('goes with the group, and the sessions with it', async () => {
    const person = somebody({ groups: ['admins', 'managers'] });
    const first = await enter(person);
    expect(await who(first)).toMatchObject({ is_admin: true });
    const second = await enter({ ...person, groups: ['helpers'] });
    expect(await who(first)).toBeUndefined();
    expect(await who(second)).toMatchObject({ is_admin: false, roles: { [domain.program.id]: 'support' } });
    expect(await outcomeOf(enter({ ...person, groups: [] }))).toBe('authentication_required');
    expect(await who(second)).toBeUndefined();
    const { id } = (await findOperatorByEmail(domain.deps.db, person.email!))!;
    const lost = (await deeds(id)).filter(({ action }) => action === 'operator.revoked');
    expect(lost.map(({ details }) => details)).toEqual([
      { role: 'manager', by_groups: true },
      { is_admin: true, by_groups: true },
      { role: 'support', by_groups: true },
    ]);
  });

  it('ends no session where nothing changes', async () => {
    const person = somebody({ groups: ['managers'] });
    const first = await enter(person);
    await enter(person);
    expect(await roleOf(first)).toBe('manager');
  });

  it('changes nothing that somebody gave by hand', async () => {
    const person = somebody({ groups: ['managers', 'admins'] });
    await invited(person.email!);
    await inviteOperator(domain.deps, {
      email: person.email!,
      grant: 'admin',
      by: TESTER,
      whole_server: true,
    });
    expect(await roleOf(await enter(person))).toBe('analyst');
    const left = await enter({ ...person, groups: [] });
    expect(await who(left)).toMatchObject({ is_admin: true, roles: { [domain.program.id]: 'analyst' } });
  });

  it('stays when somebody gives it by hand too, which is written down and ends its sessions', async () => {
    const person = somebody({ groups: ['helpers', 'admins'] });
    const before = await enter(person);
    const { id } = (await who(before))!;
    const { email } = person;
    const grant = { program_id: domain.program.id, role: 'support' } as const;
    for (const one of [grant, 'admin'] as const) {
      await inviteOperator(domain.deps, { email: email!, grant: one, by: TESTER, whole_server: true });
    }
    expect(await who(before)).toBeUndefined();
    const byHand = (await deeds(id)).filter(({ actor_kind }) => actor_kind === 'command');
    expect(byHand.map(({ action, details }) => [action, details])).toEqual([
      ['operator.invited', { role: 'support' }],
      ['operator.invited', { is_admin: true }],
    ]);
    const session = await enter({ ...person, groups: [] });
    expect(await who(session)).toMatchObject({ is_admin: true, roles: { [domain.program.id]: 'support' } });
  });

  it('is kept by nobody who gives it by hand to itself', async () => {
    const person = somebody({ groups: ['managers', 'admins'] });
    const me = (await who(await enter(person)))!;
    for (const grant of [{ program_id: domain.program.id, role: 'manager' }, 'admin'] as const) {
      const by = { kind: 'operator', id: me.id, request_id: 'a-request' } as const;
      const given = inviteOperator(domain.deps, { email: me.email, grant, by, whole_server: true });
      expect(await outcomeOf(given)).toBe('insufficient_scope');
    }
    expect(await outcomeOf(enter({ ...person, groups: [] }))).toBe('authentication_required');
  });

  it('makes nobody the last owner or admin who may go: one by hand stays', async () => {
    const owner = await joinedOperator(domain.deps, { program_id: domain.program.id, role: 'owner' });
    given = [{ group: 'owners', role: 'owner', program: domain.program.key }];
    await enter(somebody({ groups: ['owners'] }));
    const away = { email: owner.email, program_id: domain.program.id, by: TESTER };
    expect(await outcomeOf(revokeOperator(domain.deps, away))).toBe('last_owner');
    await revokeEverybody(domain.deps);
    const admin = await joinedOperator(domain.deps, 'admin');
    given = [{ group: 'admins', role: 'admin', program: null }];
    await enter(somebody({ groups: ['admins'] }));
    const gone = { email: admin.email, program_id: null, by: TESTER };
    expect(await outcomeOf(revokeOperator(domain.deps, gone))).toBe('last_admin');
  });

  it('is not there for whoever signs in by a password, so that nobody keeps it past the provider', async () => {
    const person = somebody({ groups: ['admins'] });
    await invited(person.email!);
    const first = await withPassword(await enter(person));
    expect(await who(first)).toMatchObject({ is_admin: true });
    const session = await byPassword({ email: person.email! });
    expect(await who(session)).toMatchObject({ is_admin: false, roles: { [domain.program.id]: 'analyst' } });
    expect(await who(first)).toBeUndefined();
    expect(await who(await enter(person))).toMatchObject({ is_admin: true });
  });

  it('lasts no longer than twelve hours after the provider spoke, however often its holder proves who it is', async () => {
    const person = somebody({ groups: ['admins'] });
    let session = await withPassword(await enter(person));
    const end = session.expires_at;
    for (let count = 0; count < 3; count++) {
      domain.clock.advance(HOUR / 4);
      const me = (await who(session))!;
      session = await confirmOperator(domain.deps, me, { ...attemptFrom(), password: PASSWORD, code: '' });
      expect(session.expires_at).toBe(end);
    }
    session = await confirmByProvider(domain.deps, (await who(session))!, person, SENDER);
    expect(session.expires_at).toBe(end);
  });
});

describe('the proof of who one is', () => {
  it('is as old as the provider says, and is none if it says nothing', async () => {
    const person = somebody({ groups: ['managers'] });
    const now = domain.clock.real();
    for (const [proved_at, confirmed] of [
      [now, true],
      [now - 16 * 60_000, false],
      [now + HOUR, true],
      [null, false],
    ] as const) {
      expect([proved_at, (await who(await enter({ ...person, proved_at })))?.confirmed]).toEqual([
        proved_at,
        confirmed,
      ]);
    }
  });

  it('is taken of the operator’s own account alone', async () => {
    const person = somebody({ groups: ['managers'], proved_at: null });
    const session = await enter(person);
    const other = somebody({ groups: ['managers'] });
    await enter(other);
    const me = (await who(session))!;
    expect(await outcomeOf(confirmByProvider(domain.deps, me, other, SENDER))).toBe(
      'authentication_required',
    );
    expect(await who(session)).toMatchObject({ confirmed: false });
    const proved = await confirmByProvider(domain.deps, me, person, SENDER);
    expect(await who(proved)).toMatchObject({ id: me.id, confirmed: true });
    expect(await who(session)).toBeUndefined();
    expect(await outcomeOf(confirmByProvider(domain.deps, me, person, SENDER))).toBe(
      'authentication_required',
    );
  });
});
