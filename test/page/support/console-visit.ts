import { cookieFor } from './console-cookie.ts';
import { LOYALTY, type Stage, type Visit } from './stage.ts';

export interface Sight {
  width?: number;
  scheme?: 'light' | 'dark';
  javascript?: boolean;
}

/** A tab of somebody who is signed in to the console. */
export async function openConsole(
  stage: Stage,
  joined: { token: string },
  path: string,
  { width = 1440, scheme = 'light', javascript = true }: Sight = {},
): Promise<Visit> {
  const context = await stage.newContext({ width, javascript });
  await context.addCookies([cookieFor(joined)]);
  const tab = await context.newPage();
  await tab.emulateMedia({ colorScheme: scheme });
  await tab.goto(LOYALTY + path);
  return { context, tab, page: tab.mainFrame(), javascript };
}
