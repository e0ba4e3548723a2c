import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '../../src/domain/core/errors.ts';
import { applyProgramFile } from '../../src/program-file/apply-program-file.ts';
import { FILE_SECTIONS, withEntry } from '../../src/program-file/draft-entries.ts';
import { mergeFile } from '../../src/program-file/merge-draft.ts';
import { ProgramFileError } from '../../src/program-file/mistakes.ts';
import { parseProgramFile } from '../../src/program-file/parse-program-file.ts';
import { publishDraftFile } from '../../src/program-file/program-drafts.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { createKey } from '../support/factories.ts';
import { BODY_VALUES, RawJson } from '../support/hostile-values.ts';
import { outcomeOf, tally } from '../support/outcomes.ts';
import { HEAD } from '../support/program-file.ts';
import { type Answer, sendJson } from '../support/send-json.ts';
import { TESTER } from '../support/tester.ts';

const fileOf = (key: string) => `# Ours\n${HEAD.replace('key: shop', `key: ${key}`)}rules:
  # The first one.
  visit: { kind: pageview, title: Visit us, result: { points: 5 } } # a few
  tea: { kind: custom, name: tea, title: Tea, result: { points: 1 } }
`;

let test: TestApp;
let count = 0;

beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

/** A program of its own, whose key may do everything. */
async function newProgram() {
  count += 1;
  const name = `drafted-${count}`;
  const file = fileOf(name);
  await applyProgramFile(test.deps, file, TESTER);
  const key = await createKey(test.deps, name, ['write_configuration', 'read_customers']);
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    sendJson(test.url, method, `/v2/program${path}`, key, body, headers);
  return {
    file,
    name,
    send,
    apply: (text: string) => applyProgramFile(test.deps, text, TESTER),
    begin: async (body: object = {}) => (await send('POST', '/drafts', body)).json,
    save: (id: number, revision: number, body: object) =>
      send('PATCH', `/drafts/${id}`, body, { 'if-match': `"${revision}"` }),
    put: (id: number, revision: number, place: string, entry: unknown) =>
      send('PUT', `/drafts/${id}/${place}`, { entry }, { 'if-match': `"${revision}"` }),
    publish: (id: number, body: object = {}, headers = {}) =>
      send('POST', `/drafts/${id}/publish`, body, { 'if-match': '*', ...headers }),
    draft: async (id: number) => (await send('GET', `/drafts/${id}`)).json,
    program: async () => (await send('GET', '')).json,
  };
}
const points = (file: string, more: number) => file.replace('points: 5', `points: ${more}`);

describe('a draft', () => {
  it('begins with the newest file, is saved, planned and published with its note', async () => {
    const { file, send, begin, save, publish, program } = await newProgram();
    const draft = await begin({ note: 'Spring' });
    expect(draft).toMatchObject({
      revision: 1,
      base_version: 1,
      program_version: 1,
      note: 'Spring',
      writers: [{ kind: 'key', name: 'tests' }],
      published_version: null,
      file,
      mistakes: [],
      conflicts: [],
      merged_file: file,
    });
    const { id } = draft;
    const saved = await save(id, 1, { program: points(file, 7) });
    expect(saved).toMatchObject({ status: 200, headers: { etag: '"2"' }, json: { revision: 2 } });
    expect((await send('GET', `/drafts/${id}`)).headers.etag).toBe('"2"');
    expect((await program()).version).toBe(1);
    const plan = await send('POST', `/drafts/${id}/plan`);
    expect(plan.json.changes).toMatchObject([{ kind: 'rule', key: 'visit', action: 'changed' }]);
    const published = await publish(id, { version: 1 }, { 'if-match': '"2"' });
    expect(published).toMatchObject({ status: 200, json: { version: 2, follow_up_unfinished: true } });
    expect(await program()).toMatchObject({ version: 2, file: points(file, 7) });
    const { versions } = (await send('GET', '/versions?limit=1')).json;
    expect(versions).toMatchObject([{ note: 'Spring', base_version: 1, actor: { kind: 'key' } }]);
    expect((await send('GET', '/drafts')).json).toEqual({ drafts: [] });
    expect((await send('GET', '/drafts?state=published')).json.drafts).toMatchObject([
      { id, published_version: 2 },
    ]);
    for (const again of [
      await publish(id),
      await save(id, 2, { note: 'x' }),
      await send('DELETE', `/drafts/${id}`),
    ]) {
      expect([again.status, again.json.error.code]).toEqual([422, 'draft_published']);
      expect(again.json.error.details).toEqual({ version: 2 });
    }
  });

  it('may have mistakes, which it shows all at once, and is not published with them', async () => {
    const { file, begin, send, publish, program } = await newProgram();
    const wrong = file
      .replace('currency: USD', 'currency: XXQ')
      .replace('result: { points: 5 }', 'points: 5');
    const { id, mistakes, merged_file } = await begin({ program: wrong });
    expect(mistakes).toMatchObject([
      { line: 4, column: 11, path: 'currency', message: 'there is no currency XXQ' },
      { line: 9, path: 'rules.visit', message: '"result" is missing' },
      { line: 9, path: 'rules.visit.points', message: expect.stringContaining('unknown property') },
    ]);
    expect(merged_file).toBeNull();
    for (const refused of [await publish(id), await send('POST', `/drafts/${id}/plan`)]) {
      expect([refused.status, refused.json.error.code]).toEqual([422, 'invalid_program_file']);
      expect(refused.json.error.details.mistakes).toEqual(mistakes);
    }
    const other = await begin({ program: file.replace(/key: \S+/, 'key: another') });
    expect(other.mistakes).toMatchObject([{ line: 2, column: 6, path: 'key' }]);
    expect((await publish(other.id)).status).toBe(422);
    const none = await begin({ program: 'rules: [' });
    expect(none.mistakes).toHaveLength(1);
    expect((await send('PUT', `/drafts/${none.id}/rules/a`, { entry: {} }, { 'if-match': '*' })).status).toBe(
      422,
    );
    expect((await program()).version).toBe(1);
  });

  it('begins with the file of an older version, to bring it back', async () => {
    const { file, apply, begin, publish, program } = await newProgram();
    await apply(points(file, 9));
    const { id, base_version, file: old } = await begin({ from_version: 1 });
    expect([base_version, old]).toEqual([2, file]);
    await publish(id);
    expect(await program()).toMatchObject({ version: 3, file });
    const both = await (await newProgram()).send('POST', '/drafts', { from_version: 1, program: file });
    expect([both.status, Object.keys(both.json.error.details)]).toEqual([400, ['from_version']]);
    expect((await (await newProgram()).send('POST', '/drafts', { from_version: 5 })).status).toBe(404);
    expect(
      (await (await newProgram()).send('POST', '/drafts', { base_version: 5, program: file })).status,
    ).toBe(404);
  });

  it('is edited entry by entry, and its file keeps comments and order', async () => {
    const { file, begin, put, send, draft } = await newProgram();
    const { id } = await begin();
    await put(id, 1, 'rules/visit', { kind: 'pageview', title: 'Visit us', result: { points: 8 } });
    await put(id, 2, 'rewards/free', { kind: 'free_shipping_voucher', title: 'Free', cost_points: 50 });
    await put(id, 3, 'texts/fr', { points: 'étoiles' });
    await put(id, 4, 'settings/name', 'Corner');
    const gone = await send('DELETE', `/drafts/${id}/rules/tea`, undefined, { 'if-match': '"5"' });
    expect(gone).toMatchObject({ status: 200, headers: { etag: '"6"' } });
    expect((await draft(id)).file).toBe(
      `${file
        .replace('name: Shop\n', 'name: Corner\n')
        .replace('[en, fr]', '[ en, fr ]')
        .replace('points: 5', 'points: 8')
        .replace(/ {2}tea: .*\n/, '')}rewards:
  free:
    kind: free_shipping_voucher
    title: Free
    cost_points: 50
texts:
  fr:
    points: étoiles
`,
    );
    const absent = await send('DELETE', `/drafts/${id}/rules/tea`, undefined, { 'if-match': '*' });
    expect(absent.status).toBe(404);
    const wrong = await put(id, 6, 'rules/visit', { kind: 'pageview' });
    expect(wrong.json.mistakes.map(({ path }: { path: string }) => path)).toContain('rules.visit');
    // The same again is no save.
    const { headers } = await put(id, 7, 'rules/visit', { kind: 'pageview' });
    expect(headers.etag).toBe('"7"');
    expect((await put(id, 7, 'nothing/visit', {})).status).toBe(400);
  });

  it('is saved by the first of two who edit it, and tells the second', async () => {
    const { file, begin, save, put, send, draft } = await newProgram();
    const { id } = await begin();
    const saves = await Promise.all([6, 7, 8].map((more) => save(id, 1, { program: points(file, more) })));
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const late = await put(id, 1, 'settings/name', 'Corner');
    expect([late.status, late.json.error]).toMatchObject([
      412,
      { code: 'draft_moved', details: { revision: 2 } },
    ]);
    expect((await send('DELETE', `/drafts/${id}`, undefined, { 'if-match': '"1"' })).status).toBe(412);
    const blind = await send('PATCH', `/drafts/${id}`, { note: 'x' });
    expect([blind.status, blind.json.error.code]).toEqual([428, 'draft_revision_required']);
    expect(await draft(id)).toMatchObject({ revision: 2, note: null });
    expect((await send('DELETE', `/drafts/${id}`, undefined, { 'if-match': '"2"' })).status).toBe(204);
    expect((await send('GET', `/drafts/${id}`)).status).toBe(404);
  });

  it('is of its program alone', async () => {
    const [ours, theirs] = [await newProgram(), await newProgram()];
    const { id } = await theirs.begin();
    for (const answer of [
      await ours.save(id, 1, { note: 'x' }),
      await ours.put(id, 1, 'rules/a', {}),
      await ours.publish(id),
    ])
      expect(answer.status).toBe(404);
    expect(await theirs.draft(id)).toMatchObject({ revision: 1, note: null });
  });

  it('takes YAML as it is, and an object as YAML', async () => {
    const { file, send, begin } = await newProgram();
    const yaml = { 'content-type': 'application/yaml' };
    expect((await send('POST', '/drafts', file, yaml)).json.file).toBe(file);
    const { id, file: written } = await begin({ program: { key: 'x', rules: { a: { points: 1 } } } });
    expect(written).toBe('key: x\nrules:\n  a:\n    points: 1\n');
    const patched = await send('PATCH', `/drafts/${id}`, file, { ...yaml, 'if-match': '"1"' });
    expect(patched.json).toMatchObject({ file, mistakes: [] });
  });
});

describe('a draft of a program that moved on', () => {
  it('is published with what others changed, where they changed something else', async () => {
    const { file, apply, begin, put, draft, publish, program } = await newProgram();
    const { id } = await begin();
    await put(id, 1, 'rules/tea', { kind: 'custom', name: 'tea', title: 'Green tea', result: { points: 1 } });
    await apply(points(file, 9));
    const merged = await draft(id);
    expect(merged).toMatchObject({ base_version: 1, program_version: 2, conflicts: [] });
    expect(merged.merged_file).toContain('points: 9');
    const unseen = await publish(id, { version: 1 });
    expect([unseen.status, unseen.json.error.code]).toEqual([412, 'program_version_moved']);
    expect((await publish(id, { version: 2 })).status).toBe(200);
    expect(await program()).toMatchObject({ version: 3, file: merged.merged_file });
    expect(merged.merged_file).toMatch(/# The first one\.\n.*points: 9 .*# a few\n.*title: Green tea/);
  });

  it('names conflicts, is refused with them, and is merged as somebody decides', async () => {
    const { file, send, apply, begin, save, draft, publish, program } = await newProgram();
    const { id } = await begin();
    await save(id, 1, { program: points(file, 7) });
    await apply(points(file, 9));
    const conflict = {
      path: 'rules.visit.result',
      base: { points: 5 },
      theirs: { points: 9 },
      mine: { points: 7 },
    };
    expect((await draft(id)).conflicts).toEqual([conflict]);
    const merge = (body: object, revision = 2) =>
      send('POST', `/drafts/${id}/merge`, body, { 'if-match': `"${revision}"` });
    for (const refused of [await publish(id), await send('POST', `/drafts/${id}/plan`), await merge({})]) {
      expect([refused.status, refused.json.error]).toMatchObject([
        422,
        { code: 'draft_conflicts', details: { version: 2, paths: ['rules.visit.result'] } },
      ]);
    }
    const decisions = [{ path: 'rules.visit.result', take: 'mine' }];
    expect((await merge({ decisions }, 1)).status).toBe(412);
    const merged = await merge({ decisions });
    expect(merged).toMatchObject({
      status: 200,
      json: { revision: 3, base_version: 2, conflicts: [], file: points(file, 7) },
    });
    expect((await publish(id)).json.version).toBe(3);
    expect((await program()).file).toBe(points(file, 7));
  });
});

describe('drafts published at once', () => {
  it('are published once each, one after the other', async () => {
    const { begin, put, publish, program } = await newProgram();
    const one = await begin();
    const other = await begin();
    await put(one.id, 1, 'settings/name', 'Corner');
    await put(other.id, 1, 'rules/tea', {
      kind: 'custom',
      name: 'tea',
      title: 'Chai',
      result: { points: 1 },
    });
    const ids = [one.id, other.id, one.id, other.id, one.id, other.id];
    const outcomes = await tally(
      ids.map(async (id) => {
        const { status, json } = await publish(id);
        if (status !== 200) throw new DomainError(json.error.code, 'refused');
      }),
    );
    expect(outcomes).toEqual({ done: 2, draft_published: 4 });
    const { version, file } = await program();
    expect([version, file]).toEqual([3, expect.stringMatching(/name: Corner[\s\S]*title: Chai/)]);
  });

  it('and a program applied meanwhile lose nothing of each other', async () => {
    const { file, apply, begin, put, publish, program } = await newProgram();
    const { id } = await begin();
    await put(id, 1, 'settings/name', 'Corner');
    const [published] = await Promise.all([publish(id), apply(points(file, 9))]);
    const { definition, version } = await program();
    expect([published.status, version]).toEqual([200, 3]);
    // A file that is applied counts whole. A draft takes in what came before it.
    const first = published.json.version === 2;
    expect(definition.name).toBe(first ? 'Shop' : 'Corner');
    expect(definition.rules[0].definition.result.points).toBe(9);
  });

  it('are published once for one Idempotency-Key', async () => {
    const { begin, put, publish } = await newProgram();
    const { id } = await begin();
    await put(id, 1, 'settings/name', 'Corner');
    const key = { 'idempotency-key': 'spring' };
    const first = await publish(id, {}, key);
    const again = await publish(id, {}, key);
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      200,
      first.text,
      'true',
    ]);
  });
});

describe('a program that asks for two people', () => {
  const ASKED = 'approvals: { publish: 2 }\n';
  const approvalOf = async (answer: Promise<Answer>) => {
    const { status, json } = await answer;
    return status === 200 ? 'done' : json.error.code;
  };

  it('changes by drafts alone, which somebody else publishes than saved them', async () => {
    const { file, name, send, apply, begin, put, publish, program } = await newProgram();
    await apply(file + ASKED);
    const replaced = { program: points(file, 9) + ASKED };
    expect(await approvalOf(send('PUT', '', replaced, { 'if-match': '*' }))).toBe('approval_required');
    expect(await approvalOf(send('POST', '/rollback', { version: 1 }))).toBe('approval_required');
    expect(await outcomeOf(apply(replaced.program))).toBe('approval_required');
    expect(await outcomeOf(apply(file + ASKED))).toBe('done');
    const { id } = await begin({ program: replaced.program });
    expect(await approvalOf(publish(id))).toBe('approval_required');
    const other = await createKey(test.deps, name, ['write_configuration']);
    const byOther = (path: string, body: object = {}, method = 'POST') =>
      sendJson(test.url, method, `/v2/program/drafts/${id}${path}`, other, body, { 'if-match': '*' });
    // Whoever saves it, if only its note, is one of those who wrote it.
    expect(await approvalOf(byOther('', { note: 'Fine' }, 'PATCH'))).toBe('done');
    expect(await approvalOf(byOther('/publish'))).toBe('approval_required');
    expect((await program()).version).toBe(2);
    const third = await createKey(test.deps, name, ['write_configuration']);
    const published = await sendJson(
      test.url,
      'POST',
      `/v2/program/drafts/${id}/publish`,
      third,
      {},
      {
        'if-match': '*',
      },
    );
    expect([published.status, published.json.version]).toEqual([200, 3]);
    const next = await begin();
    await put(next.id, 1, 'settings/name', 'Corner');
    const by = { kind: 'command', name: 'another command' } as const;
    const byCommand = {
      program: { id: await programId(name), key: name },
      id: next.id,
      revision: null,
      note: null,
      by,
    };
    expect((await publishDraftFile(test.deps, byCommand)).version).toBe(4);
  });

  it('takes two people to ask no more, and one to begin to ask', async () => {
    const { file, name, begin, put, publish, send, apply } = await newProgram();
    const asking = await begin();
    await put(asking.id, 1, 'settings/approvals', { publish: 2 });
    expect((await publish(asking.id)).status).toBe(200);
    expect(await outcomeOf(apply(file))).toBe('approval_required');
    const { id } = await begin();
    await send('DELETE', `/drafts/${id}/settings/approvals`, undefined, { 'if-match': '*' });
    expect(await approvalOf(publish(id))).toBe('approval_required');
    const other = await createKey(test.deps, name, ['write_configuration']);
    const allowed = await sendJson(
      test.url,
      'POST',
      `/v2/program/drafts/${id}/publish`,
      other,
      {},
      {
        'if-match': '*',
      },
    );
    expect(allowed.status).toBe(200);
    expect(await outcomeOf(apply(points(file, 9)))).toBe('done');
  });

  it('asks for nobody else who is one of two that publish at once', async () => {
    const { file, name, apply, begin, publish, program } = await newProgram();
    await apply(file + ASKED);
    const { id } = await begin({ program: points(file, 9) + ASKED });
    const other = await createKey(test.deps, name, ['write_configuration']);
    const byOther = () =>
      approvalOf(
        sendJson(test.url, 'POST', `/v2/program/drafts/${id}/publish`, other, {}, { 'if-match': '*' }),
      );
    const outcomes = await Promise.all([
      approvalOf(publish(id)),
      byOther(),
      approvalOf(publish(id)),
      byOther(),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect((await program()).version).toBe(3);
  });
});

describe('an entry put into a draft', () => {
  const textOf = (value: unknown) => (value instanceof RawJson ? value.text : JSON.stringify(value));

  it.each(FILE_SECTIONS)('of %s is kept or refused, whatever it is', async (section) => {
    const { file, send, begin, save, draft } = await newProgram();
    const { id } = await begin();
    const put = async (key: string, label: string, body: string) => {
      const headers = { 'if-match': '*', 'content-type': 'application/json' };
      const answer = await send('PUT', `/drafts/${id}/${section}/${key}`, body, headers);
      expect(answer.status, `${key}: ${label}: ${answer.text}`).toBeLessThan(500);
      return answer;
    };
    const wellFormed: (readonly [label: string, entry: unknown])[] = [];
    for (const [label, value] of Object.entries(BODY_VALUES)) {
      const text = textOf(value);
      const { status } = await put('new', label, value === undefined ? '{}' : `{"entry":${text}}`);
      if (status !== 400) wellFormed.push([label, JSON.parse(text)]);
    }
    expect(wellFormed.length).toBeGreaterThan(20);
    expect((await draft(id)).id).toBe(id);

    // The request of another key differs by its address alone, so its entries go to what the request calls.
    const { definition } = parseProgramFile(file);
    const mistakes: string[] = [];
    const keys = { rules: ['visit'], texts: ['en'], currency_rates: ['EUR'], settings: ['key', 'timezone'] };
    for (const key of ['__proto__', 'constructor', 'a%20b', ...(keys[section as keyof typeof keys] ?? [])]) {
      const { status } = await put(key, 'an object', '{"entry":{"id":1}}');
      // Such a key is refused whatever the entry is.
      if (status === 400) continue;
      let text = (await draft(id)).file;
      for (const [label, entry] of wellFormed) {
        try {
          text = withEntry(text, section, decodeURIComponent(key), entry);
          mergeFile(text, definition, definition, () => undefined);
        } catch (error) {
          if (!(error instanceof ProgramFileError)) mistakes.push(`${key}: ${label}: ${error}`);
        }
      }
      const { revision } = await draft(id);
      const saved = await save(id, revision, { program: text });
      expect([saved.status, (await draft(id)).file], key).toEqual([200, text]);
    }
    expect(mistakes).toEqual([]);
  });
});

async function programId(key: string): Promise<number> {
  return (await test.deps.programs.all()).find((program) => program.key === key)!.id;
}
