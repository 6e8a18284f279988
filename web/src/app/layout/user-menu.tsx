import {
  Avatar,
  Button,
  makeStyles,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuItem,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
} from '@fluentui/react-components';
import { ChevronDownRegular, SignOutRegular } from '@fluentui/react-icons';
import { useHref, useLinkClickHandler, useNavigate } from 'react-router-dom';
import { ROLE_LABELS, useMe } from '../../lib/me.js';
import { signOut } from '../../lib/session.js';
import { visibleSettings, type SettingsEntry } from '../settings-entries.js';
import { VisuallyHidden } from '../../components/visually-hidden.js';

const useStyles = makeStyles({
  trigger: { minWidth: 0, paddingLeft: '6px', paddingRight: '8px', gap: '8px', flexShrink: 0 },
  name: {
    maxWidth: '18ch',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightRegular,
    '@media (max-width: 900px)': { display: 'none' },
  },
  chevron: { fontSize: '12px', '@media (max-width: 900px)': { display: 'none' } },
  identity: { padding: '8px 10px 10px', maxWidth: '280px' },
  identityName: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  identityMore: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
});

function SettingsItem({ entry }: { entry: SettingsEntry }) {
  const href = useHref(entry.path);
  const follow = useLinkClickHandler<HTMLAnchorElement>(entry.path);
  return (
    <MenuItemLink href={href} onClick={follow} icon={entry.icon}>
      {entry.label}
    </MenuItemLink>
  );
}

/** Who is signed in, the settings that person may open, and Logout (NAV-22, NAV-23). */
export function UserMenu() {
  const styles = useStyles();
  const me = useMe();
  const navigate = useNavigate();
  const shown = me?.name?.trim() || me?.email || '';
  const logout = (): void => {
    void signOut();
    void navigate('/login');
  };
  return (
    <Menu positioning={{ position: 'below', align: 'end' }}>
      <MenuTrigger disableButtonEnhancement>
        <Button appearance="subtle" className={styles.trigger}>
          <VisuallyHidden>{`User menu${shown ? `, ${shown}` : ''}`}</VisuallyHidden>
          <Avatar size={28} name={shown || undefined} color="brand" aria-hidden="true" />
          <span className={styles.name} aria-hidden="true">
            {shown}
          </span>
          <ChevronDownRegular className={styles.chevron} aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuPopover>
        {me ? (
          <div className={styles.identity}>
            <div className={styles.identityName}>{shown}</div>
            <div className={styles.identityMore}>{me.name ? me.email : null}</div>
            <div className={styles.identityMore}>{ROLE_LABELS[me.role]}</div>
          </div>
        ) : null}
        <MenuList>
          <MenuDivider />
          <MenuGroup>
            {visibleSettings(me).map((entry) => (
              <SettingsItem key={entry.path} entry={entry} />
            ))}
          </MenuGroup>
          <MenuDivider />
          <MenuItem icon={<SignOutRegular />} onClick={logout}>
            Logout
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
