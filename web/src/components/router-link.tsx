import { Link as FluentLink } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/** A link to a screen of the SPA with the looks of Fluent's Link. */
export function RouterLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <FluentLink href={href} onClick={follow} className={className}>
      {children}
    </FluentLink>
  );
}
