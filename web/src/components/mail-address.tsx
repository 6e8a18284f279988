import { makeStyles } from '@fluentui/react-components';
import { Fragment } from 'react';

const useStyles = makeStyles({
  // moves to a line of its own if needed; breaks only if longer than that
  address: { display: 'inline-block', maxWidth: '100%', overflowWrap: 'break-word', fontWeight: 600 },
});

/** Breaks before the domain and between its labels. */
export function MailAddress({ children }: { children: string }) {
  const styles = useStyles();
  return (
    <span className={styles.address}>
      {children.split(/(?=[@.])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
