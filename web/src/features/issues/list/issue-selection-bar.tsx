import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  useRestoreFocusTarget,
} from '@fluentui/react-components';
import { DeleteRegular, DismissRegular, FlagRegular, PersonRegular, TagRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useSelectionBarStyles } from '../../../components/selection-bar-styles.js';
import { useDangerStyles } from '../../../components/danger-styles.js';
import { useMe } from '../../../lib/session/me.js';
import { STATUS_OPTIONS } from '../issue-labels.js';
import type { Issue } from '../issue-records.js';
import { UNASSIGNED } from '../parts/assignee-field.js';
import { AssignDialog, DeleteIssuesDialog, LabelsDialog } from './bulk-dialogs.js';
import type { BulkChange } from './use-issue-actions.js';

export interface IssueSelectionBarProps {
  issues: readonly Issue[];
  isBusy: boolean;
  onChange: (change: BulkChange) => void;
  onDelete: () => void;
  onClear: () => void;
}

export function IssueSelectionBar({ issues, isBusy, onChange, onDelete, onClear }: IssueSelectionBarProps) {
  const styles = useSelectionBarStyles();
  const danger = useDangerStyles();
  const focusTarget = useRestoreFocusTarget();
  const me = useMe();
  const [dialog, setDialog] = useState<'assign' | 'labels' | 'delete'>();
  const close = (): void => setDialog(undefined);
  const change = (next: BulkChange): void => {
    close();
    onChange(next);
  };
  return (
    <section className={styles.root} aria-label="Selected issues">
      <span className={styles.count} role="status">{`${issues.length} selected`}</span>
      <Menu positioning="above">
        <MenuTrigger disableButtonEnhancement>
          <Button icon={<FlagRegular />} disabledFocusable={isBusy}>
            Mark as...
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {STATUS_OPTIONS.map(([status, label]) => (
              <MenuItem key={status} onClick={() => onChange({ change: { status } })}>
                {label}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
      <Menu positioning="above">
        <MenuTrigger disableButtonEnhancement>
          <Button {...focusTarget} icon={<PersonRegular />} disabledFocusable={isBusy}>
            Assign
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem
              disabled={!me}
              onClick={() => me && onChange({ change: { assignee: me.id }, shown: { assignee_name: me.name ?? '' } })}
            >
              To me
            </MenuItem>
            <MenuItem onClick={() => onChange({ change: { assignee: null }, shown: UNASSIGNED })}>Unassign</MenuItem>
            <MenuItem onClick={() => setDialog('assign')}>To another person...</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      <Button {...focusTarget} icon={<TagRegular />} disabledFocusable={isBusy} onClick={() => setDialog('labels')}>
        Labels
      </Button>
      <Button
        {...focusTarget}
        className={danger.plain}
        icon={<DeleteRegular />}
        disabledFocusable={isBusy}
        onClick={() => setDialog('delete')}
      >
        Delete
      </Button>
      <Button appearance="subtle" icon={<DismissRegular />} aria-label="Clear selection" onClick={onClear} />
      {dialog === 'assign' ? (
        <AssignDialog
          count={issues.length}
          onAssign={(to) => change({ change: { assignee: to.assignee }, shown: to })}
          onClose={close}
        />
      ) : null}
      {dialog === 'labels' ? (
        <LabelsDialog
          issues={issues}
          onApply={(added, removed) => change({ change: { labels_add: added, labels_remove: removed } })}
          onClose={close}
        />
      ) : null}
      {dialog === 'delete' ? (
        <DeleteIssuesDialog
          count={issues.length}
          onDelete={() => {
            close();
            onDelete();
          }}
          onClose={close}
        />
      ) : null}
    </section>
  );
}
