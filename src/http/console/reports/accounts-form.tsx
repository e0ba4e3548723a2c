import { ACCOUNT_NAMES, accountsOf } from '../../../domain/books/journal.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { wordsOf } from './report-view.ts';

/** The journal on the accounts of one's own books. */
export function AccountsForm({ action }: { action: string }) {
  const { liability, against } = accountsOf({});
  return (
    <Card title="The journal on your accounts" id="accounts">
      <form class="stack" method="get" action={action}>
        <div class="grid three">
          {ACCOUNT_NAMES.map((name) => (
            <Field
              name={name}
              label={wordsOf(name)}
              value={name === 'liability' ? liability : against[name]}
              autocomplete="off"
            />
          ))}
        </div>
        <div class="row">
          <Button icon="download">Download csv</Button>
        </div>
      </form>
    </Card>
  );
}
