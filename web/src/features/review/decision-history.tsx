import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { apiErrorOf, errorMessage } from '../../lib/http/errors.js';
import { exact } from '../../lib/ui/formats.js';
import { confidenceText } from '../../components/confidence.js';
import { authorOf, isTemporary } from '../../evidence/annotation-records.js';
import type { AnnotationDecision } from '../../evidence/annotation-records.js';
import { recordAuthor } from '../../evidence/authors.js';
import { useGetAnnotationHistoryQuery, type MentionRecord } from '../../evidence/evidence-api.js';
import type { SheetContext } from '../../viewer/sheet/sheet-context.js';

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

interface Entry {
  key: string;
  text: string;
  at: string;
}

const entryOf = (decision: AnnotationDecision): Entry => ({
  key: `${decision.verdict} ${decision.decided_at}`,
  text: `${decision.author_name ?? 'Unknown'} ${VERDICTS[decision.verdict]}${decision.reason ? `: ${decision.reason}` : ''}`,
  at: decision.decided_at,
});

/** From Insights or elsewhere. */
function decisionText(record: MentionRecord): Entry {
  const { id, status, narrative, confidence, use_type: use, created_at: at } = record;
  const who = recordAuthor(record);
  if (status === 'rejected')
    return { key: id, text: `${who} rejected the finding${narrative ? `: ${narrative}` : ''}`, at };
  const facts = [use, confidence === null ? null : confidenceText(confidence)].filter(Boolean).join(', ');
  return { key: id, text: `${who} described it${facts ? `: ${facts}` : ''}`, at };
}

/** Of an AI agent's annotation, or of the proposal it was copied from: decisions and later records, newest first. */
export function DecisionHistory({ sheetContext }: { sheetContext: SheetContext }) {
  const styles = useStyles();
  const { selected } = sheetContext;
  const isHuman = selected?.author_type === 'human' && !isTemporary(selected.id);
  const history = useGetAnnotationHistoryQuery(selected?.id ?? '', { skip: !isHuman });
  const { currentData: records = [], error } = history;
  // 404: the server has no records of the annotation (ERR-02)
  const isUnread = isHuman && error !== undefined && !history.currentData && apiErrorOf(error).status !== 404;
  if (!selected) return null;
  const source = selected.derived_from
    ? sheetContext.annotations.find(({ id }) => id === selected.derived_from)
    : undefined;
  const decisions = (source ?? selected).decisions ?? [];
  // the first record of an accepted proposal is the acceptance itself
  const said = isHuman ? (selected.derived_from ? records.slice(0, -1) : records) : [];
  const written: Entry[] =
    selected.via === 'key' ? [{ key: 'via', text: 'Last written by API key', at: selected.updated_at ?? '' }] : [];
  const entries = [...written, ...decisions.map(entryOf), ...said.map(decisionText)].sort((a, b) =>
    a.at < b.at ? 1 : -1,
  );
  if (entries.length === 0 && !isUnread) return null;
  const copyId = decisions.at(-1)?.copy_id;
  const copy = source ? undefined : sheetContext.annotations.find(({ id }) => id === copyId);
  return (
    <section className={styles.root} aria-label="Decisions" data-testid="decisions">
      <h2 className={styles.title}>
        {source
          ? `Based on a proposal by ${authorOf(source)}`
          : selected.author_type === 'human'
            ? 'History'
            : `Proposed by ${authorOf(selected)}`}
      </h2>
      <ul className={styles.list}>
        {entries.map(({ key, text, at }) => (
          <li key={key} className={styles.entry}>
            {text}
            <div className={styles.quiet}>{exact(at)}</div>
          </li>
        ))}
      </ul>
      {isUnread && (
        <div role="alert">
          {`Its history could not be loaded. ${errorMessage(error, '')} `}
          <Link as="button" onClick={() => void history.refetch()}>
            Retry
          </Link>
        </div>
      )}
      {source && <Link onClick={() => sheetContext.select(source.id)}>Show the proposal</Link>}
      {copy && <Link onClick={() => sheetContext.select(copy.id)}>{`Show ${authorOf(copy)}’s annotation`}</Link>}
    </section>
  );
}
