import { makeStyles } from '@fluentui/react-components';
import { Fragment } from 'react';

const useStyles = makeStyles({
  // as one piece on a line of its own where it does not fit; broken only where even that is too short
  address: { display: 'inline-block', maxWidth: '100%', overflowWrap: 'break-word', fontWeight: 600 },
});

/** An email address in running text: it breaks before its domain and between the parts of that, not in mid-word. */
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
