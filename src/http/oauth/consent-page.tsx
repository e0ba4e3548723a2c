import type { AuthorizationRequest } from '../../domain/oauth/check-authorization.ts';
import type { Parameters } from '../../domain/oauth/grant-request.ts';
import type { Scope } from '../../domain/programs/scopes.ts';
import { Document } from '../shared/document.tsx';

const MEANINGS: Record<Scope, string> = {
  read_customers: 'See customers, their points, rewards and history',
  write_customers: 'See and change customers, give, take and spend their points',
  read_orders: 'See orders',
  write_orders: 'See and record orders, which earn points',
  read_configuration: "See the program's configuration",
  write_configuration: "See and change the program's configuration",
  read_reports: 'See reports: sums of points that name no customer',
  write_reports: 'See reports, and close months',
};

/** The parts of the app's request that come back with the decision, to be checked again. */
const CARRIED = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

interface ConsentProps {
  asked: AuthorizationRequest;
  parameters: Parameters;
  /** The reason why the tried key does not suffice. */
  complaint?: string;
}

/** The page on which an operator decides on an app, in the language of the command line. */
export function ConsentPage({ asked, parameters, complaint }: ConsentProps) {
  const { app, program, scopes, redirect_uri } = asked;
  return (
    <Document language="en" title={`Let ${app.name} use ${program.name}?`}>
      <main class="form">
        <header class="masthead">
          <h1>
            Let {app.name} use {program.name}?
          </h1>
          <p class="muted">Whatever you decide, you are then sent on to {new URL(redirect_uri).host}.</p>
        </header>
        <section class="card stack">
          <h2>It wants to</h2>
          <ul class="points">
            {scopes.map((scope) => (
              <li key={scope}>
                {MEANINGS[scope]} <span class="muted small">({scope})</span>
              </li>
            ))}
          </ul>
        </section>
        <form class="card stack" method="post" action="authorize">
          {CARRIED.map(
            (name) =>
              parameters[name] !== undefined && (
                <input key={name} type="hidden" name={name} value={parameters[name]} />
              ),
          )}
          {complaint && (
            <p class="complaint" role="alert">
              {complaint}
            </p>
          )}
          <label for="api_key">An API key of the program</label>
          <p class="muted small" id="api_key_advice">
            It shows that you may decide: it needs write_configuration and all that the app wants. The app
            does not get to see it.
          </p>
          <input
            id="api_key"
            name="api_key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="api_key_advice"
            aria-invalid={complaint !== undefined}
          />
          <div class="actions">
            <button type="submit" name="decision" value="approve" class="button">
              Approve
            </button>
            <button type="submit" name="decision" value="deny" class="button quiet">
              Deny
            </button>
          </div>
        </form>
      </main>
    </Document>
  );
}
