import type { Program } from '../../../domain/programs/configuration.ts';
import { Badge } from '../design/badge.tsx';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Copied } from '../design/copied.tsx';
import { Facts } from '../design/facts.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { Stats } from '../design/stat.tsx';
import { BalanceCard } from './balance-card.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { customerName, customerState, zoneOf } from './customer-words.ts';
import type { FormView } from './deed.tsx';
import { Notes } from './notes.tsx';
import type { CustomerWithHistory } from './read-customers.ts';
import { requestText } from './request-words.ts';
import { tierName } from './tier-name.ts';
import { TimelineCard } from './timeline-card.tsx';
import { Told } from './told.tsx';

interface CustomerProps extends CustomerWithHistory {
  frame: FrameView;
  place: string;
  program: Program;
  /** For its deeds; null: the operator may only look. */
  form: FormView | null;
  done: string | undefined;
}

/** One customer: who it is, how the points stand, and everything that moved them, with why. */
export function CustomerScreen(props: CustomerProps) {
  const {
    frame,
    place,
    program,
    customer,
    balance,
    curve,
    timeline,
    shown,
    notes,
    requests,
    names,
    form,
    done,
  } = props;
  const zone = zoneOf(program, customer);
  const home = `${place}/customers/${customer.id}`;
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
      beside={form && <CustomerActions program={program} customer={customer} home={home} form={form} />}
    >
      <Told done={done} />
      {requests.map((request) => (
        <Notice
          mood="warn"
          beside={
            <ButtonLink low href={`${place}/queue`}>
              To the queue
            </ButtonLink>
          }
        >
          {requestText(request)} {names.get(request.operator_id) ?? 'Somebody'} asked for it, and a colleague
          decides.
        </Notice>
      ))}
      <Stats
        stats={[
          { name: 'Points', figure: countText(customer.points_approved) },
          { name: 'Waiting for approval', figure: countText(customer.points_pending) },
          { name: 'Spent so far', figure: countText(customer.points_spent) },
          { name: 'Rewards claimed', figure: countText(customer.rewards_claimed) },
        ]}
      />
      <div class="aside-layout">
        <TimelineCard view={{ program, zone, place, home, names }} timeline={timeline} shown={shown} />
        <div class="stack">
          <BalanceCard balance={balance} curve={curve} zone={zone} />
          <Card title="Details" id="details">
            <Details program={program} customer={customer} zone={zone} />
          </Card>
          <Card title="Notes" id="notes">
            <Notes
              notes={notes}
              names={names}
              home={home}
              zone={zone}
              form={form && { ...form, action: `${home}/notes` }}
            />
          </Card>
        </div>
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
  return (
    <Facts
      facts={[
        ['Id in the store', <Copied text={merchant_id} label="Copy id in the store" />],
        email === null ? undefined : ['Email', <Copied text={email} label="Copy email" />],
        ['Site', program.site(customer.site_id)?.name ?? ''],
        enrolled_at === null
          ? ['First seen', momentText(created_at, zone)]
          : ['Member since', momentText(enrolled_at, zone)],
        tier_expires_at === null ? undefined : ['Tier until', momentText(tier_expires_at, zone)],
        ['Zone', zone],
      ]}
    />
  );
}
