import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { DomainError } from '../../../domain/core/errors.ts';
import { listImportFiles } from '../../../domain/imports/file-store.ts';
import { listImports } from '../../../domain/imports/list-imports.ts';
import { UnreadableCsv } from '../../../domain/imports/read-csv.ts';
import { listRefusals } from '../../../domain/imports/record-store.ts';
import { findTask } from '../../../domain/imports/task-store.ts';
import { keepImportFile, orderRevert } from '../../../domain/operations/order-import.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { operatorActorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import { DomainSentence } from '../design/domain-sentence.tsx';
import { sendLive } from '../live.ts';
import type { Show } from '../show.ts';
import { fileOfForm } from '../upload.ts';
import type { Visit } from '../visit.ts';
import { ImportScreen, RevertScreen } from './import-screen.tsx';
import { ImportsScreen, type ListedImport } from './imports-screen.tsx';
import { liveStateOf } from './progress.tsx';
import { refusedCsvOfImport, sendRefused } from './refused-csv.ts';

export const showImports: Show = async (deps, visit, request, reply) =>
  sendImports(deps, visit, request, reply.code(200));

export const bringFile: Show = async (deps, visit, request, reply) => {
  const { program, place } = visit;
  const file = fileOfForm(request);
  if (!file || file.bytes.length === 0) {
    return sendImports(deps, visit, request, reply.code(422), visit.wording.say('imports_no_file'));
  }
  try {
    const name = file.name || 'customers.csv';
    const id = await keepImportFile(deps, { program, name, bytes: file.bytes });
    return leadTo(reply, `${place}/imports/files/${id}`);
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    return sendImports(
      deps,
      visit,
      request,
      reply.code(422),
      <DomainSentence>{error.message}</DomainSentence>,
    );
  }
};

const REFUSALS_SHOWN = 100;

export const showImport: Show = async (deps, visit, request, reply) => {
  const { program, place, frame } = visit;
  const of = await importOf(deps, visit, request);
  const [refusals, revert] = await Promise.all([
    listRefusals(deps.db, program.id, of.id, { after: -1, limit: REFUSALS_SHOWN }),
    findTask(deps.db, program.id, { import_id: of.id }),
  ]);
  const view = { program, place, of, refusals, revert };
  return sendScreen(reply, 200, <ImportScreen {...view} frame={frame('imports')} />);
};

export const showImportProgress: Show = async (deps, visit, request, reply) => {
  const { id } = await importOf(deps, visit, request);
  return sendLive(deps, reply, visit.tools.closing, async () =>
    liveStateOf(visit.wording, await findTask(deps.db, visit.program.id, { import_id: id })),
  );
};

export const sendRefusedOfImport: Show = async (deps, visit, request, reply) => {
  const of = await importOf(deps, visit, request);
  return sendRefused(deps, reply, of.file_name, await refusedCsvOfImport(deps, visit.program, of.id));
};

export const showRevert: Show = async (deps, visit, request, reply) => {
  const { place, frame } = visit;
  const of = await importOf(deps, visit, request);
  const view = { place, of, token: operatorFormToken(deps, request) };
  return sendScreen(reply, 200, <RevertScreen {...view} frame={frame('imports')} />);
};

export const revert: Show = async (deps, visit, request, reply) => {
  const { program, place } = visit;
  const { id, state } = await importOf(deps, visit, request);
  const path = `${place}/imports/${id}`;
  if (state === 'reverted') return leadTo(reply, path);
  const order = { program, import_id: id, by: operatorActorOf(request) };
  await actOnce(deps, visit, request, {
    effect: (hooks) => orderRevert(deps, order, hooks),
    kept: (ordered) => ordered,
  });
  return leadTo(reply, path);
};

/** Throws `not_found` if the program has no import with this id. */
async function importOf(deps: Deps, { program }: Visit, request: FastifyRequest): Promise<ListedImport> {
  const { id } = request.params as { id: string };
  const found = (await listImports(deps, program)).find((one) => String(one.id) === id);
  if (found) return found;
  throw new DomainError('not_found', 'There is no such import.');
}

async function sendImports(
  deps: Deps,
  { program, place, frame }: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  wrong?: ComponentChildren,
): Promise<FastifyReply> {
  const [files, imports] = await Promise.all([
    listImportFiles(deps.db, program.id),
    listImports(deps, program),
  ]);
  const token = operatorFormToken(deps, request);
  const view = { program, place, token, files, imports, ...(wrong && { wrong }) };
  return sendScreen(reply, reply.statusCode, <ImportsScreen {...view} frame={frame('imports')} />);
}
