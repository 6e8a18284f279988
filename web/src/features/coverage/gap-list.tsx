import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { medium } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { useCreateGapMutation, useDeleteGapMutation, type Gap, type Superseded } from './coverage-api.js';
import { gapText, significanceText } from './coverage-text.js';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  gap: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    justifyContent: 'space-between',
    padding: `${tokens.spacingVerticalM} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
  },
  words: { minWidth: 0, overflowWrap: 'anywhere' },
  head: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'baseline' },
  facts: { display: 'grid', gridTemplateColumns: '72px minmax(0, 1fr)', gap: '2px 8px', margin: '4px 0' },
  term: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0 },
  muted: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexShrink: 0 },
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

  const removeGap = async (gap: Gap) => {
    const { error } = await remove(gap.id);
    if (error) {
      notify({ type: 'error', title: 'The gap was not deleted', description: changeRefusal(error) });
      return;
    }
    const { kind, from, to, area, source, tried, significant, reason, effect } = gap;
    const values = { kind, from, to, area, source, tried, significant, reason, effect };
    const id = uuidV7();
    offerUndo(
      { title: 'Gap deleted', description: gapText(gap) },
      { what: 'deletion of a gap', undo: () => create({ projectId, id, values }).unwrap() },
    );
  };

  return (
    <ul className={styles.list} aria-label="Gaps">
      {gaps.map((gap) => {
        const title = gapText(gap);
        const earlier = history.filter((one) => one.gap?.id === gap.id);
        return (
          <li key={gap.id} className={styles.gap}>
            <div className={styles.words}>
              <div className={styles.head}>
                <Text weight="semibold">{title}</Text>
                <Badge appearance="outline" color={COLOURS[`${gap.significant}`]}>
                  {significanceText(gap.significant)}
                </Badge>
              </div>
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
              <div className={styles.muted}>{`${gap.by_name}, ${medium(gap.updated_at)}`}</div>
              {earlier.map(({ id, gap: old }) =>
                old === null ? null : (
                  <div key={id} className={styles.muted}>
                    {`Before: ${gapText(old)}, ${significanceText(old.significant).toLowerCase()}, by ${old.by_name ?? ''}, ${medium(old.at)}`}
                  </div>
                ),
              )}
            </div>
            {canEdit && (
              <div className={styles.actions}>
                <Button
                  appearance="subtle"
                  icon={<EditRegular />}
                  aria-label={`Edit: ${title}`}
                  onClick={() => onEdit(gap)}
                />
                <Button
                  appearance="subtle"
                  icon={<DeleteRegular />}
                  aria-label={`Delete: ${title}`}
                  onClick={() => void removeGap(gap)}
                />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
