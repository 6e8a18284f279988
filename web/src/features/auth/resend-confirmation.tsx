import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { apiErrorOf } from '../../lib/http/errors.js';
import { isEmail } from '../../lib/ui/forms.js';
import { resendConfirmation } from './password-requests.js';
import { errorSentence } from './error-sentences.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', marginTop: '6px' },
  said: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
});

/** AUTH-09. @param onMissing called if there is no address */
export function ResendConfirmation({ email, onMissing }: { email: string; onMissing?: () => void }) {
  const styles = useStyles();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');

  const resend = async (): Promise<void> => {
    if (busy) return;
    if (!isEmail(email.trim()) && onMissing) {
      onMissing();
      return;
    }
    setBusy(true);
    setSaid('');
    try {
      await resendConfirmation(email.trim());
      setSaid('If this address is waiting for confirmation, another link is on its way.');
    } catch (thrown) {
      setSaid(errorSentence(apiErrorOf(thrown), 'Failed to send the link. Please try again.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.root}>
      <Button size="small" disabledFocusable={busy} onClick={() => void resend()}>
        {busy ? 'Sending...' : 'Resend email'}
      </Button>
      <span className={styles.said} aria-live="polite">
        {said}
      </span>
    </div>
  );
}
