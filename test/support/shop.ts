import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { openDatabase } from '../../src/db/open-database.ts';
import { systemClock } from '../../src/deps.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { ProgramCache } from '../../src/domain/programs/cache.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import type { ProgramDefinition } from '../../src/domain/programs/program-definition.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import { createCustomer, createKey, entryOf, programDefinition, siteDefinition } from './factories.ts';
import { LIGHT_PASSWORDS } from './light-passwords.ts';
import type { Shop } from './load.ts';
import { TESTER } from './tester.ts';

/** The dependencies that a server process gives the domain, on the real clock, as long as `work` takes. */
export async function withDeps<T>(serverUrl: string, work: (deps: Deps) => Promise<T>): Promise<T> {
  const logger = pino({ level: 'warn' });
  const database = openDatabase({
    url: serverUrl,
    poolSize: 4,
    namedStatements: true,
    applicationName: 'loyaltyd tests',
    logger,
  });
  try {
    return await work({
      db: database.db,
      hot: database.hot,
      programs: new ProgramCache(database.db),
      clock: systemClock,
      random: { bytes: randomBytes },
      password_cost: LIGHT_PASSWORDS,
      logger,
      secret: Buffer.alloc(32, 7),
      formerSecrets: [],
      publicUrl: 'https://loyalty.example',
      outbound: new Outbound({ allow_private: true }),
    });
  } finally {
    await database.close();
  }
}

/** A program as `programDefinition()` gives it, with differences and with so many customers, each rich in points. */
export async function openShop(
  deps: Deps,
  customers: number,
  rest: Partial<ProgramDefinition> = {},
): Promise<Shop> {
  const definition = programDefinition({
    sites: [{ key: 'main', definition: siteDefinition({ time_zone: noonZone() }) }],
    ...rest,
  });
  await applyProgram(deps, definition, TESTER);
  const program = (await deps.programs.all()).find(({ key }) => key === definition.key)!;
  const names = Array.from({ length: customers }, (_, index) => String(2_000 + index));
  for (const merchant_id of names) await createCustomer(deps, program, { merchant_id, points: 10_000_000 });
  return {
    key: await createKey(deps, program.key),
    site_id: program.sites.at(-1)!.id,
    rule_id: entryOf(program.rules, 'follow').id,
    reward_id: entryOf(program.rewards, 'mug').id,
    variant_id: '902',
    customers: names,
  };
}

/** A time zone in which it is midday now, so that no test of a daily limit meets midnight. */
function noonZone(): string {
  const offset = 12 - new Date().getUTCHours();
  // The sign of these names is the other way round: Etc/GMT-5 is five hours ahead.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}
