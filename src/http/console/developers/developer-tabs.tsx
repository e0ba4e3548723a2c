import { Tabs } from '../design/tabs.tsx';
import { useWording } from '../language/use-wording.ts';

const PARTS = ['keys', 'webhooks', 'apps', 'requests'] as const;

export type DeveloperPart = (typeof PARTS)[number];

/** The path of a part. The keys are the first part, so they have no name in the path. */
export function partPath(place: string, part: DeveloperPart): string {
  return part === 'keys' ? `${place}/developers` : `${place}/developers/${part}`;
}

/** The parts for developers, with a link to the reference of the API. */
export function DeveloperTabs({ place, current }: { place: string; current: DeveloperPart }) {
  const { say } = useWording();
  return (
    <Tabs
      label={say('screen_developers')}
      tabs={PARTS.map((name) => ({
        name: say(`dev_${name}`),
        href: partPath(place, name),
        current: name === current,
      }))}
    />
  );
}
