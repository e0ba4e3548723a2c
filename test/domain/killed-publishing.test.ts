import { beforeEach, expect, it } from 'vitest';
import { type Draft, getDraft } from '../../src/domain/programs/draft-store.ts';
import { listVersions } from '../../src/domain/programs/version-store.ts';
import { beginDraft, editDraft, publishDraftFile } from '../../src/program-file/program-drafts.ts';
import { ruleDefinition } from '../support/factories.ts';
import { killWhileItWaits } from '../support/killed-at-table.ts';
import { rowsOf } from '../support/rows-of.ts';
import { testDomain } from '../support/test-domain.ts';
import { TESTER } from '../support/tester.ts';

const domain = testDomain();

let draft: Draft;
beforeEach(async () => {
  await domain.begin({ rules: [{ key: 'follow', definition: ruleDefinition() }] });
  const { program } = domain;
  const { id } = await beginDraft(domain.deps, { program, note: 'Spring', by: TESTER });
  const rename = (file: string) => file.replace(/^name: .*$/m, 'name: Renamed');
  draft = await editDraft(domain.deps, { program, id, revision: null, by: TESTER }, rename);
});

it.each(['programs', 'program_versions', 'program_drafts', 'audit_entries'])(
  'a process that publishes a draft and is killed at %s has changed nothing, and the next one publishes it',
  async (table) => {
    const { deps, program } = domain;
    const before = await rowsOf(deps.db, program.id);
    await killWhileItWaits(domain, table, { kind: 'publish', id: draft.id });
    expect(await rowsOf(deps.db, program.id)).toEqual(before);

    await publishDraftFile(deps, { program, id: draft.id, revision: null, note: null, by: TESTER });
    const [newest] = await listVersions(deps.db, program.id);
    expect(newest).toMatchObject({ version: 2, note: 'Spring' });
    expect(await getDraft(deps.db, program.id, draft.id)).toMatchObject({ published_version: 2 });
    expect((await deps.programs.all()).find(({ id }) => id === program.id)?.name).toBe('Renamed');
  },
);
