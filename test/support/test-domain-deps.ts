import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { errorForLog } from '../../src/cli/error-for-log.ts';
import { ProgramCache } from '../../src/domain/programs/cache.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import type { TestClock } from './clock.ts';
import { LIGHT_PASSWORDS } from './light-passwords.ts';

/** The dependencies that a server process gives the domain, here with a clock that stands still. */
export function depsOn(database: Pick<Deps, 'db' | 'hot'>, clock: TestClock, logged: string[] = []): Deps {
  return {
    db: database.db,
    hot: database.hot,
    programs: new ProgramCache(database.db),
    clock,
    random: { bytes: randomBytes },
    password_cost: LIGHT_PASSWORDS,
    logger: pino(
      { level: 'warn', serializers: { err: errorForLog } },
      { write: (line: string) => logged.push(line) },
    ),
    secret: Buffer.alloc(32, 7),
    formerSecrets: [],
    publicUrl: 'https://loyalty.example',
    outbound: new Outbound({ allow_private: true }),
  };
}
