import { setTimeout as delay } from 'node:timers/promises';
import { remindOfExpiries } from '../domain/operations/remind-of-expiries.ts';
import type { Deps } from '../domain/programs/deps.ts';
import type { PresentEvent } from '../domain/webhooks/webhook-event.ts';
import { Dispatcher } from './dispatcher.ts';
import { type Job, repeat } from './sweeper.ts';

/** The pause before the next search for events and deliveries if there was nothing to do. */
const INTERVAL_MS = 1_000;

/** The interval of the search for points and rewards near their end. */
const REMINDERS_SECONDS = 300;

/** The time that running attempts may take after the stop begins. Unfinished ones are sent again later. */
const PATIENCE_MS = 3_000;

/** Delivers webhooks when events happen, and sends reminders of points and rewards near their end. */
export function startWebhookDispatch(deps: Deps, present: PresentEvent): Job {
  const abort = new AbortController();
  const dispatcher = new Dispatcher(deps, present);
  const pause = () => delay(INTERVAL_MS, undefined, { signal: abort.signal }).catch(() => {});
  const run = async () => {
    while (!abort.signal.aborted) {
      const found = await dispatcher.round().catch((error: unknown) => {
        deps.logger.error({ err: error, job: 'webhooks' }, 'a job failed and will be tried again');
        return false;
      });
      if (found && dispatcher.sending === 0) continue;
      // A free slot may serve another delivery at once.
      await Promise.race(dispatcher.sending > 0 ? [dispatcher.recorded(), pause()] : [pause()]);
    }
  };
  const running = run();
  const reminders = repeat(deps, 'reminders', REMINDERS_SECONDS, (signal) => remindOfExpiries(deps, signal));
  return {
    async stop() {
      abort.abort();
      await Promise.all([running, reminders.stop()]);
      await dispatcher.stop();
      await Promise.race([dispatcher.idle(), delay(PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}
