import type { ComponentChildren } from 'preact';
import type { MemberSession } from '../../../domain/operations/manage-member-sessions.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { FormToken } from '../access/alone.tsx';
import { browserOf } from '../access/browser-name.ts';
import { LastUsed } from '../access/last-used.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import type { FrameView } from '../design/frame.tsx';
import type { Member } from './read-team.ts';

interface MemberSessionsProps {
  frame: FrameView;
  program: Program;
  /** The address that takes the forms. */
  action: string;
  token: string;
  member: Member;
  /** Newest first; undefined: they are not for whoever looks to know. */
  sessions: MemberSession[] | undefined;
  /** In ms of the wall clock. */
  now: number;
  is_self: boolean;
}

/** Where one of a team is signed in, and how to end it. */
export function MemberSessions(props: MemberSessionsProps) {
  const { frame, program, action, token, member, sessions, now, is_self } = props;
  const { say, moment } = frame.wording;
  const { name } = member;
  const zone = program.sites[0]!.time_zone;
  return (
    <Card title={say('member_sessions', { name })} id="sessions">
      {!sessions && (
        <p>
          {say(member.signed_in ? 'member_signed_in' : 'member_signed_out', { name })}{' '}
          {say('member_sessions_apart')}
        </p>
      )}
      {sessions?.length === 0 && <p>{say('member_nowhere')}</p>}
      {sessions && sessions.length > 0 && (
        <>
          {!is_self && <p>{say('member_sessions_about', { name })}</p>}
          <ul class="stack">
            {sessions.map((session) => (
              <li class="row apart">
                <p>
                  {browserOf(frame.wording, session)}
                  <br />
                  <span class="muted small">
                    {session.address} · {say('member_since', { moment: moment(session.signed_in_at, zone) })}{' '}
                    · <LastUsed at={session.seen_at} now={now} just="account_in_use" />
                  </span>
                </p>
                {!is_self && (
                  <EndForm {...{ action, token }} session={String(session.id)}>
                    <span aria-hidden="true">{say('member_end')}</span>
                    <span class="unseen">
                      {say('member_end_in', { browser: browserOf(frame.wording, session) })}
                    </span>
                  </EndForm>
                )}
              </li>
            ))}
          </ul>
          {!is_self && (
            <EndForm {...{ action, token }} session="all">
              {say('member_end_all')}
            </EndForm>
          )}
        </>
      )}
      {is_self && (
        <div class="row apart">
          <p>{say('member_sessions_own')}</p>
          <ButtonLink href={`${frame.base}/account#sessions`} low>
            {say('your_account')}
          </ButtonLink>
        </div>
      )}
    </Card>
  );
}

interface EndFormProps {
  action: string;
  token: string;
  /** The session's id, or `all`. */
  session: string;
  children: ComponentChildren;
}

function EndForm({ action, token, session, children }: EndFormProps) {
  return (
    <form method="post" action={action}>
      <FormToken token={token} />
      <input type="hidden" name="deed" value="sessions" />
      <Button kind="danger" low name="session" value={session}>
        {children}
      </Button>
    </form>
  );
}
