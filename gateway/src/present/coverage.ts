import type { coverageSchemas as schemas } from '@symbio/api';
import { decadesOf, explainsInterval, historyTarget, longIntervals } from '@symbio/assessment';
import type { FirstUse, Gap, SupersededCoverage } from '@symbio/proto/project';
import type { z } from 'zod';
import type { Covered } from './covered.js';
import { moment } from './json.js';

type CoverageJson = z.output<typeof schemas.coverage>;
type SupersededJson = CoverageJson['history'][number];

const presentBy = ({ byName, at }: { byName: string; at?: Date | undefined }) => ({
  by_name: byName || null,
  at: moment(at),
});

const presentFirstUse = (firstUse: FirstUse): NonNullable<CoverageJson['first_use']> => ({
  ...{ year: firstUse.year, note: firstUse.note },
  ...presentBy(firstUse),
});

const gapValues = (gap: Gap) => ({
  ...{ kind: gap.kind, from: gap.fromYear || null, to: gap.toYear || null },
  ...{ area: gap.area || null, source: gap.source || null },
  ...{ tried: gap.tried, significant: gap.significant ?? null, reason: gap.reason, effect: gap.effect },
});

function presentSuperseded({ record, ...change }: SupersededCoverage): SupersededJson {
  const nothing = { cell: null, first_use: null, gap: null };
  const about = { id: change.id, ...presentBy(change), ...nothing };
  if (record?.$case === 'firstUse') return { ...about, first_use: presentFirstUse(record.value) };
  if (record?.$case === 'gap') {
    const { id, byName, updatedAt: at } = record.value;
    return { ...about, gap: { id, ...gapValues(record.value), ...presentBy({ byName, at }) } };
  }
  if (record?.$case !== 'override') return about;
  const { source, decade, area, state, note } = record.value;
  return { ...about, cell: { source, decade, area, state, note, ...presentBy(record.value) } };
}

/** @param today YYYY-MM-DD */
export function presentCoverage({ message, cells }: Covered, today: string): CoverageJson {
  const { projectId, firstUse, gaps, history, updatedAt } = message;
  return {
    project_id: projectId,
    first_use: firstUse ? presentFirstUse(firstUse) : null,
    history_target: historyTarget(firstUse?.year),
    decades: decadesOf(cells, firstUse?.year, today),
    cells: cells.map(({ source, decade, area, documentIds, years, noCoverageYears, state, statement }) => ({
      ...{ source, decade, area, document_ids: documentIds, years, no_coverage_years: noCoverageYears, state },
      stated: statement ? { note: statement.note, ...presentBy(statement) } : null,
    })),
    intervals: longIntervals(cells).map(({ before, after, ...interval }) => ({
      ...{ ...interval, sources_before: before, sources_after: after },
      gap_id: gaps.find((gap) => explainsInterval(gap, interval))?.id ?? null,
    })),
    history: history.map(presentSuperseded),
    updated_at: moment(updatedAt),
  };
}

export const presentGap = (gap: Gap): z.output<typeof schemas.gap> => ({
  ...{ id: gap.id, project_id: gap.projectId, ...gapValues(gap) },
  ...{ by_name: gap.byName, created_at: moment(gap.createdAt), updated_at: moment(gap.updatedAt) },
});
