import { Button } from './design/button.tsx';
import { Field } from './design/field.tsx';
import { Menu } from './design/menu.tsx';
import { spanText } from './design/numbers.ts';
import { Tabs } from './design/tabs.tsx';
import { withQuery } from './place.ts';
import { type ChosenSpan, PRESETS } from './span.ts';

interface SpanFormProps {
  /** The address of the screen, without its query. */
  path: string;
  span: ChosenSpan;
}

/** Chooses the days of a screen: the usual spans by one click, any other by its ends. */
export function SpanForm({ path, span }: SpanFormProps) {
  return (
    <div class="row span-form">
      <Tabs
        label="Span"
        look="segments"
        tabs={Object.entries(PRESETS).map(([preset, { name }]) => ({
          name,
          href: withQuery(path, { span: preset }),
          current: span.preset === preset,
        }))}
      />
      <Menu
        look="dates"
        button="button low"
        shut={span.preset === null ? spanText(span.from, span.to) : 'Dates'}
      >
        <form class="stack tight" action={path} method="get">
          <Field name="from" label="From" type="date" value={span.from} required />
          <Field name="to" label="To" type="date" value={span.to} required />
          <Button kind="main">Show</Button>
        </form>
      </Menu>
    </div>
  );
}
