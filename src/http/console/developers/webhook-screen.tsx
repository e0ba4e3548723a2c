import type { Page } from '../../../domain/core/pagination.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { DeliveryRecord } from '../../../domain/webhooks/delivery-listing-store.ts';
import type { WebhookRecord } from '../../../domain/webhooks/subscription-store.ts';
import { FormToken } from '../access/alone.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { momentText } from '../design/numbers.ts';
import { Pages } from '../design/pages.tsx';
import { Table } from '../design/table.tsx';
import { answerText, DeliveryState, type OutcomeWords, WebhookState } from './webhook-words.tsx';

interface WebhookProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  webhook: WebhookRecord;
  page: Page<DeliveryRecord>;
  /** In ms of the wall clock. */
  now: number;
  /** The result of the action that led here. */
  done?: OutcomeWords | undefined;
}

const COLUMNS = [{ name: 'When' }, { name: 'State' }, { name: 'Answers' }, { name: 'Message' }, { name: '' }];

/** One topic at an address, with its deliveries. */
export function WebhookScreen(props: WebhookProps) {
  const { frame, program, place, token, webhook, page, now, done } = props;
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/developers/webhooks/${webhook.id}`;
  const form = { action: path, token };
  return (
    <Screen
      frame={frame}
      title={webhook.topic}
      about={
        <span class="row">
          {webhook.address} <WebhookState of={webhook} now={now} />
        </span>
      }
      beside={<ButtonLink href={`${place}/developers/webhooks`}>To all addresses</ButtonLink>}
    >
      {done && (
        <Notice mood={done[0]} toast>
          {done[1]}
        </Notice>
      )}
      {webhook.disabled_at !== null && (
        <Notice mood="bad" beside={<Deed {...form} deed="enable" words="Switch it on" />}>
          This address is told nothing any more, since {momentText(webhook.disabled_at, zone)}. Mend it, then
          switch it on again.
        </Notice>
      )}
      <div class="row">
        {webhook.disabled_at === null && <Deed {...form} deed="test" words="Send a test" />}
        <ButtonLink href={`${path}/secret`}>Change the secret</ButtonLink>
      </div>
      <Card
        flush
        title="Deliveries"
        id="deliveries"
        beside={
          page.rows.some(({ state }) => state === 'failed') && (
            <Deed {...form} deed="replay_failed" words="Send all that failed again" low />
          )
        }
      >
        {page.rows.length === 0 ? (
          <EmptyState icon="link" title="Nothing was sent yet">
            Each delivery stands here with what the address answered, for thirty days.
          </EmptyState>
        ) : (
          <Table
            caption="Deliveries"
            columns={COLUMNS}
            rows={page.rows.map((delivery) => [
              momentText(delivery.created_at, zone),
              <DeliveryState state={delivery.state} />,
              <Answers of={delivery} zone={zone} />,
              <code class="small">{delivery.message_id}</code>,
              delivery.state === 'pending' ? (
                ''
              ) : (
                <Deed {...form} deed="replay" delivery={delivery.id} words="Send again" low />
              ),
            ])}
          />
        )}
      </Card>
      <Pages path={path} query={{}} page={page} />
      <Card title="Tell it no more" id="remove">
        <p>
          {webhook.address} is then told nothing of this topic, not even what waits to be sent. Its other
          topics stay.
        </p>
        <Deed {...form} deed="remove" words={`Remove ${webhook.topic.replace(/^.*[./]/, '')}`} danger />
      </Card>
    </Screen>
  );
}

/** The latest answer, and all of them folded. */
function Answers({ of: { attempts, next_attempt_at, state }, zone }: { of: DeliveryRecord; zone: string }) {
  const last = attempts.at(-1);
  const next =
    state === 'pending' && next_attempt_at !== null ? `next try ${momentText(next_attempt_at, zone)}` : '';
  if (!last) return <span class="muted">{next || 'not sent yet'}</span>;
  const latest = [answerText(last), next].filter(Boolean).join(', ');
  if (attempts.length === 1) return <span>{latest}</span>;
  return (
    <details class="behind">
      <summary>
        {latest} · {attempts.length} tries
      </summary>
      <ul class="small">
        {attempts.map((attempt) => (
          <li>
            {momentText(attempt.at, zone)}: {answerText(attempt)}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface DeedProps {
  action: string;
  token: string;
  deed: 'test' | 'replay' | 'replay_failed' | 'remove' | 'enable';
  delivery?: number;
  words: string;
  low?: boolean;
  danger?: boolean;
}

function Deed({ action, token, deed, delivery, words, low = false, danger = false }: DeedProps) {
  return (
    <form method="post" action={action}>
      <FormToken token={token} />
      <input type="hidden" name="deed" value={deed} />
      {delivery !== undefined && <input type="hidden" name="delivery" value={String(delivery)} />}
      <Button {...(danger && { kind: 'danger' as const })} low={low}>
        {words}
      </Button>
    </form>
  );
}

interface NewSecretProps {
  frame: FrameView;
  place: string;
  token: string;
  webhook: WebhookRecord;
}

export function NewSecretScreen({ frame, place, token, webhook }: NewSecretProps) {
  const path = `${place}/developers/webhooks/${webhook.id}`;
  return (
    <Screen frame={frame} title="Change the secret" about={webhook.address}>
      <Card>
        <p>
          A new secret signs all that this address is told, whatever the topic. The one before signs beside it
          for 24 hours, so that you can change it at the address meanwhile.
        </p>
        <form class="row" method="post" action={`${path}/secret`}>
          <FormToken token={token} />
          <Button kind="main">Make a new secret</Button>
          <ButtonLink href={path}>Leave it</ButtonLink>
        </form>
      </Card>
    </Screen>
  );
}
