import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine, PROGRAM, PROGRAM_KEY } from '../support/command-line.ts';

const { loyaltyd, applyFile } = commandLine();
beforeAll(async () => {
  await applyFile(PROGRAM);
});

const LINK = /^http:\/\/127\.0\.0\.1:3000\/console\/join\?link=loyalty_ol_\w{33}$/;
const json = async (args: string) => JSON.parse((await loyaltyd(`${args} --json`)).stdout);

describe('loyaltyd operator', () => {
  it('invites somebody by a link that it shows once, and lists who there is', async () => {
    const made = await loyaltyd(`operator invite Sue@team.example --role support --program ${PROGRAM_KEY}`);
    expect(made.code).toBe(0);
    const [link = ''] = made.stdout.split('\n');
    expect(link).toMatch(LINK);
    expect(made.stdout).toContain(`Sue@team.example is support of ${PROGRAM_KEY} once this link is used.`);
    const admin = await json('operator invite boss@team.example --admin --name Boss');
    expect(admin).toMatchObject({ joined: false, link: expect.stringMatching(LINK) });

    const listed = await loyaltyd('operator list');
    expect(listed.stdout).toBe(
      `boss@team.example  Boss  admin  invited\nSue@team.example  Sue  ${PROGRAM_KEY}:support  invited\n`,
    );
    expect(listed.stdout).not.toContain('loyalty_ol_');
    const { operators } = await json(`operator list --program ${PROGRAM_KEY}`);
    expect(operators).toMatchObject([
      { email: 'Sue@team.example', roles: [{ program: PROGRAM_KEY, role: 'support' }], state: 'invited' },
    ]);
    expect(JSON.stringify(operators)).not.toContain('scrypt');
  });

  it('resets and revokes', async () => {
    await loyaltyd('operator invite gone@team.example --admin');
    expect((await json('operator reset gone@team.example')).link).toMatch(LINK);
    const revoke = 'operator revoke gone@team.example';
    expect((await loyaltyd(revoke)).stdout).toBe('gone@team.example may do nothing any more.\n');
    expect((await loyaltyd(revoke)).stdout).toBe('gone@team.example was revoked before.\n');
    expect((await loyaltyd('operator list')).stdout).toContain('gone@team.example  gone  no role  revoked');
  });

  it.each([
    ['operator invite a@b.example', 2, 'Give --role (owner, manager, support, analyst) and --program'],
    ['operator invite a@b.example --role king --program p', 2, 'Give --role'],
    ['operator invite a@b.example --role owner', 2, 'Give --role'],
    ['operator invite a@b.example --admin --role owner', 2, '--admin stands alone'],
    ['operator invite a@b.example --role owner --program nobody', 1, 'There is no program nobody.'],
    ['operator invite nobody --admin', 1, 'This is no email address.'],
    ['operator revoke nobody@b.example', 1, 'There is no operator nobody@b.example.'],
    ['operator reset nobody@b.example', 1, 'There is no operator nobody@b.example.'],
    ['operator list --program nobody', 1, 'There is no program nobody.'],
  ])('answers %j with status %i', async (args, code, message) => {
    expect(await loyaltyd(args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});
