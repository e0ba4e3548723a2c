import type { ComponentChildren } from 'preact';
import type { PoolLevel } from '../../../domain/claims/code-pools.ts';
import type { TracedCode } from '../../../domain/operations/trace-code.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { programView } from '../../shared/program-view.ts';
import { claimedTitle } from '../../shared/reward-title.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { claimState } from '../customers/customer-words.ts';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
import { ProgramName } from '../program-name.tsx';
import { nameOf } from '../program-names.ts';

/** The answer to a search for a code. */
export interface Traced {
  code: string;
  /** undefined: the program does not know the code. */
  found: TracedCode | undefined;
  /** The customers in the code's history that have a screen. */
  linked: ReadonlyMap<number, string>;
}

interface PoolsProps {
  frame: FrameView;
  program: Program;
  place: string;
  token: string;
  pools: readonly PoolLevel[];
  traced?: Traced;
}

const COLUMNS = [
  { name: 'reward' },
  { name: 'codes_level' },
  { name: 'codes_left', number: true },
  { name: 'codes_given', number: true },
] as const;

/** The pools of codes, and the history of one code. */
export function PoolsScreen({ frame, program, place, token, pools, traced }: PoolsProps) {
  const { say, count } = frame.wording;
  return (
    <Screen frame={frame} title={say('screen_codes')} about={say('codes_about')}>
      <Card flush>
        {pools.length === 0 ? (
          <EmptyState icon="ticket" title={say('codes_none')}>
            {say('codes_none_about')}
          </EmptyState>
        ) : (
          <Table
            caption={say('codes_pools')}
            stacks
            columns={COLUMNS.map((column) => ({ ...column, name: say(column.name) }))}
            rows={pools.map((pool) => [
              <a href={`${place}/codes/${encodeURIComponent(pool.reward.key)}`}>
                <ProgramName program={program} subject="reward" of={pool.reward.key} />
              </a>,
              <Level of={pool} />,
              pool.in_use || pool.remaining > 0 ? count(pool.remaining) : '',
              pool.in_use || pool.given > 0 ? count(pool.given) : '',
            ])}
          />
        )}
      </Card>
      <Card title={say('codes_trace')} id="trace">
        <form class="row filters" method="post" action={`${place}/codes#trace`}>
          <FormToken token={token} />
          <Field
            name="code"
            label={say('claim_code')}
            value={traced?.code ?? ''}
            autocomplete="off"
            required
          />
          <Button icon="search">{say('codes_find')}</Button>
        </form>
        {traced && <Way program={program} place={place} traced={traced} />}
      </Card>
    </Screen>
  );
}

export function Level({ of: { in_use, warning } }: { of: PoolLevel }) {
  const { say } = useWording();
  if (!in_use) return <Badge>{say('codes_generated')}</Badge>;
  if (warning === 'empty') return <Badge mood="bad">{say('codes_empty')}</Badge>;
  return warning === 'low' ? (
    <Badge mood="warn">{say('codes_low')}</Badge>
  ) : (
    <Badge mood="good">{say('codes_enough')}</Badge>
  );
}

/** The history of a code, step by step. */
function Way({ program, place, traced }: { program: Program; place: string; traced: Traced }) {
  const { say, language } = useWording();
  const { found, linked } = traced;
  if (!found) return <p>{say('codes_unknown')}</p>;
  const zone = program.sites[0]!.time_zone;
  const { pool, claim, referrer_id } = found;
  const reward = pool && program.reward(pool.reward_id);
  const view = programView(program, language);
  return (
    <dl class="facts">
      {pool && (
        <>
          <dt>{say('codes_imported')}</dt>
          <dd>
            <Moment at={pool.created_at} zone={zone} />
            {reward && ` · ${say('codes_for', { reward: nameOf(program, 'reward', reward.key, language) })}`}
          </dd>
          <dt>{say('codes_taken')}</dt>
          <dd>
            {pool.taken_at === null ? say('codes_not_taken') : <Moment at={pool.taken_at} zone={zone} />}
          </dd>
        </>
      )}
      {claim && (
        <>
          <dt>{say('codes_given_to')}</dt>
          <dd>
            <Customer id={claim.customer_id} place={place} linked={linked}>
              {say('customer_number', { id: String(claim.customer_id) })}
            </Customer>{' '}
            {say('codes_as', { title: claimedTitle(view, claim.reward_id, claim.title) })} ·{' '}
            <Moment at={claim.claimed_at} zone={zone} />
          </dd>
          <dt>{say('state')}</dt>
          <dd>{say(claimState(claim)[0])}</dd>
          {claim.used_by_order_key !== null && (
            <>
              <dt>{say('codes_used_by')}</dt>
              <dd>{say('why_order', { order: claim.used_by_order_key })}</dd>
            </>
          )}
        </>
      )}
      {referrer_id !== null && (
        <>
          <dt>{say('codes_given_to')}</dt>
          <dd>
            <Customer id={referrer_id} place={place} linked={linked}>
              {say('codes_friend', { id: String(referrer_id) })}
            </Customer>
          </dd>
        </>
      )}
    </dl>
  );
}

interface CustomerProps {
  id: number;
  place: string;
  linked: ReadonlyMap<number, string>;
  children: ComponentChildren;
}

/** An erased customer has no screen. */
function Customer({ id, place, linked, children }: CustomerProps) {
  return linked.has(id) ? <a href={`${place}/customers/${id}`}>{children}</a> : children;
}
