import { type Static, Type } from '@sinclair/typebox';
import type { Program } from '../../domain/programs/configuration.ts';
import { localize } from '../../texts/language.ts';

/** A tier as back ends speak of it. */
export const TierNameSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String({ description: "In the first language of the customer's home site." }),
  },
  { title: 'TierName' },
);

/** null: of none, or of one that this process does not know yet. */
export function presentTier(
  program: Program,
  siteId: number,
  tierId: number | null,
): Static<typeof TierNameSchema> | null {
  const tier = tierId === null ? undefined : program.tier(tierId);
  const language = program.site(siteId)!.languages[0]!;
  return tier ? { id: tier.id, name: localize(tier.name, language, language) } : null;
}
