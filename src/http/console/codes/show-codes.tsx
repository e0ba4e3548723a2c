import type { FastifyReply, FastifyRequest } from 'fastify';
import { listPools, type PoolLevel } from '../../../domain/claims/code-pools.ts';
import { DomainError } from '../../../domain/core/errors.ts';
import { importCodes as bringCodes } from '../../../domain/operations/import-codes.ts';
import { traceCode as findWay } from '../../../domain/operations/trace-code.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { sendScreen } from '../access/screens.tsx';
import { sendLive } from '../live.ts';
import { customersOnScreens } from '../orders/read-orders.ts';
import type { Show } from '../show.ts';
import { FIELD_BYTES, fileOfForm } from '../upload.ts';
import type { Visit } from '../visit.ts';
import { codeProgress, followed } from './code-progress.ts';
import { type PoolForm, PoolScreen } from './pool-screen.tsx';
import { PoolsScreen, type Traced } from './pools-screen.tsx';

export const showPools: Show = async (deps, visit, request, reply) => sendPools(deps, visit, request, reply);

/** A form in place of an address: a code is worth money, and addresses are written into logs. */
export const traceCode: Show = async (deps, visit, request, reply) => {
  const { code: given = '' } = parametersOfForm(request).parameters;
  const code = given.trim().slice(0, 300);
  const found = await findWay(deps, visit.program, code);
  const ids = [found?.claim?.customer_id, found?.referrer_id].flatMap((id) => (id ? [{ id }] : []));
  const linked = await customersOnScreens(deps, visit.program, ids);
  return sendPools(deps, visit, request, reply, { code, found, linked });
};

export const showPool: Show = async (deps, visit, request, reply) =>
  sendPool(deps, visit, request, reply.code(200), { lines: '', result: null });

/** Greater files are for the command: this one is read while its sender waits. */
const MOST_BYTES = 5 * 1024 * 1024;

export const importCodes: Show = async (deps, visit, request, reply) => {
  const { program } = visit;
  const { reward } = await poolOf(deps, visit, request);
  const { lines: pasted = '', deed } = parametersOfForm(request).parameters;
  const file = fileOfForm(request);
  if (!file && pasted.trim() === '') {
    const wrong = visit.wording.say('codes_paste');
    return sendPool(deps, visit, request, reply.code(422), { lines: '', wrong, result: null });
  }
  if (file && file.bytes.length > MOST_BYTES) {
    const wrong = visit.wording.say('codes_too_big');
    return sendPool(deps, visit, request, reply.code(422), { lines: pasted, wrong, result: null });
  }
  const text = file ? file.bytes.toString('utf8') : pasted;
  const dry_run = deed !== 'import';
  const lines_of_file = text.split(LINE_END);
  const result = await followed(deps, { program, reward }, lines_of_file.length, (onProgress) =>
    bringCodes(deps, {
      program_key: program.key,
      reward_key: reward.key,
      lines: eachOf(lines_of_file),
      dry_run,
      onProgress,
      by: actorOf(request),
    }),
  );
  // After a try the same lines are sent again, and after an import those that were refused can be mended.
  const lines = text.length <= FIELD_BYTES / 4 && (dry_run || result.refused > 0) ? text : '';
  return sendPool(deps, visit, request, reply.code(200), { lines, result: { ...result, dry_run } });
};

const LINE_END = /\r\n|\n|\r/;

async function* eachOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** How far imports into a pool are: once, or to a browser that listens, whenever it changes. */
export const showCodeProgress: Show = async (deps, visit, request, reply) => {
  const { program, tools, wording } = visit;
  const { reward } = await poolOf(deps, visit, request);
  const read = async () => codeProgress(deps, wording, { program, reward });
  if (request.headers.accept !== 'text/event-stream') return reply.send(await read());
  return sendLive(reply, tools.closing, read);
};

/** Throws `not_found` if no reward of this key gives codes. */
async function poolOf(deps: Deps, { program }: Visit, request: FastifyRequest): Promise<PoolLevel> {
  const { reward: key } = request.params as { reward: string };
  const pool = (await listPools(deps, program)).find(({ reward }) => reward.key === key);
  if (pool) return pool;
  throw new DomainError('not_found', 'No reward of this key gives codes.');
}

async function sendPools(
  deps: Deps,
  { program, place, frame }: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  traced?: Traced,
): Promise<FastifyReply> {
  const all = await listPools(deps, program);
  const pools = [...all.filter(({ in_use }) => in_use), ...all.filter(({ in_use }) => !in_use)];
  const view = { program, place, pools, token: operatorFormToken(deps, request), ...(traced && { traced }) };
  return sendScreen(reply, 200, <PoolsScreen {...view} frame={frame('codes')} />);
}

async function sendPool(
  deps: Deps,
  visit: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
  form: PoolForm,
): Promise<FastifyReply> {
  const { program, place, frame } = visit;
  const pool = await poolOf(deps, visit, request);
  const progress = codeProgress(deps, visit.wording, { program, reward: pool.reward });
  const view = { program, place, pool, form, progress, token: operatorFormToken(deps, request) };
  return sendScreen(reply, reply.statusCode, <PoolScreen {...view} frame={frame('codes')} />);
}
