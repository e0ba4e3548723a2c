import type { Static } from '@sinclair/typebox';
import type { ValidateFunction } from 'ajv';
import type { FastifyRequest } from 'fastify';
import { type GivenCart, totalInProgramCurrency } from '../../domain/claims/carts/cart.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import { readAmount } from '../amounts.ts';
import { createAjv } from '../bounded-ajv.ts';
import { platformId } from '../schema-helpers.ts';
import { uncheckedMember as member } from '../unchecked.ts';
import { CartAmountSchema, type CartInput } from './cart-schemas.ts';

type ReadTotal = { minor: number } | { parameter: 'amount' | 'currency_code'; complaint: string };

/** A cart's total in minor units of the program's currency, or the complaint about it. */
function readTotal(program: Program, total: CartAmount): ReadTotal {
  const currency = total.currency_code.toUpperCase();
  if (totalInProgramCurrency(program, 0, currency) === undefined) {
    return { parameter: 'currency_code', complaint: `must be one that the program has a rate for` };
  }
  const read = readAmount(total.amount, currency);
  if ('complaint' in read) return { parameter: 'amount', complaint: read.complaint };
  const minor = totalInProgramCurrency(program, read.minor, currency);
  return minor === undefined ? { parameter: 'amount', complaint: 'is too large' } : { minor };
}

type CartAmount = Static<typeof CartAmountSchema>;

let amountCheck: ValidateFunction<CartAmount> | undefined;

function isAmount(total: unknown): total is CartAmount {
  amountCheck ??= createAjv().compile<CartAmount>(CartAmountSchema);
  return amountCheck(total);
}

/** Complaints about a cart's total that the schema accepts and the program's currencies do not. */
export function cartComplaints({ body, program }: FastifyRequest): Record<string, string> {
  const cart = member(body, 'cart');
  const total = member(member(cart, 'cost'), 'total_amount');
  if (member(cart, 'kind') !== 'platform' || !isAmount(total)) return {};
  const read = readTotal(program, total);
  return 'minor' in read ? {} : { [`cart.cost.total_amount.${read.parameter}`]: read.complaint };
}

/** A cart without complaints from `cartComplaints`, in the domain's form. */
export function readCart(program: Program, cart: CartInput | undefined): GivenCart | null {
  if (!cart || cart.kind === 'empty') return cart ?? null;
  const total = readTotal(program, cart.cost.total_amount);
  if ('complaint' in total) throw new Error(`a total that was not refused: ${total.complaint}`);
  return {
    kind: cart.kind,
    id: platformId(cart.id),
    total_minor: total.minor,
    lines: cart.lines.map(({ id, quantity, merchandise, attributes }) => ({
      id: platformId(id),
      quantity,
      merchandise_id: platformId(merchandise.id),
      attributes,
    })),
  };
}
