import type { ComponentChildren } from 'preact';
import { totpAddress } from '../../../domain/operators/totp.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { QrCode } from '../design/qr-code.tsx';
import type { Surroundings } from './screens.tsx';
import { FormToken, StandaloneScreen } from './standalone-screen.tsx';

interface TotpProps extends Surroundings {
  token: string;
  email: string;
  secret: string;
  sealed: string;
  wrong?: ComponentChildren;
}

export function TotpScreen({ base, look, wording, token, email, secret, sealed, wrong }: TotpProps) {
  const { say } = wording;
  return (
    <StandaloneScreen {...{ base, look, wording }} title={say('account_codes')} about={say('totp_about')}>
      <Card>
        <form method="post" action={`${base}/account/code`}>
          <FormToken token={token} />
          <input type="hidden" name="sealed" value={sealed} />
          <p>{say('totp_scan')}</p>
          <QrCode text={totpAddress(secret, email)} words={say('totp_picture')} />
          <ButtonLink href={totpAddress(secret, email)}>{say('totp_open')}</ButtonLink>
          <p>{say('totp_type')}</p>
          <p class="secret">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</p>
          <Field
            name="code"
            label={say('totp_code')}
            inputmode="numeric"
            autocomplete="one-time-code"
            required
            {...(wrong && { wrong })}
          />
          <div class="row">
            <Button kind="main">{say('account_turn_on')}</Button>
            <ButtonLink href={`${base}/account`}>{say('leave_it')}</ButtonLink>
          </div>
        </form>
      </Card>
    </StandaloneScreen>
  );
}
