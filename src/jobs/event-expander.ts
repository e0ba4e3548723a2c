import { oneByOne } from '../domain/core/one-by-one.ts';
import { expandEvents, MOST_EVENTS, type Taker } from '../domain/operations/expand-events.ts';
import { listProgramsWithEvents } from '../domain/outbox/event-store.ts';
import type { Deps } from '../domain/programs/deps.ts';
import type { PresentEvent } from '../domain/webhooks/webhook-event.ts';

type ExpandDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'logger' | 'programs' | 'secret' | 'formerSecrets'>;

interface ExpanderOptions {
  /** The only program whose events are expanded; null: all. */
  program_id: number | null;
  /** Called once for each program. Its result takes the program's new deliveries; null: nobody takes them. */
  taker: () => Taker | null;
  /** Whether more events are wanted at once. */
  wantsMore: () => boolean;
}

/** Makes deliveries of the events of all programs in the background, once at a time. */
export class EventExpander {
  readonly #deps: ExpandDeps;
  readonly #present: PresentEvent;
  readonly #options: ExpanderOptions;
  #running: Promise<boolean> | undefined;
  /** Whether the last expansion found as many events as it takes at once, so that there may be more. */
  #eventsLeft = false;

  constructor(deps: ExpandDeps, present: PresentEvent, options: ExpanderOptions) {
    this.#deps = deps;
    this.#present = present;
    this.#options = options;
  }

  /** Resolves to whether there were events, when the expansion has ended. Never rejects. */
  begin(): Promise<boolean> {
    this.#running ??= this.#expandWhileWanted().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Begins if there may be more events than the last expansion took. */
  goOn(): void {
    if (this.#eventsLeft) void this.begin();
  }

  /** Resolves when no expansion is running. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Expands events while earlier ones are being sent, so that senders need not wait for new deliveries. */
  async #expandWhileWanted(): Promise<boolean> {
    const found = await this.#expand();
    while (this.#eventsLeft && this.#options.wantsMore()) await this.#expand();
    return found;
  }

  /** Returns whether there were events. A failure in one program must not delay the others. */
  async #expand(): Promise<boolean> {
    let found = false;
    this.#eventsLeft = false;
    const expand = async () => {
      const ids = await listProgramsWithEvents(this.#deps.db);
      if (ids.length === 0) return;
      await oneByOne(await this.#deps.programs.stamps(ids), async (stamp) => {
        const { program_id, taker } = this.#options;
        if (program_id !== null && program_id !== stamp.program_id) return;
        const program = await this.#deps.programs.get(stamp);
        const expanded = await expandEvents(this.#deps, program, this.#present, taker());
        if (expanded > 0) found = true;
        if (expanded === MOST_EVENTS) this.#eventsLeft = true;
      });
    };
    await expand().catch((error: unknown) => {
      this.#deps.logger.error({ err: error }, 'events could not be told');
    });
    return found;
  }
}
