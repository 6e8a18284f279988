import { makeStyles } from '@fluentui/react-components';

const useStyles = makeStyles({
  // highlighter colors on paper, independent of the theme
  mark: { backgroundColor: '#ffe08a', color: '#1f1a0d', borderRadius: '2px' },
});

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
