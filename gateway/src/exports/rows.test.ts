import { Annotation } from '@symbio/proto/annotation';
import { Document, Page } from '@symbio/proto/document';
import { Mention } from '@symbio/proto/feature';
import { exportRows } from './rows.js';

const DOCUMENTS = 40;
const numbers = Array.from({ length: DOCUMENTS }, (_, index) => index);

describe('An export of a project with many documents', () => {
  it('fetches pages of several documents concurrently, with a limit', async () => {
    let underWay = 0;
    let most = 0;
    const clients = {
      annotation: {
        listAnnotations: () =>
          Promise.resolve({
            annotations: numbers.map((n) =>
              Annotation.fromPartial({ id: `a${n}`, documentId: `d${n}`, documentPageId: `p${n}` }),
            ),
          }),
      },
      feature: {
        listFeatures: () => Promise.resolve({ features: [] }),
        listMentions: () => Promise.resolve({ mentions: [] }),
      },
      project: {
        getPropertyMap: () => Promise.resolve({ propertyMap: undefined }),
        getProject: () => Promise.resolve({ project: undefined }),
      },
      identity: { getAuthors: () => Promise.resolve({ authors: [] }) },
      document: {
        listDocuments: () =>
          Promise.resolve({
            documents: numbers.map((n) => Document.fromPartial({ id: `d${n}`, title: `Sheet ${n}` })),
            pageInfo: { page: 1, perPage: DOCUMENTS, totalPages: 1, count: DOCUMENTS },
          }),
        locatePages: () => Promise.resolve({ georeferences: [] }),
        listPages: async ({ documentId = '' }) => {
          most = Math.max(most, ++underWay);
          await new Promise((resolve) => setImmediate(resolve));
          underWay--;
          return { pages: [Page.fromPartial({ id: documentId.replace('d', 'p'), documentId, pageNumber: 7 })] };
        },
      },
    };
    const rows = await exportRows(clients as unknown as Parameters<typeof exportRows>[0], 'annotations', 'project', {
      token: '',
      requestId: '',
    });
    expect(rows.map(({ values }) => [values['document'], values['page']])).toEqual(
      numbers.map((n) => [`Sheet ${n}`, 7]),
    );
    expect(most).toBe(8);
  });
});

it('a mention of a listing has the year that its line states, others that of their page', async () => {
  const narratives = ['"1970: dry cleaner" is listed. Year: 1970 (as the line says).', 'A coal dealer.'];
  const mentions = narratives.map((currentNarrative, at) =>
    Mention.fromPartial({ id: `m${at}`, sourceAnnotationId: 'a1', currentHistoryId: 'h1', currentNarrative }),
  );
  const annotations = [Annotation.fromPartial({ id: 'a1', documentId: 'd1', documentPageId: 'p1' })];
  const pages = [Page.fromPartial({ id: 'p1', documentId: 'd1', metadata: { year: 1890 } })];
  const documents = [Document.fromPartial({ id: 'd1' })];
  const clients = {
    annotation: { listAnnotations: () => Promise.resolve({ annotations }) },
    feature: {
      listFeatures: () => Promise.resolve({ features: [] }),
      listMentions: () => Promise.resolve({ mentions }),
    },
    project: {
      getPropertyMap: () => Promise.resolve({ propertyMap: undefined }),
      getProject: () => Promise.resolve({ project: undefined }),
    },
    identity: { getAuthors: () => Promise.resolve({ authors: [] }) },
    document: {
      listDocuments: () => Promise.resolve({ documents, pageInfo: { page: 1, perPage: 1, totalPages: 1, count: 1 } }),
      locatePages: () => Promise.resolve({ georeferences: [] }),
      listPages: () => Promise.resolve({ pages }),
    },
  } as unknown as Parameters<typeof exportRows>[0];
  const rows = await exportRows(clients, 'mentions', 'project', { token: '', requestId: '' });
  expect(rows.map(({ values }) => values['year'])).toEqual([1970, 1890]);
});
