/** Coverage and gaps of a version. */
import {
  adjoiningMarks,
  coverageCells,
  decadesOf,
  factsOfDocuments,
  factsOfMarks,
  factsOfSearch,
  type CoverageStatement,
} from '@symbio/assessment';
import { isCoverageSource, STANDARD_SOURCES } from '@symbio/proto/document/vocabulary';
import { COVERAGE_SOURCE_LABELS, gapTitle } from '@symbio/proto/labels';
import type { CoverageOverride } from '@symbio/proto/project';
import { COVERAGE_AREAS, isCoverageArea, isCoverageState } from '@symbio/proto/project/vocabulary';
import type { EvidenceCoverage, EvidenceGap } from '@symbio/report';
import { yearOf } from './marks.js';
import type { Sources } from './sources.js';
import { isoOf } from './values.js';

type Statement = CoverageStatement & Pick<CoverageOverride, 'note'>;

/** One row for each standard source, and for others with a cell, in each area. */
export function coverageOf(sources: Sources, lockedAt: Date): EvidenceCoverage {
  const { coverage, documents, pages, search } = sources;
  const statements = coverage.overrides.flatMap(({ source, decade, area, state, note }): Statement[] =>
    isCoverageArea(area) && isCoverageState(state) ? [{ source, decade, area, state, note }] : [],
  );
  const years = new Map(pages.map((page) => [page.id, yearOf(page)]));
  const facts = [
    ...factsOfDocuments(documents),
    ...factsOfMarks(adjoiningMarks(sources), documents, (pageId) => years.get(pageId)),
    ...(search ? factsOfSearch(isoOf(search.createdAt)) : []),
  ];
  const cells = coverageCells(facts, statements);
  const decades = decadesOf(cells, coverage.firstUse?.year, lockedAt.toISOString());
  const shown = [...new Set([...STANDARD_SOURCES, ...cells.map(({ source }) => source)])];
  const rows = shown.flatMap((source) =>
    COVERAGE_AREAS.map((area) => ({
      source: isCoverageSource(source) ? COVERAGE_SOURCE_LABELS[source] : source,
      area,
      cells: decades.map((decade) => {
        const cell = cells.find((one) => one.source === source && one.area === area && one.decade === decade);
        if (!cell) return { documents: [] };
        const { documentIds, years, state, statement } = cell;
        const isOfDocuments = years.length > 0 && documentIds.length > 0;
        return {
          documents: [...documentIds].sort(),
          ...((statement || !isOfDocuments) && { state }),
          ...(statement && { note: statement.note }),
        };
      }),
    })),
  );
  return { decades, rows };
}

/** Oldest first. */
export const gapsOf = ({ coverage: { gaps } }: Sources): EvidenceGap[] =>
  gaps.map((gap) => ({
    ...{ id: gap.id, kind: gap.kind, title: gapTitle(gap) },
    ...(gap.fromYear > 0 && { from: gap.fromYear }),
    ...(gap.toYear > 0 && { to: gap.toYear }),
    ...(isCoverageArea(gap.area) && { area: gap.area }),
    tried: gap.tried,
    ...(gap.significant !== undefined && { significant: gap.significant }),
    ...{ reason: gap.reason, effect: gap.effect },
  }));
