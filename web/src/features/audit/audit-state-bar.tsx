import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components';
import { RETENTION_YEARS } from '@symbio/proto/limits';
import { apiErrorOf } from '../../lib/http/errors.js';
import { medium } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { useAuditStateQuery, useVerifyAuditMutation, type AuditState } from './audit-api.js';

const useStyles = makeStyles({ bar: { marginBottom: '16px' } });

/** Projects are kept for another time (SET-09). */
const PROJECTS = `Project data is retained separately, for ${RETENTION_YEARS} years after completion.`;

function keptLabel({ retention_days: days, removed_through: removed, removed_at }: AuditState): string {
  const kept = days === null ? 'Entries are kept forever' : `Entries are kept for ${days} days`;
  return removed === null
    ? `${kept}.`
    : `${kept}; they begin with entry ${removed + 1}, older ones were removed ${medium(removed_at)}.`;
}

export function AuditStateBar() {
  const styles = useStyles();
  const { data: state, error, refetch } = useAuditStateQuery();
  const [verify, { isLoading }] = useVerifyAuditMutation();
  if (!state) {
    return error ? (
      <MessageBar className={styles.bar} intent="error" layout="multiline" politeness="assertive">
        <MessageBarBody>
          <MessageBarTitle>The state of the chain could not be loaded.</MessageBarTitle>
          {apiErrorOf(error).message}
        </MessageBarBody>
        <MessageBarActions>
          <Button onClick={() => void refetch()}>Retry</Button>
        </MessageBarActions>
      </MessageBar>
    ) : null;
  }
  const { broken, verified_at, verified_through: through, newest } = state;
  // verifying an empty trail proves nothing
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
        {at ? `Checked ${medium(at)}; the newest entry is ${newest}. ` : null}
        {`${keptLabel(state)} ${PROJECTS}`}
      </MessageBarBody>
      <MessageBarActions>
        <Button disabledFocusable={isLoading} onClick={() => void start()}>
          {isLoading ? 'Verifying...' : 'Verify now'}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
