import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useProject } from '../../lib/project/project-context.js';
import { medium } from '../../lib/ui/formats.js';
import { useListProposalsQuery } from './decisions-api.js';
import { proposalText } from './proposals-view.js';
import type { RecordHit } from './records-api.js';
import { useProposals } from './use-proposals.js';

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    borderLeft: `3px solid ${tokens.colorPalettePurpleBorderActive}`,
    backgroundColor: tokens.colorNeutralBackground2,
    overflowWrap: 'anywhere',
  },
  line: { display: 'flex', gap: tokens.spacingHorizontalS },
});

/** Proposed decisions about one record. */
export function HitProposals({ hit }: { hit: RecordHit }) {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const { currentData = [] } = useListProposalsQuery(project.id);
  const decide = useProposals();
  const [isBusy, setBusy] = useState(false);
  return currentData
    .filter(({ hit_id: id }) => id === hit.id)
    .map((proposal) => (
      <section key={proposal.id} className={styles.box} aria-label={`Proposal of ${proposal.by_name}`}>
        <div>{`Proposed by ${proposal.by_name}, ${medium(proposal.created_at)}`}</div>
        <div>{proposalText(proposal)}</div>
        {canEdit ? (
          <div className={styles.line}>
            {(['Accept', 'Reject'] as const).map((label) => (
              <Button
                key={label}
                size="small"
                disabledFocusable={isBusy}
                onClick={() => {
                  setBusy(true);
                  void decide([{ proposal, hit }], label === 'Accept').finally(() => setBusy(false));
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        ) : null}
      </section>
    ));
}
