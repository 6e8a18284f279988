import {
  addressWithFilters,
  evidenceOf,
  filtered,
  filterOptions,
  filtersOfAddress,
  isFiltering,
  NO_FILTERS,
} from './filters.js';
import type { Annotation, AnnotationDecision } from '../../evidence/annotation-records.js';

const decision = (verdict: AnnotationDecision['verdict'], copy_id: string | null = null): AnnotationDecision => ({
  verdict,
  reason: null,
  copy_id,
  author_id: 'ada',
  author_name: 'Ada',
  decided_at: '2026-01-01T00:00:00.000Z',
});
const annotation = (id: string, changes: Partial<Annotation> = {}): Annotation & { key: string } => ({
  key: id,
  id,
  document_page_id: 'p1',
  document_id: 'd1',
  annotation_type: 'ellipse',
  coordinates: { centerX: 1, centerY: 1, radiusX: 8, radiusY: 8, theta: 0 },
  content: id,
  author_id: 'ada',
  author_name: 'Ada',
  author_type: 'human',
  created_at: '',
  updated_at: '',
  ...changes,
});
const agent: Partial<Annotation> = { author_id: 'scout', author_name: 'Scout', author_type: 'ai_agent' };

const all = [
  annotation('tank'),
  annotation('works', { author_id: 'bo', author_name: 'Bo' }),
  annotation('open', agent),
  annotation('accepted', { ...agent, decisions: [decision('accepted', 'tank')] }),
  annotation('rejected', { ...agent, decisions: [decision('rejected')] }),
  annotation('undone', { ...agent, decisions: [decision('rejected'), decision('undone')] }),
];
const evidence = evidenceOf(
  [
    { source_annotation_id: 'tank', feature_of_interest_id: 'f1', current_confidence: 9, current_history_id: 'h1' },
    { source_annotation_id: 'works', feature_of_interest_id: null, current_confidence: 7.9, current_history_id: 'h1' },
    {
      source_annotation_id: 'open',
      feature_of_interest_id: null,
      current_confidence: 5,
      current_history_id: 'h1',
      suggested_land_use: 'laundry',
    },
  ],
  [{ id: 'f1', name: 'Gas station', land_use: ['gas_station'] }],
);
const ids = (filters: Partial<typeof NO_FILTERS>, selected: string | null = null) =>
  filtered(all, { ...NO_FILTERS, ...filters }, evidence, selected).map(({ id }) => id);
const options = (name: keyof typeof NO_FILTERS, filters: Partial<typeof NO_FILTERS> = {}) =>
  filterOptions(all, { ...NO_FILTERS, ...filters }, name, { evidence, landUseLabel: (use) => use.toUpperCase() }).map(
    ({ label, count }) => `${label} ${count}`,
  );

describe('filters of annotations', () => {
  it('match everything except replaced proposals', () => {
    expect(ids({})).toEqual(['tank', 'works', 'open', 'undone']);
    expect(isFiltering(NO_FILTERS)).toBe(false);
  });

  it('match an accepted proposal while its copy is missing', () => {
    expect(filtered(all.slice(1), NO_FILTERS, evidence).map(({ id }) => id)).toContain('accepted');
  });

  it('hide an accepted finding that was rejected later, like a rejected proposal', () => {
    const taken = [annotation('mine'), annotation('taken', { derived_from: 'open' })];
    const said = (historyId: string | null) =>
      evidenceOf(
        taken.map(({ id }) => ({
          source_annotation_id: id,
          feature_of_interest_id: null,
          current_history_id: historyId,
          current_confidence: null,
        })),
        [],
      );
    const shown = (historyId: string | null, proposals = '') =>
      filtered(taken, { ...NO_FILTERS, proposals }, said(historyId)).map(({ id }) => id);
    expect(shown('h1')).toEqual(['mine', 'taken']);
    expect(shown(null)).toEqual(['mine']);
    expect(shown(null, 'all')).toEqual(['mine', 'taken']);
    expect(shown(null, 'rejected')).toEqual(['taken']);
    expect(shown('h1', 'rejected')).toEqual([]);
  });

  it('match by kind of author and by author (ANN-09)', () => {
    expect(ids({ author: 'human' })).toEqual(['tank', 'works']);
    expect(ids({ author: 'bo' })).toEqual(['works']);
    expect(ids({ author: 'ai_agent', proposals: 'all' })).toEqual(['open', 'accepted', 'rejected', 'undone']);
  });

  it('match by the bands of the confidence badge (CONST-11, FEAT-26)', () => {
    expect(ids({ confidence: 'high' })).toEqual(['tank']);
    expect(ids({ confidence: 'middle' })).toEqual(['works']);
    expect(ids({ confidence: 'low' })).toEqual(['open']);
    expect(ids({ confidence: 'none' })).toEqual(['undone']);
  });

  it('use the land use of the feature, else the suggested one', () => {
    expect(ids({ use: 'gas_station' })).toEqual(['tank']);
    expect(ids({ use: 'laundry' })).toEqual(['open']);
    expect(ids({ use: 'none' })).toEqual(['works', 'undone']);
  });

  it('use the status of a proposal', () => {
    expect(ids({ proposals: 'rejected' })).toEqual(['rejected']);
    expect(ids({ proposals: 'open' })).toEqual(['open', 'undone']);
    expect(ids({ proposals: 'all' })).toHaveLength(6);
  });

  it('never hide the selected annotation', () => {
    expect(ids({ author: 'bo' }, 'rejected')).toEqual(['works', 'rejected']);
  });

  it('offer options with counts', () => {
    expect(options('author')).toEqual(['People 2', 'AI agents 2', 'Ada 1', 'Bo 1', 'Scout 2']);
    expect(options('author', { confidence: 'high' })).toEqual(['People 1', 'AI agents 0', 'Ada 1']);
    expect(options('use')).toEqual(['GAS_STATION 1', 'LAUNDRY 1', 'None 2']);
    expect(options('proposals')).toEqual(['Also decided 6', 'Open 2', 'Accepted 1', 'Rejected 1']);
  });

  it('are stored in the URL with other parameters, and ignore unknown values', () => {
    const address = addressWithFilters(new URLSearchParams('page=2&use=old'), { ...NO_FILTERS, author: 'human' });
    expect(address.toString()).toBe('page=2&author=human');
    expect(filtersOfAddress(address)).toEqual({ ...NO_FILTERS, author: 'human' });
    expect(filtersOfAddress(new URLSearchParams('confidence=enormous&proposals=some'))).toEqual(NO_FILTERS);
  });
});
