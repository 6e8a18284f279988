import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Fragment } from 'react';

const useStyles = makeStyles({
  code: { fontFamily: tokens.fontFamilyMonospace, fontSize: '0.95em', overflowWrap: 'anywhere' },
  strong: { fontWeight: tokens.fontWeightSemibold },
});

/** `code` and **strong** */
const MARKS = /(`[^`]+`|\*\*[^*]+\*\*)/;

export function Prose({ text, className }: { text: string; className?: string }) {
  const styles = useStyles();
  return text.split(/\n\n/).map((paragraph, at) => (
    <p key={at} className={mergeClasses(className)}>
      {paragraph.split(MARKS).map((part, place) => {
        if (part.startsWith('`'))
          return (
            <code key={place} className={styles.code}>
              {part.slice(1, -1)}
            </code>
          );
        if (part.startsWith('**'))
          return (
            <strong key={place} className={styles.strong}>
              {part.slice(2, -2)}
            </strong>
          );
        return <Fragment key={place}>{part}</Fragment>;
      })}
    </p>
  ));
}
