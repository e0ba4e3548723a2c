import type { ProgramFigures } from '../demo/history/history-store.ts';
import { toDecimalString } from '../domain/core/money.ts';
import type { Program } from '../domain/programs/configuration.ts';

const WIDTH = 46;

/** The figures of a program as a table that fits 80 columns. The points add up to those that are outstanding. */
export function figuresTable(program: Program, figures: ProgramFigures): string {
  const { customers, members, orders, net_sales_minor, flows, pending, outstanding } = figures;
  const tiers = [...program.tiers, ...program.conditional_tiers].map(
    ({ key }): Row => [`  ${key}`, members[key] ?? 0],
  );
  const rows: Row[] = [
    ['customers', customers],
    ...tiers,
    ['orders', orders],
    [`net sales, ${program.currency}`, toDecimalString(net_sales_minor, program.currency)],
    ['points imported', flows.imported],
    ['  earned', flows.earned],
    ['  taken back with refunds', -flows.voided],
    ['  added and removed by hand', flows.added - flows.removed],
    ['  redeemed', -flows.redeemed],
    ['  returned with rewards', flows.refunded],
    ['  expired', -flows.expired],
    ['  outstanding', outstanding],
    ['  pending', pending],
  ];
  return rows.map(lineOf).join('\n');
}

type Row = [name: string, figure: number | string];

function lineOf([name, figure]: Row): string {
  const [whole = '', decimals] = String(figure).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return name + (decimals === undefined ? grouped : `${grouped}.${decimals}`).padStart(WIDTH - name.length);
}
