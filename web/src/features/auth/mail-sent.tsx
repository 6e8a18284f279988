import { makeStyles, tokens } from '@fluentui/react-components';
import { MailCheckmarkRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { AuthFrame } from './auth-frame.js';

const useStyles = makeStyles({
  sent: { display: 'flex', flexDirection: 'column', gap: '20px' },
  icon: { fontSize: '40px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  more: { color: tokens.colorNeutralForeground3 },
});

export function MailSent({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <AuthFrame title="Check your email" isAnswer>
      <div className={styles.sent} role="status">
        <span className={styles.icon}>
          <MailCheckmarkRegular aria-hidden="true" />
        </span>
        {children}
      </div>
    </AuthFrame>
  );
}

/** What to do if no mail arrives; ends a sentence. */
export function MailNotReceived({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return <p className={styles.more}>No email? Check your spam folder, or {children}</p>;
}
