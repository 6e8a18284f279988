/** What sources cover, by decade and area, and the years that they leave out. */
import { COVERAGE_SOURCES, HISTORICAL_SOURCES, isCoverageSource } from '@symbio/proto/document/vocabulary';
import { COVERAGE_AREAS, type CoverageArea, type CoverageState } from '@symbio/proto/project/vocabulary';

/** ASTM E1527-21, 8.3.2: history reaches back to the first developed use or 1940, whichever is earlier. */
const LATEST_FIRST_YEAR = 1940;
/** 8.3.2.1: intervals of up to five years need no explanation. */
export const MAX_INTERVAL_YEARS = 5;
const DECADE = 10;

/** A source that shows an area in a year, or says that it has nothing about it. */
export interface CoverageFact {
  /** Category of documents. */
  source: string;
  area: CoverageArea;
  year: number;
  /** Undefined: of a search of agency lists. */
  documentId: string | undefined;
  covers: boolean;
}

/** What a person states, which takes precedence. */
export interface CoverageStatement {
  source: string;
  /** First year. */
  decade: number;
  area: CoverageArea;
  state: CoverageState;
}

export interface CoverageCell<Statement extends CoverageStatement = CoverageStatement> {
  source: string;
  decade: number;
  area: CoverageArea;
  documentIds: string[];
  /** Covered ones, ascending. */
  years: number[];
  /** Years for which a document says that it covers nothing, ascending. */
  noCoverageYears: number[];
  /** As stated, else as the documents are. */
  state: CoverageState;
  statement: Statement | undefined;
}

export interface CoveringDocument {
  id: string;
  category: string;
  noCoverageYears: readonly number[];
  facts?: { years: readonly number[] } | undefined;
}

const decadeOf = (year: number): number => Math.floor(year / DECADE) * DECADE;

/** Of the property. */
export const factsOfDocuments = (documents: readonly CoveringDocument[]): CoverageFact[] =>
  documents.flatMap(({ id: documentId, category: source, facts, noCoverageYears }) => {
    const fact = (year: number, covers: boolean): CoverageFact => ({
      ...{ source, area: 'property', year, documentId, covers },
    });
    return [
      ...(facts?.years ?? []).map((year) => fact(year, true)),
      ...noCoverageYears.map((year) => fact(year, false)),
    ];
  });

interface MarkedFindings<Mark> {
  features: readonly { id: string; relation?: { relation: string } | undefined }[];
  mentions: readonly { featureOfInterestId: string; sourceAnnotationId: string; currentHistoryId: string }[];
  annotations: readonly Mark[];
}

interface Mark {
  id: string;
  authorType: string;
  documentId: string;
  documentPageId: string;
}

/** Annotations of people that a mention of an adjoining feature rests on. */
export function adjoiningMarks<One extends Mark>({ features, mentions, annotations }: MarkedFindings<One>): One[] {
  const adjoining = new Set(features.filter(({ relation }) => relation?.relation === 'adjoining').map(({ id }) => id));
  const sources = new Set(
    mentions
      .filter((one) => one.currentHistoryId !== '' && adjoining.has(one.featureOfInterestId))
      .map(({ sourceAnnotationId }) => sourceAnnotationId),
  );
  return annotations.filter(({ id, authorType }) => sources.has(id) && authorType === 'human');
}

/** Of adjoining properties, which a sheet covers if a person marked a feature there. */
export function factsOfMarks(
  marks: readonly Mark[],
  documents: readonly Pick<CoveringDocument, 'id' | 'category'>[],
  yearOf: (pageId: string) => number | undefined,
): CoverageFact[] {
  const categories = new Map(documents.map(({ id, category }) => [id, category]));
  return marks.flatMap(({ documentId, documentPageId }): CoverageFact[] => {
    const [source, year] = [categories.get(documentId), yearOf(documentPageId)];
    return source && year ? [{ source, area: 'adjoining', year, documentId, covers: true }] : [];
  });
}

/** A search of agency lists covers the property and its surroundings. @param day YYYY-MM-DD */
export const factsOfSearch = (day: string): CoverageFact[] =>
  (['property', 'adjoining'] as const).map((area) => ({
    ...{ source: 'regulatory_database', area, year: Number(day.slice(0, 4)), documentId: undefined, covers: true },
  }));

const keyOf = ({ source, decade, area }: Pick<CoverageCell, 'source' | 'decade' | 'area'>): string =>
  [source, area, decade].join();

const withYear = (years: readonly number[], year: number): number[] =>
  [...new Set([...years, year])].sort((one, other) => one - other);

/** Cells with a fact or a statement, by source, area and decade. Facts of other categories do not count. */
export function coverageCells<Statement extends CoverageStatement>(
  facts: readonly CoverageFact[],
  statements: readonly Statement[],
): CoverageCell<Statement>[] {
  const cells = new Map<string, CoverageCell<Statement>>();
  const cellAt = (place: Pick<CoverageCell, 'source' | 'decade' | 'area'>): CoverageCell<Statement> => {
    const known = cells.get(keyOf(place));
    if (known) return known;
    const { source, decade, area } = place;
    const cell: CoverageCell<Statement> = {
      ...{ source, decade, area, documentIds: [], years: [], noCoverageYears: [], statement: undefined },
      state: 'nothing_found',
    };
    cells.set(keyOf(place), cell);
    return cell;
  };
  for (const { source, area, year, documentId, covers } of facts) {
    if (!isCoverageSource(source)) continue;
    const cell = cellAt({ source, area, decade: decadeOf(year) });
    if (documentId !== undefined && !cell.documentIds.includes(documentId)) cell.documentIds.push(documentId);
    if (covers) {
      cell.years = withYear(cell.years, year);
      cell.state = 'reviewed';
    } else cell.noCoverageYears = withYear(cell.noCoverageYears, year);
  }
  for (const statement of statements) {
    const cell = cellAt(statement);
    cell.statement = statement;
    cell.state = statement.state;
  }
  const places = COVERAGE_SOURCES as readonly string[];
  return [...cells.values()].sort(
    (one, other) =>
      places.indexOf(one.source) - places.indexOf(other.source) ||
      other.area.localeCompare(one.area) ||
      one.decade - other.decade,
  );
}

/** First years from the earliest that matters to the current one. @param today YYYY-MM-DD */
export function decadesOf(cells: readonly CoverageCell[], firstUse: number | undefined, today: string): number[] {
  const last = decadeOf(Number(today.slice(0, 4)));
  const first = Math.min(decadeOf(historyTarget(firstUse)), ...cells.map(({ decade }) => decade));
  return Array.from({ length: (last - first) / DECADE + 1 }, (_, at) => first + at * DECADE);
}

/** The year that the history must reach. */
export const historyTarget = (firstUse: number | undefined): number =>
  Math.min(firstUse ?? LATEST_FIRST_YEAR, LATEST_FIRST_YEAR);

interface Period {
  from: number;
  to: number;
  source: string;
}

/** Years of an area that historical sources cover. A statement without documents covers its decade. */
function coveredPeriods(cells: readonly CoverageCell[], wanted: CoverageArea): Period[] {
  return cells
    .filter(
      ({ area, state, source }) =>
        area === wanted && state === 'reviewed' && (HISTORICAL_SOURCES as readonly string[]).includes(source),
    )
    .flatMap(({ years, decade, source }): Period[] =>
      years.length > 0
        ? years.map((year) => ({ from: year, to: year, source }))
        : [{ from: decade, to: decade + DECADE - 1, source }],
    )
    .sort((one, other) => one.from - other.from);
}

/** The oldest year that a historical source covers; undefined: none. */
export const oldestYear = (cells: readonly CoverageCell[]): number | undefined =>
  coveredPeriods(cells, 'property')[0]?.from;

/** Successive covered years of an area that are too far apart. */
export interface LongInterval {
  /** Of its years and area: `1924-1938-property`. */
  id: string;
  /** Covered years on both sides. */
  from: number;
  to: number;
  area: CoverageArea;
  /** Sources of `from` and of `to`. */
  before: string[];
  after: string[];
}

/** Those of the property first, each area by year. */
export const longIntervals = (cells: readonly CoverageCell[]): LongInterval[] =>
  COVERAGE_AREAS.flatMap((area) => intervalsIn(area, coveredPeriods(cells, area)));

function intervalsIn(area: CoverageArea, periods: readonly Period[]): LongInterval[] {
  const sourcesOf = (isWanted: (period: Period) => boolean): string[] => [
    ...new Set(periods.filter(isWanted).map(({ source }) => source)),
  ];
  const found: LongInterval[] = [];
  let last: number | undefined;
  for (const { from: next, to } of periods) {
    const from = last ?? next;
    if (next - from > MAX_INTERVAL_YEARS)
      found.push({
        ...{ id: `${from}-${next}-${area}`, from, to: next, area },
        before: sourcesOf((one) => one.to === from),
        after: sourcesOf((one) => one.from === next),
      });
    last = Math.max(from, to);
  }
  return found;
}

interface IntervalGap {
  kind: string;
  /** Years; 0: not stated. */
  fromYear: number;
  toYear: number;
  /** Empty: both. */
  area: string;
}

/** Whether a gap of the whole interval is recorded. */
export const explainsInterval = (
  gap: IntervalGap,
  { from, to, area }: Pick<LongInterval, 'from' | 'to' | 'area'>,
): boolean =>
  (gap.kind === 'interval' || gap.kind === 'data_failure') &&
  (gap.area === '' || gap.area === area) &&
  gap.fromYear > 0 &&
  gap.fromYear <= from &&
  gap.toYear >= to;
