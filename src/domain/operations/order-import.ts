import { setImmediate } from 'node:timers/promises';
import type { OperatorActor } from '../audit/actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../core/errors.ts';
import { type Hooks, runInTransaction, type Tx } from '../core/transaction.ts';
import { findImportFile, type ImportFile, insertImportFile, lockImportFile } from '../imports/file-store.ts';
import { type ColumnMapping, mapColumns } from '../imports/map-columns.ts';
import { PLAIN, PRESETS } from '../imports/presets.ts';
import { FILE_GONE, isTooOld, UNDECIDED } from '../imports/purge-files.ts';
import { openCsv } from '../imports/read-csv.ts';
import { lockImport } from '../imports/record-store.ts';
import {
  endTask,
  findTask,
  type ImportChoices,
  type ImportTask,
  insertTask,
  lockUndecidedTask,
  mostPointsOf,
  updateTaskApproved,
} from '../imports/task-store.ts';
import { pointsTakeTwo } from '../operators/refuse-alone.ts';
import { refuseDecider } from '../operators/refuse-decider.ts';
import type { Program, Site } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';

const SLICE_BYTES = 65_536;

/** Stores a file for a day, so that it can be imported. Throws UnreadableCsv for its beginning. Returns its id. */
export async function keepImportFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  { program, name, bytes }: { program: Program; name: string; bytes: Buffer },
): Promise<number> {
  const source = {
    name,
    async *open() {
      for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
        yield bytes.subarray(at, at + SLICE_BYTES);
        // A large file must not keep other requests waiting.
        await setImmediate();
      }
    },
  };
  const { hash, ...layout } = await openCsv(source, {});
  const file = { name, hash, layout, created_at: deps.clock.real() };
  return runInTransaction(deps, undefined, (tx) => insertImportFile(tx, program.id, file, bytes));
}

/** Throws `not_found` if the program has no such file, or no longer. */
export async function getImportFile(
  deps: Pick<Deps, 'db'>,
  program: Program,
  id: number,
): Promise<ImportFile> {
  const file = await findImportFile(deps.db, program.id, id);
  if (file) return file;
  throw notThere();
}

const notThere = () => new DomainError('not_found', FILE_GONE);

/** The mapping of a file's columns, and the home site of new customers. Throws invalid_request with every complaint. */
export function mappingOf(
  program: Program,
  { layout }: Pick<ImportFile, 'layout'>,
  { preset: name, columns, dates, site: key }: ImportChoices,
): { mapping: ColumnMapping; site: Site } {
  const preset = name === '' ? PLAIN : Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined;
  const site = program.sites.find((candidate) => candidate.key === key);
  if (!preset || !site) {
    throw new DomainError('invalid_request', `There is no ${preset ? `site ${key}` : `preset ${name}`}.`);
  }
  return { mapping: mapColumns(layout.header, { preset, columns, dates }), site };
}

interface ImportOrder {
  program: Program;
  file_id: number;
  work:
    | { kind: 'check'; choices: ImportChoices }
    /** `trial`: the id of the trial that showed the effect. The import reads the file as the trial read it. */
    | { kind: 'run'; trial: number };
  by: OperatorActor;
}

/**
 * Orders a trial or an import of a file by a server. While a server works on a file, the file takes no other order. An
 * import follows only the latest trial, and only once: points of a file are absolute, so a second import would bring
 * back points that were spent meanwhile. If the trial found a customer whose points change by more than one operator
 * may decide, the import waits for a second one. Throws `not_found`, and the complaints of `mappingOf`.
 */
export async function orderImport(
  deps: Pick<Deps, 'db' | 'clock'>,
  { program, file_id, work, by }: ImportOrder,
  hooks?: Hooks<{ ordered: boolean }>,
): Promise<{ ordered: boolean }> {
  const file = await getImportFile(deps, program, file_id);
  return runInTransaction(deps, hooks, async (tx) => {
    if (!(await lockImportFile(tx, program.id, file_id))) throw notThere();
    const trial = work.kind === 'check' ? undefined : await trialOf(tx, program, file_id, work);
    const choices = work.kind === 'check' ? work.choices : trial?.choices;
    if (!choices) return { ordered: false };
    mappingOf(program, file, choices);
    const takes_two = trial !== undefined && takesTwo(program, trial);
    const outcome = takes_two ? trial.outcome : null;
    const task = {
      program_id: program.id,
      kind: work.kind,
      file_id,
      import_id: null,
      choices,
      takes_two,
      outcome,
    };
    return order(tx, deps, task, by, file);
  });
}

/** A trial; undefined if it has no result, or another order came after it. */
async function trialOf(
  tx: Tx,
  program: Program,
  file_id: number,
  { trial }: { trial: number },
): Promise<ImportTask | undefined> {
  const latest = await findTask(tx, program.id, { file_id });
  return latest?.id === trial && latest.kind === 'check' && latest.state === 'done' ? latest : undefined;
}

/** Whether the import of a trial needs two people. */
export function takesTwo(program: Program, trial: Pick<ImportTask, 'outcome'>): boolean {
  return pointsTakeTwo(program, mostPointsOf(trial));
}

interface ImportDecision {
  program: Program;
  task_id: number;
  approve: boolean;
  by: OperatorActor;
}

/**
 * Approves or declines an import that needs two people. People can only take back their own orders. An order is decided
 * once, even if several people decide at the same time. Throws not_found (it was decided before, or nobody decided
 * within a day), approval_required for the approval of one's own order, and insufficient_scope.
 */
export async function decideImport(
  deps: Pick<Deps, 'db' | 'clock'>,
  { program, task_id, approve, by }: ImportDecision,
  hooks?: Hooks<{ decided: true }>,
): Promise<{ decided: true }> {
  return runInTransaction(deps, hooks, async (tx) => {
    const task = await lockUndecidedTask(tx, program.id, task_id);
    if (!task) throw new DomainError('not_found', DECIDED_BEFORE);
    if (isTooOld(task, deps.clock.real())) throw new DomainError('not_found', UNDECIDED);
    if (approve || task.operator_id !== by.id) await refuseDecider(tx, program, task, by);
    const file = await findImportFile(tx, program.id, task.file_id!);
    if (!file) throw notThere();
    await auditRequest(tx, deps, { ...task, file }, approve ? 'request.approved' : 'request.declined', by);
    if (approve) await updateTaskApproved(tx, task, by.id);
    else await endTask(tx, task, { state: 'failed', outcome: null, mistake: DECLINED }, deps.clock.real());
    return { decided: true };
  });
}

/** The message for an order that was decided before. */
export const DECIDED_BEFORE = 'Somebody decided before, or took the request back.';

/** The message for an order that was declined or taken back. */
export const DECLINED = 'The import takes two people, and was declined or taken back. Nothing was imported.';

function auditRequest(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { program_id, id, file }: Pick<ImportTask, 'program_id' | 'id'> & { file: ImportFile },
  action: 'request.made' | 'request.approved' | 'request.declined',
  by: OperatorActor,
): Promise<void> {
  const subject = { kind: 'import', id: null } as const;
  return recordAudit(tx, deps, {
    program_id,
    actor: by,
    action,
    subject,
    details: { request_id: id, kind: 'import', file_name: file.name, file_hash: file.hash.toString('hex') },
  });
}

/** Orders the revert of an import by a server. Throws `not_found`; invalid_request if it is taken back already. */
export async function orderRevert(
  deps: Pick<Deps, 'db' | 'clock'>,
  { program, import_id, by }: { program: Program; import_id: number; by: OperatorActor },
  hooks?: Hooks<{ ordered: boolean }>,
): Promise<{ ordered: boolean }> {
  const record = await runInTransaction(deps, undefined, (tx) => lockImport(tx, program.id, import_id));
  if (!record) throw new DomainError('not_found', `The program has no import ${import_id}.`);
  if (record.state === 'reverted') throw new DomainError('invalid_request', 'It is taken back already.');
  const nothing = { file_id: null, choices: null, takes_two: false, outcome: null };
  const task = { program_id: program.id, kind: 'revert', import_id, ...nothing } as const;
  return runInTransaction(deps, hooks, (tx) => order(tx, deps, task, by));
}

async function order(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  task: Pick<ImportTask, 'program_id' | 'kind' | 'file_id' | 'import_id' | 'choices'> &
    Pick<ImportTask, 'takes_two' | 'outcome'>,
  by: OperatorActor,
  file?: ImportFile,
): Promise<{ ordered: boolean }> {
  const { id: operator_id, request_id } = by;
  const ordered = { ...task, operator_id, request_id, created_at: deps.clock.real() };
  const id = await insertTask(tx, ordered);
  if (id === undefined) return { ordered: false };
  if (task.takes_two && file) await auditRequest(tx, deps, { ...task, id, file }, 'request.made', by);
  return { ordered: true };
}
