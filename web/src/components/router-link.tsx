import { Link as FluentLink } from '@fluentui/react-components';
import type { MouseEvent, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/** A link to a screen of the SPA with the looks of Fluent's Link. */
export function RouterLink({
  to,
  className,
  inline,
  onClick,
  children,
}: {
  to: string;
  className?: string;
  /** Stands in running text, where it is underlined. */
  inline?: boolean;
  /** Called before the screen is opened. */
  onClick?: () => void;
  children: ReactNode;
}) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
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
