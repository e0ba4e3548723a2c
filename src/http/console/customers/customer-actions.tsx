import type { CustomerRecord } from '../../../domain/listings/customer-store.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import type { FormView } from './deed.tsx';
import { PointsForm } from './points.tsx';

interface ActionsProps {
  program: Program;
  customer: CustomerRecord;
  home: string;
  form: FormView;
}

/** Everything that can be done for a customer, at the head of its screen. */
export function CustomerActions({ program, customer, home, form }: ActionsProps) {
  return (
    <div class="row">
      <ButtonLink href={`${home}/claim`} icon="gift">
        Claim for
      </ButtonLink>
      <Button opens="points-dialog" icon="plus" kind="main">
        Points
      </Button>
      <Menu label="More" button="button square" shut={<Icon name="more" />}>
        <a href={`${home}/explain`}>Why can’t they …?</a>
        <a href={`${home}/page`}>See their page</a>
        <a href={`${home}/tier`}>Give a tier</a>
        <a href={`${home}/block`}>{customer.blocked_at === null ? 'Block' : 'Unblock'}</a>
        <hr />
        <a href={`${home}/merge`}>Merge …</a>
        <a href={`${home}/erase`}>Erase …</a>
      </Menu>
      <Dialog id="points-dialog" title="Add or remove points">
        <PointsForm
          form={{ ...form, action: `${home}/points` }}
          program={program}
          has={customer.points_approved}
          bare
        />
        <div class="row">
          <Button closes="points-dialog" kind="bare">
            Close
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
