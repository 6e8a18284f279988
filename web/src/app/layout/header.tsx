import { Button, makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components';
import { BugRegular, WeatherMoonRegular, WeatherSunnyRegular } from '@fluentui/react-icons';
import { Link, useHref, useLinkClickHandler, useMatch, useNavigate } from 'react-router-dom';
import { Logo } from '../../components/logo.js';
import { useGetProjectQuery } from '../../features/projects/api.js';
import { usePermission } from '../../lib/session/me.js';
import { CLIENT_VERSION, RELEASE_DATE } from '../../lib/ui/product.js';
import { useLoaded } from '../../lib/ui/use-loaded.js';
import { UploadsIndicator } from '../../features/documents/uploads/indicator.js';
import { ReportButton } from '../../features/issues/report/report-button.js';
import { PhotosIndicator } from '../../features/visits/photos/indicator.js';
import { Palette } from '../palette/palette.js';
import { useColorScheme } from '../theme.js';
import { Breadcrumbs } from './breadcrumbs.js';
import { useScreenWidth } from './screen-width.js';
import { StageStepper } from './stage-stepper.js';
import { UserMenu } from './user-menu.js';

const useStyles = makeStyles({
  root: {
    position: 'sticky',
    top: 0,
    zIndex: 10,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    flexShrink: 0,
  },
  bar: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    minHeight: '56px',
    padding: '0 20px',
    '@media (max-width: 760px)': { flexWrap: 'wrap', padding: '0 12px' },
    '@media (max-width: 600px)': { minHeight: '48px', padding: '0 8px' },
  },
  // above a sheet, where each pixel counts
  low: { minHeight: '44px' },
  // hidden on phones; the breadcrumbs lead back to the stages
  stages: { flexShrink: 0, '@media (max-width: 600px)': { display: 'none' } },
  home: {
    display: 'inline-flex',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    padding: '4px',
    marginRight: '8px',
    flexShrink: 0,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  // narrow windows: breadcrumbs on a second row
  crumbs: {
    flexGrow: 1,
    flexShrink: 1,
    '@media (max-width: 760px)': { order: 1, flexBasis: '100%', minHeight: '32px' },
  },
  word: { '@media (max-width: 600px)': { display: 'none' } },
  tools: { display: 'flex', alignItems: 'center', gap: '4px', flexShrink: 0, marginLeft: 'auto' },
  here: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  version: {
    minWidth: 0,
    paddingLeft: '8px',
    paddingRight: '8px',
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
  },
});

function ThemeToggle() {
  const { scheme, toggle } = useColorScheme();
  const label = scheme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme';
  return (
    <Tooltip content={label} relationship="label">
      <Button
        appearance="subtle"
        icon={scheme === 'dark' ? <WeatherSunnyRegular /> : <WeatherMoonRegular />}
        onClick={toggle}
      />
    </Tooltip>
  );
}

/** Links to the release notes with permission (NAV-21). */
function VersionShortcut() {
  const styles = useStyles();
  const navigate = useNavigate();
  const mayRead = usePermission('canSeeReleaseNotes') === true;
  const details = `Version ${CLIENT_VERSION}, released ${RELEASE_DATE}`;
  return (
    <Tooltip content={details} relationship="description">
      <Button
        appearance="subtle"
        className={styles.version}
        aria-label={mayRead ? `v${CLIENT_VERSION} release notes` : `v${CLIENT_VERSION}`}
        disabledFocusable={!mayRead}
        onClick={() => void navigate('/settings/release-notes')}
      >
        v{CLIENT_VERSION}
      </Button>
    </Tooltip>
  );
}

/** NAV-02 */
function IssuesShortcut() {
  const styles = useStyles();
  const path = '/issues';
  const href = useHref(path);
  const follow = useLinkClickHandler<HTMLAnchorElement>(path);
  const here = useMatch(path) !== null;
  return (
    <Tooltip content="Issues" relationship="label">
      <Button
        as="a"
        appearance="subtle"
        className={here ? styles.here : undefined}
        icon={<BugRegular />}
        href={href}
        onClick={follow}
        aria-current={here ? 'page' : undefined}
      />
    </Tooltip>
  );
}

/** Undefined outside a project, and until it is known to be accessible. */
function useProjectInHeader() {
  const projectId = useMatch('/projects/:projectId/*')?.params.projectId ?? '';
  const { currentData: project, isError } = useGetProjectQuery(projectId, { skip: projectId === '' });
  return isError ? undefined : project;
}

/** Stages of the project in one line with the breadcrumbs, on screens that need the height. */
function StagesInHeader() {
  const styles = useStyles();
  const project = useProjectInHeader();
  return project ? (
    <div className={styles.stages}>
      <StageStepper project={project} isCompact />
    </div>
  ) : null;
}

// lazy: in projects only
const loadChanges = () => import('../../features/changes/changes-menu.js');

function ChangesInHeader() {
  const project = useProjectInHeader();
  const loaded = useLoaded(loadChanges, project !== undefined);
  return loaded && project ? <loaded.ChangesMenu key={project.id} projectId={project.id} /> : null;
}

export function Header() {
  const styles = useStyles();
  const isViewport = useScreenWidth() === 'viewport';
  return (
    <header className={styles.root}>
      <div className={mergeClasses(styles.bar, isViewport && styles.low)}>
        <Link to="/" className={styles.home} aria-label="Symbio, projects dashboard">
          <Logo wordClassName={styles.word} />
        </Link>
        <Breadcrumbs className={styles.crumbs} />
        {isViewport && <StagesInHeader />}
        <div className={styles.tools}>
          <UploadsIndicator />
          <PhotosIndicator />
          <ChangesInHeader />
          <VersionShortcut />
          <Palette />
          <ReportButton />
          <IssuesShortcut />
          <ThemeToggle />
          <UserMenu />
        </div>
      </div>
    </header>
  );
}
