import type { ComponentChildren } from 'preact';
import type { PageContext } from './page-context.ts';

interface ActionFormProps {
  page: PageContext;
  /** The action, for example `rules/12/complete`. */
  action: string;
  /** An address that a new tab opens at the same time. */
  opens?: string | null;
  children: ComponentChildren;
}

/** A form that acts for the session's customer. Sent twice, it acts once. */
export function ActionForm({ page, action, opens = null, children }: ActionFormProps) {
  const { address, token, nonce } = page.actions;
  return (
    <form method="post" action={address(action)} data-opens={opens}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="nonce" value={nonce} />
      {children}
    </form>
  );
}
