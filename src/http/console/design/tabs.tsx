export interface Tab {
  name: string;
  href: string;
  current: boolean;
}

/** Parts of one subject, each with an address of its own. `look`: segments choose a manner of the same screen. */
export function Tabs({
  label,
  tabs,
  look = 'tabs',
}: {
  label: string;
  tabs: readonly Tab[];
  look?: 'tabs' | 'segments';
}) {
  return (
    <nav class={look} aria-label={label}>
      {tabs.map(({ name, href, current }) => (
        <a href={href} aria-current={current ? (look === 'tabs' ? 'page' : 'true') : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
