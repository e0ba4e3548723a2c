import type { Program } from '../../../domain/programs/configuration.ts';
import { ButtonLink } from '../design/button.tsx';
import type { FrameView } from '../design/frame.tsx';
import { Notice } from '../design/notice.tsx';
import { useWording } from '../language/use-wording.ts';
import { nameOf } from '../program-names.ts';
import type { Attention as AttentionView } from './read-state.ts';

interface AttentionProps {
  program: Program;
  attention: AttentionView;
  /** The address of the program's screens. */
  place: string;
  screens: FrameView['screens'];
}

/** Everything that needs an operator's attention, each with its action if the operator may take it. */
export function Attention({ program, attention, place, screens }: AttentionProps) {
  const { say, language } = useWording();
  const { requests, pools, webhooks, is_unfinished, has_drift } = attention;
  if (requests + pools.length + webhooks.length === 0 && !is_unfinished && !has_drift) return null;
  const opens = (room: string) => screens.some(({ href }) => href === `${place}/${room}`);
  const way = (room: 'queue' | 'server') =>
    opens(room) && (
      <ButtonLink href={`${place}/${room}`} low>
        {say(`screen_${room}`)}
      </ButtonLink>
    );
  return (
    <section class="stack tight" aria-label={say('overview_attention')}>
      {has_drift && (
        <Notice mood="bad" beside={way('server')}>
          {say('overview_drift')} {!opens('server') && say('overview_tell_admin')}
        </Notice>
      )}
      {requests > 0 && (
        <Notice mood="warn" beside={way('queue')}>
          {say('overview_requests', { count: requests })}
        </Notice>
      )}
      {pools.map(({ reward, is_empty }) => (
        <Notice
          mood={is_empty ? 'bad' : 'warn'}
          beside={
            opens('codes') && (
              <ButtonLink href={`${place}/codes/${encodeURIComponent(reward)}`} low>
                {say('overview_import_codes')}
              </ButtonLink>
            )
          }
        >
          <strong>{nameOf(program, 'reward', reward, language)}</strong>{' '}
          {say(is_empty ? 'overview_pool_empty' : 'overview_pool_low')}
        </Notice>
      ))}
      {webhooks.map(({ address, is_disabled }) => (
        <Notice
          mood={is_disabled ? 'bad' : 'warn'}
          beside={
            opens('developers') && (
              <ButtonLink href={`${place}/developers/webhooks`} low>
                {say('overview_look')}
              </ButtonLink>
            )
          }
        >
          {say('overview_webhooks_to')} <strong dir="ltr">{address}</strong>{' '}
          {say(is_disabled ? 'overview_webhooks_off' : 'overview_webhooks_failing')}
        </Notice>
      ))}
      {is_unfinished && <Notice mood="accent">{say('overview_unfinished')}</Notice>}
    </section>
  );
}
