/** Document service over gRPC without a worker: uploads, lists, changes, classification. */
import { newId } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import type { ChangeDocumentsRequest } from '@symbio/proto/document';
import { projectEvents } from '@symbio/proto/project';
import { describeReading } from './document-service/reading.js';
import { as, begin, filesOf, get, ownProject, pdf, stack } from './document-service/under-test.js';
import { describeUploads } from './document-service/uploads.js';
import { scannedPdf } from './fixtures.js';
import { refusal } from './stack.js';

beforeAll(begin);

afterAll(() => stack.stop());

describeUploads();

describeReading();

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

  it('needs an editor', async () => {
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

describe('a bulk change', () => {
  it('is one operation with one undo: delete, restore, process, cancel (DOC-04, DOC-05)', async () => {
    const { projectId, actor } = ownProject();
    const own = async (fileName: string) => (await stack.upload(pdf, { fileName, projectId }, actor)).id;
    const documentIds = [await own('a.pdf'), await own('b.pdf')];
    const change = async (asked: Partial<ChangeDocumentsRequest>) =>
      (await stack.documents.changeDocuments({ projectId, documentIds, ...asked }, await as(actor))).change;
    const undo = async (id = '') => (await stack.documents.undoChangeOfDocuments({ id }, await as(actor))).change;
    const results = (of: Awaited<ReturnType<typeof change>>) =>
      of?.outcomes.map(({ title, result }) => [title, result]);
    const both = [
      ['a', 'done'],
      ['b', 'done'],
    ];
    const id = newId();
    const deleted = await change({ id, action: 'delete' });
    expect(results(deleted)).toEqual(both);
    for (const documentId of documentIds)
      expect(await refusal(get(documentId, actor))).toMatchObject({ code: 'NOT_FOUND' });
    // retry after a lost response
    expect(await change({ id, action: 'delete' })).toEqual(deleted);
    expect(await refusal(change({ id, action: 'restore' }))).toMatchObject({ reason: 'id_taken' });
    expect(results(await undo(id))).toEqual(both);
    const queued = await change({ action: 'process' });
    expect(results(queued)).toEqual(both);
    const job = await stack.jobs.getJob({ id: queued?.outcomes[0]?.jobId ?? '' }, await as(actor));
    expect(job.job).toMatchObject({ status: 'pending', payload: { documentId: documentIds[0] } });
    expect(results(await undo(queued?.id))).toEqual(both);
    await eventually(async () => expect((await get(documentIds[0] ?? '', actor))?.processingStatus).toBe('uploaded'));
    const other = { projectId: stack.projectId, action: 'delete' };
    expect((await change({ ...other, projectId })) ?? {}).toMatchObject({
      outcomes: [{ result: 'done' }, { result: 'done' }],
    });
    expect(await refusal(change(other))).toMatchObject({ code: 'NOT_FOUND', message: 'Project not found' });
  });
});

describe('classification (OP-18)', () => {
  const classify = async (id: string) =>
    (await stack.documents.classifyDocument({ id }, await as(stack.editor))).document;

  it('becomes the category if none was chosen and it is certain', async () => {
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

  it('stays a suggestion for review if uncertain', async () => {
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

  it('suggests a category by the name of an unreadable file', async () => {
    const { id } = await stack.upload(Buffer.from('%PDF-1.7 and nothing else'), { fileName: 'Topo map.pdf' });
    expect(await classify(id)).toMatchObject({
      category: 'other',
      classification: { suggestedCategory: 'topographic_maps', needsReview: true },
    });
  });

  it('needs an editor', async () => {
    const { id } = await stack.upload(pdf);
    expect(await refusal(stack.documents.classifyDocument({ id }, await as(stack.viewer)))).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });
});

it('serves the categories as one table (OP-15)', async () => {
  const { categories } = await stack.documents.listCategories({}, await as(stack.viewer));
  expect(categories).toHaveLength(16);
  expect(categories[1]).toMatchObject({ value: 'sanborn_maps', label: 'Sanborn Maps', group: 'historic' });
});

it('removes the documents of a deleted project', async () => {
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
