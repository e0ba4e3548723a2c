import type { CustomerRecord } from '../../../domain/listings/customer-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { useWording } from '../language/use-wording.ts';
import type { FormView } from './deed.tsx';
import { PointsForm } from './points.tsx';

interface ActionsProps {
  program: Program;
  customer: CustomerRecord;
  home: string;
  form: FormView;
}

/** All actions for a customer, at the head of the customer's screen. */
export function CustomerActions({ program, customer, home, form }: ActionsProps) {
  const { say } = useWording();
  return (
    <div class="row">
      <ButtonLink href={`${home}/claim`} icon="gift">
        {say('customer_claim_for')}
      </ButtonLink>
      <Button opens="points-dialog" icon="plus" kind="main">
        {say('points')}
      </Button>
      <Menu label={say('customer_more')} button="button square" shut={<Icon name="more" />}>
        <a href={`${home}/explain`}>{say('explain_title')}</a>
        <a href={`${home}/page`}>{say('customer_see_page')}</a>
        <a href={`${home}/tier`}>{say('customer_give_tier')}</a>
        <a href={`${home}/block`}>
          {say(customer.blocked_at === null ? 'customer_block' : 'customer_unblock')}
        </a>
        <hr />
        <a href={`${home}/merge`}>{say('customer_merge')}</a>
        <a href={`${home}/erase`}>{say('customer_erase')}</a>
      </Menu>
      <Dialog id="points-dialog" title={say('points_title')}>
        <PointsForm
          form={{ ...form, action: `${home}/points` }}
          program={program}
          has={customer.points_approved}
          dialog="points-dialog"
        />
      </Dialog>
    </div>
  );
}
