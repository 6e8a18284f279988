/** Who opened which pages, over gRPC with a real database. */
import { callAs, callAsService } from '@symbio/rpc/testing';
import { newId } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import { connectMongo, type Connection } from '@symbio/mongo';
import { pageOpeningModel } from '../src/page-openings/model.js';
import { createPageOpeningRepository } from '../src/page-openings/repository.js';
import { textPdf } from './fixtures.js';
import { refusal, startStack, type Stack } from './stack.js';

let stack: Stack;
let mongo: Connection;
let stored: ReturnType<typeof pageOpeningModel>;
beforeAll(async () => {
  stack = await startStack();
  const { MONGODB_URI: uri, MONGODB_DB: database } = stack.config;
  mongo = await connectMongo({ uri, database, appName: 'test' });
  stored = pageOpeningModel(mongo);
});
afterAll(async () => {
  await mongo.close();
  await stack.stop();
});

async function twoPages(name: string) {
  const { id: documentId } = await stack.upload(await textPdf(name));
  const [jobId, worker] = [newId(), await callAsService('document-worker')];
  await stack.documents.beginProcessing({ documentId, jobId }, worker);
  await stack.documents.recordPageCount({ documentId, totalPages: 2 }, worker);
  const { pages } = await stack.documents.listPages({ documentId }, await callAs(stack.viewer));
  const [first = '', second = ''] = pages.map(({ id }) => id);
  return { documentId, first, second };
}
const openings = async (filter: { documentId?: string; userId?: string } = {}, projectId = stack.projectId) =>
  (
    await stack.documents.listPageOpenings(
      { projectId, documentId: '', userId: '', ...filter },
      await callAs(stack.editor),
    )
  ).openings;
const open = async (pageId: string, actor = stack.viewer) =>
  (await stack.documents.recordPageOpening({ pageId }, await callAs(actor))).opening;

describe('openings of pages', () => {
  it('are one row of page and person, with the first and the last time', async () => {
    const { documentId, first, second } = await twoPages('openings');
    const { sub: userId, name: userName } = stack.viewer;
    const opening = await open(first);
    const key = { projectId: stack.projectId, documentId, pageId: first, userId, userName };
    expect(opening).toMatchObject({ ...key, firstAt: opening?.lastAt });
    const repeats = await Promise.all([open(first), open(first)]);
    for (const repeat of repeats) expect(repeat?.firstAt).toEqual(opening?.firstAt);
    const [listed] = await openings({ documentId });
    await open(second, stack.editor);
    expect((await openings({ documentId })).map(({ pageId }) => pageId)).toEqual([second, first]);
    expect(await openings({ documentId, userId })).toEqual([listed]);
    const paging = { page: 1, perPage: 1 };
    const asked = { projectId: stack.projectId, documentId, userId: '', paging };
    const { openings: page, pageInfo } = await stack.documents.listPageOpenings(asked, await callAs(stack.editor));
    expect([page.map(({ pageId }) => pageId), pageInfo?.count]).toEqual([[second], 2]);
  });

  it('keep the first and the latest time, whatever comes last', async () => {
    const repository = createPageOpeningRepository(stored);
    const key = { projectId: newId(), documentId: newId(), pageId: newId(), userId: newId(), userName: 'Ada Marsh' };
    const [first, middle, last] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day))) as [Date, Date, Date];
    for (const at of [first, last]) await repository.record({ ...key, at });
    const renamed = await repository.record({ ...key, userName: 'Ada Miller', at: middle });
    expect(renamed).toMatchObject({ ...key, userName: 'Ada Miller', firstAt: first, lastAt: last });
    expect(await repository.list({ projectId: key.projectId })).toEqual([renamed]);
  });

  it('are of people who see the page, and of no key or process; editors list them', async () => {
    const { documentId, first } = await twoPages('rights');
    expect(await refusal(open(first, stack.stranger))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(open(newId()))).toMatchObject({ code: 'NOT_FOUND' });
    for (const caller of [await callAs({ ...stack.editor, via: 'api_key' }), await callAsService('gateway')])
      expect(await refusal(stack.documents.recordPageOpening({ pageId: first }, caller))).toMatchObject({
        code: 'PERMISSION_DENIED',
      });
    const asked = { projectId: stack.projectId, documentId, userId: '' };
    const foreign = stack.documents.listPageOpenings(asked, await callAs(stack.stranger));
    expect(await refusal(foreign)).toMatchObject({ code: 'NOT_FOUND' });
    const reading = stack.documents.listPageOpenings(asked, await callAs(stack.viewer));
    expect(await refusal(reading)).toMatchObject({ code: 'PERMISSION_DENIED' });
    stack.roles[stack.editor.sub] = { ...stack.roles[stack.editor.sub], elsewhere: 'editor' };
    expect(await refusal(openings({ documentId }, 'elsewhere'))).toMatchObject({
      fields: { document_id: /not found/ },
    });
    expect(await openings({ documentId })).toEqual([]);
  });

  it('are hidden with their document, shown when it is restored, and removed with it', async () => {
    const { documentId, first } = await twoPages('deletion');
    const { sub: userId } = stack.editor;
    const [editor, opening] = [await callAs(stack.editor), await open(first, stack.editor)];
    const ofEditor = async () => (await openings({ userId })).filter((one) => one.documentId === documentId);
    await stack.documents.deleteDocument({ id: documentId }, editor);
    expect(await ofEditor()).toEqual([]);
    await stack.documents.restoreDocument({ id: documentId }, editor);
    expect(await ofEditor()).toEqual([opening]);
    await stack.documents.deleteDocument({ id: documentId }, editor);
    await stack.documents.eraseDocument({ id: documentId }, editor);
    await eventually(async () => expect(await stored.countDocuments({ documentId })).toBe(0));
  });
});
