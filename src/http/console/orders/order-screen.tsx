import { presentMoney } from '../../../domain/core/money.ts';
import type { WholeOrder } from '../../../domain/listings/order-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { ACTIVITY_STATES, activityTitle } from '../customers/customer-words.ts';
import { Badge } from '../design/badge.tsx';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Copied } from '../design/copied.tsx';
import { Facts } from '../design/facts.tsx';
import { Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { countText } from '../design/numbers.ts';
import { Stats } from '../design/stat.tsx';
import { Table } from '../design/table.tsx';
import type { Visit } from '../visit.ts';
import { orderState } from './order-words.ts';

interface OrderProps {
  visit: Visit;
  order: WholeOrder;
  /** The customers that have a screen. */
  linked: ReadonlySet<number>;
}

/** One order: what it earned, and what came back, line by line. */
export function OrderScreen({ visit, order, linked }: OrderProps) {
  const { program, place } = visit;
  const [words, mood] = orderState(order);
  const { earned, pending, taken_back } = order.points;
  return (
    <Screen
      frame={visit.frame('orders')}
      title={`Order ${order.merchant_id}`}
      about={<Badge {...(mood && { mood })}>{words}</Badge>}
      beside={
        linked.has(order.customer.id) && (
          <ButtonLink href={`${place}/customers/${order.customer.id}`}>To the customer</ButtonLink>
        )
      }
    >
      <Stats
        stats={[
          { name: 'Points earned', figure: countText(earned) },
          { name: 'Waiting for approval', figure: countText(pending) },
          { name: 'Taken back', figure: countText(taken_back) },
          { name: 'Left of them', figure: countText(earned - taken_back) },
        ]}
      />
      <div class="aside-layout">
        <div class="stack">
          <Earned visit={visit} order={order} linked={linked} />
          <Lines program={program} order={order} />
        </div>
        <Amounts program={program} order={order} />
      </div>
    </Screen>
  );
}

const EARNED = [
  { name: 'Earned by' },
  { name: 'State' },
  { name: 'Points', number: true },
  { name: 'When', number: true },
];

/** The activities of the order. One of whoever brought the buyer leads to that customer. */
function Earned({ visit: { program, place }, order, linked }: OrderProps) {
  const zone = zoneOf(program, order);
  return (
    <Card title="Earnings" id="earnings" flush>
      {order.activities.length === 0 ? (
        <p class="muted pad">The order earned nothing.</p>
      ) : (
        <Table
          caption="Earnings"
          columns={EARNED}
          rows={order.activities.map((activity) => {
            const [words, mood] = ACTIVITY_STATES[activity.state];
            const { id, customer, value, created_at } = activity;
            return [
              linked.has(customer.id) ? (
                <a href={`${place}/customers/${customer.id}/activities/${id}`}>
                  {activityTitle(program, activity)}
                </a>
              ) : (
                activityTitle(program, activity)
              ),
              <Badge {...(mood && { mood })}>{words}</Badge>,
              countText(value),
              <Moment at={created_at} zone={zone} />,
            ];
          })}
        />
      )}
    </Card>
  );
}

const LINES = [
  { name: 'Product' },
  { name: 'Variant' },
  { name: 'Quantity', number: true },
  { name: 'Price', number: true },
];

function Lines({ program, order }: Pick<OrderProps, 'order'> & { program: Program }) {
  return (
    <Card title="Lines" id="lines" flush>
      {order.line_items.length === 0 ? (
        <p class="muted pad">The store told no lines.</p>
      ) : (
        <Table
          caption="Lines"
          columns={LINES}
          rows={order.line_items.map(({ product_id, variant_id, quantity, price_minor }) => [
            product_id,
            variant_id,
            countText(quantity),
            presentMoney(price_minor, program.currency, 'en').formatted,
          ])}
        />
      )}
    </Card>
  );
}

function Amounts({ program, order }: Pick<OrderProps, 'order'> & { program: Program }) {
  const zone = zoneOf(program, order);
  const money = (minor: number) => presentMoney(minor, program.currency, 'en').formatted;
  const { customer, claims, date, number, cancelled_at } = order;
  return (
    <Card title="Details" id="details">
      <Facts
        facts={[
          ['Customer', customer.email ?? customer.merchant_id],
          ['Id in the store', <Copied text={order.merchant_id} label="Copy the id of the order" />],
          number === null ? undefined : ['Number', number],
          ['Placed', <Moment at={date} zone={zone} />],
          ['Total', money(order.total_minor)],
          ['Paid', money(order.paid_minor)],
          order.refunded_minor === 0 ? undefined : ['Refunded', money(order.refunded_minor)],
          order.discounts_minor === 0 ? undefined : ['Discounts', money(order.discounts_minor)],
          ['Counts for tiers', money(order.spend_minor)],
          cancelled_at === null ? undefined : ['Cancelled', <Moment at={cancelled_at} zone={zone} />],
          claims.length === 0 ? undefined : ['Rewards used', countText(claims.length)],
          ['Zone', zone],
        ]}
      />
    </Card>
  );
}

function zoneOf(program: Program, { site_id }: Pick<WholeOrder, 'site_id'>): string {
  return ((site_id !== null && program.site(site_id)) || program.sites[0]!).time_zone;
}
