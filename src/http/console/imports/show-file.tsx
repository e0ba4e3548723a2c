import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import { DomainError } from '../../../domain/core/errors.ts';
import { type ImportFile, sourceOf } from '../../../domain/imports/file-store.ts';
import { readRows, UnreadableCsv } from '../../../domain/imports/read-csv.ts';
import { findTask, type ImportChoices } from '../../../domain/imports/task-store.ts';
import {
  decideImport,
  getImportFile,
  orderImport,
  takesTwo,
} from '../../../domain/operations/order-import.ts';
import { namesOfOperators } from '../../../domain/operators/operator-store.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { operatorActorOf } from '../../actor-of.ts';
import { STATUS_BY_DOMAIN_CODE } from '../../errors.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import { idIn, idOf } from '../address-id.ts';
import { Refusal } from '../customers/refusal.tsx';
import { isRefusal, type OwnRefusalWords } from '../customers/refusal-words.ts';
import { DomainSentence } from '../design/domain-sentence.tsx';
import { sendLive } from '../live.ts';
import { type Show, textsOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { FileScreen } from './file-screen.tsx';
import { liveStateOf } from './progress.tsx';
import { choicesOfForm, firstChoices } from './read-choices.ts';
import { refusedCsvOfFile, sendRefused } from './refused-csv.ts';

export const showFile: Show = async (deps, visit, request, reply) => {
  const file = await fileOf(deps, visit, request);
  const { preset } = request.query as { preset?: string };
  const asked = preset === undefined ? undefined : (textsOf(request.query).preset ?? '');
  const kept = asked === undefined ? await latestChoices(deps, visit, file) : undefined;
  const choices = kept ?? firstChoices(visit.program, file, asked);
  return sendFile(deps, visit, request, reply.code(200), { file, choices });
};

/** The choices of the latest task on a file. */
async function latestChoices(deps: Deps, { program }: Visit, { id }: ImportFile) {
  return (await findTask(deps.db, program.id, { file_id: id }))?.choices;
}

/** Orders a trial with the chosen columns, or the import with the columns of the trial on the screen. */
export const orderWork: Show = async (deps, visit, request, reply) => {
  const { program, place } = visit;
  const file = await fileOf(deps, visit, request);
  const { parameters } = parametersOfForm(request);
  const path = `${place}/imports/files/${file.id}`;
  const chosen = choicesOfForm(program, parameters);
  const work =
    parameters.deed === 'run'
      ? // The trial on whose screen the button was; no id of a trial is 0.
        ({ kind: 'run', trial: idOf(parameters.trial) ?? 0 } as const)
      : ({ kind: 'check', choices: chosen } as const);
  const order = { program, file_id: file.id, work, by: operatorActorOf(request) };
  try {
    await actOnce(deps, visit, request, {
      effect: (hooks) => orderImport(deps, order, hooks),
      kept: (ordered) => ordered,
    });
    return leadTo(reply, path);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid_request') throw error;
    const choices = work.kind === 'check' ? chosen : ((await latestChoices(deps, visit, file)) ?? chosen);
    const wrong = <DomainSentence>{error.message}</DomainSentence>;
    return sendFile(deps, visit, request, reply.code(422), { file, choices, wrong });
  }
};

/** Decides on an import that takes two people. */
export const decide: Show = async (deps, visit, request, reply) => {
  const { program, place } = visit;
  const file = await fileOf(deps, visit, request);
  const { decision, task } = parametersOfForm(request).parameters;
  const approve = decision === 'approve';
  if (!approve && decision !== 'decline')
    throw new DomainError('invalid_request', 'Approve it, or decline it.');
  const asked = { program, task_id: idOf(task) ?? 0, approve, by: operatorActorOf(request) };
  try {
    await actOnce(deps, visit, request, {
      effect: (hooks) => decideImport(deps, asked, hooks),
      kept: (decided) => decided,
    });
    return leadTo(reply, `${place}/imports/files/${file.id}`);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const choices = (await latestChoices(deps, visit, file)) ?? firstChoices(program, file, undefined);
    const status = STATUS_BY_DOMAIN_CODE[error.code];
    const wrong =
      error.code === 'not_found' ? (
        <DomainSentence>{error.message}</DomainSentence>
      ) : (
        <Refusal of={error} own={NOT_DECIDED} />
      );
    return sendFile(deps, visit, request, reply.code(status), { file, choices, wrong });
  }
};

/** The reason why an operator cannot decide. */
const NOT_DECIDED: OwnRefusalWords = { approval_required: 'refusal_own_request' };

export const showFileProgress: Show = async (deps, visit, request, reply) => {
  const { id } = await fileOf(deps, visit, request);
  return sendLive(deps, reply, visit.tools.closing, async () =>
    liveStateOf(visit.wording, await findTask(deps.db, visit.program.id, { file_id: id })),
  );
};

export const sendRefusedOfFile: Show = async (deps, visit, request, reply) => {
  const file = await fileOf(deps, visit, request);
  return sendRefused(deps, reply, file.name, await refusedCsvOfFile(deps, visit.program, file));
};

/** Throws `not_found` if the program does not have the file, or no longer. */
async function fileOf(deps: Deps, { program }: Visit, request: FastifyRequest): Promise<ImportFile> {
  const { id } = request.params as { id: string };
  return getImportFile(deps, program, idIn(id, 'There is no such file.'));
}

interface Sent {
  file: ImportFile;
  choices: ImportChoices;
  wrong?: ComponentChildren;
}

const SAMPLE_ROWS = 3;

async function sendFile(
  deps: Deps,
  { operator, program, place, frame, wording }: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Sent,
): Promise<FastifyReply> {
  const [sample, task] = await Promise.all([
    sampleOf(deps, program.id, sent.file),
    findTask(deps.db, program.id, { file_id: sent.file.id }),
  ]);
  const names = await namesOfOperators(deps.db, task ? [task.operator_id] : []);
  const view = {
    program,
    place,
    sample,
    task,
    takes_two: task !== undefined && takesTwo(program, task),
    order: {
      own: task?.operator_id === operator.id,
      asked_by: names.get(task?.operator_id ?? 0) ?? wording.say('somebody'),
    },
    token: operatorFormToken(deps, request),
    ...sent,
  };
  return sendScreen(reply, reply.statusCode, <FileScreen {...view} frame={frame('imports')} />);
}

async function sampleOf(deps: Deps, programId: number, file: ImportFile): Promise<string[][]> {
  const rows: string[][] = [];
  try {
    for await (const { cells } of readRows(sourceOf(deps.db, programId, file), file.layout)) {
      rows.push([...cells]);
      if (rows.length === SAMPLE_ROWS) break;
    }
  } catch (error) {
    // A trial reports the mistake and its place.
    if (!(error instanceof UnreadableCsv)) throw error;
  }
  return rows;
}
