import type { Program } from '../../../domain/programs/configuration.ts';
import { Badge } from '../design/badge.tsx';
import { Breaks } from '../design/breaks.tsx';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Copied } from '../design/copied.tsx';
import { Facts } from '../design/facts.tsx';
import { type FrameView, Screen } from '../design/frame.tsx';
import { Moment } from '../design/moment.tsx';
import { Notice } from '../design/notice.tsx';
import { Stats } from '../design/stat.tsx';
import { useWording } from '../language/use-wording.ts';
import { ProgramName } from '../program-name.tsx';
import { BalanceCard } from './balance-card.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { customerName, customerState, zoneOf } from './customer-words.ts';
import type { FormView } from './deed.tsx';
import { DoneNotice } from './done-notice.tsx';
import { Notes } from './notes.tsx';
import type { CustomerWithHistory } from './read-customers.ts';
import { RequestFile } from './request-file.tsx';
import { requestText } from './request-words.ts';
import { TierCard } from './tier-card.tsx';
import { tierKey } from './tier-name.ts';
import { TimelineCard } from './timeline-card.tsx';

interface CustomerProps extends CustomerWithHistory {
  frame: FrameView;
  place: string;
  program: Program;
  /** The form for the actions; null: the operator may only look. */
  form: FormView | null;
  done: string | undefined;
}

/** One customer: the identity, the points, and everything that changed them, with the reasons. */
export function CustomerScreen(props: CustomerProps) {
  const {
    frame,
    place,
    program,
    customer,
    balance,
    status,
    curve,
    timeline,
    shown,
    notes,
    notes_before,
    requests,
    names,
    form,
    done,
  } = props;
  const zone = zoneOf(program, customer);
  const home = `${place}/customers/${customer.id}`;
  const [words, mood] = customerState(customer);
  const { wording } = frame;
  const { say, count } = wording;
  const name = customerName(customer);
  return (
    <Screen
      frame={frame}
      title={name}
      back={{ href: `${place}/customers`, words: say('screen_customers') }}
      about={
        <span class="row">
          <Badge {...(mood && { mood })}>{say(words)}</Badge>
          {customer.tier_id !== null && (
            <Badge mood="accent">
              <ProgramName program={program} subject="tier" of={tierKey(program, customer.tier_id)} />
            </Badge>
          )}
          {customer.email !== null && customer.email !== name && (
            <span>
              <Breaks of={customer.email} />
            </span>
          )}
        </span>
      }
      beside={form && <CustomerActions program={program} customer={customer} home={home} form={form} />}
    >
      <DoneNotice done={done} />
      {requests.map((request) => (
        <Notice
          mood="warn"
          beside={
            <ButtonLink low href={`${place}/queue`}>
              {say('customer_to_queue')}
            </ButtonLink>
          }
        >
          {say('customer_asked', {
            request: requestText(wording, request),
            name: names.get(request.operator_id) ?? say('somebody'),
          })}
          <RequestFile of={request} place={place} />
        </Notice>
      ))}
      <Stats
        stats={[
          { name: say('points'), figure: count(customer.points_approved) },
          { name: say('waiting_for_approval'), figure: count(customer.points_pending) },
          { name: say('customer_spent'), figure: count(customer.points_spent) },
          { name: say('customer_claims'), figure: count(customer.rewards_claimed) },
        ]}
      />
      <div class="aside-layout around">
        <div class="stack">
          <BalanceCard balance={balance} curve={curve} zone={zone} />
          {status && <TierCard program={program} status={status} zone={zone} />}
          <Card title={say('details')} id="details">
            <Details program={program} customer={customer} zone={zone} />
          </Card>
        </div>
        <TimelineCard
          view={{ wording, program, zone, place, home, names }}
          timeline={timeline}
          shown={shown}
        />
        <Card title={say('customer_notes')} id="notes">
          <Notes
            notes={notes}
            before={notes_before}
            names={names}
            home={home}
            zone={zone}
            form={form && { ...form, action: `${home}/notes` }}
          />
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
  const { say } = useWording();
  const { merchant_id, email, enrolled_at, created_at } = customer;
  return (
    <Facts
      facts={[
        [say('id_in_store'), <Copied text={merchant_id} label={say('customer_copy_id')} />],
        email === null
          ? undefined
          : [say('customer_email'), <Copied text={email} label={say('customer_copy_email')} />],
        [say('customer_site'), program.site(customer.site_id)?.name ?? ''],
        enrolled_at === null
          ? [say('customer_first_seen'), <Moment at={created_at} zone={zone} />]
          : [say('customer_member_since'), <Moment at={enrolled_at} zone={zone} />],
        [say('zone'), zone],
      ]}
    />
  );
}
