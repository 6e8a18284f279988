import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { uuidV7 } from '../../lib/http/uuid.js';
import { medium } from '../../lib/ui/formats.js';
import { useCreateGapMutation, useDeleteGapMutation, type Gap, type Superseded } from './coverage-api.js';
import { gapText, significanceText } from './coverage-text.js';
import { deleteRecord, RecordFacts, RecordItem, RecordList } from './record-item.js';

const useStyles = makeStyles({
  facts: { display: 'grid', gridTemplateColumns: '72px minmax(0, 1fr)', gap: '2px 8px', margin: '4px 0' },
  term: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0 },
});

const COLOURS = { true: 'danger', false: 'informative', null: 'warning' } as const;

interface GapListProps {
  projectId: string;
  gaps: readonly Gap[];
  history: readonly Superseded[];
  canEdit: boolean;
  onEdit: (gap: Gap) => void;
}

export function GapList({ projectId, gaps, history, canEdit, onEdit }: GapListProps) {
  const styles = useStyles();
  const [remove] = useDeleteGapMutation();
  const [create] = useCreateGapMutation();
  if (gaps.length === 0) return <Text>No gap is recorded.</Text>;

  const removeGap = (gap: Gap) => {
    const { kind, from, to, area, source, tried, significant, reason, effect } = gap;
    const values = { kind, from, to, area, source, tried, significant, reason, effect };
    const id = uuidV7();
    return deleteRecord({
      ...{ name: 'gap', article: 'a', title: gapText(gap) },
      remove: () => remove(gap.id),
      restore: () => create({ projectId, id, values }).unwrap(),
    });
  };

  return (
    <RecordList label="Gaps">
      {gaps.map((gap) => (
        <RecordItem
          key={gap.id}
          title={gapText(gap)}
          badge={{ text: significanceText(gap.significant), color: COLOURS[`${gap.significant}`] }}
          canEdit={canEdit}
          onEdit={() => onEdit(gap)}
          onDelete={() => void removeGap(gap)}
        >
          <dl className={styles.facts}>
            {(['tried', 'reason', 'effect'] as const).map((field) =>
              gap[field] === '' ? null : (
                <div key={field} style={{ display: 'contents' }}>
                  <dt className={styles.term}>{`${field.charAt(0).toUpperCase()}${field.slice(1)}`}</dt>
                  <dd className={styles.value}>{gap[field]}</dd>
                </div>
              ),
            )}
          </dl>
          <RecordFacts>{`${gap.by_name}, ${medium(gap.updated_at)}`}</RecordFacts>
          {history
            .filter((one) => one.gap?.id === gap.id)
            .map(({ id, gap: old }) =>
              old === null ? null : (
                <RecordFacts key={id}>
                  {`Before: ${gapText(old)}, ${significanceText(old.significant).toLowerCase()}, by ${old.by_name ?? ''}, ${medium(old.at)}`}
                </RecordFacts>
              ),
            )}
        </RecordItem>
      ))}
    </RecordList>
  );
}
