import { makeStyles, Select } from '@fluentui/react-components';
import { MEMBER_ROLE_LABELS } from '@symbio/proto/labels';
import type { MemberRole } from './api.js';

const useStyles = makeStyles({ role: { minWidth: '108px' } });

/** OP-06 */
const MEMBER_ROLES = Object.entries(MEMBER_ROLE_LABELS) as [MemberRole, string][];

export const roleLabel = (role: MemberRole): string => MEMBER_ROLE_LABELS[role];

export function RoleSelect({
  value,
  label,
  isBusy = false,
  onChange,
}: {
  value: MemberRole;
  /** Accessible name; undefined inside a labelled field. */
  label?: string;
  /** Ignores changes while pending, but keeps focus. */
  isBusy?: boolean;
  onChange: (role: MemberRole) => void;
}) {
  const styles = useStyles();
  return (
    <Select
      className={styles.role}
      aria-label={label}
      value={value}
      aria-disabled={isBusy || undefined}
      onChange={(_, data) => {
        if (!isBusy) onChange(data.value as MemberRole);
      }}
    >
      {MEMBER_ROLES.map(([role, text]) => (
        <option key={role} value={role}>
          {text}
        </option>
      ))}
    </Select>
  );
}
