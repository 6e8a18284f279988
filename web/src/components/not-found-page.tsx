import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useDocumentTitle } from '../lib/navigation/document-title.js';
import { useSupportEmail } from '../lib/session/sign-in-options.js';
import { ContourDrawing } from './empty-state.js';
import { useGoBack } from './go-back.js';

const useStyles = makeStyles({
  root: {
    flexGrow: 1,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    // keeps the top reachable when it scrolls
    justifyContent: 'safe center',
    textAlign: 'center',
    padding: '48px 24px',
    gap: '12px',
    minHeight: '60vh',
  },
  drawing: { color: 'var(--symbio-contour)' },
  code: { color: 'var(--symbio-flag-text)', fontWeight: tokens.fontWeightSemibold, fontSize: tokens.fontSizeBase300 },
  title: { fontFamily: 'var(--symbio-font-display)', fontSize: '32px', lineHeight: '40px', fontWeight: 600 },
  text: { color: tokens.colorNeutralForeground3 },
  reason: { maxWidth: '60ch' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', justifyContent: 'center', marginTop: '12px' },
  support: { marginTop: '8px', fontSize: tokens.fontSizeBase200 },
});

/**
 * NAV-19, also for inaccessible items.
 * @param props.children message for a user whose open item became inaccessible
 */
export function NotFoundPage({ children }: { children?: ReactNode }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const supportEmail = useSupportEmail();
  useDocumentTitle('Page not found');
  const goBack = useGoBack();
  return (
    <div className={styles.root} data-message>
      <span className={styles.drawing}>
        <ContourDrawing width={200} />
      </span>
      <span className={styles.code}>404</span>
      <h1 className={styles.title}>Page not found</h1>
      <p className={styles.text}>Sorry, we couldn't find the page you're looking for.</p>
      {children ? (
        <p className={styles.reason} role="alert">
          {children}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button onClick={goBack}>Go back</Button>
        <Button appearance="primary" onClick={() => void navigate('/')}>
          Go to Dashboard
        </Button>
      </div>
      <Link className={styles.support} href={`mailto:${supportEmail}`}>
        Contact support
      </Link>
    </div>
  );
}
