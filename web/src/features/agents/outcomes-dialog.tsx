import { JOB_STATE_LABELS } from '@symbio/proto/labels';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { CheckmarkCircleRegular, ErrorCircleRegular } from '@fluentui/react-icons';
import { FocusReturn } from '../../components/focus-return.js';
import { countText, idTail } from '../../lib/ui/formats.js';
import { type JobOutcome } from './job-records.js';
import type { JobAction } from './use-job-actions.js';

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: '12px 0 0',
    padding: 0,
    maxHeight: '50dvh',
    overflowY: 'auto',
  },
  item: {
    display: 'grid',
    gridTemplateColumns: '20px 84px minmax(0, 1fr)',
    columnGap: '8px',
    padding: '6px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
  },
  id: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200, lineHeight: '20px' },
  good: { fontSize: '18px', color: tokens.colorStatusSuccessForeground1, lineHeight: 1 },
  bad: { fontSize: '18px', color: tokens.colorStatusDangerForeground1, lineHeight: 1 },
});

/** `3 agents retried, 1 not` */
export function outcomeText(action: JobAction, outcomes: readonly JobOutcome[]): string {
  const notifyRejected = outcomes.filter(({ error }) => error).length;
  const done = outcomes.length - notifyRejected;
  const what = action === 'retry' ? 'retried' : 'cancelled';
  const words = `${countText(done, 'agent')} ${what}`;
  return notifyRejected === 0 ? words : `${words}, ${notifyRejected} not`;
}

export interface OutcomesDialogProps {
  action: JobAction;
  outcomes: readonly JobOutcome[];
  onClose: () => void;
}

export function OutcomesDialog({ action, outcomes, onClose }: OutcomesDialogProps) {
  const styles = useStyles();
  const sorted = [...outcomes].sort((a, b) => Number(!a.error) - Number(!b.error));
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface>
        <FocusReturn />
        <DialogBody>
          <DialogTitle>{outcomeText(action, outcomes)}</DialogTitle>
          <DialogContent>
            <ul className={styles.list} aria-label="Outcomes" tabIndex={0}>
              {sorted.map(({ id, error }) => (
                <li key={id} className={styles.item}>
                  <span className={error ? styles.bad : styles.good} aria-hidden="true">
                    {error ? <ErrorCircleRegular /> : <CheckmarkCircleRegular />}
                  </span>
                  <span className={styles.id}>{idTail(id)}</span>
                  <span>{error ?? (action === 'retry' ? 'Queued again' : JOB_STATE_LABELS.cancelled)}</span>
                </li>
              ))}
            </ul>
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
