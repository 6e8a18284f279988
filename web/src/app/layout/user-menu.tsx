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
import { useState } from 'react';
import { useHref, useLinkClickHandler, useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { ROLE_LABELS, useMe } from '../../lib/me.js';
import { signOut } from '../../lib/session.js';
import { visibleSettings, type SettingsEntry } from '../settings-entries.js';
import { VisuallyHidden } from '../../components/visually-hidden.js';
import { useLosses } from './losses.js';

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
  losses: { margin: '8px 0 0', paddingLeft: '20px' },
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

/** Signs out at once where nothing is lost by that; else it has somebody asked first. */
function LogoutItem({ onLogout, onAsk }: { onLogout: () => void; onAsk: () => void }) {
  const losses = useLosses();
  return (
    <MenuItem icon={<SignOutRegular />} onClick={losses.length > 0 ? onAsk : onLogout}>
      Logout
    </MenuItem>
  );
}

/** What signing out would lose, and whether to do it all the same. */
function LogoutQuestion({ onLogout, onCancel }: { onLogout: () => void; onCancel: () => void }) {
  const styles = useStyles();
  const losses = useLosses();
  return (
    <ConfirmDialog
      open
      destroys={losses.length > 0}
      title="Log out now?"
      confirmLabel="Log out"
      cancelLabel="Stay"
      onConfirm={onLogout}
      onCancel={onCancel}
    >
      {losses.length > 0 ? (
        <>
          What is not finished would be lost:
          <ul className={styles.losses}>
            {losses.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        </>
      ) : (
        'All of it is finished by now.'
      )}
    </ConfirmDialog>
  );
}

/** Who is signed in, the settings that person may open, and Logout (NAV-22, NAV-23). */
export function UserMenu() {
  const styles = useStyles();
  const me = useMe();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const shown = me?.name?.trim() || me?.email || '';
  const logout = (): void => {
    void signOut();
    void navigate('/login');
  };
  return (
    <>
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
            <LogoutItem onLogout={logout} onAsk={() => setAsking(true)} />
          </MenuList>
        </MenuPopover>
      </Menu>
      {isAsking ? <LogoutQuestion onLogout={logout} onCancel={() => setAsking(false)} /> : null}
    </>
  );
}
