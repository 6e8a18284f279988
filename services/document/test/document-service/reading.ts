import type { Actor } from '@symbio/runtime';
import { callAsService } from '@symbio/rpc/testing';
import type { Document } from '@symbio/proto/document';
import { refusal } from '../stack.js';
import { as, fetchFile, ownProject, pdf, stack } from './under-test.js';

/** Lists of documents and pages, and download addresses. */
export function describeReading(): void {
  describe('the list (DOC-35)', () => {
    let project: { projectId: string; actor: Actor };
    let uploaded: Document[];

    beforeAll(async () => {
      project = ownProject();
      const make = (fileName: string, category = '') =>
        stack.upload(pdf, { fileName, category, projectId: project.projectId }, project.actor);
      uploaded = [await make('one.pdf', 'sanborn_maps'), await make('two (draft).pdf'), await make('three.pdf')];
      await stack.documents.updateDocument(
        { id: uploaded[2]?.id ?? '', title: 'Gas works', description: 'Coal yard, 100%', category: 'other' },
        await as(project.actor),
      );
    });

    const titles = async (request: object) => {
      const { documents } = await stack.documents.listDocuments(
        { projectId: project.projectId, ...request },
        await as(project.actor),
      );
      return documents.map(({ title }) => title);
    };

    it('is newest first, in pages', async () => {
      expect(await titles({})).toEqual(['Gas works', 'two (draft)', 'one']);
      const { documents, pageInfo } = await stack.documents.listDocuments(
        { projectId: project.projectId, paging: { page: 2, perPage: 2 } },
        await as(project.actor),
      );
      expect(documents.map(({ title }) => title)).toEqual(['one']);
      expect(documents[0]?.fileUrl).toContain('sig=');
      expect(pageInfo).toEqual({ page: 2, perPage: 2, totalPages: 2, count: 3 });
    });

    it('is in the order that is asked for: of names as people sort them', async () => {
      expect(await titles({ sort: 'title', order: 'asc' })).toEqual(['Gas works', 'one', 'two (draft)']);
      expect(await titles({ sort: 'category', order: 'desc' })).toEqual(['one', 'Gas works', 'two (draft)']);
      expect(await titles({ order: 'asc' })).toEqual(['one', 'two (draft)', 'Gas works']);
      expect(
        await refusal(
          stack.documents.listDocuments(
            { projectId: project.projectId, sort: 'colour', order: 'up' },
            await as(project.actor),
          ),
        ),
      ).toMatchObject({
        fields: {
          sort: 'sort must be one of created_at, title, category, file_size, processing_status, total_pages',
          order: 'order must be asc or desc',
        },
      });
    });

    it('is narrowed to maps that nobody has had processed (DOC-04)', async () => {
      expect(await titles({ toProcess: true })).toEqual(['one']);
      expect(await titles({ toProcess: true, category: 'topographic_maps' })).toEqual([]);
    });

    it('is asked whether a file is there already, by its hash', async () => {
      const find = async (sha256: string[], actor = project.actor) =>
        (await stack.documents.findByHash({ projectId: project.projectId, sha256 }, await as(actor))).documents;
      const same = await find([uploaded[0]?.sha256 ?? '', 'f'.repeat(64)]);
      expect(same.map(({ fileName }) => fileName)).toEqual(['one.pdf', 'two (draft).pdf', 'three.pdf']);
      expect(await find(['f'.repeat(64)])).toEqual([]);
      expect(await refusal(find(['F00']))).toMatchObject({
        fields: { sha256: 'sha256 must be hashes in lower-case hex' },
      });
      expect(await refusal(find([], stack.stranger))).toMatchObject({ code: 'NOT_FOUND' });
    });

    it('goes on after a cursor, however it has grown since, and tells what changed later', async () => {
      const list = async (request: object) =>
        stack.documents.listDocuments({ projectId: project.projectId, ...request }, await as(project.actor));
      const first = await list({ paging: { page: 1, perPage: 2 } });
      const cursor = first.pageInfo?.nextCursor;
      const rest = await list({ paging: { page: 0, perPage: 2, cursor } });
      expect(rest.documents.map(({ title }) => title)).toEqual(['one']);
      expect(rest.pageInfo).toMatchObject({ count: 3, nextCursor: undefined });
      expect(await refusal(list({ paging: { page: 0, perPage: 2, cursor: 'x' } }))).toMatchObject({
        code: 'INVALID_ARGUMENT',
        fields: { cursor: 'cursor must be the next_cursor of an earlier answer' },
      });
      const [newest] = first.documents;
      const older = new Date((newest?.updatedAt?.getTime() ?? 0) - 1);
      expect((await list({ updatedAfter: older })).documents.map(({ title }) => title)).toEqual(['Gas works']);
      expect((await list({ updatedAfter: newest?.updatedAt })).documents).toEqual([]);
    });

    it('searches title, description and file name, in any case, as they are written', async () => {
      expect(await titles({ search: 'GAS' })).toEqual(['Gas works']);
      expect(await titles({ search: '100%' })).toEqual(['Gas works']);
      expect(await titles({ search: 'three.p' })).toEqual(['Gas works']);
      expect(await titles({ search: '(draft)' })).toEqual(['two (draft)']);
      expect(await titles({ search: '.*' })).toEqual([]);
    });

    it('is narrowed to a category', async () => {
      expect(await titles({ category: 'sanborn_maps' })).toEqual(['one']);
      expect(await titles({ category: 'other', search: 'two' })).toEqual(['two (draft)']);
    });

    it('names what is wrong with a question, all at once', async () => {
      const error = await refusal(stack.documents.listDocuments({ category: 'maps' }, await as(project.actor)));
      expect(Object.keys(error.fields ?? {}).sort()).toEqual(['category', 'project_id']);
    });

    it('is nothing for strangers', async () => {
      const call = stack.documents.listDocuments({ projectId: project.projectId }, await as(stack.stranger));
      expect(await refusal(call)).toMatchObject({ code: 'NOT_FOUND' });
    });
  });

  describe('pages of a document', () => {
    let documentId = '';
    const list = async (request: object) =>
      stack.documents.listPages({ documentId, ...request }, await as(stack.viewer));

    beforeAll(async () => {
      documentId = (await stack.upload(pdf)).id;
      await stack.documents.recordPageCount({ documentId, totalPages: 5 }, await callAsService('document-worker'));
    });

    const numbers = async (request: object) => (await list(request)).pages.map(({ pageNumber }) => pageNumber);

    it('are all of them, or a slice, or what follows a page', async () => {
      expect(await numbers({})).toEqual([1, 2, 3, 4, 5]);
      const second = await list({ paging: { page: 2, perPage: 2 } });
      expect(second.pages.map(({ pageNumber }) => pageNumber)).toEqual([3, 4]);
      expect(second.pageInfo).toMatchObject({ page: 2, perPage: 2, totalPages: 3, count: 5 });
      const after = await list({ paging: { page: 0, perPage: 2, cursor: second.pageInfo?.nextCursor } });
      expect(after.pages.map(({ pageNumber }) => pageNumber)).toEqual([5]);
      expect(after.pageInfo?.nextCursor).toBeUndefined();
    });

    it('are those that changed later, if that is asked', async () => {
      const { pages } = await list({});
      const updatedAfter = pages[0]?.updatedAt;
      expect(await numbers({ updatedAfter: new Date(0) })).toHaveLength(5);
      expect(await numbers({ updatedAfter })).toEqual([]);
    });

    it('are refused by the name of what is wrong', async () => {
      expect(await refusal(list({ documentId: 'no-id' }))).toMatchObject({
        code: 'NOT_FOUND',
        fields: { document_id: 'Document not found' },
      });
      expect(await refusal(list({ paging: { page: 0, perPage: 2, cursor: 'x' } }))).toMatchObject({
        code: 'INVALID_ARGUMENT',
        fields: { cursor: 'cursor must be the next_cursor of an earlier answer' },
      });
    });

    it('have no picture before they are drawn', async () => {
      const [page] = (await list({})).pages;
      const call = stack.documents.getPageImage({ id: page?.id ?? '' }, await as(stack.viewer));
      expect(await refusal(call)).toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'page_not_ready' });
      const strange = stack.documents.getPageImage({ id: page?.id ?? '' }, await as(stack.stranger));
      expect(await refusal(strange)).toMatchObject({ code: 'NOT_FOUND', message: 'Page not found' });
    });
  });

  describe('a download address (DOC-08)', () => {
    it('saves the file under its own name for an hour', async () => {
      const { id } = await stack.upload(pdf, { fileName: 'Straße 12.pdf' });
      const viewer = await as(stack.viewer);
      const asked = Date.now();
      const { url, expiresAt } = await stack.documents.createDownloadUrl({ id }, viewer);
      const answered = Date.now();
      const hour = 3_600_000;
      const expires = new Date(expiresAt).getTime();
      // the expiry has whole seconds
      expect(expires).toBeGreaterThan(asked + hour - 1_000);
      expect(expires).toBeLessThan(answered + hour + 1_000);
      const response = await fetchFile(url);
      expect(response.headers.get('content-disposition')).toContain(
        'attachment; filename="Stra_e 12.pdf"; filename*=UTF-8\'\'Stra%C3%9Fe%2012.pdf',
      );
      expect(response.status).toBe(200);
    });

    it('lives as long as asked, at most an hour', async () => {
      const { id } = await stack.upload(pdf);
      const viewer = await as(stack.viewer);
      const asked = Date.now() / 1_000;
      const { url } = await stack.documents.createDownloadUrl({ id, expiresIn: 60 }, viewer);
      const answered = Date.now() / 1_000;
      const expires = Number(new URL(url, 'http://x').searchParams.get('exp'));
      expect(expires).toBeGreaterThanOrEqual(Math.floor(asked) + 60);
      expect(expires).toBeLessThanOrEqual(Math.ceil(answered) + 60);
      expect(
        await refusal(stack.documents.createDownloadUrl({ id, expiresIn: 3_601 }, await as(stack.viewer))),
      ).toMatchObject({ code: 'INVALID_ARGUMENT' });
    });
  });
}
