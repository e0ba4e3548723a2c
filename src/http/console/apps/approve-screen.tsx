import type { AuthorizationRequest } from '../../../domain/oauth/check-authorization.ts';
import type { SignedInOperator } from '../../../domain/operators/find-session.ts';
import type { Scope } from '../../../domain/programs/scopes.ts';
import type { Surroundings } from '../access/screens.tsx';
import { FormToken, StandaloneScreen } from '../access/standalone-screen.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Icon } from '../design/icon.tsx';
import { ScopeName } from '../developers/scope-name.tsx';

interface ApproveProps extends Surroundings {
  asked: AuthorizationRequest;
  /** The scopes that the operator lacks to approve it. */
  lacked: readonly Scope[];
  operator: SignedInOperator;
  token: string;
  /** The address of the decision, with the app's request. */
  action: string;
}

/** The placeholder for the host in a sentence. The host has an element of its own. */
const HOST = '{host}';

/** Isolates a foreign name, so that a name from right to left does not turn the words around it. */
const apart = (name: string) => `\u2068${name}\u2069`;

/** An operator decides on an app. */
export function ApproveScreen({ base, look, wording, asked, lacked, operator, token, action }: ApproveProps) {
  const { say } = wording;
  const { app, program, scopes, redirect_uri } = asked;
  const complaint = lacked.length > 0 && (
    <>
      {say('approve_lacks')}
      <ul>
        {lacked.map((scope) => (
          <li>
            <ScopeName scope={scope} />
          </li>
        ))}
      </ul>
    </>
  );
  const [beforeHost, afterHost] = say('approve_then', { host: HOST }).split(HOST);
  return (
    <StandaloneScreen
      {...{ base, look, wording }}
      title={say('approve_title', { app: apart(app.name), program: apart(program.name) })}
      about={say('approve_you', { name: apart(operator.name), email: operator.email })}
      complaint={complaint}
    >
      <Card title={say('approve_wants')} id="wants">
        <ul class="stack tight">
          {scopes.map((scope) => (
            <li class={lacked.includes(scope) ? 'row lacked' : 'row'}>
              <Icon name={lacked.includes(scope) ? 'alert' : 'check'} />
              <span>
                <ScopeName scope={scope} />
              </span>
            </li>
          ))}
        </ul>
        <form method="post" action={action}>
          <FormToken token={token} />
          <p class="muted">
            {say('approve_keeps')} {beforeHost}
            <strong>
              <bdi>{new URL(redirect_uri).host}</bdi>
            </strong>
            {afterHost}
          </p>
          <div class="row">
            {lacked.length === 0 && (
              <Button kind="main" name="decision" value="approve">
                {say('approve')}
              </Button>
            )}
            <Button name="decision" value="deny">
              {say('approve_deny')}
            </Button>
          </div>
        </form>
      </Card>
      <form method="post" action={`${base}/sign-out`}>
        <FormToken token={token} />
        <input type="hidden" name="next" value={action} />
        <Button kind="bare" low>
          {say('approve_other')}
        </Button>
      </form>
    </StandaloneScreen>
  );
}
