import { basename } from 'node:path';
import { loadConfig } from '../config.ts';
import { SERVER_LIMITS } from '../db/limits.ts';
import { DATE_ORDERS, type DateOrder } from '../domain/imports/import-fields.ts';
import { eachRefusal, listImports } from '../domain/imports/list-imports.ts';
import { type ColumnMapping, type MappingChoices, mapColumns } from '../domain/imports/map-columns.ts';
import { PLAIN, PRESETS } from '../domain/imports/presets.ts';
import type { Refusal, RowCounts } from '../domain/imports/record-store.ts';
import { keepsLots } from '../domain/ledger/points-expiry.ts';
import { type ImportOutcome, importCustomers } from '../domain/operations/import-customers.ts';
import { revertImport } from '../domain/operations/revert-import.ts';
import type { Program, Site } from '../domain/programs/configuration.ts';
import { openCsvFile, readRows } from './csv-file.ts';
import { EXIT } from './exit-codes.ts';
import { Interruption } from './interruption.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { ratedProgressPrinter } from './progress.ts';
import { openRefusals } from './refusals-file.ts';
import type { Shell } from './shell.ts';
import { type CommandDeps, withProgram } from './with-program.ts';

export interface ImportOptions {
  program: string;
  site?: string;
  preset?: string;
  column?: string[];
  dates?: string;
  delimiter?: string;
  encoding?: string;
  dryRun?: boolean;
  errors?: string;
}

/** `loyaltyd import customers FILE`: progress goes to stderr. */
export async function importCustomersCommand(
  shell: Shell,
  path: string,
  options: ImportOptions,
): Promise<Outcome> {
  const config = loadConfig(shell.env);
  const choices = choicesOf(options);
  const interruption = new Interruption(
    shell,
    'Run the same command again to go on; "import list" and "import revert" show what was done and take it back.',
  );
  const file = await openCsvFile(path, {
    encoding: options.encoding,
    delimiter: delimiterOf(options.delimiter),
  });
  return withProgram(config, SERVER_LIMITS, options.program, async (deps, program) => {
    const mapping = mapColumns(file.header, choices);
    const site = siteOf(program, options.site);
    const { columns, dates } = mapping;
    const { encoding, delimiter } = file;
    const errors = options.errors === undefined ? undefined : await openRefusals(options.errors);
    const outcome = await importCustomers(deps, {
      program,
      site,
      file: { name: basename(path), hash: file.hash },
      mapping,
      options: { columns: Object.fromEntries(columns), dates, encoding, delimiter, site: site.key },
      read: () => interruption.within(readRows(file)),
      dry_run: options.dryRun ?? false,
      by: { kind: 'command', name: 'import customers' },
      onProgress: interruption.progress(ratedProgressPrinter(shell.stderr, 'rows')),
      ...(options.dryRun && errors && { onRefused: errors.write }),
    });
    if (errors && outcome.import_id !== null) await writeAll(deps, program, outcome.import_id, errors.write);
    await errors?.close();
    return {
      exit_code: outcome.refused > 0 ? EXIT.failed : EXIT.ok,
      text: describe(outcome, path, options, notices(program, mapping)),
      json: { ...outcome, columns_left_out: mapping.ignored },
    };
  });
}

/** `loyaltyd import list` */
export async function listImportsCommand(shell: Shell, options: { program: string }): Promise<Outcome> {
  return withProgram(loadConfig(shell.env), SERVER_LIMITS, options.program, async (deps, program) => {
    const imports = (await listImports(deps, program)).map(
      ({ file_hash, program_id, leased_until, ...record }) => ({
        ...record,
        started_at: new Date(record.started_at).toISOString(),
        finished_at: record.finished_at === null ? null : new Date(record.finished_at).toISOString(),
      }),
    );
    const lines = imports.map(
      ({ id, state, interrupted, started_at, file_name, rows_done, ...counts }) =>
        `${id}  ${(interrupted ? 'interrupted' : state).padEnd(11)}  ${started_at}  ${file_name}: ${rows_done} rows, ${countsOf(counts)}${interrupted ? adviceFor(id, state) : ''}`,
    );
    const text = lines.length > 0 ? lines.join('\n') : 'Nothing was imported yet.';
    return { exit_code: EXIT.ok, text, json: { imports } };
  });
}

function adviceFor(id: number, state: string): string {
  return state === 'reverting'
    ? `; run "import revert ${id}" again to go on`
    : '; run "import customers" again with the same file and options to go on';
}

/** `loyaltyd import revert ID`: progress goes to stderr. */
export async function revertImportCommand(
  shell: Shell,
  id: string,
  options: { program: string },
): Promise<Outcome> {
  if (!/^\d{1,15}$/.test(id)) throw new CommandError(EXIT.usage, `${id} is not the id of an import.`);
  const interruption = new Interruption(shell, 'Run the same command again to go on.');
  const outcome = await withProgram(loadConfig(shell.env), SERVER_LIMITS, options.program, (deps, program) =>
    revertImport(deps, {
      program,
      import_id: Number(id),
      by: { kind: 'command', name: 'import revert' },
      onProgress: interruption.progress(ratedProgressPrinter(shell.stderr, 'customers')),
    }),
  );
  const { customers, kept, keeps } = outcome;
  const lines = keeps.map(({ merchant_id, kept: what }) => `${merchant_id}: ${what}`);
  if (kept > keeps.length) lines.push(`… and ${kept - keeps.length} more`);
  lines.push(`Import ${id} is reverted: ${customers} customers, of ${kept} of whom something was kept.`);
  return { exit_code: kept > 0 ? EXIT.failed : EXIT.ok, text: lines.join('\n'), json: outcome };
}

function choicesOf({ preset = '', column = [], dates }: ImportOptions): MappingChoices {
  const known = preset === '' ? PLAIN : Object.hasOwn(PRESETS, preset) ? PRESETS[preset] : undefined;
  if (!known) {
    throw new CommandError(
      EXIT.usage,
      `There is no preset ${preset}, only ${Object.keys(PRESETS).join(', ')}.`,
    );
  }
  const columns = column.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new CommandError(EXIT.usage, `--column wants FIELD=HEADER, not ${text}.`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
  if (dates !== undefined && !(DATE_ORDERS as readonly string[]).includes(dates))
    throw new CommandError(EXIT.usage, `--dates is ${DATE_ORDERS.join(', ')}, not ${dates}.`);
  return { preset: known, columns: Object.fromEntries(columns), dates: (dates as DateOrder) ?? null };
}

function delimiterOf(text: string | undefined): string | undefined {
  const delimiter = text === 'tab' || text === '\\t' ? '\t' : text;
  if (delimiter !== undefined && ([...delimiter].length !== 1 || /["\r\n]/.test(delimiter)))
    throw new CommandError(EXIT.usage, '--delimiter is one character, or tab.');
  return delimiter;
}

function siteOf(program: Program, key: string | undefined): Site {
  const site =
    key === undefined ? program.sites[0]! : program.sites.find((candidate) => candidate.key === key);
  if (site) return site;
  throw new CommandError(EXIT.failed, `The program ${program.key} has no site ${key}.`);
}

async function writeAll(
  deps: CommandDeps,
  program: Program,
  importId: number,
  write: (refusals: readonly Refusal[]) => void,
): Promise<void> {
  for await (const refusals of eachRefusal(deps, program, importId)) write(refusals);
}

function notices(program: Program, { columns, ignored }: ColumnMapping): string[] {
  const lines = [];
  if (ignored.length > 0) {
    lines.push(`Nothing is taken from the columns ${ignored.join(', ')} (--column FIELD=NAME takes one).`);
  }
  if (!keepsLots(program.settings.points_expiry) && (columns.has('points_expire_at') || columns.has('lots')))
    lines.push("Points of this program do not expire by dates: the file's dates are left out.");
  return lines;
}

function describe(
  outcome: ImportOutcome,
  path: string,
  { dryRun, errors }: ImportOptions,
  notes: string[],
): string {
  const { import_id, rows, resumed_behind, refused, refusals, examples } = outcome;
  const lines = refusals.map(({ line, reason }) => `line ${line}: ${reason}`);
  if (refused > refusals.length) lines.push(`… and ${refused - refusals.length} more`);
  if (refused > 0 && errors !== undefined) lines.push(`All that were refused are in ${errors}.`);
  lines.push(...notes);
  if (dryRun)
    lines.push(...(examples.length > 0 ? ['For example', ...examples.map((text) => `  ${text}`)] : []));
  if (resumed_behind > 0) lines.push(`It went on behind row ${resumed_behind}.`);
  const what = import_id === null ? `Nothing was written. Of ${path}` : `Import ${import_id} of ${path}:`;
  lines.push(`${what} ${rows} rows${import_id === null ? ' would be' : ''}: ${countsOf(outcome)}.`);
  return lines.join('\n');
}

function countsOf(counts: Pick<ImportOutcome, keyof RowCounts>): string {
  const { created, changed, unchanged, refused, points, pending, spent } = counts;
  const sign = points > 0 ? '+' : '';
  const rows = `${created} created, ${changed} changed, ${unchanged} unchanged, ${refused} refused`;
  const more = [
    ...(pending === 0 ? [] : [`, +${pending} pending`]),
    ...(spent === 0 ? [] : [`, +${spent} spent`]),
  ];
  return `${rows}, ${sign}${points} points${more.join('')}`;
}
