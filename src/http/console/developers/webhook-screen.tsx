import type { Page } from '../../../domain/core/pagination.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import type { DeliveryRecord } from '../../../domain/webhooks/delivery-listing-store.ts';
import type { WebhookRecord } from '../../../domain/webhooks/subscription-store.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Copied } from '../design/copied.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Notice } from '../design/notice.tsx';
import { Pages } from '../design/pages.tsx';
import { Sentence } from '../design/sentence.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
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

const COLUMNS = ['when', 'state', 'delivery_answers', 'delivery_message'] as const;

/** One topic of an address, with its deliveries. */
export function WebhookScreen(props: WebhookProps) {
  const { frame, program, place, token, webhook, page, now, done } = props;
  const { say } = frame.wording;
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/developers/webhooks/${webhook.id}`;
  const form = { action: path, token };
  return (
    <Screen
      frame={frame}
      title={webhook.topic}
      back={{ href: `${place}/developers/webhooks`, words: say('dev_webhooks') }}
      about={
        <span class="row">
          <Copied text={webhook.address} label={say('hook_copy_address')} />{' '}
          <WebhookState of={webhook} now={now} />
        </span>
      }
    >
      {done && (
        <Notice mood={done[0]} toast>
          {say(done[1])}
        </Notice>
      )}
      {webhook.disabled_at !== null && (
        <Notice mood="bad" beside={<Deed {...form} deed="enable" words={say('hook_switch_on')} />}>
          <Sentence at={webhook.disabled_at} zone={zone}>
            {(moment) => say('hook_off', { moment })}
          </Sentence>
        </Notice>
      )}
      <div class="row">
        {webhook.disabled_at === null && <Deed {...form} deed="test" words={say('hook_test')} />}
        <ButtonLink href={`${path}/secret`}>{say('hook_change_secret')}</ButtonLink>
      </div>
      <Card
        flush
        title={say('deliveries')}
        id="deliveries"
        beside={
          page.rows.some(({ state }) => state === 'failed') && (
            <Deed {...form} deed="replay_failed" words={say('hook_replay_failed')} low />
          )
        }
      >
        {page.rows.length === 0 ? (
          <EmptyState icon="link" title={say('deliveries_none')}>
            {say('deliveries_none_about')}
          </EmptyState>
        ) : (
          <Table
            caption={say('deliveries')}
            stacks
            columns={[...COLUMNS.map((name) => ({ name: say(name) })), { name: '' }]}
            rows={page.rows.map((delivery) => [
              <Moment at={delivery.created_at} zone={zone} />,
              <DeliveryState state={delivery.state} />,
              <Answers of={delivery} zone={zone} />,
              <code class="small">
                <Copied text={delivery.message_id} label={say('delivery_copy')} />
              </code>,
              delivery.state === 'pending' ? (
                ''
              ) : (
                <Deed {...form} deed="replay" delivery={delivery.id} words={say('hook_replay')} low />
              ),
            ])}
          />
        )}
      </Card>
      <Pages path={path} query={{}} page={page} />
      <Card title={say('hook_remove')} id="remove">
        <p>{say('hook_remove_about', { address: webhook.address })}</p>
        <Deed {...form} deed="remove" words={say('hook_do_remove', { topic: webhook.topic })} danger />
      </Card>
    </Screen>
  );
}

/** The latest answer, with all answers folded below it. */
function Answers({ of: { attempts, next_attempt_at, state }, zone }: { of: DeliveryRecord; zone: string }) {
  const wording = useWording();
  const { say } = wording;
  const last = attempts.at(-1);
  const again = state === 'pending' ? next_attempt_at : null;
  /** The words, followed by the moment of the next attempt. */
  const withNext = (join: (next: string) => string, alone: string) =>
    again === null ? (
      alone
    ) : (
      <Sentence at={again} zone={zone}>
        {(moment) => join(say('delivery_next', { moment }))}
      </Sentence>
    );
  if (!last) return <span class="muted">{withNext((next) => next, say('delivery_not_sent'))}</span>;
  const before = answerText(wording, last);
  const latest = withNext((next) => say('joined_by_comma', { before, next }), before);
  if (attempts.length === 1) return <span>{latest}</span>;
  return (
    <details class="behind">
      <summary>
        {latest} · {say('delivery_tries', { count: attempts.length })}
      </summary>
      <ul class="small">
        {attempts.map((attempt) => (
          <li>
            <Moment at={attempt.at} zone={zone} />: {answerText(wording, attempt)}
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
  const { say } = frame.wording;
  const path = `${place}/developers/webhooks/${webhook.id}`;
  return (
    <Screen
      frame={frame}
      title={say('hook_change_secret')}
      narrow
      back={{ href: path, words: webhook.topic }}
      about={webhook.address}
    >
      <Card>
        <p>{say('hook_change_secret_about')}</p>
        <form class="row" method="post" action={`${path}/secret`}>
          <FormToken token={token} />
          <Button kind="main">{say('app_new_secret')}</Button>
          <ButtonLink href={path}>{say('leave_it')}</ButtonLink>
        </form>
      </Card>
    </Screen>
  );
}
