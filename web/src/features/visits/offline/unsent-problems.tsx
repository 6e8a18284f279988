import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  tokens,
} from '@fluentui/react-components';
import { CHECKLIST_ANSWER_LABELS, CHECKLIST_ITEM_LABELS } from '@symbio/proto/labels';
import { dateOnly } from '../../../lib/ui/formats.js';
import type { ChecklistEntry } from '../checklist/checklist.js';
import type { VisitFields } from '../visit-form.js';
import { conflictsBetween, mergedFields, type Change, type Unsent } from './changes.js';
import { discardChange, resolveChange } from './outbox.js';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: '8px', marginBottom: '16px' },
  texts: { display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', gap: '2px 12px', margin: '6px 0' },
  field: { gridColumn: '1 / -1', fontWeight: tokens.fontWeightSemibold, marginTop: '4px' },
  side: { color: tokens.colorNeutralForeground3 },
  value: { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
});

const LABELS: Record<keyof VisitFields, string> = {
  visit_date: 'Visit date',
  visit_time: 'Visit time',
  access_granted: 'Access',
  access_notes: 'Access and limits',
  findings: 'Findings',
  photos: 'Photos',
  weather_conditions: 'Weather',
  investigator_id: 'Investigator',
};

type NameOf = (id: string) => string;

function fieldText(fields: VisitFields, name: keyof VisitFields, nameOf: NameOf): string {
  if (name === 'access_granted') return fields.access_granted ? 'Granted' : 'Not granted';
  if (name === 'photos') return fields.photos.join('\n') || 'None';
  if (name === 'investigator_id') return fields.investigator_id ? nameOf(fields.investigator_id) : 'Not assigned';
  if (name === 'visit_date') return dateOnly(fields.visit_date);
  return fields[name] || 'Empty';
}

const answerText = (entry: ChecklistEntry | null): string =>
  [entry?.answer && CHECKLIST_ANSWER_LABELS[entry.answer], entry?.note].filter(Boolean).join('. ') || 'Not answered';

interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

function differencesOf({ change, problem }: Unsent, nameOf: NameOf): Difference[] {
  if (change.kind === 'update' && problem?.kind === 'visit')
    return conflictsBetween(change.base, change.fields, problem.theirs).map((name) => ({
      label: LABELS[name],
      mine: fieldText(change.fields, name, nameOf),
      theirs: fieldText(problem.theirs, name, nameOf),
    }));
  if (change.kind === 'answer' && problem?.kind === 'answer')
    return [
      {
        label: CHECKLIST_ITEM_LABELS[change.entry.item],
        mine: answerText(change.entry),
        theirs: answerText(problem.theirs),
      },
    ];
  return [];
}

/** What the device holds of a refused change, so it can be copied. */
function refusedText({ change }: Unsent, nameOf: NameOf): Difference[] {
  if (change.kind === 'answer')
    return [{ label: CHECKLIST_ITEM_LABELS[change.entry.item], mine: answerText(change.entry), theirs: '' }];
  if (change.kind === 'photo')
    return change.values.caption ? [{ label: 'Caption', mine: change.values.caption, theirs: '' }] : [];
  return (['access_notes', 'findings', 'weather_conditions'] as const)
    .filter((name) => change.fields[name] !== '')
    .map((name) => ({ label: LABELS[name], mine: fieldText(change.fields, name, nameOf), theirs: '' }));
}

/** This person's values replace those read just now. */
function withMine(entry: Unsent): Change {
  const { change, problem } = entry;
  if (change.kind === 'update' && problem?.kind === 'visit') {
    const { theirs, seen } = problem;
    return { ...change, fields: mergedFields(change.base, change.fields, theirs), base: theirs, seen };
  }
  return change.kind === 'answer' && problem?.kind === 'answer' ? { ...change, base: problem.theirs } : change;
}

/** Their values where both changed a field; this person's other changes are still sent. */
function withTheirs(entry: Unsent): Change {
  const { change, problem } = entry;
  if (change.kind !== 'update' || problem?.kind !== 'visit') return change;
  const { theirs, seen } = problem;
  const lost = conflictsBetween(change.base, change.fields, theirs);
  const kept = Object.fromEntries(lost.map((name) => [name, theirs[name]]));
  return { ...change, fields: { ...mergedFields(change.base, change.fields, theirs), ...kept }, base: theirs, seen };
}

function UnsentProblem({ entry, nameOf }: { entry: Unsent; nameOf: NameOf }) {
  const styles = useStyles();
  const { id, change, problem } = entry;
  if (!problem) return null;
  const isRefused = problem.kind === 'refused';
  const rows = isRefused ? refusedText(entry, nameOf) : differencesOf(entry, nameOf);
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>
          {isRefused ? 'A change on this device could not be saved.' : 'Another person changed this visit too.'}
        </MessageBarTitle>{' '}
        {isRefused ? problem.message : 'Choose which text to keep.'}
        <dl className={styles.texts}>
          {rows.map(({ label, mine, theirs }) => [
            <dt key={label} className={styles.field}>
              {label}
            </dt>,
            <dt key={`${label} mine`} className={styles.side}>
              On this device
            </dt>,
            <dd key={`${label} my value`} className={styles.value}>
              {mine}
            </dd>,
            ...(isRefused
              ? []
              : [
                  <dt key={`${label} theirs`} className={styles.side}>
                    On the server
                  </dt>,
                  <dd key={`${label} their value`} className={styles.value}>
                    {theirs}
                  </dd>,
                ]),
          ])}
        </dl>
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={() => void resolveChange(id, withMine)}>
          {isRefused ? 'Try again' : 'Keep mine'}
        </Button>
        <Button
          size="small"
          onClick={() =>
            void (change.kind === 'update' && !isRefused ? resolveChange(id, withTheirs) : discardChange(id))
          }
        >
          {isRefused ? 'Discard' : 'Keep theirs'}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

/** Conflicts and refusals of a visit, with the texts of both. */
export function UnsentProblems({ entries, nameOf }: { entries: readonly Unsent[]; nameOf: NameOf }) {
  const styles = useStyles();
  const problems = entries.filter(({ problem }) => problem);
  if (problems.length === 0) return null;
  return (
    <div className={styles.list}>
      {problems.map((entry) => (
        <UnsentProblem key={entry.id} entry={entry} nameOf={nameOf} />
      ))}
    </div>
  );
}
