import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { medium } from '../../lib/ui/formats.js';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { authorOf, shapeName } from '../annotation-records.js';
import type { AnnotationDecision, ShownAnnotation } from '../annotation-records.js';
import { AgentsNotice } from './form-notices.js';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
    margin: 0,
    '& dt': { color: tokens.colorNeutralForeground3 },
    '& dd': { margin: 0, overflowWrap: 'anywhere' },
  },
  history: { margin: 0, padding: 0, listStyleType: 'none' },
});

const VERDICTS: Readonly<Record<string, string>> = {
  accepted: 'accepted it',
  rejected: 'rejected it',
  undone: 'undid the decision',
};

function decisionText({ verdict, author_name: name, decided_at: at, reason }: AnnotationDecision): string {
  const why = reason ? `: ${reason}` : '';
  return `${name || 'Someone'} ${VERDICTS[verdict] ?? verdict}, ${medium(at)}${why}`;
}

export function AnnotationFacts({ annotation, onClose }: { annotation: ShownAnnotation; onClose: () => void }) {
  const styles = useStyles();
  const { created_at: created, updated_at: changed, decisions = [] } = annotation;
  return (
    <DialogBody>
      <DialogTitle>Associate with Feature</DialogTitle>
      <DialogContent className={styles.content}>
        {annotation.author_type === 'ai_agent' && <AgentsNotice />}
        <dl className={styles.facts}>
          <dt>Label</dt>
          <dd>{labelOf(annotation)}</dd>
          <dt>Shape</dt>
          <dd>{shapeName(annotation)}</dd>
          <dt>Feature</dt>
          <dd>Linked to none yet. Editors of the project link it.</dd>
          <dt>History</dt>
          <dd>
            <ul className={styles.history} aria-label="History of this annotation">
              <li>{`${authorOf(annotation)} marked it, ${medium(created)}`}</li>
              {decisions.map((decision) => (
                <li key={`${decision.decided_at} ${decision.verdict}`}>{decisionText(decision)}</li>
              ))}
              {changed !== created && <li>{`Changed last, ${medium(changed)}`}</li>}
            </ul>
          </dd>
        </dl>
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </DialogBody>
  );
}
