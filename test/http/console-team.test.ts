import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ts } from '../../src/db/timestamps.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { listOperators } from '../../src/domain/operations/manage-operators.ts';
import { CONFIRMED_MS } from '../../src/domain/operators/lifetimes.ts';
import type { Role } from '../../src/domain/operators/roles.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { browserOf, type ConsoleBrowser } from '../support/console.ts';
import { expectLedgerBalanced } from '../support/expect-ledger-balanced.ts';
import { programDefinition } from '../support/factories.ts';
import { cookieOf, type Joined, revokeEverybody, sessionOf, signedInOperator } from '../support/operators.ts';
import { TESTER } from '../support/tester.ts';

let test: TestApp;
/** Another process on the same database. */
let beside: TestApp;
let ours: number;
let theirs: number;
let owner: Joined;
let browser: ConsoleBrowser;

const TEAM = '/console/p/ours/team';
const AUDIT = '/console/p/ours/audit';
const LINK = /https:\/\/loyalty\.example\/console\/join\?link=loyalty_ol_\w{33}/;

beforeAll(async () => {
  test = await buildTestApp({ program: { key: 'ours' } });
  beside = await buildTestApp({ beside: test });
  await applyProgram(test.deps, programDefinition({ key: 'theirs' }), TESTER);
  const programs = await test.deps.programs.all();
  ours = programs.find(({ key }) => key === 'ours')!.id;
  theirs = programs.find(({ key }) => key === 'theirs')!.id;
});
afterAll(async () => {
  await expectLedgerBalanced(test.deps);
  await beside.close();
  await test.close();
});

beforeEach(async () => {
  await revokeEverybody(test.deps);
  owner = await member('owner');
  browser = browserOf(test, owner);
});

const member = (role: Role, program_id = ours) => signedInOperator(test.deps, { program_id, role });

const send = async (path: string, form: object, by = browser) =>
  by.post(`${TEAM}/${path}`, { token: await by.token(), ...form });
const invite = (email: string, role: string, by = browser) => send('invite', { email, role }, by);
const roleOf = async ({ id }: { id: number }) =>
  (await listOperators(test.deps, ours)).find((operator) => operator.id === id)?.roles[ours];
const deeds = async () =>
  test.deps.db
    .selectFrom('audit_entries')
    .select(['actor_kind', 'actor_id', 'action', 'subject_id', 'details'])
    .where('program_id', '=', ours)
    .orderBy('id', 'desc')
    .execute();

describe('the team', () => {
  it('lists who has a role here, and nothing of other programs', async () => {
    const ann = await member('support');
    const elsewhere = await member('manager', theirs);
    const { text } = await browser.get(TEAM);
    for (const { id, email } of [owner, ann]) {
      expect(text).toContain(`href="${TEAM}/${id}"`);
      expect(text).toContain(email);
    }
    expect(text).not.toContain(elsewhere.email);
    expect((await browser.get(`${TEAM}/${elsewhere.id}`)).status).toBe(404);
    expect((await send(`${elsewhere.id}`, { deed: 'remove' })).status).toBe(404);
  });

  it('says who has a role by a group, and lets nobody keep its own by hand', async () => {
    const ann = await member('support');
    const other = await member('owner');
    for (const { id } of [owner, ann]) {
      await test.deps.db
        .updateTable('operator_roles')
        .set({ by_groups: true })
        .where('operator_id', '=', id)
        .execute();
    }
    expect((await browser.get(TEAM)).text.match(/by a group/g)).toHaveLength(2);
    expect((await browser.get(`${TEAM}/${other.id}`)).text).not.toContain('by a group');
    expect((await browser.get(`${TEAM}/${ann.id}`)).text).toContain('A role that you give here stays');
    const { text } = await browser.get(`${TEAM}/${owner.id}`);
    expect(text).toContain('Somebody else has to give it to you by hand');
    expect(text).not.toContain('Change the role');
    expect((await send(`${owner.id}`, { deed: 'role', role: 'owner' })).status).toBe(403);
    // The one by hand is the last, however many a group makes.
    expect((await send(`${other.id}`, { deed: 'remove' })).status).toBe(422);
    await send(`${ann.id}`, { deed: 'role', role: 'support' });
    const [deed] = await deeds();
    expect(deed).toMatchObject({
      action: 'operator.invited',
      actor_id: owner.id,
      subject_id: String(ann.id),
    });
    expect((await browser.get(TEAM)).text.match(/by a group/g)).toHaveLength(1);
  });

  it('grows by a link that is shown once and is written down nowhere', async () => {
    const { status, text } = await invite(' Ann@team.example ', 'analyst');
    expect(status).toBe(200);
    const [link] = LINK.exec(text)!;
    expect(text).toContain(`data-copy="${link}"`);
    const { text: list } = await browser.get(TEAM);
    expect(list).toContain('Ann@team.example');
    expect(list).not.toMatch(LINK);
    const [deed] = await deeds();
    const actor = { actor_kind: 'operator', actor_id: owner.id };
    expect(deed).toMatchObject({ ...actor, action: 'operator.invited', details: { role: 'analyst' } });
    expect(JSON.stringify(await deeds())).not.toContain('loyalty_ol_');
    expect((await browser.get(new URL(link).pathname + new URL(link).search)).text).toContain(
      'Ann@team.example',
    );
  });

  it('gets no link of somebody who was invited elsewhere, except from an admin', async () => {
    const admin = browserOf(test, await signedInOperator(test.deps, 'admin'));
    await admin.post('/console/p/theirs/team/invite', {
      token: await admin.token(),
      email: 'bob@team.example',
      role: 'owner',
    });
    const refused = await invite('bob@team.example', 'support');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('works in another program of this server');
    expect((await invite('bob@team.example', 'support', admin)).text).toMatch(LINK);
    const bob = (await listOperators(test.deps, ours)).find(({ email }) => email === 'bob@team.example')!;
    const none = await send(`${bob.id}`, { deed: 'link' });
    expect(none.text).not.toMatch(LINK);
    expect(none.text).toContain('There is no new link');
    expect((await send(`${bob.id}`, { deed: 'link' }, admin)).text).toMatch(LINK);
  });

  it.each([
    ['no address', 'support', 'This is no email address.'],
    ['new@team.example', 'king', 'Choose one of these roles.'],
    ['', 'support', 'This is no email address.'],
  ])('says what is wrong with an invitation of %j as %s', async (email, role, words) => {
    const { status, text } = await invite(email, role);
    expect([status, text.includes(words)]).toEqual([422, true]);
    expect(await listOperators(test.deps, ours)).toHaveLength(1);
  });

  it('is not joined by somebody of another program, except by an admin: the email may be another person’s', async () => {
    const cfo = await member('owner', theirs);
    const { status, text } = await invite(cfo.email, 'manager');
    expect([status, text.includes('works in another program of this server')]).toEqual([422, true]);
    expect(await roleOf(cfo)).toBeUndefined();
    const admin = browserOf(test, await signedInOperator(test.deps, 'admin'));
    expect((await invite(cfo.email, 'manager', admin)).status).toBe(200);
    expect(await roleOf(cfo)).toBe('manager');
  });

  it('keeps the role of whoever is invited anew', async () => {
    const { status, text } = await invite(owner.email.toUpperCase(), 'analyst');
    expect([status, text.includes('This person is on the team.')]).toEqual([422, true]);
    expect(await roleOf(owner)).toBe('owner');
  });

  it('gives another role, which ends sessions, and takes it away', async () => {
    const ann = await member('support');
    const hers = browserOf(test, ann);
    expect((await hers.get('/console/p/ours/customers')).status).toBe(200);
    const changed = await send(`${ann.id}`, { deed: 'role', role: 'manager' });
    expect([changed.status, changed.headers.location]).toEqual([303, TEAM]);
    expect((await hers.get('/console/p/ours/customers')).status).toBe(303);
    expect(await roleOf(ann)).toBe('manager');
    await send(`${ann.id}`, { deed: 'remove' });
    expect(await roleOf(ann)).toBeUndefined();
    const subject_id = String(ann.id);
    expect((await deeds()).slice(0, 2)).toMatchObject([
      { action: 'operator.revoked', actor_id: owner.id, subject_id, details: { role: 'manager' } },
      { action: 'operator.invited', actor_id: owner.id, subject_id, details: { role: 'manager' } },
    ]);
  });

  it.each([
    ['takes the role away', { deed: 'remove' }, 404],
    ['gives a role with fewer rights', { deed: 'role', role: 'analyst' }, 403],
  ])('%s at once on every server, and the person goes on with another program', async (_, form, status) => {
    const path = '/console/p/ours/customers';
    const ann = await member('support');
    const admin = browserOf(test, await signedInOperator(test.deps, 'admin'));
    await admin.post('/console/p/theirs/team/invite', {
      token: await admin.token(),
      ...{ email: ann.email, role: 'manager' },
    });
    const hers = browserOf(beside, { ...ann, ...(await sessionOf(test.deps, ann)) });
    expect((await hers.get(path)).status).toBe(200);
    expect((await send(`${ann.id}`, form)).status).toBe(303);
    expect((await hers.get(path)).status).toBe(status);
    expect((await hers.get('/console/p/theirs/customers')).status).toBe(200);
  });

  it.each([
    ['takes the role away', { deed: 'remove' }],
    ['gives a role with fewer rights', { deed: 'role', role: 'analyst' }],
  ])('%s, and an open screen on another server hears nothing more', async (_, form) => {
    const ann = await member('manager');
    const admin = browserOf(test, await signedInOperator(test.deps, 'admin'));
    const given = { email: ann.email, role: 'manager' };
    await admin.post('/console/p/theirs/team/invite', { token: await admin.token(), ...given });
    const cookie = cookieOf(await sessionOf(test.deps, ann));
    const headers = { cookie, accept: 'text/event-stream' };
    const answer = await fetch(`${beside.url}/console/p/ours/overview/events`, { headers });
    expect(answer.status).toBe(200);
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let before = '';
    while (!before.includes('data: ')) before += (await reader.read()).value;
    await send(`${ann.id}`, form);
    let after = '';
    for (let read = await reader.read(); !read.done; read = await reader.read()) after += read.value;
    expect(after.replace(/^\n/, '')).toBe('');
  });

  it('shows the new link of whoever gets another role before joining', async () => {
    const [first] = LINK.exec((await invite('cat@team.example', 'support')).text)!;
    const ann = (await listOperators(test.deps, ours)).find(({ email }) => email === 'cat@team.example')!;
    const { text } = await send(`${ann.id}`, { deed: 'role', role: 'manager' });
    expect(LINK.exec(text)![0]).not.toBe(first);
  });

  it.each([
    ['with another role', { deed: 'role', role: 'manager' }],
    ['without one', { deed: 'remove' }],
  ])('does not lose its last owner, %s, except by an admin who was told', async (_how, form) => {
    // Somebody who has not joined can do nothing yet.
    await invite('late@team.example', 'owner');
    for (const told of ['', 'last_owner']) {
      const { status, text } = await send(`${owner.id}`, { ...form, told });
      expect(status).toBe(422);
      expect(text).toContain('stays one until somebody else has joined as owner.');
      expect(text).not.toContain('name="deed"');
    }
    const admin = browserOf(test, await signedInOperator(test.deps, 'admin'));
    const refused = await send(`${owner.id}`, form, admin);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('only an admin of the server manages this team.');
    expect(refused.text).toContain('name="told" value="last_owner"');
    expect(await roleOf(owner)).toBe('owner');
    const done = await send(`${owner.id}`, { ...form, told: 'last_owner' }, admin);
    expect([done.status, done.headers.location]).toEqual([303, TEAM]);
    expect(await roleOf(owner)).not.toBe('owner');
  });

  it('lets another owner go', async () => {
    const other = await member('owner');
    expect((await browser.get(`${TEAM}/${other.id}`)).text).not.toContain('Nobody else is an owner');
    expect((await send(`${other.id}`, { deed: 'remove' })).status).toBe(303);
    expect(await roleOf(other)).toBeUndefined();
  });

  it('keeps one of two owners who remove each other at once', async () => {
    const other = await member('owner');
    const [mine, theirs] = [browser, browserOf(test, other)];
    const forms = await Promise.all([mine.token(), theirs.token()]);
    const answers = await Promise.all([
      mine.post(`${TEAM}/${other.id}`, { token: forms[0], deed: 'remove' }),
      theirs.post(`${TEAM}/${owner.id}`, { token: forms[1], deed: 'role', role: 'analyst' }),
    ]);
    // The second finds that it is the last, or is signed out by the first.
    expect(answers.filter(({ headers }) => headers.location === TEAM)).toHaveLength(1);
    const owners = [await roleOf(owner), await roleOf(other)].filter((role) => role === 'owner');
    expect(owners).toHaveLength(1);
  });

  it('changes nothing before its owner proves once more who it is', async () => {
    const ann = await member('support');
    await test.deps.db
      .updateTable('operator_sessions')
      .set({ confirmed_at: ts(test.deps.clock.real() - CONFIRMED_MS) })
      .where('operator_id', '=', owner.id)
      .execute();
    expect((await browser.get(TEAM)).status).toBe(200);
    expect((await browser.get(`${TEAM}/${ann.id}`)).headers.location).toContain('/console/confirm?next=');
    expect((await send(`${ann.id}`, { deed: 'remove' })).headers.location).toMatch(/^\/console\/confirm/);
    expect((await invite('new@team.example', 'owner')).headers.location).toMatch(/^\/console\/confirm/);
    expect(await roleOf(ann)).toBe('support');
    expect(await listOperators(test.deps, ours)).toHaveLength(2);
  });
});

describe('the sessions of the team', () => {
  const shown = async (path = '', by = browser) => (await by.get(`${TEAM}${path}`)).text;

  it('are counted in the list, and stand on the screen of each person', async () => {
    const ann = await member('support');
    await sessionOf(test.deps, ann);
    expect(rowOf(await shown(), ann)).toContain('data-name="Open sessions">2<');
    const html = await shown(`/${ann.id}`);
    // In the list, and where each and all of them would end.
    expect(html.match(/Test Browser 1\.0<br/g)).toHaveLength(6);
    expect(html).toContain('192.0.2.7');
    expect(html).toContain('End the session in Test Browser 1.0');
    expect(html).toContain('End all sessions');
    const own = await shown(`/${owner.id}`);
    expect(own).toContain('href="/console/account#sessions"');
    expect(own).not.toContain('End all sessions');
  });

  it('end by a button, from the next request on, and the audit names the owner', async () => {
    const ann = await member('support');
    const hers = browserOf(test, ann);
    const other = await sessionOf(test.deps, ann);
    const elsewhere = browserOf(test, { ...ann, ...other });
    const { status, headers } = await send(`${ann.id}`, { deed: 'sessions', session: ann.session_id });
    expect([status, headers.location]).toEqual([303, `${TEAM}/${ann.id}`]);
    const refused = await hers.get('/console/p/ours/customers');
    expect(refused.headers.location).toContain('/console/sign-in');
    expect((await elsewhere.get('/console/p/ours/customers')).status).toBe(200);
    await send(`${ann.id}`, { deed: 'sessions', session: 'all' });
    expect((await elsewhere.get('/console/p/ours/customers')).status).toBe(303);
    expect((await deeds()).slice(0, 2)).toMatchObject(
      [other, ann].map(({ session_id }) => ({
        action: 'operator.session_revoked',
        actor_id: owner.id,
        subject_id: String(ann.id),
        details: { session_id },
      })),
    );
    expect(await shown(`/${ann.id}`)).toContain('Nowhere at the moment.');
    expect(await roleOf(ann)).toBe('support');
  });

  it('are ended once by a form that is sent twice: who signs in meanwhile stays', async () => {
    const ann = await member('support');
    const form = { token: await browser.token(), deed: 'sessions', session: 'all' };
    expect((await browser.post(`${TEAM}/${ann.id}`, form)).status).toBe(303);
    const anew = browserOf(test, { ...ann, ...(await sessionOf(test.deps, ann)) });
    expect((await browser.post(`${TEAM}/${ann.id}`, form)).status).toBe(303);
    expect((await anew.get('/console/p/ours/customers')).status).toBe(200);
  });

  it('of somebody who may do something elsewhere tell an owner no more than that there are some', async () => {
    const ann = await member('support');
    const admin = browserOf(test, await signedInOperator(test.deps, 'admin'));
    const given = { token: await admin.token(), email: ann.email, role: 'support' };
    await admin.post('/console/p/theirs/team/invite', given);
    const { session_id } = await sessionOf(test.deps, ann);
    const row = rowOf(await shown(), ann);
    expect(row).toContain('signed in');
    expect(row).not.toContain('<time class');
    const html = await shown(`/${ann.id}`);
    expect(html).toContain('is signed in.');
    for (const unseen of ['192.0.2.7', 'Test Browser', 'theirs', 'End all sessions']) {
      expect(html).not.toContain(unseen);
    }
    for (const session of ['all', session_id]) {
      expect((await send(`${ann.id}`, { deed: 'sessions', session })).status).toBe(403);
    }
    expect(await shown(`/${ann.id}`, admin)).toContain('End the session in Test Browser 1.0');
    expect((await send(`${ann.id}`, { deed: 'sessions', session: 'all' }, admin)).status).toBe(303);
    expect(await shown(`/${ann.id}`)).toContain('is not signed in.');
  });

  it('of another program cannot be ended from here, nor those that there are not', async () => {
    const [ann, stranger] = [await member('support'), await member('support', theirs)];
    const away = browserOf(test, stranger);
    expect((await send(`${stranger.id}`, { deed: 'sessions', session: 'all' })).status).toBe(404);
    expect((await send(`${ann.id}`, { deed: 'sessions', session: stranger.session_id })).status).toBe(303);
    for (const session of ['x', '']) {
      expect((await send(`${ann.id}`, { deed: 'sessions', session })).status).toBe(404);
    }
    expect((await send(`${ann.id}`, { deed: 'sessions' })).status).toBe(404);
    expect((await away.get('/console/p/theirs/customers')).status).toBe(200);
    expect((await deeds())[0]?.action).not.toBe('operator.session_revoked');
  });
});

describe('the audit', () => {
  it('says who did what, filtered by deed and by actor', async () => {
    const ann = await member('support');
    await send(`${ann.id}`, { deed: 'role', role: 'manager' });
    const all = await browser.get(AUDIT);
    expect(all.text).toContain('Changed the program');
    expect(all.text).toContain('Gave somebody a role');
    expect(all.text).toContain('Role: manager');
    const mine = await browser.get(`${AUDIT}?actor=operator-${owner.id}`);
    expect(rows(mine.text)).toBe(1);
    expect(mine.text).toContain('Role: manager');
    expect(rows((await browser.get(`${AUDIT}?action=program.applied&actor=`)).text)).toBe(1);
    const none = await browser.get(`${AUDIT}?action=month.closed&actor=server`);
    expect(none.text).toContain('Nothing was found');
    for (const odd of ['?action=x&actor=king-1', '?actor=operator-', '?after=x', '?action=a&action=b']) {
      expect(rows((await browser.get(AUDIT + odd)).text)).toBe(rows(all.text));
    }
  });

  it('goes page by page, and keeps its filters', async () => {
    const ann = await member('support');
    const deed = {
      program_id: ours,
      actor_kind: 'operator',
      actor_id: ann.id,
      actor_name: '<b>Ann</b>',
      action: 'points.added',
      subject_kind: 'customer',
      subject_id: '7',
      request_id: null,
      created_at: ts(test.deps.clock.real()),
    } as const;
    const points = Array.from({ length: 51 }, (_, at) => 1_000 + at);
    const written = points.map((one) => ({ ...deed, details: JSON.stringify({ points: one }) }));
    await test.deps.db.insertInto('audit_entries').values(written).execute();
    const first = await browser.get(`${AUDIT}?actor=operator-${ann.id}&action=points.added`);
    expect(rows(first.text)).toBe(50);
    expect(first.text).toContain('Points: 1,050');
    expect(first.text).not.toContain('<b>Ann');
    expect(first.text).toContain('href="/console/p/ours/customers/7"');
    const [, older] = /href="([^"]*after=\d+)"/.exec(first.text)!;
    const second = await browser.get(older!.replaceAll('&amp;', '&'));
    expect(rows(second.text)).toBe(1);
    expect(second.text).toContain('Points: 1,000');
  });

  it('is for owners and managers, each of their own program', async () => {
    for (const [role, status] of [
      ['manager', 200],
      ['support', 403],
      ['analyst', 403],
    ] as const) {
      expect((await browserOf(test, await member(role)).get(AUDIT)).status).toBe(status);
    }
    expect((await browser.get('/console/p/theirs/audit')).status).toBe(404);
  });
});

/** How many rows the table on a screen has. */
function rows(html: string): number {
  return html.match(/<th scope="row"/g)?.length ?? 0;
}

/** The row of somebody in the list of the team. */
function rowOf(html: string, { id }: { id: number }): string {
  return html.split('<tr').find((row) => row.includes(`href="${TEAM}/${id}"`))!;
}
