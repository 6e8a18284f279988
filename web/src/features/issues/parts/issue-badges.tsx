import { Avatar, Badge, makeStyles, tokens, type BadgeProps } from '@fluentui/react-components';
import { ArrowTrendingRegular, BugRegular, LightbulbRegular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { assigneeLabel, issueStatusLabel, issueTypeLabel, severityLabel } from '../issue-labels.js';
import type { Issue } from '../issue-records.js';

const useStyles = makeStyles({
  badge: { verticalAlign: 'middle', flexShrink: 0 },
  type: { display: 'inline-flex', verticalAlign: 'middle', alignItems: 'center', gap: '6px' },
  icon: { display: 'inline-flex', fontSize: '18px', color: tokens.colorNeutralForeground3 },
  person: {
    display: 'inline-flex',
    verticalAlign: 'middle',
    alignItems: 'center',
    gap: '8px',
    maxWidth: '100%',
    minWidth: 0,
  },
  name: { maxWidth: '24ch', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  unassigned: { color: tokens.colorNeutralForeground3 },
  labels: { display: 'flex', flexWrap: 'wrap', gap: '4px', margin: 0, padding: 0, listStyleType: 'none' },
  label: {
    maxWidth: '28ch',
    padding: '0 8px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '20px',
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusCircular,
  },
});

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

export function TypeLabel({ type }: Pick<Issue, 'type'>) {
  const styles = useStyles();
  return (
    <span className={styles.type}>
      <span className={styles.icon} aria-hidden="true">
        {TYPE_ICONS[type]}
      </span>
      {issueTypeLabel(type)}
    </span>
  );
}

export function SeverityBadge({ severity }: Pick<Issue, 'severity'>) {
  const styles = useStyles();
  return (
    <Badge className={styles.badge} appearance="tint" color={SEVERITY_COLORS[severity] ?? 'subtle'}>
      {severityLabel(severity)}
    </Badge>
  );
}

export function StatusBadge({ status }: Pick<Issue, 'status'>) {
  const styles = useStyles();
  return (
    <Badge className={styles.badge} appearance="tint" color={STATUS_COLORS[status] ?? 'subtle'}>
      {issueStatusLabel(status)}
    </Badge>
  );
}

/** ISSUE-03 */
export function AssigneeLabel({ issue }: { issue: Pick<Issue, 'assignee' | 'assignee_name'> }) {
  const styles = useStyles();
  const label = assigneeLabel(issue);
  if (!issue.assignee) return <span className={styles.unassigned}>{label}</span>;
  return (
    <span className={styles.person}>
      <Avatar size={24} name={label} color="brand" aria-hidden="true" />
      <span className={styles.name} title={label}>
        {label}
      </span>
    </span>
  );
}

export function LabelTags({ labels }: Pick<Issue, 'labels'>) {
  const styles = useStyles();
  if (labels.length === 0) return null;
  return (
    <ul className={styles.labels} aria-label="Labels">
      {labels.map((label) => (
        <li key={label} className={styles.label} title={label}>
          {label}
        </li>
      ))}
    </ul>
  );
}
