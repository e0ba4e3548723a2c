import { Readable } from 'node:stream';
import { demoCustomerStory } from '../../../src/demo/demo-customer-story.ts';
import { playStories } from '../../../src/demo/play-stories.ts';
import { Diary } from '../../../src/demo/story.ts';
import { applyProgram } from '../../../src/domain/operations/apply-program.ts';
import { importCodes } from '../../../src/domain/operations/import-codes.ts';
import type { ProgramDefinition } from '../../../src/domain/programs/program-definition.ts';
import type { TestApp } from '../../support/app.ts';
import { TESTER } from '../../support/tester.ts';
import type { BackEnd } from './back-end.ts';

/** The merchant_ids of those whose pages are looked at; null is nobody whom the store knows. */
export const CAST = {
  /** The demo's customer, to whom in a year everything happened once. */
  ada: '1001',
  newcomer: 'newcomer',
  not_enrolled: 'not enrolled',
  blocked: 'blocked',
  guest: null,
} as const;

export type Person = keyof typeof CAST;

const COFFEE_CODES = Array.from({ length: 20 }, (_, index) => `MILL-${1000 + index}`);

/**
 * Brings the customers of the cast to where their pages are worth a look. Ada joined while the program enrolled
 * on sight; since then it asks first.
 */
export async function inviteCast(
  app: TestApp,
  backEnd: BackEnd,
  definition: ProgramDefinition,
): Promise<void> {
  const { deps } = app;
  const lines = Readable.from(COFFEE_CODES);
  await importCodes(deps, { program_key: definition.key, reward_key: 'coffee', lines, by: TESTER });
  const now = deps.clock.real();
  const story = demoCustomerStory(new Diary(now, 'America/New_York', 3));
  await playStories(deps, await app.program(), [story], now);

  const settings = { ...definition.settings, enrol_on_sight: false };
  await applyProgram(deps, { ...definition, settings }, TESTER);
  for (const merchant_id of [CAST.not_enrolled, CAST.newcomer, CAST.blocked])
    await backEnd.addressFor(merchant_id);
  for (const merchant_id of [CAST.newcomer, CAST.blocked]) await backEnd.enrol(merchant_id);
  await backEnd.block(CAST.blocked);
}
