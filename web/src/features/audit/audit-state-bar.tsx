import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { apiErrorOf } from '../../lib/errors.js';
import { medium } from '../../lib/formats.js';
import { notify } from '../../lib/toasts.js';
import { useAuditStateQuery, useVerifyAuditMutation } from './audit-api.js';

const useStyles = makeStyles({ bar: { marginBottom: '16px' } });

/** Whether the trail is whole, and a button that has all of it looked at now. */
export function AuditStateBar() {
  const styles = useStyles();
  const { data: state } = useAuditStateQuery();
  const [verify, { isLoading }] = useVerifyAuditMutation();
  if (!state) return null;
  const { broken, verified_at, verified_through: through, newest } = state;
  // a look at an empty trail verified nothing
  const at = through > 0 || broken ? verified_at : null;
  const start = async (): Promise<void> => {
    try {
      await verify().unwrap();
    } catch (thrown) {
      notify({ type: 'error', title: 'The audit trail was not verified', description: apiErrorOf(thrown).message });
    }
  };
  return (
    <MessageBar
      className={styles.bar}
      intent={broken ? 'error' : at ? 'success' : 'info'}
      layout="multiline"
      politeness="polite"
    >
      <MessageBarBody>
        <MessageBarTitle>
          {broken ? 'The chain is broken.' : at ? `Chain verified through entry ${through}.` : 'Not verified yet.'}
        </MessageBarTitle>
        {broken ? `${broken} ` : null}
        {at ? `Looked at ${medium(at)}; the newest is entry ${newest}.` : null}
      </MessageBarBody>
      <MessageBarActions>
        <Button disabledFocusable={isLoading} onClick={() => void start()}>
          {isLoading ? 'Verifying...' : 'Verify now'}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
