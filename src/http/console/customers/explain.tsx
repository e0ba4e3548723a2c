import type { Explained } from '../../../domain/explain/explained.ts';
import type { Parameters } from '../../../domain/oauth/grant-request.ts';
import { explainReward } from '../../../domain/operations/explain-reward.ts';
import { explainRule } from '../../../domain/operations/explain-rule.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { sendScreen } from '../access/screens.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { countText, momentText } from '../design/numbers.ts';
import { nameOf } from '../program-names.ts';
import { type Show, textsOf } from '../show.ts';
import { customerName, zoneOf } from './customer-words.ts';
import { type Asked, askedOf } from './deed.tsx';
import { tierName } from './tier-name.ts';

/** "Why can't they …?": every reason why a customer cannot do something, and when each ends. */
export const showExplanation: Show = async (deps, visit, request, reply) => {
  const asked = await askedOf(deps, visit, request, textsOf(request.query) as Parameters);
  const { customer, home, form } = asked;
  const { program } = visit;
  const obstacles = await obstaclesOf(asked);
  return sendScreen(
    reply,
    200,
    <Screen
      frame={visit.frame('customers')}
      title="Why can’t they …?"
      about={customerName(customer)}
      beside={<ButtonLink href={home}>To the customer</ButtonLink>}
    >
      <Card>
        <form class="stack" method="get" action={`${home}/explain`}>
          <Field
            name="about"
            label="What the customer wants to do"
            value={form.about ?? ''}
            options={subjectsOf(program)}
          />
          <div class="row">
            <Button kind="main">Explain</Button>
          </div>
        </form>
      </Card>
      {obstacles && <Answer obstacles={obstacles} asked={asked} />}
    </Screen>,
  );
};

/** The rules and rewards to choose from. */
function subjectsOf(program: Program): (readonly [value: string, words: string])[] {
  return [
    ...program.rewards.map(
      ({ key }) => [`reward-${key}`, `Claim: ${nameOf(program, 'reward', key)}`] as const,
    ),
    ...program.rules.map(({ key }) => [`rule-${key}`, `Earn: ${nameOf(program, 'rule', key)}`] as const),
  ];
}

/** undefined: nothing was asked, or nothing that there is. */
async function obstaclesOf({ deps, visit: { program }, customer, form }: Asked) {
  const about = form.about ?? '';
  const { merchant_id } = customer;
  const reward = program.rewards.find(({ key }) => about === `reward-${key}`);
  if (reward) {
    const claim = { program, merchant_id, reward_id: reward.id, channel: 'web', country: null } as const;
    return (await explainReward(deps, claim)).obstacles;
  }
  const rule = program.rules.find(({ key }) => about === `rule-${key}`);
  return rule && (await explainRule(deps, { program, merchant_id, rule_id: rule.id })).obstacles;
}

function Answer({ obstacles, asked }: { obstacles: readonly Explained[]; asked: Asked }) {
  if (obstacles.length === 0) {
    return <Notice mood="good">Nothing stands in the way: it is possible now.</Notice>;
  }
  const { program } = asked.visit;
  const zone = zoneOf(program, asked.customer);
  return (
    <Card title="These things stand in the way" id="obstacles">
      <ul class="list">
        {obstacles.map((one) => (
          <li>
            {obstacleText(program, one)}
            {one.lifts_at !== null && <span class="muted"> That ends {momentText(one.lifts_at, zone)}.</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A reason in a sentence, with the facts that help. */
function obstacleText(program: Program, { obstacle, tier, variants_out_of_stock }: Explained): string {
  switch (obstacle.code) {
    case 'rule_not_enabled_for_customer':
    case 'reward_not_enabled_for_customer':
      if (obstacle.cause !== 'tier') return NOT_ENABLED[obstacle.cause];
      return tier
        ? `It is for the tier ${tierName(program, tier.id)} and those above.`
        : 'It is not for the customer’s tier.';
    case 'rule_limit_reached':
    case 'reward_limit_reached': {
      const { count, interval } = obstacle.limit;
      const within = interval ? ` a ${interval}` : '';
      return `The limit is ${countText(count)}${within}, and the customer has done it ${countText(obstacle.used)} times.`;
    }
    case 'insufficient_points':
      return `${countText(obstacle.points_missing)} points are missing.`;
    case 'reward_out_of_stock': {
      const which = variants_out_of_stock.length > 0 ? ` (${variants_out_of_stock.join(', ')})` : '';
      return `Nothing is left of it${which}.`;
    }
    default:
      return obstacle.message;
  }
}

const NOT_ENABLED = {
  disabled: 'It is switched off for everybody.',
  channel: 'It is not for the web shop.',
  country: 'It is not for the customer’s country.',
} as const;
