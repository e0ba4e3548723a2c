import type { Page } from '../../../domain/core/pagination.ts';
import type { CustomerRecord } from '../../../domain/listings/customer-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { Badge } from '../design/badge.tsx';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { Pages } from '../design/pages.tsx';
import { Table } from '../design/table.tsx';
import { nameOf } from '../program-names.ts';
import { customerName, customerState } from './customer-words.ts';
import { Told } from './told.tsx';

interface CustomersProps {
  frame: FrameView;
  place: string;
  program: Program;
  asked: string;
  page: Page<CustomerRecord>;
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
export function CustomersScreen({ frame, place, program, asked, page, done }: CustomersProps) {
  const zone = program.sites[0]!.time_zone;
  const path = `${place}/customers`;
  return (
    <Screen frame={frame} title="Customers" about={asked ? `Found for “${asked}”` : `Newest first · ${zone}`}>
      <Told done={done} />
      <Card flush>
        {page.rows.length === 0 ? (
          <Nobody asked={asked} path={path} />
        ) : (
          <Table
            caption="Customers"
            columns={COLUMNS}
            rows={page.rows.map((customer) => {
              const [words, mood] = customerState(customer);
              return [
                <Who customer={customer} href={`${path}/${customer.id}`} />,
                <Badge {...(mood && { mood })}>{words}</Badge>,
                customer.tier_id === null ? null : tierName(program, customer.tier_id),
                countText(customer.points_approved),
                customer.points_pending === 0 ? null : countText(customer.points_pending),
                momentText(customer.enrolled_at ?? customer.created_at, zone).split(',')[0],
              ];
            })}
          />
        )}
      </Card>
      <Pages path={path} query={asked ? { q: asked } : {}} page={page} newer="Newer" older="Older" />
    </Screen>
  );
}

function Who({ customer, href }: { customer: CustomerRecord; href: string }) {
  const name = customerName(customer);
  const also = [customer.email, customer.merchant_id].find((text) => text && text !== name);
  return (
    <span class="who-cell">
      <a href={href}>{name}</a>
      {also && <span class="muted small">{also}</span>}
    </span>
  );
}

export function tierName(program: Program, tierId: number): string {
  return nameOf(program, 'tier', program.tier(tierId)?.key ?? String(tierId));
}

function Nobody({ asked, path }: { asked: string; path: string }) {
  return asked ? (
    <EmptyState icon="search" title="Nobody was found" action={<ButtonLink href={path}>Show all</ButtonLink>}>
      Search by the first letters of an email, or by the customer’s whole id in the store.
    </EmptyState>
  ) : (
    <EmptyState icon="people" title="No customers yet">
      Customers appear with their first order or visit, or when you import them: loyaltyd import.
    </EmptyState>
  );
}
