import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/core/errors.ts';
import type { Attempt } from '../../../domain/operations/sign-in.ts';
import { networkOf } from '../../failed-attempts.ts';
import { senderOf } from './sender.ts';

/** The turns in which passwords are checked, shared between networks, and the passing of time. */
export interface SignInTurns {
  /** Returns undefined if the turn is given at once. */
  take(network: string): Promise<void> | undefined;
  give(network: string): void;
  pause(ms: number): Promise<void>;
}

/** So many of one network may try at once. */
const MOST_AT_ONCE = 8;

/**
 * Lets people try to sign in, a few at once: checking a password takes memory and time, which an attacker must not take
 * from the requests of stores.
 */
export class SignInQueue {
  private readonly trying = new Map<string, number>();

  constructor(private readonly turns: SignInTurns) {}

  /** Throws `rate_limited` if the network tries too often at once, `unavailable` if no turn comes. */
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
      return await this.inTurn(network, () =>
        attempt({ from: senderOf(request), network, pause: (ms) => this.pause(network, ms) }),
      );
    } finally {
      const left = this.trying.get(network)! - 1;
      if (left > 0) this.trying.set(network, left);
      else this.trying.delete(network);
    }
  }

  private async inTurn<R>(network: string, work: () => Promise<R>): Promise<R> {
    await this.turns.take(network);
    try {
      return await work();
    } finally {
      this.turns.give(network);
    }
  }

  /** Whoever waits leaves its turn to others meanwhile. */
  private async pause(network: string, ms: number): Promise<void> {
    this.turns.give(network);
    await this.turns.pause(ms);
    await this.turns.take(network);
  }
}
