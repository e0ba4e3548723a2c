import { type Static, Type } from '@sinclair/typebox';
import { CHANNELS } from '../../domain/programs/program-settings.ts';
import { Nullable, StringEnum } from '../schema-helpers.ts';
import { LimitSchema } from '../shared/limit-schemas.ts';
import { RefereeIncentiveSchema } from '../shared/present-referee-incentive.ts';
import { ruleUnion } from '../shared/rule-kinds.ts';
import { RuleVariantSchema } from '../shared/rule-schemas.ts';
import { ConfiguredRewardSchema } from './reward-schemas.ts';
import { TierConfigurationSchema } from './tier-schemas.ts';

/** A rule as the program defines it, for any caller. */
const ConfiguredRuleSchema = ruleUnion('Configured', {
  id: Type.Integer(),
  limit: Nullable(LimitSchema),
  variants: Type.Array(RuleVariantSchema),
});
export type ConfiguredRuleBody = Static<typeof ConfiguredRuleSchema>;

/** The audience of the answer: the one that the request asked for, otherwise the site's. */
export const audienceFields = {
  channel: StringEnum(CHANNELS, { description: 'The sales channel that the answer is for.' }),
  currency: Type.String({ description: 'The currency of every amount, by ISO 4217.' }),
  language: Type.String({ description: 'The language of every text.' }),
};

/** Everything that a program offers, the same for all customers. Other answers include it whole. */
export const ConfigurationSchema = Type.Object(
  {
    ...audienceFields,
    program: Type.Object({ name: Type.String() }, { title: 'ProgramName' }),
    tier_configuration: Nullable(TierConfigurationSchema),
    referee_incentive: Type.Optional(RefereeIncentiveSchema),
    rules: Type.Array(ConfiguredRuleSchema, {
      description: 'The rules that are enabled in at least one tier.',
    }),
    rewards: Type.Array(ConfiguredRewardSchema, {
      description:
        'The rewards that are enabled in at least one tier and offered to the channel and the country of the request.',
    }),
  },
  { title: 'Configuration' },
);
export type ConfigurationBody = Static<typeof ConfigurationSchema>;
