import type { AuthorizationRequest } from '../../../domain/oauth/check-authorization.ts';
import type { SignedInOperator } from '../../../domain/operators/find-session.ts';
import type { Scope } from '../../../domain/programs/scopes.ts';
import { Alone, FormToken } from '../access/alone.tsx';
import type { Surroundings } from '../access/screens.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Icon } from '../design/icon.tsx';

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

interface ApproveProps extends Surroundings {
  asked: AuthorizationRequest;
  /** The scopes that the operator lacks to approve it. */
  lacked: readonly Scope[];
  operator: SignedInOperator;
  token: string;
  /** The address of the decision, with the app's request. */
  action: string;
}

/** An operator decides on an app. */
export function ApproveScreen({ base, look, asked, lacked, operator, token, action }: ApproveProps) {
  const { app, program, scopes, redirect_uri } = asked;
  const complaint =
    lacked.length > 0
      ? `Your role does not allow you to approve this. It lacks: ${lacked.join(', ')}.`
      : undefined;
  return (
    <Alone
      base={base}
      look={look}
      title={`Let ${app.name} use ${program.name}?`}
      about={`You are ${operator.name} · ${operator.email}`}
      complaint={complaint}
    >
      <Card title="The app wants to" id="wants">
        <ul class="stack tight">
          {scopes.map((scope) => (
            <li class="row">
              <Icon name="check" />
              <span>
                {MEANINGS[scope]} <span class="muted small">({scope})</span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <form method="post" action={action}>
        <FormToken token={token} />
        <p class="muted">
          It keeps this for up to 180 days, unless an owner revokes it before, also when you leave the
          program. Whatever you decide, you are then sent on to <strong>{new URL(redirect_uri).host}</strong>.
        </p>
        <div class="row">
          {lacked.length === 0 && (
            <Button kind="main" name="decision" value="approve">
              Approve
            </Button>
          )}
          <Button name="decision" value="deny">
            Deny
          </Button>
        </div>
      </form>
    </Alone>
  );
}
