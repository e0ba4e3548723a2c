import { afterEach } from 'vitest';
import { type SubscribedWebhook, subscribe } from '../../src/domain/operations/manage-webhooks.ts';
import { WEBHOOK_TOPICS, type WebhookTopic } from '../../src/domain/outbox/topics.ts';
import type { Deps } from '../../src/domain/programs/deps.ts';
import { eventPresenter } from '../../src/http/webhooks/present-event.ts';
import { Dispatcher } from '../../src/jobs/dispatcher.ts';
import { Receiver } from './receiver.ts';
import type { TestDomain } from './test-domain.ts';
import { TESTER } from './tester.ts';

export const PROGRAM_EVENT = 'program_events/customer.';

/** Webhooks of the test's program, delivered when the test says so. */
export class TestWebhooks {
  #open: Receiver[] = [];

  constructor(private readonly domain: TestDomain) {}

  /** A receiver of these topics; of all topics if none is named. */
  async receiver(...topics: WebhookTopic[]): Promise<Receiver> {
    const receiver = await this.deafReceiver();
    await this.subscribe(receiver.address, ...topics);
    return receiver;
  }

  /** A receiver without a subscription. */
  async deafReceiver(): Promise<Receiver> {
    const receiver = await Receiver.start();
    this.#open.push(receiver);
    return receiver;
  }

  async subscribe(address: string, ...topics: WebhookTopic[]): Promise<SubscribedWebhook> {
    let made: SubscribedWebhook | undefined;
    for (const topic of topics.length > 0 ? topics : WEBHOOK_TOPICS) {
      const program_id = this.domain.program.id;
      const { webhook, secret } = await subscribe(this.domain.deps, {
        program_id,
        topic,
        address,
        by: TESTER,
      });
      // Returned with the first topic of an address only.
      made = { webhook, secret: secret ?? made?.secret ?? '' };
    }
    return made!;
  }

  dispatcher(deps: Deps = this.domain.deps): Dispatcher {
    return new Dispatcher(deps, eventPresenter(deps.publicUrl));
  }

  /** Delivers everything that is due now, as one server does. */
  async deliver(dispatcher = this.dispatcher()): Promise<void> {
    while (await dispatcher.round()) await dispatcher.idle();
  }

  /** Deliveries of the program, oldest first. */
  deliveries() {
    return this.domain.deps.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('program_id', '=', this.domain.program.id)
      .orderBy('id')
      .execute();
  }

  attempts() {
    return this.domain.deps.db
      .selectFrom('webhook_attempts')
      .selectAll()
      .where('program_id', '=', this.domain.program.id)
      .orderBy('delivery_id')
      .orderBy('number')
      .execute();
  }

  endpoints() {
    return this.domain.deps.db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('program_id', '=', this.domain.program.id)
      .orderBy('id')
      .execute();
  }

  async close(): Promise<void> {
    for (const receiver of this.#open.splice(0)) await receiver.close();
  }
}

export function testWebhooks(domain: TestDomain): TestWebhooks {
  const webhooks = new TestWebhooks(domain);
  afterEach(() => webhooks.close());
  return webhooks;
}
