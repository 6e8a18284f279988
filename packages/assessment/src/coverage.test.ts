import {
  adjoiningMarks,
  coverageCells,
  decadesOf,
  explainsInterval,
  factsOfDocuments,
  factsOfMarks,
  factsOfSearch,
  historyTarget,
  longIntervals,
  oldestYear,
  type CoverageStatement,
} from './coverage.js';

const document = (category: string, years: number[], noCoverageYears: number[] = []) => ({
  ...{ id: `${category}-1`, category, noCoverageYears, facts: { years } },
});
const cellsOf = (documents: ReturnType<typeof document>[], statements: CoverageStatement[] = []) =>
  coverageCells(factsOfDocuments(documents), statements);
const stated = (over: Partial<CoverageStatement>): CoverageStatement => ({
  ...{ source: 'aerial_imagery', decade: 1930, area: 'property', state: 'unavailable', ...over },
});

it('documents cover the decades of their sheets, not those between', () => {
  const cells = cellsOf([document('sanborn_maps', [1887, 1924]), document('phase_1_esa', [2009])]);
  expect(cells).toEqual([
    expect.objectContaining({ source: 'sanborn_maps', decade: 1880, area: 'property', years: [1887] }),
    expect.objectContaining({ decade: 1920, years: [1924], state: 'reviewed', documentIds: ['sanborn_maps-1'] }),
  ]);
});

it('a page that says that nothing covers the property is a source without findings', () => {
  expect(cellsOf([document('aerial_imagery', [], [1931])])).toMatchObject([
    { decade: 1930, years: [], noCoverageYears: [1931], state: 'nothing_found', statement: undefined },
  ]);
});

it('a statement of a person takes precedence', () => {
  const [cell] = cellsOf([document('aerial_imagery', [1938])], [stated({ state: 'not_useful' })]);
  expect(cell).toMatchObject({ years: [1938], state: 'not_useful', statement: { state: 'not_useful' } });
  expect(oldestYear(cell ? [cell] : [])).toBeUndefined();
});

it('a search of agency lists covers the property and adjoining properties', () => {
  expect(coverageCells(factsOfSearch('2026-11-28'), []).map(({ area, decade }) => [area, decade])).toEqual([
    ['property', 2020],
    ['adjoining', 2020],
  ]);
});

it('a sheet covers adjoining properties if a person marked an adjoining feature there', () => {
  const mark = { id: 'a1', authorType: 'human', documentId: 'sanborn_maps-1', documentPageId: 'p1' };
  const mention = { featureOfInterestId: 'f1', sourceAnnotationId: 'a1', currentHistoryId: 'h1' };
  const marks = adjoiningMarks({
    features: [{ id: 'f1', relation: { relation: 'adjoining' } }, { id: 'f2' }],
    mentions: [
      mention,
      { ...mention, sourceAnnotationId: 'a2' },
      { ...mention, sourceAnnotationId: 'a3', featureOfInterestId: 'f2' },
      { ...mention, sourceAnnotationId: 'a4', currentHistoryId: '' },
    ],
    annotations: [mark, { ...mark, id: 'a2', authorType: 'ai_agent' }, { ...mark, id: 'a3' }, { ...mark, id: 'a4' }],
  });
  expect(marks).toEqual([mark]);
  const facts = factsOfMarks(marks, [document('sanborn_maps', [1887])], () => 1887);
  expect(coverageCells(facts, [])).toMatchObject([{ area: 'adjoining', decade: 1880, years: [1887] }]);
  expect(factsOfMarks(marks, [document('sanborn_maps', [1887])], () => undefined)).toEqual([]);
});

it('history must reach the first developed use or 1940, whichever is earlier', () => {
  expect([historyTarget(undefined), historyTarget(1887), historyTarget(1962)]).toEqual([1940, 1887, 1940]);
  expect(decadesOf([], 1962, '1961-05-01')).toEqual([1940, 1950, 1960]);
  expect(decadesOf(cellsOf([document('sanborn_maps', [1924])]), undefined, '1941-05-01')).toEqual([1920, 1930, 1940]);
});

it('successive years of historical sources are at most five years apart', () => {
  const sheets = document('sanborn_maps', [1887, 1892, 1924]);
  expect(longIntervals(cellsOf([sheets, document('regulatory_database', [2024])]))).toMatchObject([
    { from: 1892, to: 1924 },
  ]);
  const directories = [1890, 1900, 1910].map((decade) =>
    stated({ source: 'city_directories', decade, state: 'reviewed' }),
  );
  expect(longIntervals(cellsOf([sheets], directories))).toEqual([]);
  expect(
    longIntervals(cellsOf([sheets], [stated({ decade: 1910, area: 'adjoining', state: 'reviewed' })])),
  ).toHaveLength(1);
});

it('long intervals of both areas name the sources on both sides, and the gap that explains them', () => {
  const adjoining = [1890, 1930].map((decade) => stated({ decade, area: 'adjoining', state: 'reviewed' }));
  const [ofProperty, ofAdjoining, ...others] = longIntervals(
    cellsOf([document('sanborn_maps', [1924]), document('aerial_imagery', [1938])], adjoining),
  );
  expect(ofProperty).toEqual({
    ...{ id: '1924-1938-property', from: 1924, to: 1938, area: 'property' },
    ...{ before: ['sanborn_maps'], after: ['aerial_imagery'] },
  });
  expect(ofAdjoining).toMatchObject({ id: '1899-1930-adjoining', area: 'adjoining', before: ['aerial_imagery'] });
  expect(others).toEqual([]);
});

it('a gap of all its years and of its area explains an interval', () => {
  const [interval] = longIntervals(cellsOf([document('sanborn_maps', [1924, 1938])]));
  const gap = { kind: 'interval', fromYear: 1924, toYear: 1938, area: 'property' };
  const explains = (over: Partial<typeof gap>) => interval && explainsInterval({ ...gap, ...over }, interval);
  expect([{}, { area: '' }, { kind: 'data_failure', fromYear: 1900 }].map(explains)).toEqual([true, true, true]);
  expect([{ area: 'adjoining' }, { kind: 'source' }, { toYear: 1930 }, { fromYear: 0 }].map(explains)).toEqual(
    Array(4).fill(false),
  );
});
