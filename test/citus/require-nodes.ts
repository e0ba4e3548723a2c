import { readNodes } from './nodes.ts';

/** Set-up of the run: without nodes of Citus on this machine it ends, and says what is missing. */
export default async function setup(): Promise<void> {
  const url = process.env.CITUS_URL;
  if (!url)
    throw new Error(
      'CITUS_URL is not set: give the address of a coordinator of Citus, as a superuser. examples/citus/cluster.sh starts one with three workers.',
    );
  const nodes = await readNodes(url);
  if (nodes.length < 4)
    throw new Error(
      `CITUS_URL leads to ${nodes.length} nodes: the tests need a coordinator and three workers.`,
    );
}
