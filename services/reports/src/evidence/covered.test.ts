import { Annotation } from '@symbio/proto/annotation';
import { Document, Page } from '@symbio/proto/document';
import { Feature, Mention } from '@symbio/proto/feature';
import { Coverage } from '@symbio/proto/project';
import { RecordSearch } from '@symbio/proto/records';
import { coverageOf, gapsOf } from './covered.js';
import type { Sources } from './sources.js';

const LOCKED_AT = new Date('2026-11-28T09:00:00Z');
const sources = (coverage: Partial<Coverage>) =>
  ({
    coverage: Coverage.fromPartial(coverage),
    documents: [
      Document.fromPartial({ id: 'd1', category: 'sanborn_maps', facts: { years: [1905] } }),
      Document.fromPartial({ id: 'd2', category: 'aerial_imagery', noCoverageYears: [1931] }),
    ],
    pages: [Page.fromPartial({ id: 'p1', documentId: 'd1', metadata: { year: 1905 } })],
    features: [Feature.fromPartial({ id: 'f1', relation: { relation: 'adjoining' } })],
    mentions: [Mention.fromPartial({ featureOfInterestId: 'f1', sourceAnnotationId: 'a1', currentHistoryId: 'h1' })],
    annotations: [Annotation.fromPartial({ id: 'a1', authorType: 'human', documentId: 'd1', documentPageId: 'p1' })],
    search: RecordSearch.fromPartial({ createdAt: LOCKED_AT }),
  }) as unknown as Sources;

it('a version carries what sources cover, in both areas', () => {
  const override = {
    ...{ source: 'city_directories', decade: 1930, area: 'property', state: 'unavailable', note: 'No copy survives.' },
    ...{ byId: 'u1', byName: 'Ann', at: undefined },
  };
  const { decades, rows } = coverageOf(sources({ overrides: [override] }), LOCKED_AT);
  expect([decades[0], decades.at(-1)]).toEqual([1900, 2020]);
  const cellOf = (source: string, area: string, decade: number) =>
    rows.find((row) => row.source === source && row.area === area)?.cells[decades.indexOf(decade)];
  expect(cellOf('Sanborn maps', 'property', 1900)).toEqual({ documents: ['d1'] });
  expect(cellOf('Sanborn maps', 'adjoining', 1900)).toEqual({ documents: ['d1'] });
  expect(cellOf('Sanborn maps', 'property', 1910)).toEqual({ documents: [] });
  expect(cellOf('Aerial imagery', 'property', 1930)).toEqual({ documents: ['d2'], state: 'nothing_found' });
  expect(cellOf('City directories', 'property', 1930)).toEqual({
    ...{ documents: [], state: 'unavailable', note: 'No copy survives.' },
  });
  expect(cellOf('Regulatory database', 'adjoining', 2020)).toEqual({ documents: [], state: 'reviewed' });
  expect(cellOf('Topographic maps', 'property', 1950)).toEqual({ documents: [] });
});

it('a version carries gaps with a title', () => {
  const texts = { tried: 'The library.', reason: 'Undated.', effect: 'None.' };
  const { gaps } = Coverage.fromPartial({
    gaps: [
      { id: 'g1', kind: 'interval', fromYear: 1905, toYear: 1938, area: 'property', significant: true, ...texts },
      { id: 'g2', kind: 'source', source: 'city_directories', ...texts },
      { id: 'g3', kind: 'data_failure', toYear: 1904, ...texts },
    ],
  });
  expect(gapsOf(sources({ gaps }))).toEqual([
    {
      ...{ id: 'g1', kind: 'interval', title: 'Interval, 1905 to 1938', from: 1905, to: 1938, area: 'property' },
      ...{ significant: true, ...texts },
    },
    { id: 'g2', kind: 'source', title: 'Source, City directories', ...texts },
    { id: 'g3', kind: 'data_failure', title: 'Data failure, to 1904', to: 1904, ...texts },
  ]);
});
