import {
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
import { lazy, Suspense, useRef, useState } from 'react';
import { useHref, useLinkClickHandler, useNavigate } from 'react-router-dom';
import { ROLE_LABELS, useMe } from '../../lib/session/me.js';
import { initialsOf } from '../../lib/ui/initials.js';
import { currentSession, signOut } from '../../lib/session/session.js';
import { visibleSettings, type SettingsEntry } from '../settings-entries.js';
import { VisuallyHidden } from '../../components/visually-hidden.js';
import { useUnsavedWork } from './unsaved-work.js';
import { useAllUnsavedWork } from './other-windows.js';

const useStyles = makeStyles({
  // an Avatar of Fluent UI weighs as much as this frame
  initials: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '28px',
    height: '28px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForegroundStaticInverted,
    backgroundColor: tokens.colorBrandBackgroundStatic,
  },
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

// lazy: with the dialogs, which the first screen needs for nothing else
const LogoutQuestion = lazy(async () => ({ default: (await import('./logout-question.js')).LogoutQuestion }));

/** NAV-22, NAV-23 */
export function UserMenu() {
  const styles = useStyles();
  const me = useMe();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const shown = me?.name?.trim() || me?.email || '';
  const { unsavedWork, query: ask, now } = useAllUnsavedWork(useUnsavedWork());
  /** Asked when the menu opens, so answers have usually arrived by the time of Logout. */
  const asked = useRef<Promise<void> | null>(null);
  const logout = (): void => {
    void signOut();
    void navigate('/login');
  };
  /** Asks first if any window has unsaved work. */
  const beginLogout = async (): Promise<void> => {
    const { subject } = currentSession();
    await asked.current;
    if (currentSession().subject !== subject) return;
    if (now().length > 0) setAsking(true);
    else logout();
  };
  return (
    <>
      <Menu
        positioning={{ position: 'below', align: 'end' }}
        onOpenChange={(_, { open }) => {
          if (open) asked.current = ask();
        }}
      >
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" className={styles.trigger}>
            <VisuallyHidden>{`User menu${shown ? `, ${shown}` : ''}`}</VisuallyHidden>
            <span className={styles.initials} aria-hidden="true">
              {initialsOf(shown)}
            </span>
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
            <MenuItem icon={<SignOutRegular />} onClick={() => void beginLogout()}>
              Logout
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      {isAsking ? (
        <Suspense fallback={null}>
          <LogoutQuestion unsavedWork={unsavedWork} onLogout={logout} onCancel={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
