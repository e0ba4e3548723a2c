import type { Program } from '../../../domain/programs/configuration.ts';
import { Badge } from '../design/badge.tsx';
import { Card } from '../design/card.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { Pages } from '../design/pages.tsx';
import { Stats } from '../design/stat.tsx';
import { Timeline } from '../design/timeline.tsx';
import { customerName, customerState, timelineEntry } from './customer-words.ts';
import { tierName } from './customers-screen.tsx';
import type { CustomerWithHistory } from './read-customers.ts';

interface CustomerProps extends CustomerWithHistory {
  frame: FrameView;
  place: string;
  program: Program;
}

/** One customer: who it is, how the points stand, and everything that moved them, with why. */
export function CustomerScreen({ frame, place, program, customer, transactions }: CustomerProps) {
  const zone = program.site(customer.site_id)?.time_zone ?? program.sites[0]!.time_zone;
  const [words, mood] = customerState(customer);
  return (
    <Screen
      frame={frame}
      title={customerName(customer)}
      about={
        <span class="row">
          <Badge {...(mood && { mood })}>{words}</Badge>
          {customer.tier_id !== null && <Badge mood="accent">{tierName(program, customer.tier_id)}</Badge>}
        </span>
      }
    >
      <Stats
        stats={[
          { name: 'Points', figure: countText(customer.points_approved) },
          { name: 'Waiting for approval', figure: countText(customer.points_pending) },
          { name: 'Spent so far', figure: countText(customer.points_spent) },
          { name: 'Rewards claimed', figure: countText(customer.rewards_claimed) },
        ]}
      />
      <div class="aside-layout">
        <Card title="Timeline" id="timeline">
          {transactions.rows.length === 0 ? (
            <EmptyState icon="clock" title="Nothing yet">
              Orders, rewards and everything else that moves points will stand here, with why.
            </EmptyState>
          ) : (
            <Timeline entries={transactions.rows.map((one) => timelineEntry(program, zone, one))} />
          )}
          <Pages
            path={`${place}/customers/${customer.id}`}
            query={{}}
            page={transactions}
            newer="Later"
            older="Earlier"
          />
        </Card>
        <Card title="Details" id="details">
          <Details program={program} customer={customer} zone={zone} />
        </Card>
      </div>
    </Screen>
  );
}

function Details({
  program,
  customer,
  zone,
}: Pick<CustomerProps, 'program' | 'customer'> & { zone: string }) {
  const { merchant_id, email, enrolled_at, created_at, tier_expires_at } = customer;
  const facts: [name: string, value: string, copies?: boolean][] = [
    ['Id in the store', merchant_id, true],
    ...(email === null ? [] : [['Email', email, true] as [string, string, boolean]]),
    ['Site', program.site(customer.site_id)?.name ?? ''],
    enrolled_at === null
      ? ['First seen', momentText(created_at, zone)]
      : ['Member since', momentText(enrolled_at, zone)],
    ...(tier_expires_at === null
      ? []
      : [['Tier until', momentText(tier_expires_at, zone)] as [string, string]]),
    ['Zone', zone],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value, copies]) => (
        <>
          <dt>{name}</dt>
          <dd>
            {value}
            {copies && <CopyButton text={value} label={`Copy ${name.toLowerCase()}`} />}
          </dd>
        </>
      ))}
    </dl>
  );
}
