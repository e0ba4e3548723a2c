import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Bench, Check } from './bench.ts';
import type { BenchDatabase } from './bench-database.ts';
import { memoryFinding, rateFinding } from './report.ts';
import { SECRET_KEY } from './server-process.ts';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const ROWS = { few: 10_000, many: 100_000 };
/** A hundred thousand in a minute. */
const AIM_A_SECOND = ROWS.many / 60;
/** Ten times as many rows take no more memory, but for what the collector of garbage leaves for later. */
const AIMS = { megabytes: 220, growth_megabytes: 30 };

/** `loyaltyd import customers` of new customers with points, in a process of its own. */
export const importCheck: Check = {
  name: 'import',
  about: 'an import of 100,000 customers, and the memory that it takes',
  run: async ({ database, program, report }: Bench) => {
    const folder = await mkdtemp(join(tmpdir(), 'loyaltyd-bench-import-'));
    try {
      const [few, many] = [join(folder, 'few.csv'), join(folder, 'many.csv')];
      await writeFile(few, 'few', ROWS.few);
      await writeFile(many, 'many', ROWS.many);
      const importing = (file: string) => ['import', 'customers', file, '--program', program.key];
      const small = await run(database, importing(few));
      const large = await run(database, importing(many));
      const ours = (ROWS.many * 1000) / large.ms;
      report(rateFinding('import of 100,000 customers, in rows', { ours, limit: AIM_A_SECOND }, 1));
      report(memoryFinding('import of 10,000 customers, at its peak', small.bytes, AIMS.megabytes));
      const growth = Math.max(0, large.bytes - small.bytes);
      report(memoryFinding('import of 100,000, memory growth from that', growth, AIMS.growth_megabytes));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function writeFile(path: string, name: string, rows: number): Promise<void> {
  const lines = function* () {
    yield 'merchant_id,email,first_name,last_name,birthday,points,tier\n';
    for (let row = 0; row < rows; row += 1) {
      const tier = row % 20 === 0 ? 'gold' : '';
      yield `${name}-${row},${name}-${row}@example.com,First ${row},Last ${row},1990-05-${(row % 28) + 1},${row % 5_000},${tier}\n`;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

/** How long a command took, and the most memory that it had. */
async function run(database: BenchDatabase, words: string[]): Promise<{ ms: number; bytes: number }> {
  const { PATH = '' } = process.env;
  const start = performance.now();
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { PATH, DATABASE_URL: database.serverUrl, DATABASE_OWNER_URL: database.ownerUrl, SECRET_KEY },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  let bytes = 0;
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(status);
    if (peak) bytes = Number(peak[1]) * 1024;
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`loyaltyd ${words.join(' ')} ended with ${code}: ${complaints}`);
  return { ms: performance.now() - start, bytes };
}
