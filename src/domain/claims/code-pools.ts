import { DomainError } from '../core/errors.ts';
import type { Program, Reward } from '../programs/configuration.ts';
import type { Deps } from '../programs/deps.ts';
import { findProgramId } from '../programs/store.ts';
import { countPool, listOfferedPools } from './code-pool-store.ts';
import { drawsFromPool } from './reserve-inventory.ts';
import { givesVoucherCode } from './reward-kinds.ts';

/** A reward for which operators can import codes. */
export interface CodePool {
  program: Program;
  reward: Reward;
}

/** A pool that needs an operator's attention. */
interface PoolWarning {
  kind: 'code_pool_empty' | 'code_pool_low';
  /** Keys of the program file. */
  program: string;
  reward: string;
}

/** A pool with fewer codes is low. */
const LOW = 100;

/** The pool that the keys name. Throws `not_found`; `invalid_request` if the reward gives no codes. */
export async function getCodePool(
  deps: Pick<Deps, 'db' | 'programs'>,
  keys: { program_key: string; reward_key: string },
): Promise<CodePool> {
  const id = await findProgramId(deps.db, keys.program_key);
  const [program] = id === undefined ? [] : await deps.programs.some([id]);
  if (!program) throw new DomainError('not_found', `There is no program ${keys.program_key}.`);
  const reward = program.rewards.find(({ key }) => key === keys.reward_key);
  if (!reward) {
    throw new DomainError('not_found', `The program ${program.key} has no reward ${keys.reward_key}.`);
  }
  if (!givesVoucherCode(reward.properties)) {
    throw new DomainError(
      'invalid_request',
      `The reward ${reward.key} gives no voucher codes: it is of kind ${reward.kind}.`,
    );
  }
  return { program, reward };
}

/** How many codes of a pool were given and how many remain. Throws the errors of `getCodePool`. */
export async function countCodes(
  deps: Pick<Deps, 'db' | 'programs'>,
  keys: { program_key: string; reward_key: string },
): Promise<{ given: number; remaining: number }> {
  const { program, reward } = await getCodePool(deps, keys);
  return countPool(deps.db, program.id, reward.id);
}

export interface PoolLevel {
  reward: Reward;
  given: number;
  remaining: number;
  /** False if the program file says that the reward's codes are generated: no claim takes from the pool. */
  in_use: boolean;
  warning: 'empty' | 'low' | null;
}

/** The pools of all rewards that give voucher codes, in the order of the program file. Reads each pool whole. */
export async function listPools(deps: Pick<Deps, 'db'>, program: Program): Promise<PoolLevel[]> {
  const rewards = program.rewards.filter(({ properties }) => givesVoucherCode(properties));
  return Promise.all(
    rewards.map(async (reward) => {
      const { given, remaining } = await countPool(deps.db, program.id, reward.id);
      const in_use = drawsFromPool(reward);
      const warning = !in_use || remaining >= LOW ? null : remaining === 0 ? 'empty' : 'low';
      return { reward, given, remaining, in_use, warning };
    }),
  );
}

/** The pools from which claims take, of some programs or of all (null), with what is left in each, counted up to `bound`. */
export async function listPoolsInUse(
  { db }: Pick<Deps, 'db'>,
  programIds: readonly number[] | null,
  bound: number,
): Promise<{ program: string; reward: string; left: number }[]> {
  const pools = await listOfferedPools(db, programIds, bound);
  return pools
    .filter(({ properties }) => givesVoucherCode(properties))
    .map(({ program, reward, left }) => ({ program, reward, left }));
}

/** The pools in use that are empty or nearly empty. */
export async function listPoolWarnings(
  deps: Pick<Deps, 'db'>,
  programIds: readonly number[] | null,
): Promise<PoolWarning[]> {
  const pools = await listPoolsInUse(deps, programIds, LOW);
  return pools
    .filter(({ left }) => left < LOW)
    .map(({ program, reward, left }) => ({
      kind: left === 0 ? 'code_pool_empty' : 'code_pool_low',
      program,
      reward,
    }));
}
