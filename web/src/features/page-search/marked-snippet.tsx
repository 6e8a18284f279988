import { makeStyles } from '@fluentui/react-components';

const useStyles = makeStyles({
  // a marker pen on paper, in the dark as well: its ink is no colour of the theme
  mark: { backgroundColor: '#ffe08a', color: '#1f1a0d', borderRadius: '2px' },
});

/** A snippet with what was looked for marked in it, as the server cut it. */
export function MarkedSnippet({ parts }: { parts: readonly { text: string; is_hit: boolean }[] }) {
  const styles = useStyles();
  return parts.map(({ text, is_hit: isHit }, index) =>
    isHit ? (
      <mark key={index} className={styles.mark}>
        {text}
      </mark>
    ) : (
      <span key={index}>{text}</span>
    ),
  );
}
