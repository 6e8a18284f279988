import type { ReactNode } from 'react';

/** Text for those who listen to the page: there for screen readers, takes no room on the screen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return (
    <span
      style={{
        position: 'absolute',
        clipPath: 'inset(50%)',
        width: 1,
        height: 1,
        overflow: 'hidden',
        whiteSpace: 'nowrap',
      }}
    >
      {children}
    </span>
  );
}
