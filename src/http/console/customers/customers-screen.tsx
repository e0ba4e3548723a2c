import { CUSTOMER_STATES } from '../../../domain/listings/customer-choice.ts';
import type { FoundCustomer } from '../../../domain/listings/customer-search.ts';
import type { CustomerRecord } from '../../../domain/listings/customer-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Badge } from '../design/badge.tsx';
import { Breaks } from '../design/breaks.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Field } from '../design/field.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Pages } from '../design/pages.tsx';
import { Table } from '../design/table.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { ProgramName } from '../program-name.tsx';
import { nameOf } from '../program-names.ts';
import { customerName, customerState } from './customer-words.ts';
import { DoneNotice } from './done-notice.tsx';
import { type CustomersQuestion, type FoundPage, queryOf, tiersOf } from './find-customers.ts';
import { tierKey } from './tier-name.ts';

interface CustomersProps extends FoundPage {
  frame: FrameView;
  place: string;
  program: Program;
  question: CustomersQuestion;
  done: string | undefined;
  token: string;
  /** The address that finds the same customers; undefined: there is none. */
  address: string | undefined;
}

const COLUMNS = [
  { name: 'customer' },
  { name: 'points', number: true },
  { name: 'customers_pending', number: true },
  { name: 'tier' },
  { name: 'state' },
  { name: 'since', number: true },
] as const;

/** The customers of a program, newest first, or the result of a search. */
export function CustomersScreen(props: CustomersProps) {
  const { frame, program, done } = props;
  const { say } = frame.wording;
  return (
    <Screen
      frame={frame}
      title={say('screen_customers')}
      about={say('newest_first', { zone: program.sites[0]!.time_zone })}
    >
      <DoneNotice done={done} />
      <Choice {...props} />
      <div class="stack" data-found data-found-address={props.address}>
        <Found {...props} />
      </div>
    </Screen>
  );
}

const STATE_WORDS = {
  member: 'customers_members',
  guest: 'customers_guests',
  blocked: 'customers_blocked',
} as const;

/** Filters customers by tier and state. The form also sends the words of the search. */
function Choice({ place, program, token, question: { asked, choice } }: CustomersProps) {
  const { say, language } = useWording();
  return (
    <form class="row filters" action={`${place}/customers`} method="post" data-searches>
      <FormToken token={token} />
      <input type="hidden" name="q" value={asked} />
      <Field
        name="state"
        label={say('state')}
        value={choice.state ?? ''}
        options={[
          ['', say('everything')],
          ...CUSTOMER_STATES.map((state) => [state, say(STATE_WORDS[state])] as const),
        ]}
      />
      <Field
        name="tier"
        label={say('tier')}
        value={tiersOf(program).find(({ id }) => id === choice.tier_id)?.key ?? ''}
        options={[
          ['', say('everything')],
          ...tiersOf(program).map(({ key }) => [key, nameOf(program, 'tier', key, language)] as const),
        ]}
      />
      <Button>{say('span_show')}</Button>
    </form>
  );
}

/** The part of the screen that is fetched again while the operator types. */
function Found(props: CustomersProps) {
  const wording = useWording();
  const { place, program, question, page, more } = props;
  const path = `${place}/customers`;
  const query = queryOf(program, question);
  return (
    <>
      {question.asked !== '' && (
        <p class="muted" data-found-text>
          {foundText(wording, question.asked, page.rows.length, more)}
        </p>
      )}
      <Card flush>
        {page.rows.length === 0 ? (
          <Nobody chosen={question.asked !== '' || Object.keys(query).length > 0} more={more} path={path} />
        ) : (
          <List {...props} />
        )}
      </Card>
      <Pages path={path} query={query} page={page} />
    </>
  );
}

/** "3 customers for “ada”". */
function foundText({ say }: ConsoleWording, asked: string, count: number, more: boolean): string {
  if (!more) return say('customers_found', { asked, count });
  return count === 0
    ? say('customers_found_none_yet', { asked })
    : say('customers_found_first', { asked, count });
}

function List({ place, program, page, found }: CustomersProps) {
  const { say, count, date } = useWording();
  const zone = program.sites[0]!.time_zone;
  return (
    <Table
      caption={say('screen_customers')}
      stacks
      columns={COLUMNS.map((column) => ({ ...column, name: say(column.name) }))}
      rows={page.rows.map((customer) => {
        const [words, mood] = customerState(customer);
        return [
          <Who
            customer={customer}
            found={found.get(customer.id)}
            href={`${place}/customers/${customer.id}`}
          />,
          count(customer.points_approved),
          customer.points_pending === 0 ? null : count(customer.points_pending),
          customer.tier_id === null ? null : (
            <ProgramName program={program} subject="tier" of={tierKey(program, customer.tier_id)} />
          ),
          <Badge {...(mood && { mood })}>{say(words)}</Badge>,
          date(customer.enrolled_at ?? customer.created_at, zone),
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
  const wording = useWording();
  const name = customerName(customer);
  const also = foundBy(wording, found, customer) ?? otherName(customer, name);
  return (
    <span class="who-cell">
      <a href={href}>{name}</a>
      {also && (
        <span class="muted small">
          <Breaks of={also} />
        </span>
      )}
    </span>
  );
}

/** The field in which the search found a customer, if it is not the name. */
function foundBy(
  { say }: ConsoleWording,
  found: FoundCustomer | undefined,
  { merchant_id }: CustomerRecord,
): string | undefined {
  switch (found?.by) {
    case 'order':
      return found.order === null ? undefined : say('why_order', { order: found.order });
    case 'code':
      return say('customers_by_code');
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
  const { say } = useWording();
  return chosen ? (
    <EmptyState
      icon="search"
      title={say(more ? 'customers_nobody_first' : 'customers_nobody')}
      action={<ButtonLink href={path}>{say('show_all')}</ButtonLink>}
    >
      {more && `${say('customers_so_many')} `}
      {say('customers_search_by')}
    </EmptyState>
  ) : (
    <EmptyState icon="people" title={say('customers_none')}>
      {say('customers_none_about')}
    </EmptyState>
  );
}
