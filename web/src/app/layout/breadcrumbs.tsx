import { makeStyles, mergeClasses, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { Link, useLocation, useMatch } from 'react-router-dom';
import { useGetProjectQuery } from '../../features/projects/api.js';
import { useWayBack } from '../../lib/navigation/url-state.js';
import { useCurrentBreadcrumbTail } from '../../lib/navigation/breadcrumb-tail.js';
import { isNotAccessible } from '../../lib/http/errors.js';
import { settingsEntryAt } from '../settings-entries.js';
import { stageOfPath } from '../../lib/project/stages.js';

const useStyles = makeStyles({
  nav: { minWidth: 0 },
  list: {
    display: 'flex',
    alignItems: 'center',
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    minWidth: 0,
    fontSize: tokens.fontSizeBase300,
    color: tokens.colorNeutralForeground3,
  },
  item: { display: 'flex', alignItems: 'center', minWidth: 0, flexShrink: 1 },
  // stage names are short; titles shrink first
  fixed: { flexShrink: 0 },
  yielding: { flexShrink: 4, minWidth: '7ch' },
  separator: { margin: '0 6px', color: tokens.colorNeutralForegroundDisabled, flexShrink: 0 },
  link: {
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusSmall,
    padding: '2px 4px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    maxWidth: '34ch',
    '@media (pointer: coarse)': { lineHeight: '40px', paddingTop: 0, paddingBottom: 0 },
    ':hover': { color: tokens.colorBrandForeground1, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  current: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  skeleton: { width: '140px' },
});

interface Crumb {
  /** Undefined while loading; null omits the crumb, e.g. next to a 404. */
  label: string | null | undefined;
  to?: string;
  /** Without enough room titles are truncated, the project's before the screen's. */
  width: 'fixed' | 'shrinking' | 'yielding';
}

/** Settings / page, or Issues / issue. */
function crumbsOutside(pathname: string, tail: Crumb['label'], wayBack: (path: string) => string): Crumb[] {
  const home: Crumb = { label: 'Projects', to: wayBack('/'), width: 'fixed' };
  const [, root, part, more] = pathname.split('/');
  if (root === 'settings')
    return [
      home,
      { label: 'Settings', to: '/settings', width: 'fixed' },
      { label: settingsEntryAt(pathname)?.label ?? null, width: 'shrinking' },
    ];
  if (root === 'map') return [home, { label: 'Map', width: 'fixed' }];
  if (root === 'search') return [home, { label: 'Search', width: 'fixed' }];
  if (root !== 'issues') return [];
  const list: Crumb = { label: 'Issues', to: wayBack('/issues'), width: 'fixed' };
  return part ? [home, list, { label: more ? null : tail, width: 'shrinking' }] : [home, list];
}

/**
 * Projects / title / stage, or Projects / title / Data Collection / document (NAV-24, NAV-25); elsewhere the path to
 * the screen.
 */
function useCrumbs(): Crumb[] {
  const { pathname } = useLocation();
  const match = useMatch('/projects/:projectId/*');
  const projectId = match?.params.projectId ?? '';
  const { currentData: project, error } = useGetProjectQuery(projectId, { skip: projectId === '' });
  const tail = useCurrentBreadcrumbTail();
  const wayBack = useWayBack();
  const stage = stageOfPath(pathname);
  if (projectId === '') return crumbsOutside(pathname, tail, wayBack);
  // not `isError`, which is false during a refetch
  if (isNotAccessible(error) || (error && !project)) return [];
  const home = `/projects/${projectId}`;
  const crumbs: Crumb[] = [
    { label: 'Projects', to: wayBack('/'), width: 'fixed' },
    { label: project?.title, to: home, width: 'yielding' },
  ];
  if (stage) crumbs.push({ label: stage.label, to: wayBack(`${home}/${stage.path}`), width: 'fixed' });
  if (isWithinStage(pathname)) crumbs.push({ label: tail, width: 'shrinking' });
  return crumbs;
}

/** The screen sets its own crumb. */
const isWithinStage = (pathname: string): boolean =>
  /^\/projects\/[^/]+\/(documents\/[^/]+(?:\/split)?|time-machine|map|coverage|agents\/scorecard|records(?:\/(?:requests|radius-report))?)\/?$/.test(
    pathname,
  );

export function Breadcrumbs({ className }: { className?: string }) {
  const styles = useStyles();
  const crumbs = useCrumbs();
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label="Breadcrumb" className={mergeClasses(styles.nav, className)}>
      <ol className={styles.list}>
        {crumbs.map((crumb, index) => {
          if (crumb.label === null) return null;
          const last = index === crumbs.length - 1;
          return (
            <li
              key={index}
              className={mergeClasses(
                styles.item,
                crumb.width === 'fixed' && styles.fixed,
                crumb.width === 'yielding' && styles.yielding,
              )}
            >
              {index > 0 ? (
                <span className={styles.separator} aria-hidden="true">
                  /
                </span>
              ) : null}
              {crumb.label === undefined ? (
                <Skeleton aria-label="Loading title">
                  <SkeletonItem size={12} className={styles.skeleton} />
                </Skeleton>
              ) : last || !crumb.to ? (
                <span className={mergeClasses(styles.link, styles.current)} aria-current="page" title={crumb.label}>
                  {crumb.label}
                </span>
              ) : (
                <Link to={crumb.to} className={styles.link} title={crumb.label}>
                  {crumb.label}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
