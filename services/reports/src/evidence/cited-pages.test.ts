import type { Evidence, EvidenceFeature, EvidenceMention } from '@symbio/report';
import { HistoryRecord } from '@symbio/proto/feature';
import type { CallContext } from '@symbio/rpc';
import type { VersionRow } from '../model.js';
import { citedPages, createCitedPages } from './cited-pages.js';

const feature = (id: string, kind?: string, ...evidence: string[]) =>
  ({
    ...{ id, name: `Feature ${id}` },
    ...(kind && { determination: { kind, evidence_ids: evidence } }),
  }) as EvidenceFeature;
const mention = (history: string, featureId: string, annotation?: string) =>
  ({
    ...{ id: `m-${history}`, history_id: history, feature_id: featureId },
    ...(annotation && { annotation_id: annotation }),
  }) as EvidenceMention;

const EVIDENCE = {
  features: [
    feature('f1', 'rec', 'h1', 'h5'),
    feature('f2', 'crec', 'h2', 'h1'),
    feature('f3', 'ber', 'h3'),
    feature('f4'),
  ],
  mentions: [
    ...[mention('h1', 'f1', 'a1'), mention('h2', 'f2', 'a2'), mention('h3', 'f3', 'a1')],
    // not cited, and without a mark
    ...[mention('h4', 'f1', 'a2'), mention('h5', 'f1')],
  ],
  annotations: [
    { id: 'a1', page_id: 'p1' },
    { id: 'a2', page_id: 'p2' },
  ],
  pages: ['p1', 'p2'].map((id, index) => ({ id, document_id: 'd1', page_number: index + 1 })),
  documents: [{ id: 'd1', title: 'Sanborn 1910' }],
} as unknown as Evidence;

it('has the pages with the marks that RECs and CRECs of the locked evidence cite, and no others (EP-2)', () => {
  const of = { documentId: 'd1', documentTitle: 'Sanborn 1910' };
  expect(citedPages(EVIDENCE, [])).toEqual([
    { ...of, pageId: 'p1', annotationId: 'a1', pageNumber: 1, featureName: 'Feature f1' },
    { ...of, pageId: 'p2', annotationId: 'a2', pageNumber: 2, featureName: 'Feature f2' },
  ]);
});

const read = async (row: Partial<VersionRow>, evidence = EVIDENCE, records: Partial<HistoryRecord>[] = []) => {
  const listMentionHistory = () =>
    Promise.resolve({ records: records.map((one) => HistoryRecord.fromPartial(one)), pageInfo: undefined });
  const pagesOf = createCitedPages({
    versions: { get: () => Promise.resolve({ projectId: 'project', professionalId: 'u1', ...row } as VersionRow) },
    read: () => Promise.resolve(JSON.stringify(evidence)),
    feature: { listMentionHistory },
  });
  const { pages, ...of } = await pagesOf('v1', {} as CallContext);
  return { ...of, pages: pages.map(({ pageId }) => pageId) };
};

it('has none of a version that outlived its project, whose openings are erased (EP-2)', async () => {
  const of = { projectId: 'project', professionalId: 'u1' };
  expect(await read({})).toEqual({ ...of, pages: ['p1', 'p2'] });
  expect(await read({ retained: {} as VersionRow['retained'] })).toEqual({ ...of, pages: [] });
});

it('keeps the page of a mention that was edited between the determination and the lock (EP-2)', async () => {
  const edited = {
    ...EVIDENCE,
    mentions: EVIDENCE.mentions.map((one) => ({ ...one, history_id: `${one.history_id}b` })),
  };
  expect((await read({}, edited)).pages).toEqual([]);
  const records = ['h1', 'h2', 'h3', 'h4'].map((id) => ({ id, mentionId: `m-${id}` }));
  expect((await read({}, edited, records)).pages).toEqual(['p1', 'p2']);
});
