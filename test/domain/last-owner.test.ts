import { beforeEach, describe, expect, it } from 'vitest';
import { inviteOperator } from '../../src/domain/operations/invite-operator.ts';
import { listOperators, revokeOperator } from '../../src/domain/operations/manage-operators.ts';
import type { Role } from '../../src/domain/operators/roles.ts';
import { plainOperator, revokeEverybody } from '../support/operators.ts';
import { outcomeOf, tally } from '../support/outcomes.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

beforeEach(async () => {
  await domain.begin();
  await revokeEverybody(domain.deps);
});

const owner = (program_id = domain.program.id) => plainOperator(domain.deps, { program_id, role: 'owner' });
const give = ({ email }: { email: string }, role: Role, even_last = false) =>
  inviteOperator(domain.deps, {
    email,
    grant: { program_id: domain.program.id, role },
    by: TESTER,
    whole_server: true,
    even_last,
  });
const remove = ({ email }: { email: string }, even_last = false) =>
  revokeOperator(domain.deps, { email, program_id: domain.program.id, by: TESTER, even_last });
const revoke = ({ email }: { email: string }, even_last = false) =>
  revokeOperator(domain.deps, { email, program_id: null, by: TESTER, even_last });
const owners = async () =>
  (await listOperators(domain.deps, domain.program.id)).filter(
    ({ roles }) => roles[domain.program.id] === 'owner',
  ).length;

describe('the last owner of a program', () => {
  it('stays, by whatever way it would go', async () => {
    const ada = await owner();
    for (const way of [() => remove(ada), () => revoke(ada), () => give(ada, 'manager')]) {
      expect(await outcomeOf(way())).toBe('last_owner');
    }
    await give({ email: 'invited@team.example' }, 'owner');
    expect(await outcomeOf(remove(ada))).toBe('last_owner');
    expect(await outcomeOf(give(ada, 'owner'))).toBe('done');
    await owner();
    expect(await outcomeOf(remove(ada))).toBe('done');
  });

  it('goes where that is meant', async () => {
    for (const way of [remove, revoke, (one: { email: string }) => give(one, 'analyst', true)]) {
      const ada = await owner();
      expect(await outcomeOf(way(ada, true))).toBe('done');
      expect(await owners()).toBe(0);
    }
  });

  it('is not somebody who has not joined: the invitation can be taken back', async () => {
    await give({ email: 'invited@team.example' }, 'owner');
    expect(await outcomeOf(remove({ email: 'invited@team.example' }))).toBe('done');
  });

  it.each([
    ['removed', remove],
    ['revoked', revoke],
    ['given another role', (one: { email: string }) => give(one, 'manager')],
    [
      'removed and given another role',
      (one: { email: string; id: number }) => (one.id % 2 ? remove(one) : give(one, 'support')),
    ],
  ])('is one of several who are %s at once', async (_how, way) => {
    for (let round = 0; round < 5; round += 1) {
      await revokeEverybody(domain.deps);
      const all = [await owner(), await owner(), await owner()];
      expect(await tally(all.toReversed().map((one) => way(one)))).toEqual({ done: 2, last_owner: 1 });
      expect(await owners()).toBe(1);
    }
  });
});

describe('the last admin of the server', () => {
  const admin = () => plainOperator(domain.deps, 'admin');

  it('stays, unless that is meant', async () => {
    const boss = await admin();
    expect(await outcomeOf(revoke(boss))).toBe('last_admin');
    await inviteOperator(domain.deps, {
      email: 'invited@team.example',
      grant: 'admin',
      by: TESTER,
      whole_server: true,
    });
    expect(await outcomeOf(revoke(boss))).toBe('last_admin');
    expect(await outcomeOf(revoke(boss, true))).toBe('done');
  });

  it('is one of several who are revoked at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await revokeEverybody(domain.deps);
      const all = [await admin(), await admin(), await admin()];
      expect(await tally(all.map((one) => revoke(one)))).toEqual({ done: 2, last_admin: 1 });
    }
  });
});
