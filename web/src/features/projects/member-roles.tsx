import { makeStyles, Select } from '@fluentui/react-components';
import type { MemberRole } from './api.js';

const useStyles = makeStyles({ role: { minWidth: '108px' } });

/** OP-06 */
const MEMBER_ROLES: readonly (readonly [MemberRole, string])[] = [
  ['viewer', 'Viewer'],
  ['editor', 'Editor'],
  ['owner', 'Owner'],
];

export const roleLabel = (role: MemberRole): string => MEMBER_ROLES.find(([value]) => value === role)?.[1] ?? role;

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
