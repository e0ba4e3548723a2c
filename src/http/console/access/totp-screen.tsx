import { totpAddress } from '../../../domain/operators/totp.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { QrCode } from '../design/qr-code.tsx';
import { Alone, FormToken } from './alone.tsx';
import type { Surroundings } from './screens.tsx';

interface TotpProps extends Surroundings {
  token: string;
  email: string;
  secret: string;
  sealed: string;
  wrong?: string;
}

export function TotpScreen({ base, look, token, email, secret, sealed, wrong }: TotpProps) {
  const about = 'An authenticator app then shows a code for each time that you sign in.';
  return (
    <Alone base={base} look={look} title="Codes of an app" about={about}>
      <Card>
        <form method="post" action={`${base}/account/code`}>
          <FormToken token={token} />
          <input type="hidden" name="sealed" value={sealed} />
          <p>Scan this with the app:</p>
          <QrCode text={totpAddress(secret, email)} words="The key below, for the camera of the app" />
          <ButtonLink href={totpAddress(secret, email)}>Open the app on this device</ButtonLink>
          <p>Or type this key into it:</p>
          <p class="secret">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</p>
          <Field
            name="code"
            label="The code that the app shows"
            inputmode="numeric"
            autocomplete="one-time-code"
            required
            {...(wrong && { wrong })}
          />
          <div class="row">
            <Button kind="main">Turn on</Button>
            <ButtonLink href={`${base}/account`}>Leave it</ButtonLink>
          </div>
        </form>
      </Card>
    </Alone>
  );
}
