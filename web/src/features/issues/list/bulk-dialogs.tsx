import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Label,
  makeStyles,
  useId,
} from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { useFormLeaving } from '../../../components/form-dialog.js';
import type { Issue } from '../issue-records.js';
import { AssigneeField, UNASSIGNED, type Assignee } from '../parts/assignee-field.js';
import { LabelsField } from '../parts/labels-field.js';
import { countText } from '../../../lib/ui/formats.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', overflow: 'visible' },
  boxes: { display: 'flex', flexWrap: 'wrap' },
});

interface BulkDialogProps {
  title: string;
  confirmLabel: string;
  mayConfirm: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

function BulkDialog({ title, confirmLabel, mayConfirm, onConfirm, onClose, children }: BulkDialogProps) {
  const styles = useStyles();
  const leaving = useFormLeaving({ isDirty: mayConfirm, isBusy: false, onClose });
  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className={styles.content}>{children}</DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button appearance="primary" disabled={!mayConfirm} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </DialogActions>
        </DialogBody>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}

export function AssignDialog(props: { count: number; onAssign: (to: Assignee) => void; onClose: () => void }) {
  const [to, setTo] = useState(UNASSIGNED);
  return (
    <BulkDialog
      title={`Assign ${countText(props.count, 'issue')}`}
      confirmLabel="Assign"
      mayConfirm={to.assignee !== null}
      onConfirm={() => props.onAssign(to)}
      onClose={props.onClose}
    >
      <AssigneeField value={to} onChange={setTo} />
    </BulkDialog>
  );
}

/** It can be undone, so the text has no warning. */
export function DeleteIssuesDialog(props: { count: number; onDelete: () => void; onClose: () => void }) {
  const these = props.count === 1 ? 'this issue' : `these ${props.count} issues`;
  return (
    <ConfirmDialog
      open
      title={`Delete ${countText(props.count, 'issue')}`}
      confirmLabel="Delete"
      destroys
      onConfirm={props.onDelete}
      onCancel={props.onClose}
    >
      <p>{`Are you sure you want to delete ${these}? Deleted issues can be restored for 30 days.`}</p>
    </ConfirmDialog>
  );
}

interface LabelsDialogProps {
  issues: readonly Issue[];
  onApply: (added: string[], removed: string[]) => void;
  onClose: () => void;
}

export function LabelsDialog({ issues, onApply, onClose }: LabelsDialogProps) {
  const styles = useStyles();
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const removeId = useId('remove-');
  const there = [...new Set(issues.flatMap(({ labels }) => labels))].sort((a, b) => a.localeCompare(b));
  return (
    <BulkDialog
      title={`Labels of ${countText(issues.length, 'issue')}`}
      confirmLabel="Apply"
      mayConfirm={added.length + removed.length > 0}
      onConfirm={() =>
        onApply(
          added,
          removed.filter((each) => !added.includes(each)),
        )
      }
      onClose={onClose}
    >
      <LabelsField
        label="Add"
        value={added}
        // partial input may prefix another label, so ticked labels stay until applied
        onChange={setAdded}
      />
      {there.length > 0 ? (
        <div>
          <Label id={removeId}>Remove</Label>
          <div className={styles.boxes} role="group" aria-labelledby={removeId}>
            {there.map((label) => (
              <Checkbox
                key={label}
                label={label}
                checked={removed.includes(label) && !added.includes(label)}
                onChange={(_, { checked }) => {
                  const others = removed.filter((each) => each !== label);
                  setRemoved(checked === true ? [...others, label] : others);
                  if (checked === true) setAdded(added.filter((each) => each !== label));
                }}
              />
            ))}
          </div>
        </div>
      ) : null}
    </BulkDialog>
  );
}
