import { Badge, Button, makeStyles, tokens } from '@fluentui/react-components';
import { FEET_PER_METRE } from '@symbio/georeference';
import { DISPOSITION_LABELS, REASON_CODE_LABELS } from '@symbio/proto/labels';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { countText, medium } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { useListRulesQuery, useUndoRuleMutation, type RecordRule } from './decisions-api.js';
import { PreviewRows } from './preview-rows.js';
import { VIOLATIONS } from './record-text.js';
import type { RecordHit } from './records-api.js';
import { RuleDialog } from './rule-dialog.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, padding: '12px 16px' },
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, margin: 0, padding: 0 },
  rule: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    listStyleType: 'none',
    paddingBottom: tokens.spacingVerticalM,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
  words: { overflowWrap: 'anywhere' },
});

const feetText = (metres: number): string => `${Math.round(metres * FEET_PER_METRE).toLocaleString('en-US')} ft`;

/** `Small generators; from 660 ft; status Inactive` */
function filterText({ filter }: RecordRule, titles: ReadonlyMap<string, string>): string {
  if (filter === null) return 'Chosen records';
  const {
    lists = [],
    statuses = [],
    directions = [],
    violations = [],
    min_distance_m: from,
    max_distance_m: to,
  } = filter;
  const parts = [
    lists.map((list) => titles.get(list) ?? list).join(', '),
    from === undefined ? '' : `from ${feetText(from)}`,
    to === undefined ? '' : `to ${feetText(to)}`,
    statuses.length > 0 ? `status ${statuses.join(', ')}` : '',
    directions.join(', '),
    violations.length > 0
      ? `violations ${violations.map((kind) => (VIOLATIONS[kind] ?? kind).toLowerCase()).join(' or ')}`
      : '',
  ].filter((part) => part !== '');
  return parts.join('; ') || 'All undecided records';
}

interface RulesViewProps {
  projectId: string;
  canEdit: boolean;
  hits: readonly RecordHit[];
  titles: ReadonlyMap<string, string>;
}

/** Decisions about many records, newest first. */
export function RulesView({ projectId, canEdit, hits, titles }: RulesViewProps) {
  const styles = useStyles();
  const { currentData: rules, error, refetch } = useListRulesQuery(projectId);
  const [isNew, setNew] = useState(false);
  return (
    <div className={styles.root}>
      {canEdit ? (
        <div className={styles.line}>
          <Button size="small" appearance="primary" onClick={() => setNew(true)}>
            New rule...
          </Button>
        </div>
      ) : null}
      {rules ? (
        rules.length === 0 ? (
          <EmptyState title="No rules yet">
            A rule decides many records at once, such as all permits beyond adjoining, and can be undone.
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label="Rules">
            {rules.map((rule) => (
              <Rule
                key={rule.id}
                rule={rule}
                canEdit={canEdit}
                taken={hits.filter(({ disposition }) => disposition?.rule_id === rule.id)}
                titles={titles}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <LoadErrorMessage what="The rules" error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingView label="Loading rules..." />
      )}
      {isNew ? <RuleDialog projectId={projectId} hits={hits} titles={titles} onClose={() => setNew(false)} /> : null}
    </div>
  );
}

interface RuleProps extends Pick<RulesViewProps, 'canEdit' | 'titles'> {
  rule: RecordRule;
  /** Records that it still decides. */
  taken: readonly RecordHit[];
}

function Rule({ rule, taken, canEdit, titles }: RuleProps) {
  const styles = useStyles();
  const [undo, { isLoading }] = useUndoRuleMutation();
  const [showsRows, setShowsRows] = useState(false);
  const why = [...rule.reason_codes.map((code) => REASON_CODE_LABELS[code]), rule.reason ?? ''].filter(
    (part) => part !== '',
  );

  async function undoRule(): Promise<void> {
    try {
      await undo(rule.id).unwrap();
      notify({ type: 'success', title: 'Rule undone' });
    } catch (error) {
      notify({ type: 'error', title: 'The rule was not undone', description: changeRefusal(error) });
    }
  }

  return (
    <li className={styles.rule}>
      <div className={styles.line}>
        <Badge appearance="tint" color={rule.undone_at === null ? 'brand' : 'subtle'}>
          {rule.undone_at === null ? DISPOSITION_LABELS[rule.disposition] : 'Undone'}
        </Badge>
        <strong className={styles.words}>{filterText(rule, titles)}</strong>
      </div>
      <div className={styles.words}>{why.join('. ')}</div>
      <div className={styles.muted}>
        {rule.undone_at === null
          ? `By ${rule.by_name}, ${medium(rule.created_at)}. It took ${countText(rule.hit_count, 'record')} and still decides ${taken.length}.`
          : `By ${rule.by_name}, ${medium(rule.created_at)}. Undone by ${rule.undone_by_name ?? 'a person'}, ${medium(rule.undone_at)}.`}
      </div>
      {rule.undone_at === null ? (
        <div className={styles.line}>
          {taken.length > 0 ? (
            <Button size="small" aria-expanded={showsRows} onClick={() => setShowsRows((before) => !before)}>
              {showsRows ? 'Hide records' : 'Show records'}
            </Button>
          ) : null}
          {canEdit ? (
            <Button size="small" disabledFocusable={isLoading} onClick={() => void undoRule()}>
              Undo rule
            </Button>
          ) : null}
        </div>
      ) : null}
      {showsRows && taken.length > 0 ? <PreviewRows label="Records of the rule" hits={taken} /> : null}
    </li>
  );
}
