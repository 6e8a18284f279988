import { Checkbox, makeStyles, Text } from '@fluentui/react-components';
import { HISTORICAL_SOURCES } from '@symbio/proto/document/vocabulary';
import { COVERAGE_AREA_LABELS } from '@symbio/proto/labels';
import type { Coverage, CoverageInterval, GapValues } from './coverage-api.js';
import { sourceText } from './coverage-text.js';

const useStyles = makeStyles({
  group: { display: 'flex', flexDirection: 'column', maxHeight: '30dvh', overflowY: 'auto' },
});

const namesOf = (sources: readonly string[]): string => sources.map(sourceText).join(', ');

/** `1924 (Sanborn maps) to 1938 (Aerial imagery), property` */
const intervalText = ({ from, to, area, sources_before: before, sources_after: after }: CoverageInterval): string =>
  `${from} (${namesOf(before)}) to ${to} (${namesOf(after)}), ${COVERAGE_AREA_LABELS[area].toLowerCase()}`;

/** Without a gap. */
export const openIntervals = (coverage: Coverage | undefined): CoverageInterval[] =>
  coverage?.intervals.filter(({ gap_id: gapId }) => gapId === null) ?? [];

/** Only says which sources the coverage names; empty without intervals. */
function triedText(intervals: readonly CoverageInterval[], cells: Coverage['cells']): string {
  const sources = HISTORICAL_SOURCES.filter((source) =>
    cells.some((cell) => cell.source === source && intervals.some(({ area }) => area === cell.area)),
  );
  return intervals.length === 0 ? '' : `Sources consulted: ${namesOf(sources)}. None covers these years.`;
}

/** Values of a gap after another choice of intervals; a text that a person wrote stays. */
export function withIntervals(
  values: GapValues,
  before: readonly CoverageInterval[],
  picked: readonly CoverageInterval[],
  cells: Coverage['cells'],
): GapValues {
  const [only] = picked.length === 1 ? picked : [];
  const isSuggested = values.tried === triedText(before, cells);
  return {
    ...values,
    ...{ from: only?.from ?? null, to: only?.to ?? null, area: only?.area ?? null, source: null },
    tried: isSuggested ? triedText(picked, cells) : values.tried,
  };
}

interface OpenIntervalsProps {
  intervals: readonly CoverageInterval[];
  picked: readonly CoverageInterval[];
  onPick: (picked: readonly CoverageInterval[]) => void;
}

/** Choices that fill the form of a new gap. */
export function OpenIntervals({ intervals, picked, onPick }: OpenIntervalsProps) {
  const styles = useStyles();
  const isWhole = picked.length === intervals.length;
  return (
    <div className={styles.group} role="group" aria-label="Open intervals">
      <Text>Intervals of more than five years without a gap. Each picked one becomes a gap with your judgement.</Text>
      {intervals.length > 1 && (
        <Checkbox
          label="All open intervals"
          checked={isWhole || (picked.length > 0 && 'mixed')}
          onChange={() => onPick(isWhole ? [] : intervals)}
        />
      )}
      {intervals.map((interval) => (
        <Checkbox
          key={interval.id}
          label={intervalText(interval)}
          checked={picked.includes(interval)}
          onChange={(_, { checked }) =>
            onPick(intervals.filter((one) => (one === interval ? checked === true : picked.includes(one))))
          }
        />
      ))}
    </div>
  );
}
