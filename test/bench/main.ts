import { availableParallelism, loadavg } from 'node:os';
import { boundGarbage } from '../../src/cli/heap-size.ts';
import { NO_LIMITS } from '../../src/db/limits.ts';
import { describeDrift } from '../../src/domain/ledger/describe-drift.ts';
import { verifyLedger } from '../../src/domain/ledger/verify.ts';
import { applyProgram } from '../../src/domain/operations/apply-program.ts';
import { createApiKey } from '../../src/domain/operations/manage-api-keys.ts';
import { SCOPES } from '../../src/domain/programs/scopes.ts';
import { TESTER } from '../support/tester.ts';
import { type Bench, type Check, countAll, openDeps } from './bench.ts';
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts';
import { BENCH_PROGRAM } from './bench-program.ts';
import { changeHttpChecks } from './change-http.ts';
import { consoleScreensCheck } from './console-screens.ts';
import { csvExportCheck } from './csv-export.ts';
import { customerReadCheck } from './customer-read.ts';
import { customerSearchCheck } from './customer-search.ts';
import { emailSearchCheck } from './email-search.ts';
import { lagCheck, planCheck, reportsCheck } from './figures.ts';
import { firstPaintCheck } from './first-paint.ts';
import { DIMENSIONS, dimensions } from './growth/dimensions.ts';
import { measureGrowth } from './growth/growth.ts';
import { growthText, keepGrowth, unexplained } from './growth/growth-table.ts';
import { hostileLoadCheck } from './hostile-load.ts';
import { importCheck } from './import.ts';
import { KeptFigures } from './kept.ts';
import { keyedHttpChecks } from './keyed-http.ts';
import { listingCheck } from './listing.ts';
import { loadCustomers } from './load.ts';
import { lotsHttpChecks } from './lots-http.ts';
import { memoryCheck } from './memory.ts';
import { moveCheck } from './move.ts';
import { type BenchOptions, readOptions, USAGE } from './options.ts';
import { overloadCheck } from './overload.ts';
import { type Finding, findingLine, headLine } from './report.ts';
import { schemasCheck } from './schemas.ts';
import { customerReadStages } from './stages/customer-read.ts';
import { keepTable, type StagedWork, tableText } from './stages/stage-table.ts';
import { completionStages, orderStages } from './stages/write-stages.ts';
import { startCheck } from './start.ts';
import { sweepCheck } from './sweep.ts';
import { ensureTools, ToolMissing } from './tools.ts';
import { webhookChecks } from './webhook-delivery.ts';
import { writeCoreChecks } from './write-core.ts';
import { writeHttpChecks } from './write-http.ts';

const EXIT = { failed: 1, usage: 2, tool_missing: 3 };

/** Reads come before what makes the tables grow. */
const CHECKS: Check[] = [
  memoryCheck,
  startCheck,
  firstPaintCheck,
  consoleScreensCheck,
  customerReadCheck,
  listingCheck,
  reportsCheck,
  emailSearchCheck,
  customerSearchCheck,
  hostileLoadCheck,
  overloadCheck,
  csvExportCheck,
  sweepCheck,
  ...webhookChecks,
  importCheck,
  ...writeHttpChecks,
  ...keyedHttpChecks,
  ...lotsHttpChecks,
  ...changeHttpChecks,
  ...writeCoreChecks,
  schemasCheck,
  lagCheck,
  planCheck,
  moveCheck,
];

const tell = (text: string) => process.stderr.write(`${text}\n`);

async function main(): Promise<void> {
  let options: BenchOptions | 'help';
  try {
    options = readOptions(process.argv.slice(2), CHECKS, DIMENSIONS);
  } catch (error) {
    tell(`${(error as Error).message}\n\n${USAGE}`);
    process.exitCode = EXIT.usage;
    return;
  }
  if (options === 'help') {
    process.stdout.write(
      `${USAGE}\nChecks:\n${CHECKS.map(({ name, about }) => `  ${name.padEnd(17)}${about}\n`).join('')}`,
    );
    return;
  }
  if (options.growth) return printGrowth(options);
  ensureTools(tell);
  const database = await openBenchDatabase(process.env.BENCH_DATABASE_URL);
  let removing: Promise<void> | undefined;
  const remove = () => {
    removing ??= database.remove();
    return removing;
  };
  const interrupted = () => void remove().finally(() => process.exit(EXIT.failed));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await run(options, database);
  } finally {
    await remove();
  }
}

async function run(options: BenchOptions, database: BenchDatabase): Promise<void> {
  const findings: Finding[] = [];
  const prepared = await prepare(options, database);
  const print = (text: string) => options.json || process.stdout.write(`${text}\n`);
  const where = `Node ${process.version}, ${availableParallelism()} processors, shared by servers, Postgres and load tools`;
  print(`${database.description}\n${where}\n`);
  if (options.stages) return printStages(prepared, print);
  print(headLine());
  const kept = new KeptFigures();
  // On a busy machine two processes that share a load lose more than the one of a limit.
  const busy = loadavg()[0]! > availableParallelism();
  const report = (finding: Finding) => {
    findings.push(finding);
    print(findingLine(finding, kept.ratioOf(finding)));
    // At once: a check that fails later takes no figure away.
    if (options.keep) kept.keep([finding]);
  };
  for (const check of CHECKS) {
    const chosen = options.only.length > 0 ? options.only.includes(check.name) : !check.only_named;
    if (!chosen) continue;
    await check.run({ ...prepared, report });
  }
  const verified = await verify(database);
  print(
    `\nverify-ledger: ${verified.customers} customers, ${verified.transactions} transactions, ${verified.drifts} drifts`,
  );
  if (options.json) {
    const summary = { postgres: database.description, machine: where, findings, verified };
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  }
  for (const drift of verified.examples) tell(drift);
  if (verified.drifts > 0) process.exitCode = EXIT.failed;
  const slips = options.smoke && !busy ? findings.filter((finding) => kept.isSlip(finding)) : [];
  if (busy) tell('The machine was busy with other things, so the ratios are not judged.');
  for (const { name } of slips) tell(`${name}: less than half as good as the kept ratio`);
  if (slips.length > 0) process.exitCode = EXIT.failed;
}

/** The operations that are taken apart. */
const STAGED: StagedWork[] = [customerReadStages, completionStages, orderStages];

async function printStages(prepared: Omit<Bench, 'report'>, print: (text: string) => void): Promise<void> {
  for (const work of STAGED) {
    const table = await work.measure(prepared);
    print(tableText(table));
    if (prepared.options.keep) keepTable(table);
  }
}

/** The curves of every operation. Fails if one grows that has no reason to. */
async function printGrowth({ only, growth, keep }: BenchOptions): Promise<void> {
  for (const dimension of dimensions(growth!)) {
    if (only.length > 0 && !only.includes(dimension.name)) continue;
    const curves = await measureGrowth(dimension, tell);
    process.stdout.write(`${growthText(curves)}\n`);
    if (keep) keepGrowth(curves);
    for (const operation of unexplained(curves)) {
      tell(`${operation}: grows with ${dimension.name}`);
      process.exitCode = EXIT.failed;
    }
  }
}

/** The program and its customers, and nothing else going on in Postgres. */
async function prepare(options: BenchOptions, database: BenchDatabase): Promise<Omit<Bench, 'report'>> {
  const { deps, database: pool } = openDeps(database.serverUrl, 2);
  try {
    await applyProgram(deps, BENCH_PROGRAM, TESTER);
    const program = (await deps.programs.all())[0]!;
    const { key } = await createApiKey(deps, {
      program_key: program.key,
      name: 'bench',
      scopes: [...SCOPES],
      by: TESTER,
    });
    const groups = await loadCustomers(database.ownerUrl, program, options, tell);
    await countAll(database);
    tell('counted them for reports');
    return { options, database, program, key, groups };
  } finally {
    await pool.close();
  }
}

/** The measured work was also correct: the ledger adds up. */
async function verify(database: BenchDatabase) {
  const { deps, database: pool } = openDeps(database.serverUrl, 1, NO_LIMITS);
  try {
    const { customers, transactions, drifts } = await verifyLedger(deps);
    return {
      customers,
      transactions,
      drifts: drifts.length,
      examples: drifts.slice(0, 5).map(describeDrift),
    };
  } finally {
    await pool.close();
  }
}

// Many servers of the bench are in this process, and so are the limits that they are compared with.
boundGarbage();
try {
  await main();
} catch (error) {
  tell(error instanceof ToolMissing ? error.message : `the bench failed: ${(error as Error).stack}`);
  process.exitCode = error instanceof ToolMissing ? EXIT.tool_missing : EXIT.failed;
}
