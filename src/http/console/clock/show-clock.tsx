import type { FastifyReply, FastifyRequest } from 'fastify';
import { durationMs } from '../../../domain/core/durations.ts';
import { DomainError, Unavailable } from '../../../domain/core/errors.ts';
import { countDue, readClock } from '../../../domain/due/clock-store.ts';
import { advanceClock } from '../../../domain/operations/advance-clock.ts';
import type { Deps } from '../../../domain/programs/deps.ts';
import { actorOf } from '../../actor-of.ts';
import { operatorFormToken } from '../../operator-session.ts';
import { parametersOfForm } from '../../shared/form-parameters.ts';
import { leadTo, sendScreen } from '../access/screens.tsx';
import { actOnce } from '../act-once.ts';
import { type LiveState, sendLive } from '../live.ts';
import type { Show } from '../show.ts';
import type { Visit } from '../visit.ts';
import { ClockScreen, STEPS } from './clock-screen.tsx';

export const showClock: Show = async (deps, visit, request, reply) =>
  sendClock(deps, visit, request, reply.code(200));

/** The browser waits at most this time for due work; the sweep does the rest. */
const PATIENCE_MS = 3_000;

export const advance: Show = async (deps, visit, request, reply) => {
  const { program, place } = visit;
  const { by } = parametersOfForm(request).parameters;
  const step = STEPS.find((duration) => duration === by);
  if (!step) throw new DomainError('invalid_request', 'There is no such step.');
  const input = {
    program,
    advance_ms: durationMs(step),
    by: actorOf(request),
    signal: AbortSignal.timeout(PATIENCE_MS),
  };
  try {
    await actOnce(deps, visit, request, {
      effect: (hooks) => advanceClock(deps, input, hooks),
      kept: (advanced) => advanced,
    });
  } catch (error) {
    // The advance is stored, and the screen follows it.
    const isCommitted = error instanceof Unavailable && error.effect === 'done';
    if (!isCommitted) throw error;
  }
  return leadTo(reply, `${place}/clock`);
};

export const showClockProgress: Show = async (deps, { program, tools, wording }, _request, reply) =>
  sendLive(deps, reply, tools.closing, async (): Promise<LiveState> => {
    const { clock_offset_ms, clock_target_ms } = await readClock(deps.db, program.id);
    const now = deps.clock.now({ clock_offset_ms });
    return {
      text: wording.say('clock_it_is', { moment: wording.moment(now, program.sites[0]!.time_zone) }),
      done: 0,
      of_all: null,
      ended: clock_offset_ms >= clock_target_ms,
    };
  });

async function sendClock(
  deps: Deps,
  { program, place, frame }: Visit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { clock_offset_ms, clock_target_ms } = await readClock(deps.db, program.id);
  const now = deps.clock.now({ clock_offset_ms });
  const ends = STEPS.map((step) => now + durationMs(step));
  const due = program.test ? await countDue(deps.db, program.id, ends) : [];
  const token = operatorFormToken(deps, request);
  const clock = {
    now,
    real: deps.clock.real(),
    target: deps.clock.now({ clock_offset_ms: clock_target_ms }),
  };
  const view = { program, place, token, clock, due, is_turning: clock_offset_ms < clock_target_ms };
  return sendScreen(reply, 200, <ClockScreen {...view} frame={frame('clock')} />);
}
