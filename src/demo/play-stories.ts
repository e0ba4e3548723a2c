import type { CustomerRow } from '../domain/customers/customer-row.ts';
import { getCustomer } from '../domain/customers/find-customer.ts';
import { processDue } from '../domain/operations/process-due.ts';
import type { Program } from '../domain/programs/configuration.ts';
import type { Deps } from '../domain/programs/deps.ts';
import { findCustomers, whileHoldingDemo } from './demo-store.ts';
import { join, performAct } from './perform-act.ts';
import type { Step, Story } from './story.ts';

interface Player {
  story: Story;
  /** undefined before joining. */
  customer: CustomerRow | undefined;
  /** The remaining steps. The next step is the last of the list. */
  ahead: Step[];
}

/** A step of a player; without a step, the player's due work. */
interface Move {
  at: number;
  player: Player;
  step: Step | undefined;
}

/**
 * A turn ends after so many moves; on a busy machine it ends after the move that exceeds this time. Its transaction is
 * idle meanwhile, and must not look like a forgotten one.
 */
const TURN = { moves: 20, ms: 500 };

/**
 * Plays the stories up to `end` (ms) in the order of time. Each step runs its use case with the clock at the moment of
 * the step. Due work in between is processed at its own moment. Servers that play at once take turns. Each continues
 * from the place that the server before it, or an interrupted play, has reached.
 */
export async function playStories(
  deps: Deps,
  program: Program,
  stories: readonly Story[],
  end: number,
): Promise<void> {
  const first = await cast(deps, program, stories);
  let over = first.every(hasPlayed);
  const report = over ? () => {} : progressLogger(deps, stepsAhead(first));
  while (!over) {
    over = await whileHoldingDemo(deps, program.id, async () => {
      const players = await cast(deps, program, stories);
      report(stepsAhead(players));
      const until = deps.clock.real() + TURN.ms;
      for (let moves = 1; ; moves++) {
        const move = nextMove(players, end);
        if (!move) return true;
        await makeMove(turned(deps, move.at), program, move);
        if (moves === TURN.moves || deps.clock.real() >= until) return false;
      }
    });
  }
}

/**
 * The progress of each story. The entries of a customer never go back in time, so the latest entry belongs to the last
 * finished step.
 */
async function cast(deps: Deps, program: Program, stories: readonly Story[]): Promise<Player[]> {
  const ids = stories.map((story) => story.merchant_id);
  const customers = await findCustomers(deps.db, program.id, ids);
  return stories.map((story) => {
    const customer = customers.get(story.merchant_id);
    const done = customer?.last_entry_at ?? Number.NEGATIVE_INFINITY;
    return { story, customer, ahead: story.steps.filter((step) => step.at > done).reverse() };
  });
}

function stepsAhead(players: readonly Player[]): number {
  return players.reduce((sum, { ahead }) => sum + ahead.length, 0);
}

/** Without this, the first start plays for some seconds without any sign. */
function progressLogger({ logger }: Pick<Deps, 'logger'>, steps: number): (ahead: number) => void {
  logger.info({ steps }, "demo: playing its customers' history; only the first start does");
  let told = 0;
  return (ahead) => {
    const quarter = Math.floor((1 - ahead / steps) * 4);
    if (quarter > told && quarter < 4) logger.info(`demo: ${quarter * 25} % played`);
    told = Math.max(told, quarter);
  };
}

function hasPlayed(player: Player): boolean {
  return player.ahead.length === 0;
}

function nextMove(players: readonly Player[], end: number): Move | undefined {
  let next: Move | undefined;
  for (const player of players) {
    const step = player.ahead.at(-1);
    const due = player.customer?.next_due_at ?? Number.POSITIVE_INFINITY;
    const at = Math.min(step?.at ?? Number.POSITIVE_INFINITY, due);
    if (at > end || (next && next.at <= at)) continue;
    next = { at, player, step: due <= at ? undefined : step };
  }
  return next;
}

async function makeMove(deps: Deps, program: Program, { player, step }: Move): Promise<void> {
  const { story } = player;
  if (!step) {
    player.customer = await processDue(deps, program, player.customer!);
    return;
  }
  player.ahead.pop();
  if (step.act.kind === 'join') {
    player.customer = await join(deps, program, story, step.act);
    return;
  }
  await performAct({ deps, program, story, customer: player.customer! }, step.act);
  player.customer = await getCustomer(deps.db, program.id, story.merchant_id);
}

/** The same server with another time on the program's clock. The wall clock stays in the present. */
function turned(deps: Deps, at: number): Deps {
  return {
    ...deps,
    clock: { now: () => at, real: () => deps.clock.real(), shared: (db) => deps.clock.shared(db) },
  };
}
