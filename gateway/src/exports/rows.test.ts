import { Annotation } from '@symbio/proto/annotation';
import { Document, Page } from '@symbio/proto/document';
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
