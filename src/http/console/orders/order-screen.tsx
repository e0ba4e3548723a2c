import { toDecimal } from '../../../domain/core/money.ts';
import type { WholeOrder } from '../../../domain/listings/order-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { ACTIVITY_STATES, activityTitle } from '../customers/customer-words.ts';
import { Badge } from '../design/badge.tsx';
import { Breaks } from '../design/breaks.tsx';
import { Card } from '../design/card.tsx';
import { Copied } from '../design/copied.tsx';
import { Facts } from '../design/facts.tsx';
import { Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Stats } from '../design/stat.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
import type { Visit } from '../visit.ts';
import { orderState } from './order-words.ts';

interface OrderProps {
  visit: Visit;
  order: WholeOrder;
  /** The names of the customers that have a screen, by id. */
  linked: ReadonlyMap<number, string>;
}

/** One order: the points that it earned, and its refunds, line by line. */
export function OrderScreen({ visit, order, linked }: OrderProps) {
  const { program, place, wording } = visit;
  const { say, count } = wording;
  const [words, mood] = orderState(order);
  const { earned, pending, taken_back } = order.points;
  return (
    <Screen
      frame={visit.frame('orders')}
      title={say('why_order', { order: order.merchant_id })}
      back={{ href: `${place}/orders`, words: say('screen_orders') }}
      about={
        <span class="row">
          <Badge {...(mood && { mood })}>{say(words)}</Badge>
          <Customer {...{ place, order, linked }} />
        </span>
      }
    >
      <Stats
        stats={[
          { name: say('order_points_earned'), figure: count(earned) },
          { name: say('waiting_for_approval'), figure: count(pending) },
          { name: say('order_points_taken_back'), figure: count(taken_back) },
          { name: say('order_points_left'), figure: count(earned - taken_back) },
        ]}
      />
      <div class="aside-layout">
        <div class="stack">
          <Earned visit={visit} order={order} linked={linked} />
          <Lines program={program} order={order} />
        </div>
        <Amounts visit={visit} order={order} linked={linked} />
      </div>
    </Screen>
  );
}

/** The customer, with the way there; of one who was erased, the id alone. */
function Customer({
  place,
  order: { customer },
  linked,
}: Pick<OrderProps, 'order' | 'linked'> & { place: string }) {
  const name = <Breaks of={linked.get(customer.id) ?? customer.merchant_id} />;
  return linked.has(customer.id) ? <a href={`${place}/customers/${customer.id}`}>{name}</a> : name;
}

const EARNED = [
  { name: 'order_earned_by' },
  { name: 'points', number: true },
  { name: 'state' },
  { name: 'when', number: true },
] as const;

/** The activities of the order. The referrer's activity links to the referrer. */
function Earned({ visit: { program, place }, order, linked }: OrderProps) {
  const { say, count, language } = useWording();
  const zone = zoneOf(program, order);
  return (
    <Card title={say('order_earnings')} id="earnings" flush>
      {order.activities.length === 0 ? (
        <p class="muted pad">{say('order_earned_nothing')}</p>
      ) : (
        <Table
          caption={say('order_earnings')}
          stacks
          columns={EARNED.map((column) => ({ ...column, name: say(column.name) }))}
          rows={order.activities.map((activity) => {
            const [words, mood] = ACTIVITY_STATES[activity.state];
            const { id, customer, value, created_at } = activity;
            return [
              linked.has(customer.id) ? (
                <a href={`${place}/customers/${customer.id}/activities/${id}`}>
                  {activityTitle(program, activity, language)}
                </a>
              ) : (
                activityTitle(program, activity, language)
              ),
              count(value),
              <Badge {...(mood && { mood })}>{say(words)}</Badge>,
              <Moment at={created_at} zone={zone} />,
            ];
          })}
        />
      )}
    </Card>
  );
}

const LINES = [
  { name: 'order_product' },
  { name: 'claim_variant' },
  { name: 'order_quantity', number: true },
  { name: 'order_price', number: true },
] as const;

function Lines({ program, order }: Pick<OrderProps, 'order'> & { program: Program }) {
  const { say, count, exactMoney } = useWording();
  return (
    <Card title={say('order_lines')} id="lines" flush>
      {order.line_items.length === 0 ? (
        <p class="muted pad">{say('order_no_lines')}</p>
      ) : (
        <Table
          caption={say('order_lines')}
          columns={LINES.map((column) => ({ ...column, name: say(column.name) }))}
          rows={order.line_items.map(({ product_id, variant_id, quantity, price_minor }) => [
            product_id,
            variant_id,
            count(quantity),
            exactMoney(toDecimal(price_minor, program.currency), program.currency),
          ])}
        />
      )}
    </Card>
  );
}

function Amounts({ visit: { program, place }, order, linked }: OrderProps) {
  const { say, count, exactMoney } = useWording();
  const zone = zoneOf(program, order);
  const money = (minor: number) => exactMoney(toDecimal(minor, program.currency), program.currency);
  const { claims, date, number, cancelled_at } = order;
  return (
    <Card title={say('details')} id="details">
      <Facts
        facts={[
          [say('customer'), <Customer {...{ place, order, linked }} />],
          [say('id_in_store'), <Copied text={order.merchant_id} label={say('order_copy_id')} />],
          number === null || number === order.merchant_id ? undefined : [say('order_number'), number],
          [say('order_placed'), <Moment at={date} zone={zone} />],
          [say('order_total'), money(order.total_minor)],
          [say('order_paid_amount'), money(order.paid_minor)],
          order.refunded_minor === 0
            ? undefined
            : [say('order_refunded_amount'), money(order.refunded_minor)],
          order.discounts_minor === 0 ? undefined : [say('order_discounts'), money(order.discounts_minor)],
          [say('order_counts'), money(order.spend_minor)],
          cancelled_at === null
            ? undefined
            : [say('order_cancelled'), <Moment at={cancelled_at} zone={zone} />],
          claims.length === 0 ? undefined : [say('order_rewards_used'), count(claims.length)],
          [say('zone'), zone],
        ]}
      />
    </Card>
  );
}

function zoneOf(program: Program, { site_id }: Pick<WholeOrder, 'site_id'>): string {
  return ((site_id !== null && program.site(site_id)) || program.sites[0]!).time_zone;
}
