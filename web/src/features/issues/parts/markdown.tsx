import { lazy, Suspense } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';

// lazy: the parser is large and rarely needed
const MarkdownText = lazy(async () => ({ default: (await import('./markdown-text.js')).MarkdownText }));

const useStyles = makeStyles({
  room: {
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    lineHeight: tokens.lineHeightBase400,
  },
});

/** Without HTML and external images. */
export function Markdown({ children }: { children: string }) {
  const styles = useStyles();
  return (
    // reserves space, so nothing below moves
    <Suspense fallback={<div className={styles.room}>{children}</div>}>
      <MarkdownText>{children}</MarkdownText>
    </Suspense>
  );
}
