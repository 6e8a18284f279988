import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { durationText, agentText } from './scorecard-text.js';
import { ShareBar } from './share-bar.js';
import type { ScorecardRow } from './scorecard-api.js';

const useStyles = makeStyles({
  scroll: { overflowX: 'auto', ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` } },
  table: { borderCollapse: 'collapse', minWidth: '100%' },
  head: {
    padding: '8px 12px',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  cell: {
    padding: '8px 12px',
    textAlign: 'start',
    verticalAlign: 'top',
    fontWeight: tokens.fontWeightRegular,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  quiet: { color: tokens.colorNeutralForeground3 },
});

export const keyOf = ({ author_id: id, group }: ScorecardRow): string => `${id}.${group ?? ''}`;

interface ScorecardTableProps {
  rows: readonly ScorecardRow[];
  /** Null if not grouped. */
  groupName: string | null;
  groupOf: (row: ScorecardRow) => string;
  chosen: string | null;
  onChoose: (key: string | null) => void;
}

export function ScorecardTable({ rows, groupName, groupOf, chosen, onChoose }: ScorecardTableProps) {
  const styles = useStyles();
  const heads = ['Agent', ...(groupName === null ? [] : [groupName]), 'Proposed', 'Decided', 'Accepted', 'Corrected'];
  const cell = (content: ReactNode, key: string) => (
    <td key={key} className={styles.cell}>
      {content}
    </td>
  );
  return (
    // focusable, since it scrolls
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Scorecard of agents">
      <table className={styles.table}>
        <thead>
          <tr>
            {[...heads, 'Rejected', 'Undone', 'Still standing', 'Found blind', 'Decision', 'Time saved', 'More'].map(
              (name) => (
                <th key={name} scope="col" className={styles.head}>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row);
            const timed = (seconds: number | null, note: string | null) =>
              seconds === null ? (
                <span className={styles.quiet} title={note ?? undefined}>
                  Too few
                </span>
              ) : (
                durationText(seconds)
              );
            return (
              <tr key={key}>
                <th scope="row" className={styles.cell}>
                  {agentText(row)}
                </th>
                {groupName !== null && cell(groupOf(row), 'group')}
                {cell(row.proposed, 'proposed')}
                {cell(row.decided, 'decided')}
                {cell(<ShareBar share={row.accepted} />, 'accepted')}
                {cell(<ShareBar share={row.corrected} />, 'corrected')}
                {cell(<ShareBar share={row.rejected} />, 'rejected')}
                {cell(<ShareBar share={row.undone} />, 'undone')}
                {cell(<ShareBar share={row.standing} />, 'standing')}
                {cell(row.blind_recall && <ShareBar share={row.blind_recall} />, 'blind')}
                {cell(timed(row.decision_time.seconds, row.decision_time.note), 'decision')}
                {cell(timed(row.time_saved.seconds, row.time_saved.note), 'saved')}
                {cell(
                  <Button
                    size="small"
                    aria-expanded={chosen === key}
                    aria-label={`Details of ${agentText(row)}${groupName === null ? '' : `, ${groupOf(row)}`}`}
                    onClick={() => onChoose(chosen === key ? null : key)}
                  >
                    Details
                  </Button>,
                  'more',
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
