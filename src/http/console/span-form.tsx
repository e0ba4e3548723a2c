import { Button } from './design/button.tsx';
import { Field } from './design/field.tsx';
import { Icon } from './design/icon.tsx';
import { Menu } from './design/menu.tsx';
import { Notice } from './design/notice.tsx';
import { Tabs } from './design/tabs.tsx';
import { useWording } from './language/use-wording.ts';
import { withQuery } from './place.ts';
import { type ChosenSpan, PRESET_NAMES } from './span.ts';

interface SpanFormProps {
  /** The address of the screen, without its query. */
  path: string;
  span: ChosenSpan;
}

/** Chooses the days of a screen: the usual spans with one click, any other by its first and last day. */
export function SpanForm({ path, span }: SpanFormProps) {
  const wording = useWording();
  const { say } = wording;
  return (
    <div class="row span-form">
      <Tabs
        label={say('span')}
        look="segments"
        tabs={PRESET_NAMES.map((preset) => ({
          name: say(`span_${preset}`),
          href: withQuery(path, { span: preset }),
          current: span.preset === preset,
        }))}
      />
      <Menu
        look="dates"
        button="button low"
        shut={
          span.preset === null ? (
            wording.span(span.from, span.to)
          ) : (
            <>
              <Icon name="calendar" />
              <span class="words">{say('span_dates')}</span>
            </>
          )
        }
      >
        <form class="stack tight" action={path} method="get">
          <Field name="from" label={say('span_from')} type="date" value={span.from} required />
          <Field name="to" label={say('span_to')} type="date" value={span.to} required />
          <Button kind="main">{say('span_show')}</Button>
        </form>
      </Menu>
    </div>
  );
}

/** The reason why the usual span replaces the requested one. */
export function SpanMistake({ span: { mistake } }: { span: ChosenSpan }) {
  const { say } = useWording();
  return mistake && <Notice mood="bad">{say(`span_${mistake}`)}</Notice>;
}
