import type { Drift } from './verify-step.ts';

/** A drift in words, for operators. */
export function describeDrift({ program_id, customer_id, what, id, stored, summed }: Drift): string {
  const where = `program ${program_id}, customer ${customer_id}, ${what}${id === null ? '' : ` ${id}`}`;
  return `${where}: stored ${stored}, ${partsOf(what)} give ${summed}`;
}

/** The parts that the figure was compared with. */
function partsOf(what: Drift['what']): string {
  if (what === 'activity_expired') return 'expiries';
  if (what === 'flow') return 'flows';
  if (what === 'usage') return 'claims';
  if (what === 'lots' || what === 'activity_spared') return 'lots';
  return what === 'lot' || what === 'lot_allocations' ? 'allocations' : 'transactions';
}
