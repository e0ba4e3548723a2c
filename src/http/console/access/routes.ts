import type { Deps } from '../../../domain/programs/deps.ts';
import type { App } from '../../app-types.ts';
import { accountRoutes } from './account.tsx';
import { confirmRoutes } from './confirm.tsx';
import { joinRoutes } from './join.tsx';
import { passkeySignInRoutes } from './passkey-sign-in.ts';
import { signInRoutes } from './sign-in.tsx';
import { SignInQueue, type SignInTurns } from './sign-in-queue.ts';

/** The routes by which operators come in, prove who they are, and look after their own access. */
export function accessRoutes(app: App, deps: Deps, turns: SignInTurns): void {
  const queue = new SignInQueue(turns);
  signInRoutes(app, deps, queue);
  confirmRoutes(app, deps, queue);
  passkeySignInRoutes(app, deps, queue);
  joinRoutes(app, deps);
  accountRoutes(app, deps);
}
