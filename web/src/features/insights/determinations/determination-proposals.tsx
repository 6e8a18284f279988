import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { errorMessage } from '../../../lib/http/errors.js';
import { uuidV7 } from '../../../lib/http/uuid.js';
import { medium } from '../../../lib/ui/formats.js';
import { useDecideDeterminationProposalMutation, type DeterminationProposal } from './determinations-api.js';
import { KindBadge } from './kind-badge.js';
import { ReasonDialog } from './reason-dialog.js';

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    borderLeft: `3px solid ${tokens.colorPalettePurpleBorderActive}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  words: { overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
});

/** Count for nothing until a person accepts them. */
export function DeterminationProposals(props: { proposals: readonly DeterminationProposal[]; canEdit: boolean }) {
  const styles = useStyles();
  const { proposals, canEdit } = props;
  const [rejected, setRejected] = useState<string | null>(null);
  const [ids] = useState(() => new Map<string, string>());
  const [decide, { isLoading, error }] = useDecideDeterminationProposalMutation();
  const accept = (id: string) => {
    const determinationId = ids.get(id) ?? uuidV7();
    // a repeat completes an interrupted request
    ids.set(id, determinationId);
    return decide({ id, action: 'accept', determination_id: determinationId });
  };
  return proposals.map((one) => (
    <section key={one.id} className={styles.box} aria-label={`Proposal of ${one.author_name}`}>
      <div className={styles.line}>
        <KindBadge kind={one.kind} />
        <Text>{`Proposed by ${one.author_name}, ${medium(one.created_at)}`}</Text>
        {one.confidence !== null && <Text>{`Confidence ${one.confidence}/10`}</Text>}
      </div>
      <div className={styles.words}>{one.reason}</div>
      {error && rejected === null && (
        <MessageBar intent="error">
          <MessageBarBody>{errorMessage(error, 'Please try again.')}</MessageBarBody>
        </MessageBar>
      )}
      {canEdit && (
        <div className={styles.line}>
          <Button size="small" disabled={isLoading} onClick={() => void accept(one.id)}>
            Accept
          </Button>
          <Button size="small" appearance="subtle" disabled={isLoading} onClick={() => setRejected(one.id)}>
            Reject...
          </Button>
        </div>
      )}
      {rejected === one.id && (
        <ReasonDialog
          title="Reject proposal"
          confirmLabel="Reject"
          busy={isLoading}
          error={error}
          onConfirm={async (reason) => {
            if (!(await decide({ id: one.id, action: 'reject', reason })).error) setRejected(null);
          }}
          onCancel={() => setRejected(null)}
        />
      )}
    </section>
  ));
}
