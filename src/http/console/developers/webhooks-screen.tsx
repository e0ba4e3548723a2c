import { group } from 'd3-array';
import type { ComponentChildren } from 'preact';
import { WEBHOOK_TOPICS } from '../../../domain/outbox/topics.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { WebhookRecord } from '../../../domain/webhooks/subscription-store.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Breaks } from '../design/breaks.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Choice, Choices } from '../design/choice.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
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

/** The addresses that receive webhooks, each with its topics. */
export function WebhooksScreen({ frame, program, place, webhooks, now }: WebhooksProps) {
  const { say } = frame.wording;
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/developers/webhooks`;
  const addresses = group(webhooks, ({ endpoint_id }) => endpoint_id);
  const add = (
    <ButtonLink href={`${path}/new`} kind="main" icon="plus">
      {say('hooks_add')}
    </ButtonLink>
  );
  return (
    <Screen
      frame={frame}
      title={say('screen_developers')}
      about={say('hooks_about')}
      beside={webhooks.length > 0 && add}
    >
      <DeveloperTabs place={place} current="webhooks" />
      {webhooks.length === 0 && (
        <Card>
          <EmptyState icon="link" title={say('hooks_none')} action={add}>
            {say('hooks_none_about')}
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
            caption={say('hooks_topics_of', { address: topics[0]!.address })}
            stacks
            columns={[{ name: say('hooks_topic') }, { name: say('since'), number: true }]}
            rows={topics.map((webhook) => [
              <a href={`${path}/${webhook.id}`}>
                <Breaks of={webhook.topic} />
              </a>,
              <Moment at={webhook.created_at} zone={zone} />,
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
  wrong: Readonly<Record<string, ComponentChildren>>;
}

interface NewWebhookProps {
  frame: FrameView;
  place: string;
  token: string;
  form: WebhookForm;
}

export function NewWebhookScreen({ frame, place, token, form }: NewWebhookProps) {
  const { say } = frame.wording;
  const { address, topics, wrong } = form;
  return (
    <Screen
      frame={frame}
      title={say('hooks_add')}
      narrow
      back={{ href: `${place}/developers/webhooks`, words: say('dev_webhooks') }}
      about={say('hook_add_about')}
    >
      <Card>
        <form class="stack" method="post" action={`${place}/developers/webhooks/new`}>
          <FormToken token={token} />
          <Field
            name="address"
            label={say('hook_address')}
            value={address}
            required
            autocomplete="off"
            help={say('hook_address_about')}
            {...(wrong.address && { wrong: wrong.address })}
          />
          <Choices legend={say('hook_told_of')} {...(wrong.topics && { wrong: wrong.topics })}>
            {WEBHOOK_TOPICS.map((topic) => (
              <Choice name={topic} checked={topics.includes(topic)}>
                <Breaks of={topic} />
              </Choice>
            ))}
          </Choices>
          <div class="row">
            <Button kind="main">{say('hook_do_add')}</Button>
            <ButtonLink href={`${place}/developers/webhooks`}>{say('leave_it')}</ButtonLink>
          </div>
        </form>
      </Card>
    </Screen>
  );
}
