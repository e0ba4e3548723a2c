import { beforeEach, describe, expect, it } from 'vitest';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { type Grant, inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { endMemberSessions, readMemberSessions } from '../../src/domain/operations/manage-member-sessions.ts';
import { revokeOperator } from '../../src/domain/operations/manage-operators.ts';
import { removeOwnTotp } from '../../src/domain/operations/manage-sign-in.ts';
import { findSignedIn } from '../../src/domain/operators/find-session.ts';
import { programDefinition } from '../support/factories.ts';
import {
  type Joined,
  plainOperator,
  revokeEverybody,
  SENDER,
  sessionOf,
  signedInOperator,
} from '../support/operators.ts';
import { atOnce, outcomeOf } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const MINUTE = 60_000;
const domain = testDomain();

let theirs: number;
let owner: { id: number; is_admin: boolean };
let ann: Joined;

beforeEach(async () => {
  await domain.begin();
  await revokeEverybody(domain.deps);
  const key = `${domain.program.key}-theirs`;
  await applyProgram(domain.deps, programDefinition({ key }), TESTER);
  theirs = (await domain.deps.programs.all()).find((program) => program.key === key)!.id;
  owner = { ...(await plainOperator(domain.deps, here('owner'))), is_admin: false };
  ann = await signedInOperator(domain.deps, here('support'));
});

const here = (role: 'owner' | 'support'): Grant => ({ program_id: domain.program.id, role });
const member = (operator = ann) => ({ operator_id: operator.id, program_id: domain.program.id });
const end = (which: { id: number } | 'all', whole_server = false) =>
  endMemberSessions(domain.deps, { ...member(), which, by: TESTER, whole_server });
const alsoWorksElsewhere = (email: string, grant: Grant = { program_id: theirs, role: 'support' }) =>
  inviteOperator(domain.deps, { email, grant, by: TESTER, whole_server: true });
const sessionIds = async () => {
  const rows = await domain.deps.db
    .selectFrom('operator_sessions')
    .select('id')
    .where('operator_id', '=', ann.id)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};
const ended = async (program_id: number) => {
  const entries = await domain.deps.db
    .selectFrom('audit_entries')
    .select(['details'])
    .where('program_id', '=', program_id)
    .where('action', '=', 'operator.session_revoked')
    .orderBy('id')
    .execute();
  return entries.map(({ details }) => details);
};

describe('the sessions of one of a team', () => {
  it('are listed with the sign-in, the last use, the browser and the address, until they end by time', async () => {
    const began = domain.clock.real();
    domain.clock.advance(10 * MINUTE);
    await findSignedIn(domain.deps, ann.token);
    const second = await sessionOf(domain.deps, ann);
    const known = { address: SENDER.address, agent: SENDER.agent };
    const now = domain.clock.real();
    expect(await readMemberSessions(domain.deps, member(), owner)).toMatchObject([
      { ...known, id: second.session_id, signed_in_at: now, seen_at: now },
      { ...known, id: ann.session_id, signed_in_at: began, seen_at: now },
    ]);
    domain.clock.advance(30 * MINUTE);
    expect(await readMemberSessions(domain.deps, member(), owner)).toEqual([]);
  });

  it('end one by one or all at once, and nobody else is signed out', async () => {
    const [second, third] = [await sessionOf(domain.deps, ann), await sessionOf(domain.deps, ann)];
    const bob = await signedInOperator(domain.deps, here('support'));
    expect(await end({ id: bob.session_id })).toBe(0);
    expect(await end({ id: second.session_id })).toBe(1);
    expect(await findSignedIn(domain.deps, second.token)).toBeUndefined();
    expect(await findSignedIn(domain.deps, ann.token)).toBeDefined();
    expect(await end('all')).toBe(2);
    for (const { token } of [ann, third]) expect(await findSignedIn(domain.deps, token)).toBeUndefined();
    expect(await findSignedIn(domain.deps, bob.token)).toBeDefined();
    expect(await ended(domain.program.id)).toEqual([
      { session_id: second.session_id },
      { session_id: ann.session_id },
      { session_id: third.session_id },
    ]);
  });

  it.each([
    ['works for another program', () => ({ program_id: theirs, role: 'support' }) as const],
    ['is an admin', () => 'admin' as const],
  ])('are for admins alone, if the person %s too', async (_what, grant) => {
    await alsoWorksElsewhere(ann.email, grant());
    const { session_id } = await sessionOf(domain.deps, ann);
    expect(await readMemberSessions(domain.deps, member(), owner)).toBeUndefined();
    expect(await outcomeOf(end('all'))).toBe('insufficient_scope');
    expect(await outcomeOf(end({ id: session_id }))).toBe('insufficient_scope');
    expect(await ended(domain.program.id)).toEqual([]);
    expect(await readMemberSessions(domain.deps, member(), { ...ann, is_admin: false })).toHaveLength(1);
    expect(await readMemberSessions(domain.deps, member(), { ...owner, is_admin: true })).toHaveLength(1);
    expect(await end('all', true)).toBe(1);
    expect(await ended(theirs)).toEqual([]);
  });

  it('are of nobody here once the role is gone', async () => {
    await alsoWorksElsewhere(ann.email);
    await revokeOperator(domain.deps, { email: ann.email, program_id: domain.program.id, by: TESTER });
    const { session_id } = await sessionOf(domain.deps, ann);
    expect(await outcomeOf(readMemberSessions(domain.deps, member(), owner))).toBe('not_found');
    for (const whole_server of [false, true]) {
      expect(await outcomeOf(end({ id: session_id }, whole_server))).toBe('not_found');
    }
    expect(await sessionIds()).toEqual([session_id]);
  });
});

describe('sessions that several end at once', () => {
  it('end once, and the audit has each of them once', async () => {
    const second = await sessionOf(domain.deps, ann);
    const counts = await Promise.all(
      atOnce(8, (index) => end(index % 2 === 0 ? 'all' : { id: second.session_id })),
    );
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(2);
    const sessions = (await ended(domain.program.id)) as { session_id: number }[];
    expect(sessions.map(({ session_id }) => session_id).sort()).toEqual(
      [ann.session_id, second.session_id].sort(),
    );
    expect(await sessionIds()).toEqual([]);
  });

  it('leave nothing behind by which their holder goes on, who changes its credentials meanwhile', async () => {
    for (let round = 0; round < 6; round += 1) {
      const held = await sessionOf(domain.deps, ann);
      const me = (await findSignedIn(domain.deps, held.token))!;
      const [changed] = await Promise.all([outcomeOf(removeOwnTotp(domain.deps, me, SENDER)), end('all')]);
      expect(['done', 'authentication_required']).toContain(changed);
      // The one that came second found the other's work: either way nobody is signed in but by signing in.
      expect(await sessionIds()).toEqual([]);
    }
    const late = await sessionOf(domain.deps, ann);
    const me = (await findSignedIn(domain.deps, late.token))!;
    await end({ id: late.session_id });
    expect(await outcomeOf(removeOwnTotp(domain.deps, me, SENDER))).toBe('authentication_required');
  });
});
