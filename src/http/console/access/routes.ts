import type { Deps } from '../../../domain/programs/deps.ts';
import type { SignOnConfig } from '../../../sign-on.ts';
import type { App } from '../../app-types.ts';
import type { Access } from './access.ts';
import { accountRoutes } from './account.tsx';
import { confirmRoutes } from './confirm.tsx';
import { IdentityProvider } from './identity-provider.ts';
import { joinRoutes } from './join.tsx';
import { passkeySignInRoutes } from './passkey-sign-in.ts';
import { providerRoutes } from './provider-sign-in.ts';
import { signInRoutes } from './sign-in.tsx';
import { SignInQueue, type SignInTurns } from './sign-in-queue.ts';

/** The routes with which operators sign in, prove their identity, and manage their own access. */
export function accessRoutes(app: App, deps: Deps, turns: SignInTurns, signOn?: SignOnConfig): void {
  const provider = signOn && new IdentityProvider(signOn, deps);
  const access: Access = { queue: new SignInQueue(turns), provider };
  signInRoutes(app, deps, access);
  confirmRoutes(app, deps, access);
  passkeySignInRoutes(app, deps, access);
  if (provider) providerRoutes(app, deps, access, provider);
  joinRoutes(app, deps);
  accountRoutes(app, deps, access);
}
