import { Pace } from './pace.ts';

/** The owner of a turn. Work that belongs to no program belongs to the server itself, and goes first. */
export interface Owner {
  program_id: number | null;
  /** The caller within the program; null: several callers together. */
  key: string | null;
}

export const SERVER_ITSELF: Owner = { program_id: null, key: null };

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

/** The turns that one program, or one key of it, has and waits for. */
interface Share {
  held: number;
  last_seen: number;
}
interface KeyShare extends Share {
  program: ProgramShare;
  waiting: Set<Waiter>;
  pace: Pace;
}
interface ProgramShare extends Share {
  id: number | null;
  keys: Map<string | null, KeyShare>;
}

interface FairTurnsOptions {
  turns: number;
  /** How long a caller waits for its turn, in ms; 0: without limit. */
  patience_ms: number;
  now: () => number;
  /** The error for a caller that has waited too long. */
  refusal: () => Error;
  /** Refuses a caller at once if it would wait too long, judged by how fast earlier callers get their turns. */
  foresees?: true;
}

/** For this long after its last turn, a key counts as one that may come again. */
const REMEMBERED_MS = 60_000;

/**
 * Gives out a number of turns. A free turn goes to the waiting program that has the fewest, and within it to the key
 * that has the fewest. No program has more than three quarters, so that the next program, and the server itself, find a
 * free turn. The same limit applies to a key if its program has several keys.
 */
export class FairTurns {
  private held = 0;
  private cleared_at = 0;
  private readonly programs = new Map<number | null, ProgramShare>();
  /** The keys that have waiting callers: few, while very many keys are remembered. */
  private readonly awaited = new Set<KeyShare>();

  constructor(private readonly options: FairTurnsOptions) {}

  /**
   * Returns undefined if the turn is given at once. Give it back with `give`, unless the promise rejects. A caller that
   * waits gets a function to leave the queue: the promise then rejects.
   */
  take(owner: Owner, onWait?: (leave: () => void) => void): Promise<void> | undefined {
    const now = this.options.now();
    if (now - this.cleared_at > REMEMBERED_MS) this.forgetOld(now);
    const program = shareOf(this.programs, owner.program_id, now, () => ({
      id: owner.program_id,
      keys: new Map(),
    }));
    const key = shareOf(program.keys, owner.key, now, () => ({
      program,
      waiting: new Set<Waiter>(),
      pace: new Pace(),
    }));
    if (this.mayHold(key)) {
      this.hold(key);
      return undefined;
    }
    if (this.options.foresees && key.pace.waitBehind(key.waiting.size, now) > this.options.patience_ms)
      return Promise.reject(this.options.refusal());
    return this.wait(key, onWait);
  }

  give(owner: Owner): void {
    const program = this.programs.get(owner.program_id)!;
    this.held -= 1;
    program.held -= 1;
    program.keys.get(owner.key)!.held -= 1;
    for (let key = this.next(); key; key = this.next()) {
      this.hold(key);
      const [waiter] = key.waiting;
      waiter!.resolve();
      key.pace.note(this.options.now());
    }
  }

  countWaiting(): number {
    let waiting = 0;
    for (const key of this.awaited) waiting += key.waiting.size;
    return waiting;
  }

  /** Refuses all waiting callers. */
  refuseWaiting(refusal: () => Error): void {
    for (const { waiting } of this.awaited) for (const waiter of waiting) waiter.reject(refusal());
  }

  private wait(key: KeyShare, onWait?: (leave: () => void) => void): Promise<void> {
    const { patience_ms, refusal } = this.options;
    if (key.waiting.size === 0) key.pace.begin();
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        key.waiting.delete(waiter);
        if (key.waiting.size === 0) this.awaited.delete(key);
      };
      const waiter: Waiter = {
        resolve() {
          leave();
          resolve();
        },
        reject(error) {
          leave();
          reject(error);
        },
      };
      const timer = patience_ms > 0 ? setTimeout(() => waiter.reject(refusal()), patience_ms) : undefined;
      key.waiting.add(waiter);
      this.awaited.add(key);
      onWait?.(() => {
        if (key.waiting.has(waiter)) waiter.reject(refusal());
      });
    });
  }

  private hold(key: KeyShare): void {
    this.held += 1;
    key.program.held += 1;
    key.held += 1;
  }

  private next(): KeyShare | undefined {
    let best: KeyShare | undefined;
    for (const key of this.awaited) {
      if (!this.mayHold(key)) continue;
      if (key.program.id === null) return key;
      const fewer = best ? key.program.held - best.program.held || key.held - best.held : -1;
      if (fewer < 0) best = key;
    }
    return best;
  }

  private mayHold({ program, held }: KeyShare): boolean {
    const { turns } = this.options;
    if (this.held >= turns) return false;
    if (program.id === null) return true;
    const most = threeQuarters(turns);
    const named = program.keys.size - (program.keys.has(null) ? 1 : 0);
    return program.held < most && held < (named > 1 ? threeQuarters(most) : most);
  }

  private forgetOld(now: number): void {
    this.cleared_at = now;
    for (const [id, program] of this.programs) {
      for (const [name, key] of program.keys) {
        if (isOver(key, now) && key.waiting.size === 0) program.keys.delete(name);
      }
      if (program.keys.size === 0) this.programs.delete(id);
    }
  }
}

function shareOf<I, S extends Share>(
  shares: Map<I, S>,
  id: I,
  now: number,
  more: () => Omit<S, keyof Share>,
): S {
  let share = shares.get(id);
  if (!share) {
    share = { held: 0, last_seen: now, ...more() } as S;
    shares.set(id, share);
  }
  share.last_seen = now;
  return share;
}

function isOver({ held, last_seen }: Share, now: number): boolean {
  return held === 0 && now - last_seen > REMEMBERED_MS;
}

function threeQuarters(turns: number): number {
  return Math.max(1, turns - Math.max(1, Math.floor(turns / 4)));
}
