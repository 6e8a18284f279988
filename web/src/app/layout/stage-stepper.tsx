import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useWayBack } from '../../lib/navigation/url-state.js';
import { useMe } from '../../lib/session/me.js';
import type { Project } from '../../lib/project/project-context.js';
import { openWorkOf } from '../../lib/project/stage-progress.js';
import { VisuallyHidden } from '../../components/visually-hidden.js';
import { STAGES, stageOfPath, type Stage } from '../../lib/project/stages.js';

const MOST_SHOWN = 99;

const useStyles = makeStyles({
  nav: {
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowX: 'auto',
    scrollbarWidth: 'none',
    flexShrink: 0,
  },
  list: {
    display: 'flex',
    listStyleType: 'none',
    margin: '0 auto',
    padding: '0 20px',
    minWidth: 'max-content',
    '@media (max-width: 600px)': { padding: '0 8px' },
  },
  link: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: '44px',
    padding: '0 14px',
    color: tokens.colorNeutralForeground3,
    textDecorationLine: 'none',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    ':hover': { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-4px' },
  },
  // marks only, in one line with the breadcrumbs
  compactList: { padding: 0 },
  compactLink: {
    height: '36px',
    padding: '0 5px',
    gap: 0,
    borderRadius: tokens.borderRadiusMedium,
    '::after': { display: 'none' },
  },
  done: { color: tokens.colorNeutralForeground2 },
  current: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    '::after': {
      content: '""',
      position: 'absolute',
      left: '14px',
      right: '14px',
      bottom: '-1px',
      height: '3px',
      borderRadius: '3px 3px 0 0',
      backgroundColor: 'var(--symbio-flag)',
    },
  },
  mark: {
    width: '20px',
    height: '20px',
    borderRadius: '50%',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    fontSize: tokens.fontSizeBase200,
    lineHeight: 1,
    fontWeight: tokens.fontWeightSemibold,
    border: `1.5px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground3,
  },
  count: {
    minWidth: '20px',
    padding: '1px 6px',
    boxSizing: 'border-box',
    textAlign: 'center',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusCircular,
  },
  currentMark: {
    backgroundColor: 'var(--symbio-flag)',
    border: '1.5px solid var(--symbio-flag)',
    color: tokens.colorNeutralBackground1,
  },
  check: { fontSize: '20px', color: tokens.colorStatusSuccessForeground1, lineHeight: 0 },
});

/**
 * NAV-26, NAV-27, D-61. A flag marks the current stage, a green check each earlier one. Open work is a count beside
 * the name.
 *
 * @param isCompact shows the marks only; names are tooltips
 */
export function StageStepper({ project, isCompact = false }: { project: Project; isCompact?: boolean }) {
  const styles = useStyles();
  const { pathname } = useLocation();
  const wayBack = useWayBack();
  const me = useMe();
  const stages = STAGES.filter((stage) => !stage.permission || me?.permissions[stage.permission]);
  const currentStage = stageOfPath(pathname);
  const current = stages.findIndex((stage) => stage === currentStage);
  const pathOf = (stage: Stage) => `/projects/${project.id}/${stage.path}`;
  const rowRef = useRef<HTMLElement>(null);
  const currentLink = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // in narrow windows, scrolls the row to the current stage without moving the page
    const [row, link] = [rowRef.current, currentLink.current];
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={rowRef} aria-label="Project stages" className={mergeClasses(!isCompact && styles.nav)}>
      <ol className={mergeClasses(styles.list, isCompact && styles.compactList)}>
        {stages.map((stage, index) => {
          const here = index === current;
          const isEarlier = index < current;
          const open = openWorkOf(project, stage);
          const count = open.reduce((sum, each) => sum + each.count, 0);
          const openText = open.map(({ text }) => text).join(', ');
          return (
            <li key={stage.path} ref={here ? currentLink : undefined}>
              <NavLink
                // the current stage resets its filters; the others restore them
                to={pathname === pathOf(stage) ? pathname : wayBack(pathOf(stage))}
                className={mergeClasses(
                  styles.link,
                  isEarlier && styles.done,
                  here && styles.current,
                  isCompact && styles.compactLink,
                )}
                title={[...(isCompact ? [stage.label] : []), ...(count > 0 ? [openText] : [])].join(': ') || undefined}
                aria-current={here ? 'step' : undefined}
              >
                {isEarlier ? (
                  <CheckmarkCircleFilled className={styles.check} aria-label="Earlier stage:" role="img" />
                ) : (
                  <span className={mergeClasses(styles.mark, here && styles.currentMark)} aria-hidden="true">
                    {index + 1}
                  </span>
                )}
                {isCompact ? <VisuallyHidden>{stage.label}</VisuallyHidden> : stage.label}
                {count > 0 &&
                  (isCompact ? (
                    <VisuallyHidden>{openText}</VisuallyHidden>
                  ) : (
                    <>
                      <span className={styles.count} aria-hidden="true">
                        {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
                      </span>
                      <VisuallyHidden>{openText}</VisuallyHidden>
                    </>
                  ))}
              </NavLink>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
