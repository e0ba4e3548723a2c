import type { Tier } from '../../domain/programs/configuration.ts';
import { Icon } from './icon.tsx';
import type { PageContext } from './page-context.ts';

interface BenefitsProps {
  page: PageContext;
  tier: Pick<Tier, 'benefit_ids'>;
  /** Whether benefits that only members of the tier may know are shown. */
  secret: boolean;
}

/** The benefits of a tier. */
export function Benefits({ page, tier, secret }: BenefitsProps) {
  const { program, language, text } = page.view;
  const told = program.benefits.filter(
    ({ id, enabled, secret: hidden }) => enabled && tier.benefit_ids.includes(id) && (secret || !hidden),
  );
  if (told.length === 0) return null;
  return (
    <ul class="benefits">
      {told.map(({ id, label, details }) => (
        <li key={id}>
          <Icon name="check" />
          <bdi lang={language}>
            {text(label)}
            {details && <span class="aside muted">{text(details.plaintext)}</span>}
          </bdi>
        </li>
      ))}
    </ul>
  );
}
