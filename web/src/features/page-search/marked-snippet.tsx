import { makeStyles, tokens } from '@fluentui/react-components';
import { markedParts } from './search-words.js';

const useStyles = makeStyles({
  mark: { backgroundColor: '#ffe08a', color: tokens.colorNeutralForeground1, borderRadius: '2px' },
});

/** A snippet with what was looked for marked in it. */
export function MarkedSnippet({ snippet, words }: { snippet: string; words: string }) {
  const styles = useStyles();
  return markedParts(snippet, words).map(({ text, isHit }, index) =>
    isHit ? (
      <mark key={index} className={styles.mark}>
        {text}
      </mark>
    ) : (
      <span key={index}>{text}</span>
    ),
  );
}
