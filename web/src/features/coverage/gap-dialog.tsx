import { Field, Input, Radio, RadioGroup, Select, Textarea } from '@fluentui/react-components';
import { COVERAGE_SOURCES } from '@symbio/proto/document/vocabulary';
import { COVERAGE_AREA_LABELS, GAP_LABELS } from '@symbio/proto/labels';
import { MAX_GAP_TEXT } from '@symbio/proto/limits';
import { COVERAGE_AREAS, GAP_KINDS } from '@symbio/proto/project/vocabulary';
import { useState } from 'react';
import { useCreationIds } from '../../lib/http/creation-id.js';
import {
  useCreateGapMutation,
  useUpdateGapMutation,
  type Coverage,
  type CoverageInterval,
  type Gap,
  type GapValues,
} from './coverage-api.js';
import { significanceText, sourceText, yearOf } from './coverage-text.js';
import { FieldRow, RecordDialog } from '../../components/record-dialog.js';
import { openIntervals, OpenIntervals, withIntervals } from './open-intervals.js';

export const NEW_GAP: GapValues = {
  ...{ kind: 'interval', from: null, to: null, area: null, source: null },
  ...{ tried: '', significant: null, reason: '', effect: '' },
};

const SIGNIFICANCE = { '': null, false: false, true: true } as const;
const oneOf = <Word extends string>(words: readonly Word[], text: string): Word | null =>
  words.find((word) => word === text) ?? null;

interface GapDialogProps {
  projectId: string;
  /** Undefined: a new one. */
  gap: Gap | undefined;
  /** Of a new one. */
  offered: GapValues;
  /** Its open intervals are offered; undefined: it cannot be read. */
  coverage: Coverage | undefined;
  /** Id of the interval that is picked first. */
  interval?: string | undefined;
  onClose: () => void;
}

/** Records or changes a gap. One judgement of several intervals records a gap for each. */
export function GapDialog({ projectId, gap, offered, coverage, interval, onClose }: GapDialogProps) {
  // another person's change must not replace the input
  const [cells] = useState(coverage?.cells ?? []);
  const [intervals] = useState(() => openIntervals(coverage));
  const [picks, setPicks] = useState<readonly CoverageInterval[]>(() => intervals.filter(({ id }) => id === interval));
  const [before] = useState(() => gap ?? (picks.length > 0 ? withIntervals(offered, [], picks, cells) : offered));
  const [seenAt] = useState(gap?.updated_at ?? null);
  const [values, setValues] = useState<GapValues>(() => {
    const { kind, from, to, area, source, tried, significant, reason, effect } = before;
    return { kind, from, to, area, source, tried, significant, reason, effect };
  });
  const creationId = useCreationIds();
  const [create, creation] = useCreateGapMutation();
  const [update, changing] = useUpdateGapMutation();
  const isLoading = creation.isLoading || changing.isLoading;
  const error = creation.error ?? changing.error;
  const set = (change: Partial<GapValues>) => setValues((old) => ({ ...old, ...change }));
  const isDirty = Object.entries(values).some(([field, value]) => before[field as keyof GapValues] !== value);

  const offersIntervals = !gap && values.kind === 'interval' && intervals.length > 0;
  const picked = offersIntervals ? picks : [];
  const isGroup = picked.length > 1;
  const pick = (next: readonly CoverageInterval[]) => {
    setPicks(next);
    setValues((old) => withIntervals(old, picks, next, cells));
  };

  const save = async () => {
    if (gap) {
      if (!(await update({ id: gap.id, values, updatedAt: seenAt })).error) onClose();
      return;
    }
    const all = isGroup ? picked.map(({ from, to, area }) => ({ ...values, from, to, area })) : [values];
    // a repetition after a failure keeps the ids of those that were recorded
    for (const one of all) if ((await create({ projectId, id: creationId(one), values: one })).error) return;
    onClose();
  };
  const text = (field: 'tried' | 'reason' | 'effect', label: string, hint: string) => (
    <Field label={label} hint={hint}>
      <Textarea
        rows={2}
        maxLength={MAX_GAP_TEXT}
        value={values[field]}
        onChange={(_, { value }) => set({ [field]: value })}
      />
    </Field>
  );

  return (
    <RecordDialog
      title={gap ? 'Edit gap' : 'New gap'}
      confirmLabel={isGroup ? `Save ${picked.length} gaps` : 'Save'}
      isDirty={isDirty}
      {...{ isLoading, error, onClose }}
      onSave={() => void save()}
    >
      <FieldRow>
        <Field label="Kind">
          <Select
            value={values.kind}
            onChange={(_, { value }) => set({ kind: oneOf(GAP_KINDS, value) ?? values.kind })}
          >
            {GAP_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {GAP_LABELS[kind]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Source">
          <Select
            value={values.source ?? ''}
            onChange={(_, { value }) => set({ source: oneOf(COVERAGE_SOURCES, value) })}
          >
            <option value="">Any</option>
            {COVERAGE_SOURCES.map((source) => (
              <option key={source} value={source}>
                {sourceText(source)}
              </option>
            ))}
          </Select>
        </Field>
        {isGroup ? null : (
          <>
            <Field label="From year">
              <Input
                type="number"
                value={values.from === null ? '' : String(values.from)}
                onChange={(_, { value }) => set({ from: yearOf(value) })}
              />
            </Field>
            <Field label="To year">
              <Input
                type="number"
                value={values.to === null ? '' : String(values.to)}
                onChange={(_, { value }) => set({ to: yearOf(value) })}
              />
            </Field>
            <Field label="Area">
              <Select
                value={values.area ?? ''}
                onChange={(_, { value }) => set({ area: oneOf(COVERAGE_AREAS, value) })}
              >
                <option value="">Property and adjoining</option>
                {COVERAGE_AREAS.map((area) => (
                  <option key={area} value={area}>
                    {COVERAGE_AREA_LABELS[area]}
                  </option>
                ))}
              </Select>
            </Field>
          </>
        )}
      </FieldRow>
      {offersIntervals ? <OpenIntervals intervals={intervals} picked={picked} onPick={pick} /> : null}
      {text('tried', 'What was tried', 'Sources consulted to close the gap.')}
      <Field label="Significance">
        <RadioGroup
          layout="horizontal"
          value={values.significant === null ? '' : String(values.significant)}
          onChange={(_, { value }) => set({ significant: SIGNIFICANCE[value as keyof typeof SIGNIFICANCE] })}
        >
          {Object.entries(SIGNIFICANCE).map(([value, significant]) => (
            <Radio key={value} value={value} label={significanceText(significant)} />
          ))}
        </RadioGroup>
      </Field>
      {text('reason', 'Reason', 'Why it is significant or not.')}
      {text('effect', 'Effect', 'On the conclusions. Required for a significant gap.')}
    </RecordDialog>
  );
}
