import { describeDrift } from '../../../domain/ledger/describe-drift.ts';
import type { LedgerChecks } from '../../../domain/ledger/ledger-checks.ts';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { English } from '../design/english.tsx';
import { Sentence } from '../design/sentence.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import type { LiveState } from '../live.ts';

interface LedgerProps {
  ledger: LedgerChecks;
  zone: string;
  /** The path of the screen. */
  path: string;
  token: string;
  /** Whether the operator ordered a check while an earlier one was running. */
  tooLate: boolean;
}

/** The state of the check of the ledger, and the button that orders one. */
export function LedgerCard({ ledger, zone, path, token, tooLate }: LedgerProps) {
  const { say } = useWording();
  const { last, running, replaced, drifts, findings } = ledger;
  return (
    <Card title={say('ledger_check')} id="ledger">
      <dl class="facts">
        <dt>{say('ledger_last')}</dt>
        <dd>
          {last ? (
            <Sentence at={last.finished_at} zone={zone}>
              {(moment) =>
                say('ledger_round', {
                  moment,
                  customers: say('ledger_customers', { count: last.customers }),
                  transactions: say('ledger_transactions', { count: last.transactions }),
                })
              }
            </Sentence>
          ) : (
            say('ledger_none_ended')
          )}
        </dd>
        <dt>{say('ledger_present')}</dt>
        <dd>
          {running ? (
            <Sentence at={running.started_at} zone={zone}>
              {(moment) =>
                say('ledger_since', {
                  customers: say('ledger_customers', { count: running.customers }),
                  moment,
                })
              }
            </Sentence>
          ) : (
            say('ledger_none_goes_on')
          )}
        </dd>
        {replaced && (
          <>
            <dt>{say('ledger_before')}</dt>
            <dd>
              <Sentence at={replaced.started_at} zone={zone}>
                {(moment) =>
                  say('ledger_replaced', {
                    customers: say('ledger_customers', { count: replaced.customers }),
                    moment,
                  })
                }
              </Sentence>
            </dd>
          </>
        )}
        <dt>{say('ledger_found')}</dt>
        <dd>{drifts === 0 ? say('ledger_well') : say('ledger_drifts', { count: drifts })} </dd>
      </dl>
      {findings.length > 0 && (
        <ul class="small">
          {findings.map((finding) => (
            <li>
              <English>{describeDrift(finding)}</English>
            </li>
          ))}
        </ul>
      )}
      {running?.ordered ? (
        <>
          {tooLate && <p>{say('ledger_too_late')}</p>}
          <Progress ledger={ledger} path={path} />
        </>
      ) : (
        <form class="row" method="post" action={`${path}/ledger`}>
          <FormToken token={token} />
          <Button icon="check">{say('ledger_check_now')}</Button>
        </form>
      )}
      <p class="muted small">{say('ledger_about')} </p>
    </Card>
  );
}

/** The progress of an ordered check. The check goes on even if nobody looks. */
function Progress({ ledger, path }: Pick<LedgerProps, 'ledger' | 'path'>) {
  const wording = useWording();
  const { say } = wording;
  const { text, done, of_all } = ledgerProgress(wording, ledger);
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
      <p class="muted small">{say('progress_goes_on')}</p>
      <noscript>
        <meta http-equiv="refresh" content="3" />
        <p>
          <a href={path}>{say('progress_look')}</a>
        </p>
      </noscript>
    </>
  );
}

/**
 * The state of an ordered check for a screen that follows it. The previous round gives the approximate number of
 * customers.
 */
export function ledgerProgress({ say, count }: ConsoleWording, { running, last }: LedgerChecks): LiveState {
  if (!running?.ordered) return { text: '', done: 0, of_all: null, ended: true };
  const { customers } = running;
  const text =
    last && last.customers >= customers
      ? say('ledger_of_about', {
          done: count(customers),
          customers: say('ledger_customers', { count: last.customers }),
        })
      : say('ledger_customers', { count: customers });
  return {
    text: customers === 0 ? say('progress_begins') : text,
    done: customers,
    of_all: last ? Math.max(last.customers, customers, 1) : null,
    ended: false,
  };
}
