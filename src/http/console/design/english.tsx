import type { ComponentChildren } from 'preact';
import { useWording } from '../language/use-wording.ts';

/** Words that exist in English alone, such as those of the domain, marked on a screen of another language. */
export function English({ children }: { children: ComponentChildren }) {
  const { language } = useWording();
  if (language === 'en') return <>{children}</>;
  return (
    <span lang="en" dir="ltr">
      {children}
    </span>
  );
}
