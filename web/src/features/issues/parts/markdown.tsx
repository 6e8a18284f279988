import { lazy, Suspense } from 'react';
import { Skeleton, SkeletonItem } from '@fluentui/react-components';

// the parser is as large as a screen, and most screens show no Markdown
const MarkdownText = lazy(async () => ({ default: (await import('./markdown-text.js')).MarkdownText }));

/** A text that somebody wrote in Markdown. No HTML of it reaches the page, nor any picture from elsewhere. */
export function Markdown({ children }: { children: string }) {
  return (
    <Suspense
      fallback={
        <Skeleton aria-label="Loading text">
          <SkeletonItem size={16} />
        </Skeleton>
      }
    >
      <MarkdownText>{children}</MarkdownText>
    </Suspense>
  );
}
