import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine, PROGRAM, PROGRAM_KEY } from '../support/command-line.ts';

const { loyaltyd, applyFile } = commandLine();
beforeAll(async () => {
  await applyFile(PROGRAM);
});

describe('loyaltyd key', () => {
  it('shows a key once, lists it without, and revokes it', async () => {
    const made = await loyaltyd(
      `key create --program ${PROGRAM_KEY} --name till --scopes read_orders,write_customers --json`,
    );
    const { id, key } = JSON.parse(made.stdout);
    expect(key).toMatch(/^loyalty_[0-9A-Za-z]{33}$/);

    const listed = await loyaltyd(`key list --program ${PROGRAM_KEY}`);
    expect(listed.stdout).toContain(`${id}  ${key.slice(0, 12)}…  till  read_orders,write_customers`);
    expect(listed.stdout).not.toContain(key);

    expect(await loyaltyd(`key revoke ${id} --program ${PROGRAM_KEY}`)).toMatchObject({
      code: 0,
      stdout: `Key ${id} is revoked.\n`,
    });
    const after = await loyaltyd(`key list --program ${PROGRAM_KEY} --json`);
    expect(JSON.parse(after.stdout).keys[0]).toMatchObject({ id, revoked_at: expect.stringMatching(/Z$/) });
  });

  it.each([
    ['key create --program nobody --name a --scopes all', 1, 'There is no program nobody.'],
    ['key create --program p --name a --scopes read_all', 2, 'There is no scope read_all.'],
    ['key create --program p --name a', 2, "required option '--scopes <list>'"],
    [`key revoke 99999 --program ${PROGRAM_KEY}`, 1, 'has no key 99999'],
    ['key revoke x --program p', 2, 'ID must be a number'],
    ['key eat', 2, 'unknown command'],
    ['', 2, 'Usage: loyaltyd'],
  ])('answers %j with status %i', async (args, code, message) => {
    const result = await loyaltyd(args);
    expect(result).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});

describe('loyaltyd audit', () => {
  const list = (rest = '') => loyaltyd(`audit list --program ${PROGRAM_KEY}${rest}`);

  it('lists what commands did, by their words, newest first', async () => {
    const make = `key create --program ${PROGRAM_KEY} --name audited --scopes read_orders --json`;
    const { id } = JSON.parse((await loyaltyd(make)).stdout);
    const listed = await list(' --limit 1');
    expect(listed.stdout).toMatch(
      new RegExp(
        `^\\d+  \\S+Z  command \\(key create\\)  key.created  key ${id}  {"name": ?"audited",.*}\n$`,
      ),
    );
    const { audit_entries } = JSON.parse((await list(' --json --action program.applied')).stdout);
    expect(audit_entries.at(-1)).toMatchObject({
      actor_kind: 'command',
      actor_name: 'program apply',
      subject_kind: 'program',
      created_at: expect.stringMatching(/Z$/),
    });
    const later = await list(` --json --since-id ${audit_entries.at(-1).id}`);
    const ids = JSON.parse(later.stdout).audit_entries.map((entry: { id: number }) => entry.id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(ids[0]).toBeGreaterThan(audit_entries.at(-1).id);
  });

  it('lists what concerns the whole server, for want of a program', async () => {
    await loyaltyd('operator invite boss@team.example --admin');
    const listed = await loyaltyd('audit list --limit 1');
    expect(listed.stdout).toMatch(
      /^\d+ {2}\S+Z {2}command \(operator invite\) {2}operator.invited {2}operator \d+ {2}{"is_admin": ?true}\n$/,
    );
    expect((await list()).stdout).not.toContain('is_admin');
  });

  it.each([
    [' --action program.eaten', 'There is no action program.eaten.'],
    [' --limit 501', '--limit must be a whole number from 1 to 500.'],
    [' --since-id -1', '--since-id must be a whole number of at least 0.'],
  ])('refuses%s as a wrong argument', async (rest, message) => {
    expect(await list(rest)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});

describe('loyaltyd app', () => {
  it('shows a secret once, lists apps without it, and revokes them', async () => {
    const made = await loyaltyd(
      `app create --program ${PROGRAM_KEY} --name till --scopes read_orders,write_customers --redirect-uri https://till.example/a http://127.0.0.1/b --json`,
    );
    const { client_id, client_secret, ...rest } = JSON.parse(made.stdout);
    expect(client_id).toMatch(/^app_[0-9A-Z]{20}$/);
    expect(client_secret).toMatch(/^loyalty_as_[0-9A-Za-z]{33}$/);
    expect(rest).toEqual({
      name: 'till',
      scopes: ['read_orders', 'write_customers'],
      redirect_uris: ['https://till.example/a', 'http://127.0.0.1/b'],
      grant_types: ['authorization_code'],
      metadata: 'http://127.0.0.1:3000/.well-known/oauth-authorization-server',
    });

    const listed = await loyaltyd(`app list --program ${PROGRAM_KEY}`);
    expect(listed.stdout).toContain(
      `${client_id}  till  secret  authorization_code  read_orders,write_customers  https://till.example/a`,
    );
    expect(listed.stdout).not.toContain(client_secret);

    const rotated = await loyaltyd(`app rotate ${client_id} --program ${PROGRAM_KEY} --json`);
    const { client_secret: fresh } = JSON.parse(rotated.stdout);
    expect(fresh).toMatch(/^loyalty_as_[0-9A-Za-z]{33}$/);
    expect(fresh).not.toBe(client_secret);

    expect(await loyaltyd(`app revoke ${client_id} --program ${PROGRAM_KEY}`)).toMatchObject({
      code: 0,
      stdout: `App ${client_id} is revoked, and its tokens with it.\n`,
    });
    expect(await loyaltyd(`app rotate ${client_id} --program ${PROGRAM_KEY}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`The app ${client_id} is revoked.`),
    });
    expect(await loyaltyd(`app revoke ${client_id} --program ${PROGRAM_KEY} --json`)).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ client_id, revoked: false })}\n`,
    });
    const after = await loyaltyd(`app list --program ${PROGRAM_KEY} --json`);
    expect(JSON.parse(after.stdout).apps[0]).toMatchObject({
      client_id,
      revoked_at: expect.stringMatching(/Z$/),
    });
    expect(after.stdout).not.toContain('secret_hash');
  });

  it('gives no secret to a public app, and no operator is asked where there is no redirect URI', async () => {
    const native = await loyaltyd(
      `app create --program ${PROGRAM_KEY} --name phone --scopes all --public --redirect-uri http://127.0.0.1/b`,
    );
    expect(native.stdout).toContain('A public app has no secret.');
    const machine = await loyaltyd(`app create --program ${PROGRAM_KEY} --name erp --scopes all --json`);
    expect(JSON.parse(machine.stdout).grant_types).toEqual(['client_credentials']);
  });

  it.each([
    ['app create --program nobody --name a --scopes all', 1, 'There is no program nobody.'],
    ['app create --program P --name a --scopes read_all', 2, 'There is no scope read_all.'],
    ['app create --program P --name a --scopes all --grants password', 2, 'There is no grant password.'],
    [
      'app create --program P --name a --scopes all --redirect-uri http://a.example',
      2,
      'must begin with https',
    ],
    ['app create --program P --name a --scopes all --grants authorization_code', 2, 'needs a redirect URI'],
    ['app create --program P --name a --scopes all --public', 2, 'a public app has not'],
    ['app rotate app_1 --program P', 1, 'has no app app_1'],
    ['app revoke app_1 --program P', 1, 'has no app app_1'],
    ['app list --program nobody', 1, 'There is no program nobody.'],
  ])('answers %j with status %i', async (args, code, message) => {
    const result = await loyaltyd(args.replace(' P', ` ${PROGRAM_KEY}`));
    expect(result).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});

describe('loyaltyd app create', () => {
  it('takes both grants by the word both', async () => {
    const made = await loyaltyd(
      `app create --program ${PROGRAM_KEY} --name a --scopes all --grants both --redirect-uri https://a.example/cb --json`,
    );
    expect(JSON.parse(made.stdout).grant_types).toEqual(['authorization_code', 'client_credentials']);
  });
});
