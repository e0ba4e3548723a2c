import { titleOf } from '../../../program-file/form-words.ts';
import { catalogueFor } from '../../../texts/catalogues.ts';
import { English } from '../design/english.tsx';
import type { ConsoleWording } from '../language/wording.ts';
import { type FieldProps, Group, TextField } from './field-parts.tsx';
import { isFields } from './file-schema.ts';
import { messagesIn } from './form-places.ts';

/** The server's messages in one language, each with the message that is used while the field is empty. */
export function Messages({ context, name, schema, value }: FieldProps) {
  const { wording, language = 'en', wrong } = context;
  const { say } = wording;
  const ours: Readonly<Partial<Record<string, string>>> = catalogueFor(language);
  const held = isFields(value) ? value : {};
  const inner = Object.values(schema.patternProperties!)[0]!;
  return (
    <>
      {[...groupsOf(wording, messagesIn(value))].map(([title, messages]) => {
        const isOpen = messages.some(
          (message) => Object.hasOwn(held, message) || wrong.has(`${name}.${message}`),
        );
        return (
          <Group label={`${title} (${messages.length})`} folded={!isOpen} tall>
            {messages.map((message) => {
              const text = Object.hasOwn(held, message) ? held[message] : undefined;
              const mistake = wrong.get(`${name}.${message}`);
              return (
                <TextField
                  name={`${name}.${message}`}
                  label={<English>{titleOf(message)}</English>}
                  text={typeof text === 'string' ? text : ''}
                  schema={{ ...inner, maxLength: ours[message]?.length ?? 0 }}
                  lang={language}
                  about={{
                    ...(ours[message] !== undefined && {
                      help: (
                        <>
                          {say('field_server_says')} <bdi lang={language}>{ours[message]}</bdi>
                        </>
                      ),
                    }),
                    ...(mistake !== undefined && { wrong: mistake }),
                  }}
                />
              );
            })}
          </Group>
        );
      })}
    </>
  );
}

/** Parts of the loyalty page with fewer messages than this are in one group. */
const LEAST_IN_GROUP = 4;

/** Groups of messages by a title: the names of a group's messages begin with the same word. */
function groupsOf({ say }: ConsoleWording, messages: readonly string[]): Map<string, string[]> {
  const counts = new Map<string, number>();
  const partOf = (message: string) => message.split('_').slice(0, 2).join('_');
  for (const message of messages) counts.set(partOf(message), (counts.get(partOf(message)) ?? 0) + 1);
  const groups = new Map<string, string[]>();
  for (const message of messages) {
    const [first, second = ''] = message.split('_');
    const small = (counts.get(partOf(message)) ?? 0) < LEAST_IN_GROUP;
    const title =
      first === 'page'
        ? small
          ? say('texts_page_rest')
          : say('texts_page', { part: second })
        : first === 'rule'
          ? say('texts_rules')
          : say('texts_other');
    groups.set(title, [...(groups.get(title) ?? []), message]);
  }
  return groups;
}
