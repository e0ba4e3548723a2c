import { type Static, Type } from '@sinclair/typebox';
import { DomainError } from '../../domain/core/errors.ts';
import type { Program } from '../../domain/programs/configuration.ts';
import { CurrencyInput, Id } from '../schema-helpers.ts';

/** The currency of the amounts that a checkout gets and sends for a voucher. */
export const voucherCurrencyFields = {
  currency: Type.Optional(
    CurrencyInput({
      description:
        "The currency by ISO 4217. Absent: the site's currency if `site_id` is given, otherwise the program's.",
    }),
  ),
  site_id: Type.Optional(Id({ description: 'The site whose currency is used if `currency` is absent.' })),
};

/** Throws not_found if the program has no such site, and invalid_request if it has no rate for the currency. */
export function voucherCurrency(
  program: Program,
  { currency, site_id }: Static<ReturnType<typeof Type.Object<typeof voucherCurrencyFields>>>,
): string {
  const site = site_id === undefined ? undefined : program.site(site_id);
  if (site_id !== undefined && !site?.enabled) throw new DomainError('not_found', 'There is no such site.');
  const asked = currency?.toUpperCase() ?? site?.currency ?? program.currency;
  if (asked === program.currency || Object.hasOwn(program.settings.currency_rates, asked)) return asked;
  throw new DomainError('invalid_request', 'The request is not valid.', {
    details: { currency: `has no rate in the program` },
  });
}
