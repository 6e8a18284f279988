import {
  Avatar,
  Badge,
  makeStyles,
  mergeClasses,
  Skeleton,
  SkeletonItem,
  tokens,
  type BadgeProps,
} from '@fluentui/react-components';
import { ArrowTrendingRegular, BugRegular, LightbulbRegular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { cardTable } from '../../components/card-table.js';
import { medium } from '../../lib/formats.js';
import { assigneeLabel, excerpt, issueStatusLabel, issueTypeLabel, severityLabel, type Issue } from './issue-labels.js';

/** Rows that stand for issues while the list is loading: as many as on the dashboard (CONST-13). */
const SKELETON_ROWS = 4;

/** Below this width of the window the columns have no room beside a readable title. */
const narrow = '@media (max-width: 980px)';

const { styles: base, inCard } = cardTable(narrow);

const useStyles = makeStyles({
  ...base,
  row: {
    ...base.row,
    [narrow]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
      gap: '12px 16px',
      padding: '16px',
    },
  },
  cell: { ...base.cell, whiteSpace: 'nowrap', [narrow]: { ...inCard.cell, alignItems: 'flex-start' } },
  titleCell: {
    minWidth: '240px',
    width: '46%',
    whiteSpace: 'normal',
    [narrow]: { ...inCard.title, display: 'block' },
  },
  title: { display: 'block', fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  description: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    marginTop: '2px',
    maxWidth: '72ch',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  badge: { verticalAlign: 'middle' },
  type: { display: 'flex', alignItems: 'center', gap: '6px' },
  typeIcon: { display: 'inline-flex', fontSize: '18px', color: tokens.colorNeutralForeground3 },
  assignee: { display: 'flex', alignItems: 'center', gap: '8px', maxWidth: '100%' },
  name: { maxWidth: '20ch', overflow: 'hidden', textOverflow: 'ellipsis' },
  nobody: { color: tokens.colorNeutralForeground3 },
  created: { fontVariantNumeric: 'tabular-nums' },
});

const COLUMNS = ['Title', 'Type', 'Severity', 'Status', 'Assignee', 'Created'] as const;

const TYPE_ICONS: Readonly<Record<string, ReactElement>> = {
  bug: <BugRegular />,
  improvement: <ArrowTrendingRegular />,
  feature_request: <LightbulbRegular />,
};

const SEVERITY_COLORS: Readonly<Record<string, BadgeProps['color']>> = {
  s0: 'danger',
  s1: 'severe',
  s2: 'warning',
};

const STATUS_COLORS: Readonly<Record<string, BadgeProps['color']>> = {
  open: 'brand',
  in_progress: 'warning',
  deployed: 'success',
};

export interface IssueTableProps {
  /** undefined while the first page is being read. */
  issues: Issue[] | undefined;
  /** The rows are of another page; the answer for the current one is under way. */
  stale: boolean;
}

/** The issues in the order of the server (ISSUE-02, ISSUE-03). Narrow windows get the same rows as cards. */
export function IssueTable({ issues, stale }: IssueTableProps) {
  const styles = useStyles();
  return (
    // display is changed for narrow windows, which takes the roles of table elements away: hence they are spelled out
    <table
      role="table"
      className={mergeClasses(styles.table, stale && styles.stale)}
      aria-busy={!issues || stale}
      aria-label="Issues"
    >
      <thead role="rowgroup" className={styles.head}>
        <tr role="row">
          {COLUMNS.map((column) => (
            <th key={column} role="columnheader" scope="col" className={styles.headCell}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={styles.body}>
        {issues
          ? issues.map((issue) => <IssueRow key={issue.id} issue={issue} />)
          : Array.from({ length: SKELETON_ROWS }, (_, index) => <SkeletonRow key={index} />)}
      </tbody>
    </table>
  );
}

function IssueRow({ issue }: { issue: Issue }) {
  const styles = useStyles();
  const description = excerpt(issue.description);
  const assignee = assigneeLabel(issue);
  return (
    <tr role="row" className={styles.row}>
      <td role="cell" className={mergeClasses(styles.cell, styles.titleCell)}>
        <span className={styles.title}>{issue.title}</span>
        {description ? <span className={styles.description}>{description}</span> : null}
      </td>
      <td role="cell" className={styles.cell} data-label="Type">
        <span className={styles.type}>
          <span className={styles.typeIcon} aria-hidden="true">
            {TYPE_ICONS[issue.type]}
          </span>
          {issueTypeLabel(issue.type)}
        </span>
      </td>
      <td role="cell" className={styles.cell} data-label="Severity">
        <Badge className={styles.badge} appearance="tint" color={SEVERITY_COLORS[issue.severity] ?? 'subtle'}>
          {severityLabel(issue.severity)}
        </Badge>
      </td>
      <td role="cell" className={styles.cell} data-label="Status">
        <Badge className={styles.badge} appearance="tint" color={STATUS_COLORS[issue.status] ?? 'subtle'}>
          {issueStatusLabel(issue.status)}
        </Badge>
      </td>
      <td role="cell" className={styles.cell} data-label="Assignee">
        {issue.assignee ? (
          <span className={styles.assignee}>
            <Avatar size={24} name={assignee} color="brand" aria-hidden="true" />
            <span className={styles.name} title={assignee}>
              {assignee}
            </span>
          </span>
        ) : (
          <span className={styles.nobody}>{assignee}</span>
        )}
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.created)} data-label="Created">
        <time dateTime={issue.created_at}>{medium(issue.created_at)}</time>
      </td>
    </tr>
  );
}

function SkeletonRow() {
  const styles = useStyles();
  return (
    <tr role="row" className={styles.row} data-testid="skeleton-row">
      <td role="cell" className={mergeClasses(styles.cell, styles.titleCell)}>
        <Skeleton aria-label="Loading issue">
          <SkeletonItem size={16} style={{ width: '60%', marginBottom: 6 }} />
          <SkeletonItem size={12} style={{ width: '90%' }} />
        </Skeleton>
      </td>
      {COLUMNS.slice(1).map((column) => (
        <td role="cell" key={column} className={styles.cell} data-label={column}>
          <SkeletonItem size={16} style={{ width: 80 }} />
        </td>
      ))}
    </tr>
  );
}
