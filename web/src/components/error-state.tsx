import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ErrorCircleRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    gap: '8px',
    padding: '40px 24px',
  },
  icon: { color: tokens.colorStatusDangerForeground1, fontSize: '36px', lineHeight: 0 },
  title: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { color: tokens.colorNeutralForeground2, maxWidth: '60ch', overflowWrap: 'anywhere' },
  action: { marginTop: '12px' },
});

export interface ErrorStateProps {
  title: string;
  children?: ReactNode;
  /** Absent hides the button. */
  onRetry?: () => void;
  retryLabel?: string;
}

/** In place of content that failed to load. */
export function ErrorState({ title, children, onRetry, retryLabel = 'Retry' }: ErrorStateProps) {
  const styles = useStyles();
  return (
    <div className={styles.root} role="alert" data-message>
      <span className={styles.icon}>
        <ErrorCircleRegular aria-hidden="true" />
      </span>
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.text}>{children}</div> : null}
      {onRetry ? (
        <Button className={styles.action} onClick={onRetry}>
          {retryLabel}
        </Button>
      ) : null}
    </div>
  );
}
