import { Dropdown, Field, Input, makeStyles, Option } from '@fluentui/react-components';
import { FEET_PER_METRE } from '@symbio/georeference';
import { useMemo, useState } from 'react';
import { countText } from '../../lib/ui/formats.js';
import { BulkPreview } from './bulk-preview.js';
import type { RecordHitFilter } from './decisions-api.js';
import { VIOLATIONS } from './record-text.js';
import { ReasonsDialog } from './reasons-dialog.js';
import type { RecordHit } from './records-api.js';
import { useBulk } from './use-bulk.js';
import { kindOf } from './use-decisions.js';

const useStyles = makeStyles({
  filter: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: '10px 16px' },
  field: { minWidth: 0 },
  dropdown: { minWidth: 0 },
});

interface Chosen {
  lists: readonly string[];
  statuses: readonly string[];
  directions: readonly string[];
  violations: readonly string[];
  /** Feet, as typed. */
  from: string;
  to: string;
}

/** Records of which no list says match neither. */
const VIOLATION_KINDS = ['none', 'found'] as const;

const NOTHING: Chosen = { lists: [], statuses: [], directions: [], violations: [], from: '', to: '' };

const metresOf = (feet: string): number => Number(feet) / FEET_PER_METRE;

function filterOf({ lists, statuses, directions, violations, from, to }: Chosen): RecordHitFilter {
  return {
    ...(lists.length > 0 && { lists: [...lists] }),
    ...(statuses.length > 0 && { statuses: [...statuses] }),
    ...(directions.length > 0 && { directions: [...directions] }),
    ...(violations.length > 0 && { violations: VIOLATION_KINDS.filter((kind) => violations.includes(kind)) }),
    ...(from !== '' && { min_distance_m: metresOf(from) }),
    ...(to !== '' && { max_distance_m: metresOf(to) }),
  };
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].filter((value) => value !== '').sort();

interface RuleDialogProps {
  projectId: string;
  /** All records of the search; a rule takes undecided ones. */
  hits: readonly RecordHit[];
  titles: ReadonlyMap<string, string>;
  onClose: () => void;
}

/** Decides undecided records that a filter finds as not relevant. */
export function RuleDialog({ projectId, hits, titles, onClose }: RuleDialogProps) {
  const styles = useStyles();
  const [chosen, setChosen] = useState(NOTHING);
  const bulk = useBulk(projectId, { filter: filterOf(chosen) }, onClose);
  const open = useMemo(() => hits.filter((hit) => kindOf(hit) === 'undecided'), [hits]);
  const set = (changes: Partial<Chosen>): void => {
    bulk.reset();
    setChosen((before) => ({ ...before, ...changes }));
  };
  const several = (
    label: string,
    name: 'lists' | 'statuses' | 'directions' | 'violations',
    options: readonly string[],
  ) => {
    const textOf = (value: string): string =>
      (name === 'lists' ? titles.get(value) : name === 'violations' ? VIOLATIONS[value] : undefined) ?? value;
    return (
      <Field label={label} className={styles.field}>
        <Dropdown
          multiselect
          className={styles.dropdown}
          placeholder="Any"
          value={chosen[name].map(textOf).join(', ')}
          selectedOptions={[...chosen[name]]}
          onOptionSelect={(_, { selectedOptions }) => set({ [name]: selectedOptions })}
        >
          {options.map((value) => (
            <Option key={value} value={value}>
              {textOf(value)}
            </Option>
          ))}
        </Dropdown>
      </Field>
    );
  };
  const feet = (label: string, name: 'from' | 'to') => (
    <Field label={label} className={styles.field}>
      <Input
        type="number"
        min={0}
        contentAfter="ft"
        value={chosen[name]}
        onChange={(_, { value }) => set({ [name]: value })}
      />
    </Field>
  );
  return (
    <ReasonsDialog
      title="Not relevant by a rule"
      confirmLabel={bulk.count > 0 ? `Decide ${countText(bulk.count, 'record')}` : 'Preview'}
      onConfirm={bulk.confirm}
      onChange={bulk.reset}
      onClose={onClose}
    >
      <div className={styles.filter} role="group" aria-label="Undecided records">
        {several('Lists', 'lists', distinct(open.map(({ list }) => list)))}
        {several('Status', 'statuses', distinct(open.map(({ status }) => status)))}
        {several('Violations', 'violations', VIOLATION_KINDS)}
        {feet('From', 'from')}
        {feet('To', 'to')}
        {several('Direction', 'directions', distinct(open.map(({ direction }) => direction ?? '')))}
      </div>
      <BulkPreview bulk={bulk} hits={open} />
    </ReasonsDialog>
  );
}
