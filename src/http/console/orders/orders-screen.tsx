import { toDecimal } from '../../../domain/core/money.ts';
import type { Page } from '../../../domain/core/pagination.ts';
import type { ListedOrder } from '../../../domain/listings/order-store.ts';
import { Badge } from '../design/badge.tsx';
import { Breaks } from '../design/breaks.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Pages } from '../design/pages.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
import type { Visit } from '../visit.ts';
import { orderPath, orderState } from './order-words.ts';
import type { OrderQuestion } from './read-orders.ts';

interface OrdersProps {
  visit: Visit;
  question: OrderQuestion;
  page: Page<ListedOrder>;
  /** The names of the customers that have a screen, by id. */
  linked: ReadonlyMap<number, string>;
}

const COLUMNS = [
  { name: 'order' },
  { name: 'order_total', number: true },
  { name: 'state' },
  { name: 'customer' },
  { name: 'recorded', number: true },
] as const;

/** The orders of a program, newest first, or the result of a search. */
export function OrdersScreen({ visit, question, page, linked }: OrdersProps) {
  const { program, place, wording } = visit;
  const { say, exactMoney } = wording;
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/orders`;
  const { asked, day } = question;
  return (
    <Screen frame={visit.frame('orders')} title={say('screen_orders')} about={say('newest_first', { zone })}>
      <form class="row filters" action={path} method="get">
        <Field name="q" label={say('orders_asked')} value={asked} help={say('orders_asked_about')} />
        <Field name="day" label={say('day')} type="date" value={day} />
        <Button>{say('span_show')}</Button>
      </form>
      <Card flush>
        {page.rows.length === 0 ? (
          <Nothing searched={asked !== '' || day !== ''} path={path} />
        ) : (
          <Table
            caption={say('screen_orders')}
            stacks
            columns={COLUMNS.map((column) => ({ ...column, name: say(column.name) }))}
            rows={page.rows.map((order) => {
              const [words, mood] = orderState(order);
              const { customer, merchant_id, total_minor, created_at } = order;
              const name = linked.get(customer.id);
              return [
                <a href={orderPath(place, merchant_id)}>{merchant_id}</a>,
                exactMoney(toDecimal(total_minor, program.currency), program.currency),
                <Badge {...(mood && { mood })}>{say(words)}</Badge>,
                <span class="apart-names">
                  {name === undefined ? (
                    customer.merchant_id
                  ) : (
                    <a href={`${place}/customers/${customer.id}`}>
                      <Breaks of={name} />
                    </a>
                  )}
                </span>,
                <Moment at={created_at} zone={zone} />,
              ];
            })}
          />
        )}
      </Card>
      <Pages path={path} query={{ ...(asked && { q: asked }), ...(day && { day }) }} page={page} />
    </Screen>
  );
}

function Nothing({ searched, path }: { searched: boolean; path: string }) {
  const { say } = useWording();
  return searched ? (
    <EmptyState
      icon="search"
      title={say('nothing_found')}
      action={<ButtonLink href={path}>{say('show_all')}</ButtonLink>}
    >
      {say('orders_search_by')}
    </EmptyState>
  ) : (
    <EmptyState icon="bag" title={say('orders_none')}>
      {say('orders_none_about')}
    </EmptyState>
  );
}
