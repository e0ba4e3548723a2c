import { isCompletedBy } from '../../domain/programs/rule-kinds.ts';
import type { StorefrontCustomer } from '../../domain/storefront/customer.ts';
import { ActionForm } from './action-form.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import type { PageContext } from './page-context.ts';
import { Section } from './section.tsx';

/** Whether the program has a rule for birthdays. */
export function hasBirthdays({ rules }: StorefrontCustomer): boolean {
  return rules.some(({ rule }) => isCompletedBy(rule, 'start_of_birthday'));
}

/** The customer's birthday, or the question for it. The question is asked once. */
export function BirthdaySection({ page, customer }: { page: PageContext; customer: StorefrontCustomer }) {
  const { say, yearlyDay, today } = page;
  const { birthday_day: day, birthday_month: month } = customer.row;
  const isKnown = day !== null && month !== null;
  return (
    <Section
      id="birthday"
      title={say('page_birthday', {})}
      lead={isKnown ? null : say('page_birthday_text', {})}
    >
      <div class="card stack">
        <OutcomeNotice page={page} of="birthday" />
        {isKnown ? (
          <p>{say('page_birthday_set', { date: yearlyDay(day, month) })}</p>
        ) : (
          <ActionForm page={page} action="birthday">
            <label class="field">
              {say('page_birthday_date', {})}
              <input type="date" name="birthday" required min="1900-01-01" max={today} autocomplete="bday" />
            </label>
            <button type="submit" class="button">
              {say('page_save', {})}
            </button>
          </ActionForm>
        )}
      </div>
    </Section>
  );
}
