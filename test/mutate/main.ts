import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOrJoinEmbedded } from '../../src/db/embedded/start-or-join.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { TESTS_OF } from './tests-of.ts';

const USAGE = `usage: npm run mutate -- FILE_OR_FOLDER... [options]

Plants one small fault after another in a copy of the project and runs the tests of that code: a fault that no test
notices is printed. Folders and their tests stand in test/mutate/tests-of.ts.

  --sample N     so many faults, spread evenly over the code (default 20; 0: all)
  --tests LIST   these tests instead, separated by commas
`;

interface Planted extends Mutant {
  file: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '20' },
    tests: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const sample = Number(values.sample);
if (values.help || positionals.length === 0 || !Number.isInteger(sample) || sample < 0) {
  process.stderr.write(USAGE);
  process.exit(values.help ? 0 : 2);
}

const tracked = spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.trim().split('\n');
const files = tracked.filter(
  (file) =>
    /^src\/.*\.ts$/.test(file) && positionals.some((path) => file === path || file.startsWith(`${path}/`)),
);
const tests = values.tests?.split(',') ?? testsOf(files);
if (files.length === 0 || tests.length === 0) {
  process.stderr.write(`No source file, or no test that is known to be its own.\n\n${USAGE}`);
  process.exit(2);
}

const all: Planted[] = files.flatMap((file) =>
  mutantsOf(readFileSync(file, 'utf8')).map((mutant) => ({ file, ...mutant })),
);
const chosen =
  sample === 0 || sample >= all.length
    ? all
    : Array.from({ length: sample }, (_, index) => all[Math.floor((index * all.length) / sample)]!);

const copy = copyOfProject();
const postgres = await startOrJoinEmbedded({
  dataDir: join(copy, 'data'),
  logger: { info() {}, warn: console.warn, error: console.error },
  lifetime: 'server',
  fsync: false,
});
let survived = 0;
try {
  if (!(await testsPass())) throw new Error(`The tests fail without a fault: ${tests.join(', ')}`);
  process.stdout.write(`${chosen.length} of ${all.length} faults, tests: ${tests.join(', ')}\n`);
  for (const [index, fault] of chosen.entries()) {
    const isMissed = await plantedPasses(fault);
    if (isMissed) survived += 1;
    const verdict = isMissed ? 'MISSED ' : 'noticed';
    process.stdout.write(
      `${index + 1}/${chosen.length} ${verdict} ${fault.file}:${fault.line}  ${fault.change}\n`,
    );
  }
  process.stdout.write(`${chosen.length - survived} noticed, ${survived} missed\n`);
} finally {
  await postgres.stop();
  rmSync(copy, { recursive: true, force: true });
}

function testsOf(sources: readonly string[]): string[] {
  const own = Object.entries(TESTS_OF).filter(([path]) => sources.some((file) => file.startsWith(path)));
  return [...new Set(own.flatMap(([, names]) => names))];
}

function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loyaltyd-mutate-'));
  for (const file of tracked) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function plantedPasses({ file, from, to, text }: Planted): Promise<boolean> {
  const source = readFileSync(file, 'utf8');
  writeFileSync(join(copy, file), source.slice(0, from) + text + source.slice(to));
  try {
    return await testsPass();
  } finally {
    writeFileSync(join(copy, file), source);
  }
}

/** A fault may make a test wait for ever: that is noticed too. */
async function testsPass(): Promise<boolean> {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...tests], {
    cwd: copy,
    env: { ...process.env, TEST_DATABASE_URL: postgres.superuserUrl },
    stdio: 'ignore',
    timeout: 300_000,
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}
