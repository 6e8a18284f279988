import {
  Avatar,
  Badge,
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  Select,
  tokens,
} from '@fluentui/react-components';
import {
  BuildingRegular,
  MoreHorizontalRegular,
  PersonAvailableRegular,
  PersonDeleteRegular,
  PersonProhibitedRegular,
} from '@fluentui/react-icons';
import type { UserRole } from '@symbio/proto/identity/vocabulary';
import { cardTable } from '../../components/card-table.js';
import { useDangerStyles } from '../../components/danger-styles.js';
import { LongTable, type RowPlace } from '../../components/long-table.js';
import { ROLE_LABELS } from '../../lib/session/me.js';
import type { Organization } from '@symbio/client/app';
import type { ListedUser } from './api.js';

const narrow = '@media (max-width: 760px)';

const { styles: base, inCard } = cardTable(narrow);

const ROW_HEIGHT = 57;
const COLUMNS = ['Name', 'Email', 'Role'] as const;

const useStyles = makeStyles({
  ...base,
  // fixed widths, because only some rows are rendered; the last fits role and menu
  long: { tableLayout: 'fixed', '& th:last-child': { width: '252px', boxSizing: 'border-box' } },
  row: { ...base.row, [narrow]: { display: 'flex', flexDirection: 'column', gap: '8px', padding: '14px 16px' } },
  cell: {
    ...base.cell,
    minWidth: 0,
    ':last-child': { paddingRight: '24px', width: '1%' },
    // cards need no labels for name, email and role
    [narrow]: {
      ...inCard.cell,
      display: 'block',
      ':last-child': { paddingRight: 0, width: 'auto' },
      '::before': { content: 'none' },
    },
  },
  who: { display: 'flex', alignItems: 'center', gap: '10px', minWidth: 0 },
  name: { overflowWrap: 'anywhere' },
  off: { color: tokens.colorNeutralForeground3 },
  email: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  role: { display: 'flex', alignItems: 'center', gap: '4px' },
  select: { width: '168px', [narrow]: { flexGrow: 1, width: 'auto' } },
  // same width as a role select
  why: { marginTop: '2px', width: '204px', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

const ROLES = Object.keys(ROLE_LABELS) as UserRole[];

export const nameOf = (user: ListedUser): string => user.name?.trim() || user.email;

export interface UserTableProps {
  users: ListedUser[];
  /** Their own row is read-only. */
  ownId: string | undefined;
  onRole: (user: ListedUser, role: UserRole) => void;
  onDisabled: (user: ListedUser, disabled: boolean) => void;
  onErase: (user: ListedUser) => void;
  /** Undefined if the viewer is not of the operator. */
  organizations: readonly Organization[] | undefined;
  onOrganization: (user: ListedUser) => void;
}

const keyOf = ({ id }: ListedUser): string => id;

/** SET-10; cards in narrow windows. */
export function UserTable({ users, ...rest }: UserTableProps) {
  const styles = useStyles();
  return (
    <LongTable
      label="Users"
      columns={COLUMNS}
      items={users}
      keyOf={keyOf}
      rowHeight={ROW_HEIGHT}
      styles={styles}
      row={(user, place) => <UserRow key={user.id} user={user} {...place} {...rest} />}
    />
  );
}

interface UserRowProps extends Omit<UserTableProps, 'users'>, RowPlace {
  user: ListedUser;
}

function UserRow(props: UserRowProps) {
  const { user, index, measure, ownId, onRole, onDisabled, onErase, organizations, onOrganization } = props;
  const organization = organizations?.find(({ id }) => id === user.organization_id);
  const styles = useStyles();
  const danger = useDangerStyles();
  const own = user.id === ownId;
  const name = nameOf(user);
  const disabled = user.disabled === true;
  return (
    <tr
      ref={measure}
      data-index={index}
      role="row"
      className={styles.row}
      {...(measure && { 'aria-rowindex': index + 2 })}
    >
      <td role="cell" className={styles.cell}>
        <span className={styles.who}>
          <Avatar size={28} name={name} color="brand" aria-hidden="true" />
          <span className={mergeClasses(styles.name, disabled && styles.off)}>
            {user.name?.trim() || '—'}
            {own ? <span className={styles.off}> (you)</span> : null}
          </span>
          {disabled ? (
            <Badge appearance="tint" color="danger">
              Disabled
            </Badge>
          ) : null}
          {organization ? (
            <Badge appearance="tint" color="informative">
              {organization.name}
            </Badge>
          ) : null}
        </span>
      </td>
      <td role="cell" className={mergeClasses(styles.cell, styles.email)}>
        {user.email}
      </td>
      <td role="cell" className={styles.cell}>
        {own ? (
          <>
            {ROLE_LABELS[user.role]}
            <div className={styles.why}>You cannot change your own role.</div>
          </>
        ) : (
          <div className={styles.role}>
            <Select
              className={styles.select}
              aria-label={`Role of ${name}`}
              value={user.role}
              onChange={(_, data) => onRole(user, data.value as UserRole)}
            >
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {ROLE_LABELS[role]}
                </option>
              ))}
            </Select>
            <Menu positioning={{ position: 'below', align: 'end' }}>
              <MenuTrigger disableButtonEnhancement>
                <Button appearance="subtle" icon={<MoreHorizontalRegular />} aria-label={`More for ${name}`} />
              </MenuTrigger>
              <MenuPopover>
                <MenuList>
                  {disabled ? (
                    <MenuItem icon={<PersonAvailableRegular />} onClick={() => onDisabled(user, false)}>
                      Enable account
                    </MenuItem>
                  ) : (
                    <MenuItem icon={<PersonProhibitedRegular />} onClick={() => onDisabled(user, true)}>
                      Disable account
                    </MenuItem>
                  )}
                  {organizations ? (
                    <MenuItem icon={<BuildingRegular />} onClick={() => onOrganization(user)}>
                      Change organization
                    </MenuItem>
                  ) : null}
                  <MenuItem className={danger.menuItem} icon={<PersonDeleteRegular />} onClick={() => onErase(user)}>
                    Erase person
                  </MenuItem>
                </MenuList>
              </MenuPopover>
            </Menu>
          </div>
        )}
      </td>
    </tr>
  );
}
