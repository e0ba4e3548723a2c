/** The lines of each icon, in a square of 24 by 24. */
const PATHS = {
  alert: 'M12 3.5l9.5 16.5h-19zM12 10v4.5M12 17.3v.2',
  bag: 'M5 8h14l1 12H4zM8 8a4 4 0 0 1 8 0',
  box: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  cake: 'M4 20v-7h16v7zM4 16c1.8 1.6 3.5-.6 5.3 0s3.6.6 5.4 0 3.5 1.6 5.3 0M12 13V9M12 6V4.5',
  card: 'M3 6h18v12H3zM3 10h18M7 14.5h3',
  chat: 'M4 5h16v11H9l-5 4z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  friends:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 5.3a3 3 0 0 1 0 5.4M17.5 14.3c2.3.7 3.5 2.6 3.5 5.7',
  gift: 'M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7c-1-3-3.5-4-4.7-2.7S8.5 7 12 7M12 7c1-3 3.5-4 4.7-2.7S15.5 7 12 7',
  heart: 'M12 20S4 15 4 9.2A4.2 4.2 0 0 1 12 7a4.2 4.2 0 0 1 8 2.2C20 15 12 20 12 20z',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  out: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  percent: 'M18.5 5.5l-13 13M9 7a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM19 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4.5 3-7 8-7s8 2.5 8 7',
  phone: 'M7 3h10v18H7zM11 18h2',
  spark: 'M12 3l2.2 6.8L21 12l-6.8 2.2L12 21l-2.2-6.8L3 12l6.8-2.2z',
  star: 'M12 4l2.5 5.2 5.5.8-4 4 1 5.6-5-2.7-5 2.7 1-5.6-4-4 5.5-.8z',
  store: 'M4 9l1.5-5h13L20 9M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9M5.5 12v8h13v-8',
  ticket: 'M3 9V6h18v3a3 3 0 0 0 0 6v3H3v-3a3 3 0 0 0 0-6zM14.5 6v2M14.5 11v2M14.5 16v2',
  truck:
    'M8.5 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM19.5 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM4.5 17H2V6h12v11H8.5M14 10h4l4 3.5V17h-2.5M14 17h1.5',
} as const;

export type IconName = keyof typeof PATHS;

/** An ornament: words beside it say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
