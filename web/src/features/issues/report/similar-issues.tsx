import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../../lib/ui/use-debounced.js';
import { issueStatusLabel } from '../issue-labels.js';
import { issuePath } from '../issue-records.js';
import { useFindSimilarQuery } from './report-api.js';
import { textError } from './report-draft.js';

const useStyles = makeStyles({
  title: { fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    margin: '4px 0 0',
    padding: 0,
    listStyleType: 'none',
    overflowWrap: 'anywhere',
  },
  status: { color: tokens.colorNeutralForeground3 },
});

/** Characters; limited by the URL length. */
const ASKED = 500;

export function SimilarIssues({ words }: { words: string }) {
  const styles = useStyles();
  const text = useDebounced(words.trim().slice(0, ASKED), SEARCH_DEBOUNCE_MS);
  const skip = textError(text) !== undefined;
  const { currentData, data, isError } = useFindSimilarQuery(text, { skip });
  const hasFailed = isError && !skip;
  // keep previous results until the next ones arrive or fail
  const issues = (skip || hasFailed ? undefined : (currentData ?? data)) ?? [];
  return (
    <div aria-live="polite">
      {hasFailed ? <p className={styles.status}>The search for similar issues failed.</p> : null}
      {issues.length === 0 ? null : (
        <>
          <h3 className={styles.title}>Similar issues</h3>
          <ul className={styles.list}>
            {issues.map((issue) => (
              <li key={issue.id}>
                <Link href={issuePath(issue)} target="_blank" rel="noopener">
                  {`${issue.key} ${issue.title}`}
                </Link>{' '}
                <span className={styles.status}>{issueStatusLabel(issue.status)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
