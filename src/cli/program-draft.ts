import { loadConfig } from '../config.ts';
import { NO_LIMITS, SERVER_LIMITS } from '../db/limits.ts';
import { resumeFollowUps } from '../domain/operations/follow-up.ts';
import { deleteDraft } from '../domain/operations/manage-drafts.ts';
import { type DraftSummary, type DraftWriter, getDraft, listDrafts } from '../domain/programs/draft-store.ts';
import { presentDraft } from '../http/v2/present-draft.ts';
import { parseProgramFile } from '../program-file/parse-program-file.ts';
import { beginDraft, planDraft, publishDraftFile } from '../program-file/program-drafts.ts';
import { selfContained } from '../program-file/self-contained.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError, type Outcome } from './outcome.ts';
import { planLines } from './plan-lines.ts';
import { describeChanges, folderOf, readProgramFile, turnToProgramOf } from './program.ts';
import type { Shell } from './shell.ts';
import { withProgram } from './with-program.ts';

const MOST_LISTED = 500;

/** `loyaltyd program draft create FILE` */
export async function createDraftCommand(
  shell: Shell,
  file: string,
  options: { note?: string; base?: string },
): Promise<Outcome> {
  const text = await readProgramFile(shell, file);
  const base_version = options.base === undefined ? undefined : number(options.base, 'A version');
  const { definition } = parseProgramFile(text, folderOf(file));
  await turnToProgramOf(shell, text, 'home');
  return withProgram(loadConfig(shell.env), SERVER_LIMITS, definition.key, async (deps, program) => {
    const { id } = await beginDraft(deps, {
      program,
      file: selfContained(text, definition),
      base_version,
      note: options.note ?? null,
      by: { kind: 'command', name: 'program draft create' },
    });
    const show = `loyaltyd program draft show ${program.key} ${id}`;
    return { exit_code: EXIT.ok, text: `Draft ${id} is saved. Look at it: ${show}`, json: { id } };
  });
}

/** `loyaltyd program draft list KEY` */
export async function listDraftsCommand(shell: Shell, key: string): Promise<Outcome> {
  const drafts = await withProgram(loadConfig(shell.env), SERVER_LIMITS, key, ({ db }, { id }) =>
    listDrafts(db, id, { published: false, limit: MOST_LISTED }),
  );
  return {
    exit_code: EXIT.ok,
    text: drafts.length > 0 ? drafts.map(describeDraft).join('\n') : 'There is no open draft.',
    json: {
      drafts: drafts.map(({ program_id: _, created_at, updated_at, ...draft }) => ({
        ...draft,
        created_at: new Date(created_at).toISOString(),
        updated_at: new Date(updated_at).toISOString(),
      })),
    },
  };
}

/** `loyaltyd program draft show KEY ID`: the effects of its publication, or the obstacles to it. */
export async function showDraftCommand(shell: Shell, key: string, draft: string): Promise<Outcome> {
  const id = number(draft, 'A draft');
  return withProgram(loadConfig(shell.env), NO_LIMITS, key, async (deps, program) => {
    const held = await getDraft(deps.db, program.id, id);
    const json = await presentDraft(deps.db, program, held);
    const { mistakes, conflicts, program_version } = json;
    const lines = [describeDraft(held)];
    for (const { line, column, path, message } of mistakes)
      lines.push(`  ${line}:${column} ${path}: ${message}`);
    for (const { path } of conflicts) lines.push(`  conflict with version ${program_version}: ${path}`);
    if (held.published_version !== null) lines.push(`It became version ${held.published_version}.`);
    else if (mistakes.length > 0 || conflicts.length > 0) lines.push('It cannot be published so.');
    else lines.push('Published, it would make it so:', ...planLines(await planDraft(deps, program, id)));
    return { exit_code: EXIT.ok, text: lines.join('\n'), json };
  });
}

/** `loyaltyd program draft publish KEY ID` */
export async function publishDraftCommand(
  shell: Shell,
  key: string,
  draft: string,
  options: { note?: string },
): Promise<Outcome> {
  const id = number(draft, 'A draft');
  return withProgram(loadConfig(shell.env), SERVER_LIMITS, key, async (deps, program) => {
    const by = { kind: 'command', name: 'program draft publish' } as const;
    const publication = { program, id, revision: null, note: options.note ?? null, by };
    const published = await publishDraftFile(deps, publication);
    // As `program apply` does, the command ends when the change has reached every customer.
    await resumeFollowUps(deps, program.id);
    const { version, changes } = published;
    return { exit_code: EXIT.ok, text: describeChanges(published), json: { version, changes } };
  });
}

/** `loyaltyd program draft delete KEY ID` */
export async function deleteDraftCommand(shell: Shell, key: string, draft: string): Promise<Outcome> {
  const id = number(draft, 'A draft');
  return withProgram(loadConfig(shell.env), SERVER_LIMITS, key, async (deps, program) => {
    const by = { kind: 'command', name: 'program draft delete' } as const;
    await deleteDraft(deps, { program_id: program.id, id, revision: null, by });
    return { exit_code: EXIT.ok, text: `Draft ${id} is deleted.`, json: { id } };
  });
}

function describeDraft({ id, base_version, revision, note, writers, updated_at }: DraftSummary): string {
  const saved = `saved ${new Date(updated_at).toISOString()} by ${writers.map(nameOf).join(', ')}`;
  const line = `${String(id).padStart(6)}  on version ${base_version}, revision ${revision}, ${saved}`;
  return note === null ? line : `${line}  (${note})`;
}

function nameOf({ kind, id, name }: DraftWriter): string {
  return id === null ? name : `${kind} ${name}`;
}

function number(text: string, what: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CommandError(EXIT.usage, `${what} is a whole number above 0: ${text}`);
}
