import { Link as FluentLink } from '@fluentui/react-components';
import type { MouseEvent, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export function RouterLink({
  to,
  className,
  inline,
  onClick,
  state,
  children,
}: {
  to: string;
  /** Of the new history entry. */
  state?: unknown;
  className?: string;
  /** For running text. */
  inline?: boolean;
  onClick?: () => void;
  children: ReactNode;
}) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state });
  return (
    <FluentLink
      href={href}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        onClick?.();
        follow(event);
      }}
      className={className}
      inline={inline}
    >
      {children}
    </FluentLink>
  );
}
