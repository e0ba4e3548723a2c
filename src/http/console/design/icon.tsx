/** The lines of each icon, in a square of 24 by 24. */
const PATHS = {
  alert: 'M12 3.5l9.5 16.5h-19zM12 10v4.5M12 17.3v.2',
  back: 'M14.5 5.5L8 12l6.5 6.5',
  bag: 'M5 8h14l1 12H4zM8 8a4 4 0 0 1 8 0',
  bars: 'M4 20h16M7 20v-7M12 20V5M17 20v-10',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevrons: 'M8 9.5l4-4 4 4M8 14.5l4 4 4-4',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  code: 'M8.5 8L4 12l4.5 4M15.5 8l4.5 4-4.5 4M13.5 5l-3 14',
  coins: 'M9 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM14.5 9.2a5 5 0 1 1-4.8 6.6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  crown: 'M4 18h16M4.5 15L3 7l5 3.5L12 5l4 5.5L21 7l-1.5 8z',
  down: 'M12 5v14M6 13l6 6 6-6',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  forward: 'M4 6l8 6-8 6zM12 6l8 6-8 6z',
  gift: 'M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7c-1-3-3.5-4-4.7-2.7S8.5 7 12 7M12 7c1-3 3.5-4 4.7-2.7S15.5 7 12 7',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3.5 12h17M12 3c3 2.5 4 5.5 4 9s-1 6.5-4 9c-3-2.5-4-5.5-4-9s1-6.5 4-9z',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.7v.2',
  key: 'M8 12a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 13.5L20 4.5M16 8.5l3 3',
  keyboard: 'M3 6h18v12H3zM7 10h.2M11 10h.2M15 10h.2M17.5 10h.2M8 14.5h8',
  layers: 'M12 4l9 4.5-9 4.5-9-4.5zM3 12.5l9 4.5 9-4.5M3 16.5l9 4.5 9-4.5',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  more: 'M5 12h.2M12 12h.2M19 12h.2',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  out: 'M13 4H5v16h8M16 8l4 4-4 4M20 12H10',
  people:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 5.3a3 3 0 0 1 0 5.4M17.5 14.3c2.3.7 3.5 2.6 3.5 5.7',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4.5 3-7 8-7s8 2.5 8 7',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5',
  server: 'M4 4h16v7H4zM4 13h16v7H4zM7.5 7.5h.2M7.5 16.5h.2',
  spark: 'M12 3l2.2 6.8L21 12l-6.8 2.2L12 21l-2.2-6.8L3 12l6.8-2.2z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  ticket: 'M3 9V6h18v3a3 3 0 0 0 0 6v3H3v-3a3 3 0 0 0 0-6zM14.5 6v2M14.5 11v2M14.5 16v2',
  up: 'M12 19V5M6 11l6-6 6 6',
} as const;

export type IconName = keyof typeof PATHS;

/** An ornament: words beside it, or the name of its button, say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
