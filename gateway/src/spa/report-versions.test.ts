import { Document, PageOpening } from '@symbio/proto/document';
import { CitedPage } from '@symbio/proto/reports';
import { notAuthorized, notFound } from '@symbio/runtime';
import { servePublic } from '../public/testing.js';
import { closeServers } from '../testing.js';
import { reportVersions } from './report-versions.js';

afterEach(closeServers);

const VERSION = '01980a50-11aa-7c01-9d20-7f2e3b4c5d6e';

async function served({
  professionalId = 'u1',
  opened = [] as string[],
  documents = [['d1']],
  isRetained = false,
  refusal = undefined as Error | undefined,
} = {}) {
  const page = { pageId: 'p1', documentId: 'd1', annotationId: 'a1', pageNumber: 3, documentTitle: 'Sanborn 1910' };
  const pages = ['Gas works', 'Tar well'].map((featureName) => CitedPage.fromPartial({ ...page, featureName }));
  const cited = { pages: isRetained ? [] : pages, projectId: 'project', professionalId };
  const reports = { listCitedPages: () => Promise.resolve(cited) };
  const document = {
    listDocuments: ({ paging }: { paging: { cursor: string } }) => {
      const at = Number(paging.cursor);
      return Promise.resolve({
        documents: documents[at]?.map((id) => Document.fromPartial({ id })),
        pageInfo: at + 1 < documents.length ? { nextCursor: String(at + 1) } : {},
      });
    },
    listPageOpenings: ({ projectId, userId }: { projectId: string; userId: string }) =>
      refusal
        ? Promise.reject(refusal)
        : Promise.resolve({ openings: opened.map((pageId) => PageOpening.fromPartial({ projectId, pageId, userId })) }),
  };
  const { get } = await servePublic(reportVersions({ reports, document } as never));
  return (await get(`/report-versions/${VERSION}/unopened-pages`)).body;
}

it('names the pages of the locked evidence that the professional of the version never opened (EP-2)', async () => {
  const item = { kind: 'page', id: 'p1', document_id: 'd1', annotation_id: 'a1' };
  expect(await served({ opened: ['p2'] })).toMatchObject({
    data: [
      { rule: 'EP-2', severity: 'warn', items: [{ ...item, label: 'Sanborn 1910, page 3: Gas works, Tar well' }] },
    ],
  });
});

it('names none once all were opened, or if the version names no professional', async () => {
  expect(await served({ opened: ['p1'] })).toEqual({ data: [] });
  expect(await served({ professionalId: '' })).toEqual({ data: [] });
});

it('judges pages of documents beyond the first thousand of the project (EP-2)', async () => {
  expect(await served({ documents: [['d2'], ['d1']] })).toMatchObject({ data: [{ rule: 'EP-2' }] });
});

it('judges no page of a deleted document, whose openings are hidden', async () => {
  expect(await served({ documents: [['d2']] })).toEqual({ data: [] });
});

it('names none to callers who only read the project: they may not see who opened pages', async () => {
  expect(await served({ refusal: notAuthorized() })).toEqual({ data: [] });
  expect(await served({ refusal: notFound('Project') })).toMatchObject({ code: 'not_found' });
});

it('names none of a version that outlived its project', async () => {
  expect(await served({ isRetained: true, refusal: notFound('Project') })).toEqual({ data: [] });
});
