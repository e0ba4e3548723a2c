import type { Explained } from '../../../domain/explain/explained.ts';
import type { Parameters } from '../../../domain/oauth/grant-request.ts';
import { explainReward } from '../../../domain/operations/explain-reward.ts';
import { explainRule } from '../../../domain/operations/explain-rule.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { sendScreen } from '../access/screens.tsx';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { Screen } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { useWording } from '../language/use-wording.ts';
import type { ConsoleWording } from '../language/wording.ts';
import { nameOf } from '../program-names.ts';
import { type Show, textsOf } from '../show.ts';
import { customerName, zoneOf } from './customer-words.ts';
import { type Asked, askedOf } from './deed.tsx';
import { WhyNot } from './why-not.tsx';

/** "Why can't they …?": every reason why a customer cannot do something, and the end of each reason. */
export const showExplanation: Show = async (deps, visit, request, reply) => {
  const asked = await askedOf(deps, visit, request, textsOf(request.query) as Parameters);
  const { customer, home, form } = asked;
  const { program, wording } = visit;
  const { say } = wording;
  const obstacles = await obstaclesOf(asked);
  return sendScreen(
    reply,
    200,
    <Screen
      frame={visit.frame('customers')}
      title={say('explain_title')}
      narrow
      back={{ href: home, words: customerName(customer) }}
    >
      <Card>
        <form class="stack" method="get" action={`${home}/explain`}>
          <Field
            name="about"
            label={say('explain_about')}
            value={form.about ?? ''}
            options={subjectsOf(program, wording)}
          />
          <div class="row">
            <Button kind="main">{say('explain')}</Button>
          </div>
        </form>
      </Card>
      {obstacles && <Answer obstacles={obstacles} asked={asked} />}
    </Screen>,
  );
};

/** The rules and rewards to choose from. */
function subjectsOf(
  program: Program,
  { say, language }: ConsoleWording,
): (readonly [value: string, words: string])[] {
  return [
    ...program.rewards.map(
      ({ key }) =>
        [
          `reward-${key}`,
          say('explain_claim', { reward: nameOf(program, 'reward', key, language) }),
        ] as const,
    ),
    ...program.rules.map(
      ({ key }) =>
        [`rule-${key}`, say('explain_earn', { rule: nameOf(program, 'rule', key, language) })] as const,
    ),
  ];
}

/** undefined: nothing was asked, or the subject does not exist. */
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
  const wording = useWording();
  const { say } = wording;
  if (obstacles.length === 0) {
    return <Notice mood="good">{say('explain_possible')}</Notice>;
  }
  const { program } = asked.visit;
  const zone = zoneOf(program, asked.customer);
  const reader = { wording, program, zone };
  return (
    <Card title={say('explain_obstacles')} id="obstacles">
      <ul class="list">
        {obstacles.map((one) => (
          <li>
            <WhyNot reader={reader} of={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
