import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** The things that will stand here, and the action that brings them. */
  children: ComponentChildren;
  /** The one thing to do. */
  action?: ComponentChildren;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h3>{title}</h3>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Stands for so many lines that are still on their way. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, () => (
        <span />
      ))}
    </div>
  );
}
