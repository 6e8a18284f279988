import { lazy, Suspense } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';

// the parser is as large as a screen, and most screens show no Markdown
const MarkdownText = lazy(async () => ({ default: (await import('./markdown-text.js')).MarkdownText }));

const useStyles = makeStyles({
  room: {
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    lineHeight: tokens.lineHeightBase400,
  },
});

/** A text that somebody wrote in Markdown. No HTML of it reaches the page, nor any picture from elsewhere. */
export function Markdown({ children }: { children: string }) {
  const styles = useStyles();
  return (
    // the room that it takes, so that nothing below it moves
    <Suspense fallback={<div className={styles.room}>{children}</div>}>
      <MarkdownText>{children}</MarkdownText>
    </Suspense>
  );
}
