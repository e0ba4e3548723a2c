import { type ObjectOptions, type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { parseTimestamp } from '../../domain/core/calendar.ts';
import { currencyDigits } from '../../domain/core/money.ts';
import { isEmailAddress } from '../../domain/customers/email-address.ts';
import type { OrderContents, OrderInput, OrderLine } from '../../domain/orders/order.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import { CHANNELS } from '../../domain/programs/program-settings.ts';
import { AmountInput, readAmount } from '../amounts.ts';
import { MOST_COMPLAINTS } from '../complaint-list.ts';
import { invalidRequest } from '../errors.ts';
import {
  Id,
  Integer,
  Name,
  Nullable,
  PlatformId,
  platformId,
  StringEnum,
  Text,
  TimestampInput,
} from '../schema-helpers.ts';
import { voucherCurrency, voucherCurrencyFields } from './voucher-currency.ts';

/** Beyond so many entries the complaint is about the list itself, and no entry is checked. */
const MOST_ENTRIES = 1_000;

const lineItem = (options: ObjectOptions) =>
  Type.Object(
    {
      id: Type.Optional(Nullable(PlatformId())),
      product_id: PlatformId(),
      variant_id: Type.Optional(Nullable(PlatformId())),
      collection_ids: Type.Optional(Type.Array(PlatformId(), { maxItems: MOST_ENTRIES })),
      quantity: Integer({ minimum: 0, maximum: 1_000_000 }),
      price: AmountInput({ description: 'Of one.' }),
      attributes: Type.Optional(
        Type.Array(
          Type.Object({ key: Text(), value: Nullable(Text({ maxLength: 10_000 })) }, unnamed(options)),
          {
            maxItems: 250,
          },
        ),
      ),
    },
    options,
  );

/** The option to refuse unknown fields also applies to nested objects; the title does not. */
function unnamed({ additionalProperties }: ObjectOptions): ObjectOptions {
  return additionalProperties === undefined ? {} : { additionalProperties };
}

/**
 * The states in which orders are told; absent: nothing of the kind has happened yet. The schema says so without a
 * `default`, since generated clients take a default to mean that the field is always there.
 */
export const ORDER_STATE_FIELDS = {
  refund_status: Type.Optional(
    StringEnum(['not_refunded', 'partially_refunded', 'refunded'], {
      description: '`not_refunded` where absent.',
    }),
  ),
  cancellation_status: Type.Optional(
    StringEnum(['not_cancelled', 'cancelled'], { description: '`not_cancelled` where absent.' }),
  ),
  total_refunded: Type.Optional(AmountInput({ description: 'Of all refunds so far together.' })),
};

export const FORCE_FIELD = {
  force: Type.Optional(
    Type.Boolean({
      description:
        'Takes also what is otherwise refused with `implausible_amount`: more refunded than paid, or more paid than ten ' +
        'times the total and 100 units.',
    }),
  ),
};

export const PAYMENT_FIELDS = {
  total_paid: AmountInput(),
  payment_status: StringEnum(['not_paid', 'partially_paid', 'paid']),
};

export const CORRECT_FIELD = {
  correct: Type.Optional(
    Type.Boolean({
      description:
        'Makes of the order what this says, also where that goes back: a refund or a cancellation that was told by mistake, ' +
        'an edited total, edited lines. What was taken of points is given again. A payment that was told stays told.',
    }),
  ),
};

/** The fields that a correction may edit; absent: as it is. */
export const EDITED_FIELDS = (lineOptions: ObjectOptions) => {
  const { total, total_shipping, total_tax, total_discounts, line_items } = orderFields(lineOptions);
  return { total: Type.Optional(total), total_shipping, total_tax, total_discounts, line_items };
};

/** The fields of an order's contents. `lineOptions` says how unknown fields of its lines and codes are treated. */
export const orderFields = (lineOptions: ObjectOptions) => ({
  number: Type.Optional(Nullable(Name({ description: 'As shoppers see it.' }))),
  total: AmountInput({ description: 'With shipping and tax, after discounts.' }),
  total_shipping: Type.Optional(AmountInput()),
  total_tax: Type.Optional(AmountInput()),
  total_discounts: Type.Optional(
    AmountInput({ description: 'What discounts took off; what `discount_codes` come to where absent.' }),
  ),
  line_items: Type.Optional(Type.Array(lineItem(lineOptions), { maxItems: MOST_ENTRIES })),
  currency: voucherCurrencyFields.currency,
  site_id: Type.Optional(
    Id({ description: 'The site that sold it; its currency is meant where `currency` is absent.' }),
  ),
  claimed_reward_ids: Type.Optional(
    Type.Array(Id(), { maxItems: 250, description: 'Claimed rewards that the order used, by their ids.' }),
  ),
  channel: Type.Optional(StringEnum(CHANNELS)),
  date: Type.Optional(TimestampInput({ description: 'When it was placed; now where absent.' })),
});

interface DiscountCode {
  code: string;
  amount: Amount;
}

/** One object stands for a list of one, as some platforms' clients send it; an empty object stands for no codes. */
type DiscountCodes = DiscountCode[] | DiscountCode | Record<string, never>;

/** One schema rather than a union of two, so that complaints are about the value that was sent. */
export const discountCodes = (options: ObjectOptions) => {
  const members = {
    code: Name({ description: 'A voucher or gift card that the order used, or a code of others.' }),
    amount: AmountInput({ description: 'What it took off.' }),
  };
  return Type.Unsafe<DiscountCodes>({
    type: ['array', 'object'],
    description: 'A list; where there is one code alone, its object is taken too.',
    maxItems: 250,
    items: Type.Object(members, options),
    properties: members,
    dependencies: { code: ['amount'], amount: ['code'] },
    ...unnamed(options),
  });
};

function listOfCodes(codes: DiscountCodes | undefined): DiscountCode[] {
  if (Array.isArray(codes)) return codes;
  return codes && 'code' in codes ? [codes as DiscountCode] : [];
}

type Amount = number | string;

/** Every amount of a body, which may be of any shape, with its parameter. */
function* amountsOf(body: unknown): Generator<[parameter: string, amount: unknown]> {
  const order = record(body);
  for (const name of TOTALS) yield [name, order[name]];
  for (const [index, line] of list(order.line_items))
    yield [`line_items[${index}].price`, record(line).price];
  const { discount_codes } = order;
  for (const [index, code] of list(discount_codes))
    yield [`discount_codes[${index}].amount`, record(code).amount];
  if (!Array.isArray(discount_codes)) yield ['discount_codes.amount', record(discount_codes).amount];
}

const TOTALS = ['total', 'total_shipping', 'total_tax', 'total_discounts', 'total_paid', 'total_refunded'];

const record = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
const list = (value: unknown): Iterable<[number, unknown]> =>
  Array.isArray(value) ? value.slice(0, MOST_ENTRIES).entries() : [];

/** The customer of an order. An email alone may name it. */
export const BuyerId = (notes: { description: string }) =>
  Nullable(
    PlatformId({
      description: `${notes.description} Null: whoever has \`customer_email\`, or a guest named by it, who becomes one with the customer that later comes with that email and an id.`,
    }),
  );

/** Complaints about an order that names no customer, and about its amounts. */
export function orderComplaints(request: FastifyRequest): Record<string, string> {
  const { customer_id, customer_email } = record(request.body);
  const isNobodys =
    customer_id === null && !(typeof customer_email === 'string' && isEmailAddress(customer_email));
  return {
    ...amountComplaints(request),
    ...(isNobodys && { customer_id: 'must not be null where customer_email is no email address' }),
  };
}

/** Complaints about amounts that the schema accepts and the order's currency does not. */
function amountComplaints(request: FastifyRequest): Record<string, string> {
  return complaintsIn(request.body, toldCurrency(request));
}

/**
 * The same for an order whose currency is not known yet: amounts that no currency of the program accepts. `readState`
 * finds the rest.
 */
export function laxAmountComplaints({ program, body }: FastifyRequest): Record<string, string> {
  const currencies = [program.currency, ...Object.keys(program.settings.currency_rates)];
  const finest = currencies.reduce((a, b) => (currencyDigits(b) > currencyDigits(a) ? b : a));
  return complaintsIn(body, finest);
}

function complaintsIn(body: unknown, currency: string): Record<string, string> {
  const complaints: Record<string, string> = {};
  let found = 0;
  for (const [parameter, amount] of amountsOf(body)) {
    const isAmount =
      typeof amount === 'number' ? amount >= 0 : typeof amount === 'string' && /^\d+(\.\d+)?$/.test(amount);
    if (!isAmount) continue;
    const read = readAmount(amount as Amount, currency);
    if (!('complaint' in read)) continue;
    complaints[parameter] = read.complaint;
    found += 1;
    if (found >= MOST_COMPLAINTS) break;
  }
  return complaints;
}

/** The currency of a body, as far as it can be told. Its own mistakes are refused where it is used. */
function toldCurrency({ program, body }: FastifyRequest): string {
  const { currency, site_id } = record(body);
  const site = typeof site_id === 'number' ? program.site(site_id) : undefined;
  const asked = typeof currency === 'string' ? currency : (site?.currency ?? program.currency);
  return /^[A-Z]{3}$/.test(asked) ? asked : program.currency;
}

/** Converts an amount that has no complaint to minor units. */
function minorUnits(amount: Amount, currency: string): number {
  const read = readAmount(amount, currency);
  if ('complaint' in read) throw new Error(`an amount that was not refused: ${read.complaint}`);
  return read.minor;
}

/** Checks the site and currency that an order names, and returns the currency. Throws as `voucherCurrency` does. */
export function readCurrency(
  program: Program,
  body: { currency?: string; site_id?: number },
): { currency: string; site_id: number | null } {
  return { currency: voucherCurrency(program, body), site_id: body.site_id ?? null };
}

interface ContentsBody {
  number?: string | null;
  total: Amount;
  total_shipping?: Amount;
  total_tax?: Amount;
  total_discounts?: Amount;
  line_items?: Static<ReturnType<typeof lineItem>>[];
  discount_codes?: DiscountCodes;
  claimed_reward_ids?: number[];
  date?: string;
}

type Contents = Required<
  Pick<
    OrderInput,
    | 'number'
    | 'total_minor'
    | 'shipping_minor'
    | 'tax_minor'
    | 'discounts_minor'
    | 'line_items'
    | 'discount_codes'
    | 'claimed_reward_ids'
    | 'date'
  >
>;

/** The contents of an order, in the domain's form. */
export function readContents(body: ContentsBody, currency: string): Contents {
  const minor = (amount: Amount) => minorUnits(amount, currency);
  const discount_codes = listOfCodes(body.discount_codes).map(({ code, amount }) => ({
    code,
    amount_minor: minor(amount),
  }));
  const byCodes = discount_codes.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  return {
    number: body.number ?? null,
    total_minor: minor(body.total),
    shipping_minor: minor(body.total_shipping ?? 0),
    tax_minor: minor(body.total_tax ?? 0),
    discounts_minor: body.total_discounts === undefined ? byCodes : minor(body.total_discounts),
    line_items: (body.line_items ?? []).map((line) => readLine(line, currency)),
    discount_codes,
    claimed_reward_ids: body.claimed_reward_ids ?? [],
    date: body.date === undefined ? null : parseTimestamp(body.date)!,
  };
}

function readLine(line: NonNullable<ContentsBody['line_items']>[number], currency: string): OrderLine {
  return {
    id: nullablePlatformId(line.id),
    product_id: platformId(line.product_id),
    variant_id: nullablePlatformId(line.variant_id),
    collection_ids: (line.collection_ids ?? []).map(platformId),
    quantity: line.quantity,
    price_minor: minorUnits(line.price, currency),
    attributes: (line.attributes ?? []).map(({ key, value }) => ({ key, value: value ?? '' })),
  };
}

type EditsBody = Partial<
  Pick<ContentsBody, 'total' | 'total_shipping' | 'total_tax' | 'total_discounts' | 'line_items'>
>;

/** The edits of a correction. `readStateIn` has accepted their amounts. */
export function readEdits(body: EditsBody, currency: string): Partial<OrderContents> {
  const amount = <K extends keyof OrderContents>(name: K, given: Amount | undefined) =>
    given === undefined ? {} : { [name]: minorUnits(given, currency) };
  return {
    ...amount('total_minor', body.total),
    ...amount('shipping_minor', body.total_shipping),
    ...amount('tax_minor', body.total_tax),
    ...amount('discounts_minor', body.total_discounts),
    ...(body.line_items && { line_items: body.line_items.map((line) => readLine(line, currency)) }),
  };
}

export function nullablePlatformId(id: string | number | null | undefined): string | null {
  return id === null || id === undefined ? null : platformId(id);
}

interface StateBody {
  payment_status: OrderInput['payment_status'];
  total_paid: Amount;
  refund_status?: 'not_refunded' | 'partially_refunded' | 'refunded';
  cancellation_status?: 'not_cancelled' | 'cancelled';
  total_refunded?: Amount;
}

/** The state of an order in any currency. Refuses amounts that the currency does not have. */
export function readStateIn(body: StateBody, currency: string) {
  const complaints = complaintsIn(body, currency);
  if (Object.keys(complaints).length > 0) throw invalidRequest(complaints);
  return readState(body, currency);
}

/** The state of an order, in the domain's form. */
export function readState(body: StateBody, currency: string) {
  return {
    payment_status: body.payment_status,
    paid_minor: minorUnits(body.total_paid, currency),
    refund_status: body.refund_status ?? ('not_refunded' as const),
    refunded_minor: minorUnits(body.total_refunded ?? 0, currency),
    cancelled: body.cancellation_status === 'cancelled',
  };
}
