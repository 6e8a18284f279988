import { makeStyles } from '@fluentui/react-components';
import { markedParts } from '../../evidence/search-words.js';

const useStyles = makeStyles({
  // a marker pen on paper, in the dark as well: its ink is no colour of the theme
  mark: { backgroundColor: '#ffe08a', color: '#1f1a0d', borderRadius: '2px' },
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
