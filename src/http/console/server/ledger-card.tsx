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
}

/** How the check of the ledger stands, and the way to order one. */
export function LedgerCard({ ledger, zone, path, token }: LedgerProps) {
  const { last, running, drifts, findings } = ledger;
  return (
    <Card title="Check of the ledger" id="ledger">
      <dl class="facts">
        <dt>Last round</dt>
        <dd>
          {last
            ? `${momentText(last.finished_at, zone)}: ${countText(last.customers)} customers, ${countText(last.transactions)} transactions`
            : 'none has ended yet'}
        </dd>
        <dt>Present round</dt>
        <dd>
          {running
            ? `${countText(running.customers)} customers since ${momentText(running.started_at, zone)}`
            : 'none goes on; the next begins by itself'}
        </dd>
        <dt>Found</dt>
        <dd>{drifts === 0 ? 'nothing: it adds up' : `${countText(drifts)} things that do not add up`}</dd>
      </dl>
      {findings.length > 0 && (
        <ul class="small">
          {findings.map((finding) => (
            <li>{describeDrift(finding)}</li>
          ))}
        </ul>
      )}
      {running?.ordered ? (
        <Progress ledger={ledger} path={path} />
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
  const about = last && last.customers >= customers ? ` of about ${countText(last.customers)}` : '';
  const text = customers === 0 ? 'It begins in a moment.' : `${countText(customers)}${about} customers`;
  return {
    text,
    done: customers,
    of_all: last ? Math.max(last.customers, customers, 1) : null,
    ended: false,
  };
}
