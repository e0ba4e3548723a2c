import { expect, it } from 'vitest';
import { ProgramCache } from '../../src/domain/programs/cache.ts';
import { HeldPrograms } from '../../src/domain/programs/held-programs.ts';
import { programSettings } from '../support/factories.ts';
import { SentStatements } from '../support/sent.ts';
import { testDomain } from '../support/test-domain.ts';

const domain = testDomain();

it('programs that found no room are read anew, once for all who ask at that moment, and others stay', async () => {
  await domain.begin();
  const small = domain.program.id;
  const receipt_upload_url = `https://shop.example/${'x'.repeat(50_000)}`;
  await domain.begin({ settings: programSettings({ receipt_upload_url }) });
  const large = domain.program.id;
  const cache = new ProgramCache(domain.deps.db, new HeldPrograms(200_000));
  const sent = new SentStatements(domain.database.pool);
  const readings = async (id: number) => {
    const stamp = { program_id: id, configuration_version: 0, clock_offset_ms: 0 };
    const statements = await sent.during(async () => {
      const programs = await Promise.all([1, 2, 3].map(() => cache.get(stamp)));
      expect(programs.map((program) => program.id)).toEqual([id, id, id]);
    });
    return statements.filter((text) => text.includes('program_entries')).length;
  };
  expect([await readings(small), await readings(small)]).toEqual([1, 0]);
  expect([await readings(large), await readings(large)]).toEqual([1, 1]);
  expect([cache.known(small)?.id, cache.known(large)]).toEqual([small, undefined]);
  expect(await readings(small)).toBe(0);
  cache.forget();
  expect([cache.known(small)?.id, await readings(small)]).toEqual([small, 1]);
});
