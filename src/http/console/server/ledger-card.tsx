import { describeDrift } from '../../../domain/ledger/describe-drift.ts';
import type { LedgerChecks } from '../../../domain/ledger/ledger-checks.ts';
import { FormToken } from '../access/alone.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { countText, momentText } from '../design/numbers.ts';
import type { LiveState } from '../live.ts';

interface LedgerProps {
  ledger: LedgerChecks;
  zone: string;
  /** The path of the screen. */
  path: string;
  token: string;
  /** Whether a check was to be ordered while one went on that was ordered before. */
  tooLate: boolean;
}

/** How the check of the ledger stands, and the way to order one. */
export function LedgerCard({ ledger, zone, path, token, tooLate }: LedgerProps) {
  const { last, running, replaced, drifts, findings } = ledger;
  return (
    <Card title="Check of the ledger" id="ledger">
      <dl class="facts">
        <dt>Last round</dt>
        <dd>
          {last
            ? `${momentText(last.finished_at, zone)}: ${counted(last.customers, 'customer')}, ${counted(last.transactions, 'transaction')}`
            : 'none has ended yet'}
        </dd>
        <dt>Present round</dt>
        <dd>
          {running
            ? `${counted(running.customers, 'customer')} since ${momentText(running.started_at, zone)}`
            : 'none goes on; the next begins by itself'}
        </dd>
        {replaced && (
          <>
            <dt>Round before</dt>
            <dd>
              a part of {counted(replaced.customers, 'customer')} since{' '}
              {momentText(replaced.started_at, zone)}: the present round took its place
            </dd>
          </>
        )}
        <dt>Found</dt>
        <dd>
          {drifts === 0
            ? 'nothing: it adds up'
            : drifts === 1
              ? 'one thing that does not add up'
              : `${countText(drifts)} things that do not add up`}
        </dd>
      </dl>
      {findings.length > 0 && (
        <ul class="small">
          {findings.map((finding) => (
            <li>{describeDrift(finding)}</li>
          ))}
        </ul>
      )}
      {running?.ordered ? (
        <>
          {tooLate && <p>A check that was ordered before goes on already.</p>}
          <Progress ledger={ledger} path={path} />
        </>
      ) : (
        <form class="row" method="post" action={`${path}/ledger`}>
          <FormToken token={token} />
          <Button icon="check">Check all of it now</Button>
        </form>
      )}
      <p class="muted small">
        Servers check a little at a time, so that nobody notices. A check that is ordered does not rest, and
        takes a processor of Postgres until it ends; <code>loyaltyd verify-ledger</code> does the same in one
        snapshot.
      </p>
    </Card>
  );
}

/** 1 → "1 customer", 1200 → "1,200 customers". */
function counted(count: number, thing: 'customer' | 'transaction'): string {
  return `${countText(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** How far an ordered check is. It goes on whether somebody looks or not. */
function Progress({ ledger, path }: Pick<LedgerProps, 'ledger' | 'path'>) {
  const { text, done, of_all } = ledgerProgress(ledger);
  return (
    <>
      <div class="stack tight" data-live={`${path}/ledger/progress`}>
        <progress
          aria-labelledby="ledger"
          max={of_all ?? undefined}
          value={of_all === null ? undefined : done}
        />
        <p class="muted" data-live-text>
          {text}
        </p>
      </div>
      <p class="muted small">It goes on if you leave this screen.</p>
      <noscript>
        <meta http-equiv="refresh" content="3" />
        <p>
          <a href={path}>Look again</a>
        </p>
      </noscript>
    </>
  );
}

/** The state of an ordered check for whoever watches it. The round before tells about how many customers there are. */
export function ledgerProgress({ running, last }: LedgerChecks): LiveState {
  if (!running?.ordered) return { text: '', done: 0, of_all: null, ended: true };
  const { customers } = running;
  const text =
    last && last.customers >= customers
      ? `${countText(customers)} of about ${counted(last.customers, 'customer')}`
      : counted(customers, 'customer');
  return {
    text: customers === 0 ? 'It begins in a moment.' : text,
    done: customers,
    of_all: last ? Math.max(last.customers, customers, 1) : null,
    ended: false,
  };
}
