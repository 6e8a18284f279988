import { groupOf, isPaged } from './document-groups.js';
import { documentCells, insightCells, isSettled, visitCells, type DocumentFacts } from './progress-cells.js';

const document = (overrides: Partial<DocumentFacts> = {}): DocumentFacts => ({
  group: 'historic',
  settled: true,
  totalPages: 0,
  readyPages: 0,
  ...overrides,
});

describe('groups of documents (DATA-05 to DATA-07)', () => {
  it.each([
    ['regulatory_database', 'historic'],
    ['phase_2_esi', 'historic'],
    ['agency_response', 'agency_foa'],
    ['other', 'agency_foa'],
    ['questionnaire', 'user_provided'],
    ['user_provided', 'user_provided'],
    ['a_category_of_tomorrow', 'agency_foa'],
  ])('%s is %s', (category, group) => {
    expect(groupOf(category)).toBe(group);
  });

  it('maps and aerials are split into pages', () => {
    expect(['sanborn_maps', 'topographic_maps', 'aerial_imagery', 'city_directories'].map(isPaged)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('a document needs no more work', () => {
  it.each([
    ['city_directories', 'uploaded', false, true],
    ['city_directories', 'classified', false, true],
    ['city_directories', 'classified', true, false],
    ['city_directories', 'queued', false, false],
    ['city_directories', 'processing', false, false],
    ['city_directories', 'failed', false, false],
    ['sanborn_maps', 'classified', false, false],
    ['sanborn_maps', 'pages_ready', false, true],
    ['sanborn_maps', 'analysis_complete', false, true],
    ['sanborn_maps', 'analysis_complete', true, false],
  ])('%s, %s, needs review %s: %s', (category, processingStatus, needsReview, settled) => {
    expect(isSettled({ category, processingStatus, needsReview })).toBe(settled);
  });
});

describe('the four data bars (PROJ-13, OP-04)', () => {
  it('are empty without documents', () => {
    expect(documentCells([])).toMatchObject({
      dataHistoric: 'empty',
      dataAgency: 'empty',
      dataUserProvided: 'empty',
      dataPages: 'empty',
    });
  });

  it('are full for a group whose documents are all done, otherwise partial, separately for each group', () => {
    expect(
      documentCells([document(), document({ settled: false }), document({ group: 'user_provided' })]),
    ).toMatchObject({ dataHistoric: 'partial', dataAgency: 'empty', dataUserProvided: 'full' });
  });

  it('come with counts of documents without work left, and of pages', () => {
    const documents = [document({ totalPages: 12, readyPages: 11 }), document({ settled: false })];
    expect(documentCells(documents).documentCounts).toEqual({
      historic: { done: 1, total: 2 },
      agency: { done: 0, total: 0 },
      userProvided: { done: 0, total: 0 },
      pages: { done: 11, total: 12 },
    });
  });

  it.each([
    [[[10, 0]], 'empty'],
    [[[0, 0]], 'empty'],
    [[[10, 4]], 'partial'],
    [
      [
        [10, 10],
        [5, 0],
      ],
      'partial',
    ],
    [
      [
        [10, 10],
        [0, 0],
      ],
      'full',
    ],
    [
      [
        [10, 12],
        [5, 3],
      ],
      'partial',
    ],
  ] as const)('show processed pages: [total, ready] %j is %s', (pages, fill) => {
    const documents = pages.map(([totalPages, readyPages]) => document({ totalPages, readyPages }));
    expect(documentCells(documents).dataPages).toBe(fill);
  });
});

describe('the insights cell (PROJ-15, OP-04)', () => {
  it.each([
    [false, false, 0, 'empty'],
    [true, false, 0, 'half'],
    [true, true, 2, 'half'],
    [false, true, 1, 'half'],
    [true, true, 0, 'full'],
  ])('annotated %s, mentions %s, unassociated %s: %s', (annotations, mentions, unassociated, insights) => {
    expect(insightCells({ annotations, mentions, unassociated, undecided: 47 })).toEqual({
      hasAnnotations: annotations,
      insights,
      insightCounts: { toReview: 47, toLink: unassociated },
    });
  });
});

describe('the site recon cell (PROJ-14, OP-04)', () => {
  const done = { accessGranted: true, findings: 'Stained soil at the loading dock.' };
  const open = { accessGranted: true, findings: ' ' };
  const cancelled = { accessGranted: false, findings: '' };
  it.each([
    ['no visit', [], 'none', 0, 0],
    ['an open one', [open], 'any', 0, 1],
    ['a cancelled one', [cancelled], 'any', 0, 0],
    ['one done', [done], 'completed', 1, 1],
    ['one done and one cancelled', [done, cancelled], 'completed', 1, 1],
    ['one done and one open', [done, open], 'any', 1, 2],
  ])('%s', (_name, visits, siteRecon, finished, total) => {
    expect(visitCells(visits)).toEqual({ siteRecon, visitCounts: { done: finished, total } });
  });
});
