export interface Tab {
  name: string;
  href: string;
  current: boolean;
}

/** The parts of one subject, each with its own address. `look`: segments choose another form of the same screen. */
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
