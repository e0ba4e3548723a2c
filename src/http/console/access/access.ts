import type { IdentityProvider } from './identity-provider.ts';
import type { SignInQueue } from './sign-in-queue.ts';

/** The parts that the ways to sign in share. */
export interface Access {
  queue: SignInQueue;
  /** undefined: the server has no identity provider. */
  provider: IdentityProvider | undefined;
}
