import type { Benefit, Tier } from '../../domain/programs/configuration.ts';
import { Icon } from './icon.tsx';
import type { PageContext } from './page-context.ts';
import { ProgramWords } from './program-words.tsx';

/** The benefits of a tier. `secret`: also those that only members of the tier may know. */
export function benefitsOf(
  { view: { program } }: PageContext,
  tier: Pick<Tier, 'benefit_ids'>,
  secret: boolean,
): Benefit[] {
  return program.benefits.filter(
    ({ id, enabled, secret: hidden }) => enabled && tier.benefit_ids.includes(id) && (secret || !hidden),
  );
}

export function Benefits({ page, benefits }: { page: PageContext; benefits: readonly Benefit[] }) {
  if (benefits.length === 0) return null;
  return (
    <ul class="benefits">
      {benefits.map(({ id, label, details }) => (
        <li key={id}>
          <Icon name="check" />
          <span>
            <ProgramWords page={page} text={label} />
            {details && (
              <span class="aside muted">
                <ProgramWords page={page} text={details.plaintext} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
