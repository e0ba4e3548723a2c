import { useWording } from '../language/use-wording.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** The list of keys; "?" opens it. `searches`: whether the operator may search. */
export function Keys({
  screens,
  searches,
}: {
  screens: readonly { title: string; key?: string }[];
  searches: boolean;
}) {
  const { say } = useWording();
  return (
    <Dialog id="keys" title={say('keys')}>
      <dl class="keys">
        {searches && <Key words={say('key_search')} keys={['/']} />}
        {screens.map(
          ({ title, key }) => key && <Key words={say('key_go', { screen: title })} keys={['g', key]} />,
        )}
        <Key words={say('key_plot')} keys={['←', '→']} />
        <Key words={say('key_list')} keys={['?']} />
        <Key words={say('key_escape')} keys={['Esc']} />
      </dl>
      <div class="row">
        <Button closes="keys">{say('close')}</Button>
      </div>
    </Dialog>
  );
}

function Key({ words, keys }: { words: string; keys: readonly string[] }) {
  return (
    <>
      <dt>{words}</dt>
      <dd>
        {keys.map((key) => (
          <kbd>{key}</kbd>
        ))}
      </dd>
    </>
  );
}
