import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { CHECKLIST_ANSWER_LABELS, CHECKLIST_ITEM_LABELS } from '@symbio/proto/labels';
import { useId, useState } from 'react';
import { changeRefusal } from '../../../lib/http/errors.js';
import { notify } from '../../../lib/ui/toasts.js';
import { useAnswerChecklistMutation } from '../api.js';
import type { SiteVisit } from '../visit-status.js';
import { CHECKLIST_GROUPS, progressText, type ChecklistEntry } from './checklist.js';
import { ChecklistItemRow } from './checklist-item-row.js';

const useStyles = makeStyles({
  root: { marginTop: '16px', borderTop: `1px solid ${tokens.colorNeutralStroke3}`, paddingTop: '8px' },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' },
  toggle: { marginInlineStart: '-12px', fontWeight: tokens.fontWeightSemibold },
  progress: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  found: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  title: {
    marginTop: '16px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  facts: { display: 'flex', flexDirection: 'column', gap: '8px', margin: '8px 0 0' },
  term: { fontWeight: tokens.fontWeightSemibold },
  value: { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
});

/** For people who may not answer. */
function Answers({ entries }: { entries: readonly ChecklistEntry[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.facts}>
      {entries.map(({ item, answer, note }) => (
        <div key={item}>
          <dt className={styles.term}>{CHECKLIST_ITEM_LABELS[item]}</dt>
          <dd className={styles.value}>
            {[answer && CHECKLIST_ANSWER_LABELS[answer], note].filter(Boolean).join('. ')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface VisitChecklistProps {
  visit: SiteVisit;
  /** `visit of Oct 3, 2025` */
  of: string;
  canEdit: boolean;
}

export function VisitChecklist({ visit, of, canEdit }: VisitChecklistProps) {
  const styles = useStyles();
  const panel = useId();
  const [isOpen, setOpen] = useState(false);
  const [answer] = useAnswerChecklistMutation();
  const entries = visit.checklist ?? [];
  const found = entries.filter((entry) => entry.answer === 'yes').map(({ item }) => CHECKLIST_ITEM_LABELS[item]);

  const save = async (entry: ChecklistEntry): Promise<boolean> => {
    const { error } = await answer({ visit, entry });
    if (error) {
      const description = `${CHECKLIST_ITEM_LABELS[entry.item]}: ${changeRefusal(error)}`;
      notify({ type: 'error', title: 'Failed to save the answer', description });
    }
    return !error;
  };

  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <Button
          appearance="subtle"
          className={styles.toggle}
          icon={isOpen ? <ChevronDownRegular /> : <ChevronRightRegular />}
          aria-label={`Checklist, ${of}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          Checklist
        </Button>
        <span className={styles.progress} role="status">
          {progressText(entries)}
        </span>
        {!isOpen && found.length > 0 ? <span className={styles.found}>{found.join(', ')}</span> : null}
      </div>
      {isOpen ? (
        <div id={panel} role="group" aria-label={`Checklist of the ${of}`}>
          {canEdit ? (
            CHECKLIST_GROUPS.map(({ title, items }) => (
              <div key={title}>
                <h4 className={styles.title}>{title}</h4>
                {items.map((item) => (
                  <ChecklistItemRow
                    key={item}
                    item={item}
                    entry={entries.find((entry) => entry.item === item)}
                    onSave={save}
                  />
                ))}
              </div>
            ))
          ) : (
            <Answers entries={entries} />
          )}
        </div>
      ) : null}
    </div>
  );
}
