import { presentMoney } from '../../../domain/core/money.ts';
import type { Page } from '../../../domain/core/pagination.ts';
import type { ListedOrder } from '../../../domain/listings/order-store.ts';
import { Badge } from '../design/badge.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Pages } from '../design/pages.tsx';
import { Table } from '../design/table.tsx';
import type { Visit } from '../visit.ts';
import { orderPath, orderState } from './order-words.ts';
import type { OrderQuestion } from './read-orders.ts';

interface OrdersProps {
  visit: Visit;
  question: OrderQuestion;
  page: Page<ListedOrder>;
  /** The customers that have a screen. */
  linked: ReadonlySet<number>;
}

const COLUMNS = [
  { name: 'Order' },
  { name: 'State' },
  { name: 'Customer' },
  { name: 'Total', number: true },
  { name: 'Recorded', number: true },
];

/** The orders of a program, newest first, or those that were searched for. */
export function OrdersScreen({ visit, question, page, linked }: OrdersProps) {
  const { program, place } = visit;
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/orders`;
  const { asked, day } = question;
  return (
    <Screen frame={visit.frame('orders')} title="Orders" about={`Newest first · ${zone}`}>
      <form class="row filters" action={path} method="get">
        <Field
          name="q"
          label="Order or customer"
          value={asked}
          help="The id in the store, or the customer’s whole email"
        />
        <Field name="day" label="Day" type="date" value={day} />
        <Button>Show</Button>
      </form>
      <Card flush>
        {page.rows.length === 0 ? (
          <Nothing searched={asked !== '' || day !== ''} path={path} />
        ) : (
          <Table
            caption="Orders"
            columns={COLUMNS}
            rows={page.rows.map((order) => {
              const [words, mood] = orderState(order);
              const { customer, merchant_id, total_minor, created_at } = order;
              return [
                <a href={orderPath(place, merchant_id)}>{merchant_id}</a>,
                <Badge {...(mood && { mood })}>{words}</Badge>,
                linked.has(customer.id) ? (
                  <a href={`${place}/customers/${customer.id}`}>{customer.email ?? customer.merchant_id}</a>
                ) : (
                  customer.merchant_id
                ),
                presentMoney(total_minor, program.currency, 'en').formatted,
                <Moment at={created_at} zone={zone} />,
              ];
            })}
          />
        )}
      </Card>
      <Pages
        path={path}
        query={{ ...(asked && { q: asked }), ...(day && { day }) }}
        page={page}
        newer="Newer"
        older="Older"
      />
    </Screen>
  );
}

function Nothing({ searched, path }: { searched: boolean; path: string }) {
  return searched ? (
    <EmptyState
      icon="search"
      title="Nothing was found"
      action={<ButtonLink href={path}>Show all</ButtonLink>}
    >
      Search by the whole id of an order or of a customer in the store, or by a customer’s whole email.
    </EmptyState>
  ) : (
    <EmptyState icon="bag" title="No orders yet">
      Orders that your store sends stand here, with the points that each earned.
    </EmptyState>
  );
}
