import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useWayBack } from '../../lib/navigation/url-state.js';
import { useMe } from '../../lib/session/me.js';
import type { Project } from '../../lib/project/project-context.js';
import { isStageDone } from '../../lib/project/stage-progress.js';
import { VisuallyHidden } from '../../components/visually-hidden.js';
import { STAGES, stageOfPath, type Stage } from '../../lib/project/stages.js';

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
    fontSize: '11px',
    lineHeight: 1,
    fontWeight: tokens.fontWeightSemibold,
    border: `1.5px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground3,
  },
  // subtle: passed does not mean complete
  passedMark: { border: `1.5px dashed ${tokens.colorNeutralStroke1}` },
  currentMark: {
    backgroundColor: 'var(--symbio-flag)',
    border: '1.5px solid var(--symbio-flag)',
    color: tokens.colorNeutralBackground1,
  },
  check: { fontSize: '20px', color: tokens.colorStatusSuccessForeground1, lineHeight: 0 },
});

/**
 * NAV-26, NAV-27. A flag marks the current stage, a green check a stage complete by the project's progress; earlier
 * incomplete stages are marked as passed.
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
          const done = !here && isStageDone(project, stage);
          const passed = !done && index < current;
          return (
            <li key={stage.path} ref={here ? currentLink : undefined}>
              <NavLink
                // the current stage resets its filters; the others restore them
                to={pathname === pathOf(stage) ? pathname : wayBack(pathOf(stage))}
                className={mergeClasses(
                  styles.link,
                  (done || passed) && styles.done,
                  here && styles.current,
                  isCompact && styles.compactLink,
                )}
                title={isCompact ? stage.label : undefined}
                aria-current={here ? 'step' : undefined}
              >
                {done ? (
                  <CheckmarkCircleFilled className={styles.check} aria-label="Done:" role="img" />
                ) : (
                  <span
                    className={mergeClasses(styles.mark, passed && styles.passedMark, here && styles.currentMark)}
                    title={passed ? 'Not finished yet' : undefined}
                    aria-hidden="true"
                  >
                    {index + 1}
                  </span>
                )}
                {isCompact ? <VisuallyHidden>{stage.label}</VisuallyHidden> : stage.label}
              </NavLink>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
