import { ACCOUNT_NAMES, accountsOf } from '../../../domain/books/journal.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { useWording } from '../language/use-wording.ts';
import { columnText } from './report-view.ts';

/** The journal with the account numbers of the store's own books. */
export function AccountsForm({ action }: { action: string }) {
  const wording = useWording();
  const { say } = wording;
  const { liability, against } = accountsOf({});
  return (
    <Card title={say('books_accounts')} id="accounts">
      <form class="stack" method="get" action={action}>
        <div class="grid three">
          {ACCOUNT_NAMES.map((name) => (
            <Field
              name={name}
              label={columnText(wording, name)}
              value={name === 'liability' ? liability : against[name]}
              autocomplete="off"
            />
          ))}
        </div>
        <div class="row">
          <Button icon="download">{say('books_download')}</Button>
        </div>
      </form>
    </Card>
  );
}
