import type { ComponentChildren } from 'preact';
import { useWording } from '../language/use-wording.ts';

/** Words that exist only in English, such as those of the domain. They are marked on a screen in another language. */
export function English({ children }: { children: ComponentChildren }) {
  const { language } = useWording();
  if (language === 'en') return <>{children}</>;
  return (
    <span lang="en" dir="ltr">
      {children}
    </span>
  );
}
