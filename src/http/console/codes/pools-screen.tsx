import type { ComponentChildren } from 'preact';
import type { PoolLevel } from '../../../domain/claims/code-pools.ts';
import type { TracedCode } from '../../../domain/operations/trace-code.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/alone.tsx';
import { Badge } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { Table } from '../design/table.tsx';
import { nameOf } from '../program-names.ts';

/** The answer to where a code went. */
export interface Traced {
  code: string;
  /** undefined: the program does not know it. */
  found: TracedCode | undefined;
  /** The customers on its way that have a screen. */
  linked: ReadonlySet<number>;
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
  { name: 'Reward' },
  { name: 'Level' },
  { name: 'Left', number: true },
  { name: 'Given', number: true },
];

/** The pools of codes, and the way of one code. */
export function PoolsScreen({ frame, program, place, token, pools, traced }: PoolsProps) {
  return (
    <Screen
      frame={frame}
      title="Codes"
      about="Codes of your shop, which claims take one by one, or codes that the server makes."
    >
      <Card flush>
        {pools.length === 0 ? (
          <EmptyState icon="ticket" title="No reward gives codes">
            A reward that gives a voucher code, such as a discount, has its pool here.
          </EmptyState>
        ) : (
          <Table
            caption="Pools of codes"
            columns={COLUMNS}
            rows={pools.map((pool) => [
              <a href={`${place}/codes/${encodeURIComponent(pool.reward.key)}`}>
                {nameOf(program, 'reward', pool.reward.key)}
              </a>,
              <Level of={pool} />,
              pool.in_use || pool.remaining > 0 ? countText(pool.remaining) : null,
              pool.in_use || pool.given > 0 ? countText(pool.given) : null,
            ])}
          />
        )}
      </Card>
      <Card title="Where did a code go?" id="trace">
        <form class="row filters" method="post" action={`${place}/codes#trace`}>
          <FormToken token={token} />
          <Field name="code" label="Code" value={traced?.code ?? ''} autocomplete="off" required />
          <Button icon="search">Find it</Button>
        </form>
        {traced && <Way program={program} place={place} traced={traced} />}
      </Card>
    </Screen>
  );
}

export function Level({ of: { in_use, warning } }: { of: PoolLevel }) {
  if (!in_use) return <Badge>generated</Badge>;
  if (warning === 'empty') return <Badge mood="bad">empty</Badge>;
  return warning === 'low' ? <Badge mood="warn">under 100 left</Badge> : <Badge mood="good">enough</Badge>;
}

/** The way of a code, step by step. */
function Way({ program, place, traced }: { program: Program; place: string; traced: Traced }) {
  const { found, linked } = traced;
  if (!found) return <p>The program does not know this code.</p>;
  const zone = program.sites[0]!.time_zone;
  const { pool, claim, referrer_id } = found;
  const reward = pool && program.reward(pool.reward_id);
  return (
    <dl class="facts">
      {pool && (
        <>
          <dt>Imported</dt>
          <dd>
            <Moment at={pool.created_at} zone={zone} />
            {reward && `, for ${nameOf(program, 'reward', reward.key)}`}
          </dd>
          <dt>Taken</dt>
          <dd>
            {pool.taken_at === null ? 'not yet: it waits in the pool' : momentText(pool.taken_at, zone)}
          </dd>
        </>
      )}
      {claim && (
        <>
          <dt>Given to</dt>
          <dd>
            <Customer id={claim.customer_id} place={place} linked={linked}>
              Customer {claim.customer_id}
            </Customer>
            , as “{claim.title}”, <Moment at={claim.claimed_at} zone={zone} />
          </dd>
          <dt>State</dt>
          <dd>
            {claim.state}, {claim.usage_status.replaceAll('_', ' ')}
          </dd>
          {claim.used_by_order_key !== null && (
            <>
              <dt>Used by</dt>
              <dd>order {claim.used_by_order_key}</dd>
            </>
          )}
        </>
      )}
      {referrer_id !== null && (
        <>
          <dt>Given to</dt>
          <dd>
            a friend of{' '}
            <Customer id={referrer_id} place={place} linked={linked}>
              customer {referrer_id}
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
  linked: ReadonlySet<number>;
  children: ComponentChildren;
}

/** An erased customer has no screen. */
function Customer({ id, place, linked, children }: CustomerProps) {
  return linked.has(id) ? <a href={`${place}/customers/${id}`}>{children}</a> : children;
}
