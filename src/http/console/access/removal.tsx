import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { FormToken } from './standalone-screen.tsx';

interface RemovalProps {
  /** Unique on the screen. */
  id: string;
  action: string;
  token: string;
  /** The id of the passkey that goes; absent: the codes go. */
  passkey?: string;
  title: string;
  words: string;
  cancel: string;
}

/** A button with a confirmation that names what goes. */
export function Removal({ id, action, token, passkey, title, words, cancel }: RemovalProps) {
  return (
    <>
      <Button low opens={id}>
        <span aria-hidden="true">{words}</span>
        <span class="unseen">{`${title}: ${words}`}</span>
      </Button>
      <Dialog id={id} title={title}>
        <form method="post" action={action}>
          <FormToken token={token} />
          {passkey !== undefined && <input type="hidden" name="passkey" value={passkey} />}
          <div class="row">
            <Button kind="danger">{words}</Button>
            <Button closes={id}>{cancel}</Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
