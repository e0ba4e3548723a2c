import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resumeAllFollowUps } from '../../src/domain/operations/follow-up.ts';
import { applyProgramFile } from '../../src/program-file/apply-program-file.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createKey } from '../support/factories.ts';
import { HEAD } from '../support/program-file.ts';
import { type Answer, sendJson } from '../support/send-json.ts';
import { TESTER } from '../support/tester.ts';

const FILE = `# Ours\n${HEAD.replace('key: shop', 'key: corner')}rules:
  visit: { kind: pageview, title: Visit us, result: { points: 5 } }
`;
const withPoints = (points: number) => FILE.replace('points: 5', `points: ${points}`);

let test: TestApp;
let key: string;

beforeAll(async () => {
  test = await buildTestApp();
  await applyProgramFile(test.deps, FILE, TESTER);
  key = await createKey(test.deps, 'corner', ['write_configuration', 'read_customers']);
});
afterAll(() => test.close());

const get = (path: string, headers = {}) => sendJson(test.url, 'GET', path, key, undefined, headers);
const put = (text: string, headers = {}, query = '') =>
  sendJson(test.url, 'PUT', `/v2/program${query}`, key, text, {
    'content-type': 'application/yaml',
    ...headers,
  });
const post = (path: string, body: unknown, headers = {}) =>
  sendJson(test.url, 'POST', path, key, body, headers);
const tagOf = async () => (await get('/v2/program')).headers.etag!;
const mistakesOf = (answer: Answer) => {
  expect([answer.status, answer.json.error.code]).toEqual([422, 'invalid_program_file']);
  return answer.json.error.details.mistakes;
};

describe('GET /v2/program', () => {
  it('reads the newest version with its file, and is not sent again to who has it', async () => {
    const answer = await get('/v2/program');
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"1"' } });
    expect(answer.json).toMatchObject({
      version: 1,
      file: FILE,
      definition: { key: 'corner', rules: [{ key: 'visit' }] },
    });
    expect(await get('/v2/program', { 'if-none-match': '"1"' })).toMatchObject({ status: 304, text: '' });
  });

  it('serves the schema of program files', async () => {
    const { json } = await get('/v2/program/schema');
    expect(json).toEqual((await get('/program.schema.json')).json);
  });
});

describe('PUT /v2/program', () => {
  it('changes the program by YAML and by JSON, as versions with the key and the note', async () => {
    const before = await tagOf();
    const changed = await put(withPoints(7), { 'if-match': before }, '?note=Spring');
    expect(changed).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      json: { version: 2, follow_up_unfinished: true },
    });
    expect(changed.json.changes).toContainEqual(
      expect.objectContaining({ kind: 'rule', key: 'visit', action: 'changed' }),
    );
    const program = JSON.parse(JSON.stringify({ ...objectOf(8) }));
    const byJson = await sendJson(test.url, 'PUT', '/v2/program', key, { program }, { 'if-match': '"2"' });
    expect(byJson).toMatchObject({ status: 200, json: { version: 3 } });
    const { json } = await get('/v2/program/versions');
    expect(json.versions).toMatchObject([
      { version: 3, base_version: 2, note: null, actor: { kind: 'key', name: 'tests' } },
      { version: 2, base_version: 1, note: 'Spring', follow_up_unfinished: true },
      { version: 1, actor: { kind: 'command' } },
    ]);
    const { file } = (await get('/v2/program')).json;
    expect(file).toContain('rules:\n  visit:\n    kind: pageview\n');
    await resumeAllFollowUps(test.deps);
    const after = (await get('/v2/program/versions?before=3&limit=1')).json.versions;
    expect(after).toMatchObject([{ version: 2, follow_up_unfinished: false }]);
    expect((await get('/v2/program/versions/2')).json).toMatchObject({ version: 2, file: withPoints(7) });
    expect((await get('/v2/program/versions/99')).status).toBe(404);
  });

  it('changes nothing when it is sent again', async () => {
    const file = (await get('/v2/program')).json.file;
    const tag = await tagOf();
    expect(await put(file, { 'if-match': tag })).toMatchObject({
      status: 200,
      headers: { etag: tag },
      json: { follow_up_unfinished: false },
    });
  });

  it('needs the version that it was made on', async () => {
    const tag = await tagOf();
    expect((await put(withPoints(9))).json.error.code).toBe('program_version_required');
    for (const old of ['"1"', 'W/"3"', '"x"', '"3", "1"']) {
      const refused = await put(withPoints(9), { 'if-match': old });
      expect([refused.status, refused.json.error.code]).toEqual([412, 'program_version_moved']);
    }
    expect(await tagOf()).toBe(tag);
    expect((await put(withPoints(9), { 'if-match': '*' })).status).toBe(200);
  });

  it('takes one of two that were made on one version', async () => {
    const tag = await tagOf();
    const answers = await Promise.all([11, 12].map((points) => put(withPoints(points), { 'if-match': tag })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('tells every mistake at once, with its place and the name that was probably meant', async () => {
    const wrong = FILE.replace('currency: USD', 'currency: XXQ').replace('result:', 'resultt:');
    expect(mistakesOf(await put(wrong, { 'if-match': '*' }))).toMatchObject([
      { line: 4, column: 11, path: 'currency', message: 'there is no currency XXQ' },
      { line: 8, path: 'rules.visit' },
      { line: 8, path: 'rules.visit.resultt', message: expect.stringContaining('result') },
    ]);
    expect(mistakesOf(await put(FILE.replace('key: corner', 'key: other'), { 'if-match': '*' }))).toEqual([
      {
        line: 2,
        column: 6,
        path: 'key',
        message: 'must be corner: the API key or access token is of that program',
      },
    ]);
  });

  it('reads no file of the server', async () => {
    const logo = `${FILE}theme: { logo: /etc/hostname }\n`;
    expect(mistakesOf(await put(logo, { 'if-match': '*' }))).toMatchObject([
      { path: 'theme.logo', message: 'must be a data: URI: no other file comes with this one' },
    ]);
  });

  it('takes YAML where it takes a program, and nowhere else', async () => {
    const yaml = { 'content-type': 'application/yaml' };
    expect((await post('/v2/program/rollback', 'version: 1', yaml)).status).toBe(415);
    expect((await put(FILE, { 'content-type': 'text/plain', 'if-match': '*' })).status).toBe(415);
    expect((await put('', { 'if-match': '*' })).status).toBe(400);
  });
});

describe('POST /v2/program/plan', () => {
  it('says what would change, and changes nothing', async () => {
    const tag = await tagOf();
    const planned = await post('/v2/program/plan', { program: objectOf(70) });
    expect(planned).toMatchObject({
      status: 200,
      json: {
        program: 'corner',
        changes: [
          { kind: 'rule', key: 'visit', action: 'changed', fields: [{ path: 'result.points', after: 70 }] },
        ],
        effects: expect.any(Array),
      },
    });
    expect(await tagOf()).toBe(tag);
    const listed = (who: string) => post('/v2/program/plan/customers', { program: objectOf(70), who });
    expect((await listed('tier_rises:base:gold')).json).toEqual({ merchant_ids: [], next: null });
    const nobody = await listed('codes_missing');
    expect(nobody.status).toBe(404);
  });
});

describe('POST /v2/program/rollback', () => {
  it('makes the program again what a version was, once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'back', 'if-match': await tagOf() };
    const back = await post('/v2/program/rollback', { version: 1, note: 'Autumn' }, headers);
    expect(back.status).toBe(200);
    expect(await post('/v2/program/rollback', { version: 1, note: 'Autumn' }, headers)).toMatchObject({
      status: 200,
      headers: { 'idempotency-replayed': 'true' },
      text: back.text,
    });
    const { versions } = (await get('/v2/program/versions?limit=1')).json;
    expect(versions).toMatchObject([{ version: back.json.version, rollback_of: 1, note: 'Autumn' }]);
    expect((await get('/v2/program')).json.file).toBe(FILE);
    expect((await post('/v2/program/rollback', { version: 99 })).status).toBe(404);
    const { audit_entries } = (await get('/v2/audit?action=program.applied&limit=1')).json;
    expect(audit_entries).toMatchObject([
      { actor: { kind: 'key' }, details: { version: back.json.version } },
    ]);
  });
});

function objectOf(points: number): object {
  return {
    key: 'corner',
    name: 'Shop',
    currency: 'USD',
    sites: {
      main: {
        name: 'Shop',
        url: 'https://shop.example',
        languages: ['en', 'fr'],
        time_zone: 'Europe/Berlin',
      },
    },
    rules: { visit: { kind: 'pageview', title: 'Visit us', result: { points } } },
  };
}
