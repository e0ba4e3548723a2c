import type { ComponentChildren } from 'preact';
import { Button } from '../design/button.tsx';
import { useWording } from '../language/use-wording.ts';
import { FormToken } from './standalone-screen.tsx';

interface PasskeyFormProps {
  /** The address of the form; the options for the browser are at `/options` below it. */
  action: string;
  /** create: the browser makes a passkey; get: it uses one. */
  kind: 'create' | 'get';
  words: string;
  /** Whether this is the main action of the screen. */
  main?: boolean;
  token?: string;
  next?: string | undefined;
  children?: ComponentChildren;
}

/**
 * Asks the browser for a passkey. The form is hidden until the script `passkeys` shows it. Without the script, and in
 * browsers without passkeys, the password still works.
 */
export function PasskeyForm({ action, kind, words, main = false, token, next, children }: PasskeyFormProps) {
  const { say } = useWording();
  return (
    <form method="post" action={action} data-passkey={kind} data-options={`${action}/options`} hidden>
      {token && <FormToken token={token} />}
      {next && <input type="hidden" name="next" value={next} />}
      <input type="hidden" name="answer" value="" />
      {children}
      <Button icon="key" {...(main && { kind: 'main' })}>
        {words}
      </Button>
      <p class="wrong" role="alert" hidden>
        {say('sign_in_no_passkey')}
      </p>
    </form>
  );
}
