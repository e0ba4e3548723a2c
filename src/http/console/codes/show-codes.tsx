import type { FastifyReply, FastifyRequest } from 'fastify';
import { listPools, type PoolLevel } from '../../../domain/claims/code-pools.ts';
import { DomainError } from '../../../domain/core/errors.ts';
import { type CodeImport, codeLinesOf, findCodeImport } from '../../../domain/imports/code-import-store.ts';
import { CodeOrderRefused, orderCodeImport } from '../../../domain/operations/order-code-import.ts';
import { traceCode as findWay } from '../../../domain/operations/trace-code.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { operatorActorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import { idOf } from '../address-id.ts';
import type { ConsoleMessage } from '../language/en.ts';
import { sendLive } from '../live.ts';
import { customersOnScreens } from '../orders/read-orders.ts';
import type { Show } from '../show.ts';
import { FIELD_BYTES, fileOfForm } from '../upload.ts';
import type { Visit } from '../visit.ts';
import { codeProgress, type PoolForm, PoolScreen } from './pool-screen.tsx';
import { PoolsScreen, type Traced } from './pools-screen.tsx';

export const showPools: Show = async (deps, visit, request, reply) => sendPools(deps, visit, request, reply);

/** A form and not an address: a code is worth money, and logs contain addresses. */
export const traceCode: Show = async (deps, visit, request, reply) => {
  const { code: given = '' } = parametersOfForm(request).parameters;
  const code = given.trim().slice(0, 300);
  const found = await findWay(deps, visit.program, code);
  const ids = [found?.claim?.customer_id, found?.referrer_id].flatMap((id) => (id ? [{ id }] : []));
  const linked = await customersOnScreens(deps, visit.program, ids);
  return sendPools(deps, visit, request, reply, { code, found, linked });
};

export const showPool: Show = async (deps, visit, request, reply) =>
  sendPool(deps, visit, request, reply.code(200));

/** Larger files need the command: this file is stored in the database for a day. */
const MOST_BYTES = 5 * 1024 * 1024;

/** A trial or an import of codes that were pasted or come from a file, or the import of the codes of a trial. */
export const importCodes: Show = async (deps, visit, request, reply) => {
  const { place } = visit;
  const pool = await poolOf(deps, visit, request);
  const { lines: pasted = '', deed, trial } = parametersOfForm(request).parameters;
  const file = fileOfForm(request);
  const refuse = (wrong: ConsoleMessage, lines = '') =>
    sendPool(deps, visit, request, reply.code(422), { lines, wrong: visit.wording.say(wrong) });
  if (trial === undefined && !file && pasted.trim() === '') return refuse('codes_paste');
  if (file && file.bytes.length > MOST_BYTES) return refuse('codes_too_big', pasted);
  const kind = deed === 'import' ? 'run' : 'check';
  const work =
    trial === undefined
      ? ({ kind, lines: file?.bytes ?? Buffer.from(pasted) } as const)
      : ({ kind: 'run', trial: idOf(trial) ?? 0 } as const);
  const order = { pool: { program: visit.program, reward: pool.reward }, work, by: operatorActorOf(request) };
  try {
    await actOnce(deps, visit, request, {
      effect: (hooks) => orderCodeImport(deps, order, hooks),
      kept: () => ({}),
    });
  } catch (error) {
    if (!(error instanceof CodeOrderRefused)) throw error;
    return refuse(error.why === 'busy' ? 'codes_busy' : 'codes_trial_gone', pasted);
  }
  return leadTo(reply, `${place}/codes/${encodeURIComponent(pool.reward.key)}`);
};

/** The progress of the latest work on a pool: once, or at each change for a browser that listens. */
export const showCodeProgress: Show = async (deps, visit, request, reply) => {
  const { program, tools, wording } = visit;
  const { reward } = await poolOf(deps, visit, request);
  return sendLive(deps, reply, tools.closing, async () =>
    codeProgress(wording, await findCodeImport(deps.db, program.id, reward.id)),
  );
};

/** Throws `not_found` if no reward with this key gives codes. */
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
  sent?: PoolForm,
): Promise<FastifyReply> {
  const { operator, program, place, frame } = visit;
  const pool = await poolOf(deps, visit, request);
  const latest = await findCodeImport(deps.db, program.id, pool.reward.id);
  const isTheirs = latest?.operator_id === operator.id;
  const form = sent ?? { lines: isTheirs ? await linesToMend(deps, latest) : '' };
  const view = { program, place, pool, latest, isTheirs, form, token: operatorFormToken(deps, request) };
  return sendScreen(reply, reply.statusCode, <PoolScreen {...view} frame={frame('codes')} />);
}

/**
 * The lines of an import that failed or refused lines. Only the operator who sent them gets them: codes are worth
 * money.
 */
async function linesToMend(deps: Deps, latest: CodeImport): Promise<string> {
  if (latest.state === 'waiting' || latest.outcome?.refused === 0) return '';
  const lines = await codeLinesOf(deps.db, latest, FIELD_BYTES / 4);
  return lines?.toString('utf8') ?? '';
}
