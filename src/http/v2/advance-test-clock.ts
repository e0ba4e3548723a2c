import { Type } from '@sinclair/typebox';
import { DURATION_PATTERN, durationMs } from '../../domain/core/durations.ts';
import { advanceClock, playAdvance } from '../../domain/operations/advance-clock.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import { actorOf } from '../actor-of.ts';
import type { App } from '../app-types.ts';
import { idempotent } from '../idempotency.ts';
import { NoQuerySchema, Timestamp, timestamp } from '../schema-helpers.ts';

const BodySchema = Type.Object(
  {
    by: Type.String({
      pattern: DURATION_PATTERN,
      description: 'A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 90d.',
      examples: ['90d', '24h'],
    }),
  },
  { title: 'AdvanceTestClock', additionalProperties: false },
);

const AdvancedSchema = Type.Object(
  {
    test_clock: Type.Object({
      now: Timestamp({ description: "The present moment of the program's clock." }),
    }),
  },
  { title: 'AdvancedTestClock' },
);

/** The longest time for which a request advances the clock: a connection that is silent for longer is cut. */
const PLAYING_MS = 50_000;

export function advanceTestClockRoute(app: App, deps: Deps): void {
  app.post(
    '/test_clock/advance',
    {
      config: { scope: 'write_configuration' },
      schema: {
        operationId: 'advanceTestClock',
        tags: ['Program-level'],
        summary: "Advance a test program's clock",
        description:
          'The server does everything that falls due in between, in order: approvals, expiries, lapses, birthdays, reviews of tiers. The clock gives the time of the program. Rate limits, sessions, Idempotency-Keys and logs use real time. The clock never goes back. If the work takes longer than a minute, the answer is 503 `unavailable`, and the server continues. Only a program whose file says `test: true` has such a clock. Refused with 422: `not_a_test_program`.',
        querystring: NoQuerySchema,
        body: BodySchema,
        response: { 200: AdvancedSchema },
      },
    },
    (request, reply) =>
      idempotent(request, reply, deps, {
        effect: (hooks) =>
          advanceClock(
            deps,
            {
              program: request.program,
              advance_ms: durationMs(request.body.by),
              by: actorOf(request),
              signal: AbortSignal.timeout(PLAYING_MS),
            },
            hooks,
          ),
        // A repeated request that arrives while the first is processed is answered after the first has ended.
        beforeReplay: () =>
          playAdvance(deps, request.program.id, { signal: AbortSignal.timeout(PLAYING_MS) }),
        present: async ({ now }) => ({ status: 200, body: { test_clock: { now: timestamp(now) } } }),
      }),
  );
}
