import { Tabs } from '../design/tabs.tsx';

const PARTS = { keys: 'API keys', webhooks: 'Webhooks', apps: 'Apps', requests: 'Requests' } as const;

export type DeveloperPart = keyof typeof PARTS;

/** The path of a part; keys are the first screen of the room. */
export function partPath(place: string, part: DeveloperPart): string {
  return part === 'keys' ? `${place}/developers` : `${place}/developers/${part}`;
}

/** The parts of the room, and the reference of the API beside them. */
export function DeveloperTabs({ place, current }: { place: string; current: DeveloperPart }) {
  const names = Object.keys(PARTS) as DeveloperPart[];
  return (
    <Tabs
      label="Developers"
      tabs={names.map((name) => ({
        name: PARTS[name],
        href: partPath(place, name),
        current: name === current,
      }))}
    />
  );
}
