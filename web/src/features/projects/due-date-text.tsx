import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { dateOnly } from '../../lib/ui/formats.js';
import type { Project } from '../../lib/project/project-context.js';
import { dueState } from './due-date.js';

const useStyles = makeStyles({
  due: { display: 'flex', flexDirection: 'column', gap: '2px' },
  date: { whiteSpace: 'nowrap' },
  words: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  near: { color: tokens.colorStatusWarningForeground1, fontWeight: tokens.fontWeightSemibold },
  overdue: { color: 'var(--symbio-flag-text)', fontWeight: tokens.fontWeightSemibold },
});

/** PROJ-17; a near or missed date in words, not only in color. */
export function DueDate({ project }: { project: Project }) {
  const styles = useStyles();
  const state = dueState(project);
  return (
    <div className={mergeClasses(styles.due, state && styles[state.urgency])}>
      <span className={styles.date}>{dateOnly(project.due_date)}</span>
      {state ? <span className={styles.words}>{state.words}</span> : null}
    </div>
  );
}
