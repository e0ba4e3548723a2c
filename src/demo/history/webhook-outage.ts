import { listWebhooks, subscribe } from '../../domain/operations/manage-webhooks.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import type { Deps } from '../../domain/programs/deps.ts';
import type { PresentEvent } from '../../domain/webhooks/webhook-event.ts';
import { Dispatcher } from '../../jobs/dispatcher.ts';
import { Outbound } from '../../outbound/outbound.ts';
import { HISTORY_ACTOR } from './perform-deed.ts';
import { DAY } from './season.ts';
import type { Happening } from './timeline.ts';

const HOUR = 3_600_000;
/**
 * The address of the store's own server. A server of this program keeps finished deliveries for some weeks only, so
 * they begin late.
 */
export const STORE_ADDRESS = 'https://hooks.meadow-and-vine.example/loyalty';
const TOPIC = 'program_events/customer.claimed_reward';
const BEGINS = 26 * DAY;
const FAILS = 12 * DAY;

/**
 * A webhook of the store. Its server receives each claimed reward, fails for a day and then recovers. `at` turns the
 * clock of the dependencies.
 */
export function webhookOutage(
  end: number,
  play: { deps: (at: number) => Deps; program: () => Program; present: PresentEvent },
): Happening[] {
  const fails = { from: end - FAILS, until: end - FAILS + DAY };
  const isDown = (at: number) => at >= fails.from && at < fails.until;
  const happenings: Happening[] = [
    {
      at: end - BEGINS,
      touches: 'everything',
      happen: (at) => subscribeStore(play.deps(at), play.program()),
    },
  ];
  const isWatched = (at: number) => at >= fails.from && at < fails.until + 3 * HOUR;
  for (let at = end - BEGINS + HOUR; at < end; at += isWatched(at) ? HOUR : 12 * HOUR) {
    happenings.push({
      at,
      touches: 'everything',
      happen: () =>
        deliver({ ...play.deps(at), outbound: isDown(at) ? DOWN : RUNNING }, play.program(), play.present),
    });
  }
  return happenings;
}

async function subscribeStore(deps: Deps, program: Program): Promise<void> {
  await subscribe(deps, {
    program_id: program.id,
    topic: TOPIC,
    address: STORE_ADDRESS,
    by: HISTORY_ACTOR,
  });
}

/** The store's server in the play: no request leaves this machine, and each gets the same status as its answer. */
class StoreServer extends Outbound {
  constructor(private readonly status: number) {
    super({ allow_private: false });
  }

  override async send() {
    return { status: this.status, headers: {}, body: Buffer.alloc(0) };
  }
}

const RUNNING = new StoreServer(204);
const DOWN = new StoreServer(503);

/** Delivers everything that is due at the clock's moment for the store's server, and for no other server. */
async function deliver(deps: Deps, program: Program, present: PresentEvent): Promise<void> {
  const webhook = (await listWebhooks(deps, program.id)).find(({ address }) => address === STORE_ADDRESS);
  if (!webhook) return;
  const only = { program_id: program.id, endpoint_id: webhook.endpoint_id, tell: () => {} };
  const dispatcher = new Dispatcher(deps, present, only);
  while ((await dispatcher.round()) || dispatcher.sending > 0) await dispatcher.idle();
  await dispatcher.stop();
}
