import { Menu } from '../design/menu.tsx';
import { Tabs } from '../design/tabs.tsx';
import { useWording } from '../language/use-wording.ts';
import { withQuery } from '../place.ts';
import { languageName } from './languages.ts';
import { PART_NAMES, type PartName } from './program-parts.ts';

interface ProgramTabsProps {
  /** The address of the screen, without its query. */
  path: string;
  part: PartName;
  language: string;
  languages: readonly string[];
  /** Below the tabs of a draft these are segments: two rows of tabs would look like one. */
  look?: 'tabs' | 'segments';
}

/** The parts of a program, and the choice of its language. */
export function ProgramTabs({ path, part, language, languages, look = 'tabs' }: ProgramTabsProps) {
  const wording = useWording();
  const { say } = wording;
  const query = languages[0] === language ? {} : { language };
  return (
    <div class="row apart">
      <Tabs
        label={say('program_parts')}
        look={look}
        tabs={PART_NAMES.map((name) => ({
          name: say(`part_${name}`),
          href: withQuery(path, { ...query, part: name }),
          current: name === part,
        }))}
      />
      {languages.length > 1 && (
        <Menu
          button="button low"
          shut={say('program_read_in', { language: languageName(wording, language) })}
        >
          {languages.map((one) => (
            <a
              href={withQuery(path, { part, language: one })}
              aria-current={one === language ? 'true' : undefined}
            >
              {languageName(wording, one)}
            </a>
          ))}
        </Menu>
      )}
    </div>
  );
}
