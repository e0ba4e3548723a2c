import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/domain/audit/actor.ts';
import { createDraft, MOST_DRAFTS } from '../../src/domain/operations/manage-drafts.ts';
import { type Draft, getDraft } from '../../src/domain/programs/draft-store.ts';
import { listVersions } from '../../src/domain/programs/version-store.ts';
import { beginDraft, editDraft, publishDraftFile } from '../../src/program-file/program-drafts.ts';
import { createKey, ruleDefinition } from '../support/factories.ts';
import { rowsOf } from '../support/rows-of.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

let draft: Draft;
beforeEach(async () => {
  await domain.begin({ rules: [{ key: 'follow', definition: ruleDefinition() }] });
  draft = await beginDraft(domain.deps, { program: domain.program, note: 'Spring', by: TESTER });
  await rename('Renamed');
});

const change = (by: Actor) => ({ program: domain.program, id: draft.id, revision: null, by });
const rename = (name: string, by: Actor = TESTER) =>
  editDraft(domain.deps, change(by), (file) => file.replace(/^name: .*$/m, `name: ${name}`));
const publish = (hooks?: Parameters<typeof publishDraftFile>[2]) =>
  publishDraftFile(domain.deps, { ...change(TESTER), note: null }, hooks);

describe('the publication of a draft', () => {
  it('is written down as that of the draft and as the change of the program', async () => {
    const before = (await domain.rows('audit_entries')).length;
    const { version } = await publish();
    const audited = (await domain.rows('audit_entries')).slice(before);
    expect(audited).toMatchObject([
      { action: 'program.applied', details: { version } },
      {
        action: 'draft.published',
        subject_kind: 'draft',
        subject_id: String(draft.id),
        details: { revision: 2, version },
      },
    ]);
    const [kept] = await listVersions(domain.deps.db, domain.program.id);
    expect(kept).toMatchObject({ version, note: 'Spring', actor_name: 'a test' });
  });

  it('is whole or not at all, wherever it ends', async () => {
    const before = await rowsOf(domain.deps.db, domain.program.id);
    const killed = {
      begin: async () => {},
      beforeCommit: async () => {
        throw new Error('killed');
      },
    };
    await expect(publish(killed)).rejects.toThrow('killed');
    expect(await rowsOf(domain.deps.db, domain.program.id)).toEqual(before);
    await publish();
    expect(await getDraft(domain.deps.db, domain.program.id, draft.id)).toMatchObject({
      published_version: 2,
    });
  });

  it('of a draft that changes nothing ends the draft, and makes no version', async () => {
    await rename(domain.program.name);
    const { version } = await publish();
    expect(version).toBe(1);
    expect(await listVersions(domain.deps.db, domain.program.id)).toHaveLength(1);
    expect(await getDraft(domain.deps.db, domain.program.id, draft.id)).toMatchObject({
      published_version: 1,
    });
  });
});

describe('the open drafts of a program', () => {
  it('are at most 100, though several begin at once; a draft that was published makes room', async () => {
    const begin = () =>
      createDraft(domain.deps, { program_id: domain.program.id, file: 'name: x', note: null, by: TESTER });
    for (let count = 1; count < MOST_DRAFTS - 2; count += 1) await begin();
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, begin));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.map((outcome) => 'reason' in outcome && outcome.reason.code)).toEqual(
      Array(4).fill('too_many_drafts'),
    );
    await publish();
    await begin();
    await expect(begin()).rejects.toMatchObject({ code: 'too_many_drafts' });
  });
});

describe('the writers of a draft', () => {
  it('are each who saved it, once, in the order of their first save', async () => {
    await createKey(domain.deps, domain.program.key, ['write_configuration']);
    const { id } = await domain.deps.db
      .selectFrom('api_keys')
      .select('id')
      .where('program_id', '=', domain.program.id)
      .executeTakeFirstOrThrow();
    const other = { kind: 'key', id, request_id: 'r' } as const;
    await rename('Other', other);
    await rename('Another');
    const { writers, revision } = await rename('One more', other);
    expect(writers).toEqual([
      { kind: 'command', id: null, name: 'a test' },
      { kind: 'key', id, name: 'tests' },
    ]);
    expect(revision).toBe(5);
  });
});
