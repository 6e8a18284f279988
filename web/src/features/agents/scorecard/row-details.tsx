import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { isRejectionCode, REVIEW_VERDICTS } from '@symbio/proto/annotation/vocabulary';
import { rejectionCodeLabel, REVIEW_VERDICT_LABELS } from '@symbio/proto/labels';
import { useState } from 'react';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { RouterLink } from '../../../components/router-link.js';
import { LoadErrorMessage } from '../../../components/load-error-message.js';
import { LoadingView } from '../../../components/loading-view.js';
import { useGetProjectAnnotationsQuery } from '../../../evidence/decisions-api.js';
import { medium } from '../../../lib/ui/formats.js';
import { CalibrationFigure } from './calibration-figure.js';
import { decidedAs, type Outcome, type ScorecardRow } from './scorecard-api.js';
import { agentText, shareText } from './scorecard-text.js';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
    gap: '24px',
    padding: '16px',
  },
  title: { margin: '0 0 8px', fontSize: tokens.fontSizeBase300 },
  list: { margin: 0, paddingInlineStart: '20px' },
  outcomes: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

/** Decisions that are listed. */
const MOST = 100;

const outcomeText = (outcome: Outcome): string =>
  isRejectionCode(outcome) ? rejectionCodeLabel(outcome) : REVIEW_VERDICT_LABELS[outcome];

/** Calibration, reasons of rejections, and the decisions behind the figures. */
export function RowDetails({ projectId, row }: { projectId: string; row: ScorecardRow }) {
  const styles = useStyles();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const coded = row.rejections.flatMap(({ code }) => (isRejectionCode(code ?? '') ? [code as Outcome] : []));
  return (
    <section className={styles.root} aria-label={`Details of ${agentText(row)}`}>
      <div>
        <h2 className={styles.title}>Confidence and acceptance</h2>
        <CalibrationFigure calibration={row.calibration} error={row.calibration_error} />
      </div>
      <div>
        <h2 className={styles.title}>Reasons of rejections</h2>
        {row.rejections.length === 0 ? (
          <p>No proposal was rejected.</p>
        ) : (
          <ul className={styles.list}>
            {row.rejections.map((each) => (
              <li key={each.code ?? ''}>
                {`${isRejectionCode(each.code ?? '') ? outcomeText(each.code as Outcome) : 'No code given'}: ${shareText(each)}`}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <h2 className={styles.title}>Decisions in this project</h2>
        <div className={styles.outcomes} role="group" aria-label="Outcome">
          {[...REVIEW_VERDICTS, ...coded].map((each) => (
            <Button
              key={each}
              size="small"
              aria-pressed={outcome === each}
              appearance={outcome === each ? 'primary' : 'secondary'}
              onClick={() => setOutcome(each)}
            >
              {outcomeText(each)}
            </Button>
          ))}
        </div>
        {outcome !== null && <Decisions projectId={projectId} authorId={row.author_id} outcome={outcome} />}
      </div>
    </section>
  );
}

interface DecisionsProps {
  projectId: string;
  authorId: string;
  outcome: Outcome;
}

function Decisions({ projectId, authorId, outcome }: DecisionsProps) {
  const styles = useStyles();
  const { data, error, refetch } = useGetProjectAnnotationsQuery(projectId);
  if (error && !data) return <LoadErrorMessage what="The decisions" error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingView label="Loading decisions..." />;
  const found = decidedAs(data, authorId, outcome);
  if (found.length === 0) return <p>No such decision in this project.</p>;
  return (
    <>
      {found.length > MOST && <p>{`The newest ${MOST} of ${found.length}.`}</p>}
      <ul className={styles.list} aria-label={outcomeText(outcome)}>
        {found.slice(0, MOST).map((annotation) => {
          const { id, document_id: documentId, document_page_id: pageId } = annotation;
          const query = new URLSearchParams({ page: pageId, annotation: id }).toString();
          const last = annotation.decisions?.at(-1);
          return (
            <li key={id}>
              <RouterLink to={`/projects/${projectId}/documents/${documentId}?${query}`}>
                {labelOf(annotation)}
              </RouterLink>
              {last && `, ${last.author_name ?? 'Unknown'}, ${medium(last.decided_at)}`}
              {last?.verdict === 'rejected' && last.reason ? `: ${last.reason}` : ''}
            </li>
          );
        })}
      </ul>
    </>
  );
}
