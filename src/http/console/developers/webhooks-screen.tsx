import { group } from 'd3-array';
import { WEBHOOK_TOPICS } from '../../../domain/outbox/topics.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { WebhookRecord } from '../../../domain/webhooks/subscription-store.ts';
import { FormToken } from '../access/alone.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Choice, Choices } from '../design/choice.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { momentText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import { DeveloperTabs } from './developer-tabs.tsx';
import { WebhookState } from './webhook-words.tsx';

interface WebhooksProps {
  frame: FrameView;
  program: Program;
  place: string;
  webhooks: readonly WebhookRecord[];
  /** In ms of the wall clock. */
  now: number;
}

/** The addresses that are told what happens, each with its topics. */
export function WebhooksScreen({ frame, program, place, webhooks, now }: WebhooksProps) {
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/developers/webhooks`;
  const addresses = group(webhooks, ({ endpoint_id }) => endpoint_id);
  const add = (
    <ButtonLink href={`${path}/new`} kind="main" icon="plus">
      Add an address
    </ButtonLink>
  );
  return (
    <Screen
      frame={frame}
      title="Developers"
      about="An address is told at once what happens, signed, and again until it answers."
      beside={webhooks.length > 0 && add}
    >
      <DeveloperTabs place={place} current="webhooks" />
      {webhooks.length === 0 && (
        <Card>
          <EmptyState icon="link" title="Nobody is told yet" action={add}>
            Tell your mail tool when points expire, or your till when a reward is claimed.
          </EmptyState>
        </Card>
      )}
      {[...addresses].map(([id, topics]) => (
        <Card
          flush
          title={topics[0]!.address}
          id={`address-${id}`}
          beside={<WebhookState of={topics[0]!} now={now} />}
        >
          <Table
            caption={`Topics of ${topics[0]!.address}`}
            columns={[{ name: 'Topic' }, { name: 'Since', number: true }]}
            rows={topics.map((webhook) => [
              <a href={`${path}/${webhook.id}`}>{webhook.topic}</a>,
              momentText(webhook.created_at, zone),
            ])}
          />
        </Card>
      ))}
    </Screen>
  );
}

export interface WebhookForm {
  address: string;
  topics: readonly string[];
  /** The mistakes, by field. */
  wrong: Readonly<Record<string, string>>;
}

interface NewWebhookProps {
  frame: FrameView;
  place: string;
  token: string;
  form: WebhookForm;
}

export function NewWebhookScreen({ frame, place, token, form }: NewWebhookProps) {
  const { address, topics, wrong } = form;
  return (
    <Screen frame={frame} title="Add an address" about="It gets a POST for each thing that happens.">
      <Card>
        <form class="stack" method="post" action={`${place}/developers/webhooks/new`}>
          <FormToken token={token} />
          <Field
            name="address"
            label="Address"
            value={address}
            required
            autocomplete="off"
            help="Such as https://shop.example/hooks/loyalty. One secret signs all that it is told."
            {...(wrong.address && { wrong: wrong.address })}
          />
          <Choices legend="Told of" {...(wrong.topics && { wrong: wrong.topics })}>
            {WEBHOOK_TOPICS.map((topic) => (
              <Choice name={topic} checked={topics.includes(topic)}>
                {topic.split(/(?<=[/._])/).flatMap((part) => [part, <wbr />])}
              </Choice>
            ))}
          </Choices>
          <div class="row">
            <Button kind="main">Add it</Button>
            <ButtonLink href={`${place}/developers/webhooks`}>Leave it</ButtonLink>
          </div>
        </form>
      </Card>
    </Screen>
  );
}
