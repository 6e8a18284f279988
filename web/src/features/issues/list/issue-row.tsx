import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  Skeleton,
  SkeletonItem,
} from '@fluentui/react-components';
import {
  ArrowUndoRegular,
  CheckmarkRegular,
  DeleteRegular,
  FlagRegular,
  MoreHorizontalRegular,
  OpenRegular,
  PersonAddRegular,
  PersonRegular,
} from '@fluentui/react-icons';
import { Link, useNavigate } from 'react-router-dom';
import type { IssueStatus } from '@symbio/proto/issue/vocabulary';
import { useDangerStyles } from '../../../components/danger-styles.js';
import { Checkbox } from '../../../components/checkbox.js';
import { medium } from '../../../lib/ui/formats.js';
import { notify } from '../../../lib/ui/toasts.js';
import { excerpt, STATUS_OPTIONS } from '../issue-labels.js';
import { issuePath, type Issue } from '../issue-records.js';
import { AssigneeLabel, LabelTags, SeverityBadge, StatusBadge, TypeLabel } from '../parts/issue-badges.js';
import { useIssueTableStyles } from './issue-table-styles.js';

export interface IssueRowActions {
  onAssignToMe: (issue: Issue) => void;
  onMark: (issue: Issue, status: IssueStatus) => void;
  onDelete: (issue: Issue) => void;
  onRestore: (issue: Issue) => void;
}

interface IssueRowProps extends IssueRowActions {
  issue: Issue;
  isMine: boolean;
  isChosen: boolean;
  onToggle: (id: string, range: boolean) => void;
}

/** ISSUE-02, ISSUE-03; deleted issues can be restored. */
export function IssueRow(props: IssueRowProps) {
  const styles = useIssueTableStyles();
  const { issue, isChosen, onToggle, onRestore } = props;
  const description = excerpt(issue.description);
  const isDeleted = issue.deleted_at !== null;
  return (
    <tr role="row" className={mergeClasses(styles.row, isChosen && styles.chosen)}>
      {isDeleted ? null : (
        <td role="cell" className={mergeClasses(styles.cell, styles.choice)}>
          <Checkbox
            label={`Select ${issue.key} ${issue.title}`}
            checked={isChosen}
            onClick={(event) => onToggle(issue.id, event.shiftKey)}
          />
        </td>
      )}
      <td role="cell" className={mergeClasses(styles.cell, styles.titleCell, isDeleted && styles.bare)}>
        <span className={styles.key}>{issue.key}</span>
        {isDeleted ? (
          <span className={styles.title}>{issue.title}</span>
        ) : (
          <Link to={issuePath(issue)} className={mergeClasses(styles.title, styles.link)} data-issue={issue.id}>
            {issue.title}
          </Link>
        )}
        {description ? <span className={styles.description}>{description}</span> : null}
        {issue.labels.length > 0 ? (
          <div className={styles.labels}>
            <LabelTags labels={issue.labels} />
          </div>
        ) : null}
        {isDeleted ? (
          <div className={styles.removed}>
            {`Deleted ${medium(issue.deleted_at)} by ${issue.deleted_by_name?.trim() || 'Unknown'}`}
          </div>
        ) : null}
      </td>
      <td role="cell" className={styles.cell} data-label="Type">
        <TypeLabel type={issue.type} />
      </td>
      <td role="cell" className={styles.cell} data-label="Severity">
        <SeverityBadge severity={issue.severity} />
      </td>
      <td role="cell" className={styles.cell} data-label="Status">
        <StatusBadge status={issue.status} />
      </td>
      <td role="cell" className={styles.cell} data-label="Assignee">
        <AssigneeLabel issue={issue} />
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.created)} data-label="Created">
        <time dateTime={issue.created_at}>{medium(issue.created_at)}</time>
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.actions, isDeleted && styles.restore)}>
        {isDeleted ? (
          <Button
            size="small"
            icon={<ArrowUndoRegular />}
            aria-label={`Restore ${issue.key} ${issue.title}`}
            onClick={() => onRestore(issue)}
          >
            Restore
          </Button>
        ) : (
          <RowMenu {...props} />
        )}
      </td>
    </tr>
  );
}

/** ISSUE-06 to ISSUE-10, STUB-09 */
function RowMenu({ issue, isMine, onAssignToMe, onMark, onDelete }: IssueRowProps) {
  const danger = useDangerStyles();
  const navigate = useNavigate();
  return (
    <Menu positioning={{ position: 'below', align: 'end' }}>
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          icon={<MoreHorizontalRegular />}
          aria-label={`Actions for ${issue.key} ${issue.title}`}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<OpenRegular />} onClick={() => void navigate(issuePath(issue))}>
            View
          </MenuItem>
          <MenuItem icon={<PersonRegular />} disabled={isMine} onClick={() => onAssignToMe(issue)}>
            Assign to Me
          </MenuItem>
          <MenuItem
            icon={<PersonAddRegular />}
            onClick={() => notify({ type: 'info', title: 'Assign to User feature coming soon!' })}
          >
            Assign to User
          </MenuItem>
          <Menu hasIcons>
            <MenuTrigger disableButtonEnhancement>
              <MenuItem icon={<FlagRegular />}>Mark as...</MenuItem>
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                {STATUS_OPTIONS.map(([status, label]) => (
                  <MenuItem
                    key={status}
                    icon={issue.status === status ? <CheckmarkRegular /> : undefined}
                    onClick={() => onMark(issue, status)}
                  >
                    {label}
                  </MenuItem>
                ))}
              </MenuList>
            </MenuPopover>
          </Menu>
          <MenuItem className={danger.menuItem} icon={<DeleteRegular />} onClick={() => onDelete(issue)}>
            Delete Issue
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

export function SkeletonRow({ columns }: { columns: readonly string[] }) {
  const styles = useIssueTableStyles();
  return (
    <tr role="row" className={styles.row} data-testid="skeleton-row">
      <td role="cell" className={mergeClasses(styles.cell, styles.choice)} />
      <td role="cell" className={mergeClasses(styles.cell, styles.titleCell)}>
        <Skeleton aria-label="Loading issue">
          <SkeletonItem size={16} style={{ width: '60%', marginBottom: 6 }} />
          <SkeletonItem size={12} style={{ width: '90%' }} />
        </Skeleton>
      </td>
      {columns.map((column) => (
        <td role="cell" key={column} className={styles.cell} data-label={column}>
          <SkeletonItem size={16} style={{ width: 80 }} />
        </td>
      ))}
      <td role="cell" className={mergeClasses(styles.cell, styles.actions)} />
    </tr>
  );
}
