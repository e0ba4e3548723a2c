import { CUSTOMER_STATES, type CustomerState } from '../../../domain/listings/customer-choice.ts';
import type { FoundCustomer } from '../../../domain/listings/customer-search.ts';
import type { CustomerRecord } from '../../../domain/listings/customer-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { Badge } from '../design/badge.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { Pages } from '../design/pages.tsx';
import { Table } from '../design/table.tsx';
import { nameOf } from '../program-names.ts';
import { customerName, customerState } from './customer-words.ts';
import { type CustomersQuestion, type FoundPage, tiersOf } from './find-customers.ts';
import { tierName } from './tier-name.ts';
import { Told } from './told.tsx';

interface CustomersProps extends FoundPage {
  frame: FrameView;
  place: string;
  program: Program;
  question: CustomersQuestion;
  done: string | undefined;
}

const COLUMNS = [
  { name: 'Customer' },
  { name: 'State' },
  { name: 'Tier' },
  { name: 'Points', number: true },
  { name: 'Pending', number: true },
  { name: 'Since', number: true },
];

/** The customers of a program, newest first, or those who were searched for. */
export function CustomersScreen(props: CustomersProps) {
  const { frame, program, done } = props;
  return (
    <Screen frame={frame} title="Customers" about={`Newest first · ${program.sites[0]!.time_zone}`}>
      <Told done={done} />
      <Choice {...props} />
      <div class="stack" data-found {...(byCode(props.found) && { 'data-found-secret': '' })}>
        <Found {...props} />
      </div>
    </Screen>
  );
}

const STATE_WORDS: Record<CustomerState, string> = {
  member: 'Members',
  guest: 'Guests',
  blocked: 'Blocked',
};

/** Chooses customers by tier and state. The words of the search go along. */
function Choice({ place, program, question: { asked, choice }, found }: CustomersProps) {
  const secret = byCode(found);
  return (
    <form class="row filters" action={`${place}/customers`} method="get" data-searches>
      <input type="hidden" name="q" value={secret ? '' : asked} />
      <Field
        name="state"
        label="State"
        value={choice.state ?? ''}
        options={[['', 'All'], ...CUSTOMER_STATES.map((state) => [state, STATE_WORDS[state]] as const)]}
      />
      <Field
        name="tier"
        label="Tier"
        value={tiersOf(program).find(({ id }) => id === choice.tier_id)?.key ?? ''}
        options={[
          ['', 'All'],
          ...tiersOf(program).map(({ key }) => [key, nameOf(program, 'tier', key)] as const),
        ]}
      />
      <Button>Show</Button>
    </form>
  );
}

/** Whoever knows a whole code may use it, so it stands in no address. */
function byCode(found: FoundPage['found']): boolean {
  return [...found.values()].some(({ by }) => by === 'code');
}

/** The part of the screen that is fetched anew while somebody writes. */
function Found(props: CustomersProps) {
  const { place, program, question, page, more } = props;
  const path = `${place}/customers`;
  const query = queryOf(program, byCode(props.found) ? { ...question, asked: '' } : question);
  return (
    <>
      {question.asked !== '' && (
        <p class="muted" data-found-text>
          {foundText(question.asked, page.rows.length, more)}
        </p>
      )}
      <Card flush>
        {page.rows.length === 0 ? (
          <Nobody chosen={question.asked !== '' || Object.keys(query).length > 0} more={more} path={path} />
        ) : (
          <List {...props} />
        )}
      </Card>
      <Pages path={path} query={query} page={page} newer="Newer" older="Older" />
    </>
  );
}

/** "3 customers for “ada”". */
function foundText(asked: string, count: number, more: boolean): string {
  const customers = count === 1 ? '1 customer' : `${countText(count)} customers`;
  if (more && count === 0) return `Nobody among the first for “${asked}”. Write more letters.`;
  if (!more) return `${customers} for “${asked}”`;
  return `The first ${customers} for “${asked}”. Write more letters, and others appear.`;
}

function queryOf(program: Program, { asked, choice }: CustomersQuestion): Record<string, string> {
  const tier = tiersOf(program).find(({ id }) => id === choice.tier_id);
  return {
    ...(asked !== '' && { q: asked }),
    ...(tier && { tier: tier.key }),
    ...(choice.state && { state: choice.state }),
  };
}

function List({ place, program, page, found }: CustomersProps) {
  const zone = program.sites[0]!.time_zone;
  return (
    <Table
      caption="Customers"
      columns={COLUMNS}
      rows={page.rows.map((customer) => {
        const [words, mood] = customerState(customer);
        return [
          <Who
            customer={customer}
            found={found.get(customer.id)}
            href={`${place}/customers/${customer.id}`}
          />,
          <Badge {...(mood && { mood })}>{words}</Badge>,
          customer.tier_id === null ? null : tierName(program, customer.tier_id),
          countText(customer.points_approved),
          customer.points_pending === 0 ? null : countText(customer.points_pending),
          momentText(customer.enrolled_at ?? customer.created_at, zone).split(',')[0],
        ];
      })}
    />
  );
}

interface WhoProps {
  customer: CustomerRecord;
  found: FoundCustomer | undefined;
  href: string;
}

function Who({ customer, found, href }: WhoProps) {
  const name = customerName(customer);
  const also = foundBy(found, customer) ?? otherName(customer, name);
  return (
    <span class="who-cell">
      <a href={href}>{name}</a>
      {also && <span class="muted small">{also}</span>}
    </span>
  );
}

/** The thing by which the search found a customer, where the name does not show it. */
function foundBy(found: FoundCustomer | undefined, { merchant_id }: CustomerRecord): string | undefined {
  switch (found?.by) {
    case 'order':
      return `Order ${found.order}`;
    case 'code':
      return 'Has this code';
    case 'id':
      return merchant_id;
    default:
      return undefined;
  }
}

function otherName({ email, merchant_id }: CustomerRecord, name: string): string | undefined {
  return [email, merchant_id].find((text): text is string => text !== null && text !== name);
}

function Nobody({ chosen, more, path }: { chosen: boolean; more: boolean; path: string }) {
  return chosen ? (
    <EmptyState
      icon="search"
      title={more ? 'Nobody among the first' : 'Nobody was found'}
      action={<ButtonLink href={path}>Show all</ButtonLink>}
    >
      {more && 'So many begin like this that not all were looked through. Write more letters. '}
      Search by the first letters of a name, an email, an id in the store or an order, or by a whole code.
    </EmptyState>
  ) : (
    <EmptyState icon="people" title="No customers yet">
      Customers appear with their first order or visit, or when you import them.
    </EmptyState>
  );
}
