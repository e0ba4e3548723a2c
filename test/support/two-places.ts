import { beforeAll } from 'vitest';
import { ruleDefinition } from './factories.ts';
import { type TestDomain, testDomain } from './test-domain.ts';

/** Two places between which a test file moves programs. The second has a program of its own. */
export function twoPlaces(): { here: TestDomain; there: TestDomain } {
  const [here, there] = [testDomain(), testDomain()];
  beforeAll(async () => {
    await there.database.asOwner(`alter sequence configuration_ids restart with ${2 ** 40 + 1}`);
    await there.begin({ key: 'theirs' });
  });
  return { here, there };
}

/** Rules of a program that moves: one gives its points at once, the other after a minute. */
export const MOVED_RULES = [
  { key: 'now', definition: ruleDefinition() },
  { key: 'later', definition: ruleDefinition({ approval_period_seconds: 60 }) },
];
