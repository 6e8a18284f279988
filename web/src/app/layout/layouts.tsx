import { makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import { useEffect, useRef, type ReactNode } from 'react';
import { NavLink, Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router-dom';
import { rememberList } from '../../lib/navigation/url-state.js';
import { OutboxIndicator } from '../../features/visits/offline/indicator.js';
import { useLiveChanges } from '../../lib/live/live-changes.js';
import { useMe } from '../../lib/session/me.js';
import { useProject } from '../../lib/project/project-context.js';
import { settingsEntryAt, visibleSettings } from '../settings-entries.js';
import { Header } from './header.js';
import { useScreenWidth } from './screen-width.js';
import { StageStepper } from './stage-stepper.js';

const useStyles = makeStyles({
  shell: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: '100dvh', minWidth: 0 },
  fixed: { height: '100dvh', overflow: 'hidden' },
  skip: {
    position: 'absolute',
    left: '12px',
    top: '-60px',
    zIndex: 20,
    padding: '8px 14px',
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorBrandForeground1,
    border: `2px solid ${tokens.colorStrokeFocus2}`,
    borderRadius: tokens.borderRadiusMedium,
    ':focus': { top: '8px' },
  },
  main: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    width: '100%',
    minWidth: 0,
    padding: '28px 24px 48px',
    ':focus': { outlineStyle: 'none' },
    '@media (max-width: 600px)': { padding: '20px 12px 32px' },
  },
  // wide windows give tables more room; text lines do not grow
  normal: {
    maxWidth: '1360px',
    margin: '0 auto',
    '@media (min-width: 1900px)': { maxWidth: '1680px' },
    '@media (min-width: 2200px)': { maxWidth: '2080px' },
  },
  viewport: {
    padding: 0,
    minHeight: 0,
    '@media (max-width: 600px)': { padding: 0 },
    // a message in place of a viewer scrolls if the window is too low; the screen itself does not
    '& > [data-message]': { minHeight: 0, overflowY: 'auto' },
  },
  settings: {
    display: 'grid',
    gridTemplateColumns: '208px minmax(0, 1fr)',
    columnGap: '40px',
    alignItems: 'start',
    maxWidth: '1080px',
    width: '100%',
    margin: '0 auto',
    '@media (min-width: 1500px)': { maxWidth: '1320px' },
    '@media (min-width: 2200px)': { maxWidth: '1560px' },
    '@media (max-width: 760px)': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: '20px' },
  },
  settingsNav: {
    position: 'sticky',
    top: '84px',
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    '@media (max-width: 760px)': { display: 'none' },
  },
  // narrow windows: a select instead of a strip that would overflow
  settingsSelect: {
    display: 'none',
    '@media (max-width: 760px)': { display: 'flex', '& select': { minHeight: '40px' } },
  },
  settingsLink: {
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    whiteSpace: 'nowrap',
    '& svg': { fontSize: '18px', flexShrink: 0 },
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  settingsLinkActive: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    boxShadow: 'inset 3px 0 0 var(--symbio-flag)',
  },
});

const MAIN_ID = 'main';

export function AppLayout() {
  const styles = useStyles();
  const { pathname, search } = useLocation();
  useEffect(() => rememberList(pathname, search), [pathname, search]);
  return (
    <div className={mergeClasses(styles.shell, useScreenWidth() === 'viewport' && styles.fixed)}>
      <a href={`#${MAIN_ID}`} className={styles.skip}>
        Skip to content
      </a>
      <Header />
      <OutboxIndicator />
      <Outlet />
      <ScrollRestoration />
    </div>
  );
}

/** Takes focus when the path changes, so keyboard and screen reader start at the new screen. */
export function Main({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const width = useScreenWidth();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main
      id={MAIN_ID}
      ref={main}
      tabIndex={-1}
      className={mergeClasses(
        styles.main,
        width === 'normal' && styles.normal,
        width === 'viewport' && styles.viewport,
      )}
    >
      {children}
    </main>
  );
}

export function MainLayout() {
  return (
    <Main>
      <Outlet />
    </Main>
  );
}

/** Requires ProjectScope. */
export function ProjectLayout() {
  const { project } = useProject();
  return (
    <>
      {/* above a sheet the header shows them */}
      {useScreenWidth() !== 'viewport' && <StageStepper project={project} />}
      <Main>
        {/* resets screen state when the project changes */}
        <Outlet key={project.id} />
      </Main>
    </>
  );
}

export function SettingsLayout() {
  const styles = useStyles();
  const { pathname } = useLocation();
  const me = useMe();
  const entries = visibleSettings(me);
  // role and projects determine which pages and choices are available
  useLiveChanges(null);
  const navigate = useNavigate();
  const current = settingsEntryAt(pathname);
  const currentPath = entries.find((entry) => entry === current)?.path;
  return (
    <Main>
      <div className={styles.settings}>
        <Select
          className={styles.settingsSelect}
          size="large"
          aria-label="Settings page"
          value={currentPath ?? ''}
          onChange={(_, data) => void navigate(data.value)}
        >
          {/* an unknown page selects none, so each can be selected */}
          {currentPath === undefined ? <option value="" aria-label="None of these" /> : null}
          {entries.map(({ path, label }) => (
            <option key={path} value={path}>
              {label}
            </option>
          ))}
        </Select>
        <nav aria-label="Settings" className={styles.settingsNav}>
          {entries.map((entry) => {
            const active = entry === current;
            return (
              <NavLink
                key={entry.path}
                to={entry.path}
                className={mergeClasses(styles.settingsLink, active && styles.settingsLinkActive)}
                aria-current={active ? 'page' : undefined}
              >
                {entry.icon}
                {entry.label}
              </NavLink>
            );
          })}
        </nav>
        <div>
          <Outlet />
        </div>
      </div>
    </Main>
  );
}
