import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { DETERMINATION_STATUS_LABELS } from '@symbio/proto/labels';
import { useState } from 'react';
import { medium } from '../../../lib/ui/formats.js';
import { useWithdrawDeterminationMutation, type Determination } from './determinations-api.js';
import { KindBadge } from './kind-badge.js';
import { ReasonDialog } from './reason-dialog.js';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: '12px' },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  words: { overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  quiet: { color: tokens.colorNeutralForeground3 },
});

/** Newest first. */
export function DeterminationHistory(props: { records: readonly Determination[]; canEdit: boolean }) {
  const styles = useStyles();
  const { records, canEdit } = props;
  const [withdrawn, setWithdrawn] = useState<string | null>(null);
  const [withdraw, { isLoading, error }] = useWithdrawDeterminationMutation();
  if (records.length === 0) return null;
  return (
    <section aria-label="History of determinations">
      <Text as="h3" weight="semibold" block>
        History
      </Text>
      <ol className={styles.list}>
        {records.map((one) => (
          <li key={one.id}>
            <div className={styles.line}>
              <KindBadge kind={one.kind} />
              <Text>{DETERMINATION_STATUS_LABELS[one.status]}</Text>
              {one.stale && (
                <Badge appearance="tint" color="warning" size="small">
                  Stale: the evidence changed
                </Badge>
              )}
              {one.status === 'active' && canEdit && (
                <Button size="small" appearance="subtle" onClick={() => setWithdrawn(one.id)}>
                  Withdraw...
                </Button>
              )}
            </div>
            <div className={styles.words}>{one.reason}</div>
            <Text size={200} className={styles.quiet}>
              {[
                `${one.author_name}, ${medium(one.created_at)}`,
                one.withdrawn_at &&
                  `Withdrawn by ${one.withdrawn_by_name ?? 'someone'}, ${medium(one.withdrawn_at)}: ${one.withdrawal_reason ?? ''}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </li>
        ))}
      </ol>
      {withdrawn !== null && (
        <ReasonDialog
          title="Withdraw determination"
          confirmLabel="Withdraw"
          busy={isLoading}
          error={error}
          onConfirm={async (reason) => {
            if (!(await withdraw({ id: withdrawn, reason })).error) setWithdrawn(null);
          }}
          onCancel={() => setWithdrawn(null)}
        />
      )}
    </section>
  );
}
