import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { exact } from '../../lib/formats.js';
import { authorOf } from '../../evidence/annotation-records.js';
import type { AnnotationDecision } from '../../evidence/annotation-records.js';
import type { SheetDesk } from '../../viewer/sheet/desk.js';

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  entry: { padding: '2px 0', overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
});

const VERDICTS: Record<AnnotationDecision['verdict'], string> = {
  accepted: 'accepted it',
  rejected: 'rejected it',
  undone: 'undid the decision',
};

/**
 * Who decided what and when about the selected annotation of an AI agent, or about the one that the selected annotation was
 * made of: the whole record, newest first.
 */
export function DecisionHistory({ desk }: { desk: SheetDesk }) {
  const styles = useStyles();
  const { selected } = desk;
  if (!selected) return null;
  const source = selected.derived_from ? desk.annotations.find(({ id }) => id === selected.derived_from) : undefined;
  const decisions = (source ?? selected).decisions ?? [];
  if (decisions.length === 0) return null;
  const copyId = decisions.at(-1)?.copy_id;
  const copy = source ? undefined : desk.annotations.find(({ id }) => id === copyId);
  return (
    <section className={styles.root} aria-label="Decisions" data-testid="decisions">
      <h2 className={styles.title}>
        {source ? `Made of what ${authorOf(source)} proposed` : `Proposed by ${authorOf(selected)}`}
      </h2>
      <ul className={styles.list}>
        {decisions.toReversed().map((decision) => (
          <li key={decision.decided_at} className={styles.entry}>
            {`${decision.author_name ?? 'Unknown'} ${VERDICTS[decision.verdict]}`}
            {decision.reason && `: ${decision.reason}`}
            <div className={styles.quiet}>{exact(decision.decided_at)}</div>
          </li>
        ))}
      </ul>
      {source && <Link onClick={() => desk.select(source.id)}>Show the proposal</Link>}
      {copy && <Link onClick={() => desk.select(copy.id)}>{`Show ${authorOf(copy)}’s annotation`}</Link>}
    </section>
  );
}
