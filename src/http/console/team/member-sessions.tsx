import type { ComponentChildren } from 'preact';
import type { MemberSession } from '../../../domain/operations/manage-member-sessions.ts';
import type { Program } from '../../../domain/programs/configuration.ts';
import { browserOf } from '../access/browser-name.ts';
import { LastUsed } from '../access/last-used.tsx';
import { FormToken } from '../access/standalone-screen.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { Dialog } from '../design/dialog.tsx';
import type { FrameView } from '../design/frame.tsx';
import type { Member } from './read-team.ts';

interface MemberSessionsProps {
  frame: FrameView;
  program: Program;
  /** The address to which the forms are sent. */
  action: string;
  token: string;
  member: Member;
  /** Newest first; undefined: the operator may not see them. */
  sessions: MemberSession[] | undefined;
  /** In ms of the wall clock. */
  now: number;
  is_self: boolean;
}

/** The sessions of one member of a team, and the ways to end them. */
export function MemberSessions(props: MemberSessionsProps) {
  const { frame, program, action, token, member, sessions, now, is_self } = props;
  const { say } = frame.wording;
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
          <ul class="stack">
            {sessions.map((session) => (
              <li class="row apart">
                <SessionFacts {...{ frame, session, zone, now }} />
                {!is_self && (
                  <Ending
                    {...{ frame, member, action, token }}
                    which={String(session.id)}
                    title={say('member_end_title', { name })}
                    button={
                      <>
                        <span aria-hidden="true">{say('member_end')}</span>
                        <span class="unseen">
                          {say('member_end_in', { browser: browserOf(frame.wording, session) })}
                        </span>
                      </>
                    }
                    deed={say('member_end')}
                  >
                    <SessionFacts {...{ frame, session, zone, now }} />
                  </Ending>
                )}
              </li>
            ))}
          </ul>
          {!is_self && sessions.length > 1 && (
            <Ending
              {...{ frame, member, action, token }}
              which="all"
              title={say('member_end_all_title', { count: sessions.length, name })}
              button={say('member_end_all')}
              deed={say('member_end_all')}
            >
              <ul class="list">
                {sessions.map((session) => (
                  <li>
                    <SessionFacts {...{ frame, session, zone, now }} />
                  </li>
                ))}
              </ul>
            </Ending>
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

interface SessionFactsProps extends Pick<MemberSessionsProps, 'frame' | 'now'> {
  session: MemberSession;
  zone: string;
}

function SessionFacts({ frame: { wording }, session, zone, now }: SessionFactsProps) {
  const { say, moment } = wording;
  return (
    <p>
      {browserOf(wording, session)}
      <br />
      <span class="muted small">
        {session.address} · {say('member_since', { moment: moment(session.signed_in_at, zone) })} ·{' '}
        <LastUsed at={session.seen_at} now={now} just="account_in_use" />
      </span>
    </p>
  );
}

interface EndingProps extends Pick<MemberSessionsProps, 'frame' | 'member' | 'action' | 'token'> {
  /** The session's id, or `all`. */
  which: string;
  title: string;
  /** The words of the button that opens the question. */
  button: ComponentChildren;
  /** The words of the button that ends the sessions. */
  deed: string;
  /** The sessions that would end. */
  children: ComponentChildren;
}

/** A button with a confirmation that names the sessions that would end. */
function Ending({ frame, member, action, token, which, title, button, deed, children }: EndingProps) {
  const { say } = frame.wording;
  const id = `end-${which}`;
  return (
    <>
      <Button low opens={id}>
        {button}
      </Button>
      <Dialog id={id} title={title}>
        {children}
        <p>{say('member_sessions_about', { name: member.name })}</p>
        <form class="row" method="post" action={action}>
          <FormToken token={token} />
          <input type="hidden" name="deed" value="sessions" />
          <Button kind="danger" name="session" value={which}>
            {deed}
          </Button>
          <Button closes={id}>{say('member_keep')}</Button>
        </form>
      </Dialog>
    </>
  );
}
