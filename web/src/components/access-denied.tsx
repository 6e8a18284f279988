import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { LockClosedRegular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { useDocumentTitle } from '../lib/navigation/document-title.js';
import { useGoBack } from './go-back.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    textAlign: 'center',
    gap: '8px',
    padding: '64px 24px',
    flexGrow: 1,
  },
  icon: { fontSize: '36px', lineHeight: 0, color: tokens.colorNeutralForeground3 },
  title: { fontFamily: 'var(--symbio-font-display)', fontSize: '24px', lineHeight: '32px', fontWeight: 600 },
  text: { color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '8px', marginTop: '16px' },
});

/** OP-10, OP-56 */
export function AccessDenied() {
  const styles = useStyles();
  const navigate = useNavigate();
  const goBack = useGoBack();
  useDocumentTitle('Access denied');
  return (
    <div className={styles.root}>
      <span className={styles.icon}>
        <LockClosedRegular aria-hidden="true" />
      </span>
      <h1 className={styles.title}>Access denied</h1>
      <p className={styles.text}>You don't have permission to view this page.</p>
      <div className={styles.actions}>
        <Button onClick={goBack}>Go back</Button>
        <Button appearance="primary" onClick={() => void navigate('/')}>
          Go to Dashboard
        </Button>
      </div>
    </div>
  );
}
