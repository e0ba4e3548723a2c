import { Pace } from './pace.ts';

/** The owner of a turn. Work of no program is the server's own, and goes first. */
export interface Owner {
  program_id: number | null;
  /** Tells the callers of one program apart; null: several of them together. */
  key: string | null;
}

export const SERVER_ITSELF: Owner = { program_id: null, key: null };

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

/** The turns that one program, or one key of it, holds and waits for. */
interface Share {
  held: number;
  last_seen: number;
}
interface KeyShare extends Share {
  waiting: Set<Waiter>;
  pace: Pace;
}
interface ProgramShare extends Share {
  keys: Map<string | null, KeyShare>;
}

interface FairTurnsOptions {
  turns: number;
  /** How long a caller waits for its turn, in ms; 0: as long as it takes. */
  patience_ms: number;
  now: () => number;
  /** The error for a caller that has waited too long. */
  refusal: () => Error;
  /** Refuses a caller at once that would wait too long, as fast as those before it come to their turns. */
  foresees?: true;
}

/** After its last turn a key counts for so long as one that may come again. */
const REMEMBERED_MS = 60_000;

/**
 * Gives out a number of turns. A free turn goes to the waiting program that holds the fewest, and within it to the key
 * that holds the fewest. No program holds more than three quarters, so that the next program, and the server itself,
 * find a turn. The same holds for a key of a program that has several.
 */
export class FairTurns {
  private held = 0;
  private cleared_at = 0;
  private readonly programs = new Map<number | null, ProgramShare>();

  constructor(private readonly options: FairTurnsOptions) {}

  /** Returns undefined if the turn is given at once. Give it back with `give`, unless the promise rejects. */
  take(owner: Owner): Promise<void> | undefined {
    const now = this.options.now();
    if (now - this.cleared_at > REMEMBERED_MS) this.forgetOld(now);
    const program = shareOf(this.programs, owner.program_id, now, () => ({ keys: new Map() }));
    const key = shareOf(program.keys, owner.key, now, () => ({
      waiting: new Set<Waiter>(),
      pace: new Pace(),
    }));
    if (this.mayHold(owner.program_id, program, key)) {
      this.hold(program, key);
      return undefined;
    }
    if (this.options.foresees && key.pace.waitBehind(key.waiting.size, now) > this.options.patience_ms)
      return Promise.reject(this.options.refusal());
    return this.wait(key);
  }

  give(owner: Owner): void {
    const program = this.programs.get(owner.program_id)!;
    this.held -= 1;
    program.held -= 1;
    program.keys.get(owner.key)!.held -= 1;
    for (let next = this.next(); next; next = this.next()) {
      const { program, key } = next;
      this.hold(program, key);
      const [waiter] = key.waiting;
      waiter!.resolve();
      key.pace.note(this.options.now());
    }
  }

  countWaiting(): number {
    let waiting = 0;
    for (const { keys } of this.programs.values())
      for (const key of keys.values()) waiting += key.waiting.size;
    return waiting;
  }

  /** Refuses all waiting callers. */
  refuseWaiting(refusal: () => Error): void {
    for (const { keys } of this.programs.values()) {
      for (const { waiting } of keys.values()) for (const waiter of waiting) waiter.reject(refusal());
    }
  }

  private wait(key: KeyShare): Promise<void> {
    const { patience_ms, refusal } = this.options;
    if (key.waiting.size === 0) key.pace.begin();
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        key.waiting.delete(waiter);
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
    });
  }

  private hold(program: ProgramShare, key: KeyShare): void {
    this.held += 1;
    program.held += 1;
    key.held += 1;
  }

  private next(): { program: ProgramShare; key: KeyShare } | undefined {
    let best: { program: ProgramShare; key: KeyShare } | undefined;
    for (const [id, program] of this.programs) {
      for (const key of program.keys.values()) {
        if (key.waiting.size === 0 || !this.mayHold(id, program, key)) continue;
        if (id === null) return { program, key };
        const fewer = best ? program.held - best.program.held || key.held - best.key.held : -1;
        if (fewer < 0) best = { program, key };
      }
    }
    return best;
  }

  private mayHold(id: number | null, program: ProgramShare, key: KeyShare): boolean {
    const { turns } = this.options;
    if (this.held >= turns) return false;
    if (id === null) return true;
    const most = threeQuarters(turns);
    const named = program.keys.size - (program.keys.has(null) ? 1 : 0);
    return program.held < most && key.held < (named > 1 ? threeQuarters(most) : most);
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
