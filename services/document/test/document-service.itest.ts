/** The document service over gRPC: uploads, lists, changes, classification. No worker runs here. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { newId, type Actor } from '@symbio/kit';
import { callAs, callAsService, eventually, person } from '@symbio/kit/testing';
import type { Document } from '@symbio/proto/document';
import { projectEvents } from '@symbio/proto/project';
import { documentPrefix } from '../src/keys.js';
import { MAX_FILE_BYTES } from '../src/upload-checks.js';
import { scannedPdf, textPdf } from './fixtures.js';
import { refusal, startStack, uploadOf, type Stack } from './stack.js';

// the classifier reads in child processes on a machine that others use too
let stack: Stack;
let pdf: Buffer;

beforeAll(async () => {
  stack = await startStack();
  pdf = await textPdf('Certified Sanborn Map Report');
});

afterAll(() => stack.stop());

const as = (actor: Actor) => callAs(actor);
const get = async (id: string, actor = stack.viewer) =>
  (await stack.documents.getDocument({ id }, await as(actor))).document;
const fetchFile = (address: string) => fetch(`http://127.0.0.1:${stack.service.filesPort}${address}`);
/** Files of a document in the store; none when its folder is gone. */
const filesOf = async (projectId: string, id: string): Promise<string[]> => {
  const folder = path.join(stack.blobDir, documentPrefix(projectId, id));
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => !path.basename(name).startsWith('.'));
};
/** A project that nobody else's tests fill. */
const ownProject = (role = 'editor') => {
  const projectId = newId();
  const actor = person();
  stack.roles[actor.sub] = { [projectId]: role };
  return { projectId, actor };
};

describe('an upload', () => {
  it('becomes a document with its file in the store (DOC-16, DOC-17, DATA-02, DATA-03)', async () => {
    const document = await stack.upload(pdf, { fileName: 'Sanborn 1905.pdf' });
    expect(document).toMatchObject({
      projectId: stack.projectId,
      title: 'Sanborn 1905',
      fileName: 'Sanborn 1905.pdf',
      filePath: `projects/${stack.projectId}/documents/${document.id}/original.pdf`,
      fileSize: pdf.length,
      mimeType: 'application/pdf',
      uploadedBy: stack.editor.sub,
      category: 'other',
      processingStatus: 'uploaded',
      totalPages: 0,
    });
    expect(document.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(document.fileUrl).toMatch(/[?&]sig=/);
    const response = await fetchFile(document.fileUrl);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
    await eventually(() => expect(stack.events.of(document.id).map(({ name }) => name)).toEqual(['document.uploaded']));
  });

  it('keeps the category that the uploader chose', async () => {
    expect(await stack.upload(pdf, { category: 'deed_documents' })).toMatchObject({ category: 'deed_documents' });
    const bad = await refusal(stack.upload(pdf, { category: 'maps' }));
    expect(bad.fields).toHaveProperty('category');
  });

  it.each([
    ['a picture named .pdf', Buffer.from('89504e470d0a1a0a', 'hex'), 'File type image/png is not supported'],
    ['a text named .pdf', Buffer.from('Dear Sir or Madam'), 'File type text/plain is not supported'],
    ['an empty file', Buffer.alloc(0), 'The file is empty.'],
  ])('of %s is refused and leaves nothing behind (DOC-12, DOC-36)', async (_, file, message) => {
    const { projectId, actor } = ownProject();
    const id = newId();
    const error = await refusal(stack.upload(file, { id, projectId, fileName: 'map.pdf' }, actor));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message });
    expect(await filesOf(projectId, id)).toEqual([]);
    expect(await refusal(get(id, actor))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('above 200 MB is refused while it streams (DOC-13, CONST-01)', async () => {
    const { projectId, actor } = ownProject();
    const id = newId();
    const chunk = Buffer.alloc(1_048_576);
    pdf.copy(chunk);
    let sent = 0;
    async function* endless() {
      yield { part: { $case: 'header' as const, value: { id, projectId, fileName: 'big.pdf', category: '' } } };
      for (; sent < MAX_FILE_BYTES * 2; sent += chunk.length)
        yield await Promise.resolve({ part: { $case: 'chunk' as const, value: chunk } });
    }
    const error = await refusal(stack.documents.uploadDocument(endless(), await as(actor)));
    expect(error).toMatchObject({
      code: 'OUT_OF_RANGE',
      reason: 'file_too_large',
      message: 'File size must be less than 200 MB',
    });
    expect(sent).toBeLessThan(MAX_FILE_BYTES * 1.5);
    expect(await filesOf(projectId, id)).toEqual([]);
  });

  it('that is cancelled leaves nothing behind', async () => {
    const { projectId, actor } = ownProject();
    const id = newId();
    const stop = new AbortController();
    let tellRefused = (): void => undefined;
    const refused = new Promise<void>((resolve) => (tellRefused = resolve));
    async function* stalled() {
      yield* uploadOf(pdf, { id, projectId, fileName: 'a.pdf', category: '' });
      stop.abort();
      await refused;
      yield { part: { $case: 'chunk' as const, value: Buffer.alloc(10) } };
    }
    const upload = stack.documents.uploadDocument(stalled(), await callAs(actor, { signal: stop.signal }));
    const error = await refusal(upload);
    tellRefused();
    expect(error.code).toBe('CANCELLED');
    await eventually(async () => {
      expect(await filesOf(projectId, id)).toEqual([]);
      expect(await refusal(get(id, actor))).toMatchObject({ code: 'NOT_FOUND' });
    });
  });

  it('with the same id makes one document', async () => {
    const id = newId();
    const [first, second] = [await stack.upload(pdf, { id }), await stack.upload(pdf, { id })];
    expect(second).toMatchObject({ id, createdAt: first.createdAt, sha256: first.sha256 });
    const { projectId, actor } = ownProject();
    expect(await refusal(stack.upload(pdf, { id, projectId }, actor))).toMatchObject({ reason: 'id_taken' });
    expect(await filesOf(projectId, id)).toEqual([]);
  });

  it('two at once with the same id make one document', async () => {
    const id = newId();
    const both = await Promise.all([stack.upload(pdf, { id }), stack.upload(pdf, { id })]);
    expect(both.map((document) => document.id)).toEqual([id, id]);
    expect(await filesOf(stack.projectId, id)).toEqual(['original.pdf']);
  });

  it('needs an editor; to a stranger the project does not exist', async () => {
    expect(await refusal(stack.upload(pdf, {}, stack.viewer))).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: 'Not authorized',
    });
    expect(await refusal(stack.upload(pdf, {}, stack.stranger))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('begins with its header', async () => {
    async function* headless() {
      yield await Promise.resolve({ part: { $case: 'chunk' as const, value: pdf } });
    }
    const error = await refusal(stack.documents.uploadDocument(headless(), await as(stack.editor)));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'header_missing' });
  });
});

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
  const list = async (request: object) => stack.documents.listPages({ documentId, ...request }, await as(stack.viewer));

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

describe('a change (DOC-09 to DOC-11)', () => {
  it('trims the title, removes an absent description and keeps the choice of category', async () => {
    const { id } = await stack.upload(pdf);
    const change = async (values: object) =>
      (await stack.documents.updateDocument({ id, category: 'other', title: 'x', ...values }, await as(stack.editor)))
        .document;
    expect(await change({ title: '  Gas works ', description: ' by the river ' })).toMatchObject({
      title: 'Gas works',
      description: 'by the river',
    });
    expect(await change({ title: 'Gas works', description: '', category: 'sanborn_maps' })).toMatchObject({
      description: undefined,
      category: 'sanborn_maps',
    });
    const error = await refusal(change({ title: '  ', category: '' }));
    expect(error.fields).toEqual({ title: 'Title is required', category: 'Category is required' });
  });

  it('is for editors', async () => {
    const { id } = await stack.upload(pdf);
    const request = { id, title: 'x', category: 'other' };
    expect(await refusal(stack.documents.updateDocument(request, await as(stack.viewer)))).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    expect(await refusal(stack.documents.updateDocument(request, await as(stack.stranger)))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Document not found',
    });
    expect(
      await refusal(stack.documents.updateDocument({ ...request, id: 'no-id' }, await as(stack.editor))),
    ).toMatchObject({ code: 'NOT_FOUND' });
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
    // whole seconds
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

describe('classification (OP-18)', () => {
  const classify = async (id: string) =>
    (await stack.documents.classifyDocument({ id }, await as(stack.editor))).document;

  it('becomes the category when nobody chose one and it is sure', async () => {
    const { id } = await stack.upload(pdf, { fileName: 'scan0001.pdf' });
    const document = await classify(id);
    expect(document).toMatchObject({
      category: 'sanborn_maps',
      processingStatus: 'classified',
      classification: { suggestedCategory: 'sanborn_maps', needsReview: false },
    });
    expect(document?.classification?.reasoning).toContain('certified sanborn');
    await eventually(() => expect(stack.events.verbsOf(id).includes('classified')).toBe(true));
  });

  it('stays a suggestion that needs review when it is not sure', async () => {
    const { id } = await stack.upload(await scannedPdf(1), { fileName: 'scan0001.pdf' });
    expect(await classify(id)).toMatchObject({
      category: 'other',
      classification: { suggestedCategory: 'other', needsReview: true },
    });
    const saved = await stack.documents.updateDocument(
      { id, title: 'Scan', category: 'other' },
      await as(stack.editor),
    );
    expect(saved.document?.classification?.needsReview).toBe(false);
  });

  it("never overwrites a person's choice", async () => {
    const { id } = await stack.upload(pdf, { fileName: 'Sanborn.pdf', category: 'site_survey' });
    expect(await classify(id)).toMatchObject({
      category: 'site_survey',
      classification: { suggestedCategory: 'sanborn_maps', needsReview: false },
    });
  });

  it('goes by the name when the file can not be read', async () => {
    const { id } = await stack.upload(Buffer.from('%PDF-1.7 and nothing else'), { fileName: 'Topo map.pdf' });
    expect(await classify(id)).toMatchObject({ category: 'topographic_maps' });
  });

  it('is for editors', async () => {
    const { id } = await stack.upload(pdf);
    expect(await refusal(stack.documents.classifyDocument({ id }, await as(stack.viewer)))).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });
});

it('the categories are served as one table (OP-15)', async () => {
  const { categories } = await stack.documents.listCategories({}, await as(stack.viewer));
  expect(categories).toHaveLength(16);
  expect(categories[1]).toMatchObject({ value: 'sanborn_maps', label: 'Sanborn Maps', group: 'historic' });
});

it('a project that is deleted takes its documents with it', async () => {
  const { projectId, actor } = ownProject();
  const documents = [await stack.upload(pdf, { projectId }, actor), await stack.upload(pdf, { projectId }, actor)];
  await stack.events.publish(projectEvents.deleted, { entityId: projectId, scope: projectId });
  for (const document of documents) {
    await eventually(async () => {
      expect(await refusal(get(document.id, actor))).toMatchObject({ code: 'NOT_FOUND' });
      expect(await filesOf(projectId, document.id)).toEqual([]);
      expect(stack.events.verbsOf(document.id).includes('deleted')).toBe(true);
    });
  }
});
