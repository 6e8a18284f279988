import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { DISPOSITION_LABELS, REASON_CODE_LABELS } from '@symbio/proto/labels';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { countText } from '../../lib/ui/formats.js';
import { useListProposalsQuery, type RecordProposal } from './decisions-api.js';
import { addressText, distanceText, nameText } from './record-text.js';
import type { RecordHit } from './records-api.js';
import { useProposals, type ProposedHit } from './use-proposals.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, padding: '12px 16px' },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  list: { margin: 0, padding: 0 },
  item: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    listStyleType: 'none',
    padding: '8px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  name: {
    padding: 0,
    font: 'inherit',
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'start',
    color: 'inherit',
    backgroundColor: 'transparent',
    border: 'none',
    cursor: 'pointer',
  },
  muted: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  words: { overflowWrap: 'anywhere' },
});

/** At once, so that each row is read. */
const MAX_AT_ONCE = 50;

/** `Not relevant: Distance. Beyond the river.` */
export function proposalText({ disposition, reason_codes: codes, reason }: RecordProposal): string {
  const why = [...codes.map((code) => REASON_CODE_LABELS[code]), reason ?? ''].filter((part) => part !== '').join('. ');
  return `${DISPOSITION_LABELS[disposition]}${why === '' ? '' : `: ${why}`}`;
}

interface ProposalsViewProps {
  projectId: string;
  canEdit: boolean;
  hits: readonly RecordHit[];
  titles: ReadonlyMap<string, string>;
  onOpen: (id: string) => void;
}

/** What agents propose about records, to be accepted or rejected, at most 50 at once. */
export function ProposalsView({ projectId, canEdit, hits, titles, onOpen }: ProposalsViewProps) {
  const styles = useStyles();
  const { currentData: proposals, error, refetch } = useListProposalsQuery(projectId);
  const decide = useProposals();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const hitOf = new Map(hits.map((hit) => [hit.id, hit]));
  const proposed = (proposals ?? []).flatMap((proposal): ProposedHit[] => {
    const hit = hitOf.get(proposal.hit_id);
    return hit ? [{ proposal, hit }] : [];
  });
  const selected = proposed.filter(({ proposal }) => chosen.has(proposal.id));
  const isTooMany = selected.length > MAX_AT_ONCE;

  async function decideSelected(accept: boolean): Promise<void> {
    setBusy(true);
    await decide(selected, accept);
    setChosen(new Set());
    setBusy(false);
  }

  if (!proposals)
    return error ? (
      <LoadErrorMessage what="The proposals" error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingView label="Loading proposals..." />
    );
  if (proposed.length === 0)
    return <EmptyState title="No proposals">Agents propose decisions here; people decide.</EmptyState>;
  return (
    <div className={styles.root}>
      {canEdit ? (
        <div className={styles.line} role="toolbar" aria-label="Proposals">
          <Button
            size="small"
            onClick={() => setChosen(new Set(proposed.slice(0, MAX_AT_ONCE).map(({ proposal }) => proposal.id)))}
          >
            {`Select ${proposed.length > MAX_AT_ONCE ? `first ${MAX_AT_ONCE}` : 'all'}`}
          </Button>
          <Button
            size="small"
            appearance="primary"
            disabled={selected.length === 0 || isTooMany}
            disabledFocusable={isBusy}
            onClick={() => void decideSelected(true)}
          >
            {`Accept ${selected.length}`}
          </Button>
          <Button
            size="small"
            disabled={selected.length === 0 || isTooMany}
            disabledFocusable={isBusy}
            onClick={() => void decideSelected(false)}
          >
            {`Reject ${selected.length}`}
          </Button>
          {isTooMany ? <span role="status">{`Select at most ${MAX_AT_ONCE}.`}</span> : null}
        </div>
      ) : null}
      <div className={styles.muted}>{countText(proposed.length, 'proposal')}</div>
      <ul className={styles.list} aria-label="Proposals">
        {proposed.map(({ proposal, hit }) => (
          <li key={proposal.id} className={styles.item}>
            {canEdit ? (
              <Checkbox
                aria-label={`Select ${nameText(hit)}`}
                checked={chosen.has(proposal.id)}
                onChange={(_, { checked }) =>
                  setChosen((before) => {
                    const next = new Set(before);
                    if (checked === true) next.add(proposal.id);
                    else next.delete(proposal.id);
                    return next;
                  })
                }
              />
            ) : (
              <span />
            )}
            <div className={styles.words}>
              <button type="button" className={styles.name} onClick={() => onOpen(hit.id)}>
                {nameText(hit)}
              </button>
              <div className={styles.muted}>
                {[titles.get(hit.list) ?? hit.list, distanceText(hit), hit.status, addressText(hit)]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </div>
              <div>{proposalText(proposal)}</div>
              <div className={styles.muted}>{`Proposed by ${proposal.by_name}`}</div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
