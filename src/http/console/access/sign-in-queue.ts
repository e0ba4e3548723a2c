import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import type { Attempt } from '../../../domain/operations/sign-in.ts';
import { networkOf } from '../../failed-attempts.ts';
import { endTurn } from '../../fair-share.ts';
import { senderOf } from './sender.ts';

/** The turns in which passwords are checked, shared between networks, and a pause. */
export interface SignInTurns {
  /** Returns undefined if the turn is given at once. */
  take(network: string): Promise<void> | undefined;
  give(network: string): void;
  pause(ms: number): Promise<void>;
}

/** The most attempts of one network at once. */
const MOST_AT_ONCE = 8;

/**
 * Lets a few people at once try to sign in: the check of a password takes memory and time, which an attacker must not
 * take from the requests of stores.
 */
export class SignInQueue {
  private readonly trying = new Map<string, number>();

  constructor(private readonly turns: SignInTurns) {}

  /** Throws `rate_limited` if the network has too many attempts at once, `unavailable` if no turn comes in time. */
  async run<R>(request: FastifyRequest, attempt: (attempt: Attempt) => Promise<R>): Promise<R> {
    const network = networkOf(request.ip);
    const others = this.trying.get(network) ?? 0;
    if (others >= MOST_AT_ONCE) {
      throw new DomainError('rate_limited', 'Too many try to sign in from here at once. Wait a little.', {
        retry_after_seconds: 1,
      });
    }
    this.trying.set(network, others + 1);
    try {
      // Passwords have their own turns. Without this, the request's turn would wait too.
      endTurn(request);
      return await this.inTurn(network, (pause) => attempt({ from: senderOf(request), network, pause }));
    } finally {
      const left = this.trying.get(network)! - 1;
      if (left > 0) this.trying.set(network, left);
      else this.trying.delete(network);
    }
  }

  private async inTurn<R>(network: string, work: (pause: Attempt['pause']) => Promise<R>): Promise<R> {
    await this.turns.take(network);
    let holds = true;
    // During a pause others may use the turn. Afterwards there may be no turn.
    const pause = async (ms: number) => {
      this.turns.give(network);
      holds = false;
      await this.turns.pause(ms);
      await this.turns.take(network);
      holds = true;
    };
    try {
      return await work(pause);
    } finally {
      if (holds) this.turns.give(network);
    }
  }
}
